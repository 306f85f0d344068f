/*
 * engine.c - how an engine comes and goes, how it is stopped and interrupted.
 *
 * An engine is opened in layers, each standing on the ones before, and closed
 * in reverse:
 *
 *     memory -> runtime -> world -> context -> handles -> errors -> order
 *            -> Node-API -> modules
 *
 * Stopping has one rule: the flag is set first and read at every entry into
 * JavaScript, at every return from native code, and by quickjs itself every
 * few thousand instructions. What then unwinds is no exception: nothing catches
 * it, and it stays pending (quickjs/stops.c).
 */
#include "engine/internal.h"
#include "engine/timers.h"

#include <errno.h>
#include <string.h>

/* Half of what Linux gives a main thread: deep recursion still ends in a
 * RangeError, and native code below it has the rest. */
#define DEFAULT_STACK (4u << 20)

/* The first collection of cycles comes only when a program has done something;
 * a start allocates about half of this (bench: startup_hello). */
#define FIRST_COLLECTION (4u << 20)

/* ---- The JavaScript heap's memory --------------------------------------- */

/*
 * quickjs needs the size of a block, which resize() does not give. So each
 * block of a custom allocator is preceded by its size. The default, malloc(),
 * knows its sizes and needs no header.
 */
typedef struct block {
    _Alignas(16) size_t size;
    _Alignas(16) unsigned char bytes[];
} block;

static block *block_of(void *ptr)
{
    return (block *)(void *)((unsigned char *)ptr - offsetof(block, bytes));
}

static void *heap_resize(void *opaque, void *ptr, size_t size)
{
    engine *e = opaque;
    block *b = ptr ? block_of(ptr) : NULL;

    if (size == 0) {
        if (b != NULL)
            e->alloc.resize(e->alloc.ctx, b, 0);
        return NULL;
    }
    if (size > SIZE_MAX - sizeof *b)
        return NULL;
    b = e->alloc.resize(e->alloc.ctx, b, sizeof *b + size);
    if (b == NULL)
        return NULL;
    b->size = size;
    return b->bytes;
}

static void *heap_malloc(void *opaque, size_t size)
{
    return heap_resize(opaque, NULL, size);
}

static void *heap_calloc(void *opaque, size_t count, size_t size)
{
    size_t total;

    if (__builtin_mul_overflow(count, size, &total))
        return NULL;
    void *ptr = heap_resize(opaque, NULL, total);
    return ptr ? memset(ptr, 0, total) : NULL;
}

static void heap_free(void *opaque, void *ptr)
{
    if (ptr != NULL)
        heap_resize(opaque, ptr, 0);
}

static size_t heap_size(const void *ptr)
{
    return ptr ? ((const block *)(const void *)((const unsigned char *)ptr -
                                                offsetof(block, bytes)))
                     ->size
               : 0;
}

static JSRuntime *open_runtime(engine *e, bool own_allocator)
{
    static const JSMallocFunctions functions = { heap_calloc, heap_malloc,
                                                 heap_free, heap_resize,
                                                 heap_size };

    return own_allocator ? JS_NewRuntime2(&functions, e) : JS_NewRuntime();
}

/* ---- Interrupts --------------------------------------------------------- */

static void lock_interrupts(engine *e)
{
    while (atomic_flag_test_and_set_explicit(&e->interrupts_lock,
                                             memory_order_acquire))
        ;
}

static void unlock_interrupts(engine *e)
{
    atomic_flag_clear_explicit(&e->interrupts_lock, memory_order_release);
}

int engine_interrupt(engine *e, engine_interrupt_fn *fn, void *arg)
{
    int err = 0;

    lock_interrupts(e);
    if (e->interrupts_count == ENGINE__INTERRUPTS) {
        err = -EAGAIN;
    } else {
        const uint32_t at = e->interrupts_first + e->interrupts_count++;
        e->interrupts[at % ENGINE__INTERRUPTS] = (engine__interrupt){ fn, arg };
        atomic_store(&e->interrupts_pending, e->interrupts_count);
        JS_RequestPoll(e->rt);
    }
    unlock_interrupts(e);
    return err;
}

