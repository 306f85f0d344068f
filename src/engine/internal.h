/*
 * internal.h - what the files of the engine room share.
 *
 * One engine is one quickjs runtime with one context, and everything that was
 * made in it hangs on struct engine. There are no globals: class ids, too, are
 * the runtime's own.
 *
 * Values. Inside the room a value is a JSValue; a function that takes a JSValue
 * owns it, one that takes a JSValueConst borrows it. Outside, a napi_value is
 * the address of a slot that holds a JSValue (see handles.c):
 *
 *     napi_value v = engine__handle(e, JS_NewObject(e->ctx));  takes it over
 *     JSValueConst o = engine__value(v);                       borrows it
 *
 * Exceptions. The pending exception is quickjs's own, JS_HasException(e->ctx),
 * and there is no second place where one could be kept. A raw function that
 * failed returns JS_EXCEPTION or -1 with one pending; ENGINE_THREW means the
 * same to the rooms outside. Entering JavaScript with an exception pending
 * loses that exception, so look first.
 *
 * Stopping. After engine_stop() no JavaScript may run: enter it only through
 * engine__call(), and end every native function with engine__leave_native(), so
 * that a process.exit() is left at once and not only at the next safe point.
 * A stop is pending like an exception, but JS_GetException() leaves it there;
 * whoever takes exceptions to report them asks engine__is_leaving() first.
 */
#ifndef ORRERY_ENGINE_INTERNAL_H
#define ORRERY_ENGINE_INTERNAL_H

#include <quickjs.h>

#include <stdatomic.h>

#include "base/base.h"
#include "engine/engine.h"
#include "engine/order.h"
#include "trace/event.h"

/* ---- Handles ------------------------------------------------------------ */

/* A piece of the stack of slots. Its address never changes, so a slot's does
 * not either; pieces stay until the engine goes. */
#define ENGINE__SLOTS 510
typedef struct engine__slots {
    struct engine__slots *prev;
    struct engine__slots *next;
    JSValue slot[ENGINE__SLOTS];
} engine__slots;

typedef struct engine__handles {
    engine__slots *piece; /* the one in use */
    JSValue *top;         /* the next free slot of it */
    JSValue *end;
} engine__handles;

/* A handle scope: where the stack of slots stood when it was opened. */
typedef struct engine__scope {
    engine__slots *piece;
    JSValue *top;
} engine__scope;

/* ---- Finalizers --------------------------------------------------------- */

/*
 * Something to be done after a collection, never inside one. Embed it in what
 * is finalized, so that queueing cannot fail. run() is called through the door
 * with the next immediates (at the latest by engine_destroy(), when no
 * JavaScript runs any more), and may free what holds it.
 */
typedef struct engine__final {
    struct engine__final *next;
    void (*run)(engine *e, struct engine__final *final);
} engine__final;

/* ---- The engine --------------------------------------------------------- */

/* Ids that JS_NewClassID() gave for this runtime; zero until registered. */
typedef struct engine__classes {
    JSClassID timeout;
    JSClassID immediate;
    JSClassID callsite;
    JSClassID napi_wrap; /* these three for src/engine/napi_*.c */
    JSClassID napi_external;
    JSClassID napi_function;
    JSClassID module;    /* for modules.c */
    JSClassID vm_global; /* these three for contexts.c */
    JSClassID vm_context;
    JSClassID vm_script;
    JSClassID serializer; /* these two for wire_class.c */
    JSClassID deserializer;
} engine__classes;

/* inspect.c: more than quickjs has classes of its own, and we of ours. */
#define ENGINE__KINDS 128

#define ENGINE__INTERRUPTS 64
typedef struct engine__interrupt {
    engine_interrupt_fn *fn;
    void *arg;
} engine__interrupt;

struct engine {
    JSRuntime *rt;
    JSContext *ctx;
    engine_door door;
    engine_world world;
    engine_host host;
    orr_allocator alloc;
    engine_trace_fn *trace;
    void *trace_ctx;
    bool sites_innermost; /* see engine_options */
    uint32_t profile;

