/*
 * emit.c - writing the interpreter's code: words, operands on their way to
 * slots, and the joining of an instruction with the one before it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "wasm/walk.h"

uint32_t emit_word(walker *w, wasm_word word)
{
    if (w->len == w->code_capacity) {
        const uint32_t capacity =
            w->code_capacity == 0 ? 64 : w->code_capacity * 2;
        wasm_word *code = realloc(w->code, capacity * sizeof(*code));
        if (code == NULL) {
            w->no_memory = true;
            return 0;
        }
        w->code = code;
        w->code_capacity = capacity;
    }
    w->code[w->len] = word;
    return w->len++;
}

/* Remember which instruction the next word is of. */
static void note_place(walker *w)
{
    const uint32_t offset = (uint32_t)(w->op_at - w->r.start);

    if (w->place_count > 0 && w->places[w->place_count - 1].offset == offset)
        return;
    if (w->place_count == w->place_capacity) {
        const uint32_t capacity = w->place_capacity * 2;
        walk_place *places = realloc(w->places, capacity * sizeof(*places));
        if (places == NULL) {
            w->no_memory = true;
            return;
        }
        w->places = places;
        w->place_capacity = capacity;
    }
    w->places[w->place_count++] = (walk_place){ w->len, offset };
}

uint32_t emit_op(walker *w, uint32_t op, uint32_t a, uint32_t b, uint32_t c)
{
    w->last = -1;
    if (w->places != NULL)
        note_place(w);
    return emit_word(w, (wasm_word){ .op = (uint16_t)op,
                                     .a = (uint16_t)a,
                                     .b = (uint16_t)b,
                                     .c = (uint16_t)c });
}

uint32_t emit_imm(walker *w, uint32_t op, uint32_t a, int32_t imm)
{
    w->last = -1;
    if (w->places != NULL)
        note_place(w);
    wasm_word word = { .op_ = (uint16_t)op, .a_ = (uint16_t)a };
    word.imm = imm;
    return emit_word(w, word);
}

void emit_label(walker *w)
{
    w->last = -1;
}

void emit_copy(walker *w, wasm_type type, uint32_t to, uint32_t from)
{
    if (to != from)
        emit_op(w, type == WASM_V128 ? WASM_OWN_copy2 : WASM_OWN_copy, to, from,
                0);
}

static void emit_constant(walker *w, wasm_type type, uint64_t value,
                          uint32_t slot)
{
    if (type == WASM_I32 || type == WASM_F32) {
        emit_imm(w, WASM_OWN_const32, slot, (int32_t)(uint32_t)value);
    } else if (value == (uint64_t)(int64_t)(int32_t)value) {
        emit_imm(w, WASM_OWN_const_s32, slot, (int32_t)value);
    } else {
        emit_op(w, WASM_OWN_const64, slot, 0, 0);
        emit_word(w, (wasm_word){ .u64 = value });
    }
}

void emit_to(walker *w, const operand *o, uint32_t slot)
{
    if (o->place == CONSTANT)
        emit_constant(w, o->type, o->value, slot);
    else
        emit_copy(w, o->type, slot,
                  o->place == IN_LOCAL ? w->local_slots[o->local] : o->slot);
}

uint32_t emit_slot(walker *w, const operand *o)
{
    if (o->place == IN_LOCAL)
        return w->local_slots[o->local];
    if (o->place == CONSTANT)
        emit_constant(w, o->type, o->value, o->slot);
    return o->slot;
}

static void settle_one(walker *w, operand *o)
{
    if (o->place == IN_SLOT)
        return;
    emit_to(w, o, o->slot);
    if (o->place == IN_LOCAL)
        w->local_uses[o->local]--;
    o->place = IN_SLOT;
}

/*
 * Operands from the i-th on. The last instruction stays the last one, if it is
 * a word alone and made an operand that was popped just now, so that a branch
 * can be joined with a comparison: what is written here are slots below those
 * that it reads and writes.
 */
static void settle_from(walker *w, uint32_t i)
{
    while (i < w->count && w->operands[i].place == IN_SLOT)
        i++;
    if (i == w->count)
        return;
    const bool keeps =
        w->last >= 0 && w->last + 1 == w->len &&
        w->code[w->last].a >= w->operands[w->count - 1].slot +
                                  wasm__slots(w->operands[w->count - 1].type);
    wasm_word last = { .u64 = 0 };
    if (keeps)
        last = w->code[--w->len];
    for (; i < w->count; i++)
        settle_one(w, &w->operands[i]);
    if (keeps)
        w->last = emit_word(w, last);
}

void emit_settle(walker *w)
{
    settle_from(w, w->settled);
    w->settled = w->count;
}

void emit_settle_top(walker *w, uint32_t count)
{
    settle_from(w, w->count - count);
}

void emit_settle_local(walker *w, uint32_t local)
{
    for (uint32_t i = w->count; i > 0 && w->local_uses[local] > 0; i--) {
        operand *o = &w->operands[i - 1];
        if (o->place == IN_LOCAL && o->local == local)
            settle_one(w, o);
    }
}

/* ---- Instructions with a result ----------------------------------------- */

/* Pushes the result, whose slot the word `word` was written with. */
static void push_result(walker *w, uint32_t word, wasm_type type)
{
    const operand *o = walk_push(w, type);

    if (w->no_memory)
        return;
    w->code[word].a = (uint16_t)o->slot;
    w->last = word;
}

static bool is_imm_op(uint32_t op)
{
    switch (op) {
#define X(byte, name, type, what) case byte:
        WASM_COMPARE(X)
        WASM_BINARY_IMM(X)
#undef X
        return true;
    default:
        return false;
    }
}

