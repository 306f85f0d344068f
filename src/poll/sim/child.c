/*
 * child.c - child processes. A child is a process of the real system, since
 * nobody could simulate it; but it is run in one piece, and what it wrote and
 * how it ended are operations like others.
 *
 *      spawn   the child is noted; nothing runs yet
 *      EFFECT  a wait may let it run: it gets the input that was written
 *              until then, and is waited for
 *      out     its output goes into its sockets, as far as they take it
 *      DELIVER when no reader has bytes of it left: its exit
 *
 * So output is never reported after the exit, as in libuv, where a pipe with
 * bytes comes before the signal in every poll. A child whose input has not
 * ended, and which waits for more, is stopped and run again when it has ended.
 *
 * What a child cannot see is what is simulated: files that were only written
 * in memory, the clock, ports. A child that has other descriptors than the
 * three standard ones (a channel) is refused, and so is one that runs for too
 * long.
 */
#include "poll/sim/child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "poll/sim/net.h"

#define FIRST_PID (SIM_PID + 1)
#define SAYS_MAX 256

typedef enum child_state {
    CHILD_STARTED,
    CHILD_WAITS, /* for the end of its input */
    CHILD_RAN
} child_state;

struct sim_child {
    sim_child *next; /* oldest first */
    int64_t pid;
    orr__op *op; /* who waits for its end, or NULL */
    child_state state;
    sim_command command;
    sim_bytes input;
    bool input_ended;
    int fds[3]; /* descriptors of its own; 0 to 2: ours; -1: none */
    size_t shown[2];
    sim_outcome outcome;
    bool reported; /* its exit was reported, or nobody waits for it */
};

bool orr__sim_bytes_add(const orr_allocator *a, sim_bytes *b, const void *data,
                        size_t n)
{
    size_t capacity = b->capacity != 0 ? b->capacity : 256;

    while (capacity - b->len < n)
        capacity *= 2;
    if (capacity != b->capacity) {
        char *more = orr__resize(a, b->data, capacity);
        if (more == NULL)
            return false;
        b->data = more;
        b->capacity = capacity;
    }
    memcpy(b->data + b->len, data, n);
    b->len += n;
    return true;
}

/* ---- Starting ----------------------------------------------------------- */

static bool add_text(orr__sim_world *sim, sim_bytes *b, const char *text)
{
    return orr__sim_bytes_add(&sim->allocator, b, text, strlen(text) + 1);
}

static bool add_list(orr__sim_world *sim, sim_bytes *b, char *const *list)
{
    for (; *list != NULL; list++)
        if (**list != 0 && !add_text(sim, b, *list))
            return false;
    return add_text(sim, b, "");
}

/* An empty argument would end the list: it has one byte more. */
static bool add_args(orr__sim_world *sim, sim_bytes *b, char *const *args)
{
    for (; *args != NULL; args++)
        if (!add_text(sim, b, **args != 0 ? *args : "\1"))
            return false;
    return add_text(sim, b, "");
}

/* The environment and the directory are the simulated process's, if the child
 * has none of its own. */
static int note_command(orr__sim_world *sim, const orr__spawn *spec,
                        const char *cwd, sim_command *c)
{
    char **list = NULL;
    orr__ask ask = { .what = FACT_ENV_LIST, .out = &list };
    int err = spec->env == NULL ? orr__sim_ask(sim, &ask) : 0;

    if (err == 0 && !(add_text(sim, &c->text, spec->file) &&
                      add_args(sim, &c->text, spec->args) &&
                      add_list(sim, &c->text, list ? list : spec->env) &&
                      add_text(sim, &c->text, cwd)))
        err = -ENOMEM;
    orr__free(&sim->allocator, list);
    c->flags = spec->flags;
    c->uid = spec->uid;
    c->gid = spec->gid;
    return err;
}

/* A descriptor of the child's own, which stays open when the program closes
 * the one that it gave. */
static int own_fd(orr__sim_world *sim, int fd)
{
    orr__sim_desc *desc;

    if (fd < ORR__SIM_FD_FIRST)
        return fd >= 0 && fd <= 2 && orr__sim_std(sim, fd) ? fd : -1;
    desc = orr__sim_desc_hold(sim, fd);
    if (desc == NULL)
        return -1;
    const int own = orr__sim_desc_fd(sim, desc);
    if (own < 0)
        orr__sim_desc_drop(sim, desc);
    return own;
}

