/*
 * functions.c - functions as objects: closures and their references in one
 * block, native functions and those with data, f.arguments and f.caller.
 *
 * f.caller shows no function in strict mode and none of the host's, as in V8.
 * JS_KeepArguments() makes a function keep all arguments of a call, for natives
 * that ask who called them (JS_GetCallerArguments).
 */

static int js_function_set_properties(JSContext *ctx, JSValue func_obj,
                                      JSAtom name, int len)
{
    /* ES6 feature non compatible with ES5.1: length is configurable */
    if (JS_DefinePropertyValue(ctx, func_obj, JS_ATOM_length, js_int32(len),
                               JS_PROP_CONFIGURABLE) < 0)
        return -1;
    return JS_DefinePropertyValue(ctx, func_obj, JS_ATOM_name,
                                  JS_AtomToString(ctx, name),
                                  JS_PROP_CONFIGURABLE);
}

/* an object of function_proto that has the properties of a function */
static JSValue js_new_function(JSContext *ctx, JSClassID class_id, JSAtom name,
                               int len, bool has_prototype, size_t size)
{
    JSShape *sh = has_prototype ? ctx->constructor_shape : ctx->function_shape;
    JSProperty props[3];

    props[0].u.value = js_int32(len);
    props[1].u.value = JS_AtomToString(ctx, name);
    if (JS_IsException(props[1].u.value))
        return JS_EXCEPTION;
    /* the prototype object is created on the fly when first accessed, to avoid
       creating cycles for every javascript function */
    if (has_prototype)
        js_set_autoinit(ctx, &props[2], JS_AUTOINIT_ID_PROTOTYPE, NULL);
    return js_new_object_sized(ctx, js_dup_shape(sh), class_id, props, size);
}

bool JS_ReadsThis(JSValueConst func)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(func) != JS_TAG_OBJECT)
        return true;
    p = JS_VALUE_GET_OBJ(func);
    return !js_class_has_bytecode(p->class_id) ||
           p->u.func.function_bytecode->reads_this;
}

bool JS_IsResultDropped(JSContext *ctx)
{
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    JSFunctionBytecode *b;

    sf = sf ? sf->prev_frame : NULL;
    if (!sf || JS_VALUE_GET_TAG(sf->cur_func) != JS_TAG_OBJECT ||
        !js_class_has_bytecode(JS_VALUE_GET_OBJ(sf->cur_func)->class_id))
        return false;
    b = JS_VALUE_GET_OBJ(sf->cur_func)->u.func.function_bytecode;
    /* nothing follows a tail call that ends the function */
    return sf->cur_pc && sf->cur_pc < b->byte_code_buf + b->byte_code_len &&
           *sf->cur_pc == OP_drop;
}

bool JS_KeepArguments(JSValueConst func)
{
    JSFunctionBytecode *b;

    if (!JS_IsBytecodeFunction(func))
        return false;
    b = JS_VALUE_GET_OBJ(func)->u.func.function_bytecode;
    b->keeps_args = true;
    return true;
}

bool JS_GetCallerArguments(JSContext *ctx, int *pargc, JSValueConst **pargv)
{
    JSStackFrame *sf = ctx->rt->current_stack_frame;

    sf = sf ? sf->prev_frame : NULL;
    if (!sf || !JS_IsBytecodeFunction(sf->cur_func) ||
        !JS_VALUE_GET_OBJ(sf->cur_func)->u.func.function_bytecode->keeps_args)
        return false;
    *pargc =
        max_int(sf->arg_count, JS_GetFunctionBytecode(sf->cur_func)->arg_count);
    *pargv = vc(sf->arg_buf);
    return true;
}

