/*
 * errors.c - constructors of errors and of DOMException, as V8 has them:
 * captureStackTrace, cause, what isError() says of objects of other classes.
 */

/* the message is freed */
static JSValue js_make_error_of(JSContext *ctx, JSErrorEnum error_num,
                                bool add_backtrace, JSValue message)
{
    JSValue obj;

    if (JS_IsException(message))
        return JS_EXCEPTION;
    if (error_num == JS_PLAIN_ERROR) {
        obj = JS_NewObjectClass(ctx, JS_CLASS_ERROR);
    } else {
        obj = JS_NewObjectProtoClass(ctx, ctx->native_error_proto[error_num],
                                     JS_CLASS_ERROR);
    }
    if (JS_IsException(obj)) {
        JS_FreeValue(ctx, message);
        return JS_EXCEPTION;
    }
    js_reserve_stack(ctx, obj); /* as far as there is memory */
    if (JS_DefinePropertyValue(ctx, obj, JS_ATOM_message, message,
                               JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE) < 0) {
        JS_FreeValue(ctx, obj); /* that memory ran out is what is thrown */
        return JS_EXCEPTION;
    }
    if (add_backtrace)
        build_backtrace(ctx, obj, JS_UNDEFINED, NULL, 0, 0, 0);
    return obj;
}

static JSValue JS_MakeError2(JSContext *ctx, JSErrorEnum error_num,
                             bool add_backtrace, const char *message)
{
    return js_make_error_of(ctx, error_num, add_backtrace,
                            JS_NewString(ctx, message));
}

static JSValue JS_PRINTF_FORMAT_ATTR(4, 0)
    JS_MakeError(JSContext *ctx, JSErrorEnum error_num, bool add_backtrace,
                 JS_PRINTF_FORMAT const char *fmt, va_list ap)
{
    return js_make_error_of(ctx, error_num, add_backtrace,
                            js_format_message(ctx, fmt, ap));
}

JSValue JS_PRINTF_FORMAT_ATTR(3, 4)
    JS_ThrowDOMException(JSContext *ctx, const char *name,
                         JS_PRINTF_FORMAT const char *fmt, ...)
{
    JSValue obj, args[2];
    va_list ap;

    assert(JS_IsRegisteredClass(ctx->rt, JS_CLASS_DOM_EXCEPTION));
    va_start(ap, fmt);
    args[0] = js_format_message(ctx, fmt, ap);
    va_end(ap);
    args[1] = JS_NewString(ctx, name);
    if (JS_IsException(args[0]) || JS_IsException(args[1]))
        obj = JS_EXCEPTION;
    else
        obj = js_domexception_constructor0(ctx, JS_UNDEFINED, 2, vc(args), 0);
    JS_FreeValue(ctx, args[0]);
    JS_FreeValue(ctx, args[1]);
    return JS_IsException(obj) ? obj : JS_Throw(ctx, obj);
}

static JSValue js_error_prototype(JSContext *ctx, JSValueConst new_target,
                                  int magic)
{
    JSValue proto = JS_GetProperty(ctx, new_target, JS_ATOM_prototype);

    if (JS_IsException(proto) || JS_IsObject(proto))
        return proto;
    JS_FreeValue(ctx, proto);
    JSContext *realm = JS_GetFunctionRealm(ctx, new_target);
    if (!realm)
        return JS_EXCEPTION;
    return js_dup(magic < 0 ? realm->class_proto[JS_CLASS_ERROR]
                            : realm->native_error_proto[magic]);
}

