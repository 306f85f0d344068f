/*
 * regexp_exec.c - matches. The last one is repeated when somebody asks for
 * RegExp.$1 and the like, so that remembering it costs next to nothing. exec()
 * and test() of a plain RegExp make only what is seen.
 *
 * What must stay true: a RegExp is plain (js_regexp_is_plain) only while exec,
 * flags and lastIndex are the language's own; else each step is asked for, as
 * the specification says.
 */

static void js_regexp_set_string(JSRuntime *rt, JSString **pstr, JSString *str)
{
    JSString *old = *pstr;

    if (str)
        js_dup(JS_MKPTR(JS_TAG_STRING, str));
    *pstr = str;
    if (old)
        JS_FreeValueRT(rt, JS_MKPTR(JS_TAG_STRING, old));
}

static void js_regexp_forget(JSRuntime *rt, JSRegExpMatch *m)
{
    js_regexp_set_string(rt, &m->bytecode, NULL);
    js_regexp_set_string(rt, &m->subject, NULL);
    js_regexp_set_string(rt, &m->input, NULL);
}

/* 'bytecode' was found in 'str', looked for from last_index on */
static inline void js_regexp_note(JSContext *ctx, JSString *bytecode,
                                  JSString *str, int last_index)
{
    JSRegExpMatch *m = &ctx->last_match;

    if (m->bytecode != bytecode)
        js_regexp_set_string(ctx->rt, &m->bytecode, bytecode);
    if (m->subject != str)
        js_regexp_set_string(ctx->rt, &m->subject, str);
    if (unlikely(m->input))
        js_regexp_set_string(ctx->rt, &m->input, NULL);
    m->last_index = last_index;
}

/* the part of the last match that is asked for, from the positions of all */
static JSValue js_regexp_last_part(JSContext *ctx, uint8_t **capture, int count,
                                   int magic)
{
    JSString *str = ctx->last_match.subject;
    int shift = str->is_wide_char;
    const uint8_t *buf = str8(str), *start, *end;

    switch (magic) {
    case JS_LAST_LEFT:
        start = buf;
        end = capture[0];
        break;
    case JS_LAST_RIGHT:
        start = capture[1];
        end = buf + ((size_t)str->len << shift);
        break;
    default:
        if (magic == JS_LAST_MATCH)
            magic = 0;
        else if (magic == JS_LAST_PAREN)
            magic = count > 1 ? count - 1 : count;
        if (magic >= count || !capture[2 * magic] || !capture[2 * magic + 1])
            return js_empty_string(ctx->rt);
        start = capture[2 * magic];
        end = capture[2 * magic + 1];
        break;
    }
    return js_sub_string(ctx, str, (start - buf) >> shift,
                         (end - buf) >> shift);
}

/* RegExp.$1, RegExp.lastMatch and the like */
static JSValue js_regexp_get_last(JSContext *ctx, JSValueConst this_val,
                                  int magic)
{
    JSRegExpMatch *m = &ctx->last_match;
    uint8_t *bytecode, **capture;
    JSValue ret = JS_EXCEPTION;
    int rc;

    if (!m->bytecode)
        return js_empty_string(ctx->rt);
    bytecode = str8(m->bytecode);
    capture = js_malloc(ctx, sizeof(capture[0]) *
                                 max_int(1, lre_get_alloc_count(bytecode)));
    if (!capture)
        return JS_EXCEPTION;
    rc = lre_exec(capture, bytecode, str8(m->subject), m->last_index,
                  m->subject->len, m->subject->is_wide_char, ctx);
    if (rc == 1)
        ret = js_regexp_last_part(ctx, capture, lre_get_capture_count(bytecode),
                                  magic);
    else if (rc == LRE_RET_TIMEOUT)
        ; /* the stop is pending */
    else
        JS_ThrowOutOfMemory(ctx);
    js_free(ctx, capture);
    return ret;
}

/* assignments are ignored */
static JSValue js_regexp_set_last(JSContext *ctx, JSValueConst this_val,
                                  JSValueConst val, int magic)
{
    return JS_UNDEFINED;
}

