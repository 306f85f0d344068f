/*
 * describe.c - an error that ends the program, as Node prints it.
 *
 *     /app/a.js:4             the arrow: where it was thrown, the line itself
 *         throw e;            and a caret
 *         ^
 *
 *     TypeError: bad          what lib/'s inspect says of the error: its stack
 *         at f (...) {        with causes and extra properties; a plain version
 *       code: 'ERR_X'         of that is here for when there is no lib/
 *     }
 *
 * The arrow is arrow.c's.
 */
#include "engine/stack.h"

#include <errno.h>
#include <string.h>

/* ---- The error itself, without lib/ ------------------------------------- */

static void add_indented(engine__text *t, const char *s, int indent)
{
    for (; *s != 0; s++) {
        text__add_len(t, s, 1);
        for (int i = 0; *s == '\n' && i < indent; i++)
            text__add(t, " ");
    }
}

static void add_plain(engine__text *t, JSValueConst value, int indent);

static void add_quoted(engine__text *t, JSValueConst value)
{
    text__add(t, "'");
    text__add_value(t, value);
    text__add(t, "'");
}

static void add_simple(engine__text *t, JSValueConst value, int indent)
{
    if (JS_IsString(value)) {
        add_quoted(t, value);
    } else if (JS_IsError(value)) {
        add_plain(t, value, indent);
    } else if (JS_IsObject(value) && !JS_IsFunction(t->e->ctx, value)) {
        JSValue json =
            JS_JSONStringify(t->e->ctx, value, JS_UNDEFINED, JS_UNDEFINED);
        if (JS_IsException(json))
            JS_FreeValue(t->e->ctx, JS_GetException(t->e->ctx));
        else
            text__add_value(t, json);
        JS_FreeValue(t->e->ctx, json);
    } else {
        text__add_value(t, value);
    }
}

static void add_property(engine__text *t, JSValueConst error, JSAtom name,
                         bool hidden, int indent, bool *opened)
{
    JSValue value = JS_UNDEFINED;

    if (!stack__find_data(t->e, error, name, &value))
        return;
    text__add(t, *opened ? ",\n" : " {\n");
    *opened = true;
    for (int i = 0; i < indent + 2; i++)
        text__add(t, " ");
    text__add(t, hidden ? "[" : "");
    text__add_atom(t, name);
    text__add(t, hidden ? "]: " : ": ");
    add_simple(t, value, indent + 2);
    JS_FreeValue(t->e->ctx, value);
}

static bool has_own(engine *e, JSValueConst object, JSAtom name)
{
    const int has = JS_GetOwnProperty(e->ctx, NULL, object, name);

    return has > 0;
}

/* Errors within errors, but not forever. */
#define DEEPEST 10

static void add_plain(engine__text *t, JSValueConst error, int indent)
{
    JSContext *ctx = t->e->ctx;
    JSValue stack = arrow__get_stack(t->e, error);
    const char *text = JS_IsString(stack) ? JS_ToCString(ctx, stack) : NULL;
    JSPropertyEnum *names = NULL;
    uint32_t count = 0;
    bool opened = false;

    if (text != NULL)
        add_indented(t, text, indent);
    else
        text__add_value(t, error);
    JS_FreeCString(ctx, text);
    JS_FreeValue(ctx, stack);
    if (indent > 2 * DEEPEST ||
        JS_GetOwnPropertyNames(ctx, &names, &count, error,
                               JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY) < 0) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        add_property(t, error, names[i].atom, false, indent, &opened);
    JS_FreePropertyEnum(ctx, names, count);
    if (has_own(t->e, error, t->e->atoms[ENGINE__ATOM_CAUSE]))
        add_property(t, error, t->e->atoms[ENGINE__ATOM_CAUSE], true, indent,
                     &opened);
    if (opened)
        add_indented(t, "\n}", indent);
}

/* ---- All of it ---------------------------------------------------------- */

