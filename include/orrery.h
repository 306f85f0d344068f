/*
 * orrery.h - liborrery, an event loop for C programs on Linux.
 *
 * A loop turns through phases: timers, pending, idle, prepare, poll, check,
 * closing. In each it runs the callbacks that are due, one at a time, on the
 * thread that called orr_run(). The order is exactly that of libuv 1.52, and
 * so of Node 24; a profile gives the order of older ones.
 *
 *        +-> pending -> idle -> prepare -> POLL -> pending -+
 *        |                                                  |
 *        +-- timers <------ closing <------ check <---------+
 *
 * Read on from top to bottom: errors, the loop, then what can be put in it.
 *
 * Four things hold for every call below unless its comment says otherwise:
 *
 *   Memory: handles and requests are yours, zeroed before first use. The loop
 *           borrows them: a handle from its start (or init) until it was
 *           stopped or its close callback starts, a request until its callback
 *           starts. They must not move meanwhile. Strings and option structs
 *           are read during the call and not kept; buffers to be read or
 *           written must stay until the callback.
 *   Order:  no callback ever starts inside the call that asked for it.
 *   Thread: a loop and all that is in it belong to one thread.
 *   Errors: zero or a count on success, a negative errno on failure, and then
 *           nothing has changed. -EINVAL is an argument that makes no sense or
 *           a handle that was never initialised, -EBADF a descriptor that is
 *           not open, -EBUSY a thing already under way, -ENOMEM no memory.
 *           Using a handle after orr_close() is a bug of the program: it stops
 *           with a sentence that names the kind of the handle.
 */
#ifndef ORRERY_H
#define ORRERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ORR_VERSION_MAJOR 0
#define ORR_VERSION_MINOR 1
#define ORR_VERSION_PATCH 0
#define ORR_VERSION "0.1.0"

struct sockaddr;
struct sockaddr_storage;
struct addrinfo;

typedef struct orr_loop orr_loop;
typedef struct orr_thread orr_thread;
typedef struct orr_handle orr_handle;
typedef struct orr_timer orr_timer;
typedef struct orr_idle orr_idle;
typedef struct orr_prepare orr_prepare;
typedef struct orr_check orr_check;
typedef struct orr_async orr_async;
typedef struct orr_signal orr_signal;
typedef struct orr_poll orr_poll;
typedef struct orr_stream orr_stream;
typedef struct orr_udp orr_udp;
typedef struct orr_process orr_process;
typedef struct orr_watch orr_watch;
typedef struct orr_stat_watch orr_stat_watch;
typedef struct orr_req orr_req;
typedef struct orr_write_req orr_write_req;
typedef struct orr_connect_req orr_connect_req;
typedef struct orr_shutdown_req orr_shutdown_req;
typedef struct orr_send_req orr_send_req;
typedef struct orr_fs orr_fs;
typedef struct orr_work orr_work;
typedef struct orr_random orr_random;
typedef struct orr_addrinfo orr_addrinfo;
typedef struct orr_nameinfo orr_nameinfo;

/* A place in one of the loop's lists; private. */
typedef struct orr_link orr_link;
struct orr_link {
    orr_link *next, *prev;
};

/* One piece of memory to read into or write from; laid out as struct iovec. */
typedef struct orr_buf {
    void *base;
    size_t len;
} orr_buf;

/* ---- Errors ----------------------------------------------------------- */

/* The end of a stream or a directory. It is no errno, so it has its own. */
#define ORR_EOF (-4095)

/* Errors of getaddrinfo(), with numbers that do not depend on the C library. */
#define ORR_EAI_BASE (-3000)
#define ORR_EAI_ADDRFAMILY (ORR_EAI_BASE - 0)
#define ORR_EAI_AGAIN (ORR_EAI_BASE - 1)
#define ORR_EAI_BADFLAGS (ORR_EAI_BASE - 2)
#define ORR_EAI_CANCELED (ORR_EAI_BASE - 3)
#define ORR_EAI_FAIL (ORR_EAI_BASE - 4)
#define ORR_EAI_FAMILY (ORR_EAI_BASE - 5)
#define ORR_EAI_MEMORY (ORR_EAI_BASE - 6)
#define ORR_EAI_NODATA (ORR_EAI_BASE - 7)
#define ORR_EAI_NONAME (ORR_EAI_BASE - 8)
#define ORR_EAI_OVERFLOW (ORR_EAI_BASE - 9)
#define ORR_EAI_SERVICE (ORR_EAI_BASE - 10)
#define ORR_EAI_SOCKTYPE (ORR_EAI_BASE - 11)

/* "no such file or directory" for -ENOENT. Never NULL; static memory. */
const char *orr_strerror(int err);

/* "ENOENT" for -ENOENT, "EOF" for ORR_EOF; "EUNKNOWN" if it has no name. */
const char *orr_err_name(int err);

const char *orr_version(void);

/* ---- Records: what was scheduled, by what ----------------------------- */

/* What a record, and so a handle or a request, is. */
typedef enum orr_kind {
    ORR_KIND_NONE = 0,
    /* handles */
    ORR_TIMER,
    ORR_IDLE,
    ORR_PREPARE,
    ORR_CHECK,
    ORR_ASYNC,
    ORR_SIGNAL,
    ORR_POLL,
    ORR_TCP,
    ORR_PIPE,
    ORR_TTY,
    ORR_UDP,
    ORR_PROCESS,
    ORR_WATCH,
    ORR_STAT_WATCH,
    /* requests */
    ORR_WRITE,
    ORR_CONNECT,
    ORR_SHUTDOWN,
    ORR_SEND,
    ORR_FS,
    ORR_WORK,
    ORR_RANDOM,
    ORR_ADDRINFO,
    ORR_NAMEINFO,
    /* what the layers above schedule: their own kinds start here */
    ORR_KIND_USER = 64,
    ORR_KIND_MAX = 255
} orr_kind;

/* "timer", "tcp", "fs": one word for one thing in C, in traces, in errors. */
const char *orr_kind_name(orr_kind kind);

/*
 * Every scheduled thing has one. Ids rise by one per scheduled thing and are
 * never used twice in a loop; zero is "nothing", the start of the program.
 */
typedef struct orr_record {
    uint64_t id;      /* a new one each time the thing is scheduled */
    uint64_t cause;   /* the record that was running when it was scheduled */
    uint64_t trigger; /* the record that made it runnable; 0: the kernel or
                       * the clock did */
    void *async_context; /* yours: carried along, never looked at */
    uintptr_t site;   /* where it was made: a return address in C; the layer
                       * above may put its own number here */
    uint8_t kind;     /* orr_kind */
} orr_record;

/* Give `record` a new id, and as its cause the running callback. */
void orr_record_schedule(orr_loop *loop, orr_record *record, orr_kind kind);

/* The same with a given cause (0: the running callback) and site, for a layer
 * above that knows them. */
void orr_record_schedule_from(orr_loop *loop, orr_record *record,
                              orr_kind kind, uint64_t cause, uintptr_t site);

/* A new id alone, for a layer that fills in its records while nobody traces. */
uint64_t orr_next_id(orr_loop *loop);

/* The record that is running, or NULL outside of any callback. */
const orr_record *orr_running(const orr_loop *loop);

typedef void orr_call_fn(void *arg);

/*
 * The one door: run fn(arg) as the callback of `record`. The loop starts each
 * of its callbacks here, and so must code that schedules work of its own
 * (ticks, microtasks). Calls nest. After the outermost one, unless it threw,
 * the after-callback hook of the loop runs.
 *
 * Returns true if the callback threw, that is, called orr_threw().
 */
bool orr_call(orr_loop *loop, const orr_record *record, orr_call_fn *fn,
              void *arg);

/* The same for a record that is valid and unchanged until this returns, on the
 * caller's stack say: it is not copied. */
bool orr_call_borrowed(orr_loop *loop, const orr_record *record,
                       orr_call_fn *fn, void *arg);

/* Mark the innermost running callback as one that threw. */
void orr_threw(orr_loop *loop);

/* Whether the after-callback hook follows the outermost running callback, or
 * its present pass: it does, unless this says no. */
void orr_set_after(orr_loop *loop, bool on);