/* new Error(message, { cause }) */
static int js_error_take_cause(JSContext *ctx, JSValueConst error,
                               JSValueConst options)
{
    int present = 0;

    if (JS_VALUE_GET_TAG(options) == JS_TAG_OBJECT)
        present = JS_HasProperty(ctx, options, JS_ATOM_cause);
    if (present <= 0)
        return present;
    JSValue cause = JS_GetProperty(ctx, options, JS_ATOM_cause);
    if (JS_IsException(cause))
        return -1;
    return JS_DefinePropertyValue(ctx, error, JS_ATOM_cause, cause,
                                  JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
}

static JSValue js_error_constructor(JSContext *ctx, JSValueConst new_target,
                                    int argc, JSValueConst *argv, int magic)
{
    JSValue obj, msg, proto;
    JSValueConst message;
    int opts;

    if (JS_IsUndefined(new_target))
        new_target = JS_GetActiveFunction(ctx);
    proto = js_error_prototype(ctx, new_target, magic);
    if (JS_IsException(proto))
        return proto;
    obj = JS_NewObjectProtoClass(ctx, proto, JS_CLASS_ERROR);
    JS_FreeValue(ctx, proto);
    if (JS_IsException(obj))
        return obj;
    if (js_reserve_stack(ctx, obj) < 0)
        goto exception;
    switch (magic) {
    case JS_AGGREGATE_ERROR:
        message = argv[1];
        opts = 2;
        break;
    case JS_SUPPRESSED_ERROR:
        message = argv[2];
        opts = 3;
        break;
    default:
        message = argv[0];
        opts = 1;
    }

    if (!JS_IsUndefined(message)) {
        msg = JS_ToString(ctx, message);
        if (unlikely(JS_IsException(msg)))
            goto exception;
        if (JS_DefinePropertyValue(ctx, obj, JS_ATOM_message, msg,
                                   JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE) < 0)
            goto exception;
    }

    if (argc > opts && js_error_take_cause(ctx, obj, argv[opts]) < 0)
        goto exception;

    if (magic == JS_AGGREGATE_ERROR) {
        JSValue error_list = iterator_to_array(ctx, argv[0]);
        if (JS_IsException(error_list))
            goto exception;
        if (JS_DefinePropertyValue(ctx, obj, JS_ATOM_errors, error_list,
                                   JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE) < 0)
            goto exception;
    }

    if (magic == JS_SUPPRESSED_ERROR) {
        const int flags = JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE;
        if (JS_DefinePropertyValue(ctx, obj, JS_ATOM_error, js_dup(argv[0]),
                                   flags) < 0 ||
            JS_DefinePropertyValue(ctx, obj, JS_ATOM_suppressed,
                                   js_dup(argv[1]), flags) < 0)
            goto exception;
    }

    /* skip the Error() function in the backtrace */
    build_backtrace(
        ctx, obj, ctx->rt->stack_hook.class_id ? new_target : JS_UNDEFINED,
        NULL, 0, 0,
        JS_BACKTRACE_FLAG_SKIP_FIRST_LEVEL | JS_BACKTRACE_FLAG_NEW_TARGET);
    return obj;
exception:
    JS_FreeValue(ctx, obj);
    return JS_EXCEPTION;
}

static JSValue js_error_isError(JSContext *ctx, JSValueConst this_val, int argc,
                                JSValueConst *argv)
{
    return js_bool(
        JS_IsError(argv[0]) ||
        (JS_IsObject(argv[0]) &&
         JS_VALUE_GET_OBJ(argv[0])->class_id == JS_CLASS_DOM_EXCEPTION));
}

static JSValue js_error_capture_stack_trace(JSContext *ctx,
                                            JSValueConst this_val, int argc,
                                            JSValueConst *argv)
{
    JSValueConst v = argv[0];
    int extensible;

    if (JS_VALUE_GET_TAG(v) != JS_TAG_OBJECT)
        return JS_ThrowTypeError(ctx, "invalid_argument");
    extensible = JS_IsExtensible(ctx, v);
    if (extensible < 0)
        return JS_EXCEPTION;
    if (!extensible && JS_GetOwnProperty(ctx, NULL, v, JS_ATOM_stack) == 0)
        return JS_ThrowTypeError(
            ctx, "Cannot define property stack, object is not extensible");
    build_backtrace(ctx, v, argv[1], NULL, 0, 0,
                    JS_BACKTRACE_FLAG_SKIP_FIRST_LEVEL |
                        JS_BACKTRACE_FLAG_FILTER_FUNC);
    return JS_UNDEFINED;
}

/* used by C code. */
static JSValue js_aggregate_error_constructor(JSContext *ctx,
                                              JSValueConst errors)
{
    static const char message[] = "All promises were rejected";
    static const char stack[] = "AggregateError: All promises were rejected";
    const int flags = JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE;
    JSValue obj;

    obj = JS_NewObjectProtoClass(
        ctx, ctx->native_error_proto[JS_AGGREGATE_ERROR], JS_CLASS_ERROR);
    if (JS_IsException(obj))
        return obj;
    if (JS_DefinePropertyValue(ctx, obj, JS_ATOM_stack,
                               JS_NewString(ctx, stack), flags) < 0 ||
        JS_DefinePropertyValue(ctx, obj, JS_ATOM_message,
                               JS_NewString(ctx, message), flags) < 0 ||
        JS_DefinePropertyValue(ctx, obj, JS_ATOM_errors, js_dup(errors),
                               flags) < 0) {
        JS_FreeValue(ctx, obj);
        return JS_EXCEPTION;
    }
    return obj;
}

/* The second argument is the name, or an object that has it, and maybe a
   cause. */
static JSValue js_domexception_read_name(JSContext *ctx, JSValueConst arg)
{
    JSValue name;

    if (JS_IsUndefined(arg))
        return JS_AtomToString(ctx, JS_ATOM_Error);
    if (!JS_IsObject(arg))
        return JS_ToString(ctx, arg);
    name = JS_GetProperty(ctx, arg, JS_ATOM_name);
    if (JS_IsException(name))
        return name;
    return JS_ToStringFree(ctx, name);
}

static int js_domexception_take_cause(JSContext *ctx, JSValueConst obj,
                                      JSValueConst arg)
{
    JSValue cause;
    int present;

    if (!JS_IsObject(arg))
        return 0;
    present = JS_HasProperty(ctx, arg, JS_ATOM_cause);
    if (present <= 0)
        return present;
    cause = JS_GetProperty(ctx, arg, JS_ATOM_cause);
    if (JS_IsException(cause))
        return -1;
    return JS_DefinePropertyValue(ctx, obj, JS_ATOM_cause, cause,
                                  JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
}

static JSValue js_domexception_constructor(JSContext *ctx,
                                           JSValueConst new_target, int argc,
                                           JSValueConst *argv)
{
    if (JS_IsUndefined(new_target))
        return JS_ThrowTypeError(
            ctx,
            "Class constructor DOMException cannot be invoked without 'new'");
    return js_domexception_constructor0(ctx, new_target, argc, argv,
                                        JS_BACKTRACE_FLAG_SKIP_FIRST_LEVEL);
}

static JSDOMExceptionData *js_domexception_this(JSContext *ctx,
                                                JSValueConst this_val)
{
    JSDOMExceptionData *s;

    s = JS_GetOpaque(this_val, JS_CLASS_DOM_EXCEPTION);
    if (!s) {
        JSValue error;

        JS_ThrowTypeError(ctx, "Value of \"this\" must be of DOMException");
        error = JS_GetException(ctx);
        if (JS_IsObject(error))
            JS_SetPropertyStr(ctx, error, "code",
                              JS_NewString(ctx, "ERR_INVALID_THIS"));
        JS_Throw(ctx, error);
    }
    return s;
}
