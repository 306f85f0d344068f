/*
 * engine.h - the whole interface of the engine room.
 *
 * Inside are the JavaScript engine and the order core: the queues that decide
 * what runs next once the loop has handed over. Outside are the loop, which
 * knows no JavaScript, and the bindings, which know values only as Node-API
 * shows them. This header is what passes between: it names neither quickjs.h
 * nor orrery.h, and another engine could implement it.
 *
 *     loop ----- a timer is due, the check phase is here, a callback is over
 *       |
 *     src/bind -----> engine_run_timers()  engine_run_immediates()
 *       ^             engine_drain()
 *       |                     |
 *       |        timers    immediates    ticks    microtasks   rejections
 *       |       (lists by    (FIFO)     (FIFO)      (FIFO)    (in order of
 *       |        duration)      |          |           |       rejection)
 *       |           |           |          |           |           |
 *       +-----------+-----------+--- door.call() ------+-----------+
 *
 * The engine is handed the door when it is created, and starts everything
 * through it: each timer, immediate, tick, microtask and rejection is one
 * call of door.call() with one record. It reads no clock and draws no chance
 * but from the world it is handed. So a trace sees everything, and two runs
 * with the same world are the same run.
 *
 * Read on in this order: errors, what the engine is handed (host.h), its life;
 * then code and the order core; the rest is for looking up.
 *
 * Five things hold for every call below unless its comment says otherwise:
 *
 *   Memory:  strings, arrays and option structs are read during the call and
 *            not kept. What a call hands out through a pointer is written
 *            only on success; it is yours until you give it to the function
 *            that frees it, at the latest before engine_destroy().
 *   Values:  a napi_value lives in the handle scope that is open, as in every
 *            native addon. `result` pointers may be NULL.
 *   Order:   nothing queued is run by the call that queues it. JavaScript
 *            runs only in calls whose name says run, call, evaluate or drain,
 *            and where user code hides behind a value: getters, proxies.
 *   Thread:  an engine and all that came from it belong to the thread that
 *            created it.
 *   Errors:  zero or a count on success, negative on failure, and then
 *            nothing has changed but what JavaScript itself did. -EINVAL is an
 *            argument that makes no sense, -ENOMEM no memory outside the
 *            JavaScript heap, -ENOSYS not built yet. Three more below.
 */
#ifndef ORRERY_ENGINE_H
#define ORRERY_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/chars.h"
#include "engine/host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ------------------------------------------------------------- */

/* These are no errno, so they have numbers of their own below the kernel's. */

/* JavaScript threw. The exception is pending in the engine's environment:
 * napi_get_and_clear_last_exception() takes it, engine_report() passes it on
 * as uncaught. An exhausted memory limit or stack is an exception too. */
#define ENGINE_THREW (-4200)

/* The source does not parse. A SyntaxError with the position is pending. */
#define ENGINE_SYNTAX (-4201)

/* The program is over: engine_stop(), or an unhandled exception. No JavaScript
 * runs any more, and every run call returns this. */
#define ENGINE_STOPPED (-4202)

/* ---- Life --------------------------------------------------------------- */

/*
 * Make an engine with a fresh global object. No user code has run when this
 * returns.
 *
 * Memory: options are copied. What their ctx pointers point to must stay until
 *         engine_destroy() returns.
 * Order:  the world's random() is called for seeds now, in a fixed order.
 * Thread: the caller's becomes the engine's. A process may have many engines,
 *         one per thread or several; they share nothing but clones.
 * Errors: -EINVAL if a needed function is NULL; -ENOMEM.
 */
int engine_create(const engine_options *options, engine **out);

/*
 * Free the engine with all its values. Finalizers of native objects run, no
 * JavaScript does. Code that was not freed goes with it; async
 * contexts must have been released.
 *
 * Errors: -EBUSY while JavaScript is running in it.
 */
int engine_destroy(engine *e);

/*
 * End the program: no JavaScript runs after this. If some is running it is
 * left at its next safe point with an exception that nothing can catch, and
 * no finally block runs. What process.exit() and a worker's terminate() need.
 *
 * Thread: any; signal-safe.
 */
void engine_stop(engine *e);

/* Free memory that a call below handed out as plain bytes. */
void engine_free(engine *e, void *ptr);

/* The ctx of the host that the engine was handed: from an addon's environment
 * back to the rooms above. */
