/*
 * sim_choose.c - the questions that the simulator asks, and chance.
 *
 * Whatever may come out one way or the other in the real world is put to
 * world.choose as a list of options. Option 0 is what a quiet machine does:
 * operations in the order of their submission, all bytes at once, no error, no
 * time passing but in sleep. Without world.choose that is what happens, and
 * nothing is prepared in vain.
 *
 * Every list of options is made in an order that follows from the program
 * alone, so that the same answers to the same program give the same run.
 */
#include "poll/sim_core.h"

#include <errno.h>
#include <string.h>

bool orr__sim_asks(const orr__simulator *sim)
{
    return sim->world->choose != NULL;
}

uint32_t orr__sim_choose(orr__simulator *sim, orr_choice_kind kind, uint32_t n,
                         const orr_option *options)
{
    uint32_t k;

    if (!orr__sim_asks(sim) || n < 2)
        return 0;
    k = sim->world->choose(sim->world->ctx, kind, n, options);
    must(k < n, "world.choose answers with one of the options");
    return k;
}

/* ---- Which operation is next ------------------------------------------ */

/* Those that are offered; true if one of them can't be put off any more. */
static bool offer(orr__simulator *sim, const sim_list *list,
                  bool (*skip)(orr__simulator *, orr__op *), orr__op **ops,
                  uint32_t *n)
{
    bool tired = false;

    *n = 0;
    for (orr__op *op = list->first; op != NULL && *n < SIM_WINDOW;
         op = op->next) {
        if (skip != NULL && skip(sim, op))
            continue;
        ops[(*n)++] = op;
        /* What we sent to ourselves is there, whatever the others do. */
        tired |= op->count >= SIM_PUT_OFF_MAX || op->code == OP_WAKE;
    }
    return tired;
}

orr__op *orr__sim_pick(orr__simulator *sim, orr_choice_kind kind,
                       const sim_list *list, bool may_defer,
                       bool (*skip)(orr__simulator *, orr__op *))
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
        options[i] = (orr_option){ ops[i]->record_id, 0,
                                   orr__code_name(ops[i]->code) };
    options[n] = (orr_option){ 0, 0, "none" };
    k = orr__sim_choose(sim, kind, n + (may_defer ? 1 : 0), options);
    if (k < n)
        return ops[k];
    for (uint32_t i = 0; i < n; i++)
        ops[i]->count++;
    return NULL;
}

/* ---- How much ---------------------------------------------------------- */

size_t orr__sim_amount(orr__simulator *sim, orr_choice_kind kind,
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
    return (size_t)options[orr__sim_choose(sim, kind, most < 4 ? 2 : 3,
                                           options)].value;
}

/* ---- Faults ------------------------------------------------------------ */

/* What an operation can meet through no fault of the program. */
static const int *faults_of(uint8_t code)
{
    static const int none[] = { 0 };
    static const int descriptor[] = { EMFILE, ENFILE, 0 };
    static const int bind[] = { EADDRINUSE, EACCES, 0 };
    static const int listen[] = { EADDRINUSE, 0 };
    static const int connect[] = { ECONNREFUSED, ETIMEDOUT, ECONNRESET, 0 };
    static const int accept[] = { EMFILE, 0 };
    static const int receive[] = { ECONNRESET, ETIMEDOUT, 0 };
    static const int send[] = { ECONNRESET, EPIPE, 0 };
    static const int send_to[] = { ENOBUFS, EPERM, 0 };
    static const int resolve[] = { -ORR_EAI_AGAIN, -ORR_EAI_FAIL, 0 };
    static const int open[] = { EMFILE, EACCES, EIO, 0 };
    static const int read[] = { EIO, 0 };
    static const int write[] = { ENOSPC, EIO, 0 };
    static const int look[] = { EACCES, EIO, 0 };
    static const int make[] = { ENOSPC, EACCES, 0 };
    static const int remove[] = { EBUSY, EACCES, 0 };
    static const int watch[] = { ENOSPC, 0 };

    switch (code) {
    case OP_SOCKET: case OP_SOCKETPAIR: case OP_PIPE:
        return descriptor;
    case OP_BIND:
        return bind;
    case OP_LISTEN:
        return listen;
    case OP_CONNECT:
        return connect;
    case OP_ACCEPT:
        return accept;
    case OP_RECV:
        return receive;
    case OP_SEND:
        return send;
    case OP_SENDTO:
        return send_to;
    case OP_WATCH:
        return watch;
    case OP_ADDRINFO: case OP_NAMEINFO:
        return resolve;
    case OP_OPEN: case OP_OPENDIR: case OP_READ_FILE: case OP_SCANDIR:
        return open;
    case OP_READ: case OP_READDIR:
        return read;
    case OP_WRITE: case OP_TRUNCATE: case OP_FTRUNCATE: case OP_FSYNC:
    case OP_FDATASYNC: case OP_COPYFILE: case OP_SENDFILE:
        return write;
    case OP_STAT: case OP_LSTAT: case OP_STATFS: case OP_ACCESS:
    case OP_READLINK: case OP_REALPATH: case OP_CHMOD: case OP_CHOWN:
    case OP_LCHOWN: case OP_UTIMES: case OP_LUTIMES:
        return look;
    case OP_MKDIR: case OP_MKDTEMP: case OP_MKSTEMP: case OP_LINK:
    case OP_SYMLINK:
        return make;
    case OP_RMDIR: case OP_UNLINK: case OP_RENAME:
        return remove;
    default:
        return none;
    }
}

int orr__sim_fault(orr__simulator *sim, const orr__op *op)
{
    const int *errors = faults_of(op->code);
    const char *what = orr__code_name(op->code);
    orr_option options[5] = { { op->record_id, 0, what } };
    uint32_t n = 1;

    if (!orr__sim_asks(sim))
        return 0;
    for (; errors[n - 1] != 0; n++)
        options[n] = (orr_option){ op->record_id, -errors[n - 1], what };
    return (int)options[orr__sim_choose(sim, ORR_CHOOSE_FAULT, n,
                                        options)].value;
}

/* ---- Time -------------------------------------------------------------- */

/*
 * A program that turns in a circle until the clock has moved, or turns the loop
 * until a timer is due and never lets it sleep, would go on for ever. So after
 * very many reads in a row, or waits without sleep, time begins to pass, a
 * little with each.
 */
#define READS_FREE 100000
#define LOOKS_FREE 1000
#define STEP_NS 10000

void orr__sim_pass_time(orr__simulator *sim)
{
    static const orr_option options[] = {
        { 0, 0, "clock" }, { 0, 1, "clock" }, { 0, 2, "clock" },
        { 0, 10, "clock" },
    };
    const uint32_t k = orr__sim_choose(sim, ORR_CHOOSE_CLOCK,
                                       sizeof options / sizeof options[0],
                                       options);

    sim->now_ns += (uint64_t)options[k].value * 1000000;
    if (sim->reads < READS_FREE)
        sim->reads++;
    else
        sim->now_ns += STEP_NS;
}

void orr__sim_pass_look(orr__simulator *sim)
{
    if (sim->looks < LOOKS_FREE)
        sim->looks++;
    else
        sim->now_ns += STEP_NS;
}

/* ---- Chance ------------------------------------------------------------ */

void orr__sim_random(orr__simulator *sim, void *out, size_t len)
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
