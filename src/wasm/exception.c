/*
 * exception.c - tags and exceptions, and who catches what.
 *
 * An exception is found by its address: in slots of the stack, in globals and
 * tables, in other exceptions. Nobody says when one of these is overwritten, so
 * now and then all are looked for, and those that were not found are freed. On
 * the stack any number may look like an address, which only keeps one longer.
 *
 * A throw looks for a handler in the frames of one run of the interpreter,
 * innermost first. A run that has none ends with WASM_TRAP_EXCEPTION, and
 * whoever called it looks on: another run, below the host or machine code, or
 * the host.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/store.h"

/* ---- Tags --------------------------------------------------------------- */

int wasm__tag_new(wasm_store *store, const wasm_deftype *type, wasm_tag **out)
{
    wasm_tag *tag = wasm__new_part(store, WASM_TAG, sizeof(*tag));

    if (tag == NULL)
        return -ENOMEM;
    tag->type = type;
    *out = tag;
    return 0;
}

int wasm_tag_new(wasm_store *store, const wasm_functype *type, wasm_tag **out)
{
    const wasm_deftype *def = wasm__intern_function(store, type);

    return def == NULL ? -ENOMEM : wasm__tag_new(store, def, out);
}

wasm_tag *wasm_tag_hold(wasm_tag *tag)
{
    tag->part.holds++;
    return tag;
}

void wasm_tag_release(wasm_tag *tag)
{
    if (tag != NULL && --tag->part.holds == 0)
        wasm__free_part(&tag->part);
}

const wasm_functype *wasm_tag_type(const wasm_tag *tag)
{
    return &tag->type->func;
}

void **wasm_tag_tag(wasm_tag *tag)
{
    return &tag->part.tag;
}

/* ---- Garbage ------------------------------------------------------------ */

typedef struct search {
    wasm_exception **sorted;
    uint32_t count;
    wasm_exception *waiting;
} search;

static int by_address(const void *a, const void *b)
{
    const uintptr_t x = (uintptr_t) * (wasm_exception *const *)a;
    const uintptr_t y = (uintptr_t) * (wasm_exception *const *)b;

    return x < y ? -1 : x > y;
}

/* Exceptions may have others in them, as deep as a program likes: those that
 * were marked wait in a list for their values to be looked at. */
static void mark_exception(search *s, wasm_exception *e)
{
    if (e->marked)
        return;
    e->marked = true;
    e->waiting = s->waiting;
    s->waiting = e;
}

static void mark_slot(void *ctx, wasm_slot slot);

static void mark_values(search *s)
{
    while (s->waiting != NULL) {
        const wasm_exception *e = s->waiting;
        s->waiting = e->waiting;
        for (uint32_t i = 0; i < e->count; i++)
            mark_slot(s, e->values[i]);
    }
}

static void mark_slot(void *ctx, wasm_slot slot)
{
    search *s = ctx;
    uint32_t low = 0;
    uint32_t high = s->count;

    while (low < high) {
        const uint32_t mid = (low + high) / 2;
        if ((uintptr_t)s->sorted[mid] < slot.u64)
            low = mid + 1;
        else
            high = mid;
    }
    if (low < s->count && (uintptr_t)s->sorted[low] == slot.u64)
        mark_exception(s, s->sorted[low]);
}

static void mark_parts(wasm_store *store, search *s)
{
    for (const wasm_part *p = store->parts; p != NULL; p = p->next) {
        if (p->kind == WASM_GLOBAL)
            mark_slot(s, ((const wasm_global *)p)->value[0]);
        const wasm_table *table = (const wasm_table *)p;
        const bool is_exceptions =
            p->kind == WASM_TABLE &&
            wasm__top_of(wasm__store_defs(store), table->type) == WASM_EXNREF;
        for (uint32_t i = 0; is_exceptions && i < table->size; i++)
            mark_slot(s, table->items[i]);
    }
}

static void free_exception(wasm_exception *e)
{
    wasm_tag_release(e->tag);
    free(e);
}

/* Free those that nothing can reach. */
static void collect_exceptions(wasm_store *store)
{
    search s = { malloc((store->exception_count + 1) * sizeof(*s.sorted)), 0,
                 NULL };

    if (s.sorted == NULL)
        return; /* the next time */
    for (wasm_exception *e = store->exceptions; e != NULL; e = e->next)
        s.sorted[s.count++] = e;
    qsort(s.sorted, s.count, sizeof(*s.sorted), by_address);
    wasm_store_each_slot(store, mark_slot, &s);
    mark_parts(store, &s);
    for (uint32_t i = 0; i < s.count; i++) {
        if (s.sorted[i]->holds > 0)
            mark_exception(&s, s.sorted[i]);
    }
    mark_values(&s);
    wasm_exception **link = &store->exceptions;
    while (*link != NULL) {
        wasm_exception *e = *link;
        if (e->marked) {
            e->marked = false;
            link = &e->next;
            continue;
        }
        *link = e->next;
        free_exception(e);
        store->exception_count--;
    }
    free(s.sorted);
    store->exception_limit = store->exception_count * 2 + 1000;
}

void wasm__free_exceptions(wasm_store *store)
{
    while (store->exceptions != NULL) {
        wasm_exception *e = store->exceptions;
        store->exceptions = e->next;
        free_exception(e);
    }
}