void *engine_get_host_ctx(const engine *e);

/* ---- Code --------------------------------------------------------------- */

typedef struct engine_source {
    const char *text; /* UTF-8; need not end in a zero byte */
    size_t len;
    const char *name; /* as stacks show it: a path, a URL, "node:fs" */
    uint32_t line;    /* of the first line; 0 means 1 */
    bool awaits;      /* a script may await: it gives a promise of an object
                       * whose property `value` is its last value */
} engine_source;

/*
 * Compile a script, or the body of a function with these parameter names
 * (CommonJS wrappers, the files of lib/). Nothing runs.
 *
 * Memory: *out is yours until engine_free_code(). The text is copied: stacks
 *         and Function.prototype.toString() read it later.
 * Errors: ENGINE_SYNTAX.
 */
int engine_compile_script(engine *e, const engine_source *source,
                          engine_code **out);
int engine_compile_function(engine *e, const engine_source *source,
                            const char *const *params, size_t param_count,
                            engine_code **out);

/*
 * Run a script in the global scope, or make the function: the result is the
 * script's last value or the function object. May be done more than once.
 *
 * Order:  a script is one call through the door, of kind ENGINE_SCRIPT, so
 *         ticks and microtasks drain after it if it is the outermost.
 * Errors: ENGINE_THREW, ENGINE_STOPPED.
 */
int engine_run_code(engine *e, const engine_code *code, napi_value *result);

void engine_free_code(engine *e, engine_code *code);

/*
 * Bytecode: what lib/ is embedded as. Only the build that wrote it can read it,
 * which its first bytes check.
 *
 * Memory: *bytes is freed by engine_free(). Reading keeps pointers into `bytes`
 *         where the engine can, so they must stay until engine_destroy().
 * Errors: reading: -EPROTO if another build wrote it. It trusts what follows:
 *         never read bytes that came from outside.
 */
int engine_write_code(engine *e, const engine_code *code, void **bytes,
                      size_t *len);
/* `context` is the handle of a context of node:vm in which the code is to run;
 * NULL: the engine's own. */
int engine_read_code(engine *e, napi_value context, const void *bytes,
                     size_t len, engine_code **out);

/*
 * From now on, functions of code that engine_read_code() has read see the
 * objects of the language (prototypes, constructors, Math, Reflect, ...) as
 * they are now, whatever the program replaces or deletes there. So lib/ may
 * write map.get(key). The program, and what a value says of itself by
 * toString(), valueOf(), toJSON() or then(), follow its changes.
 */
void engine_keep_intrinsics(engine *e);

/* ---- The order core ----------------------------------------------------- */

/*
 * Ticks, microtasks, timers and immediates are made by JavaScript through
 * engine_get_binding(e, "order"), straight on the engine's values: through
 * handles a tick would cost twice as much. What the loop calls is here, and
 * test/semantics/rules.md is its contract, sentence by sentence.
 *
 * What is common to the run calls:
 * - Each must be called inside a callback that the door started. What they run
 *   is nested in it, and that callback's end is what drains the last ones'
 *   ticks.
 * - A callback that throws is reported (host.uncaught). If that handled it, the
 *   pass goes on; if not, ENGINE_STOPPED.
 */

/*
 * Run what is due after a callback, to be called from the loop's after-callback
 * hook: microtasks if no tick waits; else all ticks, then all microtasks, then
 * again, until both are empty and no rejection is left to report.
 *
 * A tick that throws ends the drain even if it was handled: the ticks after it
 * wait for the end of the next callback, as in Node. A microtask does not.
 *
 * Returns 0 if all is empty, 1 if something waits for the next time.
 * Errors: ENGINE_STOPPED; ENGINE_THREW if a tick threw and that was handled.
 */
int engine_drain(engine *e);

/* True if engine_drain() has something to do. Cheap: the hook calls it after
 * every callback. */
bool engine_is_drain_due(const engine *e);

/* True while JavaScript, or a native function that it called, is running. */
bool engine_is_inside(const engine *e);

/*
 * HTML's turn, with ENGINE_HTML_TASKS: one task, the oldest that is ready; then
 * the animation frame callbacks, if a frame is due; then one idle callback, if
 * nothing else is. Each callback of the program is followed by a microtask
 * checkpoint. engine_get_binding(e, "browser") queues them.
 *
 * Returns 0. Errors: ENGINE_STOPPED.
 */