static bool is_compare(uint32_t op)
{
    return (op >= 0x46 && op <= 0x4f) || (op >= 0x51 && op <= 0x5a);
}

/* The comparison that is true when this one is false. */
static uint32_t emit_inverse(uint32_t op)
{
    static const uint8_t other[] = { 1, 0, 8, 9, 6, 7, 4, 5, 2, 3 };
    const uint32_t first = op < 0x50 ? 0x46 : 0x51;

    return first + other[op - first];
}

void emit_unary(walker *w, uint32_t op, const operand *x, wasm_type result)
{
    /* Not of a comparison: the opposite one. */
    if (op == 0x45 && w->last >= 0 && x->place == IN_SLOT) {
        wasm_word *word = &w->code[w->last];
        if (is_compare(word->op & 0xffu) && word->op < WASM_OP_BR &&
            word->a == x->slot) {
            word->op = (uint16_t)((word->op & 0x100u) |
                                  emit_inverse(word->op & 0xffu));
            push_result(w, (uint32_t)w->last, result);
            return;
        }
    }
    const uint32_t from = emit_slot(w, x);
    uint32_t word;
    if (op == 0x45 || op == 0x50) /* eqz: equal to the number 0 */
        word = emit_op(w, WASM_OP_IMM | (op == 0x45 ? 0x46 : 0x51), 0, from, 0);
    else
        word = emit_op(w, op, 0, from, 0);
    push_result(w, word, result);
}

static bool small_constant(const operand *o, int16_t *value)
{
    if (o->place != CONSTANT)
        return false;
    const int64_t number =
        o->type == WASM_I32 ? (int32_t)(uint32_t)o->value : (int64_t)o->value;
    *value = (int16_t)number;
    return number == (int16_t)number;
}

void emit_binary(walker *w, uint32_t op, const operand *x, const operand *y,
                 wasm_type result)
{
    int16_t number;

    if (is_imm_op(op) && small_constant(y, &number)) {
        const uint32_t from = emit_slot(w, x);
        push_result(w, emit_op(w, WASM_OP_IMM | op, 0, from, (uint16_t)number),
                    result);
        return;
    }
    const uint32_t first = emit_slot(w, x);
    const uint32_t second = emit_slot(w, y);
    push_result(w, emit_op(w, op, 0, first, second), result);
}

/* The same instruction with its offset in the next word. */
static uint32_t far_op(uint32_t op)
{
    return op >= WASM_OP_SIMD ? op - WASM_OP_SIMD + WASM_OP_SIMD_FAR
                              : op + WASM_OP_FAR;
}

void emit_prefix(walker *w, uint32_t address, const walk_access *access,
                 uint32_t words)
{
    emit_op(w, WASM_OWN_at, address, access->memory, 2 + words);
    emit_word(w, (wasm_word){ .u64 = access->offset });
}

void emit_load(walker *w, uint32_t op, const operand *address,
               const walk_access *access, wasm_type result)
{
    const uint32_t from = emit_slot(w, address);
    uint32_t word;

    if (!access->plain) {
        emit_prefix(w, from, access, 1);
        word = emit_op(w, op, 0, from, 0);
        push_result(w, word, result);
        w->last = -1; /* it stays behind its prefix */
        return;
    }
    if (access->offset <= 0xffff) {
        word = emit_op(w, op, 0, from, (uint32_t)access->offset);
        push_result(w, word, result);
        return;
    }
    word = emit_op(w, far_op(op), 0, from, 0);
    emit_word(w, (wasm_word){ .u64 = access->offset });
    push_result(w, word, result);
}

void emit_store(walker *w, uint32_t op, const operand *address,
                const operand *value, const walk_access *access)
{
    const uint32_t to = emit_slot(w, address);
    const uint32_t from = emit_slot(w, value);

    if (!access->plain) {
        emit_prefix(w, to, access, 1);
        emit_op(w, op, to, from, 0);
        return;
    }
    if (access->offset <= 0xffff) {
        emit_op(w, op, to, from, (uint32_t)access->offset);
        return;
    }
    emit_op(w, far_op(op), to, from, 0);
    emit_word(w, (wasm_word){ .u64 = access->offset });
}

/* ---- Branches ----------------------------------------------------------- */

/*
 * A comparison that was just written becomes the branch: its slot is read by
 * nothing else. A jump of two words has its distance in the second.
 */
uint32_t emit_branch(walker *w, const operand *condition, bool when)
{
    const wasm_word *last = w->last >= 0 ? &w->code[w->last] : NULL;

    if (last != NULL && condition->place == IN_SLOT && last->op < WASM_OP_BR &&
        is_compare(last->op & 0xffu) && last->a == condition->slot &&
        w->last + 1 == w->len) {
        const wasm_word compare = *last;
        uint32_t op = compare.op & 0xffu;
        if (!when)
            op = emit_inverse(op);
        w->len--;
        emit_op(w,
                op + (compare.op >= WASM_OP_IMM ? WASM_OP_BR_IMM : WASM_OP_BR),
                compare.b, compare.c, 0);
        return emit_word(w, (wasm_word){ .u64 = 0 });
    }
    const uint32_t slot = emit_slot(w, condition);
    return emit_imm(w, when ? WASM_OWN_br_if : WASM_OWN_br_unless, slot, 0);
}

/* Distances count from the word that holds them. */
void emit_jump_to(walker *w, uint32_t word, int32_t target)
{
    if (!w->no_memory)
        w->code[word].imm = target - (int32_t)word;
}