/* Note: at least 'length' arguments will be readable in 'argv' */
/* `name` may be NULL, pure ASCII or UTF-8 encoded */
JSValue JS_NewCFunction3(JSContext *ctx, JSCFunction *func, const char *name,
                         int length, JSCFunctionEnum cproto, int magic,
                         JSValueConst proto_val, int n_fields)
{
    JSValue func_obj;
    JSObject *p;
    JSAtom name_atom;
    bool is_plain;

    name_atom = JS_ATOM_empty_string;
    if (name && *name) {
        name_atom = JS_NewAtom(ctx, name);
        if (name_atom == JS_ATOM_NULL)
            return JS_EXCEPTION;
    }
    is_plain = n_fields == 0 && ctx->function_shape &&
               object_or_null(proto_val) == ctx->function_shape->proto;
    if (is_plain) {
        func_obj = js_new_function(ctx, JS_CLASS_C_FUNCTION, name_atom, length,
                                   false, sizeof(JSObject));
    } else if (n_fields > 0) {
        func_obj = JS_NewObjectProtoClassAlloc(ctx, proto_val,
                                               JS_CLASS_C_FUNCTION, n_fields);
    } else {
        func_obj = JS_NewObjectProtoClass(ctx, proto_val, JS_CLASS_C_FUNCTION);
    }
    if (JS_IsException(func_obj)) {
        JS_FreeAtom(ctx, name_atom);
        return func_obj;
    }
    p = JS_VALUE_GET_OBJ(func_obj);
    p->u.cfunc.realm = JS_DupContext(ctx);
    p->u.cfunc.c_function.generic = func;
    p->u.cfunc.length = length;
    p->u.cfunc.cproto = cproto;
    p->u.cfunc.magic = magic;
    p->u.cfunc.is_host =
        ctx->rt->stack_hook.class_id != 0 && !ctx->rt->in_intrinsic_autoinit;
    p->is_constructor = (cproto == JS_CFUNC_constructor ||
                         cproto == JS_CFUNC_constructor_magic ||
                         cproto == JS_CFUNC_constructor_or_func ||
                         cproto == JS_CFUNC_constructor_or_func_magic);
    if (!is_plain &&
        js_function_set_properties(ctx, func_obj, name_atom, length) < 0) {
        JS_FreeValue(ctx, func_obj);
        func_obj = JS_EXCEPTION;
    }
    JS_FreeAtom(ctx, name_atom);
    return func_obj;
}

/* Its data is in its block. */
static void js_c_function_data_finalizer(JSRuntime *rt, JSValueConst val)
{
    JSCFunctionDataRecord *s = JS_GetOpaque(val, JS_CLASS_C_FUNCTION_DATA);
    int i;

    for (i = 0; s && i < s->data_len; i++)
        js_free_stored(rt, &s->data[i]);
}

/* without a name or a length: only the engine sees it */
static JSValue js_new_function_data(JSContext *ctx, JSCFunctionData *func,
                                    int length, int magic, int data_len,
                                    JSValueConst *data)
{
    JSShape *sh = js_new_bare_shape(ctx, JS_VALUE_GET_OBJ(ctx->function_proto));
    JSCFunctionDataRecord *s;
    JSValue func_obj;
    int i;

    if (!sh)
        return JS_EXCEPTION;
    func_obj = js_new_object_sized(ctx, sh, JS_CLASS_C_FUNCTION_DATA, NULL,
                                   JS_INNER_DATA + sizeof(*s) +
                                       data_len * sizeof(JSValue));
    if (JS_IsException(func_obj))
        return func_obj;
    s = js_inner_data(func_obj);
    s->func = func;
    s->length = length;
    s->data_len = data_len;
    s->magic = magic;
    for (i = 0; i < data_len; i++)
        s->data[i] = js_dup(data[i]);
    JS_SetOpaqueInternal(func_obj, s);
    return func_obj;
}

JSValue JS_NewCFunctionData2(JSContext *ctx, JSCFunctionData *func,
                             const char *name, int length, int magic,
                             int data_len, JSValueConst *data)
{
    JSAtom name_atom;
    JSValue func_obj;

    func_obj = js_new_function_data(ctx, func, length, magic, data_len, data);
    if (JS_IsException(func_obj))
        return func_obj;
    name_atom = JS_ATOM_empty_string;
    if (name && *name) {
        name_atom = JS_NewAtom(ctx, name);
        if (name_atom == JS_ATOM_NULL) {
            JS_FreeValue(ctx, func_obj);
            return JS_EXCEPTION;
        }
    }
    if (js_function_set_properties(ctx, func_obj, name_atom, length) < 0) {
        JS_FreeValue(ctx, func_obj);
        func_obj = JS_EXCEPTION;
    }
    JS_FreeAtom(ctx, name_atom);
    return func_obj;
}

