/*
 * walk_object.c - the instructions after the byte 0xfb: structures, arrays,
 * i31, casts, and branches on them. Their operands and results are in the order
 * of the stack; object.h has what they do.
 */
#include "wasm/object.h"
#include "wasm/walk.h"

enum {
    FB_STRUCT_NEW,
    FB_STRUCT_NEW_DEFAULT,
    FB_STRUCT_GET,
    FB_STRUCT_GET_S,
    FB_STRUCT_GET_U,
    FB_STRUCT_SET,
    FB_ARRAY_NEW,
    FB_ARRAY_NEW_DEFAULT,
    FB_ARRAY_NEW_FIXED,
    FB_ARRAY_NEW_DATA,
    FB_ARRAY_NEW_ELEM,
    FB_ARRAY_GET,
    FB_ARRAY_GET_S,
    FB_ARRAY_GET_U,
    FB_ARRAY_SET,
    FB_ARRAY_LEN,
    FB_ARRAY_FILL,
    FB_ARRAY_COPY,
    FB_ARRAY_INIT_DATA,
    FB_ARRAY_INIT_ELEM,
    FB_REF_TEST,
    FB_REF_TEST_NULL,
    FB_REF_CAST,
    FB_REF_CAST_NULL,
    FB_BR_ON_CAST,
    FB_BR_ON_CAST_FAIL,
    FB_ANY_CONVERT,
    FB_EXTERN_CONVERT,
    FB_REF_I31,
    FB_I31_GET_S,
    FB_I31_GET_U
};

/* ---- Immediates --------------------------------------------------------- */

/* NULL: not such a type. */
static const wasm_deftype *read_object_type(walker *w, wasm_shape shape,
                                            uint32_t *index)
{
    const bool is_struct = shape == WASM_SHAPE_STRUCT;
    const uint8_t *at = w->r.p;

    *index = wasm__read_u32(&w->r, is_struct ? "struct index" : "array index");
    if (w->r.failed)
        return NULL;
    if (*index >= w->m->type_count || w->m->types[*index].shape != shape) {
        walk_fail(w, at, "invalid %s index: %u", is_struct ? "struct" : "array",
                  *index);
        return NULL;
    }
    return &w->m->types[*index];
}

static wasm_type unpacked_type(wasm_type type)
{
    return type == WASM_I8 || type == WASM_I16 ? WASM_I32 : type;
}

static wasm_type object_type(uint32_t index)
{
    return WASM_INDEXED | WASM_NON_NULL | index;
}

static wasm_type nullable_type(uint32_t index)
{
    return WASM_INDEXED | index;
}

/* A field that is read: with a sign or without, if it is packed. */
static bool check_packed(walker *w, const wasm_field *field, bool is_packed)
{
    if ((unpacked_type(field->type) != field->type) == is_packed)
        return true;
    walk_fail(w, w->op_at, "%s type %s of the field",
              is_packed ? "only a packed one can be read so, not"
                        : "a sign has to be said for",
              wasm__type_name(field->type).text);
    return false;
}

static bool check_mutable(walker *w, const wasm_field *field)
{
    if (!field->is_mutable)
        walk_fail(w, w->op_at, "the field is immutable");
    return field->is_mutable;
}

static uint64_t field_word(const wasm_field *field, uint32_t offset,
                           bool is_signed)
{
    const wasm_type type = unpacked_type(field->type);

    return WASM_FIELD_WORD(offset, wasm__kind_of(field->type, is_signed),
                           wasm__is_reference(type) ? WASM_ANYREF : type);
}

/* ---- Operands and results ----------------------------------------------- */

static operand pop_one(walker *w, wasm_type type, uint32_t i)
{
    return walk_pop_type(w, type, i);
}

/* An instruction of one word, or two, whose result is new. */
static void push_result(walker *w, bool live, uint32_t word, wasm_type type)
{
    const operand *o = walk_push(w, type);

    if (live && !w->no_memory)
        w->code[word].a = (uint16_t)o->slot;
}

