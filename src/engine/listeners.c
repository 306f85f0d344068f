/*
 * listeners.c - calling the listeners of an event, one after the other.
 *
 * EventEmitter.prototype.emit() in lib/events.js calls this to run the loop
 * over its listeners. In JavaScript the loop costs more than most listeners: an
 * array made of the arguments, and some thirty bytecodes for each listener. An
 * emit() to one listener takes 107 ns here and 184 in JavaScript, to three 171
 * and 391 (ONLY=emit bench/js/run). Functions of the host are in no stack, so
 * emit() still shows as the caller.
 *
 * The arguments of the event are those that emit() was called with, after the
 * first. They are read from its frame.
 *
 * What must stay true is what a loop in JavaScript would do:
 * - The list is read again for each listener.
 * - A counter on the list, under a key of lib/'s, says that it is being walked,
 *   so that on() and off() change a copy; also when a listener throws.
 * - The result of a listener is checked before the next one is called.
 * Where that is not simple (the list is not a plain array, or an element is no
 * function), callRest() of lib/ goes on with the listeners that are left.
 */
#include "engine/internal.h"

/* The parameters of callListeners(). */
enum { EMITTER, SLOTS, TYPE, KEPT, PARAMETERS };

/* What lib/ has in the array KEPT. */
enum {
    COUNT_KEY,
    CAPTURE_KEY, /* what the emitter has here says if failures are captured */
    CAPTURE,     /* the function for that: emitter, result, type, args */
    CALL_REST,   /* and for the rest: emitter, list, called, type, args */
    KEPT_COUNT
};

typedef struct event {
    JSContext *ctx;
    JSValueConst emitter;
    JSValueConst type;
    JSValueConst *kept;
    int argc;
    JSValueConst *argv;
} event;

/* ---- Arguments ---------------------------------------------------------- */

/* keepArguments(function): it will call what is below. */
static JSValue js_keep_arguments(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    (void)self;

    if (argc < 1 || !JS_KeepArguments(argv[0]))
        return JS_ThrowTypeError(ctx, "keepArguments() is for functions");
    return JS_UNDEFINED;
}

/* False with an exception pending. */
static bool read_arguments(JSContext *ctx, int *argc, JSValueConst **argv)
{
    if (!JS_GetCallerArguments(ctx, argc, argv) || *argc < 1) {
        JS_ThrowTypeError(ctx, "the arguments of the caller are not kept");
        return false;
    }
    --*argc;
    ++*argv;
    return true;
}

static JSValue list_arguments(JSContext *ctx, int argc, JSValueConst *argv)
{
    JSValue list = JS_NewArray(ctx);

    for (int i = 0; i < argc && !JS_IsException(list); i++) {
        if (JS_SetPropertyUint32(ctx, list, (uint32_t)i,
                                 JS_DupValue(ctx, argv[i])) < 0) {
            JS_FreeValue(ctx, list);
            list = JS_EXCEPTION;
        }
    }
    return list;
}

/* listArguments(): those of the caller after the first, in an array. */
static JSValue js_list_arguments(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    (void)self;
    (void)argv;

    return read_arguments(ctx, &argc, &argv) ? list_arguments(ctx, argc, argv)
                                             : JS_EXCEPTION;
}

/* ---- Listeners ---------------------------------------------------------- */

/* Call a function of lib/'s; the event's arguments are its last argument. */
static int call_lib(const event *v, JSValueConst fn, int count,
                    JSValueConst *argv)
{
    JSContext *ctx = v->ctx;
    JSValue args = list_arguments(ctx, v->argc, v->argv);
    JSValue done = JS_EXCEPTION;

    argv[count] = args;
    if (!JS_IsException(args))
        done = JS_Call(ctx, fn, JS_UNDEFINED, count + 1, argv);
    JS_FreeValue(ctx, args);
    JS_FreeValue(ctx, done);
    return JS_IsException(done) ? -1 : 0;
}

static int is_captured(const event *v)
{
    const JSAtom key = JS_ValueToAtom(v->ctx, v->kept[CAPTURE_KEY]);
    JSValue value = JS_GetProperty(v->ctx, v->emitter, key);
    const int yes = JS_IsException(value) ? -1 : JS_ToBool(v->ctx, value);

    JS_FreeValue(v->ctx, value);
    JS_FreeAtom(v->ctx, key);
    return yes;
}

/* A listener has returned a value. If it is a promise, captureRejections
 * follows it. Frees the value. */
