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
    uint8_t type;
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
    BLOCK_ELSE
} block_kind;

typedef struct block {
    uint8_t kind;
    bool unreachable; /* the rest of it cannot be reached */
    bool dead;        /* nor can its start: no code is written for it */
    uint32_t height;  /* operands below it, without its parameters */
    wasm_functype type;
    uint32_t at;    /* offset of the instruction */
    int32_t start;  /* of a loop: where its code begins */
    int32_t fixups; /* the last jump to its end, which names the one before */
    int32_t else_fixup; /* of `if`: the jump if the condition is false */
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
    uint8_t *locals; /* the type of each */
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
    walk_place *places;   /* NULL: not wanted */
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

void walk_push_slow(walker *w, uint8_t type);
/* Pop one of a type, which is the i-th operand of the instruction. */
operand walk_pop_type(walker *w, uint8_t type, uint32_t i);
operand walk_pop_any(walker *w);
bool walk_need(walker *w, uint32_t count);

/* A new operand, in its slot. */
static inline operand *walk_push(walker *w, uint8_t type)
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

/* ---- Writing code: emit.c ----------------------------------------------- */

uint32_t emit_word(walker *w, wasm_word word);
uint32_t emit_op(walker *w, uint32_t op, uint32_t a, uint32_t b, uint32_t c);
uint32_t emit_imm(walker *w, uint32_t op, uint32_t a, int32_t imm);
void emit_copy(walker *w, uint8_t type, uint32_t to, uint32_t from);
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
void emit_unary(walker *w, uint32_t op, const operand *x, uint8_t result);
void emit_binary(walker *w, uint32_t op, const operand *x, const operand *y,
                 uint8_t result);
void emit_load(walker *w, uint32_t op, const operand *address, uint32_t offset,
               uint8_t result);
void emit_store(walker *w, uint32_t op, const operand *address,
                const operand *value, uint32_t offset);
/* A jump that is taken if the condition is true, or false. Returns the word
 * whose imm is the distance, and which counts from *base. */
uint32_t emit_branch(walker *w, const operand *condition, bool when);
void emit_jump_to(walker *w, uint32_t word, int32_t target);

/* ---- Instructions ------------------------------------------------------- */

bool walk_control(walker *w);  /* control.c; false: not one of these */
bool walk_variable(walker *w); /* variable.c */
bool walk_fc(walker *w);       /* variable.c */
bool walk_simd(walker *w);     /* walk_simd.c */
void walk_memory_op(walker *w, uint32_t align_log2, uint32_t *offset);

#endif