static uint32_t emit_two(walker *w, uint32_t op, uint32_t a, uint32_t b,
                         uint32_t c, uint64_t next)
{
    const uint32_t word = emit_op(w, op, a, b, c);

    emit_word(w, (wasm_word){ .u64 = next });
    return word;
}

/* Pop operands of these types, which are in their slots; the first one's. */
static uint32_t pop_settled(walker *w, const wasm_type *types, uint32_t count)
{
    const bool live = walk_live(w);

    if (!walk_need(w, count))
        return 0;
    if (live)
        emit_settle_top(w, count);
    for (uint32_t i = count; i-- > 0;)
        walk_pop_type(w, types[i], i);
    return live ? walk_slot_at(w, w->count) : 0;
}

/* ---- Structures --------------------------------------------------------- */

static void struct_new(walker *w, bool is_default)
{
    uint32_t index;
    const wasm_deftype *def = read_object_type(w, WASM_SHAPE_STRUCT, &index);

    if (def == NULL)
        return;
    const bool live = walk_live(w);
    const uint32_t count = is_default ? 0 : def->field_count;
    for (uint32_t i = 0; is_default && i < def->field_count; i++) {
        if (!wasm__has_default(def->fields[i].type)) {
            walk_fail(w, w->op_at,
                      "struct.new_default: field %u has no default", i);
            return;
        }
    }
    if (!walk_need(w, count))
        return;
    if (live)
        emit_settle_top(w, count);
    for (uint32_t i = count; i-- > 0;)
        walk_pop_type(w, unpacked_type(def->fields[i].type), i);
    uint32_t word = 0;
    if (live)
        word = emit_imm(
            w, is_default ? WASM_OWN_struct_new_default : WASM_OWN_struct_new,
            0, (int32_t)index);
    push_result(w, live, word, object_type(index));
}

/* The field that is named behind the type. */
static const wasm_field *read_field(walker *w, uint32_t *index)
{
    const wasm_deftype *def = read_object_type(w, WASM_SHAPE_STRUCT, index);
    const uint8_t *at = w->r.p;

    if (def == NULL)
        return NULL;
    const uint32_t field = wasm__read_u32(&w->r, "field index");
    if (w->r.failed)
        return NULL;
    if (field < def->field_count)
        return &def->fields[field];
    walk_fail(w, at, "invalid field index: %u", field);
    return NULL;
}

static void struct_get(walker *w, uint32_t op)
{
    uint32_t index;
    const wasm_field *field = read_field(w, &index);

    if (field == NULL || !check_packed(w, field, op != FB_STRUCT_GET) ||
        !walk_need(w, 1))
        return;
    const operand object = pop_one(w, nullable_type(index), 0);
    const bool live = walk_live(w);
    uint32_t word = 0;
    if (live)
        word =
            emit_two(w, WASM_OWN_struct_get, 0, emit_slot(w, &object), 0,
                     field_word(field, field->slot * 8, op == FB_STRUCT_GET_S));
    push_result(w, live, word, unpacked_type(field->type));
}

static void struct_set(walker *w)
{
    uint32_t index;
    const wasm_field *field = read_field(w, &index);

    if (field == NULL || !check_mutable(w, field) || !walk_need(w, 2))
        return;
    const operand value = pop_one(w, unpacked_type(field->type), 1);
    const operand object = pop_one(w, nullable_type(index), 0);
    if (!walk_live(w))
        return;
    const uint32_t to = emit_slot(w, &object);
    emit_two(w, WASM_OWN_struct_set, to, emit_slot(w, &value), 0,
             field_word(field, field->slot * 8, false));
}

/* ---- Arrays ------------------------------------------------------------- */

