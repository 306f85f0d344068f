/*
 * choose.c - the questions that the simulator asks, and chance.
 *
 * Everything that may differ in the real world is passed to world.choose as a
 * list of options. Option 0 is what an idle machine does: operations in the
 * order of their submission, all bytes at once, no error, no time passing but
 * in sleep. Without world.choose that is what happens, and no list is prepared.
 *
 * Some of it happens on a network or to hardware, and not between two sockets
 * of one machine: it is only asked for with world.network and world.faults.
 *
 * What is put off has its time. An operation that could go on may be put off
 * for max_delay_ns in total: in the slots of the pool, from the moment it got
 * one until its result is reported; on a socket, from the moment it is ready.
 * When that is used up the operation is next, whatever else there is. Without
 * the bound the clock would jump to any timer, however far away, and every
 * timeout of every program would fire.
 *
 * Every list of options is made in an order that follows from the program
 * alone, so that the same answers to the same program give the same run.
 */
#include "poll/sim/core.h"

#include <errno.h>
#include <string.h>

bool orr__sim_asks(const orr__sim_world *sim)
{
    return sim->given->choose != NULL;
}

uint32_t orr__sim_choose(orr__sim_world *sim, orr_choice_kind kind, uint32_t n,
                         const orr_option *options)
{
    uint32_t k;

    if (!orr__sim_asks(sim) || n < 2)
        return 0;
    k = sim->given->choose(sim->given->ctx, kind, n, options);
    must(k < n, "world.choose answers with one of the options");
    return k;
}

/* ---- Which operation is next ------------------------------------------ */

static uint64_t op_allowed_until(const orr__sim_world *sim, const orr__op *op)
{
    return op->since_ns + sim->max_delay_ns;
}

static bool is_due(const orr__sim_world *sim, const orr__op *op)
{
    return op->count >= SIM_PUT_OFF_MAX ||
           op_allowed_until(sim, op) <= sim->now_ns;
}

/* Those that are offered: only those that are due, if any is. True if one of
 * them can't be put off. */
static bool choose_offer(orr__sim_world *sim, const sim_list *list,
                         bool (*skip)(orr__sim_world *, orr__op *),
                         orr__op **ops, uint32_t *n)
{
    bool any_due = false;
    bool is_woken = false;

    *n = 0;
    for (orr__op *op = list->first; op != NULL && *n < SIM_WINDOW;
         op = op->next) {
        const bool due = is_due(sim, op);

        if ((any_due && !due) || (skip != NULL && skip(sim, op)))
            continue;
        if (due && !any_due)
            *n = 0;
        any_due |= due;
        ops[(*n)++] = op;
        /* A wake-up of the own process cannot be put off. */
        is_woken |= op->code == OP_WAKE;
    }
    return any_due || is_woken;
}

uint64_t orr__sim_allowed_until(orr__sim_world *sim, const sim_list *list,
                                bool (*skip)(orr__sim_world *, orr__op *))
{
    uint64_t first_ns = ORR__FOREVER;
    bool any = false;

    for (orr__op *op = list->first; op != NULL; op = op->next) {
        const uint64_t until_ns = op_allowed_until(sim, op);

        if (skip != NULL && skip(sim, op))
            continue;
        any = true;
        if (until_ns < first_ns)
            first_ns = until_ns;
    }
    if (any && first_ns > sim->now_ns &&
        first_ns - sim->now_ns > sim->delays_left_ns)
        first_ns = sim->now_ns + sim->delays_left_ns;
    return first_ns;
}

bool orr__sim_saves_time(const orr__sim_world *sim)
{
    return sim->delays_left_ns != ORR__FOREVER;
}

void orr__sim_charge(orr__sim_world *sim, uint64_t ns)
{
    if (orr__sim_saves_time(sim))
        sim->delays_left_ns -=
            ns < sim->delays_left_ns ? ns : sim->delays_left_ns;
}

