/*
 * poll.h - the wall between the loop and the kernel.
 *
 * Above it no code makes a system call; below it no code knows what a callback
 * is. An operation goes down, an event comes up:
 *
 *      the loop                             a back end
 *      --------                             ----------
 *      submit(op)  -----------------------> begins it
 *      wait(deadline) --------------------> goes to sleep, or looks once
 *      next(&event) <---------------------- what finished, one at a time
 *      cancel(op) ------------------------> forgets it
 *      finish(op, result) ----------------> reports it later
 *      call(op)   ------------------------> does it now, never waits
 *
 * Operations come in three shapes:
 *
 *      once       one event, then the operation is over
 *      repeating  events with `more` set, until one without it, or cancel()
 *      ready      repeating; says that a descriptor is ready, takes nothing
 *
 * Rules that every back end keeps, and test/loop/backend_*.c checks:
 *
 *  1. submit() never delivers: what it finds done already is reported by a
 *     wait() that begins later. An operation that is submitted while a batch
 *     is being read with next() is not part of that batch.
 *  2. submit() and cancel() change nothing when they return an error.
 *  3. cancel() returning 0 means that the operation is over: no event will
 *     come and none of its memory is touched, although the kernel may not know
 *     yet. -EBUSY means that it can't be cancelled (a file operation that has
 *     begun): its event will come.
 *  4. What an event points to (data, from, fds) lasts until the next call of
 *     next() or wait(). Descriptors in it are the loop's from then on.
 *  5. Events of signals and of children come last in their batch; children in
 *     the order in which they were spawned.
 *  6. A batch is finite: a repeating operation reports at most 32 times per
 *     wait(). Accept is a once operation, so it reports one.
 *  7. Closing a descriptor is done by call(OP_CLOSE), after cancel() of all
 *     that is under way on it. When that call returns, an address it was bound
 *     to is free again.
 *  8. Except for wake(), everything is called by the loop's thread.
 *  9. Descriptors come in the order of epoll's ready list: those of the last
 *     batch first, in their old order, then those to which something happened
 *     since, then those for which the first operation was submitted since.
 *     OP_WAKE is among them as if wake() wrote to an edge-triggered eventfd:
 *     it happened when wake() was first called since the last one.
 */
#ifndef ORRERY_POLL_H
#define ORRERY_POLL_H

#include "orrery.h"
#include "poll/recording.h"

#define ORR__FOREVER UINT64_MAX
#define ORR__BATCH_MAX 32   /* events of one operation per wait */
#define ORR__CHUNK 65536    /* the most bytes that one receive reports */

