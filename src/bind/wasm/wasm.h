/*
 * bind/wasm/wasm.h - what the files of this folder share.
 *
 * lib/internal/wasm holds the classes of WebAssembly; each object there has a
 * `native` object of ours in a private field, which owns the thing in C:
 *
 *     Module -- native --> wasm_module        Memory, Table, Global alike
 *     Instance -- native --> bind_instance --> wasm_instance
 *     exported function -- native --> bind_func --> wasm_func
 *
 * Who keeps whom alive is decided in JavaScript alone, so that the collector
 * sees all circles: an exported function keeps its instance, an instance what
 * it imports, a table whatever may be in it. C refers to functions of the
 * program weakly, and relies on that. Only externrefs are held from here: each
 * is a number while WebAssembly has it (extern.c).
 */
#ifndef ORRERY_BIND_WASM_H
#define ORRERY_BIND_WASM_H

#include "bind/bind.h"
#include "code/code.h"
#include "engine/shared.h"
#include "wasm/wasm.h"

/* Slots that hold references while their owner is not yet in WebAssembly. */
typedef struct bind_wasm_pending {
    struct bind_wasm_pending *next;
    const wasm_slot *slots;
    uint32_t count;
} bind_wasm_pending;

typedef struct bind_wasm_extern {
    napi_ref ref; /* NULL: free */
    uint32_t next_free;
    bool marked;
} bind_wasm_extern;

/* Functions of lib/internal/wasm that are called from here. */
enum {
    HOOK_TRAP,      /* (text, frames): the error to throw */
    HOOK_BIGINT,    /* (value): as a BigInt of 64 bits */
    HOOK_LIST,      /* (iterable, count): an array of so many */
    HOOK_FUNC,      /* (fn): the native of an exported function, or null */
    HOOK_EXPORTED,  /* (fn, native, owner): a new exported function */
    HOOK_EXCEPTION, /* (native, tag, is new): the object for an exception */
    HOOK_CATCH,     /* (value): the native of an exception; null for any other
                     * value, undefined for a trap */
    HOOK_WAIT,      /* (buffer, address, bytes, expected, ms) */
    HOOK_NOTIFY,    /* (buffer, address, count) */
    HOOK_OBJECT,    /* (native): what the program sees of a structure */
    HOOK_OBJECT_OF, /* (value): the native of such a one, or null */
    HOOKS
};

/* What exists once a program has used WebAssembly. It goes with the last thing
 * that was made in it, at the earliest when the runtime is closed. */
typedef struct bind_wasm {
    runtime *r;
    wasm_store *store;
    uint32_t holds;
    bool closed; /* the runtime's state: no value may be made any more */
    napi_ref hooks[HOOKS];
    wasm_tag *js_tag; /* of what the program throws; NULL: not asked for */
    bind_wasm_extern *externs; /* the first is unused: 0 is null */
    uint32_t extern_count;
    uint32_t extern_capacity;
    uint32_t extern_free; /* head of the list; 0: none */
    uint32_t extern_live;
    uint32_t extern_limit; /* of live ones, until the next sweep */
    bind_wasm_pending *pending;
    uint32_t object_count; /* structures and arrays that the program has */
    uint32_t live;       /* instances and memories, */
    uint32_t live_limit; /* at which garbage is looked for */
} bind_wasm;

typedef struct bind_func bind_func;

/* An instance, with the functions that were made for it. */
typedef struct bind_instance {
    bind_wasm *w;
    wasm_instance *instance;
    wasm_func **imports; /* of the host */
    uint32_t import_count;
    bind_func *funcs; /* of this instance that JavaScript has seen */
    napi_ref self;    /* weak: the Instance of lib/ */
} bind_instance;

struct bind_func {
    bind_wasm *w;
    wasm_func *func;
    napi_ref self;        /* weak: the function of JavaScript */
    bool has_vector;      /* in its type: JavaScript cannot call it */
    engine_direct direct; /* if it has numbers only */
    bind_func *next;
};

