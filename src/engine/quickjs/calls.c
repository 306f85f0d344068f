/*
 * calls.c - calls of functions in bytecode and in C, and what the interpreter
 * asks for on its way: literals, own values, methods of strings, elements of
 * typed arrays. docs/engine/calls.md has a section for each with its figures.
 *
 * What must stay true: argc and the flags of a call are one word
 * (JS_CALL_WORD), so that they are in a register; a native function is never
 * entered, and never returns a value, with an exception pending
 * (js_check_pending, in test builds).
 */

#ifdef JS_CHECK_PENDING

static void js_check_pending(JSRuntime *rt, const char *what)
{
    if (JS_IsUninitialized(rt->current_exception))
        return;
    fprintf(stderr, "quickjs: %s while an exception is pending\n", what);
    abort();
}
#endif

/* js_call_c_function() for the usual kind, called as a function and with all
   the arguments it reads */
static force_inline JSValue js_call_c_generic(JSRuntime *rt, JSObject *p,
                                              JSValueConst this_obj, int argc,
                                              JSValueConst *argv)
{
    JSContext *ctx = p->u.cfunc.realm;
    JSStackFrame sf_s, *sf = &sf_s;
    JSValue ret_val;

    JS_CHECK_ENTRY(rt);
    if (js_check_stack_overflow(rt, 0))
        return JS_ThrowStackOverflow(ctx);
    sf->prev_frame = rt->current_stack_frame;
    rt->current_stack_frame = sf;
    sf->is_strict_mode = false;
    sf->is_constructor = false;
    sf->cur_func = JS_MKPTR(JS_TAG_OBJECT, p);
    sf->this_val = this_obj;
    sf->arg_count = argc;
    sf->arg_buf = (JSValue *)argv;
    if (p->u.cfunc.cproto == JS_CFUNC_generic)
        ret_val = p->u.cfunc.c_function.generic(ctx, this_obj, argc, argv);
    else
        ret_val = p->u.cfunc.c_function.generic_magic(ctx, this_obj, argc, argv,
                                                      p->u.cfunc.magic);
    if (unlikely(js_must_look(rt)))
        ret_val = js_leave_native(ctx, ret_val);
    JS_CHECK_RESULT(rt, ret_val);
    rt->current_stack_frame = sf->prev_frame;
    return ret_val;
}

/* A getter that is native, such as 'size' of a Map. 'func' is freed. */
static JSValue js_call_c_getter(JSContext *ctx, JSValue func,
                                JSValueConst this_obj)
{
    JSObject *p = JS_VALUE_GET_OBJ(func);
    JSContext *realm = p->u.cfunc.realm;
    JSRuntime *rt = ctx->rt;
    JSStackFrame sf_s, *sf = &sf_s;
    JSValue ret;

    JS_CHECK_ENTRY(rt);
    if (js_check_stack_overflow(rt, 0)) {
        ret = JS_ThrowStackOverflow(realm);
    } else {
        sf->prev_frame = rt->current_stack_frame;
        rt->current_stack_frame = sf;
        sf->is_strict_mode = false;
        sf->is_constructor = false;
        sf->cur_func = func;
        sf->this_val = this_obj;
        sf->arg_count = 0;
        sf->arg_buf = NULL;
        if (p->u.cfunc.cproto == JS_CFUNC_getter)
            ret = p->u.cfunc.c_function.getter(realm, this_obj);
        else
            ret = p->u.cfunc.c_function.getter_magic(realm, this_obj,
                                                     p->u.cfunc.magic);
        JS_CHECK_RESULT(rt, ret);
        rt->current_stack_frame = sf->prev_frame;
    }
    js_free_inline(rt, func);
    return ret;
}

#define JS_FIELD_NAME_SIZE 5 /* of OP_field_name and its atom */
#define JS_LITERAL_FIELDS 32 /* the values of more are not collected first */

/* Has the object these names, in their order, and nothing else? */
static bool js_is_literal_shape(JSShape *sh, const uint8_t *names, int count)
{
    JSShapeProperty *prs = get_shape_prop(sh);
    int i;

    if (!sh->is_hashed || sh->prop_count != count)
        return false;
    for (i = 0; i < count; i++, prs++, names += JS_FIELD_NAME_SIZE) {
        if (prs->atom != get_u32(names + 1) || prs->flags != JS_PROP_C_W_E)
            return false;
    }
    return true;
}

