/*
 * footprints.c - what a callback has read and written, for a search of orders.
 *
 * The engine records it (src/engine/quickjs/footprints.c). Here atoms become
 * names and hashes. The table of names keeps its atoms: an atom that is free
 * may come back as another name, and keys of two callbacks are compared.
 *
 *     atom -> { "items", hash of that }
 */
#include "engine/internal.h"

#include <stdio.h>
#include <string.h>

/* Beyond this, names of keys are the same for all: programs that use an object
 * as a table have no end of them. */
#define NAMES_MAX 65536

typedef struct thing_name {
    JSAtom atom; /* counted; JS_ATOM_NULL: free */
    char *text;
    uint64_t key;
} thing_name;

struct engine__thing_names {
    thing_name *entry; /* open addressing, by atom */
    uint32_t capacity; /* a power of two */
    uint32_t count;
    bool lost; /* there was no memory, or too many */
};

int engine_footprint_open(engine *e)
{
    if (e->thing_names != NULL)
        return 0;
    struct engine__thing_names *names =
        orr__alloc(&e->alloc, sizeof *e->thing_names);
    if (names == NULL)
        return engine_throw_no_memory(e);
    if (JS_OpenFootprints(e->ctx) < 0) {
        orr__free(&e->alloc, names);
        return ENGINE_THREW;
    }
    e->thing_names = names;
    return 0;
}

/* ---- Names -------------------------------------------------------------- */

static thing_name *find_name(const struct engine__thing_names *names,
                             JSAtom atom)
{
    uint32_t i = atom * 2654435761u;

    for (;; i++) {
        thing_name *n = &names->entry[i & (names->capacity - 1)];
        if (n->atom == atom || n->atom == JS_ATOM_NULL)
            return n;
    }
}

static bool grow_names(engine *e, struct engine__thing_names *names)
{
    const struct engine__thing_names old = *names;
    const uint32_t capacity = old.capacity ? old.capacity * 2 : 256;

    if (capacity > 2 * NAMES_MAX)
        return false;
    thing_name *entry = orr__alloc_array(&e->alloc, capacity, sizeof *entry);
    if (entry == NULL)
        return false;
    names->entry = entry;
    names->capacity = capacity;
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.entry[i].atom != JS_ATOM_NULL)
            *find_name(names, old.entry[i].atom) = old.entry[i];
    orr__free(&e->alloc, old.entry);
    return true;
}

static uint64_t hash_text(const char *text)
{
    uint64_t h = 0xcbf29ce484222325u;

    for (; *text != '\0'; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return h | 1;
}

/* Symbols of one description are different keys. */
static uint64_t hash_atom(engine *e, JSAtom atom, const char *text)
{
    JSValue value = JS_AtomToValue(e->ctx, atom);
    const bool is_symbol = JS_IsSymbol(value);

    JS_FreeValue(e->ctx, value);
    return hash_text(text) + (is_symbol ? (uint64_t)atom << 1 : 0);
}

static bool make_name(engine *e, thing_name *n, JSAtom atom)
{
    const char *text = JS_AtomToCString(e->ctx, atom);
    char *copy = text != NULL ? orr__strdup(&e->alloc, text) : NULL;

    if (text == NULL)
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
    JS_FreeCString(e->ctx, text);
    if (copy == NULL)
        return false;
    *n = (thing_name){ JS_DupAtom(e->ctx, atom), copy,
                       hash_atom(e, atom, copy) };
    return true;
}

/* NULL if there is no memory, or there are too many. */
static const thing_name *name_of(engine *e, JSAtom atom)
{
    struct engine__thing_names *names = e->thing_names;

    if (names->capacity == 0 && !grow_names(e, names))
        return NULL;
    thing_name *n = find_name(names, atom);
    if (n->atom == atom)
        return n;
    if (names->count >= names->capacity / 2) {
        if (!grow_names(e, names))
            return NULL;
        n = find_name(names, atom);
    }
    if (!make_name(e, n, atom))
        return NULL;
    names->count++;
    return n;
}

/* ---- Taking ------------------------------------------------------------- */

typedef struct taking {
    engine *e;
    engine_footprint_fn *fn;
    void *arg;
    bool lost;
} taking;

static void pass_on(void *opaque, const JSFootprint *f)
{
    taking *t = opaque;
    const thing_name *name =
        f->key != JS_ATOM_NULL ? name_of(t->e, f->key) : NULL;
    engine_footprint out = {
        .thing = f->thing,
        .value = f->value,
        .name = name != NULL ? name->text : "",
        .kind = (uint8_t)(f->thing >> 56),
        .write = f->is_write,
    };

    /* One variable may have several names: of an import, of an export. */
    if (out.kind != ENGINE_THING_VARIABLE)
        out.key = name != NULL ? name->key : f->sub;
    if (f->key != JS_ATOM_NULL && name == NULL)
        t->lost = true; /* the key is 0: all of it */
    if (f->at.code != NULL)
        out.site = engine__enter_site(t->e, &f->at);
    t->fn(t->arg, &out);
}

int engine_footprint_take(engine *e, engine_footprint_fn *fn, void *arg)
{
    taking t = { .e = e, .fn = fn, .arg = arg };
    const bool more =
        JS_TakeFootprints(e->rt, fn != NULL ? pass_on : NULL, &t);

    return more || t.lost;
}

size_t engine_footprint_describe(engine *e, uintptr_t site, char *text,
                                 size_t size)
{
    const JSCallPosition *at = engine__site_position(e, site);
    char words[JS_FOOTPRINT_TEXT];

    if (at == NULL || size == 0 || !JS_DescribeFootprint(e->ctx, at, words))
        return 0;
    snprintf(text, size, "%s", words);
    return strlen(text);
}

void engine__footprints_close(engine *e)
{
    struct engine__thing_names *names = e->thing_names;

    if (names == NULL)
        return;
    for (uint32_t i = 0; i < names->capacity; i++) {
        JS_FreeAtomRT(e->rt, names->entry[i].atom);
        orr__free(&e->alloc, names->entry[i].text);
    }
    orr__free(&e->alloc, names->entry);
    orr__free(&e->alloc, names);
    e->thing_names = NULL;
}