static void array_new(walker *w, bool is_default)
{
    uint32_t index;
    const wasm_deftype *def = read_object_type(w, WASM_SHAPE_ARRAY, &index);

    if (def == NULL)
        return;
    if (is_default && !wasm__has_default(def->fields[0].type)) {
        walk_fail(w, w->op_at,
                  "array.new_default: the elements have no default");
        return;
    }
    if (!walk_need(w, is_default ? 1 : 2))
        return;
    const bool live = walk_live(w);
    const operand count = pop_one(w, WASM_I32, is_default ? 0 : 1);
    operand value = count;
    if (!is_default)
        value = pop_one(w, unpacked_type(def->fields[0].type), 0);
    uint32_t word = 0;
    if (live) {
        const uint32_t b = emit_slot(w, &value);
        const uint32_t c = is_default ? b : emit_slot(w, &count);
        word = emit_two(
            w, is_default ? WASM_OWN_array_new_default : WASM_OWN_array_new, 0,
            b, c, field_word(&def->fields[0], index, false));
    }
    push_result(w, live, word, object_type(index));
}

static void array_new_fixed(walker *w)
{
    uint32_t index;
    const wasm_deftype *def = read_object_type(w, WASM_SHAPE_ARRAY, &index);

    if (def == NULL)
        return;
    const uint32_t count =
        wasm__read_count(&w->r, "array.new_fixed length", WASM_MAX_FIXED);
    if (w->r.failed || !walk_need(w, count))
        return;
    const bool live = walk_live(w);
    if (live)
        emit_settle_top(w, count);
    for (uint32_t i = count; i-- > 0 && !w->r.failed;)
        walk_pop_type(w, unpacked_type(def->fields[0].type), i);
    uint32_t word = 0;
    if (live)
        word = emit_two(w, WASM_OWN_array_new_fixed, 0, 0, 0,
                        index | (uint64_t)count << 32);
    push_result(w, live, word, object_type(index));
}

/* A segment that an array can be made of, or filled from. */
static bool read_segment(walker *w, const wasm_field *field, bool is_data,
                         uint32_t *segment)
{
    const uint8_t *at = w->r.p;
    const wasm_module *m = w->m;

    *segment = wasm__read_u32(&w->r, "segment index");
    if (w->r.failed)
        return false;
    if (is_data && (!m->has_data_count || *segment >= m->data_count))
        walk_fail(w, at, "invalid data segment index: %u", *segment);
    else if (!is_data && *segment >= m->elem_count)
        walk_fail(w, at, "invalid element segment index: %u", *segment);
    else if (is_data && wasm__is_reference(field->type))
        walk_fail(w, w->op_at,
                  "array.new_data and array.init_data can only be used with "
                  "numeric types");
    else if (!is_data && !wasm__fits(m, m->elems[*segment].type, field->type))
        walk_fail(w, w->op_at,
                  "the elements of segment %u do not fit into the array",
                  *segment);
    return !w->r.failed;
}

static void array_new_segment(walker *w, bool is_data)
{
    uint32_t index;
    uint32_t segment;
    const wasm_deftype *def = read_object_type(w, WASM_SHAPE_ARRAY, &index);

    if (def == NULL || !read_segment(w, &def->fields[0], is_data, &segment) ||
        !walk_need(w, 2))
        return;
    const bool live = walk_live(w);
    const operand count = pop_one(w, WASM_I32, 1);
    const operand from = pop_one(w, WASM_I32, 0);
    uint32_t word = 0;
    if (live) {
        const uint32_t b = emit_slot(w, &from);
        word = emit_two(
            w, is_data ? WASM_OWN_array_new_data : WASM_OWN_array_new_elem, 0,
            b, emit_slot(w, &count), index | (uint64_t)segment << 32);
    }
    push_result(w, live, word, object_type(index));
}

static void array_get(walker *w, uint32_t op)
{
    uint32_t index;
    const wasm_deftype *def = read_object_type(w, WASM_SHAPE_ARRAY, &index);

    if (def == NULL || !check_packed(w, &def->fields[0], op != FB_ARRAY_GET) ||
        !walk_need(w, 2))
        return;
    const bool live = walk_live(w);
    const operand at = pop_one(w, WASM_I32, 1);
    const operand array = pop_one(w, nullable_type(index), 0);
    uint32_t word = 0;
    if (live) {
        const uint32_t b = emit_slot(w, &array);
        word = emit_two(w, WASM_OWN_array_get, 0, b, emit_slot(w, &at),
                        field_word(&def->fields[0], 0, op == FB_ARRAY_GET_S));
    }
    push_result(w, live, word, unpacked_type(def->fields[0].type));
}

