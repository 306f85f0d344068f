/*
 * walk.h - one walk over a function body, which checks it, or translates it.
 *
 * Both follow the same operand and control stacks, so one walker does both:
 * when the module is made it only checks, and when the function is first called
 * it walks again and writes code.
 *
 * An operand is often no value in a slot yet: a constant, or a local that was
 * read. It is written to its slot only where it must be there: when the local
 * is about to change, at the borders of blocks, and as an argument.
 *
 *     local.get 0         operands: local 0
 *     i32.const 1         operands: local 0, 1
 *     i32.add             code: slot 5 = local 0 + 1
 *     local.set 0         the code is changed to: local 0 = local 0 + 1
 */
#ifndef ORRERY_WASM_WALK_H
#define ORRERY_WASM_WALK_H

#include "wasm/module.h"

typedef enum operand_place {
    IN_SLOT,  /* its own: operand.slot */
    IN_LOCAL, /* operand.local */
    CONSTANT  /* operand.value */
} operand_place;

typedef struct operand {
    wasm_type type;
    uint8_t place; /* operand_place */
    uint16_t local;
    uint32_t slot;
    uint32_t at; /* of the instruction that made it, for messages */
    uint64_t value;
} operand;

typedef enum block_kind {
    BLOCK_FUNC,
    BLOCK,
    BLOCK_LOOP,
    BLOCK_IF,
    BLOCK_ELSE,
    BLOCK_TRY,   /* the older form, */
    BLOCK_CATCH, /* and its handlers */
    BLOCK_TRY_TABLE
} block_kind;

typedef struct block {
    uint8_t kind;
    bool unreachable; /* the rest of it cannot be reached */
    bool dead;        /* nor can its start: no code is written for it */
    uint32_t height;  /* operands below it, without its parameters */
    wasm_functype type;
    wasm_type single; /* its result, if type.results is NULL */
    uint32_t at;      /* offset of the instruction */
    int32_t start;    /* of a loop: where its code begins */
    int32_t fixups;   /* the last jump to its end, which names the one before */
    int32_t else_fixup; /* of `if`: the jump if the condition is false */
    bool has_catch_all;
    int32_t region_end; /* of a try: where what it catches from ends */
    uint32_t try_depth;
    uint32_t inits;   /* locals that had a value when it began */
    uint32_t clauses; /* of try_table */
    const uint8_t *clauses_at;
} block;

/* Which word of code is of which byte, for stacks. */
typedef struct walk_place {
    uint32_t word;
    uint32_t offset;
} walk_place;

typedef struct walker {
    wasm_reader r;
    wasm_module *m;
    wasm_body *body;
    const wasm_functype *type;
    const uint8_t *op_at; /* the instruction */
    uint16_t op;          /* its number: its byte, or one of WASM_OP_... */
    bool writes;          /* code is written: the body has been checked */
    bool no_memory;

    operand *operands;
    uint32_t count;
    uint32_t capacity;
    block *blocks;
    uint32_t block_count;
    uint32_t block_capacity;
    wasm_type *locals; /* the type of each */
    uint32_t local_count;
    uint16_t *local_slots; /* the slot of each, when code is written */

    wasm_word *code;
    uint32_t len;
    uint32_t code_capacity;
    uint32_t max_slot;
    uint32_t settled;     /* operands below are in their slots */
    uint32_t *local_uses; /* operands that are IN_LOCAL, for each local */
    int64_t last;         /* the word that made the topmost operand, and may be
                           * changed; -1: none */
    uint32_t try_depth;
    wasm_handler *handlers;
    uint32_t handler_count;
    /* Locals that may not be null have no value at first: a bit for each, and
     * which got one, so that the end of a block can take it back. NULL: all
     * have one. */
    uint8_t *unset;
    uint32_t *inits;
    uint32_t init_count;
    walk_place *places; /* NULL: not wanted */
    uint32_t place_count;
    uint32_t place_capacity;
} walker;

/* Is code written here? Not where nothing can arrive. */
static inline bool walk_live(const walker *w)
{
    return w->writes && !w->blocks[w->block_count - 1].unreachable;
}

