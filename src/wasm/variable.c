/*
 * variable.c - constants, locals, globals, tables, references, and memory as a
 * whole.
 */
#include <string.h>

#include "wasm/walk.h"

/* Push a result, and write the instruction that makes it. */
static void push_made(walker *w, uint32_t op, uint32_t b, uint32_t c,
                      wasm_type type)
{
    if (!walk_live(w)) {
        walk_push(w, type);
        return;
    }
    const uint32_t word = emit_op(w, op, 0, b, c);
    const operand *o = walk_push(w, type);
    if (w->no_memory)
        return;
    w->code[word].a = (uint16_t)o->slot;
    w->last = word;
}

static void push_made_imm(walker *w, uint32_t op, uint32_t imm, wasm_type type)
{
    if (!walk_live(w)) {
        walk_push(w, type);
        return;
    }
    const uint32_t word = emit_imm(w, op, 0, (int32_t)imm);
    const operand *o = walk_push(w, type);
    if (w->no_memory)
        return;
    w->code[word].a = (uint16_t)o->slot;
    w->last = word;
}

/* ---- Constants ---------------------------------------------------------- */

static void push_constant(walker *w, wasm_type type, uint64_t value)
{
    operand *o = walk_push(w, type);

    if (!walk_live(w) || w->no_memory)
        return;
    o->place = CONSTANT;
    o->value = value;
}

static void walk_const(walker *w)
{
    const uint8_t *bytes;
    uint32_t bits32;
    uint64_t bits64 = 0;

    switch (w->op) {
    case 0x41:
        bits32 = (uint32_t)wasm__read_s32(&w->r, "immi32");
        push_constant(w, WASM_I32, bits32);
        break;
    case 0x42:
        bits64 = (uint64_t)wasm__read_signed(&w->r, "immi64", 64);
        push_constant(w, WASM_I64, bits64);
        break;
    case 0x43:
        bytes = wasm__read_bytes(&w->r, 4, "immf32");
        if (bytes != NULL) {
            memcpy(&bits32, bytes, 4);
            push_constant(w, WASM_F32, bits32);
        }
        break;
    default:
        bytes = wasm__read_bytes(&w->r, 8, "immf64");
        if (bytes != NULL) {
            memcpy(&bits64, bytes, 8);
            push_constant(w, WASM_F64, bits64);
        }
    }
}

/* ---- Locals and globals ------------------------------------------------- */

static bool read_local(walker *w, uint32_t *index)
{
    const uint8_t *at = w->r.p;

    *index = wasm__read_u32(&w->r, "local index");
    if (!w->r.failed && *index >= w->local_count)
        walk_fail(w, at, "invalid local index: %u", *index);
    return !w->r.failed;
}

static void walk_local_get(walker *w)
{
    uint32_t index;

    if (!read_local(w, &index))
        return;
    if (walk_is_unset(w, index)) {
        walk_fail(w, w->op_at, "uninitialized non-defaultable local: %u",
                  index);
        return;
    }
    operand *o = walk_push(w, w->locals[index]);
    if (!walk_live(w) || w->no_memory)
        return;
    o->place = IN_LOCAL;
    o->local = (uint16_t)index;
    w->local_uses[index]++;
}

/*
 * The value goes to the local: by the instruction that has just made it, if
 * nothing else is in between.
 */
static void emit_local_set(walker *w, uint32_t index, const operand *value)
{
    const bool direct = value->place == IN_SLOT && w->last >= 0 &&
                        w->code[w->last].a == value->slot &&
                        w->local_uses[index] == 0;

    if (direct) {
        w->code[w->last].a = w->local_slots[index];
        w->last = -1;
        return;
    }
    emit_settle_local(w, index);
    emit_to(w, value, w->local_slots[index]);
}

