/*
 * bytecode_read.c - functions from bytes. Of a late one only what a closure
 * needs is read; the rest when it is called: most functions of lib/ never are
 * (docs/engine/start.md).
 *
 *     JS_ReadFunctionTag -> JS_ReadLateFunction -> (first call) js_read_late
 *
 * What must stay true: the bytes stay where they are for as long as a function
 * of theirs was not read; JSLateCode counts them. Bytecode that stock's build
 * made is widened when it is read (js_widen_built_in).
 */

static void js_free_late(JSRuntime *rt, JSLateCode *late)
{
    uint32_t i;

    if (!late || --late->ref_count > 0)
        return;
    for (i = 0; i < late->atom_count; i++)
        JS_FreeAtomRT(rt, late->atoms[i]);
    js_free_rt(rt, late);
}

static void free_function_bytecode(JSRuntime *rt, JSFunctionBytecode *b)
{
    int i;

    js_cover_free(rt, b);
    if (b->byte_code_buf)
        free_bytecode_atoms(rt, b->byte_code_buf, b->byte_code_len, true);

    if (b->vardefs) {
        for (i = 0; i < b->arg_count + b->var_count; i++) {
            JS_FreeAtomRT(rt, b->vardefs[i].var_name);
        }
    }
    for (i = 0; i < b->cpool_count; i++)
        JS_FreeValueRT(rt, b->cpool[i]);

    for (i = 0; i < b->closure_var_count; i++) {
        JSClosureVar *cv = &b->closure_var[i];
        JS_FreeAtomRT(rt, cv->var_name);
    }
    if (b->realm)
        JS_FreeContext(b->realm);

    JS_FreeAtomRT(rt, b->func_name);
    JS_FreeAtomRT(rt, b->inferred_name);
    JS_FreeAtomRT(rt, b->filename);
    if (b->is_late) {
        js_free_late(rt, b->late);
        js_free_rt(rt, b->cpool); /* a block of its own */
    } else {
        js_free_rt(rt, b->pc2line_buf);
    }
    js_free_rt(rt, b->source);
    if (b->eval_source)
        JS_FreeValueRT(rt, JS_MKPTR(JS_TAG_STRING, b->eval_source));

    remove_gc_object(&b->header);
    if (rt->gc_phase == JS_GC_PHASE_REMOVE_CYCLES && JS_REF_COUNT(b) != 0) {
        list_add_tail(&b->header.link, &rt->gc_zero_ref_count_list);
    } else {
        js_free_rt(rt, b);
    }
}

static inline int bc_get_leb128(BCReaderState *s, uint32_t *pval)
{
    int ret;
    if (likely(s->ptr < s->buf_end && *s->ptr < 0x80)) {
        *pval = *s->ptr++;
        return 0;
    }
    ret = get_leb128(pval, s->ptr, s->buf_end);
    if (unlikely(ret < 0))
        return bc_read_error_end(s);
    s->ptr += ret;
    return 0;
}

/* opcodes that the compiler of the built-in bytecode did not know */
#define OP_ADDED_COUNT (OP_nop - OP_using_check - 1)

/* The opcode here of an instruction of the built-in bytecode, which the
   compiler of stock made: it knows two opcodes that are gone (check_define_var
   behind define_var, using_dispose_init behind push_bigint_i32; neither is in
   there) and none of those that were added. */
static int js_stock_op(int op)
{
    op -= op > OP_define_var;
    op -= op > OP_push_bigint_i32;
    return op > OP_using_check ? op + OP_ADDED_COUNT : op;
}

/* the same with jumps of 32 bits */
static int js_built_in_op(int op)
{
    op = js_stock_op(op);
    switch (op) {
    case OP_if_false8:
        return OP_if_false;
    case OP_if_true8:
        return OP_if_true;
    case OP_goto8:
    case OP_goto16:
        return OP_goto;
    default:
        return op;
    }
}

/* The size that such an instruction has there. None of those with an atom and
   an index is in the built-in bytecode, nor is eval(). */
static int js_built_in_size(int op)
{
    op = js_stock_op(op);
    switch (short_opcode_info(op).fmt) {
    case OP_FMT_loc:
    case OP_FMT_arg:
    case OP_FMT_var_ref:
        return 3;
    case OP_FMT_atom_u32:
    case OP_FMT_npop_u32:
        abort();
    default:
        return short_opcode_info(op).size;
    }
}

