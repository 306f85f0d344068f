/*
 * core.h - the state of the simulator's core: the world that loops share,
 * and the queue of one loop. Files and network use the functions of sim.h.
 *
 * Where an operation is, between submit() and its last event:
 *
 *      pool:    QUEUED -> RUNNING -> EFFECTED -> POSTED, in the posted list of
 *               its loop -> in the results of a batch -> reported
 *      network: ATTACHED to a socket; in the ready list too while there is
 *               something to report
 *      wake, signal, watch: LISTED with their sources
 *      any:     OVER, and given back by finish()
 *
 * The ready list is the batch: it grows only inside wait(), so nothing that is
 * submitted, and nothing that gets ready, while a batch is read joins it. What
 * was put off stays in the list for the next wait(). What was given back by
 * finish() is reported before that list, without a choice.
 *
 * The results of the pool are one member of the ready list (pool_source), since
 * they come through one descriptor: once it is chosen, all that were posted
 * before this batch are reported, in the order of posting. What is posted later
 * is in the posted list until the next wait().
 */
#ifndef ORRERY_SIM_CORE_H
#define ORRERY_SIM_CORE_H

#include <stdatomic.h>

#include "poll/sim/sim.h"

/* op->state */
enum {
    SIM_IDLE,
    SIM_QUEUED,
    SIM_RUNNING,
    SIM_EFFECTED,
    SIM_POSTED,
    SIM_ATTACHED,
    SIM_LISTED,
    SIM_OVER,
};

/* op->where */
enum {
    SIM_IN_READY = 1, /* op->next and op->prev are the ready list's */
    SIM_GONE = 2,     /* its descriptor was closed under it */
};

/* How often one operation may be put off before it has to be next. If choose
 * always answered "none of them", a program that turns the loop until a file
 * exists would never end. */
#define SIM_PUT_OFF_MAX 256

/* At most so many operations are offered in one question. */
#define SIM_WINDOW 64

typedef struct sim_list {
    orr__op *first, *last;
} sim_list;

void orr__sim_list_add(sim_list *list, orr__op *op);
void orr__sim_list_remove(sim_list *list, orr__op *op);

/* The queue in front of the pool's slots, and what is in the slots: not yet and
 * already in effect. */
typedef struct sim_pool {
    sim_list queue;
    sim_list running, effected;
    uint32_t size; /* 0: not decided yet */
    uint32_t busy;
    uint32_t busy_slow;
} sim_pool;

/* Signals to be delivered, and to which operation, in the order of raising. */
typedef struct sim_signals {
    orr__op **pending;
    uint32_t first, end, capacity;
    uint32_t batch_end; /* what is beyond was raised during this batch */
} sim_signals;

/* Standard input, whole. */
typedef struct sim_input {
    char *data;
    size_t len, at;
    bool taken;
} sim_input;

typedef struct sim_queue sim_queue;
typedef struct sim_child sim_child;

/* What the loops of a process share. */
struct orr__sim_world {
    orr_allocator allocator;
    const orr_world *given; /* orr_options.world of the first loop */
    sim_queue *queues;
    orr__sim_fs *fs;
    orr__sim_net *net;
    orr__sim_host *host;

    uint64_t now_ns;
    uint64_t max_delay_ns;   /* of one operation */
    uint64_t delays_left_ns; /* of all delays together */
    uint32_t reads; /* of the clock, since the last wait */
    uint32_t looks; /* waits, since one has slept */
    uint64_t chance;

    orr__sim_desc **descs;
    uint32_t ndescs;      /* capacity of the table */
    uint32_t lowest_free; /* none below it is */
    orr__sim_desc *all_descs;
    bool std_closed[3];
    uint64_t outputs; /* real writes */
    sim_input input;
    sim_pool pool;
    sim_list signal_ops;

    sim_child *children; /* oldest first */
    sim_list child_ops;  /* of those that have not run */
    uint32_t child_count; /* that there ever were */
    char *child_cache;    /* a file with results of children; or NULL */
};

/* What one loop has in it. */
struct sim_queue {
    orr__poll base;
    orr__sim_world *sim;
    orr_thread *thread;
    orr_thread *own; /* the same, if it was made for this queue; else NULL */
    sim_queue *next;     /* of the same world */
    orr__sim_rx *rx;
    uint64_t idle_ns;

    uint64_t batch; /* number of the wait; op->slot: in which it was given */
    sim_list over, over_now; /* given back; those of this batch */
    sim_list posted;  /* by the pool, since the last wait */
    sim_list results; /* by the pool, before this batch */
    orr__op pool_source; /* stands for the results in the ready list */
    bool results_come;   /* it was chosen: they are reported, one by one */
    sim_list ready;
    orr__op *picked; /* the next to be reported, if that is chosen already */
    bool batch_over;
    sim_signals signals;
    orr__op *wake_op;
    atomic_uint_fast64_t woken; /* by wake(): when, see sim_wake(); 0: not */
    orr__op watch_source;   /* stands for all watches in the ready list */
    orr__event watch_event; /* one that came too early; op NULL: none */
};

static inline sim_queue *orr__sim_queue_of(orr__poll *p)
{
    return orr__container(p, sim_queue, base);
}

/* Let operations of all loops take effect, and bytes move. May some of them be
 * put off? True if more would move if it were called again. */
bool orr__sim_move(orr__sim_world *sim, bool may_defer);
/* All that can be reported in this batch goes to the ready list. Is there
 * anything? */
bool orr__sim_collect(sim_queue *q);

/* Put it at the end of its queue's ready list, unless it is there. */
void orr__sim_ready(orr__op *op);
/* The pool has posted its result: it will be ready when its loop waits. */
void orr__sim_post(orr__op *op);

/* ---- sim/world.c ------------------------------------------------------- */

