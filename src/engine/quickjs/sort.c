/*
 * sort.c - Array.prototype.sort() and its like: a merge sort that finds runs
 * and gallops (T. Peters' "timsort"), which calls the comparison function with
 * V8's arguments in V8's order.
 *
 * What must stay true: slots are moved around and never dropped, also when a
 * call has failed: from then on all slots compare as equal, and the array is
 * written back whole.
 */

#define JS_SORT_MIN_MERGE 64 /* shorter ones are sorted by insertion */
#define JS_SORT_MIN_GALLOP 7
#define JS_SORT_MAX_RUNS 85 /* lengths grow like Fibonacci numbers */

typedef struct JSSortRun {
    int64_t base;
    int64_t len;
} JSSortRun;

typedef struct JSSort {
    JSContext *ctx;
    JSValueConst method; /* undefined: compare as strings */
    bool failed;         /* an exception is pending */
    ValueSlot *tab;
    ValueSlot *temp; /* one side of a merge */
    int64_t temp_size;
    int64_t min_gallop; /* so many wins in a row begin to gallop */
    int run_count;
    JSSortRun runs[JS_SORT_MAX_RUNS];
} JSSort;

/* the string that a slot is compared as; an object is asked each time */
static JSString *js_sort_string(JSContext *ctx, ValueSlot *v)
{
    JSValue str;

    if (v->str)
        return v->str;
    str = JS_ToString(ctx, v->val);
    if (JS_IsException(str))
        return NULL;
    if (!JS_IsObject(v->val))
        v->str = JS_VALUE_GET_STRING(str);
    return JS_VALUE_GET_STRING(str);
}

static void js_sort_free_string(JSContext *ctx, ValueSlot *v, JSString *str)
{
    if (str && !v->str)
        JS_FreeValue(ctx, JS_MKPTR(JS_TAG_STRING, str));
}

static int js_sort_compare_strings(JSSort *s, ValueSlot *a, ValueSlot *b)
{
    JSString *a_str, *b_str = NULL;
    int cmp = 0;

    a_str = js_poll_work(s->ctx, 40) ? NULL : js_sort_string(s->ctx, a);
    if (a_str)
        b_str = js_sort_string(s->ctx, b);
    if (b_str)
        cmp = js_string_compare(a_str, b_str);
    else
        s->failed = true;
    js_sort_free_string(s->ctx, a, a_str);
    js_sort_free_string(s->ctx, b, b_str);
    return cmp;
}

/* what a comparison function answers: -1, 0 or 1. Frees 'res' */
static int js_sort_answer(JSContext *ctx, JSValue res, bool *pfailed)
{
    double d;

    if (likely(JS_VALUE_GET_TAG(res) == JS_TAG_INT)) {
        int val = JS_VALUE_GET_INT(res);
        return (val > 0) - (val < 0);
    }
    if (JS_IsException(res) || JS_ToFloat64Free(ctx, &d, res) < 0) {
        *pfailed = true;
        return 0;
    }
    return (d > 0) - (d < 0);
}

static int js_sort_compare(JSSort *s, ValueSlot *a, ValueSlot *b)
{
    JSValueConst args[2];

    if (unlikely(s->failed))
        return 0;
    if (JS_IsUndefined(s->method))
        return js_sort_compare_strings(s, a, b);
    args[0] = a->val;
    args[1] = b->val;
    return js_sort_answer(
        s->ctx, JS_Call(s->ctx, s->method, JS_UNDEFINED, 2, args), &s->failed);
}

static void js_sort_reverse(ValueSlot *lo, ValueSlot *hi)
{
    for (hi--; lo < hi; lo++, hi--) {
        ValueSlot v = *lo;
        *lo = *hi;
        *hi = v;
    }
}

/* how many slots from 'lo' on are in order already, or in strictly the opposite
   one, which is then turned round */
static int64_t js_sort_count_run(JSSort *s, int64_t lo, int64_t hi)
{
    ValueSlot *v = s->tab;
    int64_t i = lo + 1;
    bool descending;

    if (i == hi)
        return 1;
    descending = js_sort_compare(s, &v[i], &v[i - 1]) < 0;
    while (++i < hi && (js_sort_compare(s, &v[i], &v[i - 1]) < 0) == descending)
        continue;
    if (descending)
        js_sort_reverse(v + lo, v + i);
    return i - lo;
}