/* End a pass of the outermost running callback, and begin another: the hook
 * runs as at the end. For one that calls back several times, as for each
 * message of a wake-up. Inside a nested call, and outside of any callback,
 * nothing happens. True if the pass or its hook threw. */
bool orr_pass(orr_loop *loop);

/* How many calls are inside each other now; zero outside of any callback. */
uint32_t orr_call_depth(const orr_loop *loop);

/* ---- The world: all that can differ from run to run ------------------- */

/* The choices of the simulator. Option 0 is the default. */
typedef enum orr_choice_kind {
    ORR_CHOOSE_CLOCK,   /* how many milliseconds pass before a clock read: none,
                         * one, and as many as it takes to pass the next timer
                         * of the loop, the second, the third */
    ORR_CHOOSE_EFFECT,  /* which operation of the pool takes effect next. Here,
                         * for POST and for DELIVER the last option may be
                         * "none" of them now, with id 0: not if one was put
                         * off for max_delay_ms, or too often. Then only those
                         * are offered */
    ORR_CHOOSE_POST,    /* which one that has taken effect posts its result and
                         * leaves its thread to the next */
    ORR_CHOOSE_DELIVER, /* which source is reported next. All results that were
                         * posted to a loop are one source, named after the
                         * first of them, and come together, in the order of
                         * posting */
    ORR_CHOOSE_CHUNK,   /* how many of the bytes there are a read gets */
    ORR_CHOOSE_SHORT,   /* how many of the bytes given a write takes */
    ORR_CHOOSE_ORDER,   /* which directory entry comes next */
    ORR_CHOOSE_FAULT,   /* 0: it works; k: it fails with options[k].value */
    ORR_CHOOSE_THREAD   /* which thread runs next; options[k].value says in
                         * which order they were started, and is -1 for none
                         * of them now */
} orr_choice_kind;

typedef struct orr_option {
    uint64_t id;      /* of the record concerned, or 0 */
    int64_t value;    /* milliseconds, bytes or a negative errno */
    const char *what; /* the operation's name */
} orr_option;

/* Members left NULL are the back end's own. */
typedef struct orr_world {
    void *ctx;
    uint64_t (*clock_ns)(void *ctx); /* monotonic, any origin */
    uint64_t (*wall_ns)(void *ctx);  /* since 1970 */
    int (*random)(void *ctx, void *out, size_t len);
    /* Simulator only; the result is below n. */
    uint32_t (*choose)(void *ctx, orr_choice_kind kind, uint32_t n,
                       const orr_option *options);
    /* Simulator only: the operation of this record has taken effect; its result
     * is handed in, to be reported later. Neither may call into the loop. */
    void (*effect)(void *ctx, uint64_t id, const char *what);
    void (*post)(void *ctx, uint64_t id, uint64_t now_ns);
    /* Simulator only: the operation that takes effect now is about this path.
     * A call that is done at once has the id 0, and NULL for any path. */
    void (*touch)(void *ctx, uint64_t id, const char *path, bool writes);
    /* Simulator only: may choose ask for what happens on a network and not
     * between two sockets of one machine (CHUNK, SHORT)? And for FAULT? */
    bool network;
    bool faults;
    /* Simulator only: for how much virtual time an operation may be put off in
     * total, and the clock at one read; 0: a second. And all of them together;
     * 0: no limit. */
    uint64_t max_delay_ms;
    uint64_t max_delays_ms;
} orr_world;

/* Like realloc(); size 0 frees and returns NULL. Any thread may call it. */
typedef struct orr_allocator {
    void *ctx;
    void *(*resize)(void *ctx, void *ptr, size_t size);
} orr_allocator;

/* ---- Profiles: the phases as a list ----------------------------------- */

typedef enum orr_phase {
    ORR_PHASE_END = 0,
    ORR_PHASE_TIMERS,
    ORR_PHASE_PENDING,
    ORR_PHASE_IDLE,
    ORR_PHASE_PREPARE,
    ORR_PHASE_POLL,
    ORR_PHASE_PENDING_AGAIN, /* up to eight times, while there is something */
    ORR_PHASE_CHECK,
    ORR_PHASE_CLOSING,
    ORR_PHASE_TASK,  /* of a browser: prepare handles under another name */
    ORR_PHASE_RENDER /* of a browser: check handles under another name */
} orr_phase;

const char *orr_phase_name(orr_phase phase);

/* Masks of the ways to run in which a step is taken. */
#define ORR_IN_DEFAULT 1
#define ORR_IN_ONCE 2
#define ORR_IN_NOWAIT 4
#define ORR_IN_ALL 7

typedef struct orr_step {
    uint8_t phase; /* orr_phase */
    uint8_t modes; /* ORR_IN_... */
} orr_step;

typedef struct orr_profile {
    const char *name;
    const orr_step *before; /* once per orr_run(), if the loop is alive */
    const orr_step *turn;   /* both end with ORR_PHASE_END */
    bool timers_one_by_one; /* a timer armed for now runs in the same pass */
    bool accept_all;        /* accept until there is no more, not one a poll */
    bool once_by_pending;   /* ONCE sleeps if no pending callback ran, instead
                             * of if none was there and nothing was idle */
    bool write_one;         /* one write of a stream is tried per event */
    bool end_with_data;     /* a pipe that was closed ends in the poll that
                             * brings its last bytes, not in the next */
} orr_profile;

/* "node" (24, the default), "node18", "node10", "browser", "browser-72"; NULL
 * if there is none. */
const orr_profile *orr_profile_find(const char *name);

/* ---- The loop --------------------------------------------------------- */

typedef void orr_after_fn(orr_loop *loop, void *ctx);
struct orr_event; /* <orrery/event.h>, in the sources src/trace/event.h */
typedef void orr_trace_fn(void *ctx, const struct orr_event *event);
typedef uintptr_t orr_site_fn(void *ctx);
typedef uint32_t orr_expiries_fn(void *ctx, uint64_t *due_ms, uint32_t n);

/* Zeroed members are the defaults. */
typedef struct orr_options {
    const char *backend;        /* "uring", "epoll" or "sim". NULL: what
                                 * ORRERY_BACKEND says, else uring, else epoll
                                 * where there is no io_uring */
    const orr_profile *profile; /* NULL: "node" */
    orr_after_fn *after;        /* after each outermost callback */
    void *after_ctx;
    orr_trace_fn *trace;
    void *trace_ctx;
    orr_site_fn *site; /* where the layer above stands now, in its own numbers:
                        * what records of the loop's own things carry then
                        * instead of a return address */
    void *site_ctx;
    const struct orr_recording *recording; /* <orrery/recording.h>; or NULL */
    orr_expiries_fn *expiries; /* simulator: when the next timers of the layer
                                * above are due, on the clock of orr_now(), at
                                * most n, the earliest first: for
                                * ORR_CHOOSE_CLOCK. Returns their number. May be
                                * called whenever the clock is read */
    void *expiries_ctx;
    const orr_world *world;         /* copied */
    const orr_allocator *allocator; /* copied; NULL: malloc */
    uint64_t seed;                  /* simulator: chance and host facts */
    uint32_t pool_size;             /* threads, or slots on the simulator; 0:
                                     * UV_THREADPOOL_SIZE, else 4. The threads
                                     * are the process's: the first loop that
                                     * needs one decides */
    orr_thread *thread; /* that the loop is to run on, see below. The loop
                         * shares the world of the other ones. backend, world,
                         * allocator, seed and pool_size are theirs: leave them
                         * zero. NULL: it shares nothing */
} orr_options;

/*
 * Open a loop. options may be NULL.
 *
 * Errors: -EINVAL for an unknown back end, or a profile with no list, an
 *         unknown phase or more than 15 steps, or an option that the thread
 *         has decided; -ENOSYS if "uring" was asked
 *         for by name and the kernel has none; -EMFILE, -ENOMEM.
 */
int orr_loop_open(orr_loop **out, const orr_options *options);

/*
 * Free the loop. In a child made by fork() this only frees: what the kernel
 * holds for the parent stays as it is.
 *
 * Errors: -EBUSY while a handle or a request is in it, or inside a callback.
 */
int orr_loop_close(orr_loop *loop);

typedef enum orr_run_mode {
    ORR_RUN_DEFAULT, /* until nothing is alive or orr_stop() */
    ORR_RUN_ONCE,    /* one turn; waits if nothing is ready */
    ORR_RUN_NOWAIT   /* one turn; does not wait */
} orr_run_mode;

