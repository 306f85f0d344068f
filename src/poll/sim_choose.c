/*
 * sim_choose.c - the questions that the simulator asks, and chance.
 *
 * Everything that may differ in the real world is passed to world.choose as a
 * list of options. Option 0 is what an idle machine does: operations in the
 * order of their submission, all bytes at once, no error, no time passing but
 * in sleep. Without world.choose that is what happens, and no list is prepared.
 *
 * Every list of options is made in an order that follows from the program
 * alone, so that the same answers to the same program give the same run.
 */
#include "poll/sim_core.h"

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

/* Those that are offered; true if one of them can't be put off any more. */
static bool offer(orr__sim_world *sim, const sim_list *list,
                  bool (*skip)(orr__sim_world *, orr__op *), orr__op **ops,
                  uint32_t *n)
{
    bool tired = false;

    *n = 0;
    for (orr__op *op = list->first; op != NULL && *n < SIM_WINDOW;
         op = op->next) {
        if (skip != NULL && skip(sim, op))
            continue;
        ops[(*n)++] = op;
        /* A wake-up of the own process cannot be put off. */
        tired |= op->count >= SIM_PUT_OFF_MAX || op->code == OP_WAKE;
    }
    return tired;
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
    if (offer(sim, list, skip, ops, &n))
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
                       const orr__op *op, size_t most)
{
    const char *what = orr__code_name(op->code);
    const orr_option options[] = {
        { op->record_id, (int64_t)most, what },
        { op->record_id, (int64_t)(most / 2), what },
        { op->record_id, 1, what },
    };

    if (most < 2)
        return most;
    /* Half of two or three is one: no option is there twice. */
    return (size_t)
        options[orr__sim_choose(sim, kind, most < 4 ? 2 : 3, options)]
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

    if (!orr__sim_asks(sim))
        return 0;
    for (; n < 4 && errors[n - 1] != 0; n++)
        options[n] = (orr_option){ op->record_id, -errors[n - 1], what };
    return (int)options[orr__sim_choose(sim, ORR_CHOOSE_FAULT, n, options)]
        .value;
}

/* ---- Time -------------------------------------------------------------- */

/*
 * A program that spins until the clock has moved, or turns the loop until a
 * timer is due and never lets it sleep, would go on forever. So after very many
 * reads in a row, or waits without sleep, time begins to pass, a little with
 * each.
 */
#define READS_FREE 100000
#define LOOKS_FREE 1000
#define STEP_NS 10000

/* The number of reads after a wait for which CLOCK is chosen. A callback that
 * makes a thousand timers, and reads the clock for each, must not take
 * seconds. */
#define READS_ASKED 64

void orr__sim_pass_time(orr__sim_world *sim)
{
    static const orr_option options[] = {
        { 0, 0, "clock" },
        { 0, 1, "clock" },
        { 0, 2, "clock" },
        { 0, 10, "clock" },
    };
    uint32_t k = 0;

    if (sim->reads < READS_ASKED)
        k = orr__sim_choose(sim, ORR_CHOOSE_CLOCK,
                            sizeof options / sizeof options[0], options);
    sim->now_ns += (uint64_t)options[k].value * NS_PER_MS;
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
