/*
 * internal.h - the loop's own state, and what its files share.
 *
 *      loop.c    open, close, run: the phases         call.c   the one door
 *      timer.c   timers          phase.c  idle, prepare, check
 *      handle.c  life of handles and requests, closing, walk
 *      stream.c, write.c, connect.c  streams     udp.c    datagrams
 *      fs.c, fs_calls.c, work.c, dns.c  requests
 *      async.c, signal.c, stat_watch.c, ...
 *
 * What must stay true:
 *
 *  1. `active` counts the handles that are active and ref'd, `requests` the
 *     live requests; alive() looks at nothing else but the pending and the
 *     closing queues.
 *  2. A user's function is only ever called from a thunk given to orr_call().
 *  3. A handle or request is unlinked before its last callback starts, so the
 *     callback may free it or use it again.
 *  4. An operation lives in memory of the library, never in the user's, and
 *     is cancelled or delivered before that memory goes.
 */
#ifndef ORRERY_INTERNAL_H
#define ORRERY_INTERNAL_H

#include <errno.h>

#include "base/base.h"
#include "base/list.h"
#include "orrery.h"
#include "poll/poll.h"
#include "trace/event.h"

/* Flags of a handle. All clear is a handle that was never touched. */
#define H_LIVE 1      /* initialised or started; linked in a list of the loop */
#define H_ACTIVE 2    /* can call back */
#define H_UNREF 4     /* does not keep the loop alive */
#define H_CLOSING 8   /* orr_close() was called */
#define H_CLOSED 16   /* its close callback has started */
#define H_INTERNAL 32 /* part of another handle: not shown by orr_walk() */
#define H_KEPT (H_UNREF | H_INTERNAL) /* flags that a stop does not clear */

/* The site of a request: the address that called this public function. */
#define ORR__SITE() ((uintptr_t)__builtin_return_address(0))

static inline orr_handle *orr__handle_of(orr_link *l)
{
    return orr__container(l, orr_handle, link);
}

/* Something that is to be called in the pending phase. */
typedef struct orr__pending orr__pending;
struct orr__pending {
    orr_link link; /* NULLs: not queued */
    void (*fn)(orr_loop *loop, orr__pending *p);
};

/* See timer.c. */
#define ORR__WHEELS 11 /* digits to the base 64 in a time of 64 bits */
typedef struct orr__timers {
    uint64_t base_ms; /* up to here all timers were run */
    uint32_t count;   /* armed, wherever they are */
    uint64_t used[ORR__WHEELS];
    orr_link slots[ORR__WHEELS][64];
    orr_link now;   /* due at base_ms, to be collected by the next pass */
    orr_link ready; /* collected, and not yet called in this pass */
} orr__timers;

/* How waiting for files went: settle.c. */
typedef struct orr__settling {
    uint32_t failures; /* waits in a row that timed out */
    uint32_t skips;    /* rounds to come without a wait */
} orr__settling;

/* Does the after-callback hook follow the outermost callback? */
typedef enum orr__after {
    ORR__AFTER_DUE,
    ORR__AFTER_NONE, /* orr_set_after() */
    ORR__AFTER_LEFT  /* the last pass threw: what it left waits for another
                      * callback, unless there is another pass */
} orr__after;

/* A callback that is running, on the stack of its orr_call(). */
typedef struct orr__running orr__running;
struct orr__running {
    const orr_record *record;
    orr__running *outer;
    uint8_t after; /* orr__after, of the outermost */
    bool threw;    /* in this pass */
    bool traced;   /* its beginning is in the trace */
};

/* The profile's steps, sorted out for one way to run. */
#define ORR__STEPS_MAX 15
typedef struct orr__plan {
    uint8_t before[ORR__STEPS_MAX + 1];
    uint8_t turn[ORR__STEPS_MAX + 1];
} orr__plan;

struct orr_loop {
    /* what every turn touches */
    const orr__poll_table *table;
    orr__poll *poll;
    const orr_profile *profile;
    orr__plan plans[3]; /* by orr_run_mode */
    uint64_t now_ms;
    bool now_stale;   /* read the clock before using now_ms */
    bool stop;        /* orr_stop() */
    bool interrupted; /* orr_interrupt(), by any thread: atomic */
    bool can_sleep;
    bool running_loop; /* inside orr_run() */
    uint32_t active, requests;
    orr_link pending;
    orr_handle *closing; /* newest first */
    orr_link idle, prepare, check;
    orr_link pass; /* of those or of asyncs: yet to be called in this pass */
    uint64_t turns, polls, events;
    uint64_t events_waiting; /* those of polls that did not wait */
    orr__timers timers;