static void close_fd(orr__sim_world *sim, sim_child *c, int i)
{
    if (c->fds[i] >= ORR__SIM_FD_FIRST)
        orr__sim_fd_free(sim, c->fds[i]);
    c->fds[i] = -1;
}

static void forget_outcome(orr__sim_world *sim, sim_child *c)
{
    orr__free(&sim->allocator, c->outcome.out[0].data);
    orr__free(&sim->allocator, c->outcome.out[1].data);
    c->outcome = (sim_outcome){ .status = 0 };
}

static void child_free(orr__sim_world *sim, sim_child *c)
{
    for (int i = 0; i < 3; i++)
        close_fd(sim, c, i);
    orr__free(&sim->allocator, c->command.text.data);
    orr__free(&sim->allocator, c->input.data);
    forget_outcome(sim, c);
    orr__free(&sim->allocator, c);
}

static void child_add(orr__sim_world *sim, sim_child *c)
{
    sim_child **place = &sim->children;

    while (*place != NULL)
        place = &(*place)->next;
    *place = c;
    c->pid = FIRST_PID + sim->child_count++;
}

int64_t orr__sim_spawn(orr__sim_world *sim, const orr__spawn *spec)
{
    const char *cwd = spec->cwd != NULL ? spec->cwd : orr__sim_cwd(sim);
    char path[SIM_CHILD_PATH];

    for (uint32_t i = 3; i < spec->nfds; i++)
        if (spec->fds[i] >= 0)
            return -ENOSYS;
    if (cwd[0] != '/') {
        snprintf(path, sizeof path, "%s/%s", orr__sim_cwd(sim), cwd);
        cwd = path;
    }
    int err = orr__sim_real_can_start(spec, cwd);
    if (err < 0)
        return err;
    sim_child *c = orr__alloc(&sim->allocator, sizeof *c);
    if (c == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < 3; i++)
        c->fds[i] = i < spec->nfds ? own_fd(sim, spec->fds[i]) : -1;
    err = note_command(sim, spec, cwd, &c->command);
    if (err < 0) {
        child_free(sim, c);
        return err;
    }
    child_add(sim, c);
    return c->pid;
}

static sim_child *child_find(const orr__sim_world *sim, int64_t pid)
{
    sim_child *c = sim->children;

    while (c != NULL && c->pid != pid)
        c = c->next;
    return c;
}

/* ---- Those who wait for the end ------------------------------------------ */

static sim_child *child_of(const orr__sim_world *sim, const orr__op *op)
{
    sim_child *c = sim->children;

    while (c != NULL && c->op != op)
        c = c->next;
    return c;
}

int orr__sim_child_submit(orr__sim_world *sim, orr__op *op)
{
    sim_child *c = child_find(sim, op->u.n);

    if (c == NULL || c->op != NULL)
        return -ECHILD;
    c->op = op;
    op->state = SIM_RUNNING;
    op->since_ns = sim->now_ns;
    orr__sim_list_add(&sim->child_ops, op);
    return 0;
}

/* It runs all the same. */
void orr__sim_child_cancel(orr__sim_world *sim, orr__op *op)
{
    sim_child *c = child_of(sim, op);

    if (op->state == SIM_RUNNING)
        orr__sim_list_remove(&sim->child_ops, op);
    if (c != NULL) {
        c->op = NULL;
        c->reported = true;
    }
}

void orr__sim_child_forget(orr__sim_world *sim, const orr__poll *home)
{
    if (home == NULL)
        sim->child_ops = (sim_list){ NULL, NULL };
    for (sim_child *c = sim->children; c != NULL; c = c->next) {
        if (c->op == NULL || (home != NULL && c->op->home != home))
            continue;
        if (home != NULL && c->op->state == SIM_RUNNING)
            orr__sim_list_remove(&sim->child_ops, c->op);
        c->op = NULL;
        c->reported = true;
    }
}

void orr__sim_children_close(orr__sim_world *sim)
{
    sim_child *next;

    for (sim_child *c = sim->children; c != NULL; c = next) {
        next = c->next;
        child_free(sim, c);
    }
    sim->children = NULL;
}

