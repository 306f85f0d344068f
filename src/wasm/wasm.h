/*
 * wasm.h - WebAssembly for a C program: decode and validate a module, link
 * it with what it imports, and call what it exports.
 *
 *     bytes --> wasm_module --+
 *                             +--> wasm_instance --> wasm_func --> wasm_call()
 *     wasm_store --imports----+
 *
 * A store is a thread's: everything that was made in one belongs together, and
 * to one thread at a time. Function bodies are validated with the module, and
 * translated to the interpreter's code when they are first called.
 *
 * Values: a wasm_slot holds one value of any type but v128, which takes two of
 * them. Arguments and results are arrays of slots, one value after the other.
 *
 * Memory:  what a call hands out is the caller's, and freed by the function
 *          that its comment names.
 * Errors:  negative errno, and wasm_error has the sentence; a call in which
 *          WebAssembly runs returns a wasm_trap instead.
 */
#ifndef ORRERY_WASM_H
#define ORRERY_WASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WASM_PAGE_BYTES 65536u
#define WASM_MAX_PAGES 65536u
#define WASM_MAX_PAGES64 262144u /* of a memory with addresses of 64 bits */
#define WASM_MAX_TABLE 10000000u

/*
 * Types, by the bytes of the binary format. References that may be null have a
 * byte, too, or WASM_INDEXED and the index of their type; WASM_NON_NULL is
 * added to those that may not.
 */
typedef uint32_t wasm_type;
enum {
    WASM_ANY = 0, /* of unreachable code; no value has it */
    WASM_EXNREF = 0x69,
    WASM_ARRAYREF = 0x6a,
    WASM_STRUCTREF = 0x6b,
    WASM_I31REF = 0x6c,
    WASM_EQREF = 0x6d,
    WASM_ANYREF = 0x6e,
    WASM_EXTERNREF = 0x6f,
    WASM_FUNCREF = 0x70,
    WASM_NULLREF = 0x71,
    WASM_NULLEXTERNREF = 0x72,
    WASM_NULLFUNCREF = 0x73,
    WASM_NULLEXNREF = 0x74,
    WASM_I16 = 0x77, /* only in structures and arrays */
    WASM_I8 = 0x78,
    WASM_V128 = 0x7b,
    WASM_F64 = 0x7c,
    WASM_F32 = 0x7d,
    WASM_I64 = 0x7e,
    WASM_I32 = 0x7f
};
#define WASM_NON_NULL 0x40000000u
#define WASM_INDEXED 0x80000000u
#define WASM_INDEX_MASK 0x1fffffffu

typedef enum wasm_kind {
    WASM_FUNC,
    WASM_TABLE,
    WASM_MEMORY,
    WASM_GLOBAL,
    WASM_TAG
} wasm_kind;

typedef struct wasm_store wasm_store;
typedef struct wasm_module wasm_module;
typedef struct wasm_instance wasm_instance;
typedef struct wasm_func wasm_func;
typedef struct wasm_memory wasm_memory;
typedef struct wasm_table wasm_table;
typedef struct wasm_global wasm_global;
typedef struct wasm_tag wasm_tag;
typedef struct wasm_exception wasm_exception;
typedef struct wasm_object wasm_object;
typedef struct wasm_shared wasm_shared; /* a memory of several threads */

typedef union wasm_slot {
    uint32_t u32;
    int32_t s32;
    uint64_t u64;
    int64_t s64;
    float f32;
    double f64;
    wasm_func *func;   /* NULL: the null reference */
    uint64_t external; /* the host's number of a value; 0: null */
    wasm_exception *exception;
    wasm_object *object; /* if its low bits are zero: wasm_object_of() */
    void *pointer;
} wasm_slot;