    /* the door */
    orr__running *running; /* innermost first; NULL outside of callbacks */
    uint64_t last_id;
    orr_after_fn *after;
    void *after_ctx;
    orr_trace_fn *trace;
    void *trace_ctx;
    orr_site_fn *site;
    void *site_ctx;
    orr_expiries_fn *expiries;
    void *expiries_ctx;

    /* the rest */
    orr_link handles; /* all live ones without a list of their own */
    orr_link asyncs;
    uint64_t async_poll, async_id; /* id of the first one made in that poll */
    uint64_t async_pass;           /* the poll in which they were last called */
    bool async_sent; /* since that pass began; set by any thread */
    orr__settling settling;
    orr_link reqs;
    orr__op wake_op;
    void *chunk; /* ORR__CHUNK bytes to read into, made when first needed */
    orr_poll **poll_of_fd; /* by descriptor; see poll.c */
    uint32_t poll_of_fd_capacity;
    void *data;
    orr_thread *thread;
    const char *fallback;
    orr_allocator allocator;
#ifdef ORR_CHECKED
    uint64_t verify_credit, verify_price; /* see verify.c */
#endif
};

/* verify.c: is the loop as it must be? In the hostile build only, by checked(),
 * and if enough callbacks and turns went by since the last look. */
void orr__loop_verify_later(orr_loop *loop);

/* ---- The door: call.c ------------------------------------------------- */

/* Schedule `record`: its cause is the running callback. */
void orr__schedule(orr_loop *loop, orr_record *record, orr_kind kind,
                   uintptr_t site);

/* Pass an event to the trace, if there is one. */
void orr__trace(orr_loop *loop, orr_event_type type, const orr_record *record,
                const char *what);
#define orr__trace_if(loop, ...)                                               \
    do {                                                                       \
        if (ORR_TRACED((loop)->trace))                                         \
            orr__trace((loop), __VA_ARGS__);                                   \
    } while (0)

/* ---- Handles and requests: handle.c ----------------------------------- */

/*
 * The check at the top of every public function on a handle that must have
 * been made before: -EINVAL for one that never was or is of another kind. One
 * that was closed stops the program.
 */
int orr__handle_check(const orr_handle *h, orr_kind kind);

/* The same for a function that makes the handle: it must be untouched, or
 * stopped. -EBUSY if it is live, -EINVAL for NULLs. */
int orr__handle_fresh(const orr_loop *loop, const orr_handle *h);

/* Make a handle live: its loop, its kind, its record, the list it is in. */
void orr__handle_open(orr_loop *loop, orr_handle *h, orr_kind kind,
                      uintptr_t site);
/* Unlink it: it is as if never touched, except for its H_KEPT flags. */
void orr__handle_drop(orr_handle *h);
/* Called by the closing phase. */
void orr__handle_finish(orr_handle *h);

static inline void orr__handle_start(orr_handle *h)
{
    if (h->flags & H_ACTIVE)
        return;
    h->flags |= H_ACTIVE;
    if (!(h->flags & H_UNREF))
        h->loop->active++;
}

static inline void orr__handle_stop(orr_handle *h)
{
    if (!(h->flags & H_ACTIVE))
        return;
    h->flags &= ~(uint32_t)H_ACTIVE;
    if (!(h->flags & H_UNREF))
        h->loop->active--;
}

/* A request becomes live: counted, linked, its record scheduled. */
void orr__req_start(orr_loop *loop, orr_req *req, orr_kind kind,
                    uintptr_t site);
/* A request is over: called before its callback. */
void orr__req_end(orr_req *req);
/* Undo orr__req_start(): the public call returns an error instead. */
void orr__req_refuse(orr_req *req);

/* ---- Operations: loop.c ----------------------------------------------- */

/*
 * Give an operation to the back end. owner, done and the request are set by
 * the caller; `record` names it.
 */
int orr__submit(orr_loop *loop, orr__op *op, const orr_record *record);

