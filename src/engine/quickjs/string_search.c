/*
 * string_search.c - indexOf, lastIndexOf, includes: a short pattern by
 * memchr(), a long one by the two-way algorithm, in linear time and without
 * memory of its own.
 */

/* are 'len' units of p1 from x1 on those of p2 from x2 on? */
static bool string_equal_at(JSString *p1, JSString *p2, int x1, int x2, int len)
{
    int i;

    if (p1->is_wide_char == p2->is_wide_char) {
        int shift = p1->is_wide_char;
        return !memcmp(str8(p1) + (x1 << shift), str8(p2) + (x2 << shift),
                       (size_t)len << shift);
    }
    for (i = 0; i < len; i++) {
        if (string_get(p1, x1 + i) != string_get(p2, x2 + i))
            return false;
    }
    return true;
}

static int string_indexof_char(JSString *p, int c, int from)
{
    /* assuming 0 <= from <= p->len */
    int len = p->len;

    if (from >= len)
        return -1;
    if (p->is_wide_char) {
        const uint16_t *found = js__memchr16(str16(p) + from, c, len - from);
        if (found)
            return found - str16(p);
    } else if ((c & ~0xff) == 0) {
        const uint8_t *found = memchr(str8(p) + from, c, len - from);
        if (found)
            return found - str8(p);
    }
    return -1;
}

/* What is looked for, and where. Forwards a unit of either is counted from its
   start, backwards from its end, so that one search serves both. 'rev' and the
   two widths are constants wherever the functions below are used. */
typedef struct {
    JSContext *ctx;
    const void *text;
    const void *word;
    int text_len;
    int word_len;
} JSStringSearch;

static force_inline int search_text(const JSStringSearch *s, int i, bool wide,
                                    bool rev)
{
    if (rev)
        i = s->text_len - 1 - i;
    return wide ? ((const uint16_t *)s->text)[i]
                : ((const uint8_t *)s->text)[i];
}

static force_inline int search_word(const JSStringSearch *s, int i, bool wide,
                                    bool rev)
{
    if (rev)
        i = s->word_len - 1 - i;
    return wide ? ((const uint16_t *)s->word)[i]
                : ((const uint8_t *)s->word)[i];
}

/* The start of the greatest suffix of the word, by the order of its units or by
   the opposite one, and the period of that suffix. */
static force_inline int search_suffix(const JSStringSearch *s, int *pperiod,
                                      bool opposite, bool wide, bool rev)
{
    int start = 0, next = 1, k = 0, period = 1, a, b;

    while (next + k < s->word_len && !js_poll_work(s->ctx, 2)) {
        a = search_word(s, next + k, wide, rev);
        b = search_word(s, start + k, wide, rev);
        if (a == b) {
            if (++k == period) {
                next += period;
                k = 0;
            }
        } else if ((a < b) != opposite) {
            next += k + 1;
            k = 0;
            period = next - start;
        } else {
            start = next++;
            k = 0;
            period = 1;
        }
    }
    *pperiod = period;
    return start;
}

/* The two-way search of Crochemore and Perrin: linear, and without memory.
   From 'at' on; -1 if there is none. */
static force_inline int search_two_way(const JSStringSearch *s, int at,
                                       bool text_wide, bool word_wide, bool rev)
{
    int cut, cut1, period, period1, known = 0, i, m = s->word_len;
    bool periodic;

    cut = search_suffix(s, &period, false, word_wide, rev);
    cut1 = search_suffix(s, &period1, true, word_wide, rev);
    if (cut1 > cut) {
        cut = cut1;
        period = period1;
    }
    /* is the part before the cut repeated one period later? */
    for (i = 0; i < cut && i + period < m; i++) {
        if (search_word(s, i, word_wide, rev) !=
            search_word(s, i + period, word_wide, rev))
            break;
    }
    periodic = i == cut;
    if (!periodic)
        period = max_int(cut, m - cut) + 1;

    while (at + m <= s->text_len) {
        for (i = max_int(cut, known); i < m; i++) {
            if (search_word(s, i, word_wide, rev) !=
                search_text(s, at + i, text_wide, rev))
                break;
        }
        if (js_poll_work(s->ctx, i - cut + 2))
            break;
        if (i < m) {
            at += i - cut + 1;
            known = 0;
            continue;
        }
        for (i = cut; i > known; i--) {
            if (search_word(s, i - 1, word_wide, rev) !=
                search_text(s, at + i - 1, text_wide, rev))
                break;
        }
        if (i <= known)
            return at;
        at += period;
        /* what is left of a periodic word need not be compared again */
        known = periodic ? m - period : 0;
    }
    return -1;
}

