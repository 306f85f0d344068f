/*
 * spawn.c - starting a child, and sending it a signal.
 *
 * A child of fork() would get a copy of the page tables, which costs more the
 * larger the process is. So the child runs in the parent's memory, while this
 * thread is suspended until the child has called execve() or ended:
 *
 *      parent                               child
 *      ------                               -----
 *      lay out paths, arguments, fds
 *      block all signals
 *      clone(VM | VFORK | PIDFD) ---------> default actions for all signals
 *        .                                  session, descriptors, directory,
 *        .  (suspended)                     groups, gid, uid
 *        .                                  unblock signals
 *        .                                  execve(), or why it failed into
 *        . <------------------------------- plan->err
 *      unblock; reap a child that failed
 *
 * What must stay true:
 *
 *  1. The child writes to nothing but *plan, errno and its own small stack.
 *     It allocates nothing, and enters the kernel by syscall() alone: the C
 *     library's setuid() would signal our other threads, its open() could act
 *     on a cancellation meant for us, and a sanitizer's sigaction() or dup2()
 *     would note in our memory what holds only in the child.
 *  2. No handler of ours ever runs in the child. Signals are blocked until
 *     all of them have their default action.
 *  3. A child whose execve() failed leaves nothing: it is reaped here, and as
 *     it was made without a termination signal there is no SIGCHLD for it.
 *     (execve() gives every process SIGCHLD as its termination signal.)
 */
#include "poll/sys/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"

#ifndef CLONE_PIDFD
#define CLONE_PIDFD 0x00001000
#endif

/* setuid and its kin took 16-bit numbers on old architectures. */
#ifdef SYS_setuid32
#define CALL_SETUID SYS_setuid32
#define CALL_SETGID SYS_setgid32
#define CALL_SETGROUPS SYS_setgroups32
#else
#define CALL_SETUID SYS_setuid
#define CALL_SETGID SYS_setgid
#define CALL_SETGROUPS SYS_setgroups
#endif

#define SIGNALS 64
#define KERNEL_SIGSET 8  /* bytes of the kernel's signal sets */
#define CHILD_STACK 8192 /* a few small frames; see rule 1 */
#define SHELL "/bin/sh"  /* runs what has no "#!" line, as execvp() */
#define DEFAULT_PATH "/bin:/usr/bin"

/* Sanitizers must not keep books about frames that never return. */
#define IN_CHILD                                                               \
    __attribute__((noinline, no_sanitize("address", "undefined", "thread")))

/*
 * The thread sanitizer takes clone() for a fork(), and what it then notes for
 * the child it notes in our memory. The C library has it under a second name.
 */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define UNDER_THREAD_SANITIZER
#endif
#endif
#if defined(__SANITIZE_THREAD__) || defined(UNDER_THREAD_SANITIZER)
int __clone(int (*fn)(void *), void *stack, int flags, void *arg, ...);
#define clone __clone
#endif

typedef struct plan {
    const orr__spawn *spec;
    char *const *env;
    char **paths;      /* candidates for execve(), NULL at the end */
    char **shell_args; /* SHELL, the script, args[1], ... */
    int *fds;          /* a copy of spec->fds that the child may change */
    uint32_t nfds;     /* at least 3 */

    /* the child's to write */
    volatile int started; /* shows that the memory is really shared */
    volatile int err;
} plan;

/* ---- In the child ------------------------------------------------------ */

/* All zero is SIG_DFL, whatever the layout of the kernel's struct. */
IN_CHILD static void signals_reset(void)
{
    static const uint64_t zero[8];

    for (int n = 1; n <= SIGNALS; n++)
        syscall(SYS_rt_sigaction, n, zero, NULL, KERNEL_SIGSET);
}

/*
 * A descriptor that is wanted at a higher number than its own would be
 * overwritten before its turn, when two are swapped for instance. Those are
 * moved out of the way first, above all numbers that are wanted.
 */
IN_CHILD static int fds_move_up(plan *p)
{
    for (uint32_t i = 0; i < p->nfds; i++) {
        if (p->fds[i] < 0 || p->fds[i] >= (int)i)
            continue;
        p->fds[i] =
            (int)syscall(SYS_fcntl, p->fds[i], F_DUPFD_CLOEXEC, p->nfds);
        if (p->fds[i] < 0)
            return errno;
    }
    return 0;
}

/* /dev/null for a standard descriptor that is not given. */
IN_CHILD static int fd_null(int fd)
{
    int null = (int)syscall(SYS_openat, AT_FDCWD, "/dev/null",
                            fd == 0 ? O_RDONLY : O_RDWR, 0);

    if (null < 0)
        return errno;
    if (null == fd)
        return 0;
    if (syscall(SYS_dup3, null, fd, 0) < 0)
        return errno;
    syscall(SYS_close, null);
    return 0;
}