static void walk_local_set(walker *w, bool tee)
{
    uint32_t index;

    if (!read_local(w, &index) || !walk_need(w, 1))
        return;
    const operand value = walk_pop_type(w, w->locals[index], 0);
    if (w->r.failed)
        return;
    walk_note_set(w, index);
    const bool live = walk_live(w);
    if (live)
        emit_local_set(w, index, &value);
    if (!tee)
        return;
    operand *o = walk_push(w, w->locals[index]);
    if (!live || w->no_memory)
        return;
    o->place = IN_LOCAL;
    o->local = (uint16_t)index;
    w->local_uses[index]++;
}

static bool read_global(walker *w, uint32_t *index)
{
    const uint8_t *at = w->r.p;

    *index = wasm__read_u32(&w->r, "global index");
    if (!w->r.failed && *index >= w->m->global_count)
        walk_fail(w, at, "Invalid global index: %u", *index);
    return !w->r.failed;
}

static void walk_global_get(walker *w)
{
    uint32_t index;

    if (!read_global(w, &index))
        return;
    const wasm_type type = w->m->globals[index].type;
    push_made_imm(
        w, type == WASM_V128 ? WASM_OWN_global_get2 : WASM_OWN_global_get,
        index, type);
}

static void walk_global_set(walker *w)
{
    uint32_t index;

    if (!read_global(w, &index))
        return;
    const wasm_globaltype *global = &w->m->globals[index];
    if (!global->is_mutable) {
        walk_fail(w, w->op_at, "immutable global #%u cannot be assigned",
                  index);
        return;
    }
    if (!walk_need(w, 1))
        return;
    const operand value = walk_pop_type(w, global->type, 0);
    if (walk_live(w)) {
        const uint32_t slot = emit_slot(w, &value);
        emit_imm(w,
                 global->type == WASM_V128 ? WASM_OWN_global_set2
                                           : WASM_OWN_global_set,
                 slot, (int32_t)index);
    }
}

/* ---- Drop and select ---------------------------------------------------- */

static void walk_select(walker *w, bool typed)
{
    wasm_type type = WASM_ANY;

    if (typed) {
        const uint8_t *at = w->r.p;
        const uint32_t count = wasm__read_u32(&w->r, "number of select types");
        if (!w->r.failed && count != 1)
            walk_fail(w, at,
                      "Invalid number of types. Select accepts exactly one "
                      "type");
        type = wasm__read_type(&w->r, w->m);
    }
    if (w->r.failed || !walk_need(w, 3))
        return;
    const operand condition = walk_pop_type(w, WASM_I32, 2);
    operand y = walk_pop_type(w, type, 1);
    operand x = walk_pop_type(w, type, 0);
    if (!typed) {
        if (wasm__is_reference(x.type) || wasm__is_reference(y.type)) {
            walk_fail(w, w->op_at,
                      "select without type is only valid for value type "
                      "inputs");
            return;
        }
        type = x.type == WASM_ANY ? y.type : x.type;
        if (x.type != y.type && x.type != WASM_ANY && y.type != WASM_ANY) {
            walk_fail(
                w, w->r.start + y.at, "select[1] expected type %s, found %s",
                wasm__type_name(x.type).text, wasm__type_name(y.type).text);
            return;
        }
    }
    if (!walk_live(w)) {
        walk_push(w, type);
        return;
    }
    const uint32_t first = emit_slot(w, &x);
    const uint32_t second = emit_slot(w, &y);
    const uint32_t chosen = emit_slot(w, &condition);
    const uint32_t word =
        emit_op(w, type == WASM_V128 ? WASM_OWN_select2 : WASM_OWN_select, 0,
                first, second);
    emit_word(w, (wasm_word){ .u64 = chosen });
    const operand *o = walk_push(w, type);
    if (w->no_memory)
        return;
    w->code[word].a = (uint16_t)o->slot;
    w->last = word;
}

/* ---- References and tables ---------------------------------------------- */

static void walk_ref_null(walker *w)
{
    const wasm_type type = wasm__read_heap_type(&w->r, w->m, true);

    if (!w->r.failed)
        push_constant(w, type, 0);
}