/* those before 'start' are in order; put each of the others where it belongs */
static void js_sort_insert(JSSort *s, int64_t lo, int64_t start, int64_t hi)
{
    ValueSlot *v = s->tab;
    int64_t i, left, right, mid;

    for (i = start; i < hi; i++) {
        ValueSlot pivot = v[i];

        left = lo;
        right = i;
        while (left < right) {
            mid = left + ((right - left) >> 1);
            if (js_sort_compare(s, &pivot, &v[mid]) < 0)
                right = mid;
            else
                left = mid + 1;
        }
        memmove(&v[left + 1], &v[left], (i - left) * sizeof(*v));
        v[left] = pivot;
    }
}

/* the next distance to look at, which at least doubles */
static int64_t js_sort_farther(int64_t ofs, int64_t max_ofs)
{
    return min_int64(ofs * 2 + 1, max_ofs);
}

/* Where 'key' belongs among n slots in order, before those that are equal to
   it. Looking starts at 'hint', with growing steps; then it is halved. */
static int64_t js_sort_gallop_left(JSSort *s, ValueSlot *key, ValueSlot *v,
                                   int64_t n, int64_t hint)
{
    int64_t last = 0, ofs = 1, max_ofs, mid, t;

    if (js_sort_compare(s, &v[hint], key) < 0) {
        max_ofs = n - hint;
        while (ofs < max_ofs && js_sort_compare(s, &v[hint + ofs], key) < 0) {
            last = ofs;
            ofs = js_sort_farther(ofs, max_ofs);
        }
        ofs = min_int64(ofs, max_ofs) + hint;
        last += hint;
    } else {
        max_ofs = hint + 1;
        while (ofs < max_ofs && js_sort_compare(s, &v[hint - ofs], key) >= 0) {
            last = ofs;
            ofs = js_sort_farther(ofs, max_ofs);
        }
        t = last;
        last = hint - min_int64(ofs, max_ofs);
        ofs = hint - t;
    }
    for (last++; last < ofs;) {
        mid = last + ((ofs - last) >> 1);
        if (js_sort_compare(s, &v[mid], key) < 0)
            last = mid + 1;
        else
            ofs = mid;
    }
    return ofs;
}

/* the same, behind those that are equal to it */
static int64_t js_sort_gallop_right(JSSort *s, ValueSlot *key, ValueSlot *v,
                                    int64_t n, int64_t hint)
{
    int64_t last = 0, ofs = 1, max_ofs, mid, t;

    if (js_sort_compare(s, key, &v[hint]) < 0) {
        max_ofs = hint + 1;
        while (ofs < max_ofs && js_sort_compare(s, key, &v[hint - ofs]) < 0) {
            last = ofs;
            ofs = js_sort_farther(ofs, max_ofs);
        }
        t = last;
        last = hint - min_int64(ofs, max_ofs);
        ofs = hint - t;
    } else {
        max_ofs = n - hint;
        while (ofs < max_ofs && js_sort_compare(s, key, &v[hint + ofs]) >= 0) {
            last = ofs;
            ofs = js_sort_farther(ofs, max_ofs);
        }
        ofs = min_int64(ofs, max_ofs) + hint;
        last += hint;
    }
    for (last++; last < ofs;) {
        mid = last + ((ofs - last) >> 1);
        if (js_sort_compare(s, key, &v[mid]) < 0)
            ofs = mid;
        else
            last = mid + 1;
    }
    return ofs;
}

/* copy one side of a merge out of the way; returns false without memory */
static bool js_sort_set_aside(JSSort *s, const ValueSlot *v, int64_t n)
{
    ValueSlot *temp;

    if (n > s->temp_size) {
        temp = js_realloc(s->ctx, s->temp, n * sizeof(*temp));
        if (!temp) {
            s->failed = true;
            return false;
        }
        s->temp = temp;
        s->temp_size = n;
    }
    memcpy(s->temp, v, n * sizeof(*v));
    return true;
}

/* the state of a merge: 'a' comes first if both are equal. A side that wins
   min_gallop times in a row is searched for the end of its luck; as long as
   that pays, it goes on like this. */
typedef struct JSMerge {
    ValueSlot *a, *b, *dest;
    int64_t a_len, b_len;
} JSMerge;