/* ---- Running --------------------------------------------------------------
 */

static int64_t child_io(orr__sim_world *sim, orr__code code, int fd,
                        void *bytes, size_t n)
{
    orr_buf buf = { bytes, n };
    orr__op op = { .code = (uint8_t)code, .fd = fd };

    op.u.io.bufs = &buf;
    op.u.io.nbufs = 1;
    op.u.io.offset = -1;
    return orr__sim_net_owns(sim->net, fd) ? orr__sim_net_call(sim->net, &op)
                                           : orr__sim_fs_call(sim->fs, &op);
}

/* All that was written so far, also what waits for space in the socket. */
static void take_input(orr__sim_world *sim, sim_child *c)
{
    char bytes[4096];
    bool is_moving = true;

    if (c->fds[0] < ORR__SIM_FD_FIRST)
        c->input_ended = true; /* /dev/null; and so is a terminal of ours */
    while (!c->input_ended) {
        const int64_t n =
            child_io(sim, OP_READ, c->fds[0], bytes, sizeof bytes);

        if (n > 0)
            orr__sim_bytes_add(&sim->allocator, &c->input, bytes, (size_t)n);
        else if (n == -EAGAIN && is_moving)
            is_moving = orr__sim_net_move(sim->net);
        else if (n == -EAGAIN)
            return;
        else
            c->input_ended = true;
    }
}

/* In plain words, to standard error: what the simulator cannot do is no result
 * of the program's. */
static void child_refuse(const sim_child *c)
{
    char text[SAYS_MAX];
    const int n =
        snprintf(text, sizeof text,
                 "orrery: the simulator cannot run the child process '%.100s': "
                 "it waits for something, or takes longer than %d s\n",
                 c->command.text.data,
                 orr__sim_real_child_limit_s(&c->command));
    const orr_buf buf = { text, (size_t)n };

    orr__sim_real_write(2, &buf, 1);
}

static void run_child(orr__sim_world *sim, sim_child *c)
{
    take_input(sim, c);
    forget_outcome(sim, c);
    const int err =
        orr__sim_real_child(&sim->allocator, &c->command, &c->input,
                            c->input_ended, sim->child_cache, &c->outcome);
    if (err == 0 && c->outcome.ending == SIM_CHILD_WAITS) {
        c->state = CHILD_WAITS;
        return;
    }
    if (err < 0)
        c->outcome.status = 127;
    else if (c->outcome.ending == SIM_CHILD_IS_LONG) {
        child_refuse(c);
        c->outcome.signum = SIGKILL;
    }
    c->state = CHILD_RAN;
    close_fd(sim, c, 0);
}

/* One that waits for the end of its input does nothing before. */
static bool is_waiting(orr__sim_world *sim, orr__op *op)
{
    sim_child *c = child_of(sim, op);

    if (c->state == CHILD_WAITS)
        take_input(sim, c);
    return c->state == CHILD_WAITS && !c->input_ended;
}

static void child_show(orr__sim_world *sim, sim_child *c, int i)
{
    const sim_bytes *out = &c->outcome.out[i - 1];
    size_t *shown = &c->shown[i - 1];

    while (*shown < out->len && c->fds[i] >= 0) {
        int64_t n;

        if (c->fds[i] <= 2) {
            const orr_buf buf = { out->data, out->len };
            orr__sim_real_write(c->fds[i], &buf, 1);
            n = (int64_t)out->len;
        } else {
            n = child_io(sim, OP_WRITE, c->fds[i], out->data + *shown,
                         out->len - *shown);
        }
        if (n == -EAGAIN)
            return;
        if (n <= 0)
            break; /* nobody reads it */
        *shown += (size_t)n;
    }
    if (c->fds[i] < ORR__SIM_FD_FIRST ||
        !orr__sim_net_owns(sim->net, c->fds[i]))
        close_fd(sim, c, i);
    else if (*shown != SIZE_MAX) {
        orr__op end = { .code = OP_SHUTDOWN, .fd = c->fds[i] };

        end.u.n = ORR__SHUT_WRITE;
        orr__sim_net_call(sim->net, &end);
        *shown = SIZE_MAX; /* the end was sent */
    }
}