static void walk_ref_is_null(walker *w)
{
    if (!walk_need(w, 1))
        return;
    const operand o = walk_pop_any(w);
    if (o.type != WASM_ANY && !wasm__is_reference(o.type)) {
        char by[40];
        walk_fail(w, w->r.start + o.at,
                  "ref.is_null[0] expected reference type, found %s of type "
                  "%s",
                  walk_op_name(w, o.at, by, sizeof(by)),
                  wasm__type_name(o.type).text);
        return;
    }
    const uint32_t slot = walk_live(w) ? emit_slot(w, &o) : 0;
    push_made(w, WASM_OWN_ref_is_null, slot, 0, WASM_I32);
}

static void walk_ref_func(walker *w)
{
    const uint8_t *at = w->r.p;
    const uint32_t index = wasm__read_u32(&w->r, "function index");

    if (w->r.failed)
        return;
    if (index >= w->m->function_count)
        walk_fail(w, at, "function index #%u is out of bounds", index);
    else if ((w->m->declared[index / 8] >> index % 8 & 1) == 0)
        walk_fail(w, at, "undeclared reference to function #%u", index);
    else
        push_made_imm(w, WASM_OWN_ref_func, index,
                      WASM_INDEXED | WASM_NON_NULL | w->m->functions[index]);
}

/* What addresses of a memory, or indices of a table, are. */
static wasm_type address_type(const wasm_limits *limits)
{
    return limits->is64 ? WASM_I64 : WASM_I32;
}

static wasm_type memory_type(const walker *w, uint32_t memory)
{
    return address_type(&w->m->memories[memory]);
}

static wasm_type index_type(const walker *w, uint32_t table)
{
    return address_type(&w->m->tables[table].limits);
}

static bool read_table(walker *w, uint32_t *index)
{
    const uint8_t *at = w->r.p;

    *index = wasm__read_u32(&w->r, "table index");
    if (!w->r.failed && *index >= w->m->table_count)
        walk_fail(w, at, "table index %u exceeds number of tables (%u)", *index,
                  w->m->table_count);
    return !w->r.failed;
}

static void walk_table_get(walker *w)
{
    uint32_t table;

    if (!read_table(w, &table) || !walk_need(w, 1))
        return;
    const operand index = walk_pop_type(w, index_type(w, table), 0);
    const wasm_type type = w->m->tables[table].type;
    if (!walk_live(w)) {
        walk_push(w, type);
        return;
    }
    const uint32_t slot = emit_slot(w, &index);
    const uint32_t word = emit_op(w, WASM_OWN_table_get, 0, slot, 0);
    emit_word(w, (wasm_word){ .u64 = table });
    const operand *o = walk_push(w, type);
    if (!w->no_memory)
        w->code[word].a = (uint16_t)o->slot;
}

static void walk_table_set(walker *w)
{
    uint32_t table;

    if (!read_table(w, &table) || !walk_need(w, 2))
        return;
    const wasm_type type = w->m->tables[table].type;
    const operand value = walk_pop_type(w, type, 1);
    const operand index = walk_pop_type(w, index_type(w, table), 0);
    if (!walk_live(w))
        return;
    const uint32_t to = emit_slot(w, &index);
    const uint32_t from = emit_slot(w, &value);
    emit_op(w, WASM_OWN_table_set, to, from, 0);
    emit_word(w, (wasm_word){ .u64 = table });
}

/* ---- Memory as a whole -------------------------------------------------- */

static bool read_memory_index(walker *w, uint32_t *index)
{
    const uint8_t *at = w->r.p;

    *index = wasm__read_u32(&w->r, "memory index");
    if (!w->r.failed && *index >= w->m->memory_count)
        walk_fail(w, at,
                  "memory index %u exceeds number of declared memories (%u)",
                  *index, w->m->memory_count);
    return !w->r.failed;
}

static void walk_memory_grow(walker *w)
{
    uint32_t memory;

    if (!read_memory_index(w, &memory) || !walk_need(w, 1))
        return;
    const operand pages = walk_pop_type(w, memory_type(w, memory), 0);
    const uint32_t slot = walk_live(w) ? emit_slot(w, &pages) : 0;
    push_made(w, WASM_OWN_memory_grow, slot, memory, memory_type(w, memory));
}

