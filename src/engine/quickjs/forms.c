/*
 * forms.c - a build of the engine in which values have forms that they rarely
 * have, so that a test can show that a program cannot tell. -DJS_FORMS compiles
 * it in (test/forms), and ORRERY_FORMS in the environment has the letters of
 * the forms:
 *
 *      r   strings are ropes: of each concatenation, and of each string of two
 *          characters or more that a native function is given or returns
 *      w   strings are wide, also if all their characters are narrow
 *      a   arrays are not fast: literals, and what native functions are given
 *          and return, in code that is not of lib/, whose lists C reads
 *      p   no promise is spared, see js_call_async(); so it is in the others
 *
 *      "ab" + "cd"        r: rope("ab", "cd")      w: 0061 0062 0063 0064
 *      m.get("key")       r: m.get(rope("k", "ey"))
 *      [1, 2].map(f)      a: the elements are properties
 *
 * What must stay true: js_has_forms() is the constant false in the usual build,
 * so that no hook costs anything there.
 */
#ifdef JS_FORMS

enum { JS_FORM_ROPE = 1, JS_FORM_WIDE = 2, JS_FORM_SLOW = 4 };

static int js_forms;

__attribute__((constructor)) static void js_read_forms(void)
{
    const char *s = getenv("ORRERY_FORMS");

    for (; s && *s; s++)
        js_forms |= *s == 'r'   ? JS_FORM_ROPE
                    : *s == 'w' ? JS_FORM_WIDE
                    : *s == 'a' ? JS_FORM_SLOW
                                : 0;
}

static bool js_has_forms(void)
{
    return js_forms != 0;
}

/* The macro JS_VALUE_GET_STRING() of this build: a rope is no JSString. The
   description of a symbol is read as one. */
static JSString *js_get_string_checked(JSValueConst val)
{
    const int tag = JS_VALUE_GET_TAG(val);

    if (tag != JS_TAG_STRING && tag != JS_TAG_SYMBOL)
        abort();
    return JS_VALUE_GET_PTR(val);
}

/* A wide copy, or the string itself if it is wide or empty: an atom that is
   wide and empty means that there is no description. 'p' stays the caller's. */
static JSValue js_widen(JSContext *ctx, JSString *p)
{
    JSString *q;

    if (p->is_wide_char || p->len == 0)
        return js_dup(JS_MKPTR(JS_TAG_STRING, p));
    q = js_alloc_string(ctx, p->len, 1);
    if (!q)
        return JS_EXCEPTION;
    copy_str16(str16(q), p, 0, p->len);
    return JS_MKPTR(JS_TAG_STRING, q);
}

/* the characters from 'start' to 'end', without the short ways */
static JSValue js_form_piece(JSContext *ctx, JSString *p, int start, int end)
{
    JSString *q = js_alloc_string(ctx, end - start, p->is_wide_char);

    if (!q)
        return JS_EXCEPTION;
    if (p->is_wide_char) {
        memcpy(str16(q), str16(p) + start, (end - start) * sizeof(uint16_t));
    } else {
        memcpy(str8(q), str8(p) + start, end - start);
        str8(q)[end - start] = '\0';
    }
    return JS_MKPTR(JS_TAG_STRING, q);
}

/* The string in the forms that are asked for. Memory that is exhausted leaves
   it as it is. 'val' is freed. */
static JSValue js_form_string(JSContext *ctx, JSValue val)
{
    JSString *p;
    JSValue ret;

    if (JS_VALUE_GET_TAG(val) != JS_TAG_STRING)
        return val;
    if (js_forms & JS_FORM_WIDE) {
        ret = js_widen(ctx, JS_VALUE_GET_STRING(val));
        JS_FreeValue(ctx, val);
        if (JS_IsException(ret))
            return ret;
        val = ret;
    }
    p = JS_VALUE_GET_STRING(val);
    if (!(js_forms & JS_FORM_ROPE) || p->len < 2)
        return val;
    ret = js_join_ropes(ctx, js_form_piece(ctx, p, 0, p->len / 2),
                        js_form_piece(ctx, p, p->len / 2, p->len));
    JS_FreeValue(ctx, val);
    return ret;
}