/* Somebody reads its output, and has not got all of it. */
static bool is_being_read(orr__sim_world *sim, const sim_child *c, int i)
{
    const sim_sock *s = c->fds[i] >= ORR__SIM_FD_FIRST
                            ? orr__sim_fd_get(sim, SIM_NET, c->fds[i])
                            : NULL;

    if (s == NULL || s->peer == NULL || s->peer->bytes == 0)
        return c->fds[i] >= ORR__SIM_FD_FIRST && c->shown[i - 1] != SIZE_MAX &&
               s != NULL && s->peer != NULL;
    for (int k = 0; k < SIM_OPS; k++)
        if (s->peer->ops[k] != NULL && s->peer->ops[k]->code == OP_RECV)
            return true;
    return false;
}

static bool run_next(orr__sim_world *sim, bool may_defer)
{
    orr__op *op = orr__sim_pick(sim, ORR_CHOOSE_EFFECT, &sim->child_ops,
                                may_defer, is_waiting);

    if (op == NULL)
        return false;
    sim_child *c = child_of(sim, op);
    run_child(sim, c);
    if (c->state == CHILD_WAITS)
        return true;
    if (sim->given->effect != NULL)
        sim->given->effect(sim->given->ctx, op->record_id,
                           orr__code_name(op->code));
    orr__sim_list_remove(&sim->child_ops, op);
    op->state = SIM_EFFECTED;
    op->count = 0;
    return true;
}

/* Children that nobody waits for run too; and what has been reported and shown
 * is forgotten. */
static void child_tidy(orr__sim_world *sim)
{
    sim_child **place = &sim->children;

    while (*place != NULL) {
        sim_child *c = *place;

        if (c->state != CHILD_RAN || !c->reported || is_being_read(sim, c, 1) ||
            is_being_read(sim, c, 2)) {
            place = &c->next;
            continue;
        }
        *place = c->next;
        child_free(sim, c);
    }
}

void orr__sim_child_run(orr__sim_world *sim, bool may_defer)
{
    if (sim->children == NULL)
        return;
    while (run_next(sim, may_defer))
        continue;
    for (sim_child *c = sim->children; c != NULL; c = c->next) {
        if (c->op == NULL && c->reported && c->state == CHILD_STARTED)
            run_child(sim, c);
        for (int i = 1; i <= 2 && c->state == CHILD_RAN; i++)
            if (c->fds[i] >= 0)
                child_show(sim, c, i);
    }
    child_tidy(sim);
}

uint64_t orr__sim_child_allowed_until(orr__sim_world *sim)
{
    return orr__sim_allowed_until(sim, &sim->child_ops, is_waiting);
}

bool orr__sim_child_force(orr__sim_world *sim)
{
    return run_next(sim, false);
}

/* ---- Reporting -------------------------------------------------------------
 */

void orr__sim_child_collect(sim_queue *q)
{
    for (sim_child *c = q->sim->children; c != NULL; c = c->next)
        if (c->op != NULL && c->op->home == &q->base && c->state == CHILD_RAN &&
            !is_being_read(q->sim, c, 1) && !is_being_read(q->sim, c, 2))
            orr__sim_ready(c->op);
}

void orr__sim_child_deliver(orr__sim_world *sim, orr__op *op, orr__event *ev)
{
    sim_child *c = child_of(sim, op);

    *ev = (orr__event){ .op = op,
                        .result = c->outcome.status,
                        .flags = (uint32_t)c->outcome.signum };
    op->state = SIM_IDLE;
    c->op = NULL;
    c->reported = true;
}

/* ---- Signals ----------------------------------------------------------------
 */

/* One that has not run yet ends by it; for one that has, it comes too late. */
int orr__sim_child_kill(orr__sim_world *sim, int64_t pid, int64_t signum)
{
    sim_child *c = child_find(sim, pid);

    if (c == NULL || c->reported)
        return -ESRCH;
    if (signum == 0 || c->state == CHILD_RAN || signum == SIGCHLD ||
        signum == SIGCONT || signum == SIGWINCH || signum == SIGURG)
        return 0;
    c->outcome.signum = (int32_t)signum;
    c->state = CHILD_RAN;
    close_fd(sim, c, 0);
    if (c->op != NULL) {
        orr__sim_list_remove(&sim->child_ops, c->op);
        c->op->state = SIM_EFFECTED;
    }
    return 0;
}
