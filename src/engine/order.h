/*
 * order.h - the queues that decide what runs next, as data.
 *
 * Every file of the order core owns one of them: ticks.c, timers.c,
 * immediates.c, rejections.c; order.c drains. All of it lives inside struct
 * engine, so that a tick touches one cache line of it and not three.
 *
 * Tasks are small, since programs make a million of them: what most timers do
 * not have (arguments, an async context, a site, a fraction of a millisecond)
 * is in a separate `extra`.
 */
#ifndef ORRERY_ENGINE_ORDER_H
#define ORRERY_ENGINE_ORDER_H

#include <quickjs.h>

#include "engine/engine.h"

/* Names looked up often enough to keep their atoms. */
enum {
    ENGINE__ATOM_STACK,
    ENGINE__ATOM_MESSAGE,
    ENGINE__ATOM_NAME,
    ENGINE__ATOM_CAUSE,
    ENGINE__ATOM_CODE,
    ENGINE__ATOM_CONSTRUCTOR,
    ENGINE__ATOM_ERRORS,
    ENGINE__ATOM_LISTENER,
    ENGINE__ATOMS
};

/* The arguments of a later call. */
typedef struct order_args {
    uint32_t count;
    JSValue value[];
} order_args;

/* ---- Ticks -------------------------------------------------------------- */

/* As large as a line of the cache. */
typedef struct order_tick {
    engine_record record; /* its async context is counted */
    void *callback;       /* a function object, counted */
    order_args *args;     /* NULL: none */
} order_tick;

/* A ring: `capacity` is a power of two, `first` and `count` wrap by masking. */
typedef struct order_ticks {
    order_tick *ring;
    uint32_t capacity;
    uint32_t first;
    uint32_t count;
} order_ticks;

/* ---- Timers and immediates ---------------------------------------------- */

/* What few of them have. */
typedef struct order_extra {
    uint64_t id;
    uint64_t cause;
    order_args *args;
    engine_async_context *async_context;
    uintptr_t site;
    double idle_timeout; /* as given: 1.9 is a timer of 1 ms */
    double repeat;       /* of an interval */
} order_extra;

enum {
    TASK_QUEUED = 1,     /* a timer in a list, an immediate in a queue */
    TASK_REF = 2,        /* it keeps the program alive while it is queued */
    TASK_EXTRA = 4,      /* u.extra, not u.id */
    TASK_OBJECT = 128,   /* a slot of the queue: callback is an Immediate */
    TIMER_INTERVAL = 8,   /* _repeat is a number */
    TIMER_DESTROYED = 16, /* fired or cleared, and not armed again */
    TIMER_CLEARED = 32,   /* _idleTimeout is -1 */
    TIMER_KNOWN = 64,     /* it was converted to a number */
    TIMER_AGAIN = 256,    /* it has run before, and was armed again */
    TIMER_OWN = 512       /* has a list to itself, also while it runs */
};

/*
 * One timer or immediate. 32 bytes, which lie inside its object, so that there
 * is one block for both: of 80 bytes for a timer, and as many times fewer pages
 * to get from the kernel for a million of them. The cause is kept as a distance
 * from the id: things are scheduled shortly after what causes them starts. It
 * shares a word with the start of a timer; a word and not two bit fields, since
 * a load of two recent narrower stores stalls.
 */
typedef struct order_task {
    void *callback; /* a function object, counted; NULL: cleared */
    uint32_t ms;    /* the list's duration while a timer is armed */
    uint32_t flags;
    uint64_t start_back; /* task__start_ms(), task__cause_back() */
    union {
        uint64_t id;
        order_extra *extra;
    } u;
} order_task;

/* All timers of one duration, in order of insertion: their objects, which the
 * list counts and hides from the collector. */
typedef struct order_list {
    JSHiddenList timers;
    struct order_list *hash_next;
    uint64_t expiry_ms;
    uint64_t id; /* breaks ties of expiry */
    uint32_t ms;
    uint32_t place; /* in the heap */
    uint32_t holds; /* callers that still use it */
    bool armed;     /* the host has a timer for it */
    bool unlinked;  /* out of the map; freed with the last hold */
    bool taken;     /* unlinked, but its handle of Node 10 lives on */
} order_list;

typedef struct order_timers {
    order_list **buckets; /* duration -> list */
    uint32_t bucket_count;
    uint32_t list_count;
    order_list **heap; /* by (expiry, id) */
    uint32_t heap_count;
    uint32_t heap_capacity;
    uint64_t next_list_id;

    uint64_t base_ms;        /* the clock when the engine was made */
    uint64_t next_expiry_ms; /* what the host was armed for; UINT64_MAX: not */
    uint64_t count;          /* armed */
    uint64_t ref_count;      /* armed and ref'd */
    bool ref_reported;       /* last argument of host.ref_timer() */
    bool running;            /* a pass is under way */
    bool warned_negative;
    bool warned_nan;
    JSValue known; /* number -> Timeout, for timers converted to numbers */
    JSValue proto;
    JSValue sample; /* keeps the compact shape alive */
} order_timers;

/* ---- Immediates --------------------------------------------------------- */

/* What an Immediate has inside. */
typedef struct order_immediate {
    order_task task;
    order_task *slot; /* its place in the queue; NULL if it is in none */
} order_immediate;

/* Slots of a queue, a page of them: what was dropped is its task itself, and
 * what has an object refers to that (TASK_OBJECT). Cleared ones have no
 * callback. */