int engine_run_task(engine *e);
int engine_run_frame(engine *e);
int engine_run_idle(engine *e);

/* When to call engine_run_timers() next. */
typedef struct engine_next_timer {
    uint64_t due_ms; /* on the clock of world.timer_ms() */
    bool any;        /* false: there is no timer, due_ms means nothing */
    bool ref;        /* one of them keeps the program alive */
} engine_next_timer;

/*
 * Run the JavaScript timers due at now_ms: the lists by expiry, within a list
 * in order of creation. Ticks and microtasks are drained between two timers.
 * A timer made meanwhile never runs in this pass; nor does one that becomes
 * due meanwhile, since now_ms holds for the whole pass.
 *
 * Memory: *next is written also when the pass ran nothing; not on failure.
 * Returns how many timers ran. Errors: ENGINE_STOPPED.
 */
int engine_run_timers(engine *e, uint64_t now_ms, engine_next_timer *next);

/*
 * Run the immediates that are queued now, native ones first; those queued
 * meanwhile wait for the next call. Ticks and microtasks are drained between
 * two. One cleared by an earlier one does not run.
 *
 * Returns how many ran. Errors: ENGINE_STOPPED.
 */
int engine_run_immediates(engine *e);

/* True if engine_run_immediates() has something to do. Cheap: called in the
 * check phase of every turn. */
bool engine_is_check_due(const engine *e);

/* How many wait, to draw them. */
typedef struct engine_queues {
    uint64_t ticks;
    uint64_t microtasks;
    uint64_t timers;
    uint64_t immediates;
    uint64_t rejections;
    bool finalizers; /* any; they run before the immediates */
} engine_queues;

void engine_get_queues(const engine *e, engine_queues *out);

/* Let the heap hold so much more than its default limit, to report it. */
void engine_relax_limit(engine *e, size_t extra_bytes);

/* Run the queued finalizers now instead of before the next immediates: for code
 * that makes too many objects within one turn. JavaScript runs; what it throws
 * is uncaught. True if any ran. */
bool engine_run_finalizers(engine *e);

/* The same for those of our own bindings alone, which free memory and run no
 * JavaScript. */
void engine_run_own_finalizers(engine *e);

/* Queue a C function among the native immediates; arg must stay until then. */
int engine_queue_native_immediate(engine *e, engine_call_fn *fn, void *arg,
                                  bool ref);

/* ---- Calling JavaScript; uncaught exceptions ---------------------------- */

/*
 * Call a function as the body of a loop callback, which is how every event
 * reaches JavaScript. `context` is current meanwhile; NULL is the empty one. An
 * exception is reported as uncaught, and the door learns that it threw.
 *
 * Order:  the loop started this callback through its door, so this opens no
 *         further one; ticks drain when the loop's callback is over.
 * Errors: ENGINE_THREW if it threw and the program handled that: nothing is
 *         pending any more. ENGINE_STOPPED.
 */
int engine_call_back(engine *e, engine_async_context *context,
                     napi_value receiver, napi_value function, size_t argc,
                     const napi_value *argv, napi_value *result);

/*
 * Report an uncaught exception: call door.threw() and host.uncaught(). If the
 * program handles it, a no-op immediate is queued, so that the ticks that are
 * left have a callback to run after.
 *
 * Errors: ENGINE_STOPPED if it was not handled.
 */
int engine_report(engine *e, napi_value error, engine_origin origin);

/*
 * What Node prints for an error that ends the program: file and line, the
 * source line with a caret, the stack with its causes and extra properties.
 * Never throws: a getter that does is left out.
 *
 * Memory: *text is UTF-8 with a zero byte after it; engine_free() frees it.
 */
int engine_describe_error(engine *e, napi_value error, char **text,
                          size_t *len);

/* ---- Records and async contexts ---------------------------------------- */

/*
 * The async context is the immutable map that AsyncLocalStorage reads. Code
 * that starts something that calls back later holds the current one and hands
 * it to engine_call_back(). The engine does so itself for its own callbacks,
 * reactions and awaits included.
 *
 * Memory: reference-counted. Hold returns the current async context with a
 *         reference of yours, NULL if it is the empty one; release drops it,
 *         and does nothing with NULL.
 */