static no_inline int search_linear(const JSStringSearch *s, int at,
                                   bool text_wide, bool word_wide, bool rev)
{
    if (text_wide && word_wide)
        return search_two_way(s, at, true, true, rev);
    if (text_wide)
        return search_two_way(s, at, true, false, rev);
    if (word_wide)
        return search_two_way(s, at, false, true, rev);
    return search_two_way(s, at, false, false, rev);
}

/* a word with a unit above 255 is in no narrow text */
static bool string_may_be_in(JSString *text, JSString *word)
{
    uint32_t i;

    if (text->is_wide_char || !word->is_wide_char)
        return true;
    for (i = 0; i < word->len; i++) {
        if (str16(word)[i] > 0xff)
            return false;
    }
    return true;
}

/* The first place of p2 in p1 from 'from' on. The first unit is left to
   memchr(); once that has found too many wrong places, which is rare, the
   search goes on in a way that is linear in any case. It is left early if a
   stop is pending, and then nobody gets what was found. */
static int string_indexof(JSContext *ctx, JSString *p1, JSString *p2, int from)
{
    /* assuming 0 <= from <= p1->len */
    int c, i, j, len1 = p1->len, len2 = p2->len;
    int64_t work = 0;
    JSStringSearch s;

    if (len2 == 0)
        return from;
    if (from + len2 > len1 || !string_may_be_in(p1, p2))
        return -1;
    for (i = from, c = string_get(p2, 0); i + len2 <= len1; i = j + 1) {
        j = string_indexof_char(p1, c, i);
        if (j < 0 || j + len2 > len1 || js_poll_work(ctx, 8))
            break;
        if (len2 == 1)
            return j;
        if (string_get(p1, j + 1) != string_get(p2, 1))
            continue;
        i = min_int(len2, 16);
        if (!string_equal_at(p1, p2, j, 0, i)) {
            work += i;
        } else {
            if (string_equal_at(p1, p2, j + i, i, len2 - i))
                return j;
            work += len2;
        }
        if (work > 4 * (int64_t)(j - from) + 256) {
            s.ctx = ctx;
            s.text = str8(p1);
            s.word = str8(p2);
            s.text_len = len1;
            s.word_len = len2;
            return search_linear(&s, j + 1, p1->is_wide_char, p2->is_wide_char,
                                 false);
        }
    }
    return -1;
}

/* the last place of p2 in p1 that is not after 'from' */
static int string_lastindexof(JSContext *ctx, JSString *p1, JSString *p2,
                              int from)
{
    /* assuming 0 <= from <= p1->len - p2->len */
    int c, i, len2 = p2->len;
    int64_t work = 0;
    JSStringSearch s;

    if (len2 == 0)
        return from;
    if (!string_may_be_in(p1, p2))
        return -1;
    c = string_get(p2, 0);
    for (i = from; i >= 0; i--) {
        if (p1->is_wide_char) {
            const uint16_t *text = str16(p1);
            while (text[i] != c) {
                if (--i < 0 || (i % JS_STRING_PART == 0 &&
                                js_poll_work(ctx, JS_STRING_PART / 2)))
                    return -1;
            }
        } else {
            const uint8_t *found = memrchr(str8(p1), c, i + 1);
            if (!found)
                return -1;
            i = found - str8(p1);
        }
        work += len2;
        if (string_equal_at(p1, p2, i + 1, 1, len2 - 1))
            return i;
        if (js_poll_work(ctx, 8))
            return -1;
        if (work > 4 * (int64_t)(from - i) + 256) {
            s.ctx = ctx;
            s.text = str8(p1);
            s.word = str8(p2);
            s.text_len = i - 1 + len2;
            s.word_len = len2;
            i = search_linear(&s, 0, p1->is_wide_char, p2->is_wide_char, true);
            return i < 0 ? -1 : s.text_len - len2 - i;
        }
    }
    return -1;
}

static JSValue js_string_indexOf(JSContext *ctx, JSValueConst this_val,
                                 int argc, JSValueConst *argv, int lastIndexOf)
{
    JSValue str, v;
    int len, v_len, pos, ret;
    JSString *p;
    JSString *p1;

    str = JS_ToStringCheckObject(ctx, this_val);
    if (JS_IsException(str))
        return str;
    v = JS_ToString(ctx, argv[0]);
    if (JS_IsException(v))
        goto fail;
    p = JS_VALUE_GET_STRING(str);
    p1 = JS_VALUE_GET_STRING(v);
    len = p->len;
    v_len = p1->len;
    if (lastIndexOf) {
        pos = len - v_len;
        if (argc > 1) {
            double d;
            if (JS_ToFloat64(ctx, &d, argv[1]))
                goto fail;
            if (!isnan(d)) {
                if (d <= 0)
                    pos = 0;
                else if (d < pos)
                    pos = d;
            }
        }
        ret = len >= v_len ? string_lastindexof(ctx, p, p1, pos) : -1;
    } else {
        pos = 0;
        if (argc > 1) {
            if (JS_ToInt32Clamp(ctx, &pos, argv[1], 0, len, 0))
                goto fail;
        }
        ret = string_indexof(ctx, p, p1, pos);
    }
    JS_FreeValue(ctx, str);
    JS_FreeValue(ctx, v);
    return js_int32(ret);

fail:
    JS_FreeValue(ctx, str);
    JS_FreeValue(ctx, v);
    return JS_EXCEPTION;
}