static void js_merge_take(ValueSlot **pdest, ValueSlot **pfrom, int64_t *plen,
                          int64_t n)
{
    memmove(*pdest, *pfrom, n * sizeof(**pdest));
    *pdest += n;
    *pfrom += n;
    *plen -= n;
}

/* one by one, until a side wins often; returns false if a side is over */
static bool js_merge_low_one_by_one(JSSort *s, JSMerge *m)
{
    int64_t a_wins = 0, b_wins = 0;

    do {
        if (js_sort_compare(s, m->b, m->a) < 0) {
            js_merge_take(&m->dest, &m->b, &m->b_len, 1);
            b_wins++;
            a_wins = 0;
            if (m->b_len == 0)
                return false;
        } else {
            js_merge_take(&m->dest, &m->a, &m->a_len, 1);
            a_wins++;
            b_wins = 0;
            if (m->a_len == 1)
                return false;
        }
    } while (max_int64(a_wins, b_wins) < s->min_gallop);
    return true;
}

static bool js_merge_low_galloping(JSSort *s, JSMerge *m)
{
    int64_t a_wins, b_wins;

    s->min_gallop++;
    do {
        s->min_gallop = max_int64(1, s->min_gallop - 1);
        a_wins = js_sort_gallop_right(s, m->b, m->a, m->a_len, 0);
        js_merge_take(&m->dest, &m->a, &m->a_len, a_wins);
        if (m->a_len <= 1)
            return false;
        js_merge_take(&m->dest, &m->b, &m->b_len, 1);
        if (m->b_len == 0)
            return false;
        b_wins = js_sort_gallop_left(s, m->a, m->b, m->b_len, 0);
        js_merge_take(&m->dest, &m->b, &m->b_len, b_wins);
        if (m->b_len == 0)
            return false;
        js_merge_take(&m->dest, &m->a, &m->a_len, 1);
        if (m->a_len == 1)
            return false;
    } while (a_wins >= JS_SORT_MIN_GALLOP || b_wins >= JS_SORT_MIN_GALLOP);
    s->min_gallop++; /* it was not worth it */
    return true;
}

/* Merge two runs that stand side by side, the left one being the shorter one:
   it is set aside, and the merge goes from left to right. The first slot of b
   is the first of all, and the last one of a is the last of all. */
static void js_sort_merge_low(JSSort *s, ValueSlot *a, int64_t a_len,
                              ValueSlot *b, int64_t b_len)
{
    JSMerge m = { NULL, b, a, a_len, b_len };

    if (!js_sort_set_aside(s, a, a_len))
        return;
    m.a = s->temp;
    js_merge_take(&m.dest, &m.b, &m.b_len, 1);
    if (m.b_len > 0 && m.a_len > 1)
        while (js_merge_low_one_by_one(s, &m) && js_merge_low_galloping(s, &m))
            continue;
    /* of a at least its last slot is left, unless answers contradict */
    if (m.a_len == 1 && m.b_len > 0)
        js_merge_take(&m.dest, &m.b, &m.b_len, m.b_len);
    js_merge_take(&m.dest, &m.a, &m.a_len, m.a_len);
}

/* the same from right to left: a, b and dest are behind what comes next */
static void js_merge_take_back(ValueSlot **pdest, ValueSlot **pfrom,
                               int64_t *plen, int64_t n)
{
    *pdest -= n;
    *pfrom -= n;
    *plen -= n;
    memmove(*pdest, *pfrom, n * sizeof(**pdest));
}

static bool js_merge_high_one_by_one(JSSort *s, JSMerge *m)
{
    int64_t a_wins = 0, b_wins = 0;

    do {
        if (js_sort_compare(s, m->b - 1, m->a - 1) < 0) {
            js_merge_take_back(&m->dest, &m->a, &m->a_len, 1);
            a_wins++;
            b_wins = 0;
            if (m->a_len == 0)
                return false;
        } else {
            js_merge_take_back(&m->dest, &m->b, &m->b_len, 1);
            b_wins++;
            a_wins = 0;
            if (m->b_len == 1)
                return false;
        }
    } while (max_int64(a_wins, b_wins) < s->min_gallop);
    return true;
}