/* The most that an instruction grows: a short jump from 2 bytes to 5 */
#define BUILT_IN_GROWTH 3

/* The built-in bytecode was made by the compiler of stock: its indexes of
   variables have 16 bits, and its jumps are too short once the indexes have 32.
   Returns the length of what is written to 'out', or -1. */
static int js_widen_built_in(JSContext *ctx, uint8_t *out, const uint8_t *in,
                             int len)
{
    int *new_pos, pos, size, n = 0, to;

    new_pos = js_malloc(ctx, (len + 1) * sizeof(*new_pos));
    if (!new_pos)
        return -1;
    for (pos = 0; pos < len; pos += js_built_in_size(in[pos])) {
        new_pos[pos] = n;
        n += short_opcode_info(js_built_in_op(in[pos])).size;
    }
    for (pos = 0; pos < len; pos += size) {
        size = js_built_in_size(in[pos]);
        n = new_pos[pos];
        out[n++] = js_built_in_op(in[pos]);
        switch (short_opcode_info(out[n - 1]).fmt) {
        case OP_FMT_loc:
        case OP_FMT_arg:
        case OP_FMT_var_ref:
            put_u32(out + n, get_u16(in + pos + 1));
            n += 4;
            break;
        case OP_FMT_label:
            to = pos + 1 +
                 (size == 2   ? (int8_t)in[pos + 1]
                  : size == 3 ? (int16_t)get_u16(in + pos + 1)
                              : (int)get_u32(in + pos + 1));
            put_u32(out + n, new_pos[to] - n);
            n += 4;
            break;
        default:
            memcpy(out + n, in + pos + 1, size - 1);
            n += size - 1;
            break;
        }
    }
    js_free(ctx, new_pos);
    return n;
}

static int js_read_built_in_code(BCReaderState *s, JSFunctionBytecode *b,
                                 uint8_t *bc_buf)
{
    int len;

    if (s->buf_end - s->ptr < b->byte_code_len)
        return bc_read_error_end(s);
    len = js_widen_built_in(s->ctx, bc_buf, s->ptr, b->byte_code_len);
    if (len < 0)
        return -1;
    s->ptr += b->byte_code_len;
    b->byte_code_len = len;
    return 0;
}

static int JS_ReadVarDefs(BCReaderState *s, JSFunctionBytecode *b,
                          int local_count)
{
    uint32_t var_ref_idx;
    uint8_t v8;
    int idx, i;

    if (local_count == 0)
        return 0;
    bc_read_trace(s, "vars {\n");
    bc_read_trace(s, "off flags scope name\n");
    for (i = 0; i < local_count; i++) {
        JSVarDef *vd = &b->vardefs[i];
        if (bc_get_atom(s, &vd->var_name))
            return -1;
        if (bc_get_leb128_int(s, &vd->scope_level))
            return -1;
        if (bc_get_leb128_int(s, &vd->scope_next))
            return -1;
        vd->scope_next--;
        if (bc_get_u8(s, &v8))
            return -1;
        idx = 0;
        vd->var_kind = bc_get_flags(v8, &idx, 4);
        vd->is_const = bc_get_flags(v8, &idx, 1);
        vd->is_lexical = bc_get_flags(v8, &idx, 1);
        vd->is_captured = bc_get_flags(v8, &idx, 1);
        if (vd->is_captured) {
            if (bc_get_leb128(s, &var_ref_idx))
                return -1;
            vd->var_ref_idx = var_ref_idx;
        }
#ifdef ENABLE_DUMPS // JS_DUMP_READ_OBJECT
        if (check_dump_flag(s->ctx->rt, JS_DUMP_READ_OBJECT)) {
            bc_read_trace(s, "%3d  %d%c%c%c %4d  ", i, vd->var_kind,
                          vd->is_const ? 'C' : '.', vd->is_lexical ? 'L' : '.',
                          vd->is_captured ? 'X' : '.', vd->scope_level);
            print_atom(s->ctx, vd->var_name);
            printf("\n");
        }
#endif
    }
    bc_read_trace(s, "}\n");
    return 0;
}