    engine__handles handles;
    engine__classes classes;
    engine__order order;
    uint32_t depth;           /* calls into JavaScript that have not returned */
    bool reporting;           /* host.uncaught() is running */
    bool drains_scopes;       /* engine_set_scopes_drain() */
    uint32_t callback_scopes; /* open ones, of all environments */

    atomic_bool stopped;
    atomic_uint interrupts_pending;
    uint32_t interrupts_held;    /* engine_hold_interrupts() */
    atomic_flag interrupts_lock; /* guards the three below */
    uint32_t interrupts_first;
    uint32_t interrupts_count;
    engine__interrupt interrupts[ENGINE__INTERRUPTS];
    engine__interrupt watcher; /* of every safe point; fn NULL: none */

    engine__final *finals; /* oldest first */
    engine__final **finals_end;
    engine_async_fn *async_fn; /* async_hooks; NULL: no hooks */
    void *async_arg;
    engine_promise_fn *promise_fn; /* NULL: no listener */
    void *promise_arg;
    uint32_t promise_count; /* numbered so far, while a trace listens */

    uint64_t deadline_ns; /* contexts.c: when scripts are to end; 0: never */
    bool deadline_met;
    engine_breaker_fn *breaker; /* NULL: none */
    void *breaker_arg;
    uint32_t breakable;        /* scripts that run and that it may end */
    size_t contexts;           /* of node:vm, that have a handle */
    bool broken;               /* it has ended one, which is being left */
    bool limit_met;            /* an allocation has gone beyond the limit */
    bool limit_failed;         /* one has failed by it */
    bool soft_known, soft_met; /* host.default_limit() was asked; is met */
    size_t soft_limit;         /* of the heap without buffers; 0: none */
    size_t hard_limit;         /* of the whole heap and queued_bytes; 0: none */
    size_t queued_bytes;       /* see engine_charge_queued() */
    size_t posted_bytes;       /* of these: what *posted was when it was read */
    const _Atomic size_t *posted; /* see engine_set_posted(); or NULL */
    size_t external_bytes;     /* reported by napi_adjust_external_memory() */
    size_t peak_bytes;
    uint64_t collections;

    JSAtom atoms[ENGINE__ATOMS];
    struct engine__sites *sites;
    struct engine__line_map *line_maps; /* of code made of files; or NULL */
    struct engine__names *names;       /* of events in a trace; or NULL */
    struct engine__messages *messages; /* of HTTP in a trace; or NULL */
    struct engine__entries {
        uint32_t left;  /* that may still be traced; 0: they are not watched */
        uint32_t looks; /* after the first one; 0: there was none yet */
        bool has_place; /* the program has asked for the callback that runs */
        const void *last; /* the code that was entered last; not counted */
        JSAtom filename;  /* of the last that was traced; not counted */
        int line, column;
    } entries;
    bool has_entry_func;
    bool lost_sites; /* there was no memory for one of them */
    struct engine__thing_names *thing_names; /* NULL: no footprints */
    struct engine__sources *sources;
    struct engine__errors *errors;
    struct engine__clones *clones;
    struct engine__wires *wires; /* NULL until v8 is required */

    /* Each of these belongs to one file. */
    napi_env env; /* of our own bindings */
    struct engine__napi *napi;
    struct engine__modules *modules;
    struct engine__browser *browser; /* NULL but for ENGINE_HTML_TASKS */

    engine_code *codes;                 /* handed out and not freed */
    unsigned char kinds[ENGINE__KINDS]; /* inspect.c: by class id */
};

/* From a context to its engine: the opaque pointer of every context. */
static inline engine *engine__of(JSContext *ctx)
{
    return JS_ContextOpaqueInline(ctx);
}

/* JS_IsFunction(), which is not called for what most functions are. */
static inline bool engine__is_function(JSContext *ctx, JSValueConst value)
{
    return orr__likely(JS_IsBytecodeFunction(value)) ||
           JS_IsFunction(ctx, value);
}