/* where a function has its references, if it was made with memory for them */
static inline JSVarRef **js_inner_var_refs(JSObject *p)
{
    return (JSVarRef **)(p + 1);
}

/* f.arguments and f.caller are there for functions without strict mode. They
   come by the accessors of Function.prototype, which throw for all others. */
static bool js_has_caller(JSValueConst func)
{
    JSFunctionBytecode *b = JS_GetFunctionBytecode(func);

    return b && !b->is_strict_mode && b->has_prototype &&
           b->func_kind == JS_FUNC_NORMAL;
}

/* where the function is running, innermost first */
static JSStackFrame *js_find_frame(JSContext *ctx, JSValueConst func)
{
    JSStackFrame *sf;

    for (sf = ctx->rt->current_stack_frame; sf; sf = sf->prev_frame)
        if (JS_VALUE_GET_TAG(sf->cur_func) == JS_TAG_OBJECT &&
            JS_VALUE_GET_OBJ(sf->cur_func) == JS_VALUE_GET_OBJ(func))
            return sf;
    return NULL;
}

/* a new object each time, with the parameters as they are now */
static JSValue js_function_get_arguments(JSContext *ctx, JSValueConst func)
{
    JSFunctionBytecode *b = JS_GetFunctionBytecode(func);
    JSStackFrame *running, *sf = js_find_frame(ctx, func);
    JSValue obj;
    int argc;

    if (!sf)
        return JS_NULL;
    argc = sf->arg_count;
    /* what a native caller gave beyond the parameters is kept if the function
       has ".arguments" in it */
    if (!b->keeps_args && sf->arg_buf + b->arg_count == sf->var_buf)
        argc = min_int(argc, b->arg_count);
    running = ctx->rt->current_stack_frame;
    ctx->rt->current_stack_frame = sf; /* whose function is the callee */
    obj = js_build_mapped_arguments(ctx, argc, vc(sf->arg_buf), NULL, 0);
    ctx->rt->current_stack_frame = running;
    return obj;
}

/* a frame that V8 does not have: calls through it come from its caller */
static bool js_is_transparent_frame(JSStackFrame *sf)
{
    JSFunctionBytecode *b = JS_GetFunctionBytecode(sf->cur_func);
    JSCFunctionType f;
    JSObject *p;

    if (b)
        return b->func_name == JS_ATOM__eval_;
    p = JS_VALUE_GET_OBJ(sf->cur_func);
    if (p->class_id != JS_CLASS_C_FUNCTION)
        return false;
    f = p->u.cfunc.c_function;
    return f.generic == js_function_call ||
           f.generic_magic == js_function_apply ||
           f.generic == js_reflect_apply || f.generic == js_reflect_construct;
}

/* who has called it, unless that is native code or in strict mode */
static JSValue js_function_get_caller(JSContext *ctx, JSValueConst func)
{
    JSStackFrame *sf = js_find_frame(ctx, func);
    JSFunctionBytecode *b;

    if (!sf)
        return JS_NULL;
    do {
        sf = sf->prev_frame;
    } while (sf && js_is_transparent_frame(sf));
    b = sf ? JS_GetFunctionBytecode(sf->cur_func) : NULL;
    if (!b || b->is_strict_mode)
        return JS_NULL;
    return js_dup(sf->cur_func);
}

static JSValue js_throw_type_error(JSContext *ctx, JSValueConst this_val,
                                   int argc, JSValueConst *argv)
{
    if (!js_has_caller(this_val)) {
        return JS_ThrowTypeError(
            ctx, "'caller', 'callee', and 'arguments' properties may not be "
                 "accessed on strict mode functions or the arguments objects "
                 "for calls to them");
    }
    return JS_UNDEFINED;
}