void engine_poll_soon(engine *e)
{
    JS_RequestPoll(e->rt);
}

/* One at a time and without the lock: it may request another. */
void engine__serve_interrupts(engine *e)
{
    while (atomic_load(&e->interrupts_pending) > 0 && e->interrupts_held == 0) {
        lock_interrupts(e);
        const engine__interrupt next = e->interrupts[e->interrupts_first];
        e->interrupts_first = (e->interrupts_first + 1) % ENGINE__INTERRUPTS;
        atomic_store(&e->interrupts_pending, --e->interrupts_count);
        unlock_interrupts(e);
        next.fn(e, next.arg);
    }
}

static int on_safe_point(JSRuntime *rt, void *opaque)
{
    engine *e = opaque;
    (void)rt;

    if (orr__unlikely(e->interrupts_held > 0))
        return false;
    if (orr__unlikely(atomic_load_explicit(&e->interrupts_pending,
                                           memory_order_relaxed) > 0))
        engine__serve_interrupts(e);
    if (e->soft_limit != 0)
        engine__check_soft_limit(e);
    if (orr__unlikely(e->limit_met))
        engine__check_limit(e);
    if (orr__unlikely(e->watcher.fn != NULL))
        e->watcher.fn(e, e->watcher.arg);
    if (orr__unlikely(e->deadline_ns != 0) && !e->deadline_met)
        e->deadline_met = e->world.clock_ns(e->world.ctx) >= e->deadline_ns;
    if (orr__unlikely(e->breaker != NULL) && e->breakable > 0 && !e->broken)
        e->broken = e->breaker(e->breaker_arg);
    return engine__is_stopped(e) || e->deadline_met || e->broken;
}

int engine_poll(engine *e)
{
    if (orr__likely(!on_safe_point(e->rt, e)))
        return 0;
    JS_Stop(e->ctx);
    return ENGINE_THREW;
}

uintptr_t engine_stack_limit(engine *e)
{
    return JS_GetStackLimit(e->rt);
}

void engine_hold_interrupts(engine *e, bool on)
{
    e->interrupts_held += on ? 1 : -1u;
}

void engine_set_watcher(engine *e, engine_interrupt_fn *fn, void *arg)
{
    e->watcher = (engine__interrupt){ fn, arg };
}

void engine_stop(engine *e)
{
    atomic_store(&e->stopped, true);
    JS_RequestPoll(e->rt);
}

JSValue engine__throw_stopped(engine *e)
{
    return JS_Stop(e->ctx);
}

/* ---- Leaving JavaScript ------------------------------------------------- */

int engine__threw(engine *e)
{
    if (!engine__is_leaving(e))
        return ENGINE_THREW;
    JS_FreeValue(e->ctx, JS_GetException(e->ctx));
    return ENGINE_STOPPED;
}

/* ---- Finalizers --------------------------------------------------------- */

void engine__queue_final(engine *e, engine__final *final)
{
    final->next = NULL;
    *e->finals_end = final;
    e->finals_end = &final->next;
}

static void run_final(void *arg)
{
    engine *e = arg;
    engine__final *final = e->finals;

    e->finals = final->next;
    if (e->finals == NULL)
        e->finals_end = &e->finals;
    final->run(e, final);
}

/* Those that are there now: a finalizer may queue another, which waits. */
int engine__run_finals(engine *e)
{
    engine__final *last = NULL;
    engine__final *next = e->finals;

    for (engine__final *f = next; f != NULL; f = f->next)
        last = f;
    while (next != NULL) {
        engine_record record = { .kind = ENGINE_FINALIZER };
        const bool is_last = next == last;
        engine__schedule(e, &record);
        e->door.call(e->door.ctx, &record, run_final, e);
        if (engine__is_stopped(e))
            return ENGINE_STOPPED;
        next = is_last ? NULL : e->finals;
    }
    return 0;
}

static void drop_finals(engine *e)
{
    while (e->finals != NULL)
        run_final(e);
}

