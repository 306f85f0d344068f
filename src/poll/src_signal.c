/*
 * src_signal.c - signals of the process, delivered to the loops that listen.
 *
 * A signal handler belongs to the whole process, runs on any of its threads
 * and may do next to nothing. So there is one handler and one list of inboxes,
 * one inbox per back end:
 *
 *      kernel --> caught(signum)            any thread
 *                    |  for every inbox that listens to signum:
 *                    |      number into its ring, one up on its eventfd
 *                    v
 *      inboxes -> [ring, eventfd] -> [ring, eventfd] -> NULL
 *                    |
 *                    v
 *      orr__signals_next()                  the loop's thread
 *
 * What must stay true:
 *
 *  1. The list and the counts of listeners change only under the lock, with
 *     all signals blocked in the thread that has it. The handler takes the
 *     same lock; it can only be held by another thread, so there is no
 *     deadlock. When a back end has removed its inbox, no handler is in it any
 *     more and it can be freed.
 *  2. Each caught signal is one event for each operation that was waiting for
 *     it when it was caught: signals are counted, not merged, and keep their
 *     order as long as they fit into the ring. Beyond that they are counted
 *     number by number, and come after those in the ring.
 *  3. A child made by fork() has the eventfds of its parent, and must not
 *     write to them. There the list is emptied and the handlers are taken
 *     back, under the lock, before fork() returns.
 *
 * What an inbox gets is numbered from 0 on. op->result is the number that was
 * next when the operation was added, so what came before is not for it.
 */
#include "poll/sys/sys.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/base.h"

#define SIGNALS 65 /* numbers 1 to 64 */
#define RING 256   /* a power of two */

typedef struct inbox inbox;
struct inbox {
    /* under the lock */
    inbox *next;
    uint32_t listeners[SIGNALS];
    uint8_t ring[RING];
    uint32_t ring_first, ring_count;
    uint32_t over[SIGNALS]; /* caught while the ring was full */
    uint64_t over_count;    /* their sum */
    uint64_t total;         /* all that ever came */

    /* never changed */
    int fd;

    /* the loop's thread */
    uint8_t batch[ORR__BATCH_MAX];
    uint32_t batch_count, batch_at;
    uint64_t batch_number; /* of the signal at batch_at */
    bool in_batch;
    orr__op *cursor; /* the next operation to report to */
};

/* The process's, under the lock. */
static inbox *inboxes;
static uint32_t users[SIGNALS]; /* of all inboxes */
static sigset_t fork_saved;

/* Read by any thread, at any time, without the lock. */
static _Atomic uint64_t caught_count[SIGNALS];

/* ---- The lock ---------------------------------------------------------- */

/*
 * 0: free, 1: taken, 2: taken with sleepers. A mutex of the C library may not
 * be used in a signal handler; this futex may.
 */
static _Atomic int lock_state;

static void lock_take(void)
{
    int saved_errno = errno;
    int expected = 0;

    if (!atomic_compare_exchange_strong(&lock_state, &expected, 1))
        while (atomic_exchange(&lock_state, 2) != 0)
            syscall(SYS_futex, &lock_state, FUTEX_WAIT_PRIVATE, 2, NULL);
    errno = saved_errno;
}

static void lock_release(void)
{
    int saved_errno = errno;

    if (atomic_exchange(&lock_state, 0) == 2)
        syscall(SYS_futex, &lock_state, FUTEX_WAKE_PRIVATE, 1);
    errno = saved_errno;
}

/* Outside of the handler: no signal may come while we have it. */
static void signal_enter(sigset_t *saved)
{
    sigset_t all;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, saved);
    lock_take();
}

static void signal_leave(const sigset_t *saved)
{
    lock_release();
    pthread_sigmask(SIG_SETMASK, saved, NULL);
}

/* ---- The handler ------------------------------------------------------- */

static void ring_put(inbox *box, int signum)
{
    box->ring[(box->ring_first + box->ring_count++) % RING] = (uint8_t)signum;
}