engine_async_context *engine_hold_async_context(engine *e);
void engine_release_async_context(engine *e, engine_async_context *context);

/* Make `context` current, which takes over your reference, and return the
 * previous one with a reference: swap it back when you are done. For code that
 * acts for a callback. */
engine_async_context *engine_swap_async_context(engine *e,
                                                engine_async_context *context);

typedef enum engine_async_event {
    ENGINE_ASYNC_INIT,
    ENGINE_ASYNC_BEFORE,
    ENGINE_ASYNC_AFTER,
    ENGINE_ASYNC_DESTROY,
    ENGINE_ASYNC_RESOLVE /* a promise was resolved */
} engine_async_event;

/* type: the name of a native resource; NULL for the engine's own, whose type
 * follows from record->kind. */
typedef void engine_async_fn(void *arg, engine_async_event event,
                             const engine_record *record, napi_value resource,
                             napi_value type);

/*
 * The listener behind async_hooks.createHook(). NULL, the default, costs
 * nothing; promises that are made meanwhile get no INIT later.
 *
 * Order:  synchronous, within what causes the event; but DESTROY of a collected
 *         resource comes with the next immediates, never inside a collection.
 */
int engine_set_async_listener(engine *e, engine_async_fn *fn, void *arg);

typedef enum engine_promise_event {
    ENGINE_PROMISE_INIT,    /* other: the promise it came from, or undefined */
    ENGINE_PROMISE_BEFORE,  /* a reaction that leads to it is about to run */
    ENGINE_PROMISE_AFTER,   /* and has */
    ENGINE_PROMISE_RESOLVE, /* it was fulfilled or rejected */
    ENGINE_PROMISE_RESOLVE_AGAIN, /* too late; other: with what */
    ENGINE_PROMISE_REJECT_AGAIN
} engine_promise_event;

typedef void engine_promise_fn(void *arg, engine_promise_event event,
                               napi_value promise, napi_value other);

/*
 * Follow promises from creation to settlement. There is one listener; NULL, the
 * default, costs nothing. While there is one, each await has a promise of its
 * own.
 *
 * Order:  synchronous, within what causes the event.
 */
void engine_set_promise_listener(engine *e, engine_promise_fn *fn, void *arg);

typedef struct engine_live {
    engine_record record; /* of an await only kind, ENGINE_SCRIPT, and site */
    bool ref;
    bool repeats;     /* of a timer: it is an interval */
    uint32_t ms;      /* its duration */
    uint64_t due_ms;  /* when, on the clock of world.timer_ms() */
    napi_value thing; /* the Timeout or Immediate; NULL of an await */
} engine_live;

typedef void engine_walk_fn(void *arg, const engine_live *live);

/* Every timer, immediate and pending top-level await; what --why lists. fn must
 * queue and clear nothing. */
int engine_walk(engine *e, engine_walk_fn *fn, void *arg);

/* When the next n timers are due, on the clock of world.timer_ms(), the
 * earliest first and no two at the same time; their number. */
uint32_t engine_get_expiries(const engine *e, uint64_t *due_ms, uint32_t n);

/* How many timers keep the program alive, including the running one unless it
 * was cleared or unref'd. */
uint64_t engine_count_timers(const engine *e);

/* ---- Interrupts and memory ---------------------------------------------- */

typedef void engine_interrupt_fn(engine *e, void *arg);

/*
 * Call fn(e, arg) on the engine's thread at the next safe point of running
 * JavaScript, within microseconds; at the next entry if none is running. It may
 * look at everything and call engine_stop(), but run no JavaScript.
 *
 * Order:  requests are served in the order in which they came.
 * Thread: any. Not signal-safe: a handler wakes the loop, which calls this.
 * Errors: -EAGAIN if 64 wait already.
 */
int engine_interrupt(engine *e, engine_interrupt_fn *fn, void *arg);

/*
 * A safe point inside of native code that takes long: serve what waits. Called
 * on the engine's thread, below JavaScript that called the native code.
 *
 * Errors: ENGINE_THREW if the code is to end, with an exception pending that
 *         nothing can catch; a stop is one, too.
 */
int engine_poll(engine *e);

/* The lowest address of the C stack that a call may begin at; 0: any. */
uintptr_t engine_stack_limit(engine *e);

