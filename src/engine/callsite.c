/*
 * callsite.c - what Error.prepareStackTrace is given, one CallSite per frame,
 * and the function that it is unless a program sets another.
 *
 * A CallSite holds its capture and its index in it, and looks up the rest when
 * a method is called. Most programs need file and line of one frame.
 */
#include "engine/stack.h"

#include <errno.h>
#include <string.h>

typedef struct callsite {
    JSValue capture;
    int number;
} callsite;

static callsite *this_site(JSContext *ctx, JSValueConst self)
{
    return JS_GetOpaque2(ctx, self, engine__of(ctx)->classes.callsite);
}

enum {
    GET_FILE,
    GET_SCRIPT,
    GET_EVAL_ORIGIN,
    GET_LINE,
    GET_COLUMN,
    GET_FUNCTION,
    GET_FUNCTION_NAME,
    GET_METHOD_NAME,
    GET_TYPE_NAME,
    GET_THIS,
    GET_INDEX,
    GET_HASH,
    IS_TOPLEVEL,
    IS_NATIVE,
    IS_CONSTRUCTOR,
    IS_ASYNC,
    IS_EVAL,
    IS_PROMISE_ALL,
    TO_STRING
};

static JSValue number_or_null(JSContext *ctx, int n)
{
    return n < 0 ? JS_NULL : JS_NewInt32(ctx, n);
}

static JSValue to_string(engine *e, const stack_frame *f)
{
    engine__text t = { .e = e };

    stack__add_frame(&t, f);
    return text__take(&t);
}

static JSValue get_flag(engine *e, const stack_frame *f, int what)
{
    switch (what) {
    case IS_TOPLEVEL:
        return JS_NewBool(e->ctx, f->is_toplevel);
    case IS_CONSTRUCTOR:
        return JS_NewBool(e->ctx, f->info.is_constructor);
    case IS_ASYNC:
        return JS_NewBool(e->ctx, f->info.is_async);
    case IS_EVAL:
        return JS_NewBool(e->ctx, JS_IsString(f->info.eval_source));
    case IS_PROMISE_ALL:
        return JS_NewBool(e->ctx, f->info.combinator != NULL &&
                                      strcmp(f->info.combinator, "all") == 0);
    default:
        return JS_FALSE;
    }
}

/* A sloppy function that is called without a receiver gets the global
 * object. */
static JSValue get_this(engine *e, const stack_frame *f)
{
    if (f->info.is_constructor ||
        !(JS_IsUndefined(f->info.this_val) || JS_IsNull(f->info.this_val)))
        return JS_DupValue(e->ctx, f->info.this_val);
    return JS_GetGlobalObject(e->ctx);
}

static JSValue get_file(engine *e, const stack_frame *f)
{
    const stack_caller *caller = f->info.caller;

    if (caller != NULL)
        return JS_NewString(e->ctx, caller->file);
    return f->info.filename == JS_ATOM_NULL
               ? JS_NULL
               : JS_AtomToString(e->ctx, f->info.filename);
}

/* "eval at f (a.js:1:1), <anonymous>" is in the place of a file's name, unless
 * the text names itself by a sourceURL. */
static JSValue get_eval_origin(engine *e, const stack_frame *f)
{
    const char *file = JS_AtomToCString(e->ctx, f->info.filename);
    const char *end = file ? strstr(file, ", <anonymous>") : NULL;
    JSValue origin = file == NULL ? JS_EXCEPTION
                     : end != NULL
                         ? JS_NewStringLen(e->ctx, file, (size_t)(end - file))
                         : JS_NewString(e->ctx, file);

    JS_FreeCString(e->ctx, file);
    return origin;
}

static bool is_origin(engine *e, const stack_frame *f)
{
    const char *file = JS_AtomToCString(e->ctx, f->info.filename);
    const bool is = file != NULL && strncmp(file, "eval at ", 8) == 0;

    JS_FreeCString(e->ctx, file);
    return is;
}

