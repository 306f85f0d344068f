/*
 * explore.h - a runtime whose run follows an order and is recorded.
 *
 *      loop, engine --events--> listener --names, places--> src/explore
 *      simulator --questions--> bind_choose() ------------> src/explore
 *
 * While exploring the listener here is first, and passes events on to a trace
 * if there is one.
 */
#ifndef ORRERY_BIND_EXPLORE_H
#define ORRERY_BIND_EXPLORE_H

#include "bind/runtime.h"
#include "explore/explore.h"
#include "orrery.h"
#include "trace/event.h"

/* A place in the program. */
typedef struct bind_place {
    const char *text;  /* "file:line"; NULL: not asked for yet */
    bool is_described; /* the log has what is touched there */
    bool has_words;    /* and the program's own words for it */
} bind_place;

/* In struct runtime; zeroed at first. */
typedef struct bind_explore {
    explore *run;         /* NULL: nothing is explored */
    uint64_t now_ms;      /* the loop's clock as it was last read */
    bool footprints;      /* what callbacks read and write is recorded */
    bool in_loop;         /* after the main script, before 'exit' */
    bool lost_footprints; /* there were more than could be written down */
    uint64_t running;     /* the named thing whose callback runs, or ran last */
    uint32_t worker;      /* of a worker: its thread id; else 0 */
    bool is_shared;       /* `run` is the parent's */
    char *cwd;            /* places are relative to it */
    bind_place *places;   /* by site */
    uint32_t place_count;
} bind_explore;

/* What a seed has drawn; choose.c. */
typedef struct bind_chance {
    uint64_t state;
    uint32_t busy_of_16, manner, put_off_of_64, shuffled_of_16;
    uint64_t slow_salt;
} bind_chance;

/* Set the functions that answer the simulator's questions. */
void bind_choose_open(struct runtime *r, orr_world *world);
uint32_t bind_choose(void *ctx, orr_choice_kind kind, uint32_t n,
                     const orr_option *options);

bool bind_explore_is_on(const struct runtime *r);

/* Before the loop is opened; 0 or -ENOMEM, -EINVAL for a bad order. */
int bind_explore_open(struct runtime *r);
void bind_explore_close(struct runtime *r);

/* The program begins now, or enters its loop: where a process may be forked
 * for another order. */
void bind_explore_at_start(struct runtime *r);
void bind_explore_at_loop(struct runtime *r);
/* Before each question that the simulator asks. */
void bind_explore_at_question(struct runtime *r);
/* A thread of its own begins soon, for a worker that is made here. */
uint64_t bind_explore_thread(struct runtime *r);
/* The program is over, with r->exit_code. */
void bind_explore_end(struct runtime *r, bool by_itself);
/* "file:line" of a site, or NULL: it is nowhere in the program. */
const char *bind_explore_place(struct runtime *r, uintptr_t site);

/* Record what was read and written until now; `next` begins. */
void bind_explore_take_footprints(struct runtime *r, uint64_t next);

/* The listeners. */
void bind_explore_event(void *ctx, const orr_event *event);
void bind_explore_engine_event(void *ctx, const orr_event *event);
void bind_explore_effect(void *ctx, uint64_t id, const char *what);
void bind_explore_post(void *ctx, uint64_t id, uint64_t now_ns);
void bind_explore_touch(void *ctx, uint64_t id, const char *path, bool writes);

#endif