static orr__noinline int look_at(const event *v, JSValue result)
{
    if (JS_IsException(result))
        return -1;
    int err = is_captured(v);
    if (err > 0) {
        JSValueConst argv[4] = { v->emitter, result, v->type };
        err = call_lib(v, v->kept[CAPTURE], 3, argv);
    }
    JS_FreeValue(v->ctx, result);
    return err;
}

static int call_one(const event *v, JSValueConst listener)
{
    JSValue result =
        JS_Call(v->ctx, listener, v->emitter, v->argc, v->argv);

    if (JS_IsUndefined(result) || JS_IsNull(result))
        return 0;
    return look_at(v, result);
}

/* Returns how many were called, or -1. *all: there were no more. */
static int64_t call_each(const event *v, JSValueConst list, bool *all)
{
    for (uint32_t i = 0;; i++) {
        JSValueConst *listeners;
        uint32_t n;
        const bool is_plain = JS_GetArrayValues(list, &listeners, &n);
        *all = is_plain && i == n;
        if (!is_plain || i >= n || !engine__is_function(v->ctx, listeners[i]))
            return i;
        JSValue listener = JS_DupInline(listeners[i]);
        const int err = call_one(v, listener);
        JS_FreeInline(v->ctx, listener);
        if (err < 0)
            return -1;
    }
}

static int call_rest(const event *v, JSValueConst list, int64_t called)
{
    JSValueConst argv[5] = { v->emitter, list, JS_NewInt64(v->ctx, called),
                             v->type };

    return call_lib(v, v->kept[CALL_REST], 4, argv);
}

static int call_list(const event *v, JSValueConst list)
{
    int64_t called = 0;
    bool all = false;

    if (JS_AddToOwnInt(v->ctx, list, v->kept[COUNT_KEY], 1)) {
        called = call_each(v, list, &all);
        JS_AddToOwnInt(v->ctx, list, v->kept[COUNT_KEY], -1);
    }
    if (called < 0)
        return -1;
    return all ? 0 : call_rest(v, list, called);
}

/* The slot of this event. */
static JSValue get_slot(JSContext *ctx, JSValueConst slots, JSValueConst type)
{
    if (JS_IsUndefined(slots))
        return JS_UNDEFINED;
    const JSAtom key = JS_ValueToAtom(ctx, type);
    if (key == JS_ATOM_NULL)
        return JS_EXCEPTION;
    JSValue slot = JS_GetProperty(ctx, slots, key);
    JS_FreeAtom(ctx, key);
    return slot;
}

static orr__noinline void trace_emit(const event *v, JSValueConst slot)
{
    const engine__emitted emitted = { .emitter = v->emitter,
                                      .type = v->type,
                                      .slot = slot,
                                      .argc = v->argc,
                                      .argv = v->argv };

    engine__trace_emit(engine__of(v->ctx), &emitted);
}

/* callListeners(emitter, slots, type, kept): whether there is any. */
static JSValue js_call_listeners(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    event v = { .ctx = ctx };
    uint32_t kept;
    (void)self;

    if (argc < PARAMETERS ||
        !JS_GetArrayValues(argv[KEPT], &v.kept, &kept) || kept < KEPT_COUNT)
        return JS_ThrowTypeError(ctx, "callListeners() has four parameters");
    v.emitter = argv[EMITTER];
    v.type = argv[TYPE];
    if (orr__unlikely(engine__of(ctx)->thing_names != NULL))
        JS_NoteEvent(ctx, v.emitter, v.type, false);
    JSValue slot = get_slot(ctx, argv[SLOTS], v.type);
    if (JS_IsUndefined(slot) || JS_IsException(slot))
        return JS_IsException(slot) ? slot : JS_FALSE;
    int err = -1;
    if (read_arguments(ctx, &v.argc, &v.argv)) {
        if (ORR_TRACED(engine__of(ctx)->trace))
            trace_emit(&v, slot);
        err = engine__is_function(ctx, slot) ? call_one(&v, slot)
                                             : call_list(&v, slot);
    }
    JS_FreeInline(ctx, slot);
    return err < 0 ? JS_EXCEPTION : JS_TRUE;
}

int order__listeners_bind(engine *e, JSValueConst binding)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("keepArguments", 1, js_keep_arguments),
        JS_CFUNC_DEF("listArguments", 0, js_list_arguments),
        JS_CFUNC_DEF("callListeners", PARAMETERS, js_call_listeners),
    };

    return JS_SetPropertyFunctionList(e->ctx, binding, functions,
                                      sizeof functions / sizeof *functions);
}