/* The object of a literal, field by field. When that is done for the second
   time its shape is kept at 'place', and the next ones are made of it. Most
   literals are run once. 'values' are freed. */
static no_inline JSValue js_new_literal(JSContext *ctx, JSValue *place,
                                        const uint8_t *names, int count,
                                        JSValue *values)
{
    JSValue obj = JS_NewObject(ctx);
    JSShape *sh;
    JSProperty *pr;
    JSAtom atom;
    int i = 0;

    if (JS_IsException(obj))
        goto fail;
    while (i < count) {
        atom = get_u32(names + i * JS_FIELD_NAME_SIZE + 1);
        sh = js_find_transition(ctx->rt, JS_VALUE_GET_OBJ(obj), atom,
                                JS_PROP_C_W_E);
        if (sh) {
            pr = js_follow_transition(ctx, JS_VALUE_GET_OBJ(obj), sh);
            if (!pr)
                goto fail;
            pr->u.value = values[i++];
        } else if (JS_DefinePropertyValue(ctx, obj, atom, values[i++],
                                          JS_PROP_C_W_E | JS_PROP_THROW) < 0) {
            goto fail;
        }
    }
    sh = JS_VALUE_GET_OBJ(obj)->shape;
    if (JS_IsUndefined(*place))
        *place = js_int32(1);
    else if (JS_VALUE_GET_TAG(*place) == JS_TAG_INT) {
        js_count_plain_keys(ctx->rt, JS_VALUE_GET_OBJ(obj));
        *place = js_is_literal_shape(sh, names, count)
                     ? JS_MKPTR(JS_TAG_SHAPE, js_dup_shape(sh))
                     : JS_NULL;
    }
    return obj;

fail:
    while (i < count)
        JS_FreeValue(ctx, values[i++]);
    JS_FreeValue(ctx, obj);
    return JS_EXCEPTION;
}

/* what js_call_bytecode() is told of a call in one word: all its arguments are
   in registers then */
#define JS_CALL_WORD(argc, flags) (((int64_t)(argc) << 3) | (flags))
/* of an async function: an await comes next, see js_call_async() */
#define JS_CALL_FLAG_AWAITED (1 << 3)

/* A call of anything. */
static force_inline JSValue JS_CallInternal(JSContext *ctx,
                                            JSValueConst func_obj,
                                            JSValueConst this_obj, int argc,
                                            JSValueConst *argv, int flags,
                                            const JSValue *new_target)
{
    JSObject *p = JS_VALUE_GET_OBJ(func_obj);

    if (unlikely(JS_VALUE_GET_TAG(func_obj) != JS_TAG_OBJECT ||
                 p->class_id != JS_CLASS_BYTECODE_FUNCTION))
        return js_call_other(ctx, func_obj, this_obj, argc, argv, flags);
    if (new_target)
        ctx->rt->new_target = new_target;
    return js_call_bytecode(ctx, p, this_obj, JS_CALL_WORD(argc, flags), argv);
}

/* A call from bytecode, which goes on at 'pc'. A native function needs no
   interpreter of its own. */
static force_inline JSValue js_call_op(JSRuntime *rt, JSContext *ctx,
                                       JSValueConst func_obj,
                                       JSValueConst this_obj, int argc,
                                       JSValueConst *argv, const uint8_t *pc)
{
    if (likely(JS_VALUE_GET_TAG(func_obj) == JS_TAG_OBJECT)) {
        JSObject *p = JS_VALUE_GET_OBJ(func_obj);

        if (p->class_id == JS_CLASS_C_FUNCTION) {
            if (js_has_forms())
                return js_call_formed(js_call_c_function, ctx, func_obj,
                                      this_obj, argc, argv, 0);
            if (likely(p->u.cfunc.cproto <= JS_CFUNC_generic_magic &&
                       argc >= p->u.cfunc.length))
                return js_call_c_generic(rt, p, this_obj, argc, argv);
            return js_call_c_function(ctx, func_obj, this_obj, argc, argv, 0);
        }
        if (likely(p->class_id == JS_CLASS_BYTECODE_FUNCTION))
            return js_call_bytecode(ctx, p, this_obj, JS_CALL_WORD(argc, 0),
                                    argv);
        if (p->class_id == JS_CLASS_ASYNC_FUNCTION)
            return js_call_async(ctx, p, this_obj, argc, argv, pc);
    }
    return js_call_other(ctx, func_obj, this_obj, argc, argv, 0);
}

