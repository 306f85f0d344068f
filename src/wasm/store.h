/*
 * store.h - what exists when modules have been instantiated.
 */
#ifndef ORRERY_WASM_STORE_H
#define ORRERY_WASM_STORE_H

#include "wasm/module.h"

/* The stack of all frames: V8's is about a megabyte, of smaller frames. */
#define WASM_STACK_SLOTS (512u * 1024u)
/* Jumps and calls between two questions to the host. */
#define WASM_BUDGET 20000
/* Bytes of the C stack that tail calls leave to other calls. */
#define WASM_TAIL_STACK (128u * 1024u)
/* Calls that are remembered of a trap. */
#define WASM_FRAMES 200

struct wasm_func {
    const wasm_deftype *interned; /* equal types are one */
    wasm_store *store;
    wasm_instance *instance; /* NULL: the host's */
    wasm_body *body;
    wasm_host_fn *host;
    void *data;
    void *tag;
    uint32_t index;
};

/* Memories, tables and globals begin with this; they are in a list. */
typedef struct wasm_part {
    wasm_store *store;
    struct wasm_part *next;
    struct wasm_part *previous;
    uint32_t holds;
    uint8_t kind; /* wasm_kind */
    void *tag;
} wasm_part;

struct wasm_tag {
    wasm_part part;
    const wasm_deftype *type;
};

struct wasm_exception {
    wasm_store *store;
    wasm_exception *next;
    wasm_exception *waiting; /* while garbage is looked for */
    wasm_tag *tag;
    void *word;
    uint32_t holds; /* the host's */
    bool marked;
    uint32_t count;
    wasm_slot values[];
};

struct wasm_memory {
    wasm_part part;
    uint8_t *data;
    size_t bytes;
    size_t counted;      /* bytes that the host has been asked for */
    size_t reserved;     /* addresses; 0: data is from malloc() */
    bool guarded;        /* whatever an access can reach is reserved */
    wasm_shared *shared; /* NULL: it is this store's alone */
    wasm_limits limits;
};

struct wasm_table {
    wasm_part part;
    wasm_slot *items;
    uint32_t size;
    uint32_t capacity;
    wasm_type type;
    wasm_limits limits;
};

struct wasm_global {
    wasm_part part;
    wasm_slot value[2];
    wasm_type type;
    bool is_mutable;
};

/* A segment of elements, as table.init sees it. */
typedef struct wasm_elems {
    wasm_slot *items;
    uint32_t count;
} wasm_elems;

struct wasm_instance {
    wasm_store *store;
    wasm_module *module;
    wasm_instance *next;
    wasm_instance *previous;
    wasm_func **funcs; /* those of its own are made when they are needed */
    wasm_table **tables;
    wasm_memory *memory; /* the first; NULL: none */
    wasm_memory **memories;
    wasm_tag **tags;
    wasm_global **globals;
    const wasm_deftype **types; /* of the store, by index in the module */
    wasm_elems *elems;
    uint8_t *dropped; /* a bit for each data segment */
    void *tag;
    wasm_misfit misfit;
    /* For machine code. */
    uint8_t *memory_data; /* of a memory that is guarded */
    uint64_t spare[2];    /* a vector, within one instruction */
    wasm_slot *stack_end;
    uintptr_t native_limit; /* the C stack goes no further down */
    int32_t budget;         /* calls until the next question to the host */
};

typedef struct wasm_at {
    const wasm_instance *instance;
    const wasm_body *body;
    const wasm_word *pc;
} wasm_at;

struct wasm_store {
    wasm_host host;
    wasm_slot *stack;
    wasm_slot *stack_end;
    wasm_slot *sp; /* what is above is free */
    int32_t budget;
    uint8_t machine; /* wasm_machine */
    bool guards;     /* machine code relies on guarded memories */
    uintptr_t native_limit;
    wasm_typeset types;
    /* The numbers of this module's types, which are wanted again and again. */
    wasm_module *mapped;
    uint32_t *map;
    wasm_instance *instances;
    wasm_part *parts;
    wasm_exception *exceptions; /* all that exist */
    uint32_t exception_count;
    uint32_t exception_limit; /* at which garbage is looked for */
    wasm_exception *thrown;   /* held */
    wasm_object *objects;     /* all that exist */
    size_t object_bytes;
    size_t object_limit;   /* at which garbage is looked for */
    size_t object_counted; /* bytes that the host has been asked for */
    uint32_t keeps_all;    /* not 0: references are where nobody sees them */
    uint32_t traced;       /* types whose fields have a trace */
    wasm_at frames[WASM_FRAMES]; /* of the last trap */
    uint32_t frame_count;
};

/* The numbers that a module's types have in the store, until the next call.
 * NULL: no memory. */
/* A type of functions alone, whose types are the store's. NULL: no memory. */
const wasm_deftype *wasm__intern_function(wasm_store *store,
                                          const wasm_functype *type);
const uint32_t *wasm__map_types(wasm_store *store, wasm_module *m);

static inline wasm_defs wasm__store_defs(const wasm_store *store)
{
    return (wasm_defs){ NULL, (const wasm_deftype *const *)store->types.defs };
}

/* A type of the instance's module, as the store has it. */
static inline wasm_type wasm__type_of(const wasm_instance *inst, wasm_type type)
{
    if ((type & WASM_INDEXED) == 0)
        return type;
    return (type & ~WASM_INDEX_MASK) |
           inst->types[type & WASM_INDEX_MASK]->canonical;
}