#define ORDER_CHUNK 127
typedef struct order_chunk {
    struct order_chunk *next;
    order_task slot[ORDER_CHUNK];
} order_chunk;

typedef struct order_queue {
    order_chunk *first;
    order_chunk *last;
    uint32_t from; /* in the first chunk */
    uint32_t to;   /* in the last */
} order_queue;

typedef struct order_native {
    struct order_native *next;
    engine_call_fn *fn;
    void *arg;
    bool ref;
    engine_record record;
} order_native;

typedef struct order_immediates {
    order_queue queue;    /* for the next pass */
    order_queue batch;    /* of the pass under way, or left over by a throw */
    order_chunk *spare;   /* for the next ones */
    order_native *native; /* oldest first */
    order_native **native_end;
    uint64_t count;
    uint64_t ref_count; /* native ones included */
    bool ref_reported;
    bool finals_awaited; /* an addon's finalizer keeps the program alive */
    bool running;        /* a pass is under way */
    JSValue proto;
    JSValue sample;
    JSValue stand_in; /* for those without an object, while they run */
    JSValue noop;     /* a function that does nothing */
} order_immediates;

/* ---- Rejections --------------------------------------------------------- */

typedef struct order_rejection {
    JSValue promise;
    JSValue reason;
    engine_record record; /* its async context is counted */
} order_rejection;

typedef struct order_rejected {
    order_rejection *entry;
    uint32_t count;
    uint32_t capacity;
    uint32_t emptied; /* of the pending: how many entries are empty */
} order_rejected;

typedef struct order_rejections {
    order_rejected pending; /* not handled so far */
    order_rejected late;    /* reported, and handled since */
} order_rejections;

/* ---- All of them -------------------------------------------------------- */

/* What is under way, for stack traces: see callers.c. */
typedef enum order_pass {
    PASS_NONE,
    PASS_LISTS, /* of timers, between two of the lists */
    PASS_LIST,
    PASS_IMMEDIATES
} order_pass;

typedef enum order_drain {
    DRAIN_NONE,
    DRAIN_TICKS,
    DRAIN_MICROTASKS, /* after ticks */
    DRAIN_ALONE,      /* microtasks, since no tick waits */
    DRAIN_REJECTIONS
} order_drain;

typedef struct engine__order {
    uint64_t *running;     /* quickjs's async id: what then() and await note */
    JSValueConst *context; /* quickjs's own: the current async context */
    const uint32_t *kept_alive; /* objects WeakRefs hold until the job ends */
    bool exiting;          /* process._exiting: ticks are dropped */
    bool sites;            /* note where things are made */
    bool watched;          /* that, or there is a trace */
    bool tick_pending;     /* Node has queued a tick here: markTickPending() */
    order_pass pass;
    order_drain drain;
    order_ticks ticks;
    order_immediates immediates;
    order_timers timers;
    order_rejections rejections;
    JSValue on_invalid_callback; /* lib/'s: throws Node's error */
    JSValue on_timer_warning;    /* lib/'s: (kind, delay) */
} engine__order;

/* ---- Between the files of the order core -------------------------------- */

/* Keep these arguments, one at least. NULL: no memory, an exception is
 * pending. */
order_args *order__keep_args(JSContext *ctx, int argc, JSValueConst *argv);
void order__free_args(JSContext *ctx, order_args *args);

/* Throw what Node throws if a callback is not a function. */
JSValue order__throw_invalid(engine *e, JSValueConst value);

/*
 * A call through the door: order__run() in internal.h makes it. A callback that
 * throws is reported inside its own call.
 */
typedef struct order_call {
    const engine_record *record; /* not looked at once the callback runs */
    JSValueConst fn;
    JSValueConst self;
    order_args *args;
    engine *e;
    int status; /* 0, ENGINE_THREW (handled) or ENGINE_STOPPED */
} order_call;
void order__run_call(void *call);

/* What runs between two timers or two immediates: engine_drain() by another
 * name. 0; ENGINE_THREW if a tick threw and that was handled, so that the
 * rest of the ticks waits; ENGINE_STOPPED. */
int order__drain(engine *e);

int order__run_ticks(engine *e);
bool order__has_rejections(const engine *e);
/* 1 if something was reported, else 0; ENGINE_THREW, ENGINE_STOPPED. */
int order__run_rejections(engine *e);

void order__ticks_close(engine *e);
int order__timers_open(engine *e);
void order__timers_close(engine *e);
int order__immediates_open(engine *e);
void order__immediates_close(engine *e);
void order__rejections_open(engine *e);
void order__rejections_close(engine *e);

/* Queue the empty immediate that follows a handled exception. */
void order__queue_noop_immediate(engine *e);

/* The parts of the binding "order". */
int order__ticks_bind(engine *e, JSValueConst binding);
int order__timers_bind(engine *e, JSValueConst binding);
int order__immediates_bind(engine *e, JSValueConst binding);
int order__listeners_bind(engine *e, JSValueConst binding);

void order__timers_walk(engine *e, engine_walk_fn *fn, void *arg);
void order__immediates_walk(engine *e, engine_walk_fn *fn, void *arg);

/* Call the async_hooks listener, see order__hook() in internal.h. */
void order__call_hook(engine *e, engine_async_event event,
                      const engine_record *record, JSValueConst resource);

#endif