/* ---- Handles: the functions --------------------------------------------- */

int engine__handles_open(engine *e);
void engine__handles_close(engine *e);
/* One more piece; false if there is no memory. */
bool engine__handles_grow(engine *e);

/*
 * Put a value into the open scope; takes it over. NULL if there is no memory,
 * and then the value is freed. Never give it JS_EXCEPTION.
 */
static inline napi_value engine__handle(engine *e, JSValue value)
{
    if (orr__unlikely(e->handles.top == e->handles.end) &&
        !engine__handles_grow(e)) {
        JS_FreeValue(e->ctx, value);
        return NULL;
    }
    *e->handles.top = value;
    return (napi_value)(void *)e->handles.top++;
}

/* The value behind a handle, borrowed. */
static inline JSValueConst engine__value(napi_value handle)
{
    return *(JSValue *)(void *)handle;
}

/* Let an existing handle hold another value; takes it over. What an escapable
 * scope needs: make the handle first, then open the scope. */
static inline void engine__set_handle(engine *e, napi_value handle,
                                      JSValue value)
{
    JSValue *slot = (JSValue *)(void *)handle;
    const JSValue old = *slot;

    *slot = value;
    JS_FreeValue(e->ctx, old);
}

/* Scopes nest strictly; closing frees all handles made since opening. */
static inline engine__scope engine__open_scope(engine *e)
{
    return (engine__scope){ e->handles.piece, e->handles.top };
}
void engine__close_scope(engine *e, engine__scope scope);

/* Write a value to an optional `result` of engine.h: takes it over; -ENOMEM. */
int engine__give(engine *e, JSValue value, napi_value *result);

/* ---- Running JavaScript ------------------------------------------------- */

static inline bool engine__is_stopped(const engine *e)
{
    return orr__unlikely(
        atomic_load_explicit(&e->stopped, memory_order_relaxed));
}

/* The program is over, or a script of node:vm is being left: no JavaScript runs
 * now. */
static inline bool engine__is_leaving(const engine *e)
{
    return engine__is_stopped(e) || JS_IsStopping(e->rt);
}

/* Give the pending exception the property `code`; returns JS_EXCEPTION. */
JSValue engine__add_code(engine *e, const char *code);

/* Throw what nothing can catch: the program is over. */
JSValue engine__throw_stopped(engine *e);

/* Run what engine_interrupt() was given. */
void engine__serve_interrupts(engine *e);

/* JS_Call(), unless the program is over. All C code of this room calls
 * JavaScript through here. */
static inline JSValue engine__call(engine *e, JSValueConst fn,
                                   JSValueConst self, int argc,
                                   JSValueConst *argv)
{
    if (orr__unlikely(atomic_load_explicit(&e->interrupts_pending,
                                           memory_order_relaxed) > 0))
        engine__serve_interrupts(e);
    if (engine__is_stopped(e))
        return engine__throw_stopped(e);
    e->depth++;
    JSValue result = JS_Call(e->ctx, fn, self, argc, argv);
    e->depth--;
    return result;
}

/* Is there a trace, or is the place to be noted where something is made? One
 * test for both, since it is made for everything that is scheduled. */
#ifdef ORRERY_NO_TRACE
#define ENGINE__WATCHED(e) false
#else
#define ENGINE__WATCHED(e) orr__unlikely((e)->order.watched)
#endif

/* What a record gets when it is scheduled. By value, so that one which is being
 * filled in need not be in memory. */
typedef struct engine__origin {
    uint64_t id;
    uint64_t cause;
    uintptr_t site;
} engine__origin;

/* trace.c: the same with a trace, or when sites are recorded. */
engine__origin engine__watched_origin(engine *e, engine_kind kind);
void engine__watched_schedule(engine *e, engine_record *record);

static inline uint64_t engine__next_id(engine *e)
{
    return e->door.next_id(e->door.ctx);
}

/* The id of the running callback; outside the order core only the door
 * knows. */