static bool js_merge_high_galloping(JSSort *s, JSMerge *m)
{
    int64_t a_wins, b_wins;

    s->min_gallop++;
    do {
        s->min_gallop = max_int64(1, s->min_gallop - 1);
        a_wins = m->a_len - js_sort_gallop_right(s, m->b - 1, m->a - m->a_len,
                                                 m->a_len, m->a_len - 1);
        js_merge_take_back(&m->dest, &m->a, &m->a_len, a_wins);
        if (m->a_len == 0)
            return false;
        js_merge_take_back(&m->dest, &m->b, &m->b_len, 1);
        if (m->b_len == 1)
            return false;
        b_wins = m->b_len - js_sort_gallop_left(s, m->a - 1, m->b - m->b_len,
                                                m->b_len, m->b_len - 1);
        js_merge_take_back(&m->dest, &m->b, &m->b_len, b_wins);
        if (m->b_len <= 1)
            return false;
        js_merge_take_back(&m->dest, &m->a, &m->a_len, 1);
        if (m->a_len == 0)
            return false;
    } while (a_wins >= JS_SORT_MIN_GALLOP || b_wins >= JS_SORT_MIN_GALLOP);
    s->min_gallop++;
    return true;
}

static void js_sort_merge_high(JSSort *s, ValueSlot *a, int64_t a_len,
                               ValueSlot *b, int64_t b_len)
{
    JSMerge m = { a + a_len, NULL, b + b_len, a_len, b_len };

    if (!js_sort_set_aside(s, b, b_len))
        return;
    m.b = s->temp + b_len;
    js_merge_take_back(&m.dest, &m.a, &m.a_len, 1);
    if (m.a_len > 0 && m.b_len > 1)
        while (js_merge_high_one_by_one(s, &m) &&
               js_merge_high_galloping(s, &m))
            continue;
    if (m.b_len == 1 && m.a_len > 0)
        js_merge_take_back(&m.dest, &m.a, &m.a_len, m.a_len);
    js_merge_take_back(&m.dest, &m.b, &m.b_len, m.b_len);
}

/* merge the runs i and i + 1 */
static void js_sort_merge_at(JSSort *s, int i)
{
    ValueSlot *a = s->tab + s->runs[i].base, *b = s->tab + s->runs[i + 1].base;
    int64_t a_len = s->runs[i].len, b_len = s->runs[i + 1].len, n;

    s->runs[i].len += b_len;
    s->run_count--;
    if (i + 1 < s->run_count)
        s->runs[i + 1] = s->runs[i + 2];
    if (s->failed)
        return;

    /* what is in its place already: a's before b, and b's behind a */
    n = js_sort_gallop_right(s, b, a, a_len, 0);
    a += n;
    a_len -= n;
    if (a_len == 0)
        return;
    b_len = js_sort_gallop_left(s, a + a_len - 1, b, b_len, b_len - 1);
    if (b_len == 0)
        return;
    if (a_len <= b_len)
        js_sort_merge_low(s, a, a_len, b, b_len);
    else
        js_sort_merge_high(s, a, a_len, b, b_len);
}

/* the run n and the one before it are together shorter than that before them */
static bool js_sort_is_balanced(const JSSortRun *r, int n)
{
    return n < 2 || r[n - 2].len > r[n - 1].len + r[n].len;
}

/* merge until runs get shorter to the end */
static void js_sort_collapse(JSSort *s)
{
    JSSortRun *r = s->runs;
    int n;

    while (s->run_count > 1) {
        n = s->run_count - 2;
        if (!js_sort_is_balanced(r, n + 1) || !js_sort_is_balanced(r, n)) {
            if (r[n - 1].len < r[n + 1].len)
                n--;
        } else if (r[n].len > r[n + 1].len) {
            break;
        }
        js_sort_merge_at(s, n);
    }
}

static void js_sort_collapse_all(JSSort *s)
{
    JSSortRun *r = s->runs;
    int n;

    while (s->run_count > 1) {
        n = s->run_count - 2;
        if (n > 0 && r[n - 1].len < r[n + 1].len)
            n--;
        js_sort_merge_at(s, n);
    }
}

/* how long runs are at least: n divided by a power of two, or a bit less */
static int64_t js_sort_min_run(int64_t n)
{
    int64_t r = 0;

    while (n >= JS_SORT_MIN_MERGE) {
        r |= n & 1;
        n >>= 1;
    }
    return n + r;
}

