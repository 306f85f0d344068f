/*
 * seen.h - objects by address, each with a number in the order of meeting.
 *
 * What writes a graph of objects as bytes needs to know whether it has met an
 * object before. Each object is counted while it is in here, so that no address
 * is used twice.
 */
#ifndef ORRERY_ENGINE_SEEN_H
#define ORRERY_ENGINE_SEEN_H

#include "engine/internal.h"

/* Zeroed is empty. */
typedef struct engine__seen {
    void **objects; /* open addressing by address */
    uint64_t *numbers;
    size_t capacity;
    uint64_t count;
    JSValue *held; /* counted, by number */
    size_t held_capacity;
} engine__seen;

/* 1 if it was met before, 0 if it is new; its number either way. -1, with an
 * exception, if there is no memory. */
int engine__seen_meet(engine *e, engine__seen *seen, JSValueConst object,
                      uint64_t *number);
/* Was it met? Nothing is changed. */
bool engine__seen_has(const engine__seen *seen, JSValueConst object);
void engine__seen_mark(JSRuntime *rt, const engine__seen *seen,
                       JS_MarkFunc *mark_func);
void engine__seen_close(engine *e, engine__seen *seen);

#endif