/*
 * Ask at the next safe point what the watcher and the breaker have to say, also
 * in a program that spends its time in native functions.
 *
 * Thread: any; signal-safe.
 */
void engine_poll_soon(engine *e);

/*
 * Between true and false nothing is interrupted or stopped: for native code
 * that calls functions of the language in the middle of its work. Pairs may be
 * nested.
 */
void engine_hold_interrupts(engine *e, bool on);

/* Call fn(e, arg) at every safe point: every few milliseconds while JavaScript
 * runs. The same rules hold for it. NULL: no more. */
void engine_set_watcher(engine *e, engine_interrupt_fn *fn, void *arg);

/*
 * Call fn(arg) at every safe point; if it returns true, the innermost script
 * that node:vm runs with breakOnSigint ends with an exception that says so. fn
 * must run no JavaScript. NULL: no more.
 */
typedef bool engine_breaker_fn(void *arg);
void engine_set_breaker(engine *e, engine_breaker_fn *fn, void *arg);

typedef struct engine_memory {
    size_t used_bytes; /* the JavaScript heap, without the bytes of buffers */
    size_t peak_bytes;
    size_t limit_bytes;    /* 0: none; of heap and buffers together */
    size_t external_bytes; /* what values hold outside: buffers, addons */
    size_t buffer_bytes;   /* of these the buffers' */
    uint64_t objects;      /* blocks of the heap, large and small */
    uint64_t collections;  /* of cycles, so far */
} engine_memory;

void engine_get_memory(engine *e, engine_memory *out);

/* Zero for none. A limit below what is used now makes the next allocation
 * collect first, then throw. */
void engine_set_memory_limit(engine *e, size_t limit_bytes);

/* Native code holds so many bytes more, or fewer, for the program until they
 * are done with: output that the kernel has not taken. They are external
 * memory, and the limit counts them: a program that writes faster than anybody
 * reads ends there. */
void engine_charge_queued(engine *e, size_t bytes);
void engine_discharge_queued(engine *e, size_t bytes);

/* Messages that the program has posted and nobody has taken are queued, too: a
 * counter that other threads change. It is read when memory runs short, and by
 * engine_recount_posted() after a post. It must outlive the engine. */
void engine_set_posted(engine *e, const _Atomic size_t *bytes);
void engine_recount_posted(engine *e);

/* Has an allocation failed because of the limit? */
bool engine_has_met_limit(const engine *e);

/*
 * Throw the InternalError that says that memory has run out; an exception that
 * is pending already stays. It was made beforehand, so this always succeeds.
 *
 * Returns ENGINE_THREW.
 */
int engine_throw_no_memory(engine *e);

/*
 * Between true and false, allocations do not fail: the memory limit is ignored,
 * and if the machine has no memory, host.no_memory() ends the process. For work
 * that cannot be left half done. Pairs may be nested.
 */
void engine_need_memory(engine *e, bool on);

/*
 * Keep the bytes of a TypedArray, DataView, ArrayBuffer or SharedArrayBuffer
 * where they are until engine_unpin(), even if the buffer is detached, resized,
 * transferred or dropped: for memory that the kernel or another thread uses.
 * The result is the bytes of the view. A buffer that is resized meanwhile, or
 * moved by a clone that is read in this engine, still has them. A view that is
 * detached or out of bounds already has none: the pin is NULL then.
 *
 * Errors: -EINVAL if it is another object; -ENOMEM. Nothing is pending then.
 */
int engine_pin_bytes(engine *e, napi_value view, engine_pin **pin,
                     void **bytes, size_t *len);
void engine_unpin(engine *e, engine_pin *pin);

/* How many bytes the buffer has that holds the pinned ones now; -1 if none
 * does. 0 also if it was resizable and ArrayBuffer.prototype.transfer() was
 * called: V8 frees its memory then. */
int64_t engine_get_pinned_length(const engine_pin *pin);

/*
 * A plain object with the prototype and the properties of `sample`, in the same
 * order, and with other values: what setting each of them would make, at a
 * tenth of the cost. engine_get_sample_count() says how many properties there
 * are, at most 20, or -1 if an object will not do: all of them must be plain
 * values. The sample must not be changed afterwards.
 *
 * Errors: ENGINE_THREW if there is no memory.
 */
int engine_get_sample_count(napi_value object);
int engine_new_of_sample(engine *e, napi_value sample, const napi_value *values,
                         napi_value *out);