/* A function that does not want to be called like this has not begun: V8 has it
   neither in the stack nor as the place. */
static void JS_PRINTF_FORMAT_ATTR(2, 3)
    js_throw_in_caller(JSContext *ctx, JS_PRINTF_FORMAT const char *fmt, ...)
{
    JSRuntime *rt = ctx->rt;
    JSStackFrame *sf = rt->current_stack_frame;
    JSStackFrame *caller = sf->prev_frame;
    JSFunctionBytecode *b;
    va_list ap;

    rt->current_stack_frame = caller;
    va_start(ap, fmt);
    JS_ThrowError2(ctx, JS_TYPE_ERROR, true, fmt, ap);
    va_end(ap);
    if (caller && rt->stack_hook.class_id) {
        b = JS_GetFunctionBytecode(caller->cur_func);
        if (b && caller->cur_pc)
            js_note_throw(ctx, caller, caller->cur_pc - b->byte_code_buf - 1);
    }
    rt->current_stack_frame = sf;
}

/* p[idx] = val of a typed array. False, and nothing is done, unless there is
   such an element and the value is a number that is quickly converted. */
static no_inline bool js_put_typed_element(JSObject *p, uint32_t idx,
                                           JSValueConst val)
{
    uint32_t tag = JS_VALUE_GET_TAG(val);
    uint32_t v;
    double d;

    if (idx >= p->u.array.count || typed_array_is_immutable(p))
        return false;
    if (p->class_id >= JS_CLASS_FLOAT32_ARRAY) {
        if (tag == JS_TAG_INT)
            d = JS_VALUE_GET_INT(val);
        else if (JS_TAG_IS_FLOAT64(tag))
            d = JS_VALUE_GET_FLOAT64(val);
        else
            return false;
        if (p->class_id == JS_CLASS_FLOAT64_ARRAY)
            p->u.array.u.double_ptr[idx] = d;
        else
            p->u.array.u.float_ptr[idx] = d;
        return true;
    }
    if (tag == JS_TAG_INT)
        v = JS_VALUE_GET_INT(val);
    else if (!js_number_bits(val, &v))
        return false;
    switch (p->class_id) {
    case JS_CLASS_INT8_ARRAY:
    case JS_CLASS_UINT8_ARRAY:
        p->u.array.u.uint8_ptr[idx] = v;
        return true;
    case JS_CLASS_INT16_ARRAY:
    case JS_CLASS_UINT16_ARRAY:
        p->u.array.u.uint16_ptr[idx] = v;
        return true;
    case JS_CLASS_INT32_ARRAY:
    case JS_CLASS_UINT32_ARRAY:
        p->u.array.u.uint32_ptr[idx] = v;
        return true;
    default:
        return false;
    }
}

/* Look whether 'length' of a typed array is the intrinsic getter, and mark all
   its prototypes up to the one that has it. */
static no_inline bool js_find_plain_length(JSRuntime *rt, JSObject *obj)
{
    JSShapeProperty *prs;
    JSProperty *pr;
    JSObject *p = obj, *holder, *getter;

    while (!(prs = find_own_property(&pr, p, JS_ATOM_length))) {
        p = p->shape->proto;
        if (!p || p->is_exotic | p->has_twin)
            return false;
    }
    holder = p;
    getter = pr->u.getset.getter;
    if ((prs->flags & JS_PROP_TMASK) != JS_PROP_GETSET || !getter ||
        getter->class_id != JS_CLASS_C_FUNCTION ||
        getter->u.cfunc.c_function.getter != js_typed_array_get_length)
        return false;
    for (p = obj; p != holder && !rt->length_was_changed;) {
        p = p->shape->proto;
        p->has_plain_length = true;
        p->is_prototype = true;
    }
    return true;
}

/* true if nothing stands before the intrinsic 'length' of a typed array. That
   was found once for its prototype; whatever could change it since then has
   called js_forget_plain_length(). */
static force_inline bool js_has_plain_length(JSRuntime *rt, JSObject *p)
{
    JSShape *sh = p->shape;

    if (likely(sh->prop_count == 0 && sh->proto &&
               sh->proto->has_plain_length && !rt->length_was_changed))
        return true;
    return js_find_plain_length(rt, p);
}

/* The array that f(...list) has made. Only the stack refers to it, so its
   elements are the arguments, and the function may assign to them. Not those
   that build_arg_list() could refuse. */