void wasm__each_thrown(wasm_store *store, void (*fn)(void *ctx, wasm_slot slot),
                       void *ctx)
{
    for (wasm_exception *e = store->exceptions; e != NULL; e = e->next) {
        const wasm_functype *type = wasm_tag_type(e->tag);
        uint32_t slot = 0;
        for (uint32_t i = 0; i < type->param_count; i++) {
            if (wasm__holds_externs(store, type->params[i]))
                fn(ctx, e->values[slot]);
            slot += wasm__slots(type->params[i]);
        }
    }
}

/* ---- Exceptions --------------------------------------------------------- */

wasm_exception *wasm_exception_new(wasm_tag *tag, const wasm_slot *values)
{
    wasm_store *store = tag->part.store;
    const uint32_t count = wasm_tag_type(tag)->param_slots;

    if (store->exception_count >= store->exception_limit)
        collect_exceptions(store);
    wasm_exception *e = calloc(1, sizeof(*e) + count * sizeof(*values));
    if (e == NULL)
        return NULL;
    e->store = store;
    e->tag = wasm_tag_hold(tag);
    e->holds = 1;
    e->count = count;
    if (count > 0)
        memcpy(e->values, values, count * sizeof(*values));
    e->next = store->exceptions;
    store->exceptions = e;
    store->exception_count++;
    return e;
}

wasm_exception *wasm_exception_hold(wasm_exception *exception)
{
    exception->holds++;
    return exception;
}

void wasm_exception_release(wasm_exception *exception)
{
    if (exception != NULL)
        exception->holds--; /* freed when garbage is looked for */
}

wasm_tag *wasm_exception_tag(const wasm_exception *exception)
{
    return exception->tag;
}

const wasm_slot *wasm_exception_values(const wasm_exception *exception)
{
    return exception->values;
}

void **wasm_exception_word(wasm_exception *exception)
{
    return &exception->word;
}

wasm_exception *wasm_store_thrown(const wasm_store *store)
{
    return store->thrown;
}

/* ---- Throwing and catching ---------------------------------------------- */

/* It is held by `thrown` from here on: `exception` is the caller's hold. */
static wasm_trap throw_held(wasm_store *store, wasm_exception *exception)
{
    wasm_exception_release(store->thrown);
    store->thrown = exception;
    return WASM_TRAP_EXCEPTION;
}

wasm_trap wasm__throw_ref(wasm_store *store, wasm_exception *exception)
{
    if (exception == NULL)
        return WASM_TRAP_NULL_REFERENCE;
    return throw_held(store, wasm_exception_hold(exception));
}

wasm_trap wasm__throw(wasm_instance *inst, uint32_t tag,
                      const wasm_slot *values)
{
    wasm_exception *e = wasm_exception_new(inst->tags[tag], values);

    return e == NULL ? WASM_TRAP_NO_MEMORY : throw_held(inst->store, e);
}

/* A host's failure, as what WebAssembly can catch. */
static bool take_from_host(wasm_store *store, wasm_trap *trap)
{
    if (*trap == WASM_TRAP_EXCEPTION)
        return true;
    wasm_exception *e = store->host.take_exception == NULL
                            ? NULL
                            : store->host.take_exception(store->host.ctx);
    if (e == NULL)
        return false;
    *trap = throw_held(store, e);
    return true;
}

/* The handler for what was thrown at `word`. Handlers of blocks inside of a
 * `delegate` are passed over. */
static const wasm_handler *find_handler(wasm_store *store, wasm_trap *trap,
                                        const wasm_instance *inst,
                                        const wasm_body *body, uint32_t word)
{
    uint32_t limit = UINT32_MAX;

    for (uint32_t i = 0; i < body->handler_count; i++) {
        const wasm_handler *h = &body->handlers[i];
        if (word < h->start || word >= h->end || h->depth > limit)
            continue;
        if (h->tag == WASM_DELEGATE) {
            limit = h->limit;
            continue;
        }
        if (!take_from_host(store, trap))
            return NULL;
        if (h->tag == WASM_ANY_TAG || inst->tags[h->tag] == store->thrown->tag)
            return h;
    }
    return NULL;
}

bool wasm__catch(wasm_store *store, wasm_trap *trap, wasm_place *at)
{
    wasm_place p = *at;

    if (*trap != WASM_TRAP_EXCEPTION && *trap != WASM_TRAP_HOST)
        return false;
    while (p.body != NULL) {
        const wasm_handler *h = find_handler(store, trap, p.inst, p.body,
                                             (uint32_t)(p.pc - p.body->code));
        if (h != NULL) {
            wasm_exception *e = store->thrown;
            if (h->values != WASM_NO_SLOT && e->count > 0)
                memcpy(p.fp + h->values, e->values,
                       e->count * sizeof(*e->values));
            if (h->itself != WASM_NO_SLOT)
                p.fp[h->itself].exception = e;
            wasm_exception_release(e);
            store->thrown = NULL;
            p.pc = p.body->code + h->pad;
            *at = p;
            return true;
        }
        const wasm_slot *header = p.fp + p.body->params;
        p.pc = (const wasm_word *)header[0].pointer - 1;
        p.inst = header[2].pointer;
        p.body = header[3].pointer;
        p.fp = header[1].pointer;
    }
    return false;
}
