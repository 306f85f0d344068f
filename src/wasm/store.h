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
/* Calls that are remembered of a trap. */
#define WASM_FRAMES 200

/* A function type that is the same for all modules of the store. */
typedef struct wasm_interned {
    wasm_functype type;
    struct wasm_interned *next;
    uint32_t hash;
} wasm_interned;

struct wasm_func {
    const wasm_interned *interned;
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

struct wasm_memory {
    wasm_part part;
    uint8_t *data;
    size_t bytes;
    size_t reserved; /* addresses; 0: data is from malloc() */
    bool guarded;    /* whatever an access can reach is reserved */
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
    wasm_memory *memory; /* NULL: none */
    wasm_global **globals;
    const wasm_interned **types;
    wasm_elems *elems;
    uint8_t *dropped; /* a bit for each data segment */
    void *tag;
    wasm_misfit misfit;
    /* For machine code. */
    uint8_t *memory_data; /* of a memory that is guarded */
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
    wasm_interned **types; /* a hash table */
    uint32_t type_count;
    uint32_t type_buckets; /* a power of two */
    wasm_instance *instances;
    wasm_part *parts;
    wasm_at frames[WASM_FRAMES]; /* of the last trap */
    uint32_t frame_count;
};

const wasm_interned *wasm__intern(wasm_store *store, const wasm_functype *type);

/* The function of an instance; NULL without memory. */
wasm_func *wasm__function(wasm_instance *instance, uint32_t index);

/* Interpret a body with its arguments at `base`, which is the store's sp or
 * above. */
wasm_trap wasm__run(wasm_store *store, wasm_instance *inst, wasm_body *body,
                    wasm_slot *base);
wasm_trap wasm__heat_up(wasm_instance *inst, wasm_body *body);
/* A host function leaves its results where its arguments are. */
wasm_trap wasm__call_of_host(wasm_store *store, wasm_func *func,
                             wasm_slot *base);

/* Instructions on tables and memories; indices are the module's. */
wasm_trap wasm__table_fill(wasm_table *table, const wasm_slot *three);
wasm_trap wasm__table_copy(wasm_table *to, wasm_table *from,
                           const wasm_slot *three);
wasm_trap wasm__table_init(wasm_instance *instance, uint32_t segment,
                           wasm_table *table, uint32_t to, uint32_t from,
                           uint32_t count);
void wasm__elem_drop(wasm_instance *instance, uint32_t segment);
wasm_trap wasm__memory_init(wasm_instance *instance, uint32_t segment,
                            uint32_t to, uint32_t from, uint32_t count);
void wasm__data_drop(wasm_instance *instance, uint32_t segment);

#endif