static inline uint64_t engine__running(engine *e)
{
    const uint64_t id = *e->order.running;

    return orr__likely(id != 0) ? id : e->door.running(e->door.ctx);
}

/* The origin of something that JavaScript schedules now, without a trace. */
static inline engine__origin engine__plain_origin(engine *e)
{
    const uint64_t cause = engine__running(e);

    return (engine__origin){ engine__next_id(e), cause, 0 };
}

/* Give a record its id and, unless it has one, its cause. */
static inline void engine__schedule(engine *e, engine_record *record)
{
    if (ENGINE__WATCHED(e)) {
        engine__watched_schedule(e, record);
        return;
    }
    record->id = engine__next_id(e);
    if (record->cause == 0)
        record->cause = engine__running(e);
}

/* Make a call with everything in it but e and status, which are ours. */
static inline int order__run(engine *e, order_call *call)
{
    call->e = e;
    call->status = 0;
    e->door.call(e->door.ctx, call->record, order__run_call, call);
    return call->status;
}

/*
 * The end of a native function that JavaScript called: if the program was
 * stopped meanwhile, or an exception is pending, that is the outcome instead
 * of the value, which is then freed.
 */
static inline JSValue engine__leave_native(engine *e, JSValue result)
{
    if (orr__likely(!engine__is_stopped(e) && !JS_HasException(e->ctx)))
        return result;
    JS_FreeValue(e->ctx, result);
    return engine__is_stopped(e) ? engine__throw_stopped(e) : JS_EXCEPTION;
}

/* ENGINE_STOPPED if what is pending is a stop, else ENGINE_THREW with the
 * exception left pending. */
int engine__threw(engine *e);

/* engine_report() of a raw value. */
int engine__report(engine *e, JSValueConst error, engine_origin origin);
/* Take the pending exception and report it: ENGINE_THREW if it was handled,
 * else ENGINE_STOPPED. */
int engine__report_pending(engine *e);

/* Out of memory where no exception can be thrown and the failure must not be
 * ignored: the host ends the process. */
_Noreturn void engine__no_memory(engine *e);

/* Note where an error was thrown, while that is still known. */
void engine__note_thrown(engine *e, JSValueConst error, engine_origin origin);
/* The same for what a microtask threw: only the error itself says where. */
void engine__note_passed_on(engine *e, JSValueConst error);
/* It was handled; thrown again, it is thrown elsewhere. */
void engine__forget_thrown(engine *e);

/* The value of an object that is stored as a bare pointer; no reference is
 * added. */
static inline JSValue engine__object(void *object)
{
    return JS_MKPTR(JS_TAG_OBJECT, object);
}

/* An object with these functions, or JS_EXCEPTION. */
JSValue engine__make_object(engine *e, const JSCFunctionListEntry *functions,
                            int count);

/* The prototype of a class that JavaScript cannot construct: it has these
 * functions, and a constructor of that name, which throws. */
JSValue engine__make_class(engine *e, const char *name,
                           const JSCFunctionListEntry *functions, int count);

/* ---- Async contexts ----------------------------------------------------- */

/* An async context is a JavaScript object, and NULL is undefined. Its reference
 * count is the object's. The current one is the async context of quickjs. */
static inline JSValue engine__async_context_value(engine_async_context *context)
{
    return context ? JS_MKPTR(JS_TAG_OBJECT, (void *)context) : JS_UNDEFINED;
}
static inline engine_async_context *engine__async_context_of(JSValueConst value)
{
    return JS_IsObject(value) ? JS_VALUE_GET_PTR(value) : NULL;
}

static inline bool engine__has_async_context(const engine *e)
{
    return !JS_IsUndefined(*e->order.context);
}

/* Call the async_hooks listener, if there is one. */
static inline void order__hook(engine *e, engine_async_event event,
                               const engine_record *record,
                               JSValueConst resource)
{
    if (orr__unlikely(e->async_fn != NULL))
        order__call_hook(e, event, record, resource);
}

