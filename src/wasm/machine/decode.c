/*
 * decode.c - what each instruction of the interpreter's code reads and writes.
 *
 * The table is made of the same lists as the interpreter; what is not in it is
 * unknown, and its function stays with the interpreter.
 */
#include "wasm/atomic.h"
#include "wasm/machine/machine.h"
#include "wasm/object.h"
#include "wasm/simd.h"

#define V_u32 T_I32
#define V_s32 T_I32
#define V_u64 T_I64
#define V_s64 T_I64
#define V_f32 T_F32
#define V_f64 T_F64

typedef enum op_shape {
    SHAPE_NONE,
    SHAPE_BINARY,     /* a = b, c */
    SHAPE_BINARY_IMM, /* a = b */
    SHAPE_UNARY,
    SHAPE_BRANCH, /* a, b */
    SHAPE_BRANCH_IMM,
    SHAPE_LOAD,
    SHAPE_STORE,
    SHAPE_V_UNARY, /* of vectors: two slots each */
    SHAPE_V_BINARY,
    SHAPE_V_SHIFT,
    SHAPE_V_TEST,
    SHAPE_V_SPLAT,
    SHAPE_V_REPLACE,
    SHAPE_V_LOAD,
    SHAPE_V_LOAD_LANE,
    SHAPE_V_STORE,
    SHAPE_V_SHUFFLE,
    SHAPE_V_SELECT,
    SHAPE_ATOMIC,  /* a = b: address, c */
    SHAPE_ATOMIC3, /* and the slot in the next word */
    SHAPE_WAIT     /* which is a timeout */
} op_shape;

typedef struct op_info {
    uint8_t shape;
    uint8_t result;
    uint8_t operand;
    uint8_t words;
} op_info;