/*
 * Turn the loop. Returns 1 if something is still alive, 0 if not.
 *
 * Errors: -EBUSY inside a callback; -EDEADLK on the simulator, when the loop
 *         is alive and nothing can ever happen; what the back end met in
 *         waiting (-ENOMEM).
 */
int orr_run(orr_loop *loop, orr_run_mode mode);

/* End orr_run() after this turn, or the next one before it begins. */
void orr_stop(orr_loop *loop);

/* The same from another thread or from a signal handler: a poll that waits is
 * woken. */
void orr_interrupt(orr_loop *loop);

/* Begin or end to listen while the loop runs; fn NULL: no trace. A callback
 * that is running now has a begin or an end in the trace, not both. */
void orr_set_trace(orr_loop *loop, orr_trace_fn *fn, void *ctx);
/* Who gives the sites of what is scheduled; see orr_options.site. */
void orr_set_site(orr_loop *loop, orr_site_fn *fn, void *ctx);

/* An active and ref'd handle, a request, a pending callback or a close. */
bool orr_alive(const orr_loop *loop);

/* Milliseconds on the loop's clock. It stands still during a callback. */
uint64_t orr_now(orr_loop *loop);
void orr_update_time(orr_loop *loop);

/* The clocks themselves, in nanoseconds; on the simulator, virtual ones. */
uint64_t orr_clock_ns(orr_loop *loop);
uint64_t orr_wall_ns(orr_loop *loop);
/* The machine's monotonic clock, also under the simulator: for waiting on locks
 * and for threads that have no loop. Thread: any. */
uint64_t orr_machine_ns(void);

/* Do nothing for so long, and nothing of the loop's either: its thread sleeps.
 * Signals do not shorten it. On the simulator the clocks jump. */
void orr_sleep(orr_loop *loop, uint64_t ns);

/* ---- Several loops, several threads ------------------------------------ */

/*
 * The thread that a loop belongs to, for another loop that is to run on it and
 * to share its world (orr_options.thread). On the simulator the world is the
 * clock, the files and descriptors, the network, chance and all choices; on the
 * other back ends every loop has the one world there is. Ids of records are
 * unique among the loops that share a world.
 *
 * Memory: the loop's; valid while a loop of the thread is open.
 * Order:  loops of one thread never turn by themselves: one turns while
 *         orr_run() of it is on the stack. On the simulator the clock goes on
 *         when that loop sleeps, whatever is due in another of its thread.
 */
orr_thread *orr_loop_thread(const orr_loop *loop);

typedef void orr_thread_fn(orr_thread *thread, void *arg);

/*
 * Start a thread that calls fn(thread, arg). It may open loops of its own, with
 * `thread` as the option of that name, and closes them before it returns.
 * Signals are blocked in it. stack_bytes 0: as the system has it.
 *
 * Memory: the thread's, until orr_thread_join().
 * Order:  on the simulator one thread of a world runs at a time. Another one
 *         gets its turn when a turn of a loop begins, when a loop sleeps, in
 *         orr_park(), orr_sleep() and orr_thread_join(), and when a thread
 *         ends; in the order of their starts, or as world.choose has it
 *         (ORR_CHOOSE_THREAD). fn starts at such a moment. The clock jumps only
 *         when all of them sleep.
 * Thread: that of `loop`.
 * Errors: -EAGAIN if the system has no more threads, -EINVAL for a stack that
 *         is too small, -ENOMEM.
 */
int orr_thread_start(orr_loop *loop, orr_thread **out, orr_thread_fn *fn,
                     void *arg, size_t stack_bytes);

/*
 * Wait until fn has returned, and free the thread. A thread is joined by the
 * one that started it, before the last loop of that one is closed.
 *
 * Thread: that of `loop`, which is the one that started it.
 * Errors: -EINVAL if it was started by another one; -EDEADLK on the simulator,
 *         if it can never end: then it is not freed.
 */
int orr_thread_join(orr_loop *loop, orr_thread *thread);

/* Have orr_park() of that thread return with -EINTR, now and from now on. Any
 * thread of the same world. */
void orr_thread_interrupt(orr_thread *thread);

/*
 * What Atomics.wait() does: if the integer of `size` bytes (4 or 8) at `place`
 * is `value`, sleep until another thread calls orr_unpark() for that place. A
 * negative timeout_ns has no end.
 *
 * Order:  the thread that was parked first is unparked first.
 * Thread: that of `loop`; no callback of it runs meanwhile.
 * Errors: -EAGAIN if the integer is another one, -ETIMEDOUT, -EINTR after
 *         orr_thread_interrupt(); -EDEADLK without end if there is no other
 *         thread, or on the simulator if none of them can ever go on.
 */
int orr_park(orr_loop *loop, const void *place, size_t size, int64_t value,
             int64_t timeout_ns);

/* What waits at a place while its thread goes on. */
typedef struct orr_waiter orr_waiter;
struct orr_waiter {
    orr_async *wake; /* yours: sent to when the waiter is unparked */
    /* private */
    bool is_called;
    orr_link link;
    const void *place;
    uint64_t number;
    void (*call)(orr_waiter *w);
};

/*
 * What Atomics.waitAsync() does: if the integer of `size` bytes (4 or 8) at
 * `place` is `value`, have orr_unpark() for that place send to w->wake.
 *
 * Memory: yours, until it was called or orr_waiter_stop() has returned; and
 *         w->wake is open until then.
 * Order:  it stands in one line with the threads that are parked there.
 * Thread: that of `loop`.
 * Errors: -EAGAIN if the integer is another one.
 */
int orr_waiter_start(orr_loop *loop, orr_waiter *w, const void *place,
                     size_t size, int64_t value);
/* Wait no more. False if it was called already. */
bool orr_waiter_stop(orr_loop *loop, orr_waiter *w);
/* Was it called, and waits no more? */
bool orr_waiter_is_called(orr_loop *loop, const orr_waiter *w);

/* What Atomics.notify() does: unpark at most n of the threads and waiters that
 * are at `place`; returns their number. */
uint32_t orr_unpark(orr_loop *loop, const void *place, uint32_t n);

/* ---- More about a loop ------------------------------------------------- */

/*
 * For a loop inside another loop: a descriptor that turns readable when
 * orr_run(NOWAIT) would find something, and how long, in milliseconds, one may
 * wait for that: 0 not at all, -1 forever.
 *
 * Errors: -ENOSYS on the simulator, which has no descriptor.
 */
int orr_loop_fd(orr_loop *loop);
int64_t orr_timeout(orr_loop *loop);

typedef struct orr_metrics {
    const char *backend;  /* the one in use */
    const char *fallback; /* why not uring, or NULL */
    uint64_t turns;
    uint64_t events;       /* completions delivered */
    uint64_t waiting;      /* of them, those that no poll had to wait for */
    uint64_t system_calls; /* made by this loop's thread for this loop */
    uint64_t idle_ns;      /* spent waiting */
} orr_metrics;

void orr_metrics_get(orr_loop *loop, orr_metrics *out);

/* One live thing, as orr_walk() shows it. */
typedef struct orr_live {
    orr_kind kind;
    bool is_request;
    bool active;
    bool ref;
    bool closing;
    const orr_record *record;
    void *thing; /* the orr_handle or the orr_req */
    const char *what; /* of a file request: "stat" */
    const char *path; /* and the file it is about; or NULL */
    int fd;           /* of a read or write: its descriptor; else -1 */
} orr_live;

typedef void orr_walk_fn(const orr_live *live, void *arg);

/* Every live handle, timers last, then every request. A handle lives while it
 * is started or between init and close. fn must not change any of them. */
void orr_walk(orr_loop *loop, orr_walk_fn *fn, void *arg);

/* Memory that a call below hands out is given back here. */
void orr_free(orr_loop *loop, void *ptr);

/* The loop's own, for layers above it. */
void *orr_loop_data(const orr_loop *loop);
void orr_loop_set_data(orr_loop *loop, void *data);
const char *orr_backend_name(const orr_loop *loop);

/* Are files, network, chance and clock simulated? True of "sim". */
bool orr_is_virtual(const orr_loop *loop);

/* ---- Handles ---------------------------------------------------------- */