/* Programs expect to wait for their standard input and output. */
IN_CHILD static int fd_make_blocking(int fd)
{
    long flags = syscall(SYS_fcntl, fd, F_GETFL);

    if (flags < 0)
        return errno;
    if (!(flags & O_NONBLOCK))
        return 0;
    return syscall(SYS_fcntl, fd, F_SETFL, flags & ~O_NONBLOCK) < 0 ? errno : 0;
}

IN_CHILD static int fd_place(int from, int fd)
{
    if (from < 0) {
        syscall(SYS_close, fd); /* it may well not be open */
        return fd <= 2 ? fd_null(fd) : 0;
    }
    if (from == fd) {
        if (syscall(SYS_fcntl, fd, F_SETFD, 0) < 0)
            return errno;
    } else if (syscall(SYS_dup3, from, fd, 0) < 0) {
        return errno;
    }
    return fd <= 2 ? fd_make_blocking(fd) : 0;
}

IN_CHILD static int fds_place(plan *p)
{
    int err = fds_move_up(p);

    for (uint32_t i = 0; i < p->nfds && err == 0; i++)
        err = fd_place(p->fds[i], (int)i);
    return err;
}

/*
 * Groups first: after setuid() they can't be changed any more. An unprivileged
 * process cannot drop its groups, which is not an error.
 */
IN_CHILD static int ids_set(const orr__spawn *s)
{
    if (s->flags & (ORR_SPAWN_SETUID | ORR_SPAWN_SETGID))
        if (syscall(CALL_SETGROUPS, 0, NULL) < 0 && errno != EPERM)
            return errno;
    if (s->flags & ORR_SPAWN_SETGID)
        if (syscall(CALL_SETGID, s->gid) < 0)
            return errno;
    if (s->flags & ORR_SPAWN_SETUID)
        if (syscall(CALL_SETUID, s->uid) < 0)
            return errno;
    return 0;
}

/*
 * Returns only if nothing could be run. A candidate that is missing is passed
 * over; one that may not be run is too, but then that is the error in the end,
 * since it says more than "no such file".
 */
IN_CHILD static int exec_first(plan *p)
{
    bool forbidden = false;
    int err = ENOENT;

    for (char **path = p->paths; *path != NULL; path++) {
        syscall(SYS_execve, *path, p->spec->args, p->env);
        err = errno;
        if (err == ENOEXEC) {
            p->shell_args[1] = *path;
            syscall(SYS_execve, SHELL, p->shell_args, p->env);
            return ENOEXEC;
        }
        if (err == EACCES)
            forbidden = true;
        else if (err != ENOENT && err != ENOTDIR && err != ENAMETOOLONG &&
                 err != ESTALE && err != ENODEV && err != ETIMEDOUT)
            return err;
    }
    return forbidden ? EACCES : err;
}

IN_CHILD static int child_set_up(plan *p)
{
    static const uint64_t none[2];
    const orr__spawn *s = p->spec;
    int err;

    signals_reset();
    if (s->flags & ORR_SPAWN_DETACHED)
        syscall(SYS_setsid);
    if ((err = fds_place(p)) != 0)
        return err;
    if (s->cwd != NULL && syscall(SYS_chdir, s->cwd) < 0)
        return errno;
    if ((err = ids_set(s)) != 0)
        return err;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, none, NULL, KERNEL_SIGSET);
    return 0;
}

IN_CHILD static int child_main(void *arg)
{
    plan *p = arg;

    p->started = 1;
    int err = child_set_up(p);
    p->err = err != 0 ? err : exec_first(p);
    return 127;
}

/* ---- In the parent ----------------------------------------------------- */

/* The PATH that the child will have, not ours. */
static const char *path_of(char *const *env)
{
    for (; *env != NULL; env++)
        if (strncmp(*env, "PATH=", 5) == 0)
            return *env + 5;
    return DEFAULT_PATH;
}

static size_t words_count(char *const *list)
{
    size_t n = 0;

    while (list[n] != NULL)
        n++;
    return n;
}

static size_t count_dirs(const char *path)
{
    size_t n = 1;

    for (; *path != 0; path++)
        n += *path == ':';
    return n;
}

/*
 * Write the candidates after each other at `to`: the file itself, or the file
 * in each directory of `path`. An empty directory is the current one.
 */
static void lay_out_paths(plan *p, char *to, const char *path)
{
    const char *file = p->spec->file;
    size_t n = 0;

    if (path == NULL) {
        p->paths[n] = strcpy(to, file);
        return;
    }
    for (;;) {
        size_t dir = strcspn(path, ":");

        p->paths[n++] = to;
        to = mempcpy(to, path, dir);
        if (dir > 0 && path[dir - 1] != '/')
            *to++ = '/';
        to = stpcpy(to, file) + 1;
        if (path[dir] == 0)
            return;
        path += dir + 1;
    }
}

