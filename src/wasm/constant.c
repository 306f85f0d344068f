/*
 * constant.c - constant expressions: checked here, evaluated in instance.c.
 *
 * They hold constants, references, immutable globals that come before, and
 * sums, differences and products of integers.
 */
#include <stdlib.h>
#include <string.h>

#include "wasm/module.h"

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