typedef void orr_close_fn(orr_handle *handle);

/* The beginning of every handle: &timer.handle is the timer as a handle. */
struct orr_handle {
    void *data; /* yours */
    /* private from here on */
    orr_loop *loop;
    uint32_t flags;
    orr_record record;
    orr_link link; /* in the loop's list of its kind */
    orr_close_fn *close_fn;
    orr_handle *close_next;
};

/*
 * Close a handle of any kind: it stops now, and fn, which may be NULL, is
 * called in the closing phase of this turn, after the callbacks (-ECANCELED)
 * of its requests. Handles closed in one turn call back last closed first.
 *
 * Timers, idle, prepare, check, signal, poll and watch handles need no close:
 * once stopped they are yours again.
 */
void orr_close(orr_handle *handle, orr_close_fn *fn);

bool orr_is_active(const orr_handle *handle);
bool orr_is_closing(const orr_handle *handle);
orr_kind orr_handle_kind(const orr_handle *handle);

/* The loop it is or was in; NULL before it was first started or initialised. */
orr_loop *orr_handle_loop(const orr_handle *handle);

/* An unref'd handle does not keep the loop alive. Flags, not counters. */
void orr_ref(orr_handle *handle);
void orr_unref(orr_handle *handle);
bool orr_has_ref(const orr_handle *handle);

/* The descriptor of a stream, udp or poll handle; -EBADF without one. */
int orr_fileno(const orr_handle *handle);

/* ---- Timers ----------------------------------------------------------- */

typedef void orr_timer_fn(orr_timer *t);

struct orr_timer {
    orr_handle handle;
    /* private */
    orr_timer_fn *fn;
    uint64_t due_ms;
    uint64_t repeat_ms;
    uint8_t wheel; /* where it is: see timer.c */
};

/*
 * Call fn(t) once, `delay_ms` after orr_now(loop). That clock stands still
 * during a callback, so timers armed together count from the same instant.
 *
 * Order:  timers due at the same millisecond fire in arming order. One armed
 *         in a timer's callback waits for the next timers phase.
 * Errors: -EBUSY if t is already armed.
 */
int orr_timer_start(orr_loop *loop, orr_timer *t, uint64_t delay_ms,
                    orr_timer_fn *fn);

/* Then every `repeat_ms` (0: not), armed again just before each call. */
int orr_timer_start_repeating(orr_loop *loop, orr_timer *t, uint64_t delay_ms,
                              uint64_t repeat_ms, orr_timer_fn *fn);

/*
 * Arm t again, armed or not, with the function it has.
 * Errors: -EINVAL if it never was armed.
 */
int orr_timer_restart(orr_timer *t, uint64_t delay_ms);

/* Restart with the repeat time; nothing happens if that is 0. */
int orr_timer_again(orr_timer *t);

/* Counts from the next arming on. */
void orr_timer_set_repeat(orr_timer *t, uint64_t repeat_ms);

/* Never fails; a timer that is not armed stays so. */
void orr_timer_stop(orr_timer *t);

/* Milliseconds from orr_now() until it is due; 0 if due or not armed. */
uint64_t orr_timer_due_in(const orr_timer *t);

/* ---- Idle, prepare, check --------------------------------------------- */

typedef void orr_idle_fn(orr_idle *h);
typedef void orr_prepare_fn(orr_prepare *h);
typedef void orr_check_fn(orr_check *h);

struct orr_idle {
    orr_handle handle;
    /* private */
    orr_idle_fn *fn;
};

struct orr_prepare {
    orr_handle handle;
    /* private */
    orr_prepare_fn *fn;
};

struct orr_check {
    orr_handle handle;
    /* private */
    orr_check_fn *fn;
};

/*
 * Call fn in every turn: idle and prepare before the poll, check after it.
 * While an idle handle is active, the poll does not wait.
 *
 * Order:  the one started last runs first. One started during the phase waits
 *         for the next turn; one stopped during it does not run any more.
 * Errors: -EBUSY if it is started already.
 */
int orr_idle_start(orr_loop *loop, orr_idle *h, orr_idle_fn *fn);
int orr_prepare_start(orr_loop *loop, orr_prepare *h, orr_prepare_fn *fn);
int orr_check_start(orr_loop *loop, orr_check *h, orr_check_fn *fn);
void orr_idle_stop(orr_idle *h);
void orr_prepare_stop(orr_prepare *h);
void orr_check_stop(orr_check *h);

/* ---- Wake-ups from elsewhere ------------------------------------------ */

typedef void orr_async_fn(orr_async *a);

struct orr_async {
    orr_handle handle;
    /* private */
    orr_async_fn *fn;
    int sent; /* atomic: a call is owed; sends that have begun */
};

/* Active from here until orr_close(). */
int orr_async_init(orr_loop *loop, orr_async *a, orr_async_fn *fn);
/* Handles are called in the order in which they were made, all that were sent
 * to in one pass. This one comes before all others from now on, so that those
 * that its callback sends to are called in the same pass. */
void orr_async_put_first(orr_async *a);

/*
 * Have the callback run in the loop's poll phase. Many sends before it runs
 * make one call.
 *
 * Thread: any, and signal handlers. The caller sees to it that the handle is
 *         not closed before; orr_close() waits for sends that have begun.
 */
int orr_async_send(orr_async *a);

/* ---- Signals ---------------------------------------------------------- */

typedef void orr_signal_fn(orr_signal *s, int signum);

struct orr_signal {
    orr_handle handle;
    /* private */
    orr_signal_fn *fn;
    int signum;
    bool oneshot;
    struct orr__op *op;
};

/*
 * Call fn in the poll phase, after all else that the poll found, each time the
 * process gets `signum`. Several handles, also in several loops, may wait for
 * one signal; when the last stops, the default action is back.
 *
 * Errors: -EINVAL for SIGKILL, SIGSTOP and what is not a signal; -EBUSY.
 */
int orr_signal_start(orr_loop *loop, orr_signal *s, int signum,
                     orr_signal_fn *fn);
int orr_signal_start_oneshot(orr_loop *loop, orr_signal *s, int signum,
                             orr_signal_fn *fn);
void orr_signal_stop(orr_signal *s);

/*
 * How often the process has caught this signal, delivered or not: for code that
 * cannot wait until the loop turns. Only counted while a handle listens to it;
 * always 0 on the simulator.
 *
 * Thread: any.
 */
uint64_t orr_signal_count(orr_loop *loop, int signum);

/* ---- Any descriptor --------------------------------------------------- */

#define ORR_READABLE 1
#define ORR_WRITABLE 2
#define ORR_DISCONNECT 4
#define ORR_PRIORITIZED 8

/* `status` is 0 and `events` what is ready, or `status` is an error. */
typedef void orr_poll_fn(orr_poll *p, int status, int events);

struct orr_poll {
    orr_handle handle;
    /* private */
    orr_poll_fn *fn;
    int fd;
    int events;
    struct orr__op *op;
};

/*
 * Call fn in each poll in which one of `events` is ready. The descriptor stays
 * yours: stop the handle before you close it. Starting a started handle on the
 * same descriptor changes the events and the function.
 *
 * Errors: -EPERM for a regular file; -EEXIST if another handle has the fd;
 *         -EBUSY if it is started on another descriptor.
 */
int orr_poll_start(orr_loop *loop, orr_poll *p, int fd, int events,
                   orr_poll_fn *fn);
void orr_poll_stop(orr_poll *p);

/* ---- Streams: TCP, Unix-domain sockets, pipes, terminals --------------- */

/*
 * n > 0: that many bytes are at `bytes`, valid until the callback returns.
 * n < 0: an error, or ORR_EOF; reading has stopped then.
 */
typedef void orr_read_fn(orr_stream *s, int64_t n, const void *bytes);
typedef void orr_connection_fn(orr_stream *server, int status);
typedef void orr_write_fn(orr_write_req *req, int status);
typedef void orr_connect_fn(orr_connect_req *req, int status);
typedef void orr_shutdown_fn(orr_shutdown_req *req, int status);

struct orr_stream {
    orr_handle handle;
    /* private */
    orr_read_fn *read_fn;
    orr_connection_fn *connection_fn;
    struct orr__stream *io; /* the library's half: queue and operations */
};

