/*
 * regexp_replace.c - replace, split and search with a plain RegExp, without a
 * result object for each match.
 */

/* Append what stands for a match: GetSubstitution() without any objects. */
static int js_regexp_substitute(StringBuffer *b, JSString *str, JSString *rp,
                                const JSRegExpCaptures *m)
{
    int len = rp->len, i, j, c, c1, k, k1, start, end, from, to;

    js_regexp_capture(m, str, 0, &start, &end);
    for (i = 0;; i = j) {
        j = string_indexof_char(rp, '$', i);
        if (j < 0 || j + 1 >= len)
            break;
        string_buffer_concat(b, rp, i, j);
        c = string_get(rp, j + 1);
        i = j;
        j += 2;
        if (c == '$') {
            string_buffer_putc8(b, '$');
        } else if (c == '&') {
            string_buffer_concat(b, str, start, end);
        } else if (c == '`') {
            string_buffer_concat(b, str, 0, start);
        } else if (c == '\'') {
            string_buffer_concat(b, str, end, str->len);
        } else {
            k = is_digit(c) ? c - '0' : -1;
            c1 = k >= 0 && j < len ? string_get(rp, j) : 0;
            if (is_digit(c1)) {
                /* two digits if there is such a capture */
                k1 = k * 10 + c1 - '0';
                if (k1 >= 1 && k1 < m->count) {
                    k = k1;
                    j++;
                }
            }
            if (k < 1 || k >= m->count)
                string_buffer_concat(b, rp, i, j);
            else if (js_regexp_capture(m, str, k, &from, &to))
                string_buffer_concat(b, str, from, to);
        }
    }
    return string_buffer_concat(b, rp, i, len);
}

/* The value that the function 'rep' returns for a match, as a string. */
static JSValue js_regexp_call_replace(JSContext *ctx, JSValueConst rep,
                                      JSString *bytecode, JSString *str,
                                      const JSRegExpCaptures *m)
{
    JSValue *args, ret;
    int i, n, start, end;

    args = alloca(sizeof(args[0]) * (m->count + 3));
    js_regexp_capture(m, str, 0, &start, &end);
    ret = JS_EXCEPTION;
    for (n = 0; n < m->count; n++) {
        args[n] = js_regexp_capture_string(ctx, m, str, n);
        if (JS_IsException(args[n]))
            goto done;
    }
    args[n++] = js_int32(start);
    args[n++] = js_dup(JS_MKPTR(JS_TAG_STRING, str));
    args[n] = js_regexp_groups(ctx, bytecode, m, vc(args));
    if (JS_IsException(args[n]))
        goto done;
    if (!JS_IsUndefined(args[n]))
        n++;
    ret = JS_ToStringFree(ctx, JS_Call(ctx, rep, JS_UNDEFINED, n, vc(args)));
done:
    for (i = 0; i < n; i++)
        JS_FreeValue(ctx, args[i]);
    return ret;
}

/* The matches of an expression, found before the first of them is replaced: the
   positions of all captures of each, one after the other. */
typedef struct JSRegExpMatches {
    uint8_t **pos;
    size_t len;
    size_t size;
} JSRegExpMatches;

static int js_regexp_matches_add(JSContext *ctx, JSRegExpMatches *all,
                                 const JSRegExpCaptures *m)
{
    size_t n = 2 * m->count;

    if (all->len + n > all->size) {
        size_t size = all->size + all->size / 2 + 8 * n;
        uint8_t **pos = js_realloc(ctx, all->pos, sizeof(all->pos[0]) * size);
        if (!pos)
            return -1;
        all->pos = pos;
        all->size = size;
    }
    memcpy(all->pos + all->len, m->pos, sizeof(m->pos[0]) * n);
    all->len += n;
    return 0;
}

/* Replace one match: append what is between it and the last one, and what
   stands for it. */