/* How a run of WebAssembly ended. */
typedef enum wasm_trap {
    WASM_OK,
    WASM_TRAP_UNREACHABLE,
    WASM_TRAP_MEMORY, /* access out of bounds */
    WASM_TRAP_DIV_BY_ZERO,
    WASM_TRAP_DIV_OVERFLOW, /* the least integer by -1 */
    WASM_TRAP_REM_BY_ZERO,
    WASM_TRAP_TRUNC,        /* a float that no integer is near */
    WASM_TRAP_TABLE_INDEX,  /* call_indirect, beyond the table */
    WASM_TRAP_NULL_FUNC,    /* call_indirect, nothing there */
    WASM_TRAP_SIGNATURE,    /* call_indirect, of another type */
    WASM_TRAP_TABLE_BOUNDS, /* table.get, fill, copy, init */
    WASM_TRAP_SEGMENT,      /* elem. beyond the segment */
    WASM_TRAP_STACK,        /* too many calls, or a frame that is too large */
    WASM_TRAP_HOST,         /* a host function failed; it knows why */
    WASM_TRAP_NO_MEMORY,    /* no memory for code */
    WASM_TRAP_EXCEPTION,    /* thrown, and not caught: wasm_store_thrown() */
    WASM_TRAP_NULL_REFERENCE,
    WASM_TRAP_RETHROW_NULL,
    WASM_TRAP_UNALIGNED, /* an atomic access */
    WASM_TRAP_WAIT,      /* here nothing may wait */
    WASM_TRAP_CAST,
    WASM_TRAP_ARRAY_INDEX,
    WASM_TRAP_ARRAY_SIZE,
    WASM_TRAP_DATA_SEGMENT, /* beyond it */
    WASM_TRAPS
} wasm_trap;

/* The sentence that V8 has for it. */
const char *wasm_trap_text(wasm_trap trap);

typedef struct wasm_error {
    char text[256];
    size_t offset;    /* in the module's bytes */
    int64_t function; /* index of the function with the error; -1: none */
    bool no_memory;   /* it was not the module's fault */
} wasm_error;

typedef struct wasm_functype {
    const wasm_type *params;
    const wasm_type *results;
    uint32_t param_count;
    uint32_t result_count;
    uint32_t param_slots;
    uint32_t result_slots;
} wasm_functype;

typedef struct wasm_limits {
    uint64_t min;
    uint64_t max; /* only if has_max */
    bool has_max;
    bool shared; /* of a memory */
    bool is64;   /* addresses have 64 bits */
} wasm_limits;

/* What an import asks for, or an export is. */
typedef struct wasm_externtype {
    wasm_kind kind;
    const wasm_functype *func; /* of a tag, too */
    wasm_limits limits;        /* of tables and memories */
    wasm_type type;            /* of a table's elements, or a global's value */
    bool is_mutable;           /* of a global */
} wasm_externtype;

typedef struct wasm_name {
    const char *bytes; /* UTF-8, no zero byte after it */
    size_t len;
} wasm_name;

typedef struct wasm_importtype {
    wasm_name module;
    wasm_name field;
    wasm_externtype type;
} wasm_importtype;

typedef struct wasm_exporttype {
    wasm_name name;
    wasm_externtype type;
    uint32_t index;
} wasm_exporttype;

/* An import or an export that exists. */
typedef struct wasm_extern {
    wasm_kind kind;
    union {
        wasm_func *func;
        wasm_table *table;
        wasm_memory *memory;
        wasm_global *global;
        wasm_tag *tag;
    };
} wasm_extern;

/* ---- Modules ------------------------------------------------------------ */

/*
 * Decode and validate. The bytes are copied.
 *
 * Memory: counted. wasm_module_release() frees it; instances hold it, too.
 * Errors: -EINVAL with *error filled in; -ENOMEM.
 */
int wasm_module_new(const void *bytes, size_t len, wasm_module **out,
                    wasm_error *error);
wasm_module *wasm_module_hold(wasm_module *module);
void wasm_module_release(wasm_module *module);
void wasm_module_get_bytes(const wasm_module *module, const void **bytes,
                           size_t *len);

/* A number that other modules hardly have: for names in stacks. */
uint32_t wasm_module_hash(const wasm_module *module);

uint32_t wasm_module_import_count(const wasm_module *module);
void wasm_module_get_import(const wasm_module *module, uint32_t i,
                            wasm_importtype *out);
uint32_t wasm_module_export_count(const wasm_module *module);
void wasm_module_get_export(const wasm_module *module, uint32_t i,
                            wasm_exporttype *out);

/* Which references can get from its instances to others, and back, by calls and
 * exceptions: whoever frees instances has to know. */