/* The beginning of every request. */
struct orr_req {
    void *data; /* yours */
    /* private */
    orr_loop *loop;
    orr_record record;
    orr_link link; /* in the loop's list of live requests */
};

struct orr_write_req {
    orr_req req;
    /* private */
    orr_stream *stream;
    orr_write_fn *fn;
    orr_link line; /* in the queue of the stream */
    orr_buf *bufs;
    orr_buf small[4];
    const int *fds;
    size_t left; /* bytes not yet with the kernel */
    uint32_t nbufs, nfds, first;
    int status;
};

struct orr_connect_req {
    orr_req req;
    /* private */
    orr_stream *stream;
    orr_connect_fn *fn;
    int status;
};

struct orr_shutdown_req {
    orr_req req;
    /* private */
    orr_stream *stream;
    orr_shutdown_fn *fn;
    int status;
};

/* Make *s a stream with no descriptor yet. */
int orr_tcp_init(orr_loop *loop, orr_stream *s);

/* `ipc`: descriptors can be passed over it. */
int orr_pipe_init(orr_loop *loop, orr_stream *s, bool ipc);

/*
 * Make *s the terminal `fd`. The descriptor stays in the mode it has, is not
 * closed with the stream, and no read is left with the kernel while nothing is
 * there to be read, so that a child can have the input.
 *
 * Errors: -EINVAL if fd is not a terminal.
 */
int orr_tty_init(orr_loop *loop, orr_stream *s, int fd);

/*
 * Hand an open descriptor (socket, pipe) to a stream, which owns it from now
 * on and makes it non-blocking.
 * Errors: -EBUSY if it has one; -EBADF; -EINVAL for a regular file.
 */
int orr_stream_open(orr_stream *s, int fd);

/* Two connected streams (a Unix socket pair), both initialised and empty. */
int orr_stream_pair(orr_stream *a, orr_stream *b);

#define ORR_BIND_IPV6ONLY 1
#define ORR_BIND_REUSEPORT 2

/* An address in use is reported by orr_listen(), as libuv does. */
int orr_tcp_bind(orr_stream *s, const struct sockaddr *addr, uint32_t flags);

/* `path` may begin with a zero byte (abstract); len counts its bytes. */
int orr_pipe_bind(orr_stream *s, const char *path, size_t len);

/*
 * Listen. fn is called once for each connection, one per poll; it takes the
 * connection with orr_accept(). While it has not, no other is reported.
 */
int orr_listen(orr_stream *s, int backlog, orr_connection_fn *fn);

/* Into an initialised stream of the same kind. -EAGAIN: there is none. */
int orr_accept(orr_stream *server, orr_stream *client);

/*
 * Connect. What goes wrong at once is reported later too, through fn.
 *
 * Linux learns that a TCP socket has connected from the next connect(), and
 * only the one after that is an error. So a socket that was connected here can
 * be asked to connect once more; it keeps its peer, whatever the address.
 *
 * Errors: -EALREADY or -EISCONN if it is connecting or connected.
 */
int orr_tcp_connect(orr_connect_req *req, orr_stream *s,
                    const struct sockaddr *addr, orr_connect_fn *fn);
int orr_pipe_connect(orr_connect_req *req, orr_stream *s, const char *path,
                     size_t len, orr_connect_fn *fn);

/* -EALREADY if it reads already, -ENOTCONN if it has no descriptor. */
int orr_read_start(orr_stream *s, orr_read_fn *fn);

/* What had arrived but was not delivered waits for the next read start. */
void orr_read_stop(orr_stream *s);

/*
 * Write all of the buffers, in order, after what was written before. If the
 * kernel takes everything at once, fn still comes later, in the pending phase.
 * The array `bufs` is copied, what it points to is not.
 *
 * Errors: -EPIPE after orr_shutdown(), -ENOTCONN.
 */
int orr_write(orr_write_req *req, orr_stream *s, const orr_buf *bufs,
              uint32_t nbufs, orr_write_fn *fn);

/* The same with descriptors to pass along; an ipc pipe only. They are
 * duplicated for the receiver: yours stay open, until fn at least. */
int orr_write_fds(orr_write_req *req, orr_stream *s, const orr_buf *bufs,
                  uint32_t nbufs, const int *fds, uint32_t nfds,
                  orr_write_fn *fn);

/* As many bytes as can be written now. -EAGAIN: none, or others wait. */
int64_t orr_try_write(orr_stream *s, const orr_buf *bufs, uint32_t nbufs);

/* The oldest descriptor received and not taken; -EAGAIN if there is none. */
int orr_take_fd(orr_stream *s);

/* Send the end of the stream after all that was written. */
int orr_shutdown(orr_shutdown_req *req, orr_stream *s, orr_shutdown_fn *fn);

/* Shut down both directions at once, whatever is queued: for a process that
 * ends and whose peer must see that first. After the end of a process the
 * kernel closes the sockets of an io_uring with a delay. */
int orr_stream_shut(orr_stream *s);

/* Bytes given to orr_write() and not yet to the kernel. */
size_t orr_write_queue_size(const orr_stream *s);
bool orr_is_readable(const orr_stream *s);
bool orr_is_writable(const orr_stream *s);

int orr_tcp_nodelay(orr_stream *s, bool on);
int orr_tcp_keepalive(orr_stream *s, bool on, uint32_t delay_s);
/* The same with the time between probes, and how many are sent until the
 * connection counts as broken. What is not positive stays as it is. */
int orr_tcp_keepalive_ex(orr_stream *s, bool on, int32_t delay_s,
                         int32_t interval_s, int32_t count);

/* The type of service (IPv4) or traffic class (IPv6) of what is sent: a byte.
 * orr_tcp_get_tos() returns it. */
int orr_tcp_set_tos(orr_stream *s, uint8_t tos);
int orr_tcp_get_tos(orr_stream *s);

/* Like orr_close(), but the peer gets a reset. -EINVAL while a shutdown is
 * under way. */
int orr_tcp_close_reset(orr_stream *s, orr_close_fn *fn);

/* *len is the size of the buffer at addr, then the length of the address. */
int orr_getsockname(const orr_handle *h, struct sockaddr *addr,
                    uint32_t *len);
int orr_getpeername(const orr_handle *h, struct sockaddr *addr,
                    uint32_t *len);

/* *value 0 reads the size, else sets it; the kernel doubles it. */
int orr_send_buffer_size(orr_handle *h, int *value);
int orr_recv_buffer_size(orr_handle *h, int *value);

/* Make the descriptor blocking or not; writes then wait. */
int orr_stream_set_blocking(orr_stream *s, bool blocking);

/* Change the mode of a Unix socket's file: ORR_READABLE | ORR_WRITABLE. */
int orr_pipe_chmod(orr_stream *s, int events);

typedef enum orr_tty_mode {
    ORR_TTY_NORMAL,
    ORR_TTY_RAW,   /* key by key; \n is still written as \r\n */
    ORR_TTY_IO     /* nothing is translated */
} orr_tty_mode;

int orr_tty_set_mode(orr_stream *s, orr_tty_mode mode);
int orr_tty_window_size(orr_stream *s, int *columns, int *rows);

/* Put back the mode of the terminal as it was found. Any thread, signal
 * handlers and atexit. -EBUSY: a mode is just being set. */
int orr_tty_reset_mode(void);

/* ORR_TCP, ORR_PIPE, ORR_TTY, ORR_UDP, ORR_FS (a file); NONE: unknown. */
orr_kind orr_fd_kind(orr_loop *loop, int fd);

/* Block the thread until the descriptor can be written: for output that must
 * be out before the program goes on. The loop does not turn meanwhile. */
int orr_fd_wait_writable(orr_loop *loop, int fd);

/* 1 if reads and writes wait, 0 if they say -EAGAIN. On the simulator: 1. */
int orr_fd_blocks(orr_loop *loop, int fd);

/* ---- UDP -------------------------------------------------------------- */

typedef void orr_recv_fn(orr_udp *u, int64_t n, const void *bytes,
                         const struct sockaddr *from, uint32_t flags);
typedef void orr_send_fn(orr_send_req *req, int status);

#define ORR_UDP_PARTIAL 1 /* to orr_recv_fn: the datagram was longer */

struct orr_udp {
    orr_handle handle;
    /* private */
    orr_recv_fn *recv_fn;
    struct orr__udp *io;
};