static JSValue js_regexp_get_input(JSContext *ctx, JSValueConst this_val)
{
    JSString *str = ctx->last_match.input;

    if (!str)
        str = ctx->last_match.subject;
    if (!str)
        return js_empty_string(ctx->rt);
    return js_dup(JS_MKPTR(JS_TAG_STRING, str));
}

static JSValue js_regexp_set_input(JSContext *ctx, JSValueConst this_val,
                                   JSValueConst val)
{
    JSValue str = JS_ToString(ctx, val);

    if (JS_IsException(str))
        return JS_EXCEPTION;
    js_regexp_set_string(ctx->rt, &ctx->last_match.input,
                         JS_VALUE_GET_STRING(str));
    JS_FreeValue(ctx, str);
    return JS_UNDEFINED;
}

/* The positions that a match writes, and the registers it needs: on the stack
   unless the expression is a large one. */
typedef struct JSRegExpCaptures {
    uint8_t **pos;
    int count;
    uint8_t *buf[48];
} JSRegExpCaptures;

static int js_regexp_captures_init(JSContext *ctx, JSRegExpCaptures *m,
                                   const uint8_t *bytecode)
{
    int n = lre_get_alloc_count(bytecode);

    m->count = lre_get_capture_count(bytecode);
    m->pos = m->buf;
    if (n > countof(m->buf)) {
        m->pos = js_malloc(ctx, sizeof(m->pos[0]) * n);
        if (!m->pos)
            return -1;
    }
    return 0;
}

static void js_regexp_captures_free(JSContext *ctx, JSRegExpCaptures *m)
{
    if (m->pos != m->buf)
        js_free(ctx, m->pos);
}

/* where capture 'i' starts and ends; false if it took no part in the match */
static bool js_regexp_capture(const JSRegExpCaptures *m, JSString *str, int i,
                              int *pstart, int *pend)
{
    uint8_t *start = m->pos[2 * i], *end = m->pos[2 * i + 1], *buf = str8(str);

    if (!start || !end)
        return false;
    *pstart = (start - buf) >> str->is_wide_char;
    *pend = (end - buf) >> str->is_wide_char;
    return true;
}

static JSValue js_regexp_capture_string(JSContext *ctx,
                                        const JSRegExpCaptures *m,
                                        JSString *str, int i)
{
    int start, end;

    if (!js_regexp_capture(m, str, i, &start, &end))
        return JS_UNDEFINED;
    return js_sub_string(ctx, str, start, end);
}

/* All matches are found here. Return 1 if there is one from 'index' on, 0 if
   there is none, -1 if an exception was thrown. */
static int js_regexp_match(JSContext *ctx, JSString *bytecode, JSString *str,
                           int index, JSRegExpCaptures *m)
{
    int rc = lre_exec(m->pos, str8(bytecode), str8(str), index, str->len,
                      str->is_wide_char, ctx);

    if (js_poll_work(ctx, 80))
        return -1;
    switch (rc) {
    case 1:
        js_regexp_note(ctx, bytecode, str, index);
        return 1;
    case 0:
        return 0;
    case LRE_RET_TIMEOUT: /* the stop is pending */
        break;
    case LRE_RET_MEMORY_ERROR:
        JS_ThrowInternalError(ctx, "out of memory in regexp execution");
        break;
    case LRE_RET_BYTECODE_ERROR:
        JS_ThrowInternalError(ctx, "corrupted bytecode in regexp execution");
        break;
    default:
        abort();
    }
    return -1;
}

/* lastIndex is the first property of every RegExp, and never an accessor */
static int js_regexp_get_last_index(JSContext *ctx, JSValueConst obj,
                                    int64_t *pindex)
{
    JSValue val = JS_VALUE_GET_OBJ(obj)->prop[0].u.value;

    if (likely(JS_VALUE_GET_TAG(val) == JS_TAG_INT)) {
        *pindex = max_int(JS_VALUE_GET_INT(val), 0);
        return 0;
    }
    return JS_ToLengthFree(ctx, pindex, js_dup(val));
}