typedef enum wasm_sharing {
    WASM_SHARES_NOTHING,
    WASM_SHARES_EXTERNS,   /* the host's, and objects that look like them */
    WASM_SHARES_REFERENCES /* functions and objects */
} wasm_sharing;
wasm_sharing wasm_module_sharing(const wasm_module *module);

/* The i-th custom section: its name and what follows it. False: no more. */
bool wasm_module_get_custom(const wasm_module *module, uint32_t i,
                            wasm_name *name, wasm_name *content);

/* What the section "name" calls a function; an empty name if nothing. */
wasm_name wasm_module_function_name(const wasm_module *module, uint32_t index);

/* ---- Stores ------------------------------------------------------------- */

/* When functions become machine code. */
typedef enum wasm_machine {
    WASM_MACHINE_OFF,   /* never */
    WASM_MACHINE_WARM,  /* those that are called often, or loop for long */
    WASM_MACHINE_ALWAYS /* at their first call: for tests */
} wasm_machine;

struct code_host;

/* What the store asks of its owner. All may be NULL. */
typedef struct wasm_host {
    void *ctx;
    /* Called every few thousand jumps and calls: false ends the run with
     * WASM_TRAP_HOST. */
    bool (*poll)(void *ctx);
    /* May a memory or a table take so many bytes more? Fewer: less than 0. */
    bool (*account)(void *ctx, int64_t bytes);
    /* A host function has failed, and WebAssembly may catch why: an exception,
     * which is the caller's. NULL: nothing can catch it. */
    wasm_exception *(*take_exception)(void *ctx);
    /* memory.atomic.wait and notify: 0, 1 or 2, or how many; less than 0: a
     * trap, the number of which is negated. */
    int64_t (*wait)(void *ctx, wasm_memory *memory, uint64_t address,
                    uint32_t bytes, uint64_t expected, int64_t timeout_ns);
    int64_t (*notify)(void *ctx, wasm_memory *memory, uint64_t address,
                      uint32_t count);
    /* Call fn(fn_ctx, slot) for slots that the host has in hand, and that may
     * hold references: garbage is being looked for. */
    void (*each_slot)(void *ctx, void (*fn)(void *fn_ctx, wasm_slot slot),
                      void *fn_ctx);
    /* A memory is about to get other bytes, or a new length. */
    void (*memory_grows)(void *ctx, wasm_memory *memory);
    /* Address space in which a memory grows without moving; the three belong
     * together. NULL from the first: memory is taken from malloc(), and moves.
     */
    void *(*reserve)(void *ctx, size_t bytes);
    bool (*commit)(void *ctx, void *space, size_t bytes);
    void (*release)(void *ctx, void *space, size_t bytes);
    /* Executable memory: code/code.h. NULL: there is no machine code. */
    const struct code_host *code;
    wasm_machine machine;
    /* For tests: machine code checks bounds itself, and garbage is looked for
     * whenever something is allocated. */
    bool checks;
    bool single; /* for tests: the interpreter joins no instructions */
    /* Machine code and calls between it and the host go no further down the C
     * stack. 0: 256 KiB below the first instance's caller. */
    uintptr_t stack_limit;
} wasm_host;

/* Errors: -ENOMEM. wasm_store_free() frees it; nothing of it may be used, or
 * exist, after that. */
int wasm_store_new(const wasm_host *host, wasm_store **out);
void wasm_store_free(wasm_store *store);

/* Call fn(ctx, slot) for each slot of the interpreter's stack that is in use.
 * Any of them may hold a reference, or a number. */
void wasm_store_each_slot(wasm_store *store,
                          void (*fn)(void *ctx, wasm_slot slot), void *ctx);

/* Free what WebAssembly has allocated and does not use any more. That is done
 * when it allocates, too. Not while WebAssembly runs. */
void wasm_store_collect(wasm_store *store);

/* The structure or array that a reference is, of the hierarchies of any and
 * extern; NULL: another one, or null. An i31 has its lowest bit set, and the
 * next one is the host's. */
wasm_object *wasm_object_of(wasm_slot slot);
/* A word that belongs to the host, zero at first. While it is not, the object
 * is in use. */
void **wasm_object_word(wasm_object *object);