static void array_set(walker *w)
{
    uint32_t index;
    const wasm_deftype *def = read_object_type(w, WASM_SHAPE_ARRAY, &index);

    if (def == NULL || !check_mutable(w, &def->fields[0]) || !walk_need(w, 3))
        return;
    const operand value = pop_one(w, unpacked_type(def->fields[0].type), 2);
    const operand at = pop_one(w, WASM_I32, 1);
    const operand array = pop_one(w, nullable_type(index), 0);
    if (!walk_live(w))
        return;
    const uint32_t a = emit_slot(w, &array);
    const uint32_t b = emit_slot(w, &at);
    emit_two(w, WASM_OWN_array_set, a, b, emit_slot(w, &value),
             field_word(&def->fields[0], 0, false));
}

static void array_fill(walker *w)
{
    uint32_t index;
    const wasm_deftype *def = read_object_type(w, WASM_SHAPE_ARRAY, &index);

    if (def == NULL || !check_mutable(w, &def->fields[0]))
        return;
    const wasm_type types[] = { nullable_type(index), WASM_I32,
                                unpacked_type(def->fields[0].type), WASM_I32 };
    const uint32_t slot = pop_settled(w, types, 4);
    if (!w->r.failed && walk_live(w))
        emit_two(w, WASM_OWN_array_fill, slot, 0, 0,
                 field_word(&def->fields[0], 0, false));
}

static void array_copy(walker *w)
{
    uint32_t to;
    uint32_t from;
    const wasm_deftype *into = read_object_type(w, WASM_SHAPE_ARRAY, &to);
    const wasm_deftype *of =
        into == NULL ? NULL : read_object_type(w, WASM_SHAPE_ARRAY, &from);

    if (of == NULL || !check_mutable(w, &into->fields[0]))
        return;
    if (!wasm__fits(w->m, of->fields[0].type, into->fields[0].type)) {
        walk_fail(w, w->op_at, "array.copy: elements of type %s are not %s",
                  wasm__type_name(of->fields[0].type).text,
                  wasm__type_name(into->fields[0].type).text);
        return;
    }
    const wasm_type types[] = { nullable_type(to), WASM_I32,
                                nullable_type(from), WASM_I32, WASM_I32 };
    const uint32_t slot = pop_settled(w, types, 5);
    if (!w->r.failed && walk_live(w))
        emit_two(w, WASM_OWN_array_copy, slot, 0, 0,
                 field_word(&into->fields[0], 0, false));
}

static void array_init(walker *w, bool is_data)
{
    uint32_t index;
    uint32_t segment;
    const wasm_deftype *def = read_object_type(w, WASM_SHAPE_ARRAY, &index);

    if (def == NULL || !check_mutable(w, &def->fields[0]) ||
        !read_segment(w, &def->fields[0], is_data, &segment))
        return;
    const wasm_type types[] = { nullable_type(index), WASM_I32, WASM_I32,
                                WASM_I32 };
    const uint32_t slot = pop_settled(w, types, 4);
    if (!w->r.failed && walk_live(w))
        emit_two(w,
                 is_data ? WASM_OWN_array_init_data : WASM_OWN_array_init_elem,
                 slot, 0, 0, field_word(&def->fields[0], segment, false));
}

/* ---- One operand, one result -------------------------------------------- */

static void walk_unary(walker *w, uint32_t op, wasm_type from, wasm_type to)
{
    if (!walk_need(w, 1))
        return;
    const operand o = pop_one(w, from, 0);
    const bool live = walk_live(w);
    uint32_t word = 0;
    if (live)
        word = emit_op(w, op, 0, emit_slot(w, &o), 0);
    push_result(w, live, word, to);
}

