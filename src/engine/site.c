/*
 * site.c - places in the program, as numbers.
 *
 * Everything that is scheduled may carry the place it was made at; a trace of a
 * million timers has a million sites, but few different ones. So a site is an
 * index into a table of (code, instruction). File, line and column are looked
 * up on demand. The table keeps the code alive, so that this can be long after
 * the function was freed.
 *
 *     (code, pc) -> number -> file, line, column, function
 */
#include "engine/internal.h"

#include <errno.h>
#include <string.h>

typedef struct site {
    JSCallPosition at;
    JSValue code;  /* counted */
    uint32_t next; /* in its bucket; 0: the last */
    bool resolved;
    char *file;
    char *function;
    uint32_t line;
    uint32_t code_line; /* before engine_map_lines() */
    uint32_t column;
} site;

struct engine__sites {
    site *entry; /* number 0 is not used */
    uint32_t count;
    uint32_t capacity;
    uint32_t *buckets;
    uint32_t bucket_count;
};

static uint32_t site_hash(const struct engine__sites *s,
                          const JSCallPosition *at)
{
    const uint64_t h =
        ((uintptr_t)at->code >> 4) * 0x9e3779b97f4a7c15u + at->pc * 2654435761u;

    return (uint32_t)(h >> 20) & (s->bucket_count - 1);
}

static bool site_grow(engine *e, struct engine__sites *s)
{
    const uint32_t capacity = s->capacity ? s->capacity * 2 : 64;
    site *entry = orr__resize(&e->alloc, s->entry, capacity * sizeof(*entry));

    if (entry == NULL)
        return false;
    s->entry = entry;
    uint32_t *buckets =
        orr__alloc_array(&e->alloc, capacity * 2, sizeof *buckets);
    if (buckets == NULL)
        return false;
    s->capacity = capacity;
    orr__free(&e->alloc, s->buckets);
    s->buckets = buckets;
    s->bucket_count = capacity * 2;
    for (uint32_t i = 1; i < s->count; i++) {
        uint32_t *bucket = &s->buckets[site_hash(s, &s->entry[i].at)];
        s->entry[i].next = *bucket;
        *bucket = i;
    }
    return true;
}

static struct engine__sites *open_table(engine *e)
{
    if (e->sites == NULL) {
        e->sites = orr__alloc(&e->alloc, sizeof *e->sites);
        if (e->sites != NULL)
            e->sites->count = 1;
    }
    return e->sites;
}

static uintptr_t site_enter(engine *e, const JSCallPosition *at)
{
    struct engine__sites *s = open_table(e);

    if (s == NULL || (s->count >= s->capacity && !site_grow(e, s))) {
        e->lost_sites = true;
        return 0;
    }
    uint32_t *bucket = &s->buckets[site_hash(s, at)];
    for (uint32_t i = *bucket; i != 0; i = s->entry[i].next)
        if (s->entry[i].at.code == at->code && s->entry[i].at.pc == at->pc)
            return i;
    const uint32_t n = s->count++;
    s->entry[n] =
        (site){ .at = *at, .code = JS_DupCallCode(e->rt, at), .next = *bucket };
    *bucket = n;
    return n;
}

uintptr_t engine__enter_site(engine *e, const JSCallPosition *at)
{
    return site_enter(e, at);
}

const JSCallPosition *engine__site_position(engine *e, uintptr_t number)
{
    return number == 0 || e->sites == NULL || number >= e->sites->count
               ? NULL
               : &e->sites->entry[number].at;
}

/* Without memory there is no site, but engine_resolve_site() knows that one was
 * lost. */
static void lose_site(engine *e)
{
    e->lost_sites = true;
}

/* Packages that pass a call of fs on, with a callback made into a promise or a
 * second try: their lines say nothing about who asked. The list is that of
 * lib/internal/explore/witness_text.js, too. */