static inline bool js_is_arg_list(JSValueConst val)
{
    JSObject *p = JS_VALUE_GET_OBJ(val);

    return JS_VALUE_GET_TAG(val) == JS_TAG_OBJECT &&
           p->class_id == JS_CLASS_ARRAY && p->fast_array &&
           JS_REF_COUNT(p) == 1 &&
           JS_VALUE_GET_TAG(p->prop[0].u.value) == JS_TAG_INT &&
           JS_VALUE_GET_INT(p->prop[0].u.value) == p->u.array.count &&
           p->u.array.count <= 1024;
}

/* a property of an object itself that is a plain value, else NULL */
static force_inline JSValue *js_find_own_value(JSValueConst obj, JSAtom prop)
{
    JSShapeProperty *prs;
    JSProperty *pr;

    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return NULL;
    prs = find_own_property(&pr, JS_VALUE_GET_OBJ(obj), prop);
    return prs && !(prs->flags & JS_PROP_TMASK) ? &pr->u.value : NULL;
}

/* Where o[key] of a symbol is a plain value, else NULL: for the interpreter. */
static no_inline JSValue *js_find_by_symbol(JSValueConst obj, JSValueConst key)
{
    JSAtomStruct *symbol = JS_VALUE_GET_PTR(key);
    JSShapeProperty *prs;
    JSProperty *pr;
    JSObject *p;

    if (JS_VALUE_GET_TAG(key) != JS_TAG_SYMBOL ||
        JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT ||
        symbol->atom_type != JS_ATOM_TYPE_SYMBOL)
        return NULL;
    for (p = JS_VALUE_GET_OBJ(obj); p; p = p->shape->proto) {
        prs = find_own_property(&pr, p, symbol->hash_next /* atom_index */);
        if (prs)
            return prs->flags & JS_PROP_TMASK ? NULL : &pr->u.value;
        if (p->is_exotic | p->has_twin)
            return NULL;
    }
    return NULL;
}

/* A plain property of String.prototype that no string has of its own, or NULL.
 */
static no_inline JSValue *js_find_string_method(JSContext *ctx, JSAtom atom)
{
    JSObject *p = JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_STRING]);
    JSShapeProperty *prs;
    JSProperty *pr;

    if (atom == JS_ATOM_length || __JS_AtomIsTaggedInt(atom))
        return NULL;
    prs = find_own_property(&pr, p, atom);
    return prs && !(prs->flags & JS_PROP_TMASK) ? &pr->u.value : NULL;
}

/* The same for o[key] = value: of 'obj' itself, and not read-only. */
static no_inline JSValue *js_find_own_by_symbol(JSValueConst obj,
                                                JSValueConst key)
{
    JSAtomStruct *symbol = JS_VALUE_GET_PTR(key);
    JSShapeProperty *prs;
    JSProperty *pr;

    if (JS_VALUE_GET_TAG(key) != JS_TAG_SYMBOL ||
        JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT ||
        symbol->atom_type != JS_ATOM_TYPE_SYMBOL)
        return NULL;
    prs = find_own_property(&pr, JS_VALUE_GET_OBJ(obj), symbol->hash_next);
    if (!prs || (prs->flags & (JS_PROP_TMASK | JS_PROP_WRITABLE |
                               JS_PROP_LENGTH)) != JS_PROP_WRITABLE)
        return NULL;
    return &pr->u.value;
}

/* A call of what is no function in bytecode. */
static no_inline JSValue js_call_other(JSContext *ctx, JSValueConst func_obj,
                                       JSValueConst this_obj, int argc,
                                       JSValueConst *argv, int flags)
{
    JSClassCall *call_func = NULL;
    JSValue ret_val;

    if (js_poll_interrupts(ctx))
        return JS_EXCEPTION;
    if (JS_VALUE_GET_TAG(func_obj) == JS_TAG_OBJECT)
        call_func =
            ctx->rt->class_array[JS_VALUE_GET_OBJ(func_obj)->class_id].call;
    if (!call_func)
        return js_throw_not_callable(ctx, func_obj);
    if (js_has_forms())
        return js_call_formed(call_func, ctx, func_obj, this_obj, argc, argv,
                              flags);
    ret_val = call_func(ctx, func_obj, this_obj, argc, argv, flags);
    if (unlikely(js_must_look(ctx->rt)))
        ret_val = js_leave_native(ctx, ret_val);
    return ret_val;
}