/* The top of a reference type's hierarchy: any, func, extern or exn. */
wasm_type wasm_store_top_of(const wasm_store *store, wasm_type type);
/* A type of a module's as the store numbers it: what the functions here take.
 * -ENOMEM. */
int wasm_store_type_of(wasm_store *store, wasm_module *module, wasm_type type,
                       wasm_type *out);
/* Is the reference of this type? It is of the right hierarchy. */
bool wasm_store_is_of(const wasm_store *store, wasm_slot slot, wasm_type type);

/* ---- Functions ---------------------------------------------------------- */

/*
 * A function of the host. It finds the arguments in `slots`, and leaves the
 * results there. Anything but WASM_OK ends the run that called it.
 */
typedef wasm_trap wasm_host_fn(void *data, wasm_func *func, wasm_slot *slots);

/* Errors: -ENOMEM. The type is copied. wasm_func_free(): of the host's own. */
int wasm_func_new(wasm_store *store, const wasm_functype *type,
                  wasm_host_fn *fn, void *data, wasm_func **out);
/* The same for the i-th import of a module, which is a function. */
int wasm_func_new_import(wasm_store *store, wasm_module *module, uint32_t i,
                         wasm_host_fn *fn, void *data, wasm_func **out);
void wasm_func_free(wasm_func *func);
const wasm_functype *wasm_func_type(const wasm_func *func);
/* NULL for a function of the host. */
wasm_instance *wasm_func_instance(const wasm_func *func);
uint32_t wasm_func_index(const wasm_func *func);
/* Those of a function that the host made; NULL else. */
void *wasm_func_data(const wasm_func *func);
/* A word that belongs to the host, zero at first. */
void **wasm_func_tag(wasm_func *func);

/* Call it: `slots` holds the arguments, then the results. It must have as many
 * as the larger of both needs. */
wasm_trap wasm_call(wasm_store *store, wasm_func *func, wasm_slot *slots);
/* The same of a function with at most so many slots of parameters and one of
 * results: `slots` has that many, and what is behind the parameters may be
 * anything. */
#define WASM_FEW 8
wasm_trap wasm_call_few(wasm_store *store, wasm_func *func,
                        wasm_slot slots[WASM_FEW]);

/* One call that was under way when the last trap happened. */
typedef struct wasm_frame {
    const wasm_instance *instance;
    uint32_t function; /* its index in the module */
    uint32_t offset;   /* of the instruction, in the module's bytes */
} wasm_frame;

/* The calls that are under way, or those of the last trap, innermost first;
 * returns how many were written. */
size_t wasm_store_get_frames(wasm_store *store, wasm_frame *out, size_t count);

/* ---- Tags and exceptions ------------------------------------------------ */

/* Counted: wasm_tag_hold(), wasm_tag_release(). The type's are the store's. */
int wasm_tag_new(wasm_store *store, const wasm_functype *type, wasm_tag **out);
wasm_tag *wasm_tag_hold(wasm_tag *tag);
void wasm_tag_release(wasm_tag *tag);
const wasm_functype *wasm_tag_type(const wasm_tag *tag);
void **wasm_tag_tag(wasm_tag *tag);

/* An exception with the values of its tag's parameters. It is the caller's
 * until wasm_exception_release(); WebAssembly keeps it as long as it can reach
 * it. NULL: no memory. */
wasm_exception *wasm_exception_new(wasm_tag *tag, const wasm_slot *values);
wasm_exception *wasm_exception_hold(wasm_exception *exception);
void wasm_exception_release(wasm_exception *exception);
wasm_tag *wasm_exception_tag(const wasm_exception *exception);
const wasm_slot *wasm_exception_values(const wasm_exception *exception);
/* A word that belongs to the host, zero at first. */
void **wasm_exception_word(wasm_exception *exception);
/* The one that ended the last run with WASM_TRAP_EXCEPTION; not held. */
wasm_exception *wasm_store_thrown(const wasm_store *store);

/* ---- Memories, tables, globals ------------------------------------------ */

/* All three are counted: *_hold(), *_release(). */

/* Errors: -ENOMEM, also if the host allows no more. */
int wasm_memory_new(wasm_store *store, const wasm_limits *limits,
                    wasm_memory **out);