/* clang-format off */
static const op_info ops[WASM_OP_COUNT] = {
#define X(byte, name, type, what)                                              \
    [byte] = { SHAPE_BINARY, T_I32, V_##type, 1 },
    WASM_COMPARE(X) WASM_COMPARE_FLOAT(X)
#undef X
#define X(byte, name, type, what)                                              \
    [byte] = { SHAPE_BINARY, V_##type, V_##type, 1 },
    WASM_BINARY_IMM(X) WASM_BINARY(X)
#undef X
#define X(byte, name, type, what)                                              \
    [WASM_OP_IMM + byte] = { SHAPE_BINARY_IMM, T_I32, V_##type, 1 },           \
    [WASM_OP_BR + byte] = { SHAPE_BRANCH, T_NONE, V_##type, 2 },               \
    [WASM_OP_BR_IMM + byte] = { SHAPE_BRANCH_IMM, T_NONE, V_##type, 2 },
    WASM_COMPARE(X)
#undef X
#define X(byte, name, type, what)                                              \
    [WASM_OP_IMM + byte] = { SHAPE_BINARY_IMM, V_##type, V_##type, 1 },
    WASM_BINARY_IMM(X)
#undef X
#define X(byte, name, type, result, what)                                      \
    [byte] = { SHAPE_UNARY, V_##result, V_##type, 1 },
    WASM_UNARY(X)
#undef X
#define X(byte, name, type, result, what)                                      \
    [WASM_OP_FC + byte] = { SHAPE_UNARY, V_##result, V_##type, 1 },
    WASM_SATURATING(X)
#undef X
#define X(byte, name, type, memory)                                            \
    [byte] = { SHAPE_LOAD, V_##type, T_I32, 1 },                               \
    [WASM_OP_FAR + byte] = { SHAPE_LOAD, V_##type, T_I32, 2 },
    WASM_LOAD(X)
#undef X
#define X(byte, name, type, memory)                                            \
    [byte] = { SHAPE_STORE, T_NONE, V_##type, 1 },                             \
    [WASM_OP_FAR + byte] = { SHAPE_STORE, T_NONE, V_##type, 2 },
    WASM_STORE(X)
#undef X
#define X(number, name, ...)                                                   \
    [WASM_OP_SIMD + number] = { SHAPE_V_UNARY, 0, 0, 1 },
    WASM_SIMD_UNARY(X)
#undef X
#define X(number, name, ...)                                                   \
    [WASM_OP_SIMD + number] = { SHAPE_V_BINARY, 0, 0, 1 },
    WASM_SIMD_BINARY(X)
#undef X
#define X(number, name, ...)                                                   \
    [WASM_OP_SIMD + number] = { SHAPE_V_SHIFT, 0, T_I32, 1 },
    WASM_SIMD_SHIFT(X)
#undef X
#define X(number, name, ...)                                                   \
    [WASM_OP_SIMD + number] = { SHAPE_V_TEST, T_I32, 0, 1 },
    WASM_SIMD_TEST(X)
#undef X
#define X(number, name, type, ...)                                             \
    [WASM_OP_SIMD + number] = { SHAPE_V_SPLAT, 0, V_##type, 1 },
    WASM_SIMD_SPLAT(X)
#undef X
#define X(number, name, vector, result, lanes)                                 \
    [WASM_OP_SIMD + number] = { SHAPE_V_TEST, V_##result, 0, 1 },
    WASM_SIMD_EXTRACT(X)
#undef X
#define X(number, name, vector, type, lanes)                                   \
    [WASM_OP_SIMD + number] = { SHAPE_V_REPLACE, 0, V_##type, 2 },
    WASM_SIMD_REPLACE(X)
#undef X
#define X(number, name, ...)                                                   \
    [WASM_OP_SIMD + number] = { SHAPE_V_LOAD, 0, T_I32, 1 },                   \
    [WASM_OP_SIMD_FAR + number] = { SHAPE_V_LOAD, 0, T_I32, 2 },
    WASM_SIMD_LOAD(X)
#undef X
#define X(number, name, ...)                                                   \
    [WASM_OP_SIMD + number] = { SHAPE_V_LOAD_LANE, 0, T_I32, 2 },
    WASM_SIMD_LOAD_LANE(X)
#undef X
#define X(number, name, ...)                                                   \
    [WASM_OP_SIMD + number] = { SHAPE_V_STORE, 0, T_I32, 2 },
    WASM_SIMD_STORE_LANE(X)
#undef X
    [WASM_OP_SIMD + WASM_SIMD_STORE] = { SHAPE_V_STORE, 0, T_I32, 1 },
    [WASM_OP_SIMD_FAR + WASM_SIMD_STORE] = { SHAPE_V_STORE, 0, T_I32, 2 },
    [WASM_OP_SIMD + WASM_SIMD_SHUFFLE] = { SHAPE_V_SHUFFLE, 0, 0, 3 },
#define X(number, theirs, name, ...)                                           \
    [WASM_OP_SIMD + number] = { SHAPE_V_SELECT, 0, 0, 2 },
    WASM_SIMD_RELAXED(X)
#undef X
    [WASM_OP_SIMD + WASM_SIMD_BITSELECT] = { SHAPE_V_SELECT, 0, 0, 2 },
};
/* Threads: all C's. */
static const op_info atomics[0x50] = {
#define X(number, name, type, memory)                                          \
    [number] = { SHAPE_LOAD, V_##type, T_I32, 2 },
    WASM_ATOMIC_LOAD(X)
#undef X
#define X(number, name, type, memory)                                          \
    [number] = { SHAPE_STORE, T_NONE, V_##type, 2 },
    WASM_ATOMIC_STORE(X)
#undef X
#define X(number, name, type, memory, how)                                     \
    [number] = { SHAPE_ATOMIC, V_##type, V_##type, 2 },
    WASM_ATOMIC_RMW(X)
#undef X
#define X(number, name, type, memory, how)                                     \
    [number] = { SHAPE_ATOMIC3, V_##type, V_##type, 2 },
    WASM_ATOMIC_CMPXCHG(X)
#undef X
    [WASM_ATOMIC_NOTIFY] = { SHAPE_ATOMIC, T_I32, T_I32, 2 },
    [WASM_ATOMIC_WAIT32] = { SHAPE_WAIT, T_I32, T_I32, 2 },
    [WASM_ATOMIC_WAIT64] = { SHAPE_WAIT, T_I32, T_I64, 2 },
};
/* clang-format on */

uint8_t machine_type_of(wasm_type type)
{
    switch (type) {
    case WASM_I32:
        return T_I32;
    case WASM_F32:
        return T_F32;
    case WASM_F64:
        return T_F64;
    case WASM_V128:
        return T_V128;
    default:
        return wasm__is_reference(type) ? T_REF : T_I64;
    }
}

/* ---- Operands ----------------------------------------------------------- */

static void add_use(insn *n, uint32_t slot, uint8_t type)
{
    n->uses[n->use_count++] = (slot_ref){ slot, 1, type, false };
}

/* Slots that are read at home; none if there are no slots. */
static void add_home_use(insn *n, uint32_t slot, uint32_t count)
{
    if (count > 0)
        n->uses[n->use_count++] = (slot_ref){ slot, count, T_NONE, true };
}

static void set_def(insn *n, uint32_t slot, uint8_t type)
{
    n->has_def = true;
    n->def = (slot_ref){ slot, 1, type, false };
}

static void set_home_def(insn *n, uint32_t slot, uint32_t count)
{
    n->has_def = count > 0;
    n->def = (slot_ref){ slot, count, T_NONE, true };
}

/* C does it: everything is at home. */
static void by_step(insn *n)
{
    n->by_step = true;
    n->calls = true;
    for (uint32_t i = 0; i < n->use_count; i++)
        n->uses[i].home = true;
    n->def.home = true;
}

/* ---- By shape ----------------------------------------------------------- */

/* A vector: in a register, if there are such. */
static void add_vector_use(insn *n, uint32_t slot)
{
    n->uses[n->use_count++] =
        (slot_ref){ slot, 2, T_V128, !machine_has_vectors() };
}

static void set_vector_def(insn *n, uint32_t slot)
{
    n->has_def = true;
    n->def = (slot_ref){ slot, 2, T_V128, !machine_has_vectors() };
}

static void add_vector_operands(const wasm_word *pc, const op_info *info,
                                insn *n)
{
    switch (info->shape) {
    case SHAPE_V_UNARY:
    case SHAPE_V_TEST:
        add_vector_use(n, pc->b);
        break;
    case SHAPE_V_SHUFFLE:
    case SHAPE_V_BINARY:
        add_vector_use(n, pc->b);
        add_vector_use(n, pc->c);
        break;
    case SHAPE_V_SELECT:
        add_vector_use(n, pc->b);
        add_vector_use(n, pc->c);
        add_vector_use(n, (uint32_t)pc[1].u64);
        break;
    case SHAPE_V_SHIFT:
    case SHAPE_V_REPLACE:
        add_vector_use(n, pc->b);
        add_use(n, pc->c, info->operand);
        break;
    case SHAPE_V_LOAD_LANE:
        add_vector_use(n, pc->c);
        add_use(n, pc->b, info->operand);
        break;
    case SHAPE_V_STORE:
        add_use(n, pc->a, info->operand);
        add_vector_use(n, pc->b);
        break;
    default: /* SHAPE_V_SPLAT, SHAPE_V_LOAD */
        add_use(n, pc->b, info->operand);
    }
}

static bool decode_vector(const wasm_word *pc, const op_info *info, insn *n)
{
    if (info->shape < SHAPE_V_UNARY || info->shape > SHAPE_V_SELECT)
        return false;
    add_vector_operands(pc, info, n);
    if (info->shape == SHAPE_V_TEST)
        set_def(n, pc->a, info->result);
    else if (info->shape != SHAPE_V_STORE)
        set_vector_def(n, pc->a);
    if (!machine_has(pc->op)) {
        by_step(n);
        return true;
    }
    n->lanes = vector_makes(pc->op);
    n->arithmetic = n->lanes != 0;
    return true;
}

static bool decode_scalar(const wasm_word *pc, const op_info *info, insn *n)
{
    switch (info->shape) {
    case SHAPE_BINARY:
        add_use(n, pc->b, info->operand);
        add_use(n, pc->c, info->operand);
        set_def(n, pc->a, info->result);
        return true;
    case SHAPE_BINARY_IMM:
    case SHAPE_UNARY:
        add_use(n, pc->b, info->operand);
        set_def(n, pc->a, info->result);
        return true;
    case SHAPE_BRANCH:
        add_use(n, pc->a, info->operand);
        add_use(n, pc->b, info->operand);
        n->kind = INSN_BRANCH;
        return true;
    case SHAPE_BRANCH_IMM:
        add_use(n, pc->a, info->operand);
        n->kind = INSN_BRANCH;
        return true;
    case SHAPE_LOAD:
        add_use(n, pc->b, T_I32);
        set_def(n, pc->a, info->result);
        return true;
    case SHAPE_STORE:
        add_use(n, pc->a, T_I32);
        add_use(n, pc->b, info->operand);
        return true;
    default:
        return decode_vector(pc, info, n);
    }
}

/* Which of them the compiler writes itself; the others are C's. */
static bool is_native(uint32_t op)
{
    switch (op) {
    case 0x69: /* popcnt */
    case 0x7b:
    case 0x8d: /* ceil, floor, trunc, nearest, sqrt */
    case 0x8e:
    case 0x8f:
    case 0x90:
    case 0x91:
    case 0x9b:
    case 0x9c:
    case 0x9d:
    case 0x9e:
    case 0x9f:
        return machine_has(op);
    default:
        return true;
    }
}

static bool is_arithmetic(uint32_t op)
{
    return (op >= 0x8d && op <= 0x95) || (op >= 0x9b && op <= 0xa3) ||
           op == 0xb6 || op == 0xbb;
}

/* ---- Our own ------------------------------------------------------------ */

static const wasm_functype *callee_type(const wasm_module *m,
                                        const wasm_word *pc)
{
    switch (pc->op) {
    case WASM_OWN_call:
    case WASM_OWN_return_call:
        return m->bodies[pc->imm].type;
    case WASM_OWN_call_import:
    case WASM_OWN_return_call_import:
        return wasm__function_type(m, (uint32_t)pc->imm);
    default:
        return &m->types[(uint32_t)pc[1].u64].func;
    }
}

static uint8_t index_type(const wasm_module *m, uint64_t table)
{
    return m->tables[table].limits.is64 ? T_I64 : T_I32;
}

/* What is called, and the arguments. */
static void decode_callee(const wasm_module *m, const wasm_word *pc, insn *n)
{
    if (pc->op == WASM_OWN_call_indirect ||
        pc->op == WASM_OWN_return_call_indirect) {
        n->words = 2;
        add_use(n, pc->b, index_type(m, pc[1].u64 >> 32));
    } else if (pc->op == WASM_OWN_call_ref ||
               pc->op == WASM_OWN_return_call_ref) {
        n->words = 2;
        add_use(n, pc->b, T_REF);
    }
    add_home_use(n, pc->a, callee_type(m, pc)->param_slots);
    n->calls = true;
}

static void decode_call(const wasm_module *m, const wasm_word *pc, insn *n)
{
    const wasm_functype *type = callee_type(m, pc);

    decode_callee(m, pc, n);
    if (type->result_slots == 1)
        set_def(n, pc->a, machine_type_of(type->results[0]));
    else
        set_home_def(n, pc->a, type->result_slots);
    n->def.home = true;
}

static void decode_return(const wasm_body *body, const wasm_word *pc, insn *n)
{
    n->kind = INSN_END;
    if (pc->op == WASM_OWN_return1)
        add_use(n, pc->b, machine_type_of(body->type->results[0]));
    else if (pc->op == WASM_OWN_return_n)
        add_home_use(n, pc->b, pc->c);
}

static uint8_t global_type(const wasm_module *m, const wasm_word *pc)
{
    return machine_type_of(m->globals[pc->imm].type);
}

static uint8_t address_type(const wasm_module *m, uint32_t memory)
{
    return m->memories[memory].is64 ? T_I64 : T_I32;
}

/* Tables, memory as a whole, and exceptions: all C's. */
static bool decode_bulk(const wasm_module *m, const wasm_word *pc, insn *n)
{
    switch (pc->op) {
    case WASM_OWN_table_get:
        n->words = 2;
        add_use(n, pc->b, index_type(m, pc[1].u64));
        set_def(n, pc->a, T_REF);
        break;
    case WASM_OWN_table_set:
        n->words = 2;
        add_use(n, pc->a, index_type(m, pc[1].u64));
        add_use(n, pc->b, T_REF);
        break;
    case WASM_OWN_table_grow:
        n->words = 2;
        add_use(n, pc->b, T_REF);
        add_use(n, pc->c, index_type(m, pc[1].u64));
        set_def(n, pc->a, index_type(m, pc[1].u64));
        break;
    case WASM_OWN_table_copy:
    case WASM_OWN_table_init:
    case WASM_OWN_memory_init:
        n->words = 2;
        add_home_use(n, pc->a, 3);
        break;
    case WASM_OWN_table_fill:
    case WASM_OWN_memory_fill:
    case WASM_OWN_memory_copy:
        add_home_use(n, pc->a, 3);
        break;
    case WASM_OWN_elem_drop:
    case WASM_OWN_data_drop:
        break;
    case WASM_OWN_table_size:
        set_def(n, pc->a, index_type(m, (uint32_t)pc->imm));
        break;
    case WASM_OWN_ref_func:
        set_def(n, pc->a, T_REF);
        break;
    case WASM_OWN_memory_grow:
        add_use(n, pc->b, address_type(m, pc->c));
        set_def(n, pc->a, address_type(m, pc->c));
        break;
    case WASM_OWN_throw_:
        add_home_use(n, pc->a, m->types[m->tags[pc->imm]].func.param_slots);
        n->kind = INSN_END;
        break;
    case WASM_OWN_throw_ref:
        add_use(n, pc->a, T_REF);
        n->kind = INSN_END;
        break;
    case WASM_OWN_ref_check:
        add_use(n, pc->a, T_REF);
        break;
    default:
        return false;
    }
    by_step(n);
    return true;
}

static bool decode_jump(const wasm_word *pc, insn *n)
{
    switch (pc->op) {
    case WASM_OWN_unreachable:
        n->kind = INSN_END;
        return true;
    case WASM_OWN_jump:
        n->kind = INSN_JUMP;
        return true;
    case WASM_OWN_br_if:
    case WASM_OWN_br_unless:
        n->kind = INSN_BRANCH;
        add_use(n, pc->a, T_I32);
        return true;
    case WASM_OWN_br_on_null:
    case WASM_OWN_br_on_some:
        n->kind = INSN_BRANCH;
        add_use(n, pc->a, T_REF);
        return true;
    case WASM_OWN_br_table:
        n->kind = INSN_TABLE;
        n->words = (uint32_t)pc->imm + 2;
        add_use(n, pc->a, T_I32);
        return true;
    default:
        return false;
    }
}

static bool decode_value(const wasm_module *m, const wasm_word *pc, insn *n)
{
    switch (pc->op) {
    case WASM_OWN_copy:
        add_use(n, pc->b, T_NONE);
        set_def(n, pc->a, T_NONE);
        return true;
    case WASM_OWN_copy2:
        add_vector_use(n, pc->b);
        set_vector_def(n, pc->a);
        return true;
    case WASM_OWN_move:
        add_home_use(n, pc->b, pc->c);
        set_home_def(n, pc->a, pc->c);
        return true;
    case WASM_OWN_const64:
        n->words = 2;
        set_def(n, pc->a, T_NONE);
        return true;
    case WASM_OWN_const32:
    case WASM_OWN_const_s32:
        set_def(n, pc->a, T_NONE);
        return true;
    case WASM_OWN_const128:
        n->words = 3;
        set_vector_def(n, pc->a);
        return true;
    case WASM_OWN_select:
        n->words = 2;
        add_use(n, pc->b, T_NONE);
        add_use(n, pc->c, T_NONE);
        add_use(n, (uint32_t)pc[1].u64, T_I32);
        set_def(n, pc->a, T_NONE);
        return true;
    case WASM_OWN_select2:
        n->words = 2;
        add_vector_use(n, pc->b);
        add_vector_use(n, pc->c);
        add_use(n, (uint32_t)pc[1].u64, T_I32);
        set_vector_def(n, pc->a);
        return true;
    case WASM_OWN_global_get:
        set_def(n, pc->a, global_type(m, pc));
        return true;
    case WASM_OWN_global_get2:
        set_home_def(n, pc->a, 2);
        return true;
    case WASM_OWN_global_set:
        add_use(n, pc->a, global_type(m, pc));
        return true;
    case WASM_OWN_global_set2:
        add_home_use(n, pc->a, 2);
        return true;
    case WASM_OWN_ref_is_null:
        add_use(n, pc->b, T_REF);
        set_def(n, pc->a, T_I32);
        return true;
    case WASM_OWN_memory_size:
        set_def(n, pc->a, address_type(m, pc->c));
        return true;
    default:
        return false;
    }
}

static bool decode_atomic(const wasm_word *pc, insn *n)
{
    const op_info *info = &atomics[pc->op - WASM_OP_ATOMIC];

    n->words = 2;
    switch (info->shape) {
    case SHAPE_NONE:
        return false;
    case SHAPE_LOAD:
    case SHAPE_STORE:
        decode_scalar(pc, info, n);
        break;
    default:
        add_use(n, pc->b, T_I32);
        add_use(n, pc->c, info->operand);
        if (info->shape != SHAPE_ATOMIC)
            add_use(n, (uint32_t)(pc[1].u64 >> 32),
                    info->shape == SHAPE_WAIT ? T_I64 : info->operand);
        set_def(n, pc->a, info->result);
    }
    by_step(n);
    return true;
}

/* Operands and results of structures and arrays: all by C. */
static void add_field_use(insn *n, uint32_t slot)
{
    const wasm_type type = WASM_FIELD_TYPE(n->pc[1].u64);

    if (type == WASM_V128)
        add_home_use(n, slot, 2);
    else
        add_use(n, slot, machine_type_of(type));
}

static void set_field_def(insn *n, uint32_t slot)
{
    const wasm_type type = WASM_FIELD_TYPE(n->pc[1].u64);

    if (type == WASM_V128)
        set_home_def(n, slot, 2);
    else
        set_def(n, slot, machine_type_of(type));
}

static uint32_t fixed_slots(const wasm_module *m, const wasm_word *pc)
{
    const wasm_deftype *type = &m->types[(uint32_t)pc[1].u64];

    return (uint32_t)(pc[1].u64 >> 32) * wasm__slots(type->fields[0].type);
}

static bool decode_new(const wasm_module *m, const wasm_word *pc, insn *n)
{
    switch (pc->op) {
    case WASM_OWN_struct_new:
        n->words = 1;
        add_home_use(n, pc->a, m->types[pc->imm].slots);
        break;
    case WASM_OWN_struct_new_default:
        n->words = 1;
        break;
    case WASM_OWN_array_new:
        add_field_use(n, pc->b);
        add_use(n, pc->c, T_I32);
        break;
    case WASM_OWN_array_new_default:
        add_use(n, pc->b, T_I32);
        break;
    case WASM_OWN_array_new_fixed:
        add_home_use(n, pc->a, fixed_slots(m, pc));
        break;
    case WASM_OWN_array_new_data:
    case WASM_OWN_array_new_elem:
        add_use(n, pc->b, T_I32);
        add_use(n, pc->c, T_I32);
        break;
    default:
        return false;
    }
    set_def(n, pc->a, T_REF);
    return true;
}

static bool decode_element(const wasm_word *pc, insn *n)
{
    switch (pc->op) {
    case WASM_OWN_struct_get:
        add_use(n, pc->b, T_REF);
        set_field_def(n, pc->a);
        return true;
    case WASM_OWN_struct_set:
        add_use(n, pc->a, T_REF);
        add_field_use(n, pc->b);
        return true;
    case WASM_OWN_array_get:
        add_use(n, pc->b, T_REF);
        add_use(n, pc->c, T_I32);
        set_field_def(n, pc->a);
        return true;
    case WASM_OWN_array_set:
        add_use(n, pc->a, T_REF);
        add_use(n, pc->b, T_I32);
        add_field_use(n, pc->c);
        return true;
    case WASM_OWN_array_fill:
        add_home_use(n, pc->a, WASM_FIELD_TYPE(pc[1].u64) == WASM_V128 ? 5 : 4);
        return true;
    case WASM_OWN_array_copy:
        add_home_use(n, pc->a, 5);
        return true;
    case WASM_OWN_array_init_data:
    case WASM_OWN_array_init_elem:
        add_home_use(n, pc->a, 4);
        return true;
    default:
        return false;
    }
}

static bool decode_cast(const wasm_word *pc, insn *n)
{
    switch (pc->op) {
    case WASM_OWN_array_len:
    case WASM_OWN_i31_get_s:
    case WASM_OWN_i31_get_u:
        n->words = 1;
        add_use(n, pc->b, T_REF);
        set_def(n, pc->a, T_I32);
        return true;
    case WASM_OWN_ref_i31:
        n->words = 1;
        add_use(n, pc->b, T_I32);
        set_def(n, pc->a, T_REF);
        return true;
    case WASM_OWN_ref_test:
        add_use(n, pc->b, T_REF);
        set_def(n, pc->a, T_I32);
        return true;
    case WASM_OWN_ref_cast:
        add_use(n, pc->a, T_REF);
        return true;
    default:
        return false;
    }
}

static bool decode_object(const wasm_module *m, const wasm_word *pc, insn *n)
{
    n->words = 2;
    if (!decode_new(m, pc, n) && !decode_element(pc, n) && !decode_cast(pc, n))
        return false;
    by_step(n);
    return true;
}

/* An access to another memory: that of the instruction behind, by C. */
static bool decode_at(const wasm_module *m, const wasm_body *body,
                      const wasm_word *pc, insn *n)
{
    if (!machine_decode(m, body, pc + 2, n))
        return false;
    n->pc = pc;
    n->op = pc->op;
    n->words = pc->c;
    n->arithmetic = false;
    for (uint32_t i = 0; i < n->use_count; i++) {
        if (n->uses[i].slot == pc->a && n->uses[i].count == 1)
            n->uses[i].type = address_type(m, pc->b);
    }
    by_step(n);
    return true;
}

bool machine_decode(const wasm_module *m, const wasm_body *body,
                    const wasm_word *pc, insn *n)
{
    *n = (insn){ .pc = pc, .op = pc->op, .words = 1 };
    if (pc->op >= WASM_OP_COUNT)
        return false;
    if (pc->op >= WASM_OP_ATOMIC && pc->op < WASM_OP_OWN)
        return decode_atomic(pc, n);
    const op_info *info = &ops[pc->op];
    if (info->shape != SHAPE_NONE) {
        n->words = info->words;
        if (!decode_scalar(pc, info, n))
            return false;
        if (pc->op < WASM_OP_FC && !is_native(pc->op))
            by_step(n);
        else if (pc->op >= WASM_OP_FC && pc->op < WASM_OP_SIMD)
            by_step(n);
        if (pc->op < WASM_OP_SIMD)
            n->arithmetic = !n->by_step && is_arithmetic(pc->op);
        return true;
    }
    switch (pc->op) {
    case WASM_OWN_at:
        return decode_at(m, body, pc, n);
    case WASM_OWN_call:
    case WASM_OWN_call_import:
    case WASM_OWN_call_indirect:
    case WASM_OWN_call_ref:
        decode_call(m, pc, n);
        return true;
    case WASM_OWN_return_call:
    case WASM_OWN_return_call_import:
    case WASM_OWN_return_call_indirect:
    case WASM_OWN_return_call_ref:
        decode_callee(m, pc, n);
        n->kind = INSN_END;
        return true;
    case WASM_OWN_return0:
    case WASM_OWN_return1:
    case WASM_OWN_return_n:
        decode_return(body, pc, n);
        return true;
    default:
        if (pc->op >= WASM_OWN_struct_new)
            return decode_object(m, pc, n);
        return decode_jump(pc, n) || decode_value(m, pc, n) ||
               decode_bulk(m, pc, n);
    }
}