/* A world without loops. options->world outlives it. */
int orr__sim_world_open(orr__sim_world **out, const orr__poll_options *options);
void orr__sim_world_close(orr__sim_world *sim);

/* ---- sim/choose.c ------------------------------------------------------ */

/*
 * Ask which of the operations in `list` is next, oldest first; NULL: none of
 * them now, which is only possible with may_defer. Those that were put off for
 * as long as is allowed come first. `skip` may be NULL; those for which it is
 * true are not offered.
 */
orr__op *orr__sim_pick(orr__sim_world *sim, orr_choice_kind kind,
                       const sim_list *list, bool may_defer,
                       bool (*skip)(orr__sim_world *, orr__op *));
/* When the first of those in `list` may not be put off any longer, or
 * ORR__FOREVER; at once if all delays are used up. */
uint64_t orr__sim_allowed_until(orr__sim_world *sim, const sim_list *list,
                                bool (*skip)(orr__sim_world *, orr__op *));
/* Time has passed while something was put off. */
void orr__sim_charge(orr__sim_world *sim, uint64_t ns);
/* Is the time of all delays limited? Then none is spent but to reach a
 * deadline. */
bool orr__sim_saves_time(const orr__sim_world *sim);
/* Let time pass before the clock is read, if ORR_CHOOSE_CLOCK says so. */
void orr__sim_pass_time(sim_queue *q);
/* The same for a wait, which costs something only if very many went before. */
void orr__sim_pass_look(orr__sim_world *sim);

/* ---- sim/pool.c -------------------------------------------------------- */

void orr__sim_pool_submit(orr__sim_world *sim, orr__op *op);
int orr__sim_pool_cancel(orr__sim_world *sim, orr__op *op);
/* Operations of this loop, or with NULL of all, must not be touched any more;
 * with NULL not even to read their loop. The same holds for the other
 * *_forget() functions. */
void orr__sim_pool_forget(orr__sim_world *sim, const orr__poll *home);
/* Let what is in the slots take effect and be posted, and what follows it. */
void orr__sim_pool_run(orr__sim_world *sim, bool may_defer);
/* orr__poll_table.drain: those that outlive the program take effect, in order
 * and without a choice; one that would block forever does not. */
void orr__sim_pool_drain(orr__sim_world *sim);
/* Nothing else can go on: have one operation post its result or take effect, or
 * a child run. */
void orr__sim_pool_force(orr__sim_world *sim);
/* As orr__sim_allowed_until(), of what is in the slots, and of children. */
uint64_t orr__sim_pool_allowed_until(orr__sim_world *sim);
/* Do a pool operation here and now, after asking whether it fails. */
int64_t orr__sim_effect(orr__sim_world *sim, orr__op *op);

/* ---- sim/touch.c ------------------------------------------------------- */

/* Report to world.touch which paths this operation, that takes effect, is
 * about. */
void orr__sim_touch(orr__sim_world *sim, const orr__op *op);
/* The same of a call that is done at once. */
void orr__sim_touch_now(orr__sim_world *sim, const orr__op *op);

/* ---- sim/signal.c ------------------------------------------------------ */

int orr__sim_signal_add(sim_queue *q, orr__op *op);
void orr__sim_signal_remove(sim_queue *q, orr__op *op);
void orr__sim_signal_forget(orr__sim_world *sim, const orr__poll *home);
int orr__sim_kill(orr__sim_world *sim, int64_t pid, int64_t signum);
bool orr__sim_signal_next(sim_queue *q, orr__event *ev);

/* ---- sim/child.c ------------------------------------------------------- */

#define SIM_CHILD_PATH 4096
/* Of real time, for one child: of the program's, and of Orrery's own
 * (lib/internal/vitest/main.js, which reads all modules of a test file). */
#define SIM_CHILD_LIMIT_S 10
#define SIM_CHILD_OWN_LIMIT_S 120

/* The pid; -ENOSYS for one that cannot be run in one piece. */
int64_t orr__sim_spawn(orr__sim_world *sim, const orr__spawn *spec);
int orr__sim_child_submit(orr__sim_world *sim, orr__op *op);
void orr__sim_child_cancel(orr__sim_world *sim, orr__op *op);
void orr__sim_child_forget(orr__sim_world *sim, const orr__poll *home);
int orr__sim_child_kill(orr__sim_world *sim, int64_t pid, int64_t signum);
/* As the pool: let them run, the latest moment of the next, have one run. */
void orr__sim_child_run(orr__sim_world *sim, bool may_defer);
uint64_t orr__sim_child_allowed_until(orr__sim_world *sim);
bool orr__sim_child_force(orr__sim_world *sim);
/* Exits that can be reported are ready. */
void orr__sim_child_collect(sim_queue *q);
void orr__sim_child_deliver(orr__sim_world *sim, orr__op *op, orr__event *ev);
void orr__sim_children_close(orr__sim_world *sim);

/* ---- sim/input.c ------------------------------------------------------- */

/* OP_READ of descriptor 0. */
int64_t orr__sim_input_read(orr__sim_world *sim, const orr__op *op);
void orr__sim_input_close(orr__sim_world *sim);

/* ---- sim/dns.c --------------------------------------------------------- */

int64_t orr__sim_dns(orr__sim_world *sim, orr__op *op);

/* ---- sim/host.c -------------------------------------------------------- */

#define SIM_PID 4242
#define SIM_EXE_PATH "/usr/bin/orrery"
#define SIM_UID 1000
#define SIM_HOSTNAME "orrery"

int orr__sim_host_open(orr__sim_host **out, orr__sim_world *sim);
void orr__sim_host_close(orr__sim_host *host);
int orr__sim_ask(orr__sim_world *sim, orr__ask *ask);

#endif