static int JS_ReadClosureVars(BCReaderState *s, JSFunctionBytecode *b)
{
    int idx, i;

    if (b->closure_var_count == 0)
        return 0;
    bc_read_trace(s, "closure vars {\n");
    bc_read_trace(s, "off  flags idx  name\n");
    for (i = 0; i < b->closure_var_count; i++) {
        JSClosureVar *cv = &b->closure_var[i];
        int var_idx, flags;
        if (bc_get_atom(s, &cv->var_name))
            return -1;
        if (bc_get_leb128_int(s, &var_idx))
            return -1;
        cv->var_idx = var_idx;
        if (bc_get_leb128_int(s, &flags))
            return -1;
        idx = 0;
        cv->closure_type = bc_get_flags(flags, &idx, 3);
        cv->is_const = bc_get_flags(flags, &idx, 1);
        cv->is_lexical = bc_get_flags(flags, &idx, 1);
        cv->var_kind = bc_get_flags(flags, &idx, 4);
#ifdef ENABLE_DUMPS // JS_DUMP_READ_OBJECT
        if (check_dump_flag(s->ctx->rt, JS_DUMP_READ_OBJECT)) {
            bc_read_trace(s, "%3d  %d:%d%c%c %3d  ", i, cv->var_kind,
                          cv->closure_type, cv->is_const ? 'C' : '.',
                          cv->is_lexical ? 'X' : '.', cv->var_idx);
            print_atom(s->ctx, cv->var_name);
            printf("\n");
        }
#endif
    }
    bc_read_trace(s, "}\n");
    return 0;
}

/* where the parts of a function are that are read when it is needed: 'body' is
   zeroed */
static void js_set_body(JSFunctionBytecode *b, void *body, int local_count)
{
    b->cpool = body;
    if (local_count != 0)
        b->vardefs = (void *)(b->cpool + b->cpool_count);
}

static size_t js_body_size(JSFunctionBytecode *b, int local_count)
{
    return b->cpool_count * sizeof(*b->cpool) +
           local_count * sizeof(*b->vardefs) + b->byte_code_len;
}

/* the constants and the code, which has its place behind the variables */
static int JS_ReadCode(BCReaderState *s, JSFunctionBytecode *b, int local_count)
{
    JSVarDef *vardefs = (void *)(b->cpool + b->cpool_count);
    int i;

    if (b->cpool_count != 0) {
        bc_read_trace(s, "cpool {\n");
        for (i = 0; i < b->cpool_count; i++) {
            JSValue val;
            val = JS_ReadObjectRec(s);
            if (JS_IsException(val))
                return -1;
            b->cpool[i] = val;
        }
        bc_read_trace(s, "}\n");
    }
    bc_read_trace(s, "bytecode {\n");
    if (JS_ReadFunctionBytecode(s, b, (uint8_t *)(vardefs + local_count),
                                b->byte_code_len))
        return -1;
    bc_read_trace(s, "}\n");
    return 0;
}

static int JS_ReadPlace(BCReaderState *s, JSFunctionBytecode *b)
{
    if (bc_get_atom(s, &b->filename))
        return -1;
    if (bc_get_leb128_int(s, &b->line_num))
        return -1;
    if (bc_get_leb128_int(s, &b->col_num))
        return -1;
#ifdef ENABLE_DUMPS // JS_DUMP_READ_OBJECT
    if (check_dump_flag(s->ctx->rt, JS_DUMP_READ_OBJECT)) {
        bc_read_trace(s, "filename: ");
        print_atom(s->ctx, b->filename);
        printf(", line: %d, column: %d\n", b->line_num, b->col_num);
    }
#endif
    return bc_get_leb128_int(s, &b->pc2line_len);
}

/* What is left of it is read later, but now if it is a generator or the like:
   these are not entered at their first instruction when they are called. */