/* 0: cancelled. -EBUSY: it will still be delivered. */
static inline int orr__cancel(orr_loop *loop, orr__op *op)
{
    return loop->table->cancel(loop->poll, op);
}

/* Deliver a finished operation in the next poll. */
static inline void orr__finish(orr_loop *loop, orr__op *op, int64_t result)
{
    loop->table->finish(loop->poll, op, result);
}

/* The operation of a request that is under way, or NULL: fs.c, dns.c. */
orr__op *orr__fs_op(orr_req *req);
orr__op *orr__dns_op(orr_req *req);

static inline int64_t orr__call_now(orr_loop *loop, orr__op *op)
{
    return loop->table->call(loop->poll, op);
}

/* Close a descriptor, if it is one. */
void orr__close_fd(orr_loop *loop, int fd);

/* Call p->fn in the next pending phase, once. */
void orr__pend(orr_loop *loop, orr__pending *p);
void orr__unpend(orr_loop *loop, orr__pending *p);

/* The loop's own buffer of ORR__CHUNK bytes; NULL without memory. */
void *orr__chunk(orr_loop *loop);

/* settle.c: the back end has an unsettled batch. */
void orr__settle(orr_loop *loop, uint64_t deadline_ns);

/* ---- Timers: timer.c, for the loop ------------------------------------ */

void orr__timers_init(orr_loop *loop);
void orr__timers_verify(const orr__timers *ts); /* by checked() */
void orr__timers_run(orr_loop *loop);
void orr__timers_walk(orr_loop *loop, void (*fn)(orr_handle *h, void *arg),
                      void *arg);
/* When to wake up for the next timer, on the clock of now_ms; false: there is
 * none. If not exact, this is a lower bound: call orr__timers_hop() then, and
 * ask again. */
bool orr__timers_next(const orr_loop *loop, uint64_t *due_ms, bool *exact);
/* When the next timer is due exactly; may scan a slot of many timers. */
bool orr__timers_due(const orr_loop *loop, uint64_t *due_ms);
/* When the next n timers are due, here and in the layer above, the earliest
 * first and no two at the same time; their number. */
#define ORR__EXPIRIES 8
uint32_t orr__timers_expiries(orr_loop *loop, uint64_t *due_ms, uint32_t n);
/* Move the base to the present: far timers go down to lower wheels. */
void orr__timers_hop(orr_loop *loop);

/* ---- Phases: phase.c -------------------------------------------------- */

void orr__idle_thunk(void *arg);
void orr__prepare_thunk(void *arg);
void orr__check_thunk(void *arg);
void orr__phase_run_many(orr_loop *loop, orr_link *list, orr_call_fn *thunk);

/* Most lists are empty or hold one handle: these are run without a pass. */
static inline void orr__phase_run(orr_loop *loop, orr_link *list,
                                  orr_call_fn *thunk)
{
    orr_link *first = list->next;

    if (first == list)
        return;
    if (first->next == list) {
        orr_handle *h = orr__handle_of(first);
        orr_call(loop, &h->record, thunk, h);
    } else {
        orr__phase_run_many(loop, list, thunk);
    }
}

/* ---- What closing means for each kind --------------------------------- */

/* _close: at orr_close(), stop everything. _finish: in the closing phase,
 * before the close callback: the callbacks of requests that were cut off. */
void orr__timer_close(orr_handle *h);
void orr__phase_close(orr_handle *h);
void orr__async_close(orr_handle *h);
void orr__signal_close(orr_handle *h);
void orr__poll_close(orr_handle *h);
void orr__stream_close(orr_handle *h);
void orr__stream_finish(orr_handle *h);
void orr__udp_close(orr_handle *h);
void orr__udp_finish(orr_handle *h);
void orr__process_close(orr_handle *h);
void orr__watch_close(orr_handle *h);
void orr__stat_watch_close(orr_handle *h);

/* async.c: the back end reports a wake(). */
void orr__async_run(orr_loop *loop, orr__op *op, const orr__event *ev);
/* After each event of what the pool serves. */
void orr__async_after_pool(orr_loop *loop);

/* stream.c, for process.c: give a stream a connected socket that no other
 * process shares, so that receives may be left with the kernel. */
int orr__stream_adopt(orr_stream *s, int fd);

#endif