/* ---- Traces ------------------------------------------------------------- */

/* trace.c; all only while there is a listener: ORR_TRACED(e->trace). type is an
 * orr_event_type. */
void engine__trace_record(engine *e, int type, const engine_record *record,
                          uint64_t value);
void engine__trace_promise(engine *e, engine_promise_event event,
                           JSValueConst promise, JSValueConst other);
void engine__trace_throw(engine *e, JSValueConst error, engine_origin origin);
/* callback: a function object, not counted. */
void engine__trace_arm(engine *e, const engine_record *record, uint32_t ms,
                       void *callback);
/* slot: the listener, or an array of them; argv: what they are called with. */
typedef struct engine__emitted {
    JSValueConst emitter, type, slot;
    int argc;
    JSValueConst *argv;
} engine__emitted;
void engine__trace_emit(engine *e, const engine__emitted *emitted);
void engine__names_close(engine *e);
/* trace_http.c: what the event says about a message of HTTP. False: nothing. */
typedef struct engine__message {
    orr_http http;            /* borrowed from the event */
    const char *converted[2]; /* or NULL */
} engine__message;
bool engine__message_find(engine *e, const engine__emitted *emitted,
                          engine__message *m);
void engine__message_free(engine *e, engine__message *m);
void engine__messages_close(engine *e);

/* entries.c */
void engine__announce_entry(engine *e, const JSCallPosition *pos);
void engine__entries_close(engine *e);

/* site.c: where the last exception was thrown; 0 if that is not known. */
uintptr_t engine__throw_site(engine *e);
uintptr_t engine__caller_site(engine *e);
/* Whose file it is. */
typedef enum engine__file {
    ENGINE__BUILTIN = 1, /* the runtime's own */
    ENGINE__PACKAGE,     /* in node_modules */
    ENGINE__WRAPPER,     /* the same, and it only passes calls on */
    ENGINE__PROGRAM
} engine__file;
engine__file engine__file_kind(engine *e, const JSCallPosition *at);

/* And where modules wait at their top level. */
void engine__walk_awaits(engine *e, engine_walk_fn *fn, void *arg);

/* A bit of the number that quickjs stores in a promise for its host: this
 * rejection was reported as unhandled. The rest is the promise's id in a
 * trace. */
#define ENGINE__PROMISE_REPORTED 0x80000000u

/* promises.c: set or clear the promise hook of quickjs. */
void engine__follow_promises(engine *e);

/* ---- Finalizers --------------------------------------------------------- */

void engine__queue_final(engine *e, engine__final *final);
int engine__run_finals(engine *e);
/* immediates.c: queued finalizers must run before the program ends. Called
 * inside collections, so it only notifies the host. */
void order__await_finals(engine *e);

/* ---- Code --------------------------------------------------------------- */

/* The source of that name, to show a line of it; NULL if it is not known. */
const char *engine__find_source(engine *e, const char *name, size_t *len,
                                uint32_t *first_line);
/* Remember a source text under its name, for the same. */
int engine__keep_source(engine *e, const engine_source *source);
void engine__sources_close(engine *e);

/* engine_compile_script() and engine_compile_function() in another context of
 * the engine. */
int engine__compile_script(engine *e, JSContext *ctx,
                           const engine_source *source, engine_code **out);
int engine__compile_function(engine *e, JSContext *ctx,
                             const engine_source *source,
                             const char *const *params, size_t param_count,
                             engine_code **out);
/* What was compiled, as a value; the code is freed. To be run within what is
 * running, in the context that it was compiled in. JS_EXCEPTION. */
JSValue engine__take_bytecode(engine *e, engine_code *code);
JSValue engine__evaluate(engine *e, JSContext *ctx, JSValueConst bytecode);

/* After a failed compilation: ENGINE_SYNTAX, or ENGINE_THREW if it was not the
 * source's fault. The exception stays pending. */
int engine__compile_failed(engine *e);

