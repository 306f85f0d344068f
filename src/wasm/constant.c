/*
 * constant.c - constant expressions: checked here, evaluated in instance.c.
 *
 * They hold constants, references, immutable globals that come before, sums,
 * differences and products of integers, and new structures and arrays.
 */
#include <stdlib.h>
#include <string.h>

#include "wasm/module.h"
#include "wasm/object.h"

void wasm__declare(wasm_module *m, uint32_t function)
{
    m->declared[function / 8] |= (uint8_t)(1u << function % 8);
}

/* Operands of the expression that is being checked; few are more than two
 * deep. */
typedef struct constant_stack {
    wasm_type *types;
    uint32_t count;
    uint32_t capacity;
} constant_stack;

static void constant_push(wasm_reader *r, constant_stack *s, wasm_type type)
{
    if (s->count == s->capacity) {
        const uint32_t capacity = s->capacity == 0 ? 16 : s->capacity * 2;
        wasm_type *types = realloc(s->types, capacity * sizeof(*types));
        if (types == NULL) {
            wasm__no_memory(r);
            return;
        }
        s->types = types;
        s->capacity = capacity;
    }
    s->types[s->count++] = type;
}

static void check_arithmetic(wasm_reader *r, constant_stack *s, wasm_type type,
                             const uint8_t *at)
{
    if (s->count < 2) {
        wasm__fail(r, at, "not enough arguments on the stack for arithmetic");
        return;
    }
    if (s->types[s->count - 1] != type || s->types[s->count - 2] != type) {
        wasm__fail(r, at, "arithmetic expected type %s",
                   wasm__type_name(type).text);
        return;
    }
    s->count--;
}

static void check_global(wasm_reader *r, const wasm_module *m,
                         constant_stack *s, uint32_t globals)
{
    const uint8_t *at = r->p;
    const uint32_t index = wasm__read_u32(r, "global index");

    if (r->failed)
        return;
    if (index >= globals) {
        wasm__fail(r, at, "Invalid global index: %u", index);
    } else if (m->globals[index].is_mutable) {
        wasm__fail(r, at,
                   "mutable globals cannot be used in constant expressions");
    } else {
        constant_push(r, s, m->globals[index].type);
    }
}

static void check_function(wasm_reader *r, wasm_module *m, constant_stack *s)
{
    const uint8_t *at = r->p;
    const uint32_t index = wasm__read_u32(r, "function index");

    if (r->failed)
        return;
    if (index >= m->function_count) {
        wasm__fail(r, at, "function index #%u is out of bounds", index);
        return;
    }
    wasm__declare(m, index);
    constant_push(r, s, WASM_INDEXED | WASM_NON_NULL | m->functions[index]);
}

/* ---- Structures and arrays ---------------------------------------------- */

static bool constant_pop(wasm_reader *r, const wasm_module *m,
                         constant_stack *s, wasm_type type, const uint8_t *at)
{
    if (s->count == 0) {
        wasm__fail(r, at, "not enough arguments on the stack");
        return false;
    }
    const wasm_type have = s->types[--s->count];
    if (wasm__fits(m, have, type))
        return true;
    wasm__fail(r, at, "expected type %s, found %s", wasm__type_name(type).text,
               wasm__type_name(have).text);
    return false;
}

static wasm_type constant_unpacked(wasm_type type)
{
    return type == WASM_I8 || type == WASM_I16 ? WASM_I32 : type;
}

/* Fields of a structure, or as many elements, and what was made of them. */
static void check_made(wasm_reader *r, const wasm_module *m, constant_stack *s,
                       uint32_t index, uint32_t count, bool is_default)
{
    const wasm_deftype *def = &m->types[index];
    const bool is_array = def->shape == WASM_SHAPE_ARRAY;
    const uint8_t *at = r->p;

    for (uint32_t i = count; i-- > 0 && !r->failed;) {
        const wasm_type type = def->fields[is_array ? 0 : i].type;
        if (!is_default)
            constant_pop(r, m, s, constant_unpacked(type), at);
        else if (!wasm__has_default(type))
            wasm__fail(r, at, "type %u has fields without a default", index);
    }
    constant_push(r, s, WASM_INDEXED | WASM_NON_NULL | index);
}