/* sort n slots of s->tab; s->failed: an exception is pending */
static void js_sort_slots(JSSort *s, int64_t n)
{
    int64_t lo, len, forced, min_run = js_sort_min_run(n);

    s->min_gallop = JS_SORT_MIN_GALLOP;
    if (n < 2)
        return;
    for (lo = 0; lo < n && !s->failed; lo += len) {
        len = js_sort_count_run(s, lo, n);
        if (len < min_run) {
            forced = min_int64(min_run, n - lo);
            js_sort_insert(s, lo, lo + len, lo + forced);
            len = forced;
        }
        s->runs[s->run_count].base = lo;
        s->runs[s->run_count++].len = len;
        js_sort_collapse(s);
    }
    if (!s->failed)
        js_sort_collapse_all(s);
    js_free(s->ctx, s->temp);
}

static int js_check_comparison(JSContext *ctx, JSValueConst func)
{
    if (JS_IsUndefined(func) || JS_IsFunction(ctx, func))
        return 0;
    js_throw_type_of(
        ctx,
        "The comparison function must be either a function or undefined: %s",
        func);
    return -1;
}

/* read what is to be sorted into slots; holes are left out */
static int js_sort_read(JSContext *ctx, JSValueConst obj, int64_t len,
                        ValueSlot **ptab, int64_t *pcount, int64_t *pundefined)
{
    ValueSlot *tab = NULL;
    int64_t i, size = 0, n = 0;
    JSValue *values, val;
    uint32_t count;
    int present;

    *ptab = NULL;
    *pcount = *pundefined = 0;
    for (i = 0; i < len; i++) {
        if (js_poll_work(ctx, 10))
            return -1;
        if (js_get_fast_array(ctx, obj, &values, &count) && i < count) {
            val = js_dup(values[i]);
        } else {
            present = JS_TryGetPropertyInt64(ctx, obj, i, &val);
            if (present < 0)
                return -1;
            if (!present)
                continue;
        }
        if (JS_IsUndefined(val)) {
            ++*pundefined;
            continue;
        }
        if (n >= size) {
            size = size + (size >> 1) + 32;
            tab = js_realloc(ctx, *ptab, size * sizeof(*tab));
            if (!tab) {
                JS_FreeValue(ctx, val);
                return -1;
            }
            *ptab = tab;
        }
        tab[n].val = val;
        tab[n].str = NULL;
        *pcount = ++n;
    }
    return 0;
}

/* write slots [0, n) back, which are freed, also if that fails */
static int js_sort_write(JSContext *ctx, JSValueConst obj, ValueSlot *tab,
                         int64_t n, bool failed)
{
    JSValue *values;
    uint32_t count;
    int64_t i;

    for (i = 0; i < n; i++) {
        if (tab[i].str)
            JS_FreeValue(ctx, JS_MKPTR(JS_TAG_STRING, tab[i].str));
        if (failed)
            JS_FreeValue(ctx, tab[i].val);
        else if (js_get_fast_array(ctx, obj, &values, &count) && i < count)
            set_value(ctx, &values[i], tab[i].val);
        else if (JS_SetPropertyInt64(ctx, obj, i, tab[i].val) < 0)
            failed = true;
    }
    js_free(ctx, tab);
    return failed ? -1 : 0;
}

static JSValue js_array_sort(JSContext *ctx, JSValueConst this_val, int argc,
                             JSValueConst *argv)
{
    JSSort sort;
    JSValue obj;
    int64_t i, len, count, undefined_count;

    if (js_check_comparison(ctx, argv[0]))
        return JS_EXCEPTION;
    obj = JS_ToObject(ctx, this_val);
    if (js_get_length64(ctx, &len, obj))
        goto fail;
    if (len < 2) /* V8 reads nothing then */
        return obj;

    memset(&sort, 0, sizeof(sort));
    sort.ctx = ctx;
    sort.method = argv[0];
    if (js_sort_read(ctx, obj, len, &sort.tab, &count, &undefined_count))
        sort.failed = true;
    else
        js_sort_slots(&sort, count);
    if (js_sort_write(ctx, obj, sort.tab, count, sort.failed))
        goto fail;
    for (i = count; undefined_count-- > 0; i++) {
        if (JS_SetPropertyInt64(ctx, obj, i, JS_UNDEFINED) < 0)
            goto fail;
    }
    for (; i < len; i++) {
        if (JS_DeletePropertyInt64(ctx, obj, i, JS_PROP_THROW) < 0)
            goto fail;
    }
    return obj;
fail:
    JS_FreeValue(ctx, obj);
    return JS_EXCEPTION;
}
