/*
 * module.h - a decoded module, and what the files of this room share.
 *
 * A module keeps its bytes; names, segments and function bodies point into
 * them. So a module costs little more than its bytes until its functions run.
 */
#ifndef ORRERY_WASM_MODULE_H
#define ORRERY_WASM_MODULE_H

#include "wasm/code.h"
#include "wasm/reader.h"
#include "wasm/types.h"
#include "wasm/wasm.h"

/* V8's limits, which the JavaScript interface of WebAssembly asks for. */
#define WASM_MAX_TYPES 1000000u
#define WASM_MAX_FUNCTIONS 1000000u
#define WASM_MAX_IMPORTS 1000000u
#define WASM_MAX_EXPORTS 1000000u
#define WASM_MAX_GLOBALS 1000000u
#define WASM_MAX_DATA 100000u
#define WASM_MAX_TABLES 100000u
#define WASM_MAX_MEMORIES 60000u /* V8: 100,000; ours fit into 16 bits */
#define WASM_MAX_TAGS 1000000u
#define WASM_MAX_PARAMS 1000u
#define WASM_MAX_RESULTS 1000u
#define WASM_MAX_LOCALS 50000u
#define WASM_MAX_BODY 7654321u
#define WASM_MAX_BR_TABLE 65520u
#define WASM_MAX_MODULE (1024u * 1024u * 1024u)

/* A constant expression: evaluated when the module is instantiated. */
typedef struct wasm_constant {
    const uint8_t *code; /* up to its `end` */
    uint32_t len;
} wasm_constant;

typedef struct wasm_import {
    wasm_name module;
    wasm_name field;
    wasm_kind kind;
    uint32_t index; /* among those of its kind */
} wasm_import;

typedef struct wasm_export {
    wasm_name name;
    wasm_kind kind;
    uint32_t index;
} wasm_export;

typedef struct wasm_tabletype {
    wasm_limits limits;
    wasm_type type;
    wasm_constant init; /* code NULL: null references */
} wasm_tabletype;

typedef struct wasm_globaltype {
    wasm_type type;
    bool is_mutable;
    wasm_constant init;
} wasm_globaltype;

typedef enum wasm_segment_mode {
    WASM_ACTIVE,
    WASM_PASSIVE,
    WASM_DECLARATIVE
} wasm_segment_mode;

typedef struct wasm_elem {
    wasm_segment_mode mode;
    wasm_type type;
    bool is_expressions; /* else indices of functions */
    uint32_t table;
    wasm_constant offset;
    uint32_t count;
    const uint8_t *entries;
    const uint8_t *end;
} wasm_elem;

typedef struct wasm_data {
    wasm_segment_mode mode;
    uint32_t memory;
    wasm_constant offset;
    const uint8_t *bytes;
    uint32_t len;
} wasm_data;

/* How a body is called, by machine code too: wasm__enter_cold(), or machine
 * code. The third argument is the body. Returns a wasm_trap. */
typedef int32_t wasm_entry(wasm_slot *fp, wasm_instance *inst, void *body);
struct wasm_code;
struct code_space;

/* Where an exception goes on: control.c of the walk writes them, exception.c
 * looks for them. Inner ones come before outer ones. */
typedef struct wasm_handler {
    uint32_t start; /* words, of which it catches what is thrown */
    uint32_t end;
    uint32_t pad;    /* the word where it goes on */
    uint32_t depth;  /* of its block */
    uint32_t tag;    /* WASM_ANY_TAG: all; WASM_DELEGATE: none, but */
    uint32_t limit;  /* those of blocks at this depth, or less deep */
    uint32_t values; /* slot of the first value; WASM_NO_SLOT */
    uint32_t itself; /* slot of the exception; WASM_NO_SLOT */
} wasm_handler;
#define WASM_ANY_TAG UINT32_MAX
#define WASM_DELEGATE (UINT32_MAX - 1)
#define WASM_NO_SLOT UINT32_MAX