wasm_memory *wasm_memory_hold(wasm_memory *memory);
void wasm_memory_release(wasm_memory *memory);
void *wasm_memory_data(const wasm_memory *memory);
size_t wasm_memory_bytes(const wasm_memory *memory);
void wasm_memory_get_limits(const wasm_memory *memory, wasm_limits *out);
/* How many pages it had before; -1 if it cannot grow so far. */
int64_t wasm_memory_grow(wasm_memory *memory, uint64_t pages);
void **wasm_memory_tag(wasm_memory *memory);
/* What stores of other threads can have, too; NULL if it is not shared. */
wasm_shared *wasm_memory_shared(const wasm_memory *memory);
int wasm_memory_from_shared(wasm_store *store, wasm_shared *shared,
                            wasm_memory **out);
/* Counted, by any thread. Its release of the host's is called with a ctx of
 * NULL. The 64 bytes before the data are the host's. */
wasm_shared *wasm_shared_hold(wasm_shared *shared);
void wasm_shared_release(wasm_shared *shared);
wasm_shared *wasm_shared_of(void *data);
void *wasm_shared_data(wasm_shared *shared);
size_t wasm_shared_bytes(const wasm_shared *shared);

/* Each element is `init` at first. */
int wasm_table_new(wasm_store *store, wasm_type type, const wasm_limits *limits,
                   wasm_slot init, wasm_table **out);
wasm_table *wasm_table_hold(wasm_table *table);
void wasm_table_release(wasm_table *table);
wasm_type wasm_table_type(const wasm_table *table);
void wasm_table_get_limits(const wasm_table *table, wasm_limits *out);
uint32_t wasm_table_size(const wasm_table *table);
wasm_slot *wasm_table_at(const wasm_table *table, uint64_t i);
int64_t wasm_table_grow(wasm_table *table, uint64_t count, wasm_slot init);
void **wasm_table_tag(wasm_table *table);

int wasm_global_new(wasm_store *store, wasm_type type, bool is_mutable,
                    const wasm_slot *value, wasm_global **out);
wasm_global *wasm_global_hold(wasm_global *global);
void wasm_global_release(wasm_global *global);
wasm_type wasm_global_type(const wasm_global *global);
bool wasm_global_is_mutable(const wasm_global *global);
/* One slot, or two. */
wasm_slot *wasm_global_value(wasm_global *global);
void **wasm_global_tag(wasm_global *global);

/* ---- Instances ---------------------------------------------------------- */

/* Why an import does not fit; `import` is its number. */
typedef struct wasm_link_error {
    uint32_t import;
    char text[256];
} wasm_link_error;

/*
 * Link a module with its imports, one for each in their order, and fill its
 * tables and memories. The start function is not called: wasm_instance_start().
 *
 * Memory: wasm_instance_free(), once nothing can reach one of its functions
 *         any more, nor one of those is running.
 * Errors: -EINVAL with *error if an import does not fit; -ENOMEM. *trap is
 *         set, and the instance exists, if a segment does not fit: its
 *         functions may be in tables already.
 */
int wasm_instance_new(wasm_store *store, wasm_module *module,
                      const wasm_extern *imports, wasm_instance **out,
                      wasm_trap *trap, wasm_link_error *error);
void wasm_instance_free(wasm_instance *instance);
wasm_trap wasm_instance_start(wasm_instance *instance);
wasm_module *wasm_instance_module(const wasm_instance *instance);
/* The i-th export of its module. */
void wasm_instance_get_export(wasm_instance *instance, uint32_t i,
                              wasm_extern *out);
/* The segment that did not fit. */
typedef struct wasm_misfit {
    bool is_data; /* else of a table */
    uint32_t segment;
    uint64_t offset;
    uint32_t len;
    size_t memory_bytes; /* of the memory, if it is data */
} wasm_misfit;
void wasm_instance_get_misfit(const wasm_instance *instance, wasm_misfit *out);
void **wasm_instance_tag(wasm_instance *instance);
/* Call fn for each global and each table that only this instance has, too:
 * where references of the host's may be. */
void wasm_store_each_reference(wasm_store *store,
                               void (*fn)(void *ctx, wasm_slot slot),
                               void *ctx);

/* ---- For tests ---------------------------------------------------------- */

/* Translate all functions now: 0, or a negative errno. */
int wasm_module_translate(wasm_module *module);

#endif