/* In brackets: the functions of the table that take it. */
typedef enum orr__code {
    OP_NONE = 0,

    /* Sockets and pipes. All descriptors are non-blocking, close-on-exec. */
    OP_SOCKET,     /* [call] u.socket -> fd */
    OP_SOCKETPAIR, /* [call] u.pair: fds out */
    OP_PIPE,       /* [call] u.pair: fds out */
    OP_BIND,       /* [call] fd, u.addr */
    OP_LISTEN,     /* [call] fd, u.n = backlog */
    OP_SOCKNAME,   /* [call] fd, u.addr.out, u.addr.len in and out */
    OP_PEERNAME,   /* [call] like OP_SOCKNAME */
    OP_SETOPT,     /* [call] fd, u.opt */
    OP_GETOPT,     /* [call] fd, u.opt */
    OP_SHUTDOWN,   /* [call] fd, u.n = how */
    OP_NONBLOCK,   /* [call] fd, u.n = 1: non-blocking, 0: blocking */
    OP_FDKIND,     /* [call] fd -> orr_kind */
    OP_ADOPT,      /* [call] fd: check a descriptor handed to us, make it
                    * non-blocking; -> orr_kind, or -EBADF */
    OP_CONNECT,    /* [once] fd, u.addr: what fails at once is the error of
                    * submit(); [call] datagram sockets only */
    OP_ACCEPT,     /* [once] fd -> fd; [call] -EAGAIN if there is none */
    OP_RECV,       /* [repeating] fd; u.io.nfds > 0: take descriptors too.
                    * -> bytes at event.data; 0 at the end, without more */
    OP_SEND,       /* [call] fd, u.io -> bytes taken now, or -EAGAIN;
                    * [once] begins when fd can be written to -> when all is
                    * taken, u.io.bufs is used up */
    OP_RECVFROM,   /* [repeating] fd -> a datagram at event.data, .from */
    OP_SENDTO,     /* [call] fd, u.io with addr -> bytes, or -EAGAIN; [once] */
    OP_SENDMANY,   /* [call] fd, u.many -> how many were taken, or the error of
                    * the first */
    OP_READY,      /* [ready] fd, u.n = ORR_READABLE... -> those ready */

    /* Other events of the kernel. */
    OP_WAKE,     /* [repeating] wake() was called */
    OP_SIGNAL,   /* [repeating] u.n = signum -> signum */
    OP_SPAWN,    /* [call] u.spawn -> pid */
    OP_CHILD,    /* [once] u.n = pid, fd = orr__spawn.pidfd -> exit status;
                  * event.flags = signal; [call] kills it and waits */
    OP_KILL,     /* [call] fd = pid, u.n = signum */
    OP_WATCH,    /* [repeating] u.fs.path -> ORR_WATCH_..., name at data */
    OP_TTY_MODE, /* [call] fd, u.n = orr_tty_mode */
    OP_TTY_SIZE, /* [call] fd -> columns << 16 | rows */
    OP_SLEEP,    /* [call] u.n = nanoseconds */

    /* The pool. [once] or [call] each. */
    OP_WORK,     /* u.work: not [call] */
    OP_RANDOM,   /* u.fs.out, u.fs.a = length; the world's on our thread */
    OP_ADDRINFO, /* u.dns -> 0 or ORR_EAI_... */
    OP_NAMEINFO, /* u.dns */

    /* Files. [once] or [call] each. -> 0, a count or a descriptor. */
    OP_OPEN,  /* u.fs.path, flags, mode */
    OP_CLOSE, /* fd */
    OP_READ,  /* fd, u.io, offset or -1; [call] on a stream: -EAGAIN */
    OP_WRITE, /* like OP_READ */
    OP_STAT,  /* u.fs.path, out = orr_stat */
    OP_LSTAT,
    OP_FSTAT,     /* fd, u.fs.out */
    OP_STATFS,    /* u.fs.path, out = orr_statfs */
    OP_ACCESS,    /* u.fs.path, mode */
    OP_READ_FILE, /* u.fs.path; made: bytes */
    OP_SCANDIR,   /* u.fs.path; made: an array of orr_entry and their names */
    OP_OPENDIR,   /* u.fs.path; made: an orr_dir */
    OP_READDIR,   /* u.fs.out = orr_dir, u.fs.made = orr_entry[u.fs.a] */
    OP_CLOSEDIR,  /* u.fs.out = orr_dir */
    OP_MKDIR,     /* u.fs.path, mode */
    OP_MKDTEMP,   /* u.fs.path; made: the path */
    OP_MKSTEMP,   /* u.fs.path -> fd; made: the path */
    OP_RMDIR,     /* u.fs.path */
    OP_UNLINK,
    OP_RENAME, /* u.fs.path, path2 */
    OP_LINK,
    OP_SYMLINK,  /* u.fs.path = target, path2 = where */
    OP_READLINK, /* u.fs.path; made: the string */
    OP_REALPATH, /* u.fs.path; made: the string */
    OP_CHMOD,    /* u.fs.path, mode */
    OP_FCHMOD,   /* fd, mode */
    OP_CHOWN,    /* u.fs.path, a = uid, b = gid */
    OP_LCHOWN,
    OP_FCHOWN, /* fd */
    OP_UTIMES, /* u.fs.path, out = orr_time[2] */
    OP_LUTIMES,
    OP_FUTIMES,   /* fd */
    OP_TRUNCATE,  /* u.fs.path, a = length */
    OP_FTRUNCATE, /* fd, a */
    OP_FSYNC,     /* fd */
    OP_FDATASYNC,
    OP_COPYFILE, /* u.fs.path, path2, flags = ORR_COPY_... */
    OP_SENDFILE, /* fd = out, flags = in, a = offset, b = length */

    OP_CODES
} orr__code;

/* A child to be started, all of it prepared by the loop. */
typedef struct orr__spawn {
    const char *file;
    char *const *args;
    char *const *env;
    const char *cwd;
    const int *fds; /* the child's descriptors 0, 1, ...; -1: /dev/null for
                     * 0, 1 and 2, else closed */
    uint32_t nfds;
    uint32_t flags; /* ORR_SPAWN_... */
    uint32_t uid, gid;
    int pidfd; /* out: for OP_CHILD, which owns it then; 0: none */
} orr__spawn;