/* The same if all of them are numbers. */
int engine_new_of_numbers(engine *e, napi_value sample, const double *numbers,
                          napi_value *out);

/* Collect cycles now. Finalizers are queued, not run. */
void engine_collect(engine *e);

/* ---- Node-API ----------------------------------------------------------- */

/* The environment of our own bindings. It lives as long as the engine. */
napi_env engine_get_env(engine *e);

/* From inside a binding back to its engine. */
engine *engine_from_env(napi_env env);

/*
 * An environment for one addon: instance data, cleanup hooks and the last
 * error are its own.
 *
 * Memory: closed by engine_close_env(), or by engine_destroy() in reverse order
 *         of opening.
 * Errors: -ENOTSUP for a Node-API version above ours.
 */
int engine_open_env(engine *e, const char *filename, int32_t version,
                    napi_env *out);
void engine_close_env(napi_env env);

/*
 * The end of all addons, as a program that ends by itself gives it to them:
 *
 *     engine_stop()                no JavaScript any more
 *     engine_run_cleanup_hooks()   newest first; environments are among them;
 *                                  true: others were added meanwhile
 *     engine_has_held_envs()       something of the loop's may call one yet:
 *                                  let it turn
 *     engine_close_envs()          those that were held then, and are no more
 *
 * Each is closed once, and engine_destroy() closes the rest at once.
 * engine_has_addons() is false if there is nothing to end.
 */
bool engine_has_addons(const engine *e);
bool engine_run_cleanup_hooks(engine *e);
bool engine_has_held_envs(const engine *e);
void engine_close_envs(engine *e);

/* The version of Node-API that its addon was made for; at least 8. */
int32_t engine_get_env_version(napi_env env);

/* Something of the environment's is under way that will call it: counted. */
void engine_hold_env(napi_env env);
void engine_release_env(napi_env env);

/* The version of Node whose behaviour is followed: process.version and
 * napi_get_node_version(). */
#define ENGINE_NODE_MAJOR 24
#define ENGINE_NODE_MINOR 21
#define ENGINE_NODE_PATCH 0

/* Let no program detach this ArrayBuffer: its transfer() throws. Other values
 * are left alone. */
void engine_set_undetachable(napi_value arraybuffer);

/* Buffer.prototype, once lib/ has made it: what Node-API's buffers inherit
 * from. Until then they are plain Uint8Arrays. */
int engine_set_buffer_prototype(engine *e, napi_value prototype);

/* Does the value inherit from it directly, as every Buffer does that is not of
 * a subclass? */
bool engine_is_buffer(engine *e, napi_value value);

/*
 * For the parts of Node-API that need the loop: call native code as the body of
 * a loop callback. It gets a handle scope of its own; what it throws is
 * reported as uncaught.
 *
 * Errors: ENGINE_THREW if it threw and the program handled that;
 *         ENGINE_STOPPED.
 */
typedef void engine_native_fn(napi_env env, void *arg);
int engine_run_native(napi_env env, engine_native_fn *fn, void *arg);

/*
 * While it is on, ticks and microtasks are drained where the outermost callback
 * scope closes: for a callback of the loop that is native code's own, after
 * which Node drains nothing.
 */
void engine_set_scopes_drain(engine *e, bool on);

/* For the same parts: store a napi_status as the last error, and return it. */
int engine_set_last_status(napi_env env, int status);

/* The module that an old addon registered on this thread while dlopen() ran its
 * constructors; NULL if there is none: newer addons export an init symbol. */
struct napi_module *engine_take_registered_module(void);

/* The same for an addon that needs V8: the NODE_MODULE_VERSION that it was
 * built for; 0 if there was none. */
int engine_take_foreign_module(void);

/*
 * What the engine itself offers to lib/, as an object of functions: "order"
 * (nextTick, setTimeout, ...), "inspect" (the insides of promises, proxies,
 * iterators), "errors" (stacks and call sites), "async_context", "modules".
 *
 * Errors: -ENOENT if there is no such name.
 */
int engine_get_binding(engine *e, const char *name, napi_value *result);

#ifdef __cplusplus
}
#endif

#include "engine/footprints.h" /* what callbacks read and write */
#include "engine/sites.h"      /* places in the program */
#include "engine/values.h"     /* clones, strings, properties */

#endif