/* A function body. */
typedef struct wasm_body {
    wasm_word *code; /* NULL: not translated yet */
    const wasm_functype *type;
    uint32_t params; /* slots */
    uint32_t frame;  /* slots of a frame, at most WASM_MAX_FRAME */
    uint32_t locals; /* slots that are zero at first, behind the header */
    uint32_t code_len;
    uint32_t offset; /* in the module's bytes: the locals, then the code */
    uint32_t len;
    uint32_t function;
    bool too_large; /* for a frame: each call ends with WASM_TRAP_STACK */
    bool is_cold;   /* it cannot be compiled */
    uint16_t tries; /* how deep blocks of `try` are */
    int32_t heat;   /* calls until something is to be done */
    wasm_handler *handlers;
    uint32_t handler_count;
    wasm_entry *entry;
    struct wasm_code *native; /* NULL: not compiled */
} wasm_body;

typedef struct wasm_custom {
    wasm_name name;
    wasm_name content;
} wasm_custom;

struct wasm_module {
    uint8_t *bytes;
    size_t len;
    uint32_t holds;

    wasm_deftype *types;
    uint32_t type_count;
    uint32_t type_limit; /* those that may be named already */
    uint32_t *functions; /* type of each, the imported ones first */
    uint32_t function_count;
    uint32_t imported_functions;
    wasm_tabletype *tables;
    uint32_t table_count;
    uint32_t imported_tables;
    uint32_t *tags; /* the type of each */
    uint32_t tag_count;
    uint32_t imported_tags;
    wasm_limits *memories;
    uint32_t memory_count;
    uint32_t imported_memories;
    wasm_globaltype *globals;
    uint32_t global_count;
    uint32_t imported_globals;
    wasm_import *imports;
    uint32_t import_count;
    wasm_export *exports;
    uint32_t export_count;
    int64_t start; /* -1: none */
    wasm_elem *elems;
    uint32_t elem_count;
    wasm_data *data;
    uint32_t data_count;
    bool has_data_count; /* the section that says it before the code */
    wasm_body *bodies;
    uint32_t body_count;
    wasm_custom *customs;
    uint32_t custom_count;
    uint8_t *declared; /* a bit for each function: ref.func may name it */
    wasm_name *names;  /* of functions, once asked for */
    bool has_names;
    uint32_t hash;            /* 0: not computed yet */
    struct code_space *space; /* NULL: no machine code yet */
    struct wasm_code *codes;
};

/* How many slots a value takes. */
static inline uint32_t wasm__slots(wasm_type type)
{
    return type == WASM_V128 ? 2 : 1;
}

static inline bool wasm__is_reference(wasm_type type)
{
    const uint32_t byte = type & 0xff;

    return (type & WASM_INDEXED) != 0 ||
           (byte >= WASM_EXNREF && byte <= WASM_NULLEXNREF);
}

static inline const wasm_functype *wasm__function_type(const wasm_module *m,
                                                       uint32_t function)
{
    return &m->types[m->functions[function]].func;
}

static inline wasm_defs wasm__defs(const wasm_module *m)
{
    return (wasm_defs){ m->types, NULL };
}

/* Is every value of type a one of type b, in this module? */
static inline bool wasm__fits(const wasm_module *m, wasm_type a, wasm_type b)
{
    return wasm__is_subtype(wasm__defs(m), a, b);
}

/* May a variable of this type have no value at first? */
static inline bool wasm__has_default(wasm_type type)
{
    return (type & WASM_NON_NULL) == 0;
}

/* "i32", as messages have it. */
typedef struct wasm_typename {
    char text[32];
} wasm_typename;
wasm_typename wasm__type_name(wasm_type type);

/* Grow an array of `count` items so that one more has its place. NULL: no
 * memory, and the old one stays. */
void *wasm__grow(void *items, uint32_t count, size_t size);

/* constant.c */
wasm_constant wasm__read_constant(wasm_reader *r, wasm_module *m,
                                  wasm_type expected, uint32_t globals);
void wasm__declare(wasm_module *m, uint32_t function);

/* validate.c: check a body; translate one that has been checked. Errors of
 * the first: in the reader. Errors of the second: -ENOMEM. */
void wasm__validate_body(wasm_reader *r, wasm_module *m, wasm_body *body);
int wasm__translate_body(wasm_module *m, wasm_body *body);

/* Which bytes the words of its code come from: wasm__offset_of(). */
uint32_t wasm__offset_of(wasm_module *m, wasm_body *body, uint32_t word);

#endif