typedef struct orr__dns {
    const char *node, *service;    /* ADDRINFO */
    const struct addrinfo *hints;  /* may be NULL */
    struct addrinfo *list;         /* out; freeaddrinfo() frees it */
    const struct sockaddr *addr;   /* NAMEINFO */
    uint32_t addr_len;
    int flags;
    char *host, *serv; /* out: 1025 and 32 bytes */
} orr__dns;

/*
 * An operation. The first part belongs to the loop and is not touched below
 * the wall, the second is the request, the third belongs to the back end from
 * submit() until the last event or cancel(). Zeroed at birth.
 */
typedef struct orr__op orr__op;
struct orr__event;
struct orr__op {
    /* the loop's */
    void *owner;
    void (*done)(orr_loop *loop, orr__op *op, const struct orr__event *ev);
    uint64_t record_id;  /* names the operation in choices */

    /* the request */
    uint8_t code; /* orr__code */
    bool slow;    /* WORK: counts as slow I/O in the pool */
    int32_t fd;
    union {
        int64_t n;
        struct {
            int domain, type, protocol;
        } socket;
        struct {
            int type; /* SOCK_STREAM or SOCK_DGRAM */
            int fds[2];
        } pair;
        struct {
            const struct sockaddr *addr;
            struct sockaddr *out;
            uint32_t len;
            uint32_t flags; /* ORR_BIND_..., ORR_UDP_REUSEADDR */
        } addr;
        struct {
            int level, name;
            void *value;
            uint32_t len;
        } opt;
        struct {
            orr_buf *bufs; /* once operations use it up from the front */
            uint32_t nbufs;
            uint32_t nfds;
            const int *fds;
            const struct sockaddr *addr;
            uint32_t addr_len;
            int64_t offset;
        } io;
        struct {
            const orr_datagram *list; /* addresses of a family that we know */
            uint32_t n;
        } many;
        struct {
            const char *path, *path2;
            void *out;
            void *made; /* from the allocator; the loop frees it */
            int64_t a, b;
            uint32_t flags, mode;
        } fs;
        struct {
            void (*fn)(void *arg);
            void *arg;
        } work;
        orr__spawn *spawn;
        orr__dns *dns;
    } u;
    size_t made_len; /* bytes or entries at u.fs.made */

    /* the back end's */
    struct orr__poll *home; /* sim: to which it was submitted */
    uint64_t since_ns;      /* sim: when it could have gone on; record and
                             * replay: the number it has on the tape */
    orr__op *next, *prev;
    int64_t result;
    uint64_t slot; /* the kernel's user_data: index and generation */
    uint8_t state;
    uint8_t where;
    uint16_t count;
};

typedef struct orr__event orr__event;
struct orr__event {
    orr__op *op;
    int64_t result; /* as listed above, or a negative errno */
    bool more;      /* a repeating operation goes on */
    uint32_t flags; /* RECVFROM: ORR_UDP_PARTIAL; CHILD: the signal */
    const void *data;
    const struct sockaddr *from;
    const int *fds;
    uint32_t nfds;
};

typedef struct orr__stats {
    const char *name;
    uint64_t system_calls;
    uint64_t idle_ns;
} orr__stats;

/* What came from outside, in a file: poll/record/log.c. */
typedef struct orr__log orr__log;
struct orr__poll_table;
/* Replay: reads the file. Record: it is made by orr__log_begin(), when the back
 * end is known. `how` is copied, and what it points to outlives the log. */
int orr__log_open(const orr_allocator *a, const orr_recording *how,
                  orr__log **out);
int orr__log_begin(orr__log *log);
void orr__log_close(orr__log *log);
void orr__log_set_inner(orr__log *log, const struct orr__poll_table *inner);

typedef struct orr__poll_options {
    const orr_allocator *allocator; /* never NULL; outlives the back end */
    const orr_world *world;         /* never NULL; members may be */
    uint64_t seed;
    uint32_t pool_size; /* 0: as the environment says, else 4 */
    orr_thread *thread; /* NULL: it shares nothing with others */
    orr__log *log;      /* of record and replay; else NULL */
} orr__poll_options;