orr__op *orr__sim_pick(orr__sim_world *sim, orr_choice_kind kind,
                       const sim_list *list, bool may_defer,
                       bool (*skip)(orr__sim_world *, orr__op *))
{
    orr__op *ops[SIM_WINDOW];
    orr_option options[SIM_WINDOW + 1];
    uint32_t n;
    uint32_t k;

    if (!orr__sim_asks(sim)) {
        orr__op *op = list->first;

        while (op != NULL && skip != NULL && skip(sim, op))
            op = op->next;
        return op;
    }
    if (choose_offer(sim, list, skip, ops, &n))
        may_defer = false;
    if (n == 0)
        return NULL;
    for (uint32_t i = 0; i < n; i++)
        options[i] =
            (orr_option){ ops[i]->record_id, 0, orr__code_name(ops[i]->code) };
    options[n] = (orr_option){ 0, 0, "none" };
    k = orr__sim_choose(sim, kind, n + (may_defer ? 1 : 0), options);
    if (k < n)
        return ops[k];
    for (uint32_t i = 0; i < n; i++)
        ops[i]->count++;
    return NULL;
}

/* ---- How much ---------------------------------------------------------- */

size_t orr__sim_amount(orr__sim_world *sim, orr_choice_kind kind,
                       const orr__op *op, size_t max)
{
    const char *what = orr__code_name(op->code);
    const orr_option options[] = {
        { op->record_id, (int64_t)max, what },
        { op->record_id, (int64_t)(max / 2), what },
        { op->record_id, 1, what },
    };

    if (max < 2 || !sim->given->network)
        return max;
    /* Half of two or three is one: no option is there twice. */
    return (size_t)options[orr__sim_choose(sim, kind, max < 4 ? 2 : 3, options)]
        .value;
}

/* ---- Faults ------------------------------------------------------------ */

/* What an operation can meet through no fault of the program. */
static const int faults[OP_CODES][3] = {
    [OP_SOCKET] = { EMFILE, ENFILE },
    [OP_SOCKETPAIR] = { EMFILE, ENFILE },
    [OP_PIPE] = { EMFILE, ENFILE },
    [OP_BIND] = { EADDRINUSE, EACCES },
    [OP_LISTEN] = { EADDRINUSE },
    [OP_CONNECT] = { ECONNREFUSED, ETIMEDOUT, ECONNRESET },
    [OP_ACCEPT] = { EMFILE },
    [OP_RECV] = { ECONNRESET, ETIMEDOUT },
    [OP_SEND] = { ECONNRESET, EPIPE },
    [OP_SENDTO] = { ENOBUFS, EPERM },
    [OP_WATCH] = { ENOSPC },
    [OP_ADDRINFO] = { -ORR_EAI_AGAIN, -ORR_EAI_FAIL },
    [OP_NAMEINFO] = { -ORR_EAI_AGAIN, -ORR_EAI_FAIL },
    [OP_OPEN] = { EMFILE, EACCES, EIO },
    [OP_OPENDIR] = { EMFILE, EACCES, EIO },
    [OP_READ_FILE] = { EMFILE, EACCES, EIO },
    [OP_SCANDIR] = { EMFILE, EACCES, EIO },
    [OP_READ] = { EIO },
    [OP_READDIR] = { EIO },
    [OP_WRITE] = { ENOSPC, EIO },
    [OP_TRUNCATE] = { ENOSPC, EIO },
    [OP_FTRUNCATE] = { ENOSPC, EIO },
    [OP_FSYNC] = { ENOSPC, EIO },
    [OP_FDATASYNC] = { ENOSPC, EIO },
    [OP_COPYFILE] = { ENOSPC, EIO },
    [OP_SENDFILE] = { ENOSPC, EIO },
    [OP_STAT] = { EACCES, EIO },
    [OP_LSTAT] = { EACCES, EIO },
    [OP_STATFS] = { EACCES, EIO },
    [OP_ACCESS] = { EACCES, EIO },
    [OP_READLINK] = { EACCES, EIO },
    [OP_REALPATH] = { EACCES, EIO },
    [OP_CHMOD] = { EACCES, EROFS },
    [OP_CHOWN] = { EACCES, EROFS },
    [OP_LCHOWN] = { EACCES, EROFS },
    [OP_UTIMES] = { EACCES, EROFS },
    [OP_LUTIMES] = { EACCES, EROFS },
    [OP_MKDIR] = { ENOSPC, EACCES },
    [OP_MKDTEMP] = { ENOSPC, EACCES },
    [OP_MKSTEMP] = { ENOSPC, EACCES },
    [OP_LINK] = { ENOSPC, EACCES },
    [OP_SYMLINK] = { ENOSPC, EACCES },
    [OP_RMDIR] = { EBUSY, EACCES },
    [OP_UNLINK] = { EBUSY, EACCES },
    [OP_RENAME] = { EBUSY, EACCES },
};