/* is_inner: the object has memory for the references */
static JSValue js_closure2(JSContext *ctx, JSValue func_obj,
                           JSFunctionBytecode *b, JSVarRef **cur_var_refs,
                           JSStackFrame *sf, bool is_inner)
{
    JSObject *p;
    JSVarRef **var_refs;
    int i;

    p = JS_VALUE_GET_OBJ(func_obj);
    p->u.func.function_bytecode = b;
    p->u.func.home_object = NULL;
    p->u.func.var_refs = NULL;
    if (b->closure_var_count) {
        var_refs =
            is_inner
                ? js_inner_var_refs(p)
                : js_malloc(ctx, sizeof(var_refs[0]) * b->closure_var_count);
        if (!var_refs)
            goto fail;
        for (i = 0; i < b->closure_var_count; i++) {
            JSClosureVar *cv = &b->closure_var[i];
            JSVarRef *var_ref;
            switch (cv->closure_type) {
            case JS_CLOSURE_LOCAL:
                /* reuse the existing variable reference if it already exists */
                var_ref = get_var_ref(ctx, sf, cv->var_idx, false);
                break;
            case JS_CLOSURE_ARG:
                /* reuse the existing variable reference if it already exists */
                var_ref = get_var_ref(ctx, sf, cv->var_idx, true);
                break;
            case JS_CLOSURE_REF:
            case JS_CLOSURE_GLOBAL_REF:
                var_ref = cur_var_refs[cv->var_idx];
                JS_REF_COUNT(var_ref)++;
                break;
            default:
                abort();
            }
            if (!var_ref) {
                while (i-- > 0)
                    free_var_ref(ctx->rt, var_refs[i]);
                if (!is_inner)
                    js_free(ctx, var_refs);
                goto fail;
            }
            var_refs[i] = var_ref;
        }
        p->u.func.var_refs = var_refs; /* all or none */
    }
    return func_obj;
fail:
    /* bfunc is freed when func_obj is freed */
    JS_FreeValue(ctx, func_obj);
    return JS_EXCEPTION;
}

static JSValue js_closure(JSContext *ctx, JSValue bfunc,
                          JSVarRef **cur_var_refs, JSStackFrame *sf)
{
    JSFunctionBytecode *b;
    JSValue func_obj;
    JSAtom name_atom;
    bool is_plain;

    b = JS_VALUE_GET_PTR(bfunc);
    is_plain = b->func_kind == JS_FUNC_NORMAL;
    name_atom = b->func_name;
    if (name_atom == JS_ATOM_NULL)
        name_atom = JS_ATOM_empty_string;
    if (is_plain)
        func_obj = js_new_function(ctx, JS_CLASS_BYTECODE_FUNCTION, name_atom,
                                   b->defined_arg_count, b->has_prototype,
                                   sizeof(JSObject) + b->closure_var_count *
                                                          sizeof(JSVarRef *));
    else
        func_obj = JS_NewObjectClass(ctx, func_kind_to_class_id[b->func_kind]);
    if (JS_IsException(func_obj)) {
        JS_FreeValue(ctx, bfunc);
        return JS_EXCEPTION;
    }
    func_obj = js_closure2(ctx, func_obj, b, cur_var_refs, sf, is_plain);
    if (JS_IsException(func_obj)) {
        /* bfunc has been freed */
        goto fail;
    }
    if (is_plain) {
        if (b->has_prototype)
            JS_SetConstructorBit(ctx, func_obj, true);
        return func_obj;
    }
    if (js_function_set_properties(ctx, func_obj, name_atom,
                                   b->defined_arg_count) < 0)
        goto fail;

    if (b->func_kind & JS_FUNC_GENERATOR) {
        JSValue proto;
        int proto_class_id;
        /* generators have a prototype field which is used as
           prototype for the generator object */
        if (b->func_kind == JS_FUNC_ASYNC_GENERATOR)
            proto_class_id = JS_CLASS_ASYNC_GENERATOR;
        else
            proto_class_id = JS_CLASS_GENERATOR;
        proto = JS_NewObjectProto(ctx, ctx->class_proto[proto_class_id]);
        if (JS_IsException(proto))
            goto fail;
        if (JS_DefinePropertyValue(ctx, func_obj, JS_ATOM_prototype, proto,
                                   JS_PROP_WRITABLE) < 0)
            goto fail;
    }
    return func_obj;
fail:
    /* bfunc is freed when func_obj is freed */
    JS_FreeValue(ctx, func_obj);
    return JS_EXCEPTION;
}