static int js_regexp_set_last_index(JSContext *ctx, JSValueConst obj, int index)
{
    JSObject *p = JS_VALUE_GET_OBJ(obj);

    if (likely((get_shape_prop(p->shape)->flags & JS_PROP_WRITABLE) &&
               JS_VALUE_GET_TAG(p->prop[0].u.value) == JS_TAG_INT)) {
        p->prop[0].u.value = js_int32(index);
        return 0;
    }
    return JS_SetProperty(ctx, obj, JS_ATOM_lastIndex, js_int32(index)) < 0 ? -1
                                                                            : 0;
}

/* RegExpBuiltinExec() up to the result: 1 if there is a match, 0 if there is
   none, -1 if an exception was thrown. 'm' is to be freed in the first case. */
static int js_regexp_step(JSContext *ctx, JSValueConst this_val, JSString *str,
                          JSRegExpCaptures *m)
{
    JSRegExp *re = &JS_VALUE_GET_OBJ(this_val)->u.regexp;
    JSString *bytecode;
    int64_t last_index;
    bool has_index;
    int rc;

    if (js_regexp_get_last_index(ctx, this_val, &last_index))
        return -1;
    bytecode = re->bytecode;
    has_index = (lre_get_flags(str8(bytecode)) &
                 (LRE_FLAG_GLOBAL | LRE_FLAG_STICKY)) != 0;
    if (!has_index)
        last_index = 0;
    if (last_index > str->len)
        return js_regexp_set_last_index(ctx, this_val, 0);
    if (js_regexp_captures_init(ctx, m, str8(bytecode)))
        return -1;
    rc = js_regexp_match(ctx, bytecode, str, last_index, m);
    if (rc >= 0 && has_index) {
        int start, end = 0;
        if (rc == 1)
            js_regexp_capture(m, str, 0, &start, &end);
        if (js_regexp_set_last_index(ctx, this_val, end))
            rc = -1;
    }
    if (rc != 1)
        js_regexp_captures_free(ctx, m);
    return rc;
}

/* the array [ start, end ] of a capture, or undefined */
static JSValue js_regexp_indices(JSContext *ctx, const JSRegExpCaptures *m,
                                 JSString *str, int i)
{
    JSValueConst tab[2];
    int start, end;

    if (!js_regexp_capture(m, str, i, &start, &end))
        return JS_UNDEFINED;
    tab[0] = js_int32(start);
    tab[1] = js_int32(end);
    return js_create_array(ctx, 2, tab);
}

/* The object with the named captures: of values[], which are those of all
   captures, their strings or their indices. */
static JSValue js_regexp_groups(JSContext *ctx, JSString *bytecode,
                                const JSRegExpCaptures *m, JSValueConst *values)
{
    const char *name = lre_get_groupnames(str8(bytecode));
    JSValue groups;
    JSProperty *pr;
    JSObject *p;
    JSAtom atom;
    int i;

    if (!name)
        return JS_UNDEFINED;
    groups = JS_NewObjectProto(ctx, JS_NULL);
    if (JS_IsException(groups))
        return groups;
    for (i = 1; i < m->count; i++) {
        const char *group_name = name;
        name += strlen(name) + LRE_GROUP_NAME_TRAILER_LEN;
        if (*group_name == '\0')
            continue;
        atom = JS_NewAtom(ctx, group_name);
        if (atom == JS_ATOM_NULL)
            goto fail;
        p = JS_VALUE_GET_OBJ(groups);
        if (!find_own_property(&pr, p, atom)) {
            pr = add_property(ctx, p, atom, JS_PROP_C_W_E);
            if (pr)
                pr->u.value = js_dup(values[i]);
        } else if (m->pos[2 * i] && m->pos[2 * i + 1]) {
            /* of groups of one name, the one that took part in the match counts
             */
            set_value(ctx, &pr->u.value, js_dup(values[i]));
        }
        JS_FreeAtom(ctx, atom);
        if (!pr)
            goto fail;
    }
    return groups;
fail:
    JS_FreeValue(ctx, groups);
    return JS_EXCEPTION;
}