struct orr_send_req {
    orr_req req;
    /* private */
    orr_udp *udp;
    orr_send_fn *fn;
    orr_link line; /* in the queue of the handle */
    orr_buf *bufs;
    orr_buf small[4];
    void *addr;
    size_t size;
    uint32_t nbufs, addr_len;
    int64_t status;
};

#define ORR_UDP_REUSEADDR 4

int orr_udp_init(orr_loop *loop, orr_udp *u);
int orr_udp_open(orr_udp *u, int fd);

/* flags: ORR_BIND_IPV6ONLY, ORR_BIND_REUSEPORT, ORR_UDP_REUSEADDR */
int orr_udp_bind(orr_udp *u, const struct sockaddr *addr, uint32_t flags);

/* addr NULL: undo. -EISCONN if connected, -ENOTCONN if not. */
int orr_udp_connect(orr_udp *u, const struct sockaddr *addr);

/* addr NULL on a connected socket, and only there. */
int orr_udp_send(orr_send_req *req, orr_udp *u, const orr_buf *bufs,
                 uint32_t nbufs, const struct sockaddr *addr,
                 orr_send_fn *fn);
int64_t orr_udp_try_send(orr_udp *u, const orr_buf *bufs, uint32_t nbufs,
                         const struct sockaddr *addr);

/* Many datagrams, one buffer each, in one system call where there is one; how
 * many were taken, or if none was, why the first was refused. */
typedef struct orr_datagram {
    orr_buf buf;
    const struct sockaddr *addr;
} orr_datagram;
int orr_udp_try_send_batch(orr_udp *u, const orr_datagram *list, uint32_t n);

int orr_udp_recv_start(orr_udp *u, orr_recv_fn *fn);
void orr_udp_recv_stop(orr_udp *u);

int orr_udp_membership(orr_udp *u, const char *group, const char *interface,
                       bool join);
int orr_udp_source_membership(orr_udp *u, const char *group,
                              const char *interface, const char *source,
                              bool join);
int orr_udp_multicast_interface(orr_udp *u, const char *interface);
int orr_udp_multicast_loop(orr_udp *u, bool on);
int orr_udp_multicast_ttl(orr_udp *u, int ttl);
int orr_udp_broadcast(orr_udp *u, bool on);
int orr_udp_ttl(orr_udp *u, int ttl);
size_t orr_udp_queue_size(const orr_udp *u);
size_t orr_udp_queue_count(const orr_udp *u);

/* ---- Child processes -------------------------------------------------- */

/* exit_status is -ECHILD if it was lost: the program ignores SIGCHLD or waits
 * for children by itself. */
typedef void orr_exit_fn(orr_process *p, int64_t exit_status,
                         int term_signal);

struct orr_process {
    orr_handle handle;
    /* private */
    orr_exit_fn *fn;
    int pid;
    struct orr__op *op;
};

typedef enum orr_stdio_kind {
    ORR_STDIO_IGNORE,  /* /dev/null for 0, 1 and 2, else closed */
    ORR_STDIO_INHERIT, /* the descriptor `fd` of this process */
    ORR_STDIO_PIPE     /* a new socket pair, our end in `stream` */
} orr_stdio_kind;

typedef struct orr_stdio {
    orr_stdio_kind kind;
    int fd;
    orr_stream *stream; /* initialised by orr_pipe_init(), no descriptor */
} orr_stdio;

#define ORR_SPAWN_DETACHED 1 /* a session of its own */
#define ORR_SPAWN_SETUID 2
#define ORR_SPAWN_SETGID 4
#define ORR_SPAWN_PIPES 8 /* given too if execve() fails; they end at once */

typedef struct orr_spawn {
    const char *file;  /* looked for in PATH (the child's) if it has no '/' */
    char *const *args; /* args[0] too; NULL at the end */
    char *const *env;  /* NULL: this process's */
    const char *cwd;   /* NULL: this process's */
    const orr_stdio *stdio; /* the child's descriptors 0, 1, ... */
    uint32_t nstdio;
    uint32_t flags;
    uint32_t uid, gid;
    orr_exit_fn *on_exit;
} orr_spawn;

/*
 * Start a child. fn is called in the poll phase when it has ended; children
 * found ended by one poll call back in the order they were started.
 *
 * Errors: of execve(), chdir() and so on in the child (-ENOENT, -EACCES):
 *         no process is left then. -ENOSYS on the simulator.
 */
int orr_process_spawn(orr_loop *loop, orr_process *p, const orr_spawn *spec);
int orr_process_kill(orr_process *p, int signum); /* -ESRCH once ended */
int orr_process_pid(const orr_process *p);
int orr_kill(orr_loop *loop, int pid, int signum);

/* ---- Files ------------------------------------------------------------ */

typedef void orr_fs_fn(orr_fs *req);

typedef struct orr_time {
    int64_t sec;
    int32_t nsec; /* or ORR_TIME_NOW, ORR_TIME_OMIT */
} orr_time;
#define ORR_TIME_NOW (-1)
#define ORR_TIME_OMIT (-2)

typedef struct orr_stat {
    uint64_t dev, ino, mode, nlink, uid, gid, rdev;
    uint64_t size, blksize, blocks, flags;
    orr_time atime, mtime, ctime, btime;
} orr_stat;

typedef struct orr_statfs {
    uint64_t type, bsize, frsize, blocks, bfree, bavail, files, ffree;
} orr_statfs;

typedef enum orr_entry_type {
    ORR_ENTRY_UNKNOWN,
    ORR_ENTRY_FILE,
    ORR_ENTRY_DIR,
    ORR_ENTRY_LINK,
    ORR_ENTRY_FIFO,
    ORR_ENTRY_SOCKET,
    ORR_ENTRY_CHAR,
    ORR_ENTRY_BLOCK
} orr_entry_type;

typedef struct orr_entry {
    const char *name; /* lives as long as the request's result */
    orr_entry_type type;
} orr_entry;

typedef struct orr_dir orr_dir;

struct orr_fs {
    orr_req req;
    int64_t result;     /* zero, a count or a descriptor; or a negative errno */
    void *ptr;          /* what the call made: see each; orr_fs_cleanup()
                         * frees it */
    size_t len;         /* bytes or entries at ptr */
    /* private */
    bool ptr_lent; /* the clean-up does not free it */
    orr_fs_fn *fn;
    struct orr__fs *call;
};

/*
 * All file calls have one form. With a function they are operations: the
 * result is in req->result when fn is called, and the call itself returns 0 or
 * why it could not start. With fn NULL they are done at once and return the
 * result, which is in req->result as well; req may then be NULL for the calls
 * that leave nothing in req->ptr.
 *
 * Paths are copied. Order: operations under way at once may take effect and
 * be delivered in any order, as in Node, though a few that are begun together
 * mostly come together, in theirs.
 *
 * After the callback, or after an immediate call that set req->ptr, give back
 * what it made with orr_fs_cleanup(). The request can then be used again.
 */
void orr_fs_cleanup(orr_fs *req);

/* Flags and modes are those of open(2); close-on-exec is always set. */
int orr_fs_open(orr_loop *loop, orr_fs *req, const char *path, int flags,
                uint32_t mode, orr_fs_fn *fn);
int orr_fs_close(orr_loop *loop, orr_fs *req, int fd, orr_fs_fn *fn);

/* offset -1: at the descriptor's position. */
int64_t orr_fs_read(orr_loop *loop, orr_fs *req, int fd, const orr_buf *bufs,
                    uint32_t nbufs, int64_t offset, orr_fs_fn *fn);
int64_t orr_fs_write(orr_loop *loop, orr_fs *req, int fd, const orr_buf *bufs,
                     uint32_t nbufs, int64_t offset, orr_fs_fn *fn);

/* The whole file in one request: ptr is its bytes and a zero byte after them,
 * len their number. Pipes and devices are read to their end. */
int64_t orr_fs_read_file(orr_loop *loop, orr_fs *req, const char *path,
                         orr_fs_fn *fn);

/* *out is filled before fn is called; it must stay until then. */
int orr_fs_stat(orr_loop *loop, orr_fs *req, const char *path, orr_stat *out,
                orr_fs_fn *fn);
int orr_fs_lstat(orr_loop *loop, orr_fs *req, const char *path, orr_stat *out,
                 orr_fs_fn *fn);