static JSValue callsite_get(engine *e, const stack_frame *f, int what)
{
    const bool in_eval = JS_IsString(f->info.eval_source);

    switch (what) {
    case GET_FILE:
        return in_eval ? JS_UNDEFINED : get_file(e, f);
    case GET_SCRIPT:
        return in_eval && is_origin(e, f) ? JS_UNDEFINED : get_file(e, f);
    case GET_EVAL_ORIGIN:
        return in_eval ? get_eval_origin(e, f) : JS_UNDEFINED;
    case GET_LINE:
        return number_or_null(e->ctx, f->info.line_num);
    case GET_COLUMN:
        return number_or_null(e->ctx, f->info.col_num);
    case GET_FUNCTION:
        return f->is_strict ? JS_UNDEFINED : JS_DupValue(e->ctx, f->info.func);
    case GET_FUNCTION_NAME:
        return JS_DupValue(e->ctx, f->function_name);
    case GET_METHOD_NAME:
        return stack__method_name(e, f);
    case GET_TYPE_NAME:
        return stack__type_name(e, f);
    case GET_THIS:
        return f->is_strict ? JS_UNDEFINED : get_this(e, f);
    case GET_INDEX:
        return f->info.combinator ? JS_NewInt32(e->ctx, f->info.index)
                                  : JS_NULL;
    case GET_HASH:
        return JS_NewString(e->ctx, "");
    case TO_STRING:
        return to_string(e, f);
    default:
        return get_flag(e, f, what);
    }
}

/* getFunction() and getThis() give nothing for strict functions and for all
 * frames below one. */
static bool has_strict(engine *e, const callsite *site)
{
    for (int i = 0; i <= site->number; i++) {
        JSStackEntryInfo info;
        JS_GetStackEntry(e->ctx, site->capture, i, &info);
        if (info.is_strict || info.caller != NULL)
            return true;
    }
    return false;
}

static JSValue get_field(JSContext *ctx, JSValueConst self, int argc,
                         JSValueConst *argv, int magic)
{
    engine *e = engine__of(ctx);
    const callsite *site = this_site(ctx, self);
    stack_frame f;
    (void)argc;
    (void)argv;

    if (site == NULL)
        return JS_EXCEPTION;
    stack__get_frame(e, site->capture, site->number, &f);
    f.is_strict = has_strict(e, site);
    JSValue value = callsite_get(e, &f, magic);
    stack__free_frame(e, &f);
    return value;
}

static const JSCFunctionListEntry functions[] = {
    JS_CFUNC_MAGIC_DEF("getFileName", 0, get_field, GET_FILE),
    JS_CFUNC_MAGIC_DEF("getScriptNameOrSourceURL", 0, get_field, GET_SCRIPT),
    JS_CFUNC_MAGIC_DEF("getLineNumber", 0, get_field, GET_LINE),
    JS_CFUNC_MAGIC_DEF("getColumnNumber", 0, get_field, GET_COLUMN),
    JS_CFUNC_MAGIC_DEF("getEnclosingLineNumber", 0, get_field, GET_LINE),
    JS_CFUNC_MAGIC_DEF("getEnclosingColumnNumber", 0, get_field, GET_COLUMN),
    JS_CFUNC_MAGIC_DEF("getPosition", 0, get_field, GET_COLUMN),
    JS_CFUNC_MAGIC_DEF("getFunction", 0, get_field, GET_FUNCTION),
    JS_CFUNC_MAGIC_DEF("getFunctionName", 0, get_field, GET_FUNCTION_NAME),
    JS_CFUNC_MAGIC_DEF("getMethodName", 0, get_field, GET_METHOD_NAME),
    JS_CFUNC_MAGIC_DEF("getTypeName", 0, get_field, GET_TYPE_NAME),
    JS_CFUNC_MAGIC_DEF("getThis", 0, get_field, GET_THIS),
    JS_CFUNC_MAGIC_DEF("getEvalOrigin", 0, get_field, GET_EVAL_ORIGIN),
    JS_CFUNC_MAGIC_DEF("getPromiseIndex", 0, get_field, GET_INDEX),
    JS_CFUNC_MAGIC_DEF("getScriptHash", 0, get_field, GET_HASH),
    JS_CFUNC_MAGIC_DEF("isToplevel", 0, get_field, IS_TOPLEVEL),
    JS_CFUNC_MAGIC_DEF("isNative", 0, get_field, IS_NATIVE),
    JS_CFUNC_MAGIC_DEF("isConstructor", 0, get_field, IS_CONSTRUCTOR),
    JS_CFUNC_MAGIC_DEF("isAsync", 0, get_field, IS_ASYNC),
    JS_CFUNC_MAGIC_DEF("isEval", 0, get_field, IS_EVAL),
    JS_CFUNC_MAGIC_DEF("isPromiseAll", 0, get_field, IS_PROMISE_ALL),
    JS_CFUNC_MAGIC_DEF("toString", 0, get_field, TO_STRING),
};