static int JS_ReadLateFunction(BCReaderState *s, JSFunctionBytecode *b,
                               int has_debug_info)
{
    uint32_t len;

    b->is_late = true;
    b->late = s->late;
    b->late->ref_count++;
    b->byte_code_buf = (uint8_t *)js_unread_code;
    if (JS_ReadClosureVars(s, b))
        return -1;
    if (has_debug_info && JS_ReadPlace(s, b))
        return -1;
    if (bc_get_u32(s, &len))
        return -1;
    if (s->buf_end - s->ptr < len)
        return bc_read_error_end(s);
    b->pc2line_buf = (uint8_t *)s->ptr;
    s->ptr += len;
    if (b->func_kind != JS_FUNC_NORMAL || js_is_covered())
        js_read_late(s->ctx, b);
    return 0;
}

/* Nothing can go wrong: the bytes are as they were when they were written, and
   memory goes beyond the limit, as it may when a whole file is loaded. */
static void js_read_late(JSContext *ctx, JSFunctionBytecode *b)
{
    BCReaderState ss, *s = &ss;
    JSLateCode *late = b->late;
    int local_count;

    memset(s, 0, sizeof(*s));
    s->ctx = ctx;
    s->buf_start = late->buf_start;
    s->buf_end = late->buf_end;
    s->ptr = b->pc2line_buf + b->pc2line_len;
    s->allow_bytecode = true;
    s->first_atom = JS_ATOM_END;
    s->idx_to_atom_count = late->atom_count;
    s->idx_to_atom = late->atoms;
    s->late = late;
    js_note_late(ctx->rt, b);
    js_need_begin(ctx);
    if (bc_get_leb128_int(s, &b->cpool_count) ||
        bc_get_leb128_int(s, &b->byte_code_len) ||
        bc_get_leb128_int(s, &local_count))
        abort();
    js_set_body(b, js_mallocz(ctx, js_body_size(b, local_count)), local_count);
    if (JS_ReadVarDefs(s, b, local_count) || JS_ReadCode(s, b, local_count))
        abort();
    js_need_end(ctx);
    b->late = NULL;
    js_free_late(ctx->rt, late);
}