static bool is_in_wrapper(const char *file)
{
    static const char folder[] = "/node_modules/";
    static const char *const names[] = { "graceful-fs", "universalify",
                                         "pify",        "mz",
                                         "thenify",     "es6-promisify" };
    const char *at = NULL;

    for (const char *next = strstr(file, folder); next != NULL;
         next = strstr(at, folder))
        at = next + sizeof folder - 1;
    for (size_t i = 0; at != NULL && i < sizeof names / sizeof *names; i++) {
        const size_t len = strlen(names[i]);

        if (strncmp(at, names[i], len) == 0 && at[len] == '/')
            return true;
    }
    return false;
}

/* A program that is given as text is called by a few lines of the runtime's,
 * "[eval]-wrapper". */
static engine__file kind_of_name(const char *name)
{
    if (strncmp(name, "node:", 5) == 0 ||
        (name[0] == '[' && strstr(name, "eval]-wrapper") != NULL))
        return ENGINE__BUILTIN;
    return strstr(name, "/node_modules/") == NULL ? ENGINE__PROGRAM
           : is_in_wrapper(name)                  ? ENGINE__WRAPPER
                                                  : ENGINE__PACKAGE;
}

/* Look at the name of a file once for each function. */
static orr__noinline engine__file site_ask(engine *e, const JSCallPosition *at)
{
    const char *name = JS_AtomToCString(e->ctx, at->filename);

    if (name == NULL) {
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        lose_site(e);
        return ENGINE__BUILTIN;
    }
    const engine__file kind = kind_of_name(name);
    JS_FreeCString(e->ctx, name);
    JS_SetCodeKind(at, (uint8_t)kind);
    return kind;
}

/* Built-ins are skipped: a site is a line of the user's program. */
_Static_assert(ENGINE__BUILTIN == JS_CODE_HIDDEN, "the engine skips them");

engine__file engine__file_kind(engine *e, const JSCallPosition *at)
{
    const uint8_t known = JS_GetCodeKind(at);

    return known != 0 ? (engine__file)known : site_ask(e, at);
}

static bool is_builtin(engine *e, const JSCallPosition *at)
{
    return engine__file_kind(e, at) == ENGINE__BUILTIN;
}

uintptr_t engine__throw_site(engine *e)
{
    JSCallPosition at;

    return JS_GetThrowCallPosition(e->rt, &at) ? site_enter(e, &at) : 0;
}

typedef struct users {
    engine *e;
    engine__file kind;      /* of `package`; 0: there is none */
    JSCallPosition package; /* the innermost that is no built-in */
} users;

/* A reader of a trace looks for a line of the program: if a package was called
 * by one, that one is meant, and not the line of the package. Who searches for
 * the fault looks for the package's. One that only passes calls on is never
 * meant if there is another. */
static bool is_users(void *opaque, const JSCallPosition *at)
{
    users *u = opaque;
    const engine__file kind = engine__file_kind(u->e, at);
    const bool innermost = u->e->trace == NULL || u->e->sites_innermost;

    if (kind != ENGINE__WRAPPER && (kind != ENGINE__PACKAGE || innermost))
        return kind != ENGINE__BUILTIN;
    if (u->kind == 0 ||
        (u->kind == ENGINE__WRAPPER && kind == ENGINE__PACKAGE)) {
        u->package = *at;
        u->kind = kind;
    }
    return false;
}

uintptr_t engine_get_site(engine *e)
{
    users u = { .e = e };
    JSCallPosition at;

    if (JS_FindCallPosition(e->rt, is_users, &u, &at))
        return site_enter(e, &at);
    /* a search knows the place of what led to it, which is better */
    if (u.kind == ENGINE__WRAPPER && e->sites_innermost)
        return 0;
    return u.kind != 0 ? site_enter(e, &u.package) : 0;
}

/* The site of the caller of the running built-in function, if that is the
 * user's code. */