typedef struct orr__poll orr__poll;

#define NS_PER_MS 1000000u

/* Which clock: orr__poll_table.clock. */
typedef enum orr__clock_id { ORR__MONOTONIC, ORR__WALL } orr__clock_id;

/*
 * Facts about the host, behind one function so that the simulator can answer in
 * its own way. `what` says which members of the union are used; the functions
 * of orrery.h of the same names document them.
 */
typedef enum orr__fact {
    FACT_CPUS,        /* out = orr_cpu **, n out */
    FACT_PARALLELISM, /* n out */
    FACT_MEMORY,      /* out = orr_memory * */
    FACT_RSS,         /* out = uint64_t * */
    FACT_LOADAVG,     /* out = double[3] */
    FACT_UPTIME,      /* out = uint64_t * */
    FACT_UNAME,       /* out = orr_uname * */
    FACT_USER,        /* n = uid; out = orr_user * */
    FACT_INTERFACES,  /* out = orr_interface **, n out */
    FACT_RUSAGE,      /* n = thread only; out = orr_rusage * */
    FACT_LIMIT_GET,   /* n = resource; out = uint64_t[2] */
    FACT_LIMIT_SET,   /* n = resource; out = uint64_t[2], in */
    FACT_PRIORITY_GET, /* n = pid; out = int * */
    FACT_PRIORITY_SET, /* n = pid; out = int *, in */
    FACT_CWD,         /* out = char ** */
    FACT_CHDIR,       /* name */
    FACT_UMASK,       /* n = mask in, the old one out */
    FACT_UMASK_GET,   /* n out */
    FACT_ENV_GET,     /* name; out = char ** */
    FACT_ENV_SET,     /* name, value */
    FACT_ENV_UNSET,   /* name */
    FACT_ENV_LIST,    /* out = char *** */
    FACT_IDS,         /* out = orr_ids * */
    FACT_IDS_SET,     /* out = orr_ids *, in */
    FACT_GROUPS_GET,  /* out = uint32_t **, n out */
    FACT_GROUPS_SET,  /* out = const uint32_t *, in; n in */
    FACT_EXE_PATH,    /* out = char ** */
    FACT_TITLE_GET,   /* out = char ** */
    FACT_TITLE_SET,   /* name */
    FACT_ZONE_NAME,   /* out = char ** */
    FACT_ZONE_DATA,   /* name; out = void **, n out */
    FACT_DL_OPEN,     /* name, n = flags; out = void **; value = error text */
    FACT_DL_SYMBOL,   /* lib, name; out = void **; value = error text */
    FACT_DL_CLOSE,    /* lib */
    FACT_WAIT_FD,     /* n = fd: wait until it can be written */
    FACT_FD_BLOCKS,   /* n = fd; n out: does it block? */
    FACT_EXECVE,      /* name = path; out = char *const *[2]: argv, env */
    FACT_SIGNAL_COUNT, /* n = signal; n out: how often it was caught */
    FACT_OWN /* out = bytes of the program's own, n of them: recorded only */
} orr__fact;

typedef struct orr__ask {
    orr__fact what;
    const char *name;
    const char *value;
    void *lib;
    void *out;
    int64_t n;
} orr__ask;

typedef struct orr__poll_table orr__poll_table;
struct orr__poll_table {
    const char *name;
    bool is_virtual; /* clock, files and network are simulated */

    /* -ENOSYS: this kernel has no such back end; *why is the reason in
     * words. */
    int (*open)(const orr__poll_options *options, orr__poll **out,
                const char **why);
    /* Nothing is under way any more, or it is forgotten. */
    void (*close)(orr__poll *p);

    int (*submit)(orr__poll *p, orr__op *op);
    int (*cancel)(orr__poll *p, orr__op *op);
    int64_t (*call)(orr__poll *p, orr__op *op);
    /* An operation that is over is to be reported, again or for the first
     * time, with this result: in the next batch, after what has finished by
     * now. cancel() of it works as before. */
    void (*finish)(orr__poll *p, orr__op *op, int64_t result);