/* Is the function that runs one of lib/? */
static bool js_is_lib_running(JSContext *ctx)
{
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    char name[ATOM_GET_STR_BUF_SIZE];
    JSFunctionBytecode *b;

    if (!sf || JS_VALUE_GET_TAG(sf->cur_func) != JS_TAG_OBJECT)
        return true;
    b = JS_GetFunctionBytecode(sf->cur_func);
    return !b ||
           !strncmp(JS_AtomGetStrRT(ctx->rt, name, sizeof(name), b->filename),
                    "node:", 5);
}

static void js_form_array(JSContext *ctx, JSValueConst val)
{
    JSObject *p;

    if (!(js_forms & JS_FORM_SLOW) || JS_VALUE_GET_TAG(val) != JS_TAG_OBJECT ||
        js_is_lib_running(ctx))
        return;
    p = JS_VALUE_GET_OBJ(val);
    if (p->class_id == JS_CLASS_ARRAY && p->fast_array &&
        convert_fast_array_to_array(ctx, p) < 0)
        JS_FreeValue(ctx, JS_GetException(ctx)); /* it stays fast */
}

/* 'val' is freed */
static JSValue js_form_value(JSContext *ctx, JSValue val)
{
    js_form_array(ctx, val);
    return js_form_string(ctx, val);
}

/* A call of a native function with all that it is given, and what it returns,
   in these forms. */
static JSValue js_call_formed(JSClassCall *call, JSContext *ctx,
                              JSValueConst func_obj, JSValueConst this_obj,
                              int argc, JSValueConst *argv, int flags)
{
    JSValue self, ret = JS_EXCEPTION, *args;
    int i, n = 0;

    args = js_malloc(ctx, sizeof(*args) * (argc + 1));
    if (!args)
        return JS_EXCEPTION;
    self = js_form_value(ctx, js_dup(this_obj));
    if (JS_IsException(self))
        goto done;
    for (; n < argc; n++) {
        args[n] = js_form_value(ctx, js_dup(argv[n]));
        if (JS_IsException(args[n]))
            goto done;
    }
    ret = call(ctx, func_obj, self, argc, vc(args), flags);
    ret = js_form_value(ctx, ret);
done:
    for (i = 0; i < n; i++)
        JS_FreeValue(ctx, args[i]);
    JS_FreeValue(ctx, self);
    js_free(ctx, args);
    return ret;
}

/* Two strings, which may be ropes. Both are freed. */
static JSValue js_concat_formed(JSContext *ctx, JSValue op1, JSValue op2)
{
    JSValue ret;

    if (string_rope_get_len(op2) == 0) {
        JS_FreeValue(ctx, op2);
        return op1;
    }
    if (string_rope_get_len(op1) == 0) {
        JS_FreeValue(ctx, op1);
        return op2;
    }
    ret = js_new_string_rope(ctx, op1, op2);
    if (js_forms & JS_FORM_ROPE || JS_IsException(ret))
        return ret;
    return js_form_string(ctx, JS_ToStringFree(ctx, ret));
}

#else

static JSValue js_call_formed(JSClassCall *call, JSContext *ctx,
                              JSValueConst func_obj, JSValueConst this_obj,
                              int argc, JSValueConst *argv, int flags)
{
    return call(ctx, func_obj, this_obj, argc, argv, flags);
}

static JSValue js_concat_formed(JSContext *ctx, JSValue op1, JSValue op2)
{
    return js_new_string_rope(ctx, op1, op2);
}

static void js_form_array(JSContext *ctx, JSValueConst val)
{
    (void)ctx;
    (void)val;
}

#endif