static void lay_out_fds(plan *p)
{
    for (uint32_t i = 0; i < p->nfds; i++)
        p->fds[i] = i < p->spec->nfds ? p->spec->fds[i] : -1;
}

/*
 * Prepare all that the child will read, in one block, which is returned. NULL
 * if there is no memory.
 */
static void *lay_out(const orr_allocator *a, plan *p)
{
    const orr__spawn *s = p->spec;
    bool search = s->file[0] != 0 && strchr(s->file, '/') == NULL;
    const char *path = search ? path_of(p->env) : NULL;
    size_t npaths = path ? count_dirs(path) : 1;
    size_t chars =
        (path ? strlen(path) + npaths : 0) + npaths * (strlen(s->file) + 1);
    size_t nargs = words_count(s->args);

    p->nfds = s->nfds > 3 ? s->nfds : 3;
    void *block = orr__alloc(a, (npaths + 1 + nargs + 3) * sizeof(char *) +
                                    p->nfds * sizeof(int) + chars);
    if (block == NULL)
        return NULL;
    p->paths = block;
    p->shell_args = p->paths + npaths + 1;
    p->fds = (int *)(void *)(p->shell_args + nargs + 3);
    lay_out_paths(p, (char *)(p->fds + p->nfds), path);
    lay_out_fds(p);
    p->shell_args[0] = (char *)(uintptr_t)SHELL;
    for (size_t i = 1; i < nargs; i++)
        p->shell_args[i + 1] = s->args[i];
    return block;
}

/* The child's stack is a part of this one: the parent is suspended
 * meanwhile. */
__attribute__((noinline)) static int clone_child(plan *p, int *pidfd)
{
    _Alignas(64) char stack[CHILD_STACK];

    int pid = clone(child_main, stack + sizeof stack,
                    CLONE_VM | CLONE_VFORK | CLONE_PIDFD, p, pidfd);
    return pid < 0 ? -errno : pid;
}

static int wait_for(int pid)
{
    while (waitpid(pid, NULL, __WALL) < 0)
        if (errno != EINTR)
            return -errno;
    return 0;
}

/*
 * If an emulator gave the child a copy of our memory, its result cannot be
 * read, and the spawn fails.
 */
static int check_child(plan *p, int pid)
{
    int err = p->err;

    if (!p->started) {
        kill(pid, SIGKILL);
        err = ENOSYS;
    }
    if (err != 0)
        wait_for(pid);
    return -err;
}

static int64_t run_plan(plan *p, int *pidfd_out)
{
    int pidfd = -1;
    int cancel_state;
    sigset_t all, saved;

    sigfillset(&all);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state);
    pthread_sigmask(SIG_SETMASK, &all, &saved);
    int pid = clone_child(p, &pidfd);
    pthread_sigmask(SIG_SETMASK, &saved, NULL);
    int err = pid < 0 ? pid : check_child(p, pid);
    pthread_setcancelstate(cancel_state, NULL);

    /* 0 means none, so a pidfd that happens to be 0 is closed;
     * orr__child_add() opens another. */
    if (pidfd >= 0 && (err != 0 || pidfd == 0)) {
        close(pidfd);
        pidfd = -1;
    }
    if (err != 0)
        return err;
    *pidfd_out = pidfd > 0 ? pidfd : 0;
    return pid;
}

static int64_t child_spawn(orr__sys *sys, orr__spawn *s)
{
    static char *const no_env[] = { NULL };
    plan p = { .spec = s, .env = s->env };

    if (s->env == NULL) {
        orr__env_lock(); /* until execve() has read it */
        p.env = environ != NULL ? environ : no_env;
    }
    int64_t pid = -ENOMEM;
    void *block = lay_out(sys->allocator, &p);
    if (block != NULL)
        pid = run_plan(&p, &s->pidfd);
    if (s->env == NULL)
        orr__env_unlock();
    orr__free(sys->allocator, block);
    sys->system_calls += 3;
    return pid;
}

static int64_t send_signal(orr__sys *sys, pid_t pid, int64_t signum)
{
    sys->system_calls++;
    return kill(pid, (int)signum) < 0 ? -errno : 0;
}

/* Kill and reap a child that can't be watched. */
static int64_t reap_child(orr__sys *sys, int64_t pid)
{
    sys->system_calls += 2;
    if (kill((pid_t)pid, SIGKILL) < 0)
        return -errno;
    return wait_for((int)pid);
}

int64_t orr__sys_spawn(orr__sys *sys, orr__op *op)
{
    switch (op->code) {
    case OP_SPAWN:
        return child_spawn(sys, op->u.spawn);
    case OP_KILL:
        return send_signal(sys, op->fd, op->u.n);
    case OP_CHILD:
        return reap_child(sys, op->u.n);
    default:
        return -ENOSYS;
    }
}