static bool add_inspected(engine__text *t, JSValueConst error)
{
    engine *e = t->e;

    if (!JS_IsFunction(e->ctx, e->errors->inspect) || engine__is_stopped(e))
        return false;
    JSValue text = JS_Call(e->ctx, e->errors->inspect, JS_UNDEFINED, 1, &error);
    if (JS_IsException(text)) {
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        return false;
    }
    text__add_value(t, text);
    JS_FreeValue(e->ctx, text);
    return true;
}

/* A stack that begins with its arrow (a syntax error's) needs no second one. */
static bool shows_arrow(engine *e, JSValueConst error,
                        const engine__text *arrow)
{
    JSValue stack = arrow__get_stack(e, error);
    const char *text = JS_IsString(stack) ? JS_ToCString(e->ctx, stack) : NULL;
    const bool shows =
        text != NULL && strncmp(text, arrow->bytes, arrow->len) == 0;

    JS_FreeCString(e->ctx, text);
    JS_FreeValue(e->ctx, stack);
    return shows;
}

static void add_error(engine__text *t, JSValueConst error)
{
    engine__text arrow = { .e = t->e };

    arrow__add_noted(&arrow, error);
    if (arrow.len > 0 && !shows_arrow(t->e, error, &arrow)) {
        text__add_len(t, arrow.bytes, arrow.len);
        text__add(t, "\n");
    }
    text__free(&arrow);
    if (!add_inspected(t, error))
        add_plain(t, error, 0);
}

/* What is not an error has no stack to show, only the place. */
static void add_other(engine__text *t, JSValueConst value)
{
    arrow__add_noted(t, value);
    if (JS_IsObject(value)) {
        if (!add_inspected(t, value))
            add_simple(t, value, 0);
        return;
    }
    text__add_value(t, value);
    if (t->e->errors->trace_uncaught)
        return;
    text__add(t, "\n(Use `");
    if (JS_IsString(t->e->errors->program))
        text__add_value(t, t->e->errors->program);
    else
        text__add(t, "orrery");
    text__add(t, " --trace-uncaught ...` to show where the exception was "
                 "thrown)");
}

/* What is shown with its stack: errors, and DOMException, which is one in all
 * but its class. */
static bool has_stack(engine *e, JSValueConst value)
{
    if (JS_IsError(value) || !JS_IsObject(value))
        return JS_IsError(value);
    JSAtom atom = JS_GetClassName(e->rt, JS_GetClassID(value));
    const char *name = JS_AtomToCString(e->ctx, atom);
    const bool is = name != NULL && strcmp(name, "DOMException") == 0;

    JS_FreeCString(e->ctx, name);
    JS_FreeAtom(e->ctx, atom);
    return is;
}

static void add_thrown_at(engine__text *t, JSValueConst value)
{
    const struct engine__errors *r = t->e->errors;

    if (r->trace == NULL || !JS_IsStrictEqual(t->e->ctx, r->reported, value))
        return;
    text__add(t, "\nThrown at:\n");
    text__add(t, r->trace);
}

static void add_all(engine__text *t, JSValueConst error)
{
    if (has_stack(t->e, error)) {
        add_error(t, error);
    } else {
        text__add(t, "\n");
        add_other(t, error);
    }
    add_thrown_at(t, error);
}

/* A program that is over is not asked to stop again meanwhile. */
int engine_describe_error(engine *e, napi_value error, char **text, size_t *len)
{
    engine__text t = { .e = e };
    const bool is_over = engine__is_stopped(e);
    JSValue pending =
        is_over ? JS_SetAsideException(e->ctx) : JS_UNINITIALIZED;

    add_all(&t, engine__value(error));
    if (is_over)
        JS_PutBackException(e->ctx, pending);
    if (t.failed) {
        text__free(&t);
        return -ENOMEM;
    }
    *text = t.bytes;
    *len = t.len;
    return 0;
}

/* ---- The binding "errors" ----------------------------------------------- */

/* setInspect(fn, program): what shows an error with its causes and properties;
 * the name of the running executable. */