int orr_fs_fstat(orr_loop *loop, orr_fs *req, int fd, orr_stat *out,
                 orr_fs_fn *fn);
int orr_fs_statfs(orr_loop *loop, orr_fs *req, const char *path,
                  orr_statfs *out, orr_fs_fn *fn);
int orr_fs_access(orr_loop *loop, orr_fs *req, const char *path, int mode,
                  orr_fs_fn *fn);

/* ptr is an array of orr_entry, len their number; without . and .. */
int64_t orr_fs_scandir(orr_loop *loop, orr_fs *req, const char *path,
                       orr_fs_fn *fn);

/* A directory in batches: ptr of opendir is an orr_dir, which is not freed by
 * the clean-up but by closedir. readdir's result is how many of `entries` were
 * filled, 0 at the end; their names live until the next readdir. */
int orr_fs_opendir(orr_loop *loop, orr_fs *req, const char *path,
                   orr_fs_fn *fn);
int64_t orr_fs_readdir(orr_loop *loop, orr_fs *req, orr_dir *dir,
                       orr_entry *entries, uint32_t n, orr_fs_fn *fn);
int orr_fs_closedir(orr_loop *loop, orr_fs *req, orr_dir *dir, orr_fs_fn *fn);

int orr_fs_mkdir(orr_loop *loop, orr_fs *req, const char *path, uint32_t mode,
                 orr_fs_fn *fn);
/* The template ends with XXXXXX; ptr is the path that was made. */
int orr_fs_mkdtemp(orr_loop *loop, orr_fs *req, const char *template_,
                   orr_fs_fn *fn);
int orr_fs_mkstemp(orr_loop *loop, orr_fs *req, const char *template_,
                   orr_fs_fn *fn);
int orr_fs_rmdir(orr_loop *loop, orr_fs *req, const char *path, orr_fs_fn *fn);
int orr_fs_unlink(orr_loop *loop, orr_fs *req, const char *path,
                  orr_fs_fn *fn);
int orr_fs_rename(orr_loop *loop, orr_fs *req, const char *path,
                  const char *new_path, orr_fs_fn *fn);
int orr_fs_link(orr_loop *loop, orr_fs *req, const char *path,
                const char *new_path, orr_fs_fn *fn);
int orr_fs_symlink(orr_loop *loop, orr_fs *req, const char *target,
                   const char *path, orr_fs_fn *fn);
/* ptr is the string, len its length. */
int orr_fs_readlink(orr_loop *loop, orr_fs *req, const char *path,
                    orr_fs_fn *fn);
int orr_fs_realpath(orr_loop *loop, orr_fs *req, const char *path,
                    orr_fs_fn *fn);
int orr_fs_chmod(orr_loop *loop, orr_fs *req, const char *path, uint32_t mode,
                 orr_fs_fn *fn);
int orr_fs_fchmod(orr_loop *loop, orr_fs *req, int fd, uint32_t mode,
                  orr_fs_fn *fn);
int orr_fs_chown(orr_loop *loop, orr_fs *req, const char *path, uint32_t uid,
                 uint32_t gid, orr_fs_fn *fn);
int orr_fs_lchown(orr_loop *loop, orr_fs *req, const char *path, uint32_t uid,
                  uint32_t gid, orr_fs_fn *fn);
int orr_fs_fchown(orr_loop *loop, orr_fs *req, int fd, uint32_t uid,
                  uint32_t gid, orr_fs_fn *fn);
int orr_fs_utimes(orr_loop *loop, orr_fs *req, const char *path,
                  orr_time atime, orr_time mtime, orr_fs_fn *fn);
int orr_fs_lutimes(orr_loop *loop, orr_fs *req, const char *path,
                   orr_time atime, orr_time mtime, orr_fs_fn *fn);
int orr_fs_futimes(orr_loop *loop, orr_fs *req, int fd, orr_time atime,
                   orr_time mtime, orr_fs_fn *fn);
int orr_fs_truncate(orr_loop *loop, orr_fs *req, const char *path,
                    int64_t length, orr_fs_fn *fn);
int orr_fs_ftruncate(orr_loop *loop, orr_fs *req, int fd, int64_t length,
                     orr_fs_fn *fn);
int orr_fs_fsync(orr_loop *loop, orr_fs *req, int fd, orr_fs_fn *fn);
int orr_fs_fdatasync(orr_loop *loop, orr_fs *req, int fd, orr_fs_fn *fn);

#define ORR_COPY_EXCL 1    /* -EEXIST if the new path exists */
#define ORR_COPY_REFLINK 2 /* try to share the blocks, else copy */
#define ORR_COPY_REFLINK_ONLY 4 /* -ENOTSUP where they can't be shared */
int orr_fs_copyfile(orr_loop *loop, orr_fs *req, const char *path,
                    const char *new_path, uint32_t flags, orr_fs_fn *fn);
int64_t orr_fs_sendfile(orr_loop *loop, orr_fs *req, int out_fd, int in_fd,
                        int64_t offset, size_t len, orr_fs_fn *fn);

/* ---- Watching files --------------------------------------------------- */

#define ORR_WATCH_RENAME 1 /* made, removed, moved */
#define ORR_WATCH_CHANGE 2 /* contents or attributes */

/* `name` is that of the entry inside a watched directory, or of the file. NULL:
 * events were lost; look at everything. */
typedef void orr_watch_fn(orr_watch *w, const char *name, int events,
                          int status);

struct orr_watch {
    orr_handle handle;
    /* private */
    orr_watch_fn *fn;
    struct orr__op *op;
    char *path;
};

int orr_watch_start(orr_loop *loop, orr_watch *w, const char *path,
                    orr_watch_fn *fn);
void orr_watch_stop(orr_watch *w);
const char *orr_watch_path(const orr_watch *w);

/* Called when the two differ. status < 0: the path can't be looked at; it is
 * called once for each new such error. */
typedef void orr_stat_watch_fn(orr_stat_watch *w, int status,
                               const orr_stat *prev, const orr_stat *now);

struct orr_stat_watch {
    orr_handle handle;
    /* private */
    orr_stat_watch_fn *fn;
    struct orr__stat_watch *io;
};

/* Look at `path` every `interval_ms`, counted from look to look. */
int orr_stat_watch_start(orr_loop *loop, orr_stat_watch *w, const char *path,
                         uint64_t interval_ms, orr_stat_watch_fn *fn);
void orr_stat_watch_stop(orr_stat_watch *w);

/* ---- Names and addresses ---------------------------------------------- */

/* status: 0, or ORR_EAI_..., or a negative errno; -ECANCELED after
 * orr_cancel(). */
typedef void orr_addrinfo_fn(orr_addrinfo *req, int status);
typedef void orr_nameinfo_fn(orr_nameinfo *req, int status);

struct orr_addrinfo {
    orr_req req;
    struct addrinfo *list; /* yours after the callback: orr_freeaddrinfo() */
    /* private */
    orr_addrinfo_fn *fn;
    struct orr__dns *call;
};

struct orr_nameinfo {
    orr_req req;
    char host[1025];
    char service[32];
    /* private */
    orr_nameinfo_fn *fn;
    struct orr__dns *call;
};

/* fn NULL: done at once, as with files. node or service may be NULL. */
int orr_getaddrinfo(orr_loop *loop, orr_addrinfo *req, const char *node,
                    const char *service, const struct addrinfo *hints,
                    orr_addrinfo_fn *fn);
void orr_freeaddrinfo(orr_loop *loop, struct addrinfo *list);
int orr_getnameinfo(orr_loop *loop, orr_nameinfo *req,
                    const struct sockaddr *addr, int flags,
                    orr_nameinfo_fn *fn);

/* Text to address: "127.0.0.1", "::1", "fe80::1%eth0". -EINVAL if it is not. */
int orr_ip4_addr(const char *text, uint16_t port, struct sockaddr_storage *out);
int orr_ip6_addr(const char *text, uint16_t port, struct sockaddr_storage *out);
/* Address to text, without the port; a link-local one has its interface. */
int orr_ip_name(const struct sockaddr *addr, char *out, size_t size);
uint16_t orr_ip_port(const struct sockaddr *addr);

/* ---- Work on the thread pool, random bytes ---------------------------- */