/* A zero-terminated copy of the text, as quickjs wants it; engine_free(). */
char *engine__copy_text(engine *e, const engine_source *source);

/* ---- What each part does when the engine comes and goes ----------------- */

int engine__order_open(engine *e);
void engine__order_close(engine *e);
int engine__errors_open(engine *e, uint32_t frames);
/* Error.prepareStackTrace. Built-in code replaces it for a moment, so it comes
 * after the properties that are kept from the program. */
int engine__errors_define_prepare(engine *e);
void engine__errors_close(engine *e);
void engine__sites_close(engine *e);
/* The line of the file, if the code was made of it (site_lines.c). */
uint32_t engine__file_line(engine *e, const char *file, uint32_t line,
                           uint32_t column);
void engine__line_maps_close(engine *e);
int engine__clones_open(engine *e);
void engine__clones_close(engine *e);
/* A proxy that is not marked to look like a plain object (clone_refuse.c). */
bool engine__is_open_proxy(engine *e, JSValueConst value);
void engine__world_open(engine *e);
int engine__memory_open(engine *e);
/* The default limit: at a safe point, if there is one. */
void engine__open_soft_limit(engine *e);
void engine__check_soft_limit(engine *e);
void engine__open_limit(engine *e, bool ends);
/* options.ends_at_limit: at a safe point, after limit_met was set. */
void engine__check_limit(engine *e);

/* The objects that engine_get_binding() hands out; each returns the object or
 * JS_EXCEPTION. */
JSValue engine__order_binding(engine *e);
JSValue engine__inspect_binding(engine *e);
JSValue engine__errors_binding(engine *e);
JSValue engine__async_context_binding(engine *e);
JSValue engine__objects_binding(engine *e);
JSValue engine__modules_binding(engine *e); /* modules.c */
JSValue engine__wire_binding(engine *e);
JSValue engine__contexts_binding(engine *e);
JSValue engine__browser_binding(engine *e);
/* The context of a handle of contexts.c; the engine's own if the handle is not
 * one. */
JSContext *engine__context_of(engine *e, JSValueConst handle);
void engine__wires_close(engine *e);

/* site.c: the number of a place; 0 without memory. */
uintptr_t engine__enter_site(engine *e, const JSCallPosition *at);
const JSCallPosition *engine__site_position(engine *e, uintptr_t number);

/* quickjs/stops.c */
uintptr_t JS_GetStackLimit(JSRuntime *rt);
/* quickjs/buffers.c: a buffer of bytes of js_malloc(), which it takes. */
JSValue JS_NewOwnArrayBuffer(JSContext *ctx, uint8_t *bytes, size_t length);
/* quickjs/realms.c: the context of an object, by its prototypes, or NULL. */
JSContext *JS_GetRealmOf(JSContext *ctx, JSValueConst value);
/* footprints.c */
void engine__footprints_close(engine *e);

/* browser.c */
void engine__browser_close(engine *e);
/* Timers that wait; 0 without ENGINE_HTML_TASKS. */
uint64_t engine__browser_timers(const engine *e);

/* napi_*.c: opens e->env; closes all environments, in reverse order, while
 * values can still be used but no JavaScript runs. */
int engine__napi_open(engine *e);
void engine__napi_close(engine *e);

/* modules.c */
int engine__modules_open(engine *e);
void engine__modules_close(engine *e);

/*
 * Set the async context around a call or a pass, and restore the previous one
 * afterwards. The caller of enter holds a reference to `context`. The usual
 * case, where both are empty, touches no reference count.
 */
static inline engine_async_context *order__enter_context(
    engine *e, engine_async_context *context)
{
    if (context == NULL && !engine__has_async_context(e))
        return NULL;
    JS_DupValue(e->ctx, engine__async_context_value(context));
    return engine_swap_async_context(e, context);
}

static inline void order__leave_context(engine *e, engine_async_context *outer)
{
    if (outer == NULL && !engine__has_async_context(e))
        return;
    JS_SetAsyncContext(e->rt, engine__async_context_value(outer));
}

#endif