/* Both hierarchies have the same references. */
static void walk_convert(walker *w, wasm_type from, wasm_type to)
{
    if (!walk_need(w, 1))
        return;
    const operand o = pop_one(w, from, 0);
    const wasm_type flag =
        o.type == WASM_ANY ? WASM_NON_NULL : o.type & WASM_NON_NULL;
    walk_push_again(w, &o, to | flag);
}

static wasm_type top_of(const walker *w, wasm_type type)
{
    return wasm__top_of(wasm__defs(w->m), type);
}

static void walk_test(walker *w, bool is_nullable)
{
    const wasm_type type = wasm__read_heap_type(&w->r, w->m, is_nullable);

    if (w->r.failed || !walk_need(w, 1))
        return;
    const operand o = pop_one(w, top_of(w, type), 0);
    const bool live = walk_live(w);
    uint32_t word = 0;
    if (live)
        word = emit_two(w, WASM_OWN_ref_test, 0, emit_slot(w, &o), 0, type);
    push_result(w, live, word, WASM_I32);
}

static void walk_cast(walker *w, bool is_nullable)
{
    const wasm_type type = wasm__read_heap_type(&w->r, w->m, is_nullable);

    if (w->r.failed || !walk_need(w, 1))
        return;
    operand o = pop_one(w, top_of(w, type), 0);
    if (walk_live(w)) {
        emit_two(w, WASM_OWN_ref_cast, emit_slot(w, &o), 0, 0, type);
        if (o.place == CONSTANT)
            o.place = IN_SLOT;
    }
    walk_push_again(w, &o, type);
}

/* ---- Branches on a cast ------------------------------------------------- */

typedef struct cast_branch {
    block *target;
    wasm_type from;
    wasm_type to;
    wasm_type rest; /* what it is if it is not of that type */
} cast_branch;

static bool read_cast_branch(walker *w, cast_branch *b)
{
    const uint8_t *at = w->r.p;
    const uint8_t flags = wasm__read_byte(&w->r, "br_on_cast flags");

    if (!w->r.failed && flags > 3)
        walk_fail(w, at, "invalid br_on_cast flags %u", flags);
    b->target = walk_read_label(w);
    if (b->target == NULL)
        return false;
    b->from = wasm__read_heap_type(&w->r, w->m, (flags & 1) != 0);
    b->to = wasm__read_heap_type(&w->r, w->m, (flags & 2) != 0);
    if (w->r.failed)
        return false;
    if (!wasm__fits(w->m, b->to, b->from)) {
        walk_fail(w, w->op_at, "type %s is not a subtype of source type %s",
                  wasm__type_name(b->to).text, wasm__type_name(b->from).text);
        return false;
    }
    b->rest = (flags & 2) != 0 ? b->from | WASM_NON_NULL : b->from;
    return true;
}

/* Jump if the reference, which is the topmost operand, is of the type, or if it
 * is not. The slot behind it holds the answer. */
static void emit_cast_branch(walker *w, const cast_branch *b, uint32_t count,
                             bool when)
{
    emit_settle_top(w, count);
    const bool jumps = walk_in_place(w, b->target, count);
    const uint32_t slot = w->operands[w->count - 1].slot;

    emit_two(w, WASM_OWN_ref_test, slot + 1, slot, 0, b->to);
    const uint32_t word = emit_imm(
        w, jumps == when ? WASM_OWN_br_if : WASM_OWN_br_unless, slot + 1, 0);
    if (jumps) {
        walk_link_jump(w, b->target, word);
    } else {
        walk_emit_br(w, b->target, count);
        emit_jump_to(w, word, (int32_t)w->len);
    }
    emit_label(w);
}