int orr__sim_fault(orr__sim_world *sim, const orr__op *op)
{
    const int *errors = faults[op->code];
    const char *what = orr__code_name(op->code);
    orr_option options[4] = { { op->record_id, 0, what } };
    uint32_t n = 1;

    if (!orr__sim_asks(sim) || !sim->given->faults)
        return 0;
    for (; n < 4 && errors[n - 1] != 0; n++)
        options[n] = (orr_option){ op->record_id, -errors[n - 1], what };
    return (int)options[orr__sim_choose(sim, ORR_CHOOSE_FAULT, n, options)]
        .value;
}

/* ---- Time -------------------------------------------------------------- */

/*
 * A read of the clock takes a moment, so that two reads in a row differ. That
 * is little enough for a million of them to take no longer than on a machine.
 * Yet a program that spins until the clock has moved, or turns the loop until a
 * timer is due and never lets it sleep, is not to go on for that long. So after
 * very many reads in a row, or waits without sleep, more time begins to pass
 * with each.
 */
#define READ_NS 50
#define READS_FREE 100000
#define LOOKS_FREE 1000
#define STEP_NS 10000

/* The number of reads after a wait for which CLOCK is chosen. A callback that
 * makes a thousand timers, and reads the clock for each, must not take
 * seconds. */
#define READS_ASKED 64

/* How many timers ahead the clock may pass. */
#define STALL_TIMERS 3

static uint64_t stall_limit_ns(const orr__sim_world *sim)
{
    return sim->max_delay_ns < sim->delays_left_ns ? sim->max_delay_ns
                                                   : sim->delays_left_ns;
}

/* What may pass before this read, in milliseconds: nothing, one, and up to each
 * of the next timers. */
static uint32_t offer_stalls(sim_queue *q, orr_option *options)
{
    const orr__sim_world *sim = q->sim;
    const uint64_t now_ms = sim->now_ns / NS_PER_MS;
    const uint64_t limit_ms = stall_limit_ns(sim) / NS_PER_MS;
    uint64_t due_ms[STALL_TIMERS];
    uint64_t last_ms = 1;
    uint32_t n = 0;
    uint32_t timers = 0;

    options[n++] = (orr_option){ 0, 0, "clock" };
    if (limit_ms >= 1)
        options[n++] = (orr_option){ 0, 1, "clock" };
    if (q->base.expiries != NULL)
        timers = q->base.expiries(q->base.expiries_ctx, due_ms, STALL_TIMERS);
    for (uint32_t i = 0; i < timers; i++) {
        if (due_ms[i] <= now_ms + last_ms || due_ms[i] - now_ms > limit_ms)
            continue;
        last_ms = due_ms[i] - now_ms;
        options[n++] = (orr_option){ 0, (int64_t)last_ms, "clock" };
    }
    return n;
}

static void choose_stall(sim_queue *q)
{
    orr__sim_world *sim = q->sim;
    orr_option options[2 + STALL_TIMERS];
    const uint32_t n = offer_stalls(q, options);
    const uint32_t k = orr__sim_choose(sim, ORR_CHOOSE_CLOCK, n, options);
    const uint64_t ns = (uint64_t)options[k].value * NS_PER_MS;

    sim->now_ns += ns;
    orr__sim_charge(sim, ns);
}

void orr__sim_pass_time(sim_queue *q)
{
    orr__sim_world *sim = q->sim;

    if (orr__sim_asks(sim) && sim->reads < READS_ASKED)
        choose_stall(q);
    sim->now_ns += READ_NS;
    if (sim->reads < READS_FREE)
        sim->reads++;
    else
        sim->now_ns += STEP_NS;
}

void orr__sim_pass_look(orr__sim_world *sim)
{
    if (sim->looks < LOOKS_FREE)
        sim->looks++;
    else
        sim->now_ns += STEP_NS;
}

/* ---- Chance ------------------------------------------------------------ */

void orr__sim_random(orr__sim_world *sim, void *out, size_t len)
{
    char *p = out;

    while (len > 0) {
        const uint64_t bits = orr__random_next(&sim->chance);
        const size_t n = len < sizeof bits ? len : sizeof bits;

        /* Little end first on every machine. */
        for (size_t i = 0; i < n; i++)
            p[i] = (char)(bits >> (8 * i));
        p += n;
        len -= n;
    }
}