JSValue engine__add_code(engine *e, const char *code)
{
    JSValue error = JS_GetException(e->ctx);

    if (JS_IsError(error))
        JS_DefinePropertyValue(e->ctx, error, e->atoms[ENGINE__ATOM_CODE],
                               JS_NewString(e->ctx, code), JS_PROP_C_W_E);
    return JS_Throw(e->ctx, error);
}

/* ---- Life --------------------------------------------------------------- */

static bool options_make_sense(const engine_options *o)
{
    const engine_door *d = &o->door;
    const engine_world *w = &o->world;
    const engine_host *h = &o->host;
    const int loop_parts = (h->arm_timer != NULL) + (h->ref_timer != NULL) +
                           (h->ref_immediates != NULL);

    return d->schedule && d->call && d->threw && d->running && w->clock_ns &&
           w->wall_ns && w->timer_ms && w->random && w->park && w->unpark &&
           (w->loop_ms || !(o->profile & ENGINE_TIMER_PER_LIST)) &&
           (loop_parts == 0 || loop_parts == 3) && h->uncaught && h->rejection;
}

static void copy_options(engine *e, const engine_options *o)
{
    e->door = o->door;
    e->world = o->world;
    e->host = o->host;
    e->trace = o->trace;
    e->trace_ctx = o->trace_ctx;
    e->sites_innermost = o->sites_innermost;
    e->profile = o->profile;
    e->finals_end = &e->finals;
    atomic_flag_clear(&e->interrupts_lock);
}

static void configure_runtime(engine *e, const engine_options *o)
{
    JS_SetRuntimeOpaque(e->rt, e);
    JS_SetMaxStackSize(e->rt, o->stack_bytes ? o->stack_bytes : DEFAULT_STACK);
    JS_SetGCThreshold(e->rt, FIRST_COLLECTION);
    JS_SetGCGrowth(e->rt, 100);
    e->hard_limit = o->memory_limit_bytes;
    JS_SetMemoryLimit(e->rt, o->memory_limit_bytes);
    engine__open_limit(e, o->ends_at_limit);
    if (o->memory_limit_bytes == 0)
        engine__open_soft_limit(e);
    JS_SetInterruptHandler(e->rt, on_safe_point, e);
    JS_SetCleanupTasks(e->rt, true);
    JS_SetWrappingAwait(e->rt, (o->profile & ENGINE_WRAPPING_AWAIT) != 0);
    JS_SetAwaitingYieldStar(e->rt,
                            (o->profile & ENGINE_YIELD_STAR_AWAITS) != 0);
    engine__world_open(e);
}

static int open_atoms(engine *e)
{
    static const char *const names[ENGINE__ATOMS] = {
        [ENGINE__ATOM_STACK] = "stack",
        [ENGINE__ATOM_MESSAGE] = "message",
        [ENGINE__ATOM_NAME] = "name",
        [ENGINE__ATOM_CAUSE] = "cause",
        [ENGINE__ATOM_CODE] = "code",
        [ENGINE__ATOM_ERRORS] = "errors",
        [ENGINE__ATOM_LISTENER] = "listener",
        [ENGINE__ATOM_CONSTRUCTOR] = "constructor",
    };

    for (int i = 0; i < ENGINE__ATOMS; i++) {
        e->atoms[i] = JS_NewAtom(e->ctx, names[i]);
        if (e->atoms[i] == JS_ATOM_NULL)
            return -ENOMEM;
    }
    return 0;
}

static void close_atoms(engine *e)
{
    for (int i = 0; i < ENGINE__ATOMS; i++)
        JS_FreeAtom(e->ctx, e->atoms[i]);
}

static int open_context(engine *e)
{
    e->ctx = JS_NewContext(e->rt);
    if (e->ctx == NULL)
        return -ENOMEM;
    JS_SetContextOpaque(e->ctx, e);
    return open_atoms(e);
}