JSValue JS_Call(JSContext *ctx, JSValueConst func_obj, JSValueConst this_obj,
                int argc, JSValueConst *argv)
{
    return JS_CallInternal(ctx, func_obj, this_obj, argc, argv,
                           JS_CALL_FLAG_COPY_ARGV, NULL);
}

static JSValue JS_CallFree(JSContext *ctx, JSValue func_obj,
                           JSValueConst this_obj, int argc, JSValueConst *argv)
{
    JSValue res = JS_CallInternal(ctx, func_obj, this_obj, argc, argv,
                                  JS_CALL_FLAG_COPY_ARGV, NULL);
    JS_FreeValue(ctx, func_obj);
    return res;
}

/* the prototype of what 'new ctor' makes */
static JSValue js_get_ctor_proto(JSContext *ctx, JSValueConst ctor,
                                 int class_id)
{
    JSValue proto;
    JSContext *realm;
    JSShapeProperty *prs;
    JSProperty *pr;

    prs = find_own_property(&pr, JS_VALUE_GET_OBJ(ctor), JS_ATOM_prototype);
    if (likely(prs && !(prs->flags & JS_PROP_TMASK) &&
               JS_IsObject(pr->u.value)))
        return js_dup(pr->u.value);
    proto = JS_GetProperty(ctx, ctor, JS_ATOM_prototype);
    if (JS_IsException(proto) || JS_IsObject(proto))
        return proto;
    JS_FreeValue(ctx, proto);
    realm = JS_GetFunctionRealm(ctx, ctor);
    if (!realm)
        return JS_EXCEPTION;
    return js_dup(realm->class_proto[class_id]);
}

static JSValue js_create_from_ctor(JSContext *ctx, JSValueConst ctor,
                                   int class_id)
{
    JSValue proto, obj;

    if (JS_IsUndefined(ctor)) {
        proto = js_dup(ctx->class_proto[class_id]);
    } else {
        proto = js_get_ctor_proto(ctx, ctor, class_id);
        if (JS_IsException(proto))
            return proto;
    }
    obj = JS_NewObjectProtoClass(ctx, proto, class_id);
    JS_FreeValue(ctx, proto);
    return obj;
}

/* argv[] is modified if (flags & JS_CALL_FLAG_COPY_ARGV) = 0. */
static JSValue JS_CallConstructorInternal(JSContext *ctx, JSValueConst func_obj,
                                          JSValueConst new_target, int argc,
                                          JSValueConst *argv, int flags)
{
    JSObject *p;
    JSFunctionBytecode *b;

    if (js_poll_interrupts(ctx))
        return JS_EXCEPTION;
    flags |= JS_CALL_FLAG_CONSTRUCTOR;
    if (unlikely(JS_VALUE_GET_TAG(func_obj) != JS_TAG_OBJECT))
        goto not_a_function;
    p = JS_VALUE_GET_OBJ(func_obj);
    if (unlikely(!p->is_constructor))
        return js_throw_not_constructor(ctx, func_obj);
    if (unlikely(p->class_id != JS_CLASS_BYTECODE_FUNCTION)) {
        JSClassCall *call_func;
        JSValue ret_val;
        call_func = ctx->rt->class_array[p->class_id].call;
        if (!call_func) {
        not_a_function:
            return js_throw_not_constructor(ctx, func_obj);
        }
        if (js_has_forms())
            return js_call_formed(call_func, ctx, func_obj, new_target, argc,
                                  argv, flags);
        ret_val = call_func(ctx, func_obj, new_target, argc, argv, flags);
        if (unlikely(js_must_look(ctx->rt)))
            ret_val = js_leave_native(ctx, ret_val);
        return ret_val;
    }

    b = p->u.func.function_bytecode;
    if (b->is_derived_class_constructor) {
        return JS_CallInternal(ctx, func_obj, JS_UNDEFINED, argc, argv, flags,
                               &new_target);
    } else {
        JSValue obj, ret;
        /* legacy constructor behavior */
        obj = js_create_from_ctor(ctx, new_target, JS_CLASS_OBJECT);
        if (JS_IsException(obj))
            return JS_EXCEPTION;
        ret =
            JS_CallInternal(ctx, func_obj, obj, argc, argv, flags, &new_target);
        if (JS_VALUE_GET_TAG(ret) == JS_TAG_OBJECT || JS_IsException(ret)) {
            JS_FreeValue(ctx, obj);
            return ret;
        } else {
            JS_FreeValue(ctx, ret);
            return obj;
        }
    }
}