static int js_regexp_replace_one(JSContext *ctx, StringBuffer *b,
                                 JSString *bytecode, JSString *str,
                                 JSValueConst rep, JSString *rp,
                                 const JSRegExpCaptures *m, int *pdone)
{
    JSValue val;
    int start, end;

    js_regexp_capture(m, str, 0, &start, &end);
    if (string_buffer_concat(b, str, *pdone, start))
        return -1;
    *pdone = end;
    if (rp)
        return js_regexp_substitute(b, str, rp, m);
    val = js_regexp_call_replace(ctx, rep, bytecode, str, m);
    if (JS_IsException(val))
        return -1;
    return string_buffer_concat_value_free(b, val);
}

/* Call 'rep' for all matches, which are known. */
static int js_regexp_replace_known(JSContext *ctx, StringBuffer *b,
                                   JSString *bytecode, JSString *str,
                                   JSValueConst rep, const JSRegExpMatches *all,
                                   int count, int *pdone)
{
    JSRegExpCaptures m;
    size_t i;

    m.count = count;
    for (i = 0; i < all->len; i += 2 * count) {
        m.pos = all->pos + i;
        if (js_regexp_replace_one(ctx, b, bytecode, str, rep, NULL, &m, pdone))
            return -1;
    }
    return 0;
}

/* [Symbol.replace]() of a plain expression. 'rp' is the replacement, or NULL if
   'rep' is a function. */
static JSValue js_regexp_replace_plain(JSContext *ctx, JSValueConst rx,
                                       JSString *str, JSValueConst rep,
                                       JSString *rp)
{
    JSString *bytecode = JS_VALUE_GET_OBJ(rx)->u.regexp.bytecode;
    bool global = (lre_get_flags(str8(bytecode)) & LRE_FLAG_GLOBAL) != 0;
    JSValue bytecode_val = js_dup(JS_MKPTR(JS_TAG_STRING, bytecode));
    JSRegExpMatches all = { NULL, 0, 0 };
    StringBuffer b_s, *b = &b_s;
    JSRegExpCaptures m;
    int rc = 0, index = 0, start, end, done = 0;
    bool found = false;

    string_buffer_init(ctx, b, 0);
    if (!global) {
        rc = js_regexp_step(ctx, rx, str, &m);
        if (rc < 0 || (rc == 1 && js_regexp_replace_one(ctx, b, bytecode, str,
                                                        rep, rp, &m, &done)))
            goto fail;
        found = rc == 1;
    } else {
        js_regexp_set_last_index(ctx, rx, 0);
        if (js_regexp_captures_init(ctx, &m, str8(bytecode))) {
            m.pos = m.buf;
            goto fail;
        }
        while (index <= str->len) {
            rc = js_regexp_match(ctx, bytecode, str, index, &m);
            if (rc < 0)
                goto fail;
            if (rc == 0)
                break;
            js_regexp_capture(&m, str, 0, &start, &end);
            if (rp ? js_regexp_replace_one(ctx, b, bytecode, str, rep, rp, &m,
                                           &done)
                   : js_regexp_matches_add(ctx, &all, &m))
                goto fail;
            found = true;
            index = js_regexp_next_index(bytecode, str, start, end);
        }
        if (js_regexp_replace_known(ctx, b, bytecode, str, rep, &all, m.count,
                                    &done))
            goto fail;
    }
    if (found || global)
        js_regexp_captures_free(ctx, &m);
    js_free(ctx, all.pos);
    JS_FreeValue(ctx, bytecode_val);
    if (!found) {
        string_buffer_free(b);
        return js_dup(JS_MKPTR(JS_TAG_STRING, str));
    }
    string_buffer_concat(b, str, done, str->len);
    return string_buffer_end(b);
fail:
    if (global || rc == 1)
        js_regexp_captures_free(ctx, &m);
    js_free(ctx, all.pos);
    JS_FreeValue(ctx, bytecode_val);
    string_buffer_free(b);
    return JS_EXCEPTION;
}