static JSValue js_string_includes(JSContext *ctx, JSValueConst this_val,
                                  int argc, JSValueConst *argv, int magic)
{
    JSValue str, v = JS_UNDEFINED;
    int len, v_len, pos, ret;
    JSString *p;
    JSString *p1;

    str = JS_ToStringCheckObject(ctx, this_val);
    if (JS_IsException(str))
        return str;
    ret = js_is_regexp(ctx, argv[0]);
    if (ret) {
        if (ret > 0)
            JS_ThrowTypeError(ctx,
                              "First argument to String.prototype.%s must not "
                              "be a regular expression",
                              magic == 0   ? "includes"
                              : magic == 1 ? "startsWith"
                                           : "endsWith");
        goto fail;
    }
    v = JS_ToString(ctx, argv[0]);
    if (JS_IsException(v))
        goto fail;
    p = JS_VALUE_GET_STRING(str);
    p1 = JS_VALUE_GET_STRING(v);
    len = p->len;
    v_len = p1->len;
    pos = (magic == 2) ? len : 0;
    if (argc > 1 && !JS_IsUndefined(argv[1])) {
        if (JS_ToInt32Clamp(ctx, &pos, argv[1], 0, len, 0))
            goto fail;
    }
    if (magic == 0) {
        ret = string_indexof(ctx, p, p1, pos) >= 0;
    } else {
        if (magic == 2)
            pos -= v_len;
        ret = pos >= 0 && pos <= len - v_len &&
              string_equal_at(p, p1, pos, 0, v_len);
    }
    JS_FreeValue(ctx, str);
    JS_FreeValue(ctx, v);
    return js_bool(ret);

fail:
    JS_FreeValue(ctx, str);
    JS_FreeValue(ctx, v);
    return JS_EXCEPTION;
}

static JSValue js_string_match(JSContext *ctx, JSValueConst this_val, int argc,
                               JSValueConst *argv, int atom)
{
    // match(rx), search(rx), matchAll(rx)
    // atom is JS_ATOM_Symbol_match, JS_ATOM_Symbol_search, or
    // JS_ATOM_Symbol_matchAll
    JSValueConst O = this_val, regexp = argv[0], args[2];
    JSValue matcher, S, rx, result, str, pattern;
    int args_len;

    if (JS_IsUndefined(O) || JS_IsNull(O))
        return js_throw_no_string(ctx);

    if (JS_IsObject(regexp)) {
        if (atom == JS_ATOM_Symbol_matchAll &&
            check_regexp_g_flag(ctx, regexp) < 0)
            return JS_EXCEPTION;
        matcher = JS_GetProperty(ctx, regexp, atom);
        if (JS_IsException(matcher))
            return JS_EXCEPTION;
        if (!JS_IsUndefined(matcher) && !JS_IsNull(matcher)) {
            return JS_CallFree(ctx, matcher, regexp, 1, &O);
        }
    }
    S = JS_ToString(ctx, O);
    if (JS_IsException(S))
        return JS_EXCEPTION;
    args_len = 1;
    /* as text: what is no regular expression is not asked whether it is one */
    pattern = JS_IsUndefined(regexp) ? JS_UNDEFINED : JS_ToString(ctx, regexp);
    if (JS_IsException(pattern))
        goto fail;
    args[0] = pattern;
    str = JS_UNDEFINED;
    if (atom == JS_ATOM_Symbol_matchAll) {
        str = js_new_string8(ctx, "g");
        if (JS_IsException(str)) {
            JS_FreeValue(ctx, pattern);
            goto fail;
        }
        args[args_len++] = str;
    }
    rx = JS_CallConstructor(ctx, ctx->regexp_ctor, args_len, args);
    JS_FreeValue(ctx, pattern);
    JS_FreeValue(ctx, str);
    if (JS_IsException(rx)) {
    fail:
        JS_FreeValue(ctx, S);
        return JS_EXCEPTION;
    }
    result = JS_InvokeFree(ctx, rx, atom, 1, vc(&S));
    JS_FreeValue(ctx, S);
    return result;
}
