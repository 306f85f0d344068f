/*
 * process.c - child processes: how they start, and that they end.
 *
 *      orr_process_spawn()                        the poll phase
 *      pairs of sockets -> OP_SPAWN -> OP_CHILD ..............> fn(status)
 *         |                   |            |
 *         undone in reverse if a later step fails; the streams that get our
 *         ends of the pairs are given them last, when nothing can fail (with
 *         ORR_SPAWN_PIPES also after a failure, as libuv has it)
 *
 * OP_SPAWN itself leaves nothing behind when it fails, also when what failed
 * was the child's execve(). Only if the back end can't take OP_CHILD (it has
 * no memory for it), the child runs already and would never be waited for: it
 * is killed and reaped, so that no process is left.
 *
 * The handle stays live after the exit until it is closed. Closing it before
 * gives the child up: it runs on, and its exit status is not read.
 */
#include "loop/internal.h"

#define SIGNUM_MAX 64

/* ---- The end ----------------------------------------------------------- */

typedef struct exit_call {
    orr_process *p;
    int64_t status;
    int signum;
} exit_call;

static void process_thunk(void *arg)
{
    const exit_call *c = arg;
    c->p->fn(c->p, c->status, c->signum);
}

static void on_exit(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_process *p = op->owner;
    exit_call c = { p, ev->result, (int)ev->flags };

    p->op = NULL;
    orr__free(&loop->allocator, op);
    orr__handle_stop(&p->handle);
    if (p->fn != NULL)
        orr_call(loop, &p->handle.record, process_thunk, &c);
}

void orr__process_close(orr_handle *h)
{
    orr_process *p = orr__container(h, orr_process, handle);

    if (p->op == NULL)
        return;
    orr__cancel(h->loop, p->op);
    orr__free(&h->loop->allocator, p->op);
    p->op = NULL;
}

/* ---- Descriptors ------------------------------------------------------- */

/* What the child gets at i, and what we keep of a pair; -1: nothing. */
typedef struct ends {
    int *child;
    int *ours;
    uint32_t n;
} ends;

static int check_pipe(orr_loop *loop, const orr_spawn *spec, uint32_t i)
{
    const orr_stream *s = spec->stdio[i].stream;

    if (s == NULL)
        return -EINVAL;
    const int err = orr__handle_check(&s->handle, ORR_PIPE);
    if (err < 0)
        return err;
    if (s->handle.loop != loop)
        return -EINVAL;
    if (orr_fileno(&s->handle) >= 0)
        return -EBUSY;
    for (uint32_t j = 0; j < i; j++)
        if (spec->stdio[j].kind == ORR_STDIO_PIPE && spec->stdio[j].stream == s)
            return -EBUSY;
    return 0;
}

static int check_stdio(orr_loop *loop, const orr_spawn *spec)
{
    if (spec->nstdio > 0 && spec->stdio == NULL)
        return -EINVAL;
    for (uint32_t i = 0; i < spec->nstdio; i++) {
        int err = 0;

        switch (spec->stdio[i].kind) {
        case ORR_STDIO_IGNORE:
            break;
        case ORR_STDIO_INHERIT:
            err = spec->stdio[i].fd < 0 ? -EBADF : 0;
            break;
        case ORR_STDIO_PIPE:
            err = check_pipe(loop, spec, i);
            break;
        default:
            err = -EINVAL;
        }
        if (err < 0)
            return err;
    }
    return 0;
}

/*
 * A pair, of which the child's end is to be blocking: programs expect that.
 * The back end does that by itself for the standard ones.
 */
static int pair_open(orr_loop *loop, ends *e, uint32_t i)
{
    orr__op op = { .code = OP_SOCKETPAIR };

    op.u.pair.type = 1; /* SOCK_STREAM */
    int64_t err = orr__call_now(loop, &op);
    if (err < 0)
        return (int)err;
    e->ours[i] = op.u.pair.fds[0];
    e->child[i] = op.u.pair.fds[1];
    if (i <= 2)
        return 0;
    orr__op blocking = { .code = OP_NONBLOCK, .fd = e->child[i], .u.n = 0 };
    return (int)orr__call_now(loop, &blocking);
}

/* The child has its own copies; or there is no child. */
static void ends_close_child(orr_loop *loop, ends *e)
{
    for (uint32_t i = e->n; i-- > 0;)
        if (e->ours[i] >= 0)
            orr__close_fd(loop, e->child[i]);
}

static void ends_close_ours(orr_loop *loop, ends *e)
{
    for (uint32_t i = e->n; i-- > 0;)
        orr__close_fd(loop, e->ours[i]);
}

static int ends_open(orr_loop *loop, const orr_spawn *spec, ends *e)
{
    e->child = orr__alloc_array(&loop->allocator, (size_t)spec->nstdio * 2 + 1,
                                sizeof(int));
    if (e->child == NULL)
        return -ENOMEM;
    e->ours = e->child + spec->nstdio;
    e->n = spec->nstdio;
    for (uint32_t i = 0; i < 2 * e->n; i++)
        e->child[i] = -1;
    for (uint32_t i = 0; i < e->n; i++) {
        int err = 0;

        if (spec->stdio[i].kind == ORR_STDIO_INHERIT)
            e->child[i] = spec->stdio[i].fd;
        else if (spec->stdio[i].kind == ORR_STDIO_PIPE)
            err = pair_open(loop, e, i);
        if (err == 0)
            continue;
        ends_close_child(loop, e);
        ends_close_ours(loop, e);
        orr__free(&loop->allocator, e->child);
        return err;
    }
    return 0;
}