/* It can't fail: the eventfd's counter cannot overflow. */
static void inbox_wake(const inbox *box)
{
    static const uint64_t one = 1;
    ssize_t n = write(box->fd, &one, sizeof one);

    (void)n;
}

static void inbox_put(inbox *box, int signum)
{
    if (box->over_count == 0 && box->ring_count < RING) {
        ring_put(box, signum);
    } else {
        box->over[signum]++;
        box->over_count++;
    }
    box->total++;
    inbox_wake(box);
}

static void signal_caught(int signum)
{
    int saved_errno = errno;

    atomic_fetch_add_explicit(&caught_count[signum], 1, memory_order_relaxed);
    lock_take();
    for (inbox *box = inboxes; box != NULL; box = box->next)
        if (box->listeners[signum] > 0)
            inbox_put(box, signum);
    lock_release();
    errno = saved_errno;
}

/* SA_RESTART: code that is not prepared for EINTR does not meet it. */
static int handler_set(int signum, void (*fn)(int))
{
    struct sigaction sa = { .sa_handler = fn, .sa_flags = SA_RESTART };

    sigfillset(&sa.sa_mask); /* rule 1: the handler has the lock */
    return sigaction(signum, &sa, NULL) < 0 ? -errno : 0;
}

/* ---- fork() ------------------------------------------------------------ */

static void before_fork(void)
{
    sigset_t saved;

    signal_enter(&saved);
    fork_saved = saved;
}

static void after_fork_in_parent(void)
{
    sigset_t saved = fork_saved;

    signal_leave(&saved);
}

static void after_fork_in_child(void)
{
    sigset_t saved = fork_saved;

    for (int signum = 1; signum < SIGNALS; signum++) {
        if (users[signum] > 0)
            handler_set(signum, SIG_DFL);
        users[signum] = 0;
    }
    inboxes = NULL;
    signal_leave(&saved);
}

static int fork_hooked;

static void hook_fork(void)
{
    fork_hooked =
        -pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

/* ---- Inboxes ----------------------------------------------------------- */

static int inbox_open(orr__signals *s)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, hook_fork);
    if (fork_hooked < 0)
        return fork_hooked;
    inbox *box = orr__alloc(s->allocator, sizeof *box);
    if (box == NULL)
        return -ENOMEM;
    box->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (box->fd < 0) {
        int err = -errno;
        orr__free(s->allocator, box);
        return err;
    }
    s->state = box;
    s->fd = s->wfd = box->fd;

    sigset_t saved;
    signal_enter(&saved);
    box->next = inboxes;
    inboxes = box;
    signal_leave(&saved);
    return 0;
}

/* False in a child of fork(), where the list was emptied. */
static bool inbox_listed(const inbox *box)
{
    for (const inbox *b = inboxes; b != NULL; b = b->next)
        if (b == box)
            return true;
    return false;
}

static int listener_count_up(inbox *box, orr__op *op)
{
    int signum = (int)op->u.n;
    sigset_t saved;
    int err = 0;

    signal_enter(&saved);
    if (!inbox_listed(box))
        err = -ENODEV; /* we are a child of fork() */
    else if (users[signum] == 0)
        err = handler_set(signum, signal_caught);
    if (err == 0) {
        users[signum]++;
        box->listeners[signum]++;
        op->result = (int64_t)box->total;
    }
    signal_leave(&saved);
    return err;
}

static void listener_count_down(inbox *box, int signum)
{
    sigset_t saved;

    signal_enter(&saved);
    if (inbox_listed(box)) {
        box->listeners[signum]--;
        if (--users[signum] == 0)
            handler_set(signum, SIG_DFL);
    }
    signal_leave(&saved);
}