static void check_new(wasm_reader *r, const wasm_module *m, constant_stack *s,
                      uint32_t op)
{
    const uint8_t *at = r->p;
    const uint32_t index = wasm__read_u32(r, "type index");
    const wasm_shape shape = op <= 1 ? WASM_SHAPE_STRUCT : WASM_SHAPE_ARRAY;

    if (r->failed)
        return;
    if (index >= m->type_limit || m->types[index].shape != shape) {
        wasm__fail(r, at, "invalid type index: %u", index);
        return;
    }
    if (op <= 1) {
        check_made(r, m, s, index, m->types[index].field_count, op == 1);
    } else if (op == 8) {
        const uint32_t count =
            wasm__read_count(r, "array.new_fixed length", WASM_MAX_FIXED);
        check_made(r, m, s, index, count, false);
    } else if (constant_pop(r, m, s, WASM_I32, at)) {
        check_made(r, m, s, index, 1, op == 7);
    }
}

static void check_convert(wasm_reader *r, const wasm_module *m,
                          constant_stack *s, wasm_type from, wasm_type to,
                          const uint8_t *at)
{
    const wasm_type have = s->count == 0 ? 0 : s->types[s->count - 1];

    if (constant_pop(r, m, s, from, at))
        constant_push(r, s, to | (have & WASM_NON_NULL));
}

/* After the byte 0xfb. */
static void check_object(wasm_reader *r, const wasm_module *m,
                         constant_stack *s, const uint8_t *at)
{
    const uint32_t op = wasm__read_u32(r, "prefixed opcode index");

    if (r->failed)
        return;
    if (op <= 1 || (op >= 6 && op <= 8))
        check_new(r, m, s, op);
    else if (op == 26)
        check_convert(r, m, s, WASM_EXTERNREF, WASM_ANYREF, at);
    else if (op == 27)
        check_convert(r, m, s, WASM_ANYREF, WASM_EXTERNREF, at);
    else if (op == 28 && constant_pop(r, m, s, WASM_I32, at))
        constant_push(r, s, WASM_I31REF | WASM_NON_NULL);
    else if (op != 28)
        wasm__fail(r, at,
                   "opcode 0xfb%x is not allowed in constant expressions", op);
}

/* One instruction; false at `end`. */
static bool check_one(wasm_reader *r, wasm_module *m, constant_stack *s,
                      uint32_t globals)
{
    const uint8_t *at = r->p;
    const uint8_t op = wasm__read_byte(r, "opcode");

    switch (op) {
    case 0x0b:
        return false;
    case 0x23:
        check_global(r, m, s, globals);
        break;
    case 0x41:
        wasm__read_signed(r, "immi32", 32);
        constant_push(r, s, WASM_I32);
        break;
    case 0x42:
        wasm__read_signed(r, "immi64", 64);
        constant_push(r, s, WASM_I64);
        break;
    case 0x43:
        wasm__read_bytes(r, 4, "immf32");
        constant_push(r, s, WASM_F32);
        break;
    case 0x44:
        wasm__read_bytes(r, 8, "immf64");
        constant_push(r, s, WASM_F64);
        break;
    case 0x6a:
    case 0x6b:
    case 0x6c:
        check_arithmetic(r, s, WASM_I32, at);
        break;
    case 0x7c:
    case 0x7d:
    case 0x7e:
        check_arithmetic(r, s, WASM_I64, at);
        break;
    case 0xd0:
        constant_push(r, s, wasm__read_heap_type(r, m, true));
        break;
    case 0xd2:
        check_function(r, m, s);
        break;
    case 0xfb:
        check_object(r, m, s, at);
        break;
    case 0xfd:
        if (wasm__read_u32(r, "prefixed opcode index") == 12) {
            wasm__read_bytes(r, 16, "imms128");
            constant_push(r, s, WASM_V128);
            break;
        } /* fall through */
    default:
        wasm__fail(r, at, "opcode 0x%x is not allowed in constant expressions",
                   op);
    }
    return !r->failed;
}

wasm_constant wasm__read_constant(wasm_reader *r, wasm_module *m,
                                  wasm_type expected, uint32_t globals)
{
    wasm_constant constant = { r->p, 0 };
    constant_stack stack = { 0 };

    while (check_one(r, m, &stack, globals)) {
        if (r->p >= r->end) {
            wasm__fail(r, r->p, "constant expression is missing 'end'");
            break;
        }
    }
    if (!r->failed && stack.count != 1)
        wasm__fail(r, r->p - 1,
                   "expected 1 elements on the stack for constant expression, "
                   "found %u",
                   stack.count);
    if (!r->failed && !wasm__fits(m, stack.types[0], expected))
        wasm__fail(r, constant.code,
                   "type error in constant expression[0] (expected %s, got "
                   "%s)",
                   wasm__type_name(expected).text,
                   wasm__type_name(stack.types[0]).text);
    free(stack.types);
    constant.len = (uint32_t)(r->p - constant.code);
    return constant;
}