/* The function of an instance; NULL without memory. */
wasm_func *wasm__function(wasm_instance *instance, uint32_t index);

/* Interpret a body with its arguments at `base`, which is the store's sp or
 * above. */
wasm_trap wasm__run(wasm_store *store, wasm_instance *inst, wasm_body *body,
                    wasm_slot *base);
wasm_trap wasm__heat_up(wasm_instance *inst, wasm_body *body);
/* The function that call_indirect finds: `immediate` is its second word. NULL
 * with *trap. */
wasm_func *wasm__find_indirect(const wasm_instance *inst, uint64_t immediate,
                               uint64_t index, wasm_trap *trap);
/* A host function leaves its results where its arguments are. */
wasm_trap wasm__call_of_host(wasm_store *store, wasm_func *func,
                             wasm_slot *base);

/* An index, or a length, of a table: as many bits as it has. */
static inline uint64_t wasm__index_of(const wasm_table *table,
                                      const wasm_slot *slot)
{
    return table->limits.is64 ? slot->u64 : slot->u32;
}

/* An address, or a length, of a memory. */
static inline uint64_t wasm__address_of(const wasm_memory *memory,
                                        const wasm_slot *slot)
{
    return memory->limits.is64 ? slot->u64 : slot->u32;
}

/* exception.c. WASM_TRAP_EXCEPTION, or that there is no memory. */
wasm_trap wasm__throw(wasm_instance *inst, uint32_t tag,
                      const wasm_slot *values);
int wasm__tag_new(wasm_store *store, const wasm_deftype *type, wasm_tag **out);
wasm_trap wasm__throw_ref(wasm_store *store, wasm_exception *exception);
/* A place in a frame. */
typedef struct wasm_place {
    wasm_instance *inst;
    wasm_body *body;
    const wasm_word *pc;
    wasm_slot *fp;
} wasm_place;
/* Find who catches: false: nobody, and *at is as before. */
bool wasm__catch(wasm_trap *trap, wasm_place *at);
/* The same in that frame alone; NULL: nobody. */
const wasm_handler *wasm__catch_here(const wasm_place *at, wasm_trap *trap);
/* The handlers of a body that what is thrown at `word` may go to, inner ones
 * first; NULL: no more. Those inside of a `delegate` are passed over. */
typedef struct wasm_scan {
    uint32_t next;
    uint32_t limit;
} wasm_scan;
#define WASM_SCAN                                                              \
    {                                                                          \
        0, UINT32_MAX                                                          \
    }
const wasm_handler *wasm__next_handler(const wasm_body *body, uint32_t word,
                                       wasm_scan *scan);
/* garbage.c: free objects and exceptions that are not in use, or all. */
void wasm__collect(wasm_store *store);
void wasm__free_garbage(wasm_store *store);
/* What a field or a variable of a type may refer to: it is traced. */
enum { WASM_TRACE_NOTHING, WASM_TRACE_OBJECT, WASM_TRACE_EXCEPTION };
uint8_t wasm__trace_of(const wasm_store *store, wasm_type type);
/* References of the host in objects and exceptions. */
void wasm__each_in_garbage(wasm_store *store,
                           void (*fn)(void *ctx, wasm_slot slot), void *ctx);
/* May a value of this type be, or have in it, a reference of the host's? */
bool wasm__holds_externs(const wasm_store *store, wasm_type type);
void *wasm__new_part(wasm_store *store, wasm_kind kind, size_t size);
void wasm__free_part(wasm_part *part);

/* atomic.c: `byte` is of one of the instance's memories. */
wasm_trap wasm__wait(wasm_instance *inst, const uint8_t *byte, uint32_t size,
                     uint64_t expected, int64_t timeout_ns, wasm_slot *out);
wasm_trap wasm__notify(wasm_instance *inst, const uint8_t *byte, uint32_t count,
                       wasm_slot *out);

/* shared.c: a memory that is shared, of so many bytes, which may become so
 * many; or one that exists. */
int wasm__shared_new(wasm_memory *memory, size_t reserved, size_t bytes);
void wasm__shared_join(wasm_memory *memory, wasm_shared *shared);
/* Read the length again: has it grown? */
bool wasm__shared_refresh(wasm_memory *memory);
int64_t wasm__shared_grow(wasm_memory *memory, size_t more, size_t max);

/* machine/step.c: the instruction behind WASM_OWN_at. */
wasm_trap wasm__step_at(wasm_slot *fp, wasm_instance *inst, const wasm_word *pc,
                        const wasm_body *body);

/* Instructions on tables and memories; indices are the module's. */
wasm_trap wasm__table_fill(wasm_table *table, const wasm_slot *three);
wasm_trap wasm__table_copy(wasm_table *to, wasm_table *from,
                           const wasm_slot *three);
wasm_trap wasm__table_init(wasm_instance *instance, uint32_t segment,
                           wasm_table *table, uint64_t to, uint32_t from,
                           uint32_t count);
void wasm__elem_drop(wasm_instance *instance, uint32_t segment);
wasm_trap wasm__memory_init(wasm_instance *instance, uint32_t segment,
                            const wasm_memory *memory, uint64_t to,
                            uint32_t from, uint32_t count);
void wasm__data_drop(wasm_instance *instance, uint32_t segment);

#endif