static void callsite_finalize(JSRuntime *rt, JSValueConst val)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    callsite *site = JS_GetOpaque(val, e->classes.callsite);

    if (site == NULL)
        return;
    JS_FreeValueRT(rt, site->capture);
    js_free_rt(rt, site);
}

static void callsite_mark(JSRuntime *rt, JSValueConst val,
                          JS_MarkFunc *mark_func)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    const callsite *site = JS_GetOpaque(val, e->classes.callsite);

    if (site != NULL)
        JS_MarkValue(rt, site->capture, mark_func);
}

int stack__callsites_open(engine *e)
{
    const JSClassDef def = { "CallSite", callsite_finalize, callsite_mark, NULL,
                             NULL };

    JS_NewClassID(e->rt, &e->classes.callsite);
    if (JS_NewClass(e->rt, e->classes.callsite, &def) < 0)
        return -ENOMEM;
    JSValue proto = engine__make_class(e, "CallSite", functions,
                                       sizeof functions / sizeof *functions);
    if (JS_IsException(proto))
        return -ENOMEM;
    e->errors->callsite_proto = proto;
    return 0;
}

static JSValue make_site(engine *e, JSValueConst capture, int number)
{
    JSValue object = JS_NewObjectProtoClass(e->ctx, e->errors->callsite_proto,
                                            e->classes.callsite);

    if (JS_IsException(object))
        return object;
    callsite *site = js_malloc(e->ctx, sizeof *site);
    if (site == NULL) {
        JS_FreeValue(e->ctx, object);
        return JS_EXCEPTION;
    }
    site->capture = JS_DupValue(e->ctx, capture);
    site->number = number;
    JS_SetOpaque(object, site);
    return object;
}

JSValue stack__callsites(engine *e, JSContext *ctx, JSValueConst capture)
{
    const int count = JS_CountStackEntries(e->rt, capture);
    JSValue array = JS_NewArray(ctx);

    for (int i = 0; i < count && !JS_IsException(array); i++) {
        JSValue site = make_site(e, capture, i);
        if (JS_IsException(site) ||
            JS_DefinePropertyValueUint32(e->ctx, array, (uint32_t)i, site,
                                         JS_PROP_C_W_E) < 0) {
            JS_FreeValue(e->ctx, array);
            array = JS_EXCEPTION;
        }
    }
    return array;
}

/* ---- The usual Error.prepareStackTrace ----------------------------------- */

static int add_lines(engine__text *t, JSContext *ctx, JSValueConst sites)
{
    int64_t count;

    if (JS_GetLength(ctx, sites, &count) < 0)
        return -1;
    for (int64_t i = 0; i < count; i++) {
        JSValue site = JS_GetPropertyInt64(ctx, sites, i);
        JSValue line = JS_ToString(ctx, site);

        JS_FreeValue(ctx, site);
        if (JS_IsException(line))
            return -1;
        text__add(t, "\n    at ");
        text__add_value(t, line);
        JS_FreeValue(ctx, line);
    }
    return 0;
}

JSValue stack__prepare(JSContext *ctx, JSValueConst self, int argc,
                       JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine__text t = { .e = e };
    JSValue header = JS_Call(ctx, e->errors->to_string,
                             argc > 0 ? argv[0] : JS_UNDEFINED, 0, NULL);
    (void)self;

    if (JS_IsException(header))
        return header;
    text__add_value(&t, header);
    JS_FreeValue(ctx, header);
    if (add_lines(&t, ctx, argc > 1 ? argv[1] : JS_UNDEFINED) < 0) {
        text__free(&t);
        return JS_EXCEPTION;
    }
    return text__take(&t);
}
