/*
 * validate.c - the walk over a function body: locals, the operand stack, and
 * which instruction goes where. Plain arithmetic, loads and stores are here;
 * control.c, variable.c and walk_simd.c have the rest.
 *
 * After an instruction that never goes on, the rest of its block is checked
 * with a stack that yields operands of any type, as the standard has it.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "wasm/walk.h"

#define TYPE_u32 WASM_I32
#define TYPE_s32 WASM_I32
#define TYPE_u64 WASM_I64
#define TYPE_s64 WASM_I64
#define TYPE_f32 WASM_F32
#define TYPE_f64 WASM_F64

typedef struct numeric_op {
    uint8_t x; /* type of the first operand; 0: not such an instruction */
    uint8_t y; /* 0: it has one */
    uint8_t result;
    const char *name;
} numeric_op;

static const numeric_op numeric[256] = {
#define X(byte, name, type, op)                                                \
    [byte] = { TYPE_##type, TYPE_##type, WASM_I32, #name },
    WASM_COMPARE(X) WASM_COMPARE_FLOAT(X)
#undef X
#define X(byte, name, type, what)                                              \
    [byte] = { TYPE_##type, TYPE_##type, TYPE_##type, #name },
        WASM_BINARY_IMM(X) WASM_BINARY(X)
#undef X
#define X(byte, name, type, result, what)                                      \
    [byte] = { TYPE_##type, 0, TYPE_##result, #name },
            WASM_UNARY(X)
#undef X
};

typedef struct memory_op {
    uint8_t type; /* 0: not such an instruction */
    uint8_t align;
    const char *name;
} memory_op;

#define LOG2(type)                                                             \
    (sizeof(type) == 8 ? 3 : sizeof(type) == 4 ? 2 : sizeof(type) == 2 ? 1 : 0)
static const memory_op memory_ops[0x3f] = {
#define X(byte, name, type, memory)                                            \
    [byte] = { TYPE_##type, LOG2(memory), #name },
    WASM_LOAD(X) WASM_STORE(X)
#undef X
};

/* ---- Errors ------------------------------------------------------------- */

void walk_fail(walker *w, const uint8_t *at, const char *format, ...)
{
    char text[256];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    wasm__fail(&w->r, at, "%s", text);
    w->no_memory |= w->writes; /* only what was checked is translated */
}

static const char *control_name(uint8_t op)
{
    static const char *const names[] = {
        "unreachable", "nop",           "block",        "loop",  "if",
        "else",        "try",           "catch",        "throw", "rethrow",
        "throw_ref",   "end",           "br",           "br_if", "br_table",
        "return",      "call_function", "call_indirect"
    };
    static const char *const others[] = { [0] = "drop", "select",
                                          "select",     [6] = "local.get",
                                          "local.set",  "local.tee",
                                          "global.get", "global.set",
                                          "table.get",  "table.set" };

    if (op < sizeof(names) / sizeof(*names))
        return op == 0x10 ? "call" : names[op];
    if (op >= 0x1a && op <= 0x26 && others[op - 0x1a] != NULL)
        return others[op - 0x1a];
    switch (op) {
    case 0x3f:
        return "memory.size";
    case 0x40:
        return "memory.grow";
    case 0x41:
        return "i32.const";
    case 0x42:
        return "i64.const";
    case 0x43:
        return "f32.const";
    case 0x44:
        return "f64.const";
    case 0xd0:
        return "ref.null";
    case 0xd1:
        return "ref.is_null";
    case 0xd2:
        return "ref.func";
    default:
        return "<unknown>";
    }
}

static const char *fc_name(uint8_t op)
{
    static const char *const names[] = {
#define X(byte, name, type, result, what) #name,
        WASM_SATURATING(X)
#undef X
            "memory_init",
        "data_drop",
        "memory_copy",
        "memory_fill",
        "table_init",
        "elem_drop",
        "table_copy",
        "table_grow",
        "table_size",
        "table_fill"
    };

    return op < sizeof(names) / sizeof(*names) ? names[op] : "<unknown>";
}

const char *walk_op_name(const walker *w, uint32_t offset, char *buffer,
                         size_t size)
{
    const uint8_t *p = w->r.start + offset;
    const char *name = NULL;

    if (p < w->r.end && *p == 0xfc && p + 1 < w->r.end)
        name = fc_name(p[1]);
    else if (p < w->r.end && *p >= 0x28 && *p < 0x3f)
        name = memory_ops[*p].name;
    else if (p < w->r.end)
        name = numeric[*p].name;
    if (name == NULL)
        return p < w->r.end && *p == 0xfd ? "simd" : control_name(*p);
    snprintf(buffer, size, "%s", name);
    char *first = strchr(buffer, '_');
    if (first != NULL)
        *first = '.';
    return buffer;
}

static void fail_type(walker *w, wasm_type expected, const operand *found,
                      uint32_t i)
{
    char name[40];
    char by[40];

    walk_fail(
        w, w->r.start + found->at,
        "%s[%u] expected type %s, found %s of type %s",
        walk_op_name(w, (uint32_t)(w->op_at - w->r.start), name, sizeof(name)),
        i, wasm__type_name(expected).text,
        walk_op_name(w, found->at, by, sizeof(by)),
        wasm__type_name(found->type).text);
}

/* ---- The operand stack -------------------------------------------------- */

void walk_push_slow(walker *w, wasm_type type)
{
    const uint32_t capacity = w->capacity * 2;
    operand *grown = realloc(w->operands, capacity * sizeof(*grown));

    (void)type;
    if (grown == NULL) {
        w->no_memory = true;
        w->r.p = w->r.end;
        return;
    }
    w->operands = grown;
    w->capacity = capacity;
}

/* Does the block have so many operands? V8 counts before it looks at types. */
bool walk_need(walker *w, uint32_t count)
{
    const block *b = &w->blocks[w->block_count - 1];
    char name[40];

    if (w->count - b->height >= count || b->unreachable)
        return true;
    walk_fail(
        w, w->op_at,
        "not enough arguments on the stack for %s (need %u, got %u)",
        walk_op_name(w, (uint32_t)(w->op_at - w->r.start), name, sizeof(name)),
        count, w->count - b->height);
    return false;
}

operand walk_pop_any(walker *w)
{
    const block *b = &w->blocks[w->block_count - 1];
    const operand none = { .type = WASM_ANY,
                           .at = (uint32_t)(w->op_at - w->r.start) };

    if (w->count == b->height || w->no_memory)
        return none;
    w->count--;
    if (w->settled > w->count)
        w->settled = w->count;
    const operand o = w->operands[w->count];
    if (w->writes && o.place == IN_LOCAL)
        w->local_uses[o.local]--;
    return o;
}

operand walk_pop_type(walker *w, wasm_type type, uint32_t i)
{
    const operand o = walk_pop_any(w);

    if (orr__unlikely(o.type != type) && o.type != WASM_ANY &&
        type != WASM_ANY && !wasm__fits(w->m, o.type, type))
        fail_type(w, type, &o, i);
    return o;
}

/* ---- Arithmetic, loads and stores --------------------------------------- */

static void walk_numeric(walker *w, uint32_t op, const numeric_op *n)
{
    if (n->y == 0) {
        if (!walk_need(w, 1))
            return;
        const operand x = walk_pop_type(w, n->x, 0);
        if (walk_live(w))
            emit_unary(w, op, &x, n->result);
        else
            walk_push(w, n->result);
        return;
    }
    if (!walk_need(w, 2))
        return;
    const operand y = walk_pop_type(w, n->y, 1);
    const operand x = walk_pop_type(w, n->x, 0);
    if (walk_live(w))
        emit_binary(w, op, &x, &y, n->result);
    else
        walk_push(w, n->result);
}

/* The immediate of loads and stores: alignment, memory and offset. */
void walk_memory_op(walker *w, uint32_t align_log2, walk_access *access)
{
    const uint8_t *at = w->r.p;
    uint32_t align = wasm__read_u32(&w->r, "alignment");

    *access = (walk_access){ .type = WASM_I32, .plain = true };
    if ((align & 0x40) != 0 && align < 0x80) {
        align &= 0x3f;
        access->memory = wasm__read_u32(&w->r, "memory index");
    }
    if (align > align_log2 && !w->r.failed)
        walk_fail(w, at,
                  "invalid alignment; expected maximum alignment is %u, "
                  "actual alignment is %u",
                  align_log2, align);
    if (access->memory >= w->m->memory_count && !w->r.failed)
        walk_fail(w, at,
                  "memory index %u exceeds number of declared memories (%u)",
                  access->memory, w->m->memory_count);
    if (w->r.failed)
        return;
    if (w->m->memories[access->memory].is64) {
        access->type = WASM_I64;
        access->offset = wasm__read_unsigned(&w->r, "offset", 64);
    } else {
        access->offset = wasm__read_u32(&w->r, "offset");
    }
    access->plain = access->memory == 0 && access->type == WASM_I32;
}

static void walk_load(walker *w, uint8_t op)
{
    walk_access access;

    walk_memory_op(w, memory_ops[op].align, &access);
    if (w->r.failed || !walk_need(w, 1))
        return;
    const operand address = walk_pop_type(w, access.type, 0);
    if (walk_live(w))
        emit_load(w, op, &address, &access, memory_ops[op].type);
    else
        walk_push(w, memory_ops[op].type);
}

static void walk_store(walker *w, uint8_t op)
{
    const uint8_t type = memory_ops[op].type;
    walk_access access;

    walk_memory_op(w, memory_ops[op].align, &access);
    if (w->r.failed || !walk_need(w, 2))
        return;
    const operand value = walk_pop_type(w, type, 1);
    const operand address = walk_pop_type(w, access.type, 0);
    if (walk_live(w))
        emit_store(w, op, &address, &value, &access);
}

/* ---- The walk ----------------------------------------------------------- */

static void walk_one(walker *w)
{
    w->op_at = w->r.p;
    const uint8_t op = *w->r.p++;
    w->op = op;
    if (op >= 0x28 && op <= 0x35) {
        walk_load(w, op);
    } else if (op >= 0x36 && op <= 0x3e) {
        walk_store(w, op);
    } else if (op >= 0x45 && op <= 0xc4) {
        walk_numeric(w, op, &numeric[op]);
    } else if (op == 0xfb) {
        walk_object(w);
    } else if (op == 0xfc) {
        walk_fc(w);
    } else if (op == 0xfd) {
        walk_simd(w);
    } else if (op == 0xfe) {
        walk_atomic(w);
    } else if (!walk_control(w) && !walk_variable(w) && !walk_exception(w) &&
               !walk_reference(w)) {
        walk_fail(w, w->op_at, "Invalid opcode 0x%x", op);
    }
}

static bool add_locals(walker *w, uint32_t count, wasm_type type)
{
    wasm_type *locals = realloc(
        w->locals, ((size_t)w->local_count + count + 1) * sizeof(*locals));

    if (locals == NULL) {
        w->no_memory = true;
        return false;
    }
    w->locals = locals;
    for (uint32_t i = 0; i < count; i++)
        locals[w->local_count + i] = type;
    w->local_count += count;
    return true;
}

static void read_locals(walker *w)
{
    wasm_reader *r = &w->r;
    const uint8_t *at = r->p;

    for (uint32_t i = 0; i < w->type->param_count; i++) {
        if (!add_locals(w, 1, w->type->params[i]))
            return;
    }
    const uint32_t groups = wasm__read_u32(r, "local decls count");
    if (!r->failed && groups > (size_t)(r->end - r->p)) {
        wasm__fail(r, at,
                   "local decls count bigger than remaining function size");
        return;
    }
    for (uint32_t i = 0; i < groups && !r->failed; i++) {
        at = r->p;
        const uint32_t count = wasm__read_u32(r, "local count");
        if (count > WASM_MAX_LOCALS - w->local_count) {
            wasm__fail(r, at, "local count too large");
            return;
        }
        const wasm_type type = wasm__read_type(r, w->m);
        if (r->failed || !add_locals(w, count, type))
            return;
    }
}

/* ---- Locals without a value --------------------------------------------- */

static bool note_unset(walker *w)
{
    uint32_t count = 0;

    for (uint32_t i = w->type->param_count; i < w->local_count; i++)
        count += !wasm__has_default(w->locals[i]);
    if (count == 0)
        return true;
    w->unset = calloc(w->local_count / 8 + 1, 1);
    w->inits = calloc(count, sizeof(*w->inits));
    if (w->unset == NULL || w->inits == NULL)
        return false;
    for (uint32_t i = w->type->param_count; i < w->local_count; i++) {
        if (!wasm__has_default(w->locals[i]))
            w->unset[i / 8] |= (uint8_t)(1u << i % 8);
    }
    return true;
}

bool walk_is_unset(const walker *w, uint32_t local)
{
    return w->unset != NULL && (w->unset[local / 8] >> local % 8 & 1) != 0;
}

void walk_note_set(walker *w, uint32_t local)
{
    if (!walk_is_unset(w, local))
        return;
    w->unset[local / 8] &= (uint8_t) ~(1u << local % 8);
    w->inits[w->init_count++] = local;
}

void walk_reset_locals(walker *w, const block *b)
{
    while (w->init_count > b->inits) {
        const uint32_t local = w->inits[--w->init_count];
        w->unset[local / 8] |= (uint8_t)(1u << local % 8);
    }
}

/* Where each local is: parameters, then the interpreter's header, the rest. */
static bool place_locals(walker *w)
{
    uint32_t slot = 0;

    w->local_slots = calloc(w->local_count + 1, sizeof(*w->local_slots));
    w->local_uses = calloc(w->local_count + 1, sizeof(*w->local_uses));
    if (w->local_slots == NULL || w->local_uses == NULL)
        return false;
    for (uint32_t i = 0; i < w->local_count; i++) {
        if (i == w->type->param_count)
            slot += WASM_HEADER;
        w->local_slots[i] = (uint16_t)slot;
        slot += wasm__slots(w->locals[i]);
    }
    if (w->local_count == w->type->param_count)
        slot += WASM_HEADER;
    slot += w->body->tries;
    w->body->locals = slot - w->type->param_slots - WASM_HEADER;
    w->max_slot = slot > w->type->result_slots ? slot : w->type->result_slots;
    return true;
}

static bool open_walker(walker *w)
{
    w->capacity = 64;
    w->block_capacity = 16;
    w->last = -1;
    w->operands = malloc(w->capacity * sizeof(*w->operands));
    w->blocks = malloc(w->block_capacity * sizeof(*w->blocks));
    return w->operands != NULL && w->blocks != NULL;
}

static void close_walker(walker *w)
{
    free(w->operands);
    free(w->blocks);
    free(w->locals);
    free(w->local_slots);
    free(w->local_uses);
    free(w->places);
    free(w->code);
    free(w->handlers);
    free(w->unset);
    free(w->inits);
}

static void walk_body(walker *w)
{
    if (!open_walker(w)) {
        w->no_memory = true;
        return;
    }
    read_locals(w);
    if (w->writes && !w->no_memory && !place_locals(w))
        w->no_memory = true;
    if (!w->writes && !w->no_memory && !w->r.failed && !note_unset(w))
        w->no_memory = true;
    if (w->r.failed || w->no_memory)
        return;
    w->blocks[0] = (block){
        .kind = BLOCK_FUNC, .type = *w->type, .fixups = -1, .else_fixup = -1
    };
    w->block_count = 1;
    w->op_at = w->r.p;
    while (w->block_count > 0 && w->r.p < w->r.end && !w->no_memory)
        walk_one(w);
    if (w->r.failed || w->no_memory)
        return;
    if (w->block_count > 1)
        walk_fail(w, w->r.start + w->blocks[w->block_count - 1].at,
                  "unterminated control structure");
    else if (w->block_count == 1)
        walk_fail(w, w->r.end, "function body must end with \"end\" opcode");
    else if (w->r.p < w->r.end)
        walk_fail(w, w->r.p, "operators remaining after end of function");
}

void wasm__validate_body(wasm_reader *r, wasm_module *m, wasm_body *body)
{
    walker w = { .r = *r, .m = m, .body = body, .type = body->type };

    walk_body(&w);
    if (w.no_memory && !w.r.failed)
        wasm__no_memory(&w.r);
    r->failed = w.r.failed;
    close_walker(&w);
}

/* Walk over a checked body and write its code. */
static int validate_translate(wasm_module *m, wasm_body *body, walker *w,
                              wasm_error *error)
{
    const uint8_t *start = m->bytes + body->offset;

    w->r = (wasm_reader){ m->bytes, start, start + body->len, error, false };
    w->m = m;
    w->body = body;
    w->type = body->type;
    w->writes = true;
    walk_body(w);
    return w->no_memory ? -ENOMEM : 0;
}

int wasm__translate_body(wasm_module *m, wasm_body *body)
{
    wasm_error error;
    walker w = { 0 };
    const int err = validate_translate(m, body, &w, &error);

    if (err == 0) {
        body->frame = w.max_slot;
        body->too_large = w.max_slot > WASM_MAX_FRAME;
        body->code_len = w.len;
        body->handlers = w.handlers;
        body->handler_count = w.handler_count;
        w.handlers = NULL;
        wasm_word *exact = realloc(w.code, w.len * sizeof(*exact));
        body->code = exact != NULL ? exact : w.code;
        w.code = NULL;
    }
    close_walker(&w);
    return err;
}

uint32_t wasm__offset_of(wasm_module *m, wasm_body *body, uint32_t word)
{
    wasm_error error;
    walker w = { .place_capacity = 64 };
    uint32_t offset = body->offset;

    w.places = malloc(w.place_capacity * sizeof(*w.places));
    if (w.places == NULL || validate_translate(m, body, &w, &error) < 0) {
        close_walker(&w);
        return offset;
    }
    for (uint32_t i = 0; i < w.place_count && w.places[i].word <= word; i++)
        offset = w.places[i].offset;
    close_walker(&w);
    return offset;
}