static void br_on_cast(walker *w, bool when)
{
    cast_branch b;
    uint32_t count;

    if (!read_cast_branch(w, &b) || !walk_need(w, 1))
        return;
    const wasm_type *types = walk_label_types(b.target, &count);
    if (count == 0 || !wasm__is_reference(types[count - 1])) {
        walk_fail(w, w->op_at,
                  "%s must target a branch of arity at least 1 that ends with "
                  "a reference",
                  when ? "br_on_cast" : "br_on_cast_fail");
        return;
    }
    const operand o = pop_one(w, b.from, 0);
    walk_push_again(w, &o, when ? b.to : b.rest);
    if (!walk_check_types(w, types, count, "branch", false))
        return;
    const bool live = walk_live(w);
    if (live)
        emit_cast_branch(w, &b, count, when);
    else
        walk_refill(w, types, count);
    walk_pop_any(w);
    walk_push(w, when ? b.rest : b.to);
}

/* ---- All ---------------------------------------------------------------- */

static bool walk_struct(walker *w, uint32_t op)
{
    switch (op) {
    case FB_STRUCT_NEW:
    case FB_STRUCT_NEW_DEFAULT:
        struct_new(w, op == FB_STRUCT_NEW_DEFAULT);
        return true;
    case FB_STRUCT_GET:
    case FB_STRUCT_GET_S:
    case FB_STRUCT_GET_U:
        struct_get(w, op);
        return true;
    case FB_STRUCT_SET:
        struct_set(w);
        return true;
    default:
        return false;
    }
}

static bool walk_array(walker *w, uint32_t op)
{
    switch (op) {
    case FB_ARRAY_NEW:
    case FB_ARRAY_NEW_DEFAULT:
        array_new(w, op == FB_ARRAY_NEW_DEFAULT);
        return true;
    case FB_ARRAY_NEW_FIXED:
        array_new_fixed(w);
        return true;
    case FB_ARRAY_NEW_DATA:
    case FB_ARRAY_NEW_ELEM:
        array_new_segment(w, op == FB_ARRAY_NEW_DATA);
        return true;
    case FB_ARRAY_GET:
    case FB_ARRAY_GET_S:
    case FB_ARRAY_GET_U:
        array_get(w, op);
        return true;
    case FB_ARRAY_SET:
        array_set(w);
        return true;
    case FB_ARRAY_LEN:
        walk_unary(w, WASM_OWN_array_len, WASM_ARRAYREF, WASM_I32);
        return true;
    case FB_ARRAY_FILL:
        array_fill(w);
        return true;
    case FB_ARRAY_COPY:
        array_copy(w);
        return true;
    case FB_ARRAY_INIT_DATA:
    case FB_ARRAY_INIT_ELEM:
        array_init(w, op == FB_ARRAY_INIT_DATA);
        return true;
    default:
        return false;
    }
}

void walk_object(walker *w)
{
    const uint32_t op = wasm__read_u32(&w->r, "prefixed opcode index");

    if (w->r.failed || walk_struct(w, op) || walk_array(w, op))
        return;
    switch (op) {
    case FB_REF_TEST:
    case FB_REF_TEST_NULL:
        walk_test(w, op == FB_REF_TEST_NULL);
        break;
    case FB_REF_CAST:
    case FB_REF_CAST_NULL:
        walk_cast(w, op == FB_REF_CAST_NULL);
        break;
    case FB_BR_ON_CAST:
    case FB_BR_ON_CAST_FAIL:
        br_on_cast(w, op == FB_BR_ON_CAST);
        break;
    case FB_ANY_CONVERT:
        walk_convert(w, WASM_EXTERNREF, WASM_ANYREF);
        break;
    case FB_EXTERN_CONVERT:
        walk_convert(w, WASM_ANYREF, WASM_EXTERNREF);
        break;
    case FB_REF_I31:
        walk_unary(w, WASM_OWN_ref_i31, WASM_I32, WASM_I31REF | WASM_NON_NULL);
        break;
    case FB_I31_GET_S:
        walk_unary(w, WASM_OWN_i31_get_s, WASM_I31REF, WASM_I32);
        break;
    case FB_I31_GET_U:
        walk_unary(w, WASM_OWN_i31_get_u, WASM_I31REF, WASM_I32);
        break;
    default:
        walk_fail(w, w->op_at, "Invalid opcode 0xfb%x", op);
    }
}
