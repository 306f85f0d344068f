/*
 * seen.c - objects by address, each with a number: a hash table with open
 * addressing, at most half full.
 */
#include "engine/seen.h"

/* The upper half of the product depends on all of the address; the lower one
 * puts objects that stand side by side into a few clusters. */
static size_t place_of(const engine__seen *s, const void *object)
{
    size_t at = (((uintptr_t)object >> 4) * 0x9e3779b97f4a7c15u) >> 32;

    at &= s->capacity - 1;
    while (s->objects[at] != NULL && s->objects[at] != object)
        at = (at + 1) & (s->capacity - 1);
    return at;
}

static int no_memory(engine *e)
{
    JS_ThrowOutOfMemory(e->ctx);
    return -1;
}

static int seen_grow(engine *e, engine__seen *s)
{
    const engine__seen old = *s;
    const size_t capacity = old.capacity ? old.capacity * 2 : 64;
    void **objects = orr__alloc_array(&e->alloc, capacity, sizeof *objects);
    uint64_t *numbers = orr__alloc_array(&e->alloc, capacity, sizeof *numbers);

    if (objects == NULL || numbers == NULL) {
        orr__free(&e->alloc, objects);
        orr__free(&e->alloc, numbers);
        return no_memory(e);
    }
    s->objects = objects;
    s->numbers = numbers;
    s->capacity = capacity;
    for (size_t i = 0; i < old.capacity; i++) {
        if (old.objects[i] == NULL)
            continue;
        const size_t at = place_of(s, old.objects[i]);
        s->objects[at] = old.objects[i];
        s->numbers[at] = old.numbers[i];
    }
    orr__free(&e->alloc, old.objects);
    orr__free(&e->alloc, old.numbers);
    return 0;
}

static int seen_hold(engine *e, engine__seen *s, JSValueConst object)
{
    if (s->count == s->held_capacity) {
        const size_t capacity = s->held_capacity ? s->held_capacity * 2 : 32;
        JSValue *held =
            orr__resize(&e->alloc, s->held, capacity * sizeof(*held));
        if (held == NULL)
            return no_memory(e);
        s->held = held;
        s->held_capacity = capacity;
    }
    s->held[s->count] = JS_DupValue(e->ctx, object);
    return 0;
}

int engine__seen_meet(engine *e, engine__seen *s, JSValueConst object,
                      uint64_t *number)
{
    void *address = JS_VALUE_GET_PTR(object);

    if (s->count * 2 >= s->capacity && seen_grow(e, s) < 0)
        return -1;
    const size_t at = place_of(s, address);
    if (s->objects[at] != NULL) {
        *number = s->numbers[at];
        return 1;
    }
    if (seen_hold(e, s, object) < 0)
        return -1;
    s->objects[at] = address;
    *number = s->numbers[at] = s->count++;
    return 0;
}

bool engine__seen_has(const engine__seen *s, JSValueConst object)
{
    return s->capacity > 0 &&
           s->objects[place_of(s, JS_VALUE_GET_PTR(object))] != NULL;
}

void engine__seen_mark(JSRuntime *rt, const engine__seen *s,
                       JS_MarkFunc *mark_func)
{
    for (uint64_t i = 0; i < s->count; i++)
        JS_MarkValue(rt, s->held[i], mark_func);
}

void engine__seen_close(engine *e, engine__seen *s)
{
    for (uint64_t i = 0; i < s->count; i++)
        JS_FreeValueRT(e->rt, s->held[i]);
    orr__free(&e->alloc, s->held);
    orr__free(&e->alloc, s->objects);
    orr__free(&e->alloc, s->numbers);
    *s = (engine__seen){ 0 };
}