/* [Symbol.search]() of a plain expression: lastIndex would be put back */
static JSValue js_regexp_search_plain(JSContext *ctx, JSValueConst rx,
                                      JSString *str)
{
    JSString *bytecode = JS_VALUE_GET_OBJ(rx)->u.regexp.bytecode;
    JSRegExpCaptures m;
    int rc, start = -1, end;

    if (js_regexp_captures_init(ctx, &m, str8(bytecode)))
        return JS_EXCEPTION;
    rc = js_regexp_match(ctx, bytecode, str, 0, &m);
    if (rc == 1)
        js_regexp_capture(&m, str, 0, &start, &end);
    js_regexp_captures_free(ctx, &m);
    return rc < 0 ? JS_EXCEPTION : js_int32(start);
}

/* Append a piece of 'str', or undefined, to an array that nobody else has. */
static int js_regexp_split_add(JSContext *ctx, JSValue A, JSString *str,
                               int start, int end)
{
    JSValue val = JS_UNDEFINED;

    if (start >= 0) {
        val = js_sub_string(ctx, str, start, end);
        if (JS_IsException(val))
            return -1;
    }
    return add_fast_array_element(ctx, JS_VALUE_GET_OBJ(A), val, 0) < 0 ? -1
                                                                        : 0;
}

/* [Symbol.split]() of a plain expression. No copy with the flag y is tried at
   each index: to look for the next match finds the same. */
static JSValue js_regexp_split_plain(JSContext *ctx, JSValueConst rx,
                                     JSString *str, JSValueConst limit)
{
    JSString *bytecode = JS_VALUE_GET_OBJ(rx)->u.regexp.bytecode;
    int flags = lre_get_flags(str8(bytecode));
    bool unicode = (flags & (LRE_FLAG_UNICODE | LRE_FLAG_UNICODE_SETS)) != 0;
    uint32_t lim = JS_IsUndefined(limit) ? UINT32_MAX : JS_VALUE_GET_INT(limit);
    JSRegExpCaptures m;
    JSObject *arr;
    JSValue A;
    int rc, i, p = 0, q = 0, start, end;

    A = JS_NewArray(ctx);
    if (JS_IsException(A) || lim == 0)
        return A;
    arr = JS_VALUE_GET_OBJ(A);
    if (js_regexp_captures_init(ctx, &m, str8(bytecode))) {
        m.pos = m.buf;
        goto fail;
    }
    if (str->len == 0) {
        rc = js_regexp_match(ctx, bytecode, str, 0, &m);
        if (rc < 0 || (rc == 0 && js_regexp_split_add(ctx, A, str, 0, 0)))
            goto fail;
        goto done;
    }
    while (q < str->len) {
        rc = js_regexp_match(ctx, bytecode, str, q, &m);
        if (rc < 0)
            goto fail;
        if (rc == 0) {
            if (!(flags & LRE_FLAG_STICKY))
                break;
            q = string_advance_index(str, q, unicode);
            continue;
        }
        js_regexp_capture(&m, str, 0, &start, &end);
        q = start;
        if (q >= str->len)
            break;
        if (end == p) {
            q = string_advance_index(str, q, unicode);
            continue;
        }
        if (js_regexp_split_add(ctx, A, str, p, q))
            goto fail;
        if (arr->u.array.count == lim)
            goto done;
        p = q = end;
        for (i = 1; i < m.count; i++) {
            if (!js_regexp_capture(&m, str, i, &start, &end))
                start = -1;
            if (js_regexp_split_add(ctx, A, str, start, end))
                goto fail;
            if (arr->u.array.count == lim)
                goto done;
        }
    }
    if (js_regexp_split_add(ctx, A, str, p, str->len))
        goto fail;
done:
    js_regexp_captures_free(ctx, &m);
    return A;
fail:
    js_regexp_captures_free(ctx, &m);
    JS_FreeValue(ctx, A);
    return JS_EXCEPTION;
}