bool walk_variable(walker *w)
{
    uint32_t memory;

    switch (w->op) {
    case 0x1a:
        if (walk_need(w, 1))
            walk_pop_any(w);
        return true;
    case 0x1b:
    case 0x1c:
        walk_select(w, w->op == 0x1c);
        return true;
    case 0x20:
        walk_local_get(w);
        return true;
    case 0x21:
    case 0x22:
        walk_local_set(w, w->op == 0x22);
        return true;
    case 0x23:
        walk_global_get(w);
        return true;
    case 0x24:
        walk_global_set(w);
        return true;
    case 0x25:
        walk_table_get(w);
        return true;
    case 0x26:
        walk_table_set(w);
        return true;
    case 0x3f:
        if (read_memory_index(w, &memory))
            push_made(w, WASM_OWN_memory_size, 0, memory,
                      memory_type(w, memory));
        return true;
    case 0x40:
        walk_memory_grow(w);
        return true;
    case 0x41:
    case 0x42:
    case 0x43:
    case 0x44:
        walk_const(w);
        return true;
    case 0xd0:
        walk_ref_null(w);
        return true;
    case 0xd1:
        walk_ref_is_null(w);
        return true;
    case 0xd2:
        walk_ref_func(w);
        return true;
    default:
        return false;
    }
}

/* ---- After the byte 0xfc ------------------------------------------------ */

static bool read_data_index(walker *w, uint32_t *index)
{
    const uint8_t *at = w->r.p;

    *index = wasm__read_u32(&w->r, "data segment index");
    if (!w->r.failed && (!w->m->has_data_count || *index >= w->m->data_count))
        walk_fail(w, at, "invalid data segment index: %u", *index);
    return !w->r.failed;
}

static bool read_elem_index(walker *w, uint32_t *index)
{
    const uint8_t *at = w->r.p;

    *index = wasm__read_u32(&w->r, "element segment index");
    if (!w->r.failed && *index >= w->m->elem_count)
        walk_fail(w, at, "invalid element segment index: %u", *index);
    return !w->r.failed;
}

/* Three operands of these types in their slots. Returns the slot of the
 * first. */
static uint32_t pop_three(walker *w, wasm_type first_type, wasm_type second,
                          wasm_type third)
{
    if (!walk_need(w, 3))
        return 0;
    const bool live = walk_live(w);
    if (live)
        emit_settle_top(w, 3);
    walk_pop_type(w, third, 2);
    walk_pop_type(w, second, 1);
    const operand first = walk_pop_type(w, first_type, 0);
    return live ? first.slot : 0;
}

static void walk_table_copy(walker *w)
{
    uint32_t to;
    uint32_t from;
    const uint8_t *at = w->r.p;

    if (!read_table(w, &to) || !read_table(w, &from))
        return;
    if (!wasm__fits(w->m, w->m->tables[from].type, w->m->tables[to].type)) {
        walk_fail(w, at, "table %u is not a super-type of %u", to, from);
        return;
    }
    const wasm_type to_type = index_type(w, to);
    const wasm_type from_type = index_type(w, from);
    const uint32_t slot = pop_three(w, to_type, from_type,
                                    to_type == WASM_I64 ? from_type : to_type);
    if (w->r.failed || !walk_live(w))
        return;
    emit_op(w, WASM_OWN_table_copy, slot, 0, 0);
    emit_word(w, (wasm_word){ .u64 = to | (uint64_t)from << 32 });
}

static void walk_table_init(walker *w)
{
    uint32_t segment;
    uint32_t table;
    const uint8_t *at = w->r.p;

    if (!read_elem_index(w, &segment) || !read_table(w, &table))
        return;
    if (!wasm__fits(w->m, w->m->elems[segment].type,
                    w->m->tables[table].type)) {
        walk_fail(w, at, "table %u is not a super-type of %s", table,
                  wasm__type_name(w->m->elems[segment].type).text);
        return;
    }
    const uint32_t slot =
        pop_three(w, index_type(w, table), WASM_I32, WASM_I32);
    if (w->r.failed || !walk_live(w))
        return;
    emit_op(w, WASM_OWN_table_init, slot, 0, 0);
    emit_word(w, (wasm_word){ .u64 = segment | (uint64_t)table << 32 });
}

