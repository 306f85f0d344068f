/*
 * exception.c - tags and exceptions, and who catches what. garbage.c frees
 * exceptions that are no longer in use.
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

/* ---- Exceptions --------------------------------------------------------- */

wasm_exception *wasm_exception_new(wasm_tag *tag, const wasm_slot *values)
{
    wasm_store *store = tag->part.store;
    const uint32_t count = wasm_tag_type(tag)->param_slots;

    if (store->host.checks || store->exception_count >= store->exception_limit)
        wasm__collect(store);
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
        return WASM_TRAP_RETHROW_NULL;
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

const wasm_handler *wasm__next_handler(const wasm_body *body, uint32_t word,
                                       wasm_scan *scan)
{
    while (scan->next < body->handler_count) {
        const wasm_handler *h = &body->handlers[scan->next++];
        if (word < h->start || word >= h->end || h->depth > scan->limit)
            continue;
        if (h->tag != WASM_DELEGATE)
            return h;
        scan->limit = h->limit;
    }
    return NULL;
}

/* The handler for what was thrown at `word`. */
static const wasm_handler *find_handler(wasm_store *store, wasm_trap *trap,
                                        const wasm_instance *inst,
                                        const wasm_body *body, uint32_t word)
{
    wasm_scan scan = WASM_SCAN;
    const wasm_handler *h;

    while ((h = wasm__next_handler(body, word, &scan)) != NULL) {
        if (!take_from_host(store, trap))
            return NULL;
        if (h->tag == WASM_ANY_TAG || inst->tags[h->tag] == store->thrown->tag)
            return h;
    }
    return NULL;
}

/* What was thrown is in the slots of its handler's frame from here on. */
static void enter_handler(wasm_store *store, const wasm_handler *h,
                          wasm_slot *fp)
{
    wasm_exception *e = store->thrown;

    if (h->values != WASM_NO_SLOT && e->count > 0)
        memcpy(fp + h->values, e->values, e->count * sizeof(*e->values));
    if (h->itself != WASM_NO_SLOT)
        fp[h->itself].exception = e;
    wasm_exception_release(e);
    store->thrown = NULL;
}

const wasm_handler *wasm__catch_here(const wasm_place *at, wasm_trap *trap)
{
    wasm_store *store = at->inst->store;

    if (*trap != WASM_TRAP_EXCEPTION && *trap != WASM_TRAP_HOST)
        return NULL;
    const wasm_handler *h = find_handler(store, trap, at->inst, at->body,
                                         (uint32_t)(at->pc - at->body->code));
    if (h != NULL)
        enter_handler(store, h, at->fp);
    return h;
}

bool wasm__catch(wasm_trap *trap, wasm_place *at)
{
    wasm_place p = *at;

    if (*trap != WASM_TRAP_EXCEPTION && *trap != WASM_TRAP_HOST)
        return false;
    while (p.body != NULL) {
        const wasm_handler *h = wasm__catch_here(&p, trap);
        if (h != NULL) {
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
