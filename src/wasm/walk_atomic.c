/*
 * walk_atomic.c - the instructions of threads on the walk.
 *
 *     op a, b, c      result or address, address or value, value or expected
 *     next word       offset, and above 32 bits the slot of a third operand
 */
#include "wasm/atomic.h"
#include "wasm/walk.h"

#define TYPE_u32 WASM_I32
#define TYPE_u64 WASM_I64
#define LOG2(type)                                                             \
    (sizeof(type) == 8 ? 3 : sizeof(type) == 4 ? 2 : sizeof(type) == 2 ? 1 : 0)

typedef enum atomic_kind {
    ATOMIC_NONE,
    ATOMIC_LOAD,
    ATOMIC_STORE,
    ATOMIC_RMW,
    ATOMIC_CMPXCHG,
    ATOMIC_WAIT,
    ATOMIC_NOTIFY
} atomic_kind;

typedef struct atomic_op {
    uint8_t kind;
    uint8_t type;
    uint8_t align;
} atomic_op;

static const atomic_op ops[0x50] = {
#define X(number, name, type, memory)                                          \
    [number] = { ATOMIC_LOAD, TYPE_##type, LOG2(memory) },
    WASM_ATOMIC_LOAD(X)
#undef X
#define X(number, name, type, memory)                                          \
    [number] = { ATOMIC_STORE, TYPE_##type, LOG2(memory) },
        WASM_ATOMIC_STORE(X)
#undef X
#define X(number, name, type, memory, how)                                     \
    [number] = { ATOMIC_RMW, TYPE_##type, LOG2(memory) },
            WASM_ATOMIC_RMW(X)
#undef X
#define X(number, name, type, memory, how)                                     \
    [number] = { ATOMIC_CMPXCHG, TYPE_##type, LOG2(memory) },
                WASM_ATOMIC_CMPXCHG(X)
#undef X
                    [WASM_ATOMIC_NOTIFY] = { ATOMIC_NOTIFY, WASM_I32, 2 },
    [WASM_ATOMIC_WAIT32] = { ATOMIC_WAIT, WASM_I32, 2 },
    [WASM_ATOMIC_WAIT64] = { ATOMIC_WAIT, WASM_I64, 3 },
};

/* Operands behind the address: their types. */
static uint32_t operand_types(const atomic_op *op, wasm_type types[2])
{
    types[0] = op->type;
    types[1] = op->kind == ATOMIC_WAIT ? WASM_I64 : op->type;
    if (op->kind == ATOMIC_LOAD)
        return 0;
    return op->kind == ATOMIC_CMPXCHG || op->kind == ATOMIC_WAIT ? 2 : 1;
}

/* The alignment must be that of the access. */
static bool read_access(walker *w, const atomic_op *op, walk_access *access)
{
    const uint8_t *at = w->r.p;
    const uint32_t align = at < w->r.end ? *at & ~0x40u : 0;

    walk_memory_op(w, op->align, access);
    if (!w->r.failed && align != op->align)
        walk_fail(w, at,
                  "invalid alignment for atomic operation; expected alignment "
                  "is %u, actual alignment is %u",
                  op->align, align);
    return !w->r.failed;
}

static void emit_atomic(walker *w, uint32_t number, const atomic_op *op,
                        walk_access *access, const operand *address,
                        const operand *rest)
{
    const uint32_t at = emit_slot(w, address);
    wasm_type types[2];
    const uint32_t count = operand_types(op, types);
    const uint32_t x = count > 0 ? emit_slot(w, &rest[0]) : 0;
    const uint32_t y = count > 1 ? emit_slot(w, &rest[1]) : 0;

    const bool plain = access->plain && access->offset <= UINT32_MAX;
    if (!plain) {
        emit_prefix(w, at, access, 2);
        access->offset = 0;
    }
    const uint32_t code = WASM_OP_ATOMIC + number;
    const uint32_t word = op->kind == ATOMIC_STORE ? emit_op(w, code, at, x, 0)
                                                   : emit_op(w, code, 0, at, x);
    emit_word(w, (wasm_word){ .u64 = access->offset | (uint64_t)y << 32 });
    if (op->kind == ATOMIC_STORE)
        return;
    const operand *o =
        walk_push(w, op->kind == ATOMIC_WAIT ? WASM_I32 : op->type);
    if (w->no_memory)
        return;
    w->code[word].a = (uint16_t)o->slot;
    w->last = -1;
}

bool walk_atomic(walker *w)
{
    const uint32_t number = wasm__read_u32(&w->r, "prefixed opcode index");
    walk_access access;
    wasm_type types[2];
    operand rest[2];

    if (number == WASM_ATOMIC_FENCE && !w->r.failed) {
        const uint8_t *at = w->r.p;
        if (wasm__read_byte(&w->r, "zero") != 0)
            walk_fail(w, at, "invalid atomic operand");
        return true;
    }
    if (!w->r.failed && (number >= 0x50 || ops[number].kind == ATOMIC_NONE))
        walk_fail(w, w->op_at, "invalid atomic opcode: 0xfe%02x", number);
    if (w->r.failed || !read_access(w, &ops[number], &access))
        return true;
    const atomic_op *op = &ops[number];
    const uint32_t count = operand_types(op, types);
    if (!walk_need(w, count + 1))
        return true;
    for (uint32_t i = count; i-- > 0;)
        rest[i] = walk_pop_type(w, types[i], i + 1);
    const operand address = walk_pop_type(w, access.type, 0);
    if (walk_live(w))
        emit_atomic(w, number, op, &access, &address, rest);
    else if (op->kind != ATOMIC_STORE)
        walk_push(w, op->kind == ATOMIC_WAIT ? WASM_I32 : op->type);
    return true;
}