static JSValue set_inspect(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    struct engine__errors *r = engine__of(ctx)->errors;
    (void)self;

    JS_FreeValue(ctx, r->inspect);
    r->inspect = argc > 0 ? JS_DupValue(ctx, argv[0]) : JS_UNDEFINED;
    JS_FreeValue(ctx, r->program);
    r->program = argc > 1 ? JS_DupValue(ctx, argv[1]) : JS_UNDEFINED;
    return JS_UNDEFINED;
}

/* traceThrows(): print where an uncaught error was thrown
 * (--trace-uncaught). */
static JSValue trace_throws(JSContext *ctx, JSValueConst self, int argc,
                            JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    (void)self;
    (void)argc;
    (void)argv;

    e->errors->trace_uncaught = true;
    JS_SetTraceThrows(e->rt, true);
    return JS_UNDEFINED;
}

/* getArrow(error): file, line and caret, or undefined. */
static JSValue get_arrow(JSContext *ctx, JSValueConst self, int argc,
                         JSValueConst *argv)
{
    engine__text t = { .e = engine__of(ctx) };
    (void)self;

    if (argc > 0)
        arrow__add_noted(&t, argv[0]);
    if (t.len > 0)
        return text__take(&t);
    text__free(&t);
    return JS_UNDEFINED;
}

/* setMapper(fn): what a stack's text is made into, or undefined. */
static JSValue set_mapper(JSContext *ctx, JSValueConst self, int argc,
                          JSValueConst *argv)
{
    struct engine__errors *r = engine__of(ctx)->errors;
    (void)self;

    JS_FreeValue(ctx, r->mapper);
    r->mapper = argc > 0 ? JS_DupValue(ctx, argv[0]) : JS_UNDEFINED;
    return JS_UNDEFINED;
}

/* setTypeName(prototype, name): what objects with this prototype are called in
 * stacks, though they have no constructor to read it from. */
static JSValue set_type_name(JSContext *ctx, JSValueConst self, int argc,
                             JSValueConst *argv)
{
    struct engine__errors *r = engine__of(ctx)->errors;
    (void)self;

    if (argc < 2)
        return JS_ThrowTypeError(ctx, "a prototype and a name");
    JS_FreeValue(ctx, r->named_proto);
    JS_FreeValue(ctx, r->named_proto_name);
    r->named_proto = JS_DupValue(ctx, argv[0]);
    r->named_proto_name = JS_DupValue(ctx, argv[1]);
    return JS_UNDEFINED;
}

/* setArrow(text): of the error that is being reported, instead of ours. */
static JSValue set_arrow(JSContext *ctx, JSValueConst self, int argc,
                         JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine__text t = { .e = e };
    const char *text = argc > 0 ? JS_ToCString(ctx, argv[0]) : NULL;
    (void)self;

    if (text == NULL)
        return JS_EXCEPTION;
    text__add(&t, text);
    JS_FreeCString(ctx, text);
    orr__free(&e->alloc, e->errors->arrow);
    e->errors->arrow = t.bytes;
    e->errors->has_arrow = true;
    return JS_UNDEFINED;
}

/* isByBuiltin(): did the program not throw it itself? */
static JSValue is_by_builtin(JSContext *ctx, JSValueConst self, int argc,
                             JSValueConst *argv)
{
    (void)self, (void)argc, (void)argv;
    return JS_NewBool(ctx, engine__of(ctx)->errors->by_builtin);
}

JSValue engine__errors_binding(engine *e)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("setInspect", 2, set_inspect),
        JS_CFUNC_DEF("getArrow", 1, get_arrow),
        JS_CFUNC_DEF("setArrow", 1, set_arrow),
        JS_CFUNC_DEF("isByBuiltin", 0, is_by_builtin),
        JS_CFUNC_DEF("setMapper", 1, set_mapper),
        JS_CFUNC_DEF("setTypeName", 2, set_type_name),
        JS_CFUNC_DEF("traceThrows", 0, trace_throws),
        JS_CFUNC_DEF("getAwaits", 0, arrow__get_awaits),
    };

    return engine__make_object(e, functions,
                               sizeof functions / sizeof *functions);
}