/* A function of the program that WebAssembly imports. */
typedef struct bind_import {
    bind_wasm *w;
    bind_instance *owner;
    napi_ref fn; /* weak */
    bool is_direct;
    engine_direct direct;
} bind_import;

/* The runtime's; made when it is first asked for. NULL: no memory, thrown. */
bind_wasm *bind_wasm_of(runtime *r);
void bind_wasm_hold(bind_wasm *w);
void bind_wasm_release(bind_wasm *w);

/* Called for each new instance and memory, while no WebAssembly of its runs. */
void bind_wasm_collect(bind_wasm *w);

napi_value bind_wasm_hook(bind_wasm *w, int hook, size_t argc,
                          const napi_value *argv);
/* The C half of a native object. */
void *bind_wasm_unwrap(napi_env env, napi_value native);
/* An object with two or more values in it: an array. */
napi_value bind_wasm_list(napi_env env, size_t count, const napi_value *items);
napi_value bind_wasm_name(napi_env env, wasm_name name);

/* extern.c: a number for a value, and the value of one. */
bool bind_wasm_to_extern(bind_wasm *w, napi_value value, uint64_t *out);
napi_value bind_wasm_from_extern(bind_wasm *w, uint64_t number);
void bind_wasm_free_externs(bind_wasm *w);

/* object.c: false: it is none. */
napi_value bind_wasm_from_object(bind_wasm *w, wasm_object *object);
bool bind_wasm_to_object(bind_wasm *w, napi_value value, wasm_slot *out);

/* value.c: false or NULL with an exception pending. */
bool bind_wasm_to_slot(bind_wasm *w, napi_value value, wasm_type type,
                       wasm_slot *out);
napi_value bind_wasm_from_slot(bind_wasm *w, const wasm_slot *slot,
                               wasm_type type);
const char *bind_wasm_type_name(wasm_type type);
/* "i32" and so on; false if it is none. */
bool bind_wasm_parse_type(const char *name, wasm_type *out);

/* func.c */
napi_value bind_wasm_function(bind_wasm *w, wasm_func *func);
/* Are they numbers alone, and few? Then `out` says which. */
bool bind_wasm_is_direct(const wasm_functype *type, engine_direct *out);
wasm_trap bind_wasm_call_import(void *data, wasm_func *func, wasm_slot *slots);
napi_value bind_wasm_throw_trap(bind_wasm *w, wasm_trap trap);

/* part.c: the object of a memory, table or global, or a new native; and what a
 * native is of. */
napi_value bind_wasm_part(bind_wasm *w, const wasm_extern *part, bool *is_new);
bool bind_wasm_get_part(napi_env env, napi_value native, wasm_extern *out);

/* The same, as a new native that takes the caller's hold. */
napi_value bind_wasm_own_part(bind_wasm *w, const wasm_extern *part);

/* exception.c */
void bind_wasm_throw_exception(bind_wasm *w);
wasm_exception *bind_wasm_take_exception(void *ctx);
wasm_tag *bind_wasm_js_tag(bind_wasm *w);

/* shared.c */
napi_value bind_wasm_shared_buffer(bind_wasm *w, wasm_memory *memory);
int64_t bind_wasm_wait(void *ctx, wasm_memory *memory, uint64_t address,
                       uint32_t bytes, uint64_t expected, int64_t timeout_ns);
int64_t bind_wasm_notify(void *ctx, wasm_memory *memory, uint64_t address,
                         uint32_t count);

/* The methods of each file. */
void bind_wasm_exception_methods(runtime *r, napi_value exports);
void bind_wasm_shared_methods(runtime *r, napi_value exports);
void bind_wasm_module_methods(runtime *r, napi_value exports);
void bind_wasm_part_methods(runtime *r, napi_value exports);
void bind_wasm_instance_methods(runtime *r, napi_value exports);
void bind_wasm_memory_grows(void *ctx, wasm_memory *memory);

#endif