/* The streams were checked before, so this can't fail. */
static void ends_give(const orr_spawn *spec, ends *e)
{
    for (uint32_t i = 0; i < e->n; i++)
        if (e->ours[i] >= 0)
            must(orr__stream_adopt(spec->stdio[i].stream, e->ours[i]) == 0,
                 "a stream without a descriptor takes one");
}

/* ---- The start --------------------------------------------------------- */

static int64_t signal_send(orr_loop *loop, int pid, int signum)
{
    orr__op op = { .code = OP_KILL, .fd = pid, .u.n = signum };

    return orr__call_now(loop, &op);
}

/* Kill and reap a child that can't be watched. */
static void kill_and_reap(orr_loop *loop, int pid, int pidfd)
{
    orr__op op = { .code = OP_CHILD, .u.n = pid };

    orr__call_now(loop, &op);
    if (pidfd > 0)
        orr__close_fd(loop, pidfd);
}

static int64_t start_child(orr_loop *loop, const orr_spawn *spec, const ends *e,
                           int *pidfd)
{
    orr__spawn request = {
        .file = spec->file,
        .args = spec->args,
        .env = spec->env,
        .cwd = spec->cwd,
        .fds = e->child,
        .nfds = e->n,
        .flags = spec->flags,
        .uid = spec->uid,
        .gid = spec->gid,
    };
    orr__op op = { .code = OP_SPAWN, .u.spawn = &request };
    const int64_t pid = orr__call_now(loop, &op);

    *pidfd = request.pidfd;
    return pid;
}

/* Start it and watch it, or leave no trace. */
static int process_run(orr_loop *loop, orr_process *p, const orr_spawn *spec,
                       ends *e, uintptr_t site)
{
    int pidfd;
    orr__op *op = orr__alloc(&loop->allocator, sizeof *op);

    if (op == NULL)
        return -ENOMEM;
    const int64_t pid = start_child(loop, spec, e, &pidfd);
    if (pid < 0) {
        orr__free(&loop->allocator, op);
        return (int)pid;
    }
    op->code = OP_CHILD;
    op->fd = pidfd;
    op->u.n = pid;
    op->owner = p;
    op->done = on_exit;
    orr__handle_open(loop, &p->handle, ORR_PROCESS, site);
    const int err = orr__submit(loop, op, &p->handle.record);
    if (err < 0) {
        orr__handle_drop(&p->handle);
        /* The back end may have closed op->fd; it is -1 then. */
        kill_and_reap(loop, (int)pid, op->fd);
        orr__free(&loop->allocator, op);
        return err;
    }
    p->op = op;
    p->pid = (int)pid;
    p->fn = spec->on_exit;
    orr__handle_start(&p->handle);
    return 0;
}

static int process_check(orr_loop *loop, const orr_process *p,
                         const orr_spawn *spec)
{
    const uint32_t known = ORR_SPAWN_DETACHED | ORR_SPAWN_SETUID |
                           ORR_SPAWN_SETGID | ORR_SPAWN_PIPES;

    if (loop == NULL || p == NULL || spec == NULL || spec->file == NULL ||
        spec->args == NULL || spec->args[0] == NULL ||
        (spec->flags & ~known) != 0)
        return -EINVAL;
    const int err = orr__handle_fresh(loop, &p->handle);
    return err < 0 ? err : check_stdio(loop, spec);
}

int orr_process_spawn(orr_loop *loop, orr_process *p, const orr_spawn *spec)
{
    ends e;
    int err = process_check(loop, p, spec);

    if (err == 0)
        err = ends_open(loop, spec, &e);
    if (err < 0)
        return err;
    err = process_run(loop, p, spec, &e, ORR__SITE());
    ends_close_child(loop, &e);
    if (err == 0 || (spec->flags & ORR_SPAWN_PIPES) != 0)
        ends_give(spec, &e);
    else
        ends_close_ours(loop, &e);
    orr__free(&loop->allocator, e.child);
    return err;
}

/* ---- Signals to it ----------------------------------------------------- */

int orr_process_kill(orr_process *p, int signum)
{
    if (p == NULL || signum < 0 || signum > SIGNUM_MAX)
        return -EINVAL;
    const int err = orr__handle_check(&p->handle, ORR_PROCESS);
    if (err < 0)
        return err;
    if (p->op == NULL)
        return -ESRCH; /* the number may be another process's by now */
    return (int)signal_send(p->handle.loop, p->pid, signum);
}

int orr_process_pid(const orr_process *p)
{
    return p != NULL ? p->pid : -EINVAL;
}

int orr_kill(orr_loop *loop, int pid, int signum)
{
    if (loop == NULL || signum < 0 || signum > SIGNUM_MAX)
        return -EINVAL;
    return (int)signal_send(loop, pid, signum);
}