/* the property 'indices' of a result */
static JSValue js_regexp_all_indices(JSContext *ctx, JSString *bytecode,
                                     const JSRegExpCaptures *m, JSString *str)
{
    JSValue indices, val;
    int i;

    indices = JS_NewArray(ctx);
    if (JS_IsException(indices))
        return indices;
    for (i = 0; i < m->count; i++) {
        val = js_regexp_indices(ctx, m, str, i);
        if (JS_IsException(val) ||
            add_fast_array_element(ctx, JS_VALUE_GET_OBJ(indices), val, 0) < 0)
            goto fail;
    }
    val = js_regexp_groups(ctx, bytecode, m,
                           vc(JS_VALUE_GET_OBJ(indices)->u.array.u.values));
    if (JS_IsException(val) ||
        JS_DefinePropertyValue(ctx, indices, JS_ATOM_groups, val,
                               JS_PROP_C_W_E | JS_PROP_THROW) < 0)
        goto fail;
    return indices;
fail:
    JS_FreeValue(ctx, indices);
    return JS_EXCEPTION;
}

/* the array that exec() returns for a match */
static JSValue js_regexp_result(JSContext *ctx, JSString *bytecode,
                                const JSRegExpCaptures *m, JSString *str)
{
    JSValue obj, val;
    JSProperty props[4]; // length, index, input, groups, in that order
    JSObject *p;
    int i, start, end;

    js_regexp_capture(m, str, 0, &start, &end);
    props[0].u.value = js_int32(m->count);
    props[1].u.value = js_int32(start);
    props[2].u.value = js_dup(JS_MKPTR(JS_TAG_STRING, str));
    props[3].u.value = JS_UNDEFINED;
    obj = JS_NewObjectFromShape(ctx, js_dup_shape(ctx->regexp_result_shape),
                                JS_CLASS_ARRAY, props);
    if (JS_IsException(obj))
        return obj;
    p = JS_VALUE_GET_OBJ(obj);
    if (expand_fast_array(ctx, p, m->count))
        goto fail;
    for (i = 0; i < m->count; i++) {
        val = js_regexp_capture_string(ctx, m, str, i);
        if (JS_IsException(val))
            goto fail;
        p->u.array.u.values[i] = val;
        p->u.array.count = i + 1;
    }
    val = js_regexp_groups(ctx, bytecode, m, vc(p->u.array.u.values));
    if (JS_IsException(val))
        goto fail;
    p->prop[3].u.value = val;
    if (lre_get_flags(str8(bytecode)) & LRE_FLAG_INDICES) {
        val = js_regexp_all_indices(ctx, bytecode, m, str);
        if (JS_IsException(val) ||
            JS_DefinePropertyValue(ctx, obj, JS_ATOM_indices, val,
                                   JS_PROP_C_W_E | JS_PROP_THROW) < 0)
            goto fail;
    }
    return obj;
fail:
    JS_FreeValue(ctx, obj);
    return JS_EXCEPTION;
}

static JSValue js_regexp_exec(JSContext *ctx, JSValueConst this_val, int argc,
                              JSValueConst *argv)
{
    JSRegExpCaptures m;
    JSValue str, ret;
    int rc;

    if (!js_get_regexp(ctx, this_val, true))
        return JS_EXCEPTION;
    str = JS_ToString(ctx, argv[0]);
    if (JS_IsException(str))
        return JS_EXCEPTION;
    rc = js_regexp_step(ctx, this_val, JS_VALUE_GET_STRING(str), &m);
    if (rc == 1) {
        ret =
            js_regexp_result(ctx, JS_VALUE_GET_OBJ(this_val)->u.regexp.bytecode,
                             &m, JS_VALUE_GET_STRING(str));
        js_regexp_captures_free(ctx, &m);
    } else {
        ret = rc < 0 ? JS_EXCEPTION : JS_NULL;
    }
    JS_FreeValue(ctx, str);
    return ret;
}