static void walk_table_grow(walker *w)
{
    uint32_t table;

    if (!read_table(w, &table) || !walk_need(w, 2))
        return;
    const operand count = walk_pop_type(w, index_type(w, table), 1);
    const operand value = walk_pop_type(w, w->m->tables[table].type, 0);
    if (!walk_live(w)) {
        walk_push(w, index_type(w, table));
        return;
    }
    const uint32_t from = emit_slot(w, &value);
    const uint32_t by = emit_slot(w, &count);
    const uint32_t word = emit_op(w, WASM_OWN_table_grow, 0, from, by);
    emit_word(w, (wasm_word){ .u64 = table });
    const operand *o = walk_push(w, index_type(w, table));
    if (!w->no_memory)
        w->code[word].a = (uint16_t)o->slot;
}

static void walk_bulk(walker *w, uint32_t op)
{
    uint32_t index = 0;
    uint32_t other = 0;
    uint32_t slot;

    switch (op) {
    case 8:
        if (!read_data_index(w, &index) || !read_memory_index(w, &other))
            return;
        slot = pop_three(w, memory_type(w, other), WASM_I32, WASM_I32);
        if (walk_live(w)) {
            emit_op(w, WASM_OWN_memory_init, slot, 0, 0);
            emit_word(w, (wasm_word){ .u64 = index | (uint64_t)other << 32 });
        }
        return;
    case 9:
        if (read_data_index(w, &index) && walk_live(w))
            emit_imm(w, WASM_OWN_data_drop, 0, (int32_t)index);
        return;
    case 10:
        if (!read_memory_index(w, &index) || !read_memory_index(w, &other))
            return;
        slot =
            pop_three(w, memory_type(w, index), memory_type(w, other),
                      memory_type(w, index) == WASM_I64 ? memory_type(w, other)
                                                        : WASM_I32);
        if (walk_live(w))
            emit_imm(w, WASM_OWN_memory_copy, slot,
                     (int32_t)(index << 16 | other));
        return;
    case 11:
        if (!read_memory_index(w, &index))
            return;
        slot = pop_three(w, memory_type(w, index), WASM_I32,
                         memory_type(w, index));
        if (walk_live(w))
            emit_imm(w, WASM_OWN_memory_fill, slot, (int32_t)index);
        return;
    case 12:
        walk_table_init(w);
        return;
    case 13:
        if (read_elem_index(w, &index) && walk_live(w))
            emit_imm(w, WASM_OWN_elem_drop, 0, (int32_t)index);
        return;
    case 14:
        walk_table_copy(w);
        return;
    case 15:
        walk_table_grow(w);
        return;
    case 16:
        if (read_table(w, &index))
            push_made_imm(w, WASM_OWN_table_size, index, index_type(w, index));
        return;
    default:
        if (!read_table(w, &index))
            return;
        slot = pop_three(w, index_type(w, index), w->m->tables[index].type,
                         index_type(w, index));
        if (walk_live(w))
            emit_imm(w, WASM_OWN_table_fill, slot, (int32_t)index);
    }
}

bool walk_fc(walker *w)
{
    const uint32_t op = wasm__read_u32(&w->r, "prefixed opcode index");

    if (w->r.failed)
        return true;
    if (op >= 18) {
        walk_fail(w, w->op_at, "invalid numeric opcode: 0xfc%02x", op);
        return true;
    }
    if (op >= 8) {
        walk_bulk(w, op);
        return true;
    }
    if (!walk_need(w, 1))
        return true;
    const operand x = walk_pop_type(w, (op & 2) == 0 ? WASM_F32 : WASM_F64, 0);
    const wasm_type result = op < 4 ? WASM_I32 : WASM_I64;
    if (walk_live(w))
        emit_unary(w, WASM_OP_FC + op, &x, result);
    else
        walk_push(w, result);
    return true;
}