typedef void orr_work_fn(orr_work *w);
typedef void orr_work_done_fn(orr_work *w, int status);
typedef void orr_random_fn(orr_random *r, int status);

struct orr_work {
    orr_req req;
    /* private */
    orr_work_fn *work;
    orr_work_done_fn *done;
    struct orr__op *op;
};

struct orr_random {
    orr_req req;
    /* private */
    orr_random_fn *fn;
    struct orr__op *op;
};

/*
 * Run work(w) on a thread of the pool, then done(w, 0) in the poll phase.
 * Thread: `work` runs on another one. (On the simulator: on this one, at the
 *         moment the operation takes effect.)
 */
int orr_work_queue(orr_loop *loop, orr_work *w, orr_work_fn *work,
                   orr_work_done_fn *done);

/* fn NULL: at once. */
int orr_random_bytes(orr_loop *loop, orr_random *r, void *out, size_t len,
                     orr_random_fn *fn);

/*
 * Take back a request that waits for a thread: its callback comes later with
 * -ECANCELED. For fs, addrinfo, nameinfo, random and work.
 * Errors: -EBUSY if it has begun, -EINVAL for another kind.
 */
int orr_cancel(orr_req *req);

/* Is it a file request under way that changes something: writes, makes,
 * removes? */
bool orr_changes_files(orr_req *req);

/*
 * For a process that is about to end: wait until all such requests, and all
 * work, are done. Others that wait for a thread are not begun any more. No
 * callback is called.
 *
 * Order:  the last call of the loop, except for what closes it.
 * Thread: the loop's own. Requests of all loops that share the pool of threads
 *         are waited for.
 */
void orr_drain(orr_loop *loop);

/* ---- Memory that grows in place ---------------------------------------- */

/*
 * Reserve addresses, make memory of the first bytes of them, zeroed, and give
 * all back. `bytes` of commit counts from the start, and never shrinks.
 *
 * Thread: any.
 * Errors: NULL, or a negative errno.
 */
void *orr_space_reserve(size_t bytes);
int orr_space_commit(void *space, size_t bytes);
void orr_space_release(void *space, size_t bytes);
/* Whole pages: readable and executable, or readable and writable. */
int orr_space_protect(void *start, size_t bytes, bool executable);

/*
 * Faults (SIGSEGV, SIGBUS) of instructions at these addresses are given to fn
 * instead of ending the process; true: go on at *resume, with *value in the
 * register of a function's result. fn runs in the signal handler. All other
 * faults go where they went before the first call of this.
 *
 * Memory: the range must be unwatched before it is unmapped, and no thread may
 *         be in it then.
 * Thread: any.
 * Errors: -ENOSPC: 4096 ranges are watched; -ENOSYS: not on this processor.
 */
typedef bool orr_fault_fn(void *ctx, uintptr_t pc, uintptr_t *resume,
                          uintptr_t *value);
int orr_fault_watch(void *start, size_t bytes, orr_fault_fn *fn, void *ctx);
void orr_fault_unwatch(void *start);

/* ---- Facts about the host --------------------------------------------- */

/* Out arrays and strings are freed with orr_free(). The simulator has facts of
 * its own, the same on every machine. */

typedef struct orr_cpu {
    char model[64];
    uint32_t mhz;
    uint64_t user_ms, nice_ms, sys_ms, idle_ms, irq_ms;
} orr_cpu;

int orr_cpus(orr_loop *loop, orr_cpu **out, uint32_t *n);
uint32_t orr_parallelism(orr_loop *loop);

typedef struct orr_memory {
    uint64_t total;
    uint64_t free;        /* what can be had; caches that can go count */
    uint64_t available;   /* what we can have: within the limit, too */
    uint64_t constrained; /* the control group's limit, 0: none known */
    uint64_t rss;         /* of this process */
} orr_memory;

int orr_memory_get(orr_loop *loop, orr_memory *out);
/* The member rss alone, which costs a tenth of the others. */
int orr_rss(orr_loop *loop, uint64_t *out);
int orr_loadavg(orr_loop *loop, double out[3]);
int orr_uptime_ns(orr_loop *loop, uint64_t *out);

typedef struct orr_uname {
    char sysname[65], release[65], version[65], machine[65], nodename[65];
} orr_uname;
int orr_uname_get(orr_loop *loop, orr_uname *out);

typedef struct orr_user {
    char *name, *shell, *home; /* one block: orr_free(user->name) */
    uint32_t uid, gid;
} orr_user;
int orr_user_get(orr_loop *loop, uint32_t uid, orr_user *out);

typedef struct orr_interface {
    char name[16];
    uint8_t mac[6];
    bool internal;
    struct orr_ip {
        uint16_t family; /* AF_INET or AF_INET6 */
        uint32_t scope_id;
        uint8_t addr[16], netmask[16];
    } ip;
} orr_interface;
int orr_interfaces(orr_loop *loop, orr_interface **out, uint32_t *n);

typedef struct orr_rusage {
    uint64_t user_us, sys_us, maxrss_kb, minflt, majflt, inblock, oublock;
    uint64_t nvcsw, nivcsw, nswap, ixrss, idrss, isrss, msgsnd, msgrcv;
    uint64_t nsignals;
} orr_rusage;
int orr_rusage_get(orr_loop *loop, bool thread_only, orr_rusage *out);

/* resource is RLIMIT_...; UINT64_MAX: no limit. */
int orr_limit_get(orr_loop *loop, int resource, uint64_t *soft,
                  uint64_t *hard);
int orr_limit_set(orr_loop *loop, int resource, uint64_t soft, uint64_t hard);

int orr_priority_get(orr_loop *loop, int pid, int *out);
int orr_priority_set(orr_loop *loop, int pid, int priority);

int orr_cwd(orr_loop *loop, char **out);
int orr_chdir(orr_loop *loop, const char *path);
uint32_t orr_umask(orr_loop *loop, uint32_t mask);
uint32_t orr_umask_get(orr_loop *loop);

/* -ENOENT if there is no such variable. */
int orr_env_get(orr_loop *loop, const char *name, char **out);
int orr_env_set(orr_loop *loop, const char *name, const char *value);
int orr_env_unset(orr_loop *loop, const char *name);
/* "NAME=value" strings and a NULL, one block. */
int orr_env_list(orr_loop *loop, char ***out);

/* The name of the host's time zone: "Europe/Berlin"; "" if it has none. The
 * simulator's is "UTC". */
int orr_zone_name(orr_loop *loop, char **out);
/* The file that describes a time zone (TZif, RFC 9636), of the host's own with
 * the name "". -ENOENT. */
int orr_zone_data(orr_loop *loop, const char *name, void **out, size_t *n);

typedef struct orr_ids {
    int32_t pid, ppid;
    uint32_t uid, euid, gid, egid;
} orr_ids;
void orr_ids_get(orr_loop *loop, orr_ids *out);
int orr_groups_get(orr_loop *loop, uint32_t **out, uint32_t *n);
int orr_groups_set(orr_loop *loop, const uint32_t *groups, uint32_t n);
int orr_ids_set(orr_loop *loop, const orr_ids *ids); /* UINT32_MAX: leave */

int orr_exe_path(orr_loop *loop, char **out);

/*
 * Become another program, as execve(2): nothing of this one is left but the
 * three standard descriptors. No callback runs, nothing is flushed.
 *
 * Memory: argv and env end with a NULL and are read before it returns.
 * Thread: the loop's own; the system ends all others.
 * Errors: what the system says; -ENOSYS on the simulator. On success it does
 *         not return.
 */
int orr_execve(orr_loop *loop, const char *path, char *const argv[],
               char *const env[]);

/* Call first thing in main(): the title is written over argv. Returns the
 * argv to use from then on. */
char **orr_setup_args(int argc, char **argv);
int orr_title_get(orr_loop *loop, char **out);
int orr_title_set(orr_loop *loop, const char *title); /* -ENOBUFS: no args */

/* NULL-terminated error text is the library's, until the next call here. */
int orr_dl_open(orr_loop *loop, const char *path, int flags, void **out,
                const char **error);
int orr_dl_symbol(orr_loop *loop, void *lib, const char *name, void **out,
                  const char **error);
int orr_dl_close(orr_loop *loop, void *lib);

#ifdef __cplusplus
}
#endif

#endif