/* is the getter of 'name' the one that RegExp.prototype had at first? */
static bool js_regexp_has_getter(JSObject *proto, JSAtom name,
                                 JSCFunctionType get, int magic)
{
    JSShapeProperty *prs;
    JSProperty *pr;
    JSObject *f;

    prs = find_own_property(&pr, proto, name);
    if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_GETSET)
        return false;
    f = pr->u.getset.getter;
    return f && f->class_id == JS_CLASS_C_FUNCTION &&
           f->u.cfunc.magic == magic &&
           f->u.cfunc.c_function.generic == get.generic;
}

/* Is what a method of RegExp.prototype asks of 'rx' known, so that nobody sees
   whether it asks? Then it has no properties of its own but lastIndex, an
   integer that can be written, and exec() and the flags are those of the
   engine. */
static bool js_regexp_is_plain(JSContext *ctx, JSValueConst rx)
{
    static const struct {
        JSAtom name;
        int magic;
    } tab[] = {
        { JS_ATOM_hasIndices, LRE_FLAG_INDICES },
        { JS_ATOM_global, LRE_FLAG_GLOBAL },
        { JS_ATOM_ignoreCase, LRE_FLAG_IGNORECASE },
        { JS_ATOM_multiline, LRE_FLAG_MULTILINE },
        { JS_ATOM_dotAll, LRE_FLAG_DOTALL },
        { JS_ATOM_unicode, LRE_FLAG_UNICODE },
        { JS_ATOM_unicodeSets, LRE_FLAG_UNICODE_SETS },
        { JS_ATOM_sticky, LRE_FLAG_STICKY },
    };
    JSCFunctionType get;
    JSShapeProperty *prs;
    JSProperty *pr;
    JSObject *p, *proto;
    int i;

    if (JS_VALUE_GET_TAG(rx) != JS_TAG_OBJECT)
        return false;
    p = JS_VALUE_GET_OBJ(rx);
    proto = JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_REGEXP]);
    if (p->class_id != JS_CLASS_REGEXP || p->shape->proto != proto ||
        p->shape->prop_count != 1 ||
        !(get_shape_prop(p->shape)->flags & JS_PROP_WRITABLE) ||
        JS_VALUE_GET_TAG(p->prop[0].u.value) != JS_TAG_INT)
        return false;
    prs = find_own_property(&pr, proto, JS_ATOM_exec);
    if (!prs || ((prs->flags & JS_PROP_TMASK) != JS_PROP_AUTOINIT &&
                 ((prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL ||
                  !JS_IsCFunction(ctx, pr->u.value, js_regexp_exec, 0))))
        return false;
    get.getter = js_regexp_get_flags;
    if (!js_regexp_has_getter(proto, JS_ATOM_flags, get, 0))
        return false;
    get.getter_magic = js_regexp_get_flag;
    for (i = 0; i < countof(tab); i++) {
        if (!js_regexp_has_getter(proto, tab[i].name, get, tab[i].magic))
            return false;
    }
    return true;
}

/* Is a copy that a method makes of a plain 'rx' one of the engine's own? */
static bool js_regexp_has_species(JSContext *ctx)
{
    JSObject *proto = JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_REGEXP]);
    JSCFunctionType get;
    JSShapeProperty *prs;
    JSProperty *pr;

    prs = find_own_property(&pr, proto, JS_ATOM_constructor);
    if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL ||
        !js_same_value(ctx, pr->u.value, ctx->regexp_ctor))
        return false;
    get.getter = js_get_this;
    return js_regexp_has_getter(JS_VALUE_GET_OBJ(ctx->regexp_ctor),
                                JS_ATOM_Symbol_species, get, 0);
}