    /*
     * Begin a batch: wait until something is to be reported or the clock has
     * reached deadline_ns, or for less than a millisecond longer. 0: only
     * look. ORR__FOREVER: no deadline. It may return early with nothing; if it
     * knows that there is nothing it may say so in orr__poll.quiet.
     * Interruptions by signals are not errors.
     * Errors: -EDEADLK (sim): nothing can ever happen.
     */
    int (*wait)(orr__poll *p, uint64_t deadline_ns);
    /*
     * After a wait() that has set orr__poll.unsettled, before next(): wait at
     * most so long until the pool has done the files that were given to it
     * since the last call, and add them to the batch. 0 ns: do not wait for
     * these at all. 1: they are done, 0: not all, -EAGAIN: none was left, or
     * more than there are threads. NULL: no batch is ever unsettled.
     */
    int (*settle)(orr__poll *p, uint64_t max_ns);
    /* The next event of the batch; false at its end. */
    bool (*next)(orr__poll *p, orr__event *ev);
    /* After an event of what the pool serves: will next() report another? */
    bool (*next_is_pooled)(orr__poll *p);

    /* Have OP_WAKE report. Any thread, any signal handler. */
    void (*wake)(orr__poll *p);

    /*
     * The process is about to end: wait until operations that outlive the
     * program are done (orr__op_outlives_program). None of them is reported;
     * those of other loops that use the same pool are waited for, too, and
     * nothing else is begun there any more.
     */
    void (*drain)(orr__poll *p);

    int (*fd)(orr__poll *p);
    uint64_t (*clock)(orr__poll *p, orr__clock_id which);
    /* The monotonic clock in milliseconds: the same clock, but cheaper to
     * read. */
    uint64_t (*now_ms)(orr__poll *p);
    int (*random)(orr__poll *p, void *out, size_t len);
    int (*ask)(orr__poll *p, orr__ask *ask);
    void (*stats)(orr__poll *p, orr__stats *out);
};

/* A back end's state begins with this. */
struct orr__poll {
    const orr__poll_table *table;
    const char *name; /* of record and replay: the real back end; or NULL */
    bool quiet; /* the last wait() found nothing: next() need not be called */
    bool unsettled; /* it found results of the pool, and files were given to the
                     * pool since the last settle() */

    /* The loop's, for the simulator: when the next timers are due, in the
     * milliseconds of now_ms(), at most n, the earliest first and no two at the
     * same time; their number. NULL: it has none. */
    uint32_t (*expiries)(void *ctx, uint64_t *due_ms, uint32_t n);
    void *expiries_ctx;
};

extern const orr__poll_table orr__uring;
extern const orr__poll_table orr__epoll;
extern const orr__poll_table orr__sim;
/* In front of a real one, with a log; and instead of one. Not by name. */
extern const orr__poll_table orr__record;
extern const orr__poll_table orr__replay;

/* ---- Threads: thread.c -------------------------------------------------- */

/* What all loops of a group have in common: how the first was opened. */
typedef struct orr__shared {
    const orr__poll_table *table;
    orr_allocator allocator;
    orr_world world;
    uint64_t seed;
    uint32_t pool_size;
    orr__log *log; /* of a recording, which it owns; or NULL */
} orr__shared;

/* A thread with no loop, alone in its group; NULL: no memory. */
orr_thread *orr__thread_new(const orr__shared *shared);
orr__shared *orr__thread_shared(orr_thread *t);
/* One loop more; its number among those of the group. */
uint32_t orr__thread_enter(orr_thread *t);
/* A loop leaves its thread. A thread that was not started by orr_thread_start()
 * ends with its last loop; its children must be joined before. */
bool orr__thread_may_leave(const orr_thread *t);
void orr__thread_leave(orr_thread *t);

/* Let other threads run: one of them is about to do what is waited for. */
void orr__yield(void);

/* As in orrery.h, where `me` is the thread that calls. */
int orr__thread_start(orr_thread *me, orr_thread **out, orr_thread_fn *fn,
                      void *arg, size_t stack_bytes);
int orr__thread_join(orr_thread *me, orr_thread *t);
void orr__thread_interrupt(orr_thread *t);
int orr__thread_park(orr_thread *me, const void *place, uint32_t size,
                     int64_t value, int64_t timeout_ns);
uint32_t orr__thread_unpark(orr_thread *me, const void *place, uint32_t n);
/* A waiter of this thread, whose `place` and `call` are set: in line from now
 * on, or -EAGAIN. `call` is called with the group's lock held. */
int orr__waiter_start(orr_thread *me, orr_waiter *w, uint32_t size,
                      int64_t value);