static JSValue JS_ReadFunctionTag(BCReaderState *s)
{
    JSContext *ctx = s->ctx;
    JSFunctionBytecode bc, *b;
    JSValue obj = JS_UNDEFINED;
    uint16_t v16;
    uint8_t v8;
    int idx, local_count, has_debug_info;
    int function_size, body_offset;

    memset(&bc, 0, sizeof(bc));
    // bc.gc_header.mark = 0;

    if (bc_get_u16(s, &v16))
        goto fail;
    idx = 0;
    bc.reads_this = true; /* as far as is known */
    bc.has_prototype = bc_get_flags(v16, &idx, 1);
    bc.has_simple_parameter_list = bc_get_flags(v16, &idx, 1);
    bc.is_derived_class_constructor = bc_get_flags(v16, &idx, 1);
    bc.need_home_object = bc_get_flags(v16, &idx, 1);
    bc.func_kind = bc_get_flags(v16, &idx, 2);
    bc.new_target_allowed = bc_get_flags(v16, &idx, 1);
    bc.super_call_allowed = bc_get_flags(v16, &idx, 1);
    bc.super_allowed = bc_get_flags(v16, &idx, 1);
    bc.arguments_allowed = bc_get_flags(v16, &idx, 1);
    bc.backtrace_barrier = bc_get_flags(v16, &idx, 1);
    has_debug_info = bc_get_flags(v16, &idx, 1);
    if (bc_get_u8(s, &v8))
        goto fail;
    bc.is_strict_mode = (v8 > 0);
    if (bc_get_atom(s, &bc.func_name))
        goto fail;
    if (bc_get_leb128_u16(s, &bc.arg_count))
        goto fail;
    if (bc_get_leb128(s, &bc.var_count))
        goto fail;
    if (bc_get_leb128_u16(s, &bc.defined_arg_count))
        goto fail;
    if (bc_get_leb128_u16(s, &bc.stack_size))
        goto fail;
    if (bc_get_leb128(s, &bc.var_ref_count))
        goto fail;
    if (bc_get_leb128(s, &bc.closure_var_count))
        goto fail;
    local_count = 0;
    if (!s->late) {
        if (bc_get_leb128_int(s, &bc.cpool_count))
            goto fail;
        if (bc_get_leb128_int(s, &bc.byte_code_len))
            goto fail;
        if (bc_get_leb128_int(s, &local_count))
            goto fail;
    }

    function_size = sizeof(*b) + bc.closure_var_count * sizeof(*bc.closure_var);
    body_offset = (function_size + 7) & ~7;
    if (!s->late)
        function_size =
            body_offset + js_body_size(&bc, local_count) +
            (s->is_builtin ? (BUILT_IN_GROWTH - 1) * bc.byte_code_len : 0);

    b = js_mallocz(ctx, function_size);
    if (!b)
        goto fail;

    memcpy(b, &bc, sizeof(*b));
    b->frame_size = js_frame_size(b);
    b->frame_flags = js_frame_flags(b);
    bc.func_name = JS_ATOM_NULL;
    JS_REF_COUNT(b) = 1;
    if (b->closure_var_count != 0)
        b->closure_var = (void *)(b + 1);
    if (!s->late)
        js_set_body(b, (uint8_t *)b + body_offset, local_count);

    add_gc_object(ctx->rt, &b->header, JS_GC_OBJ_TYPE_FUNCTION_BYTECODE);

    obj = JS_MKPTR(JS_TAG_FUNCTION_BYTECODE, b);

#ifdef ENABLE_DUMPS // JS_DUMP_READ_OBJECT
    if (check_dump_flag(s->ctx->rt, JS_DUMP_READ_OBJECT)) {
        if (b->func_name) {
            bc_read_trace(s, "name: ");
            print_atom(s->ctx, b->func_name);
            printf("\n");
        }
    }
#endif
    bc_read_trace(s, "args=%d vars=%d defargs=%d closures=%d cpool=%d\n",
                  b->arg_count, b->var_count, b->defined_arg_count,
                  b->closure_var_count, b->cpool_count);
    bc_read_trace(s, "stack=%d bclen=%d locals=%d\n", b->stack_size,
                  b->byte_code_len, local_count);

    if (s->late) {
        if (JS_ReadLateFunction(s, b, has_debug_info))
            goto fail;
        goto nodebug;
    }
    if (JS_ReadVarDefs(s, b, local_count))
        goto fail;
    if (JS_ReadClosureVars(s, b))
        goto fail;
    if (JS_ReadCode(s, b, local_count))
        goto fail;
    if (!has_debug_info)
        goto nodebug;

    /* read optional debug information */
    bc_read_trace(s, "debug {\n");
    if (JS_ReadPlace(s, b))
        goto fail;
    if (b->pc2line_len) {
        bc_read_trace(s, "positions: %d bytes\n", b->pc2line_len);
        b->pc2line_buf = js_mallocz(ctx, b->pc2line_len);
        if (!b->pc2line_buf)
            goto fail;
        if (bc_get_buf(s, b->pc2line_buf, b->pc2line_len))
            goto fail;
    }
    if (bc_get_leb128_int(s, &b->source_len))
        goto fail;
    if (b->source_len) {
        bc_read_trace(s, "source: %d bytes\n", b->source_len);
        if (s->ptr_last)
            s->ptr_last += b->source_len; // omit source code hex dump
        /* b->source is a UTF-8 encoded null terminated C string */
        b->source = js_mallocz(ctx, b->source_len + 1);
        if (!b->source)
            goto fail;
        if (bc_get_buf(s, b->source, b->source_len))
            goto fail;
    }
    bc_read_trace(s, "}\n");

nodebug:
    b->realm = JS_DupContext(ctx);
    return obj;

fail:
    JS_FreeAtom(ctx, bc.func_name);
    JS_FreeValue(ctx, obj);
    return JS_EXCEPTION;
}

/* JS_ATOM_NULL if it cannot be had */
static JSAtom bc_read_atom(BCReaderState *s)
{
    uint8_t type;
    JSString *p;
    JSAtom atom;

    if (bc_get_u8(s, &type))
        return JS_ATOM_NULL;
    if (type & 0x80) {
        atom = 0;
        if ((type & 0x40) && bc_get_leb128(s, &atom))
            return JS_ATOM_NULL;
        atom = (atom << 6) | (type & 0x3F);
        if (!__JS_AtomIsConst(atom)) {
            JS_ThrowInternalError(s->ctx, "out of range atom");
            return JS_ATOM_NULL;
        }
        return atom;
    }
    if (type < JS_ATOM_TYPE_STRING || type >= JS_ATOM_TYPE_PRIVATE) {
        JS_ThrowInternalError(s->ctx, "invalid symbol type %d", type);
        return JS_ATOM_NULL;
    }
    p = JS_ReadString(s);
    if (!p)
        return JS_ATOM_NULL;
    return __JS_NewAtom(s->ctx->rt, p, type);
}