/* RegExpExec() with the method 'exec' of 'r', which it frees */
static JSValue js_regexp_call_exec(JSContext *ctx, JSValue method,
                                   JSValueConst r, JSValueConst s)
{
    JSValue ret;

    if (JS_IsFunction(ctx, method) &&
        !(JS_IsCFunction(ctx, method, js_regexp_exec, 0) &&
          js_get_regexp(ctx, r, false))) {
        ret = JS_CallFree(ctx, method, r, 1, &s);
        if (JS_IsException(ret))
            return ret;
        if (!JS_IsObject(ret) && !JS_IsNull(ret)) {
            JS_FreeValue(ctx, ret);
            return JS_ThrowTypeError(
                ctx, "RegExp exec method must return an object or null");
        }
        return ret;
    }
    JS_FreeValue(ctx, method);
    return js_regexp_exec(ctx, r, 1, &s);
}

static JSValue JS_RegExpExec(JSContext *ctx, JSValueConst r, JSValueConst s)
{
    JSValue method;

    method = JS_GetProperty(ctx, r, JS_ATOM_exec);
    if (JS_IsException(method))
        return method;
    return js_regexp_call_exec(ctx, method, r, s);
}

static JSValue js_regexp_test(JSContext *ctx, JSValueConst this_val, int argc,
                              JSValueConst *argv)
{
    JSRegExpCaptures m;
    JSValue str, method, val;
    int rc;

    if (!js_get_regexp(ctx, this_val, false)) {
        val = JS_RegExpExec(ctx, this_val, argv[0]);
        goto done;
    }
    str = JS_ToString(ctx, argv[0]);
    if (JS_IsException(str))
        return str;
    method = JS_GetProperty(ctx, this_val, JS_ATOM_exec);
    if (JS_IsCFunction(ctx, method, js_regexp_exec, 0)) {
        /* nobody sees the result */
        JS_FreeValue(ctx, method);
        rc = js_regexp_step(ctx, this_val, JS_VALUE_GET_STRING(str), &m);
        if (rc == 1)
            js_regexp_captures_free(ctx, &m);
        val = rc < 0 ? JS_EXCEPTION : rc ? JS_TRUE : JS_NULL;
    } else if (JS_IsException(method)) {
        val = method;
    } else {
        val = js_regexp_call_exec(ctx, method, this_val, str);
    }
    JS_FreeValue(ctx, str);
done:
    if (JS_IsException(val))
        return val;
    rc = !JS_IsNull(val);
    JS_FreeValue(ctx, val);
    return js_bool(rc);
}

/* the index from which to look for the next match of all */
static int js_regexp_next_index(JSString *bytecode, JSString *str, int start,
                                int end)
{
    if (end > start)
        return end;
    return string_advance_index(str, end,
                                (lre_get_flags(str8(bytecode)) &
                                 (LRE_FLAG_UNICODE | LRE_FLAG_UNICODE_SETS)) !=
                                    0);
}

/* [Symbol.match]() of a plain expression with the flag g */
static JSValue js_regexp_match_all(JSContext *ctx, JSValueConst rx,
                                   JSString *str)
{
    JSString *bytecode = JS_VALUE_GET_OBJ(rx)->u.regexp.bytecode;
    JSValue A = JS_NULL, val;
    JSRegExpCaptures m;
    int rc, index = 0, start = 0, end = 0;

    js_regexp_set_last_index(ctx, rx, 0);
    if (js_regexp_captures_init(ctx, &m, str8(bytecode)))
        return JS_EXCEPTION;
    while (index <= str->len) {
        rc = js_regexp_match(ctx, bytecode, str, index, &m);
        if (rc < 0)
            goto fail;
        if (rc == 0)
            break;
        js_regexp_capture(&m, str, 0, &start, &end);
        if (JS_IsNull(A)) {
            A = JS_NewArray(ctx);
            if (JS_IsException(A))
                goto fail;
        }
        val = js_sub_string(ctx, str, start, end);
        if (JS_IsException(val) ||
            add_fast_array_element(ctx, JS_VALUE_GET_OBJ(A), val, 0) < 0)
            goto fail;
        index = js_regexp_next_index(bytecode, str, start, end);
    }
    js_regexp_captures_free(ctx, &m);
    return A;
fail:
    js_regexp_captures_free(ctx, &m);
    JS_FreeValue(ctx, A);
    return JS_EXCEPTION;
}