bool orr__waiter_stop(orr_thread *me, orr_waiter *w);
bool orr__waiter_is_called(orr_thread *me, const orr_waiter *w);

/* What no back end has a part in: the process's own. sys/tty.c, sys/title.c */
int orr__tty_reset(void);
uint64_t orr__machine_ns(void);
char **orr__args_setup(int argc, char **argv);

/* ---- Addresses and options: net.c ------------------------------------- */

/* Thin wrappers of call(), so that src/loop does not need the system's headers
 * for sockets. */

#define ORR__SHUT_WRITE 1
#define ORR__SHUT_BOTH 2

typedef struct orr__addr {
    uint32_t len;
    _Alignas(8) unsigned char bytes[128];
} orr__addr;

/* -EINVAL for a family that we don't know. */
int orr__addr_copy(orr__addr *to, const struct sockaddr *from);
/* -ENAMETOOLONG; an empty path is -EINVAL. */
int orr__addr_unix(orr__addr *to, const char *path, size_t len);
static inline const struct sockaddr *orr__addr_get(const orr__addr *a)
{
    return (const struct sockaddr *)(const void *)a->bytes;
}
/* 0.0.0.0 or :: with port 0, of the family of `like`; NULL: IPv4. */
void orr__addr_any(orr__addr *to, const struct sockaddr *like);
/* A path that bind() made in the file system, or NULL. Points into a. */
const char *orr__addr_path(const orr__addr *a);

/* addr.c: the names in orrery.h say what they do. */
int orr__addr_parse4(const char *text, uint16_t port,
                     struct sockaddr_storage *out);
int orr__addr_parse6(const char *text, uint16_t port,
                     struct sockaddr_storage *out);
int orr__addr_text(const struct sockaddr *addr, char *out, size_t size);
uint16_t orr__addr_port(const struct sockaddr *addr);
void orr__addrinfo_free(struct addrinfo *list); /* may be NULL */
#define ORR__HINTS_SIZE 48 /* sizeof(struct addrinfo), asserted there */

typedef enum orr__sock_option {
    SOCK_NODELAY,
    SOCK_KEEPALIVE,
    SOCK_KEEPALIVE_DELAY,    /* seconds of silence before the first probe */
    SOCK_KEEPALIVE_INTERVAL, /* seconds between probes */
    SOCK_KEEPALIVE_COUNT,    /* probes until the connection is broken */
    SOCK_RESET,     /* have close() send a reset */
    SOCK_SEND_BUFFER,
    SOCK_RECV_BUFFER,
    SOCK_BROADCAST,
    SOCK_TTL,
    SOCK_MULTICAST_TTL,
    SOCK_MULTICAST_LOOP,
    SOCK_TOS /* of IPv6 the traffic class */
} orr__sock_option;

/* A non-blocking socket for addresses like this one. */
int orr__sock_open(orr__poll *p, const struct sockaddr *like, bool datagram);
int orr__sock_set(orr__poll *p, int fd, orr__sock_option what, int value);
int orr__sock_get(orr__poll *p, int fd, orr__sock_option what, int *value);
int orr__sock_member(orr__poll *p, int fd, const char *group,
                     const char *interface, const char *source, bool join);
int orr__sock_interface(orr__poll *p, int fd, const char *interface);

/* Take n bytes off the front of an operation's buffers, and with them those
 * that are empty. */
static inline void orr__op_use(orr__op *op, size_t n)
{
    while (op->u.io.nbufs > 0 && n >= op->u.io.bufs->len) {
        n -= op->u.io.bufs->len;
        op->u.io.bufs++;
        op->u.io.nbufs--;
    }
    if (n > 0) {
        op->u.io.bufs->base = (char *)op->u.io.bufs->base + n;
        op->u.io.bufs->len -= n;
    }
}

/* The name of an operation, "recv", for traces, choices and errors. */
const char *orr__code_name(orr__code code);

/* Does a file operation change what others see? Closing does not: the end of a
 * process does the same. */
bool orr__op_changes_files(const orr__op *op);
/* Is it carried out even if the process ends first, as in Node? So are file
 * operations that change something, and work, which may do anything. */
bool orr__op_outlives_program(const orr__op *op);

/* True if the thread pool serves it where the kernel can't. */
static inline bool orr__code_pooled(uint8_t code)
{
    return code >= OP_WORK;
}

#endif