/* Each part can be closed also if it was never opened. */
static void close_parts(engine *e)
{
    if (e->ctx != NULL) {
        while (e->codes != NULL)
            engine_free_code(e, e->codes);
        engine__modules_close(e);
        engine__napi_close(e);
        engine__order_close(e);
        engine__wires_close(e);
        engine__clones_close(e);
        engine__errors_close(e);
        engine__sources_close(e);
        engine__handles_close(e);
        close_atoms(e);
        JS_FreeContext(e->ctx);
    }
    engine__footprints_close(e);
    engine__sites_close(e);
    engine__line_maps_close(e);
    engine__names_close(e);
    engine__messages_close(e);
    engine__entries_close(e);
    if (e->rt != NULL)
        JS_FreeRuntime(e->rt);
    drop_finals(e);
}

/* A part that left an exception pending ran out of memory, even if it reported
 * success: nothing may be called while one is pending. */
static int err_or_pending(engine *e, int err)
{
    return err == 0 && JS_HasException(e->ctx) ? -ENOMEM : err;
}

static int open_parts(engine *e, const engine_options *o)
{
    e->rt = open_runtime(e, o->allocator.resize != NULL);
    if (e->rt == NULL)
        return -ENOMEM;
    configure_runtime(e, o);
    int err = err_or_pending(e, open_context(e));
    engine__follow_promises(e);
    if (err == 0)
        err = err_or_pending(e, engine__handles_open(e));
    if (err == 0)
        err = err_or_pending(e, engine__errors_open(e, o->stack_trace_frames));
    if (err == 0)
        err = err_or_pending(e, engine__memory_open(e));
    if (err == 0)
        err = err_or_pending(e, engine__clones_open(e));
    if (err == 0)
        err = err_or_pending(e, engine__order_open(e));
    if (err == 0)
        err = err_or_pending(e, engine__napi_open(e));
    if (err == 0)
        err = err_or_pending(e, engine__modules_open(e));
    if (err == 0 && (JS_MarkIntrinsics(e->ctx) < 0 ||
                     engine__errors_define_prepare(e) < 0))
        err = -ENOMEM;
    return err;
}

int engine_create(const engine_options *options, engine **out)
{
    if (!options_make_sense(options))
        return -EINVAL;
    orr_allocator alloc = orr__malloc;
    if (options->allocator.resize != NULL)
        alloc = (orr_allocator){ options->allocator.ctx,
                                 options->allocator.resize };
    engine *e = orr__alloc(&alloc, sizeof *e);
    if (e == NULL)
        return -ENOMEM;
    e->alloc = alloc;
    copy_options(e, options);
    const int err = open_parts(e, options);
    if (err < 0) {
        atomic_store(&e->stopped, true);
        close_parts(e);
        orr__free(&alloc, e);
        return err;
    }
    *out = e;
    return 0;
}

int engine_destroy(engine *e)
{
    if (e->depth > 0)
        return -EBUSY;
    const orr_allocator alloc = e->alloc;
    atomic_store(&e->stopped, true);
    close_parts(e);
    orr__free(&alloc, e);
    return 0;
}

void engine_free(engine *e, void *ptr)
{
    orr__free(&e->alloc, ptr);
}

/* ---- What lib/ is given ------------------------------------------------- */

int engine_get_binding(engine *e, const char *name, napi_value *result)
{
    static const struct {
        const char *name;
        JSValue (*make)(engine *e);
    } bindings[] = {
        { "order", engine__order_binding },
        { "inspect", engine__inspect_binding },
        { "errors", engine__errors_binding },
        { "async_context", engine__async_context_binding },
        { "objects", engine__objects_binding },
        { "modules", engine__modules_binding },
        { "serdes", engine__wire_binding },
        { "contexts", engine__contexts_binding },
        { "browser", engine__browser_binding },
    };

    for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++) {
        if (strcmp(name, bindings[i].name) != 0)
            continue;
        JSValue binding = bindings[i].make(e);
        if (JS_IsException(binding))
            return engine__threw(e);
        return engine__give(e, binding, result);
    }
    return -ENOENT;
}

void *engine_get_host_ctx(const engine *e)
{
    return e->host.ctx;
}
