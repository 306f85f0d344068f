/*
 * sim_core.h - the state of the simulator's core, for sim.c, sim_pool.c,
 * sim_choose.c and sim_host.c. Files and network use the functions of sim.h.
 *
 * Where an operation is, between submit() and its last event:
 *
 *      pool:    QUEUED -> RUNNING -> DONE, in the ready list -> reported
 *      network: ATTACHED to a socket; in the ready list too while there is
 *               something to report
 *      wake, signal, watch: LISTED with their sources
 *      any:     OVER, and given back by finish()
 *
 * The ready list is the batch: it grows only inside wait(), so nothing that is
 * submitted, and nothing that gets ready, while a batch is read joins it; the
 * one exception is the wake-up, see wake_with_pool(). What was put off stays in
 * the list for the next wait(). What was given back by finish() is reported
 * before that list, and nobody is asked.
 */
#ifndef ORRERY_SIM_CORE_H
#define ORRERY_SIM_CORE_H

#include <stdatomic.h>

#include "poll/sim.h"

/* op->state */
enum {
    SIM_IDLE,
    SIM_QUEUED,
    SIM_RUNNING,
    SIM_DONE,
    SIM_ATTACHED,
    SIM_LISTED,
    SIM_OVER,
};

/* op->where */
enum {
    SIM_IN_READY = 1, /* op->next and op->prev are the ready list's */
    SIM_GONE = 2,     /* its descriptor was closed under it */
};

/* How often one operation may be put off before it has to be next. Whoever
 * always answers "none of them" would otherwise stop a program that turns the
 * loop until a file is there. */
#define SIM_PUT_OFF_MAX 256

/* At most so many operations are offered in one question. */
#define SIM_WINDOW 64

typedef struct sim_list {
    orr__op *first, *last;
} sim_list;

void orr__sim_list_add(sim_list *list, orr__op *op);
void orr__sim_list_remove(sim_list *list, orr__op *op);

/* The queue in front of the pool's slots, and the slots. */
typedef struct sim_pool {
    sim_list queue;
    sim_list running;
    uint32_t size;
    uint32_t busy;
    uint32_t busy_slow;
} sim_pool;

/* Who is owed which signal, in the order in which they were raised. */
typedef struct sim_signals {
    sim_list ops;
    orr__op **owed;
    uint32_t first, end, room;
    uint32_t batch_end; /* what is beyond was raised during this batch */
} sim_signals;

/* Standard input, whole. */
typedef struct sim_input {
    char *data;
    size_t len, at;
    bool taken;
} sim_input;

struct orr__simulator {
    orr__poll base;
    const orr_allocator *allocator;
    const orr_world *world;
    orr__sim_fs *fs;
    orr__sim_net *net;
    orr__sim_host *host;

    uint64_t now_ns;
    uint64_t idle_ns;
    uint32_t reads; /* of the clock, since the last wait */
    uint32_t looks; /* waits, since one has slept */
    uint64_t chance;

    orr__sim_desc **descs;
    uint32_t ndescs;      /* room in the table */
    uint32_t lowest_free; /* none below it is */
    orr__sim_desc *all_descs;
    bool std_closed[3];
    sim_input input;

    uint64_t batch; /* number of the wait; op->slot: in which it was given */
    sim_list over, over_now; /* given back; those of this batch */
    sim_list ready;
    orr__op *picked; /* by wait(), for the first next() */
    bool batch_over;
    bool pooled; /* the last event was of what the pool does */
    bool woke;   /* a wake-up was reported in the batch */
    sim_pool pool;
    sim_signals signals;
    orr__op *wake_op;
    atomic_bool woken;
    orr__op watch_source;   /* stands for all watches in the ready list */
    orr__event watch_event; /* one that came too early; op NULL: none */
};

/* Put it at the end of the ready list, unless it is there. */
void orr__sim_ready(orr__simulator *sim, orr__op *op);

/* ---- sim_choose.c ------------------------------------------------------ */

/*
 * Ask which of the operations in `list` is next, oldest first; NULL: none of
 * them now, which is only possible with may_defer. `skip` may be NULL; those
 * for which it is true are not offered.
 */
orr__op *orr__sim_pick(orr__simulator *sim, orr_choice_kind kind,
                       const sim_list *list, bool may_defer,
                       bool (*skip)(orr__simulator *, orr__op *));
/* Let time pass, if somebody says so, before the clock is read. */
void orr__sim_pass_time(orr__simulator *sim);
/* The same for a wait, which costs something only if very many went before. */
void orr__sim_pass_look(orr__simulator *sim);

/* ---- sim_pool.c -------------------------------------------------------- */

void orr__sim_pool_submit(orr__simulator *sim, orr__op *op);
int orr__sim_pool_cancel(orr__simulator *sim, orr__op *op);
/* Let what is in the slots take effect, and what follows it. */
void orr__sim_pool_run(orr__simulator *sim, bool may_defer);
/* Do a pool operation here and now, after asking whether it fails. */
int64_t orr__sim_effect(orr__simulator *sim, orr__op *op);

/* ---- sim_signal.c ------------------------------------------------------ */

int orr__sim_signal_add(orr__simulator *sim, orr__op *op);
void orr__sim_signal_remove(orr__simulator *sim, orr__op *op);
int orr__sim_kill(orr__simulator *sim, int64_t pid, int64_t signum);
bool orr__sim_signal_next(orr__simulator *sim, orr__event *ev);

/* ---- sim_input.c ------------------------------------------------------- */

/* OP_READ of descriptor 0. */
int64_t orr__sim_input_read(orr__simulator *sim, const orr__op *op);
void orr__sim_input_close(orr__simulator *sim);

/* ---- sim_dns.c --------------------------------------------------------- */

int64_t orr__sim_dns(orr__simulator *sim, orr__op *op);

/* ---- sim_host.c -------------------------------------------------------- */

#define SIM_PID 4242
#define SIM_UID 1000
#define SIM_HOSTNAME "orrery"

int orr__sim_host_open(orr__sim_host **out, orr__simulator *sim);
void orr__sim_host_close(orr__sim_host *host);
int orr__sim_ask(orr__simulator *sim, orr__ask *ask);

#endif
