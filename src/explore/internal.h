/* internal.h - what the files of this room share. */
#ifndef ORRERY_EXPLORE_INTERNAL_H
#define ORRERY_EXPLORE_INTERNAL_H

#include "explore/explore.h"

#include "base/base.h"

/* What an order says about one thing. */
typedef enum deviation_kind {
    HOLD_EFFECT, /* `who` takes effect, or is reported, after `until` */
    HOLD_REPORT, /* `who` takes effect as usual, and is posted after `until` */
    STALL        /* the clock moves on `ms` at read `read` after `who` began */
} deviation_kind;

typedef struct deviation {
    deviation_kind kind;
    char *who;
    char *until; /* NULL: until nothing else can run */
    uint32_t read;
    uint64_t ms;
    bool is_used;
    bool is_released;
    bool is_met; /* `until` has come */
} deviation;

/* Ways of answering that draw or replay: chance.c. */
typedef enum strategy { BY_NAME, WALK, POS, PCT, RAW } strategy;

typedef struct order {
    strategy by;
    deviation *list;
    uint32_t count;
    uint64_t seed;
    uint32_t from;     /* questions before this one have the usual answer */
    uint32_t depth;    /* of PCT */
    uint32_t *answers; /* of RAW */
    uint32_t answer_count;
} order;

#define NO_DEVIATION UINT32_MAX

/* A thing that was scheduled, by its id. */
typedef struct thing {
    const char *name;   /* "open@a.js:3#1", interned; NULL: not named */
    const char *place;  /* interned, or NULL */
    uint64_t name_hash; /* of `name` */
    bool has_own_place; /* not that of what led to it */
    uint64_t origin;    /* the named thing whose callback led to it, or 0 */
    uint64_t identity;  /* names.c; 0: not named */
    uint32_t delivered; /* events that were reported */
    uint32_t begun;     /* callbacks that began */
    bool has_effect;    /* it is an operation of the pool, and was done */
    uint64_t priority;  /* chance.c; 0: not drawn */
} thing;

/* A text of the table: a place, a name without its number, or with it. */
typedef struct counted {
    char *text;
    uint32_t made;   /* things with this name, but for the number */
    uint32_t lowest; /* numbers below are given */
    bool is_given;   /* this is the name of a thing, number and all */
} counted;

/* How often a key came, or what it stands for. */
typedef struct tally_entry {
    uint64_t key; /* 0: free */
    uint32_t value;
} tally_entry;

typedef struct tally {
    tally_entry *list;
    uint32_t count, capacity;
} tally;

/* The ids of a loop have its number in front: each has an array of its own. */
#define ID_BITS 40
#define LOOPS_MAX 64
#define THREAD_LOOP (LOOPS_MAX - 1) /* its "ids" are numbers of threads */

typedef struct thing_list {
    thing *list;
    uint32_t count;
} thing_list;

struct explore {
    explore_log *log;
    order order;
    thing_list things[LOOPS_MAX];
    uint32_t thread_count; /* that were started */
    counted *names; /* a hash table: places and names without their numbers */
    uint32_t name_count, name_capacity;
    tally siblings;             /* things by what led to them, step and line */
    const explore_usual *usual; /* NULL: this is the usual run, or not known */

    bool is_asking;  /* the program has begun */
    uint64_t now_ms; /* as far as events have told */
    uint64_t last;   /* the named thing whose callback began last, or 0 */
    uint64_t sequence;
    uint32_t reads; /* of the clock, since it began */
    uint32_t asked; /* questions so far */
    uint64_t chance;
    uint32_t busy_of_16;
    uint32_t changes[8]; /* of PCT: at these questions a priority drops */
    uint32_t change_count;
    uint64_t lowest;
};

/* order.c */
int explore__order_read(order *o, const char *text, size_t *bad);
void explore__order_free(order *o);

/* names.c */
uint64_t explore__mix(uint64_t h);
thing *explore__thing(explore *x, uint64_t id);
/* The id of a thread as a thing, by its number. */
uint64_t explore__thread_id(uint64_t number);
/* "open@a.js:3#1.2": the m-th event of a thing; m 1 has no suffix. */
bool explore__is_event(const char *name, const thing *t, uint32_t m);
void explore__names_free(explore *x);

/* tally.c: the value of a key, 0 at first; NULL: there is no memory. */
uint32_t *explore__tally_at(tally *t, uint64_t key);
/* NULL: there is no such key. */
const uint32_t *explore__tally_find(const tally *t, uint64_t key);
void explore__tally_free(tally *t);

/* usual.c: the number of the thing in the usual run; 0: it is not there. */
uint32_t explore__usual_number(const explore_usual *u, uint64_t identity);

/* choose.c: does the order pass this one over at such a question? */
bool explore__is_held(explore *x, orr_choice_kind kind, uint64_t id);

/* log.c */
void explore__log(explore *x, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* chance.c */
void explore__chance_begin(explore *x);
uint32_t explore__chance(explore *x, orr_choice_kind kind, uint32_t n,
                         const orr_option *options);

#endif
