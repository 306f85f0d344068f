/*
 * walk_simd.c - the instructions of SIMD on the walk: their immediates and the
 * types of their operands.
 */
#include <string.h>

#include "wasm/simd.h"
#include "wasm/walk.h"

#define TYPE_u32 WASM_I32
#define TYPE_s32 WASM_I32
#define TYPE_u64 WASM_I64
#define TYPE_f32 WASM_F32
#define TYPE_f64 WASM_F64

typedef enum simd_kind {
    SIMD_NONE,
    SIMD_UNARY,
    SIMD_BINARY,
    SIMD_SHIFT,
    SIMD_TEST,
    SIMD_SPLAT,
    SIMD_EXTRACT,
    SIMD_REPLACE,
    SIMD_LOAD,
    SIMD_LOAD_LANE,
    SIMD_STORE_LANE
} simd_kind;

typedef struct simd_op {
    uint8_t kind;
    uint8_t type;   /* of what is no vector */
    uint8_t number; /* lanes, or log2 of bytes */
} simd_op;

static const simd_op ops[256] = {
#define X(number, name, ...) [number] = { SIMD_UNARY, 0, 0 },
    WASM_SIMD_UNARY(X)
#undef X
#define X(number, name, ...) [number] = { SIMD_BINARY, 0, 0 },
        WASM_SIMD_BINARY(X)
#undef X
#define X(number, name, ...) [number] = { SIMD_SHIFT, 0, 0 },
            WASM_SIMD_SHIFT(X)
#undef X
#define X(number, name, ...) [number] = { SIMD_TEST, 0, 0 },
                WASM_SIMD_TEST(X)
#undef X
#define X(number, name, operand, result, lanes)                                \
    [number] = { SIMD_SPLAT, TYPE_##operand, lanes },
                    WASM_SIMD_SPLAT(X)
#undef X
#define X(number, name, vector, result, lanes)                                 \
    [number] = { SIMD_EXTRACT, TYPE_##result, lanes },
                        WASM_SIMD_EXTRACT(X)
#undef X
#define X(number, name, vector, operand, lanes)                                \
    [number] = { SIMD_REPLACE, TYPE_##operand, lanes },
                            WASM_SIMD_REPLACE(X)
#undef X
#define X(number, name, align, ...) [number] = { SIMD_LOAD, 0, align },
                                WASM_SIMD_LOAD(X)
#undef X
#define X(number, name, log2, vector) [number] = { SIMD_LOAD_LANE, 0, log2 },
                                    WASM_SIMD_LOAD_LANE(X)
#undef X
#define X(number, name, log2, vector) [number] = { SIMD_STORE_LANE, 0, log2 },
                                        WASM_SIMD_STORE_LANE(X)
#undef X
};

/* The result of an instruction whose first word is `word`. */
static void push_result(walker *w, uint32_t word, wasm_type type)
{
    const operand *o = walk_push(w, type);

    if (w->no_memory)
        return;
    w->code[word].a = (uint16_t)o->slot;
    w->last = word;
}

static uint8_t read_lane(walker *w, uint32_t lanes)
{
    const uint8_t *at = w->r.p;
    const uint8_t lane = wasm__read_byte(&w->r, "lane");

    if (!w->r.failed && lane >= lanes)
        walk_fail(w, at, "invalid lane index");
    return lane;
}

static void walk_one_operand(walker *w, uint32_t op, wasm_type type,
                             wasm_type result)
{
    if (!walk_need(w, 1))
        return;
    const operand x = walk_pop_type(w, type, 0);
    if (walk_live(w))
        emit_unary(w, op, &x, result);
    else
        walk_push(w, result);
}

static void walk_two_operands(walker *w, uint32_t op, wasm_type second)
{
    if (!walk_need(w, 2))
        return;
    const operand y = walk_pop_type(w, second, 1);
    const operand x = walk_pop_type(w, WASM_V128, 0);
    if (walk_live(w))
        emit_binary(w, op, &x, &y, WASM_V128);
    else
        walk_push(w, WASM_V128);
}

static void walk_extract(walker *w, uint32_t op, const simd_op *info)
{
    const uint8_t lane = read_lane(w, info->number);

    if (w->r.failed || !walk_need(w, 1))
        return;
    const operand x = walk_pop_type(w, WASM_V128, 0);
    if (walk_live(w))
        push_result(w, emit_op(w, op, 0, emit_slot(w, &x), lane), info->type);
    else
        walk_push(w, info->type);
}

static void walk_replace(walker *w, uint32_t op, const simd_op *info)
{
    const uint8_t lane = read_lane(w, info->number);

    if (w->r.failed || !walk_need(w, 2))
        return;
    const operand y = walk_pop_type(w, info->type, 1);
    const operand x = walk_pop_type(w, WASM_V128, 0);
    if (!walk_live(w)) {
        walk_push(w, WASM_V128);
        return;
    }
    const uint32_t vector = emit_slot(w, &x);
    const uint32_t value = emit_slot(w, &y);
    const uint32_t word = emit_op(w, op, 0, vector, value);
    emit_word(w, (wasm_word){ .u64 = lane });
    push_result(w, word, WASM_V128);
}

static void walk_load(walker *w, uint32_t op, uint32_t align)
{
    walk_access access;

    walk_memory_op(w, align, &access);
    if (w->r.failed || !walk_need(w, 1))
        return;
    const operand address = walk_pop_type(w, access.type, 0);
    if (walk_live(w))
        emit_load(w, op, &address, &access, WASM_V128);
    else
        walk_push(w, WASM_V128);
}

static void walk_store(walker *w)
{
    walk_access access;

    walk_memory_op(w, 4, &access);
    if (w->r.failed || !walk_need(w, 2))
        return;
    const operand value = walk_pop_type(w, WASM_V128, 1);
    const operand address = walk_pop_type(w, access.type, 0);
    if (walk_live(w))
        emit_store(w, WASM_OP_SIMD + WASM_SIMD_STORE, &address, &value,
                   &access);
}

/* One lane from or to memory. */
static void walk_lane(walker *w, uint32_t op, const simd_op *info)
{
    const bool loads = info->kind == SIMD_LOAD_LANE;
    walk_access access;

    walk_memory_op(w, info->number, &access);
    const uint8_t lane = read_lane(w, 16u >> info->number);
    if (w->r.failed || !walk_need(w, 2))
        return;
    const operand vector = walk_pop_type(w, WASM_V128, 1);
    const operand address = walk_pop_type(w, access.type, 0);
    if (!walk_live(w)) {
        if (loads)
            walk_push(w, WASM_V128);
        return;
    }
    const uint32_t at = emit_slot(w, &address);
    const uint32_t from = emit_slot(w, &vector);
    if (!access.plain) {
        emit_prefix(w, at, &access, 2);
        access.offset = 0;
    }
    const uint32_t word =
        loads ? emit_op(w, op, 0, at, from) : emit_op(w, op, at, from, 0);
    emit_word(w, (wasm_word){ .u64 = access.offset | (uint64_t)lane << 32 });
    if (loads)
        push_result(w, word, WASM_V128);
    if (!access.plain)
        w->last = -1;
}

/* Two words of the code: 16 bytes of an immediate. */
static void emit_bytes(walker *w, const uint8_t *bytes)
{
    wasm_word words[2];

    memcpy(words, bytes, sizeof(words));
    emit_word(w, words[0]);
    emit_word(w, words[1]);
}

static void walk_const(walker *w)
{
    const uint8_t *bytes = wasm__read_bytes(&w->r, 16, "imms128");

    if (bytes == NULL)
        return;
    if (!walk_live(w)) {
        walk_push(w, WASM_V128);
        return;
    }
    const uint32_t word = emit_op(w, WASM_OWN_const128, 0, 0, 0);
    emit_bytes(w, bytes);
    push_result(w, word, WASM_V128);
}

static void walk_shuffle(walker *w)
{
    const uint8_t *at = w->r.p;
    const uint8_t *mask = wasm__read_bytes(&w->r, 16, "shuffle");

    for (int i = 0; mask != NULL && i < 16; i++) {
        if (mask[i] >= 32) {
            walk_fail(w, at, "invalid shuffle mask");
            return;
        }
    }
    if (mask == NULL || !walk_need(w, 2))
        return;
    const operand y = walk_pop_type(w, WASM_V128, 1);
    const operand x = walk_pop_type(w, WASM_V128, 0);
    if (!walk_live(w)) {
        walk_push(w, WASM_V128);
        return;
    }
    const uint32_t first = emit_slot(w, &x);
    const uint32_t second = emit_slot(w, &y);
    const uint32_t word =
        emit_op(w, WASM_OP_SIMD + WASM_SIMD_SHUFFLE, 0, first, second);
    emit_bytes(w, mask);
    push_result(w, word, WASM_V128);
}

/* Three vectors, the slot of the last of which is in the next word. */
static void walk_three(walker *w, uint32_t op)
{
    if (!walk_need(w, 3))
        return;
    const operand mask = walk_pop_type(w, WASM_V128, 2);
    const operand y = walk_pop_type(w, WASM_V128, 1);
    const operand x = walk_pop_type(w, WASM_V128, 0);
    if (!walk_live(w)) {
        walk_push(w, WASM_V128);
        return;
    }
    const uint32_t first = emit_slot(w, &x);
    const uint32_t second = emit_slot(w, &y);
    const uint32_t third = emit_slot(w, &mask);
    const uint32_t word = emit_op(w, WASM_OP_SIMD + op, 0, first, second);
    emit_word(w, (wasm_word){ .u64 = third });
    push_result(w, word, WASM_V128);
}

/* Those that are in no list. */
static void walk_other(walker *w, uint32_t number)
{
    if (number == WASM_SIMD_STORE)
        walk_store(w);
    else if (number == WASM_SIMD_CONST)
        walk_const(w);
    else if (number == WASM_SIMD_SHUFFLE)
        walk_shuffle(w);
    else if (number == WASM_SIMD_BITSELECT)
        walk_three(w, number);
    else
        walk_fail(w, w->op_at, "invalid simd opcode: 0xfd%02x", number);
}

/* The number of ours that does a relaxed instruction; 0: it is none. */
static uint32_t relaxed_number(uint32_t number)
{
    static const uint8_t numbers[] = { [0x00] = 14,
                                       [0x01] = 248,
                                       [0x02] = 249,
                                       [0x03] = 252,
                                       [0x04] = 253,
                                       [0x09] = WASM_SIMD_BITSELECT,
                                       [0x0a] = WASM_SIMD_BITSELECT,
                                       [0x0b] = WASM_SIMD_BITSELECT,
                                       [0x0c] = WASM_SIMD_BITSELECT,
                                       [0x0d] = 232,
                                       [0x0e] = 233,
                                       [0x0f] = 244,
                                       [0x10] = 245,
                                       [0x11] = 130,
                                       [0x12] = 176,
#define X(ours, theirs, name, type, ...) [theirs - 0x100] = ours,
                                       WASM_SIMD_RELAXED(X)
#undef X
    };

    return number - 0x100 < sizeof(numbers) ? numbers[number - 0x100] : 0;
}

static bool is_relaxed_three(uint32_t number)
{
    switch (number) {
#define X(ours, theirs, name, type, ...) case ours:
        WASM_SIMD_RELAXED(X)
#undef X
        return true;
    default:
        return false;
    }
}

bool walk_simd(walker *w)
{
    uint32_t number = wasm__read_u32(&w->r, "prefixed opcode index");

    if (w->r.failed)
        return true;
    if (number < 0x100 && (is_relaxed_three(number) || number == 176)) {
        walk_fail(w, w->op_at, "invalid simd opcode: 0xfd%02x", number);
        return true;
    }
    if (number >= 0x100 && relaxed_number(number) != 0) {
        number = relaxed_number(number);
        if (is_relaxed_three(number)) {
            walk_three(w, number);
            return true;
        }
    }
    const simd_op *info = &ops[number < 256 ? number : WASM_SIMD_CONST];
    const uint32_t op = WASM_OP_SIMD + number;
    switch (info->kind) {
    case SIMD_UNARY:
        walk_one_operand(w, op, WASM_V128, WASM_V128);
        break;
    case SIMD_BINARY:
        walk_two_operands(w, op, WASM_V128);
        break;
    case SIMD_SHIFT:
        walk_two_operands(w, op, WASM_I32);
        break;
    case SIMD_TEST:
        walk_one_operand(w, op, WASM_V128, WASM_I32);
        break;
    case SIMD_SPLAT:
        walk_one_operand(w, op, info->type, WASM_V128);
        break;
    case SIMD_EXTRACT:
        walk_extract(w, op, info);
        break;
    case SIMD_REPLACE:
        walk_replace(w, op, info);
        break;
    case SIMD_LOAD:
        walk_load(w, op, info->number);
        break;
    case SIMD_LOAD_LANE:
    case SIMD_STORE_LANE:
        walk_lane(w, op, info);
        break;
    default:
        walk_other(w, number);
    }
    return true;
}