uintptr_t engine__caller_site(engine *e)
{
    JSCallPosition at;

    return JS_GetCallPosition(e->rt, 1, &at) && !is_builtin(e, &at)
               ? site_enter(e, &at)
               : 0;
}

int engine_get_stack(engine *e, uintptr_t *sites, size_t count)
{
    JSCallPosition at;
    size_t n = 0;

    for (int level = 0; n < count && JS_GetCallPosition(e->rt, level, &at);
         level++) {
        const uintptr_t here = is_builtin(e, &at) ? 0 : site_enter(e, &at);
        if (here != 0)
            sites[n++] = here;
    }
    return (int)n;
}

/* ---- Where modules wait ------------------------------------------------- */

/* Longer chains of awaits are cut off here. */
#define AWAITS_MAX 64

typedef struct awaits {
    JSCallPosition at[AWAITS_MAX];
    int count;
} awaits;

static void note_await(void *arg, const JSCallPosition *at)
{
    awaits *found = arg;

    if (found->count < AWAITS_MAX)
        found->at[found->count++] = *at;
}

void engine__walk_awaits(engine *e, engine_walk_fn *fn, void *arg)
{
    awaits found = { .count = 0 };

    JS_WalkModuleAwaits(e->rt, note_await, &found);
    for (int i = 0; i < found.count; i++) {
        const engine_live live = {
            .record = { .site = site_enter(e, &found.at[i]),
                        .kind = ENGINE_SCRIPT },
            .ref = true,
        };
        fn(arg, &live);
    }
}

/* ---- What a number means ------------------------------------------------ */

static char *copy_atom(engine *e, JSAtom atom)
{
    const char *text =
        atom != JS_ATOM_NULL ? JS_AtomToCString(e->ctx, atom) : NULL;

    if (atom != JS_ATOM_NULL && text == NULL) {
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        return NULL;
    }
    char *copy =
        orr__strdup(&e->alloc, text == NULL || text[0] == '<' ? "" : text);

    JS_FreeCString(e->ctx, text);
    return copy;
}

static bool site_resolve(engine *e, site *s)
{
    JSAtom function = JS_ATOM_NULL;
    int column = 1;

    if (s->resolved)
        return true;
    const int line = JS_ResolveCallPosition(e->ctx, &s->at, &function, &column);
    /* The head of the function around a CommonJS module is before line 1. */
    s->line = s->code_line = line > 0 ? (uint32_t)line : 1;
    s->column = line > 0 ? (uint32_t)column : 1;
    /* One of them may have been stored before memory ran out for the other. */
    if (s->file == NULL)
        s->file = copy_atom(e, s->at.filename);
    if (s->function == NULL)
        s->function = copy_atom(e, function);
    s->resolved = s->file != NULL && s->function != NULL;
    if (s->resolved)
        s->line = engine__file_line(e, s->file, s->line, s->column);
    return s->resolved;
}

int engine_resolve_site(engine *e, uintptr_t number, engine_position *out)
{
    if (number == 0 || e->sites == NULL || number >= e->sites->count)
        return e->lost_sites ? -ENOMEM : -ENOENT;
    site *s = &e->sites->entry[number];
    if (!site_resolve(e, s))
        return -ENOMEM;
    *out = (engine_position){ s->file,      s->function, s->line,
                              s->code_line, s->column,
                              s->at.pc == JS_PC_START };
    return 0;
}

/* Before the runtime goes: the code is counted. */
void engine__sites_close(engine *e)
{
    struct engine__sites *s = e->sites;

    if (s == NULL)
        return;
    for (uint32_t i = 1; i < s->count; i++) {
        JS_FreeValueRT(e->rt, s->entry[i].code);
        orr__free(&e->alloc, s->entry[i].file);
        orr__free(&e->alloc, s->entry[i].function);
    }
    orr__free(&e->alloc, s->entry);
    orr__free(&e->alloc, s->buckets);
    orr__free(&e->alloc, s);
    e->sites = NULL;
}
