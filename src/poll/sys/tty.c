/*
 * tty.c - modes and sizes of terminals.
 *
 * The mode of a terminal outlives the process, and a shell must not get its
 * terminal back in raw mode. So the original mode of each terminal is stored
 * when it first leaves its normal mode, and orr__tty_reset() can restore it
 * from anywhere, also from a signal handler or atexit(). That is why the table
 * belongs to the process and has a fixed size, and why a reset only tries its
 * lock and never waits for it:
 *
 *      entries: { fd, device, termios } ... up to TERMINALS of them
 *
 * An entry is made when a terminal leaves its normal mode and dropped when it
 * is back. The device shows whether a descriptor was closed and reused for
 * another terminal.
 */
#include "poll/sys/sys.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "base/base.h"

#define TERMINALS 32 /* out of their normal mode at the same time */

typedef struct entry {
    bool used;
    int fd;
    dev_t device;
    struct termios found;
} entry;

static entry entries[TERMINALS]; /* under the lock */
static atomic_flag locked = ATOMIC_FLAG_INIT;

/* Signals wait while we have the lock: a handler may want to reset. */
static void tty_enter(sigset_t *saved)
{
    sigset_t all;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, saved);
    while (atomic_flag_test_and_set_explicit(&locked, memory_order_acquire))
        sched_yield();
}

static void tty_leave(const sigset_t *saved)
{
    atomic_flag_clear_explicit(&locked, memory_order_release);
    pthread_sigmask(SIG_SETMASK, saved, NULL);
}

/* The terminal behind fd, or 0 if fd is not a terminal any more. */
static dev_t device_of(int fd)
{
    struct stat st;

    if (fstat(fd, &st) < 0 || !S_ISCHR(st.st_mode))
        return 0;
    return st.st_rdev;
}

static entry *entry_find(int fd)
{
    for (entry *e = entries; e < entries + TERMINALS; e++)
        if (e->used && e->fd == fd)
            return e;
    return NULL;
}

/* A free entry, or one whose descriptor was reused for something else. */
static entry *entry_free(void)
{
    for (entry *e = entries; e < entries + TERMINALS; e++)
        if (!e->used)
            return e;
    for (entry *e = entries; e < entries + TERMINALS; e++)
        if (device_of(e->fd) != e->device)
            return e;
    return NULL;
}

static int mode_get(int fd, struct termios *out)
{
    while (tcgetattr(fd, out) < 0)
        if (errno != EINTR)
            return -errno;
    return 0;
}

/* At once: waiting for the output to drain could take forever. */
static int mode_put(int fd, const struct termios *t)
{
    while (tcsetattr(fd, TCSANOW, t) < 0)
        if (errno != EINTR)
            return -errno;
    return 0;
}

static void make_raw(struct termios *t)
{
    t->c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
    t->c_oflag |= ONLCR;
    t->c_cflag |= CS8;
    t->c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    t->c_cc[VMIN] = 1;
    t->c_cc[VTIME] = 0;
}

static int mode_normal(int fd)
{
    entry *e = entry_find(fd);

    if (e == NULL)
        return isatty(fd) ? 0 : -errno;
    if (device_of(fd) != e->device) {
        e->used = false;
        return isatty(fd) ? 0 : -errno;
    }
    int err = mode_put(fd, &e->found);
    if (err == 0)
        e->used = false;
    return err;
}

static int mode_other(int fd, orr_tty_mode mode)
{
    dev_t device = device_of(fd);
    entry *e = entry_find(fd);
    struct termios found, t;

    if (e != NULL && e->device != device)
        e->used = false;
    if (e == NULL)
        e = entry_free();
    if (e == NULL)
        return -ENFILE;
    int err = e->used ? 0 : mode_get(fd, &found);
    if (err != 0)
        return err;
    t = e->used ? e->found : found;
    if (mode == ORR_TTY_RAW)
        make_raw(&t);
    else
        cfmakeraw(&t);
    err = mode_put(fd, &t);
    if (err == 0 && !e->used)
        *e = (entry){ true, fd, device, found };
    return err;
}

static int mode_set(int fd, int64_t mode)
{
    sigset_t saved;
    int err = -EINVAL;

    tty_enter(&saved);
    if (mode == ORR_TTY_NORMAL)
        err = mode_normal(fd);
    else if (mode == ORR_TTY_RAW || mode == ORR_TTY_IO)
        err = mode_other(fd, (orr_tty_mode)mode);
    tty_leave(&saved);
    return err;
}

static int64_t window_size(int fd)
{
    struct winsize ws;

    while (ioctl(fd, TIOCGWINSZ, &ws) < 0)
        if (errno != EINTR)
            return -errno;
    return (int64_t)ws.ws_col << 16 | ws.ws_row;
}

int64_t orr__sys_tty(orr__sys *sys, orr__op *op)
{
    sys->system_calls++;
    switch (op->code) {
    case OP_TTY_MODE:
        return mode_set(op->fd, op->u.n);
    case OP_TTY_SIZE:
        return window_size(op->fd);
    default:
        return -ENOSYS;
    }
}

/*
 * Entries stay: a second reset, or a change back to the normal mode, does the
 * same again. Only async-signal-safe calls are made.
 */
int orr__tty_reset(void)
{
    int saved_errno = errno;
    int err = 0;

    if (atomic_flag_test_and_set_explicit(&locked, memory_order_acquire))
        return -EBUSY;
    for (entry *e = entries; e < entries + TERMINALS; e++) {
        if (!e->used || device_of(e->fd) != e->device)
            continue;
        int one = mode_put(e->fd, &e->found);
        if (err == 0)
            err = one;
    }
    atomic_flag_clear_explicit(&locked, memory_order_release);
    errno = saved_errno;
    return err;
}