void walk_fail(walker *w, const uint8_t *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "i32.add", of an instruction at an offset of the module. */
const char *walk_op_name(const walker *w, uint32_t offset, char *buffer,
                         size_t size);

/* ---- The operand stack: validate.c -------------------------------------- */

void walk_push_slow(walker *w, wasm_type type);
/* Pop one of a type, which is the i-th operand of the instruction. */
operand walk_pop_type(walker *w, wasm_type type, uint32_t i);
operand walk_pop_any(walker *w);
bool walk_need(walker *w, uint32_t count);

/* A new operand, in its slot. */
static inline operand *walk_push(walker *w, wasm_type type)
{
    if (w->count == w->capacity) {
        walk_push_slow(w, type);
        if (w->no_memory)
            return &w->operands[0];
    }
    operand *o = &w->operands[w->count];
    o->type = type;
    o->place = IN_SLOT;
    o->at = (uint32_t)(w->op_at - w->r.start);
    if (w->writes) {
        o->slot = w->count == 0
                      ? w->type->param_slots + WASM_HEADER + w->body->locals
                      : o[-1].slot + wasm__slots(o[-1].type);
        if (o->slot + 2 > w->max_slot)
            w->max_slot = o->slot + 2;
    }
    w->count++;
    return o;
}

/* The immediate of an instruction that reads or writes memory. */
typedef struct walk_access {
    uint32_t memory;
    uint64_t offset;
    wasm_type type; /* of addresses */
    bool plain;     /* the first memory, with addresses of 32 bits */
} walk_access;

/* ---- Writing code: emit.c ----------------------------------------------- */

uint32_t emit_word(walker *w, wasm_word word);
uint32_t emit_op(walker *w, uint32_t op, uint32_t a, uint32_t b, uint32_t c);
uint32_t emit_imm(walker *w, uint32_t op, uint32_t a, int32_t imm);
void emit_copy(walker *w, wasm_type type, uint32_t to, uint32_t from);
/* The slot that holds the operand; a constant is written to its own. */
uint32_t emit_slot(walker *w, const operand *o);
/* Put all operands, or the topmost ones, into their own slots. */
void emit_settle(walker *w);
void emit_settle_top(walker *w, uint32_t count);
/* The local is about to change: operands that stand for it get its value. */
void emit_settle_local(walker *w, uint32_t local);
/* No word before this may be changed any more: a jump arrives here. */
void emit_label(walker *w);
/* Write an operand to a slot. */
void emit_to(walker *w, const operand *o, uint32_t slot);
void emit_unary(walker *w, uint32_t op, const operand *x, wasm_type result);
void emit_binary(walker *w, uint32_t op, const operand *x, const operand *y,
                 wasm_type result);
void emit_load(walker *w, uint32_t op, const operand *address,
               const walk_access *access, wasm_type result);
void emit_store(walker *w, uint32_t op, const operand *address,
                const operand *value, const walk_access *access);
/* Before an instruction of `words` words: it is of another memory, and its own
 * offset is 0. */
void emit_prefix(walker *w, uint32_t address, const walk_access *access,
                 uint32_t words);
/* A jump that is taken if the condition is true, or false. Returns the word
 * whose imm is the distance, and which counts from *base. */
uint32_t emit_branch(walker *w, const operand *condition, bool when);
void emit_jump_to(walker *w, uint32_t word, int32_t target);

/* ---- Instructions ------------------------------------------------------- */

bool walk_control(walker *w);   /* control.c; false: not one of these */
bool walk_atomic(walker *w);    /* walk_atomic.c, after the byte 0xfe */
bool walk_exception(walker *w); /* walk_exception.c */
bool walk_reference(walker *w); /* walk_reference.c */
bool walk_variable(walker *w);  /* variable.c */
bool walk_fc(walker *w);        /* variable.c */
bool walk_simd(walker *w);      /* walk_simd.c */
void walk_object(walker *w);    /* walk_object.c, after the byte 0xfb */

/* validate.c: locals that had no value when the block began have none. */
void walk_reset_locals(walker *w, const block *b);
bool walk_is_unset(const walker *w, uint32_t local);
void walk_note_set(walker *w, uint32_t local);

/* ---- Blocks, branches and calls: control.c ------------------------------ */

block *walk_top_block(walker *w);
void walk_open_block(walker *w, block_kind kind);
void walk_end(walker *w);
const wasm_type *walk_block_results(const block *b);
const wasm_type *walk_label_types(const block *b, uint32_t *count);
/* An operand that was popped, with another type: it is where it was. */
void walk_push_again(walker *w, const operand *o, wasm_type type);

void walk_push_types(walker *w, const wasm_type *types, uint32_t count);
/* Are the topmost operands of these types? `all`: and there are no others. */
bool walk_check_types(walker *w, const wasm_type *types, uint32_t count,
                      const char *what, bool all);
void walk_drop_to(walker *w, uint32_t height);
void walk_set_unreachable(walker *w);
block *walk_read_label(walker *w);
/* In unreachable code, operands that were not there have types now. */
void walk_refill(walker *w, const wasm_type *types, uint32_t count);
/* The slot of an operand at this height. */
uint32_t walk_slot_at(const walker *w, uint32_t height);
/* Are the operands that a branch carries where the label expects them? */
bool walk_in_place(const walker *w, const block *b, uint32_t count);
void walk_emit_br(walker *w, block *b, uint32_t count);
void walk_link_jump(walker *w, block *b, uint32_t word);
bool walk_pop_arguments(walker *w, const wasm_functype *type);
/* With a check: the call takes the place of this function. */
typedef bool walk_tail_fn(walker *w, const wasm_functype *type);
void walk_call(walker *w, walk_tail_fn *check_tail);
void walk_call_indirect(walker *w, walk_tail_fn *check_tail);

/* walk_exception.c: a try_table's clauses, and its end. */
bool walk_read_clauses(walker *w, block *b);
void walk_end_try_table(walker *w, block *b, bool falls_through);

void walk_memory_op(walker *w, uint32_t align_log2, walk_access *access);

#endif