int orr__signal_add(orr__signals *s, orr__op *op)
{
    int64_t signum = op->u.n;
    int err = 0;

    if (signum < 1 || signum >= SIGNALS)
        return -EINVAL;
    if (s->state == NULL)
        err = inbox_open(s);
    if (err == 0)
        err = listener_count_up(s->state, op);
    if (err != 0)
        return err;

    /* Added at the end: reported in the order of submission. */
    orr__op **at = &s->list;
    op->prev = NULL;
    for (; *at != NULL; at = &(*at)->next)
        op->prev = *at;
    op->next = NULL;
    *at = op;
    return 0;
}

void orr__signal_remove(orr__signals *s, orr__op *op)
{
    inbox *box = s->state;

    if (box->cursor == op)
        box->cursor = op->next;
    if (op->prev != NULL)
        op->prev->next = op->next;
    else
        s->list = op->next;
    if (op->next != NULL)
        op->next->prev = op->prev;
    op->next = op->prev = NULL;
    listener_count_down(box, (int)op->u.n);
}

void orr__signals_close(orr__signals *s)
{
    inbox *box = s->state;

    if (box == NULL)
        return;
    while (s->list != NULL)
        orr__signal_remove(s, s->list);

    sigset_t saved;
    signal_enter(&saved);
    for (inbox **at = &inboxes; *at != NULL; at = &(*at)->next) {
        if (*at == box) {
            *at = box->next;
            break;
        }
    }
    signal_leave(&saved);
    close(box->fd);
    orr__free(s->allocator, box);
    s->state = NULL;
    s->fd = s->wfd = -1;
}

uint64_t orr__signal_count(int64_t signum)
{
    if (signum < 1 || signum >= SIGNALS)
        return 0;
    return atomic_load_explicit(&caught_count[signum], memory_order_relaxed);
}

/* ---- Delivery ---------------------------------------------------------- */

/* Move the counted signals that did not fit into the ring, as far as they
 * fit. */
static void ring_refill(inbox *box)
{
    for (int signum = 1; signum < SIGNALS && box->over_count > 0; signum++) {
        while (box->over[signum] > 0 && box->ring_count < RING) {
            ring_put(box, signum);
            box->over[signum]--;
            box->over_count--;
        }
    }
}

/*
 * A batch is what has come by now, but not more events than an operation may
 * have in one. The rest stays, and the descriptor readable.
 */
static void batch_begin(inbox *box)
{
    sigset_t saved;
    uint64_t count;

    signal_enter(&saved);
    ssize_t n = read(box->fd, &count, sizeof count);
    (void)n; /* -EAGAIN: the back end looked without need */
    box->batch_number = box->total - box->over_count - box->ring_count;
    box->batch_count = box->batch_at = 0;
    while (box->ring_count > 0 && box->batch_count < ORR__BATCH_MAX) {
        box->batch[box->batch_count++] = box->ring[box->ring_first];
        box->ring_first = (box->ring_first + 1) % RING;
        box->ring_count--;
    }
    ring_refill(box);
    if (box->ring_count > 0)
        inbox_wake(box);
    signal_leave(&saved);
}

/* The next operation, from the cursor on, that listens to the signal at
 * batch_at. */
static orr__op *next_listener(inbox *box)
{
    int64_t signum = box->batch[box->batch_at];

    while (box->cursor != NULL) {
        orr__op *op = box->cursor;

        box->cursor = op->next;
        if (op->u.n == signum && op->result <= (int64_t)box->batch_number)
            return op;
    }
    return NULL;
}

bool orr__signals_next(orr__signals *s, orr__event *ev)
{
    inbox *box = s->state;

    if (box == NULL)
        return false;
    if (!box->in_batch) {
        batch_begin(box);
        box->cursor = s->list;
        box->in_batch = true;
    }
    for (; box->batch_at < box->batch_count; box->batch_at++) {
        orr__op *op = next_listener(box);

        if (op != NULL) {
            *ev = (orr__event){ .op = op, .result = op->u.n, .more = true };
            return true;
        }
        box->batch_number++;
        box->cursor = s->list;
    }
    box->cursor = NULL;
    box->in_batch = false;
    return false;
}