static int bc_read_late_atom(BCReaderState *s, uint32_t idx)
{
    const uint8_t *ptr = s->ptr;
    JSLateCode *late = s->late;

    s->ptr = late->atom_start + get_u32(late->atom_offsets + 4 * idx);
    late->atoms[idx] = bc_read_atom(s);
    s->ptr = ptr;
    if (late->atoms[idx] == JS_ATOM_NULL)
        return s->error_state = -1;
    return 0;
}

/* the atoms are read when a function asks for them */
static int JS_ReadLateAtoms(BCReaderState *s)
{
    size_t count = s->idx_to_atom_count;
    JSLateCode *late;

    if (s->buf_end - s->ptr < 4 * (count + 1))
        return bc_read_error_end(s);
    late = js_mallocz(s->ctx, sizeof(*late) + count * sizeof(late->atoms[0]));
    if (!late)
        return s->error_state = -1;
    late->ref_count = 1;
    late->buf_start = s->buf_start;
    late->buf_end = s->buf_end;
    late->atom_offsets = s->ptr;
    late->atom_start = s->ptr + 4 * (count + 1);
    late->atom_count = count;
    s->ptr = late->atom_start + get_u32(late->atom_offsets + 4 * count);
    s->late = late;
    s->idx_to_atom = late->atoms;
    return 0;
}

static int JS_ReadObjectAtoms(BCReaderState *s, bool is_late)
{
    uint8_t v8;
    uint32_t h;
    int i;
    JSAtom atom;

    if (bc_get_u8(s, &v8))
        return -1;
    if (v8 != BC_VERSION) {
        JS_ThrowSyntaxError(s->ctx, "invalid version (%d expected=%d)", v8,
                            BC_VERSION);
        return -1;
    }
    if (bc_get_u32(s, &h))
        return -1;
    // allow UINT32_MAX as an escape hatch, otherwise updating
    // the test corpus in tests/test_bjson.js gets too tedious
    if (h != UINT32_MAX && h != bc_csum(s->ptr, s->buf_end - s->ptr)) {
        JS_ThrowSyntaxError(s->ctx, "checksum error");
        return -1;
    }
    if (bc_get_leb128(s, &s->idx_to_atom_count))
        return -1;
    if (s->idx_to_atom_count > 1000 * 1000) {
        JS_ThrowInternalError(s->ctx, "unreasonable atom count: %u",
                              s->idx_to_atom_count);
        return -1;
    }

    if (is_late)
        return JS_ReadLateAtoms(s);
    bc_read_trace(s, "%u atom indexes {\n", s->idx_to_atom_count);

    if (s->idx_to_atom_count != 0) {
        s->idx_to_atom = js_mallocz(s->ctx, s->idx_to_atom_count *
                                                sizeof(s->idx_to_atom[0]));
        if (!s->idx_to_atom)
            return s->error_state = -1;
    }
    for (i = 0; i < s->idx_to_atom_count; i++) {
        atom = bc_read_atom(s);
        if (atom == JS_ATOM_NULL)
            return s->error_state = -1;
        s->idx_to_atom[i] = atom;
    }
    bc_read_trace(s, "}\n");
    return 0;
}

static void bc_reader_free(BCReaderState *s)
{
    int i;
    if (s->late) {
        js_free_late(s->ctx->rt, s->late);
    } else if (s->idx_to_atom) {
        for (i = 0; i < s->idx_to_atom_count; i++) {
            JS_FreeAtom(s->ctx, s->idx_to_atom[i]);
        }
        js_free(s->ctx, s->idx_to_atom);
    }
    js_free(s->ctx, s->objects);
}

static int check_function(JSContext *ctx, JSValueConst obj)
{
    if (likely(JS_IsFunction(ctx, obj)))
        return 0;
    js_throw_not_callable(ctx, obj);
    return -1;
}
