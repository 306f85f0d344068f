/*
 * footprints.h - what callbacks read and write: a part of engine.h, which
 * includes it.
 *
 *     engine_footprint_open()    before the program is compiled
 *     (a callback runs)
 *     engine_footprint_take()    what it has touched; the next one begins
 *
 * A callback may be one or many, with or without its ticks and microtasks: all
 * that runs between two calls of take() counts as one. What is made in between
 * is not recorded in the same callback: nobody else knows it yet.
 *
 * Recorded are instructions of the program, not those of lib/, and what
 * built-in functions do with the objects that the program calls them with, as
 * far as their names tell. Not recorded are changes that lib/ makes on its own,
 * but for the events that it emits, and `with`.
 */
#ifndef ORRERY_ENGINE_FOOTPRINTS_H
#define ORRERY_ENGINE_FOOTPRINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct engine engine;

/* What sort of thing it is; also the upper 8 bits of `thing`. */
typedef enum engine_thing {
    ENGINE_THING_VARIABLE = 1, /* that closures, modules or scripts share */
    ENGINE_THING_OBJECT,       /* properties of an object, elements of an array,
                                * variables of the global object */
    ENGINE_THING_ENTRIES,      /* of a Map, Set, WeakMap or WeakSet */
    ENGINE_THING_BYTES,        /* of an ArrayBuffer */
    ENGINE_THING_EVENTS,       /* the listeners of an emitter, by event */
    ENGINE_THING_PROMISE,      /* how it is settled: the first call counts */
    ENGINE_THING_STATE         /* of a stream, socket or server: its methods */
} engine_thing;

typedef struct engine_footprint {
    uint64_t thing; /* never given twice; another one in another run */
    uint64_t key;   /* a hash of the name; 0: all of the thing */
    uint64_t value; /* a hash of the primitive that was written last; 0: it was
                     * none, or is not known */
    const char *name; /* "total", "items", "[2]", "data"; "" if it has none */
    uintptr_t site;   /* the first access: engine_resolve_site(); 0: not in
                       * code of the program */
    uint8_t kind;     /* engine_thing */
    bool write;
} engine_footprint;

/* Two of the same thing are in conflict if one of them writes and the keys are
 * equal, or one key is 0. */
static inline bool engine_footprints_conflict(const engine_footprint *a,
                                              const engine_footprint *b)
{
    return a->thing == b->thing && (a->write || b->write) &&
           (a->key == b->key || a->key == 0 || b->key == 0);
}

typedef void engine_footprint_fn(void *arg, const engine_footprint *footprint);

/*
 * Record what code of the program reads and writes that is older than the
 * running callback: to be called before any of it is compiled. It stays on
 * until engine_destroy(); such code takes two to three times as long. Off, it
 * costs nothing.
 *
 * Errors: ENGINE_THREW without memory.
 */
int engine_footprint_open(engine *e);

/*
 * Call fn(arg, footprint) for each access since the last time, a read and a
 * write of the same thing once each, in the order of the first accesses; and
 * begin the next callback. fn NULL: forget them.
 *
 * Memory: names stay until engine_destroy(), the rest while fn runs.
 * Returns 0; 1 if there were more than are kept, or there was no memory: then
 * the callback may have touched anything.
 */
int engine_footprint_take(engine *e, engine_footprint_fn *fn, void *arg);

/*
 * What the program calls the thing at that place, such as "cart.items[id]".
 *
 * Returns its length, 0 if there are no words for it.
 */
size_t engine_footprint_describe(engine *e, uintptr_t site, char *text,
                                 size_t size);

/*
 * Count from now on who waits for a promise: functions of the program that
 * await, and their handlers. engine_walk_waits() then calls fn(arg, site,
 * count) for each place where somebody still does.
 *
 * Errors: ENGINE_THREW without memory.
 */
int engine_count_waits(engine *e);

/*
 * Functions of the library are read when they are first called. Which these are
 * is noted in `notes`, memory that two processes share, of `size` bytes,
 * zeroed; NULL ends it. The process that this one is a copy of reads them at
 * once, so that the next copy need not.
 */
void engine_late_note(engine *e, void *notes, size_t size);
void engine_late_read(engine *e, const void *notes);

typedef void engine_waits_fn(void *arg, uintptr_t site, uint32_t count);

void engine_walk_waits(engine *e, engine_waits_fn *fn, void *arg);

#ifdef __cplusplus
}
#endif

#endif
