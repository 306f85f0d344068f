/*
 * bytecode_write.c - functions as bytes, for lib/. With JS_WRITE_OBJ_LATE a
 * function is written so that it can be read when it is first called.
 */

/* A literal has the shape of its objects there when it was run. */
static int JS_WriteConstant(BCWriterState *s, JSValueConst val)
{
    if (JS_VALUE_GET_TAG(val) == JS_TAG_SHAPE)
        val = JS_UNDEFINED;
    return JS_WriteObjectRec(s, val);
}

static void JS_WriteVarDefs(BCWriterState *s, JSFunctionBytecode *b)
{
    uint32_t flags;
    int idx, i;

    if (b->vardefs) {
        /* XXX: this field is redundant */
        bc_put_leb128(s, b->arg_count + b->var_count);
        for (i = 0; i < b->arg_count + b->var_count; i++) {
            JSVarDef *vd = &b->vardefs[i];
            bc_put_atom(s, vd->var_name);
            bc_put_leb128(s, vd->scope_level);
            bc_put_leb128(s, vd->scope_next + 1);
            flags = idx = 0;
            bc_set_flags(&flags, &idx, vd->var_kind, 4);
            bc_set_flags(&flags, &idx, vd->is_const, 1);
            bc_set_flags(&flags, &idx, vd->is_lexical, 1);
            bc_set_flags(&flags, &idx, vd->is_captured, 1);
            assert(idx <= 8);
            bc_put_u8(s, flags);
            if (vd->is_captured)
                bc_put_leb128(s, vd->var_ref_idx);
        }
    } else {
        bc_put_leb128(s, 0);
    }
}

static void JS_WriteClosureVars(BCWriterState *s, JSFunctionBytecode *b)
{
    uint32_t flags;
    int idx, i;

    for (i = 0; i < b->closure_var_count; i++) {
        JSClosureVar *cv = &b->closure_var[i];
        bc_put_atom(s, cv->var_name);
        bc_put_leb128(s, cv->var_idx);
        flags = idx = 0;
        bc_set_flags(&flags, &idx, cv->closure_type, 3);
        bc_set_flags(&flags, &idx, cv->is_const, 1);
        bc_set_flags(&flags, &idx, cv->is_lexical, 1);
        bc_set_flags(&flags, &idx, cv->var_kind, 4);
        assert(idx <= 16);
        bc_put_leb128(s, flags);
    }
}

static void JS_WritePlace(BCWriterState *s, JSFunctionBytecode *b)
{
    bc_put_atom(s, b->filename);
    bc_put_leb128(s, b->line_num);
    bc_put_leb128(s, b->col_num);
    bc_put_leb128(s, b->pc2line_len);
}

/* first what is read at once, then how long the rest is, then that */
static int JS_WriteLateFunction(BCWriterState *s, JSFunctionBytecode *b)
{
    size_t start;
    int i;

    JS_WriteClosureVars(s, b);
    if (s->allow_debug)
        JS_WritePlace(s, b);
    start = s->dbuf.size;
    bc_put_u32(s, 0);
    if (s->allow_debug)
        dbuf_put(&s->dbuf, b->pc2line_buf, b->pc2line_len);
    bc_put_leb128(s, b->cpool_count);
    bc_put_leb128(s, b->byte_code_len);
    JS_WriteVarDefs(s, b);
    for (i = 0; i < b->cpool_count; i++) {
        if (JS_WriteConstant(s, b->cpool[i]))
            return -1;
    }
    if (JS_WriteFunctionBytecode(s, b))
        return -1;
    if (!dbuf_error(&s->dbuf))
        put_u32(s->dbuf.buf + start, s->dbuf.size - start - 4);
    return 0;
}

static int JS_WriteFunctionTag(BCWriterState *s, JSValueConst obj)
{
    JSFunctionBytecode *b = JS_VALUE_GET_PTR(obj);
    uint32_t flags;
    int idx, i;

    if (b->late)
        js_read_late(s->ctx, b);
    bc_put_u8(s, BC_TAG_FUNCTION_BYTECODE);
    flags = idx = 0;
    bc_set_flags(&flags, &idx, b->has_prototype, 1);
    bc_set_flags(&flags, &idx, b->has_simple_parameter_list, 1);
    bc_set_flags(&flags, &idx, b->is_derived_class_constructor, 1);
    bc_set_flags(&flags, &idx, b->need_home_object, 1);
    bc_set_flags(&flags, &idx, b->func_kind, 2);
    bc_set_flags(&flags, &idx, b->new_target_allowed, 1);
    bc_set_flags(&flags, &idx, b->super_call_allowed, 1);
    bc_set_flags(&flags, &idx, b->super_allowed, 1);
    bc_set_flags(&flags, &idx, b->arguments_allowed, 1);
    bc_set_flags(&flags, &idx, b->backtrace_barrier, 1);
    bc_set_flags(&flags, &idx, s->allow_debug, 1);
    assert(idx <= 16);
    bc_put_u16(s, flags);
    bc_put_u8(s, b->is_strict_mode);
    bc_put_atom(s, b->func_name);

    bc_put_leb128(s, b->arg_count);
    bc_put_leb128(s, b->var_count);
    bc_put_leb128(s, b->defined_arg_count);
    bc_put_leb128(s, b->stack_size);
    bc_put_leb128(s, b->var_ref_count);
    bc_put_leb128(s, b->closure_var_count);
    if (s->is_late)
        return JS_WriteLateFunction(s, b);
    bc_put_leb128(s, b->cpool_count);
    bc_put_leb128(s, b->byte_code_len);
    JS_WriteVarDefs(s, b);
    JS_WriteClosureVars(s, b);

    // write constant pool before code so code can be disassembled
    // on the fly at read time
    for (i = 0; i < b->cpool_count; i++) {
        if (JS_WriteConstant(s, b->cpool[i]))
            goto fail;
    }

    if (JS_WriteFunctionBytecode(s, b))
        goto fail;

    if (s->allow_debug) {
        JS_WritePlace(s, b);
        dbuf_put(&s->dbuf, b->pc2line_buf, b->pc2line_len);
        if (s->allow_source && b->source) {
            bc_put_leb128(s, b->source_len);
            dbuf_put(&s->dbuf, b->source, b->source_len);
        } else {
            bc_put_leb128(s, 0);
        }
    }
    return 0;
fail:
    return -1;
}

/* create the atom table */
static int JS_WriteObjectAtoms(BCWriterState *s)
{
    JSRuntime *rt = s->ctx->rt;
    DynBuf dbuf1;
    size_t offsets, start;
    int i, atoms_size;

    dbuf1 = s->dbuf;
    js_dbuf_init(s->ctx, &s->dbuf);
    bc_put_u8(s, BC_VERSION);
    bc_put_u32(s, 0); // checksum, filled in after serialization

    bc_put_leb128(s, s->idx_to_atom_count);
    /* where each atom is, and where all end */
    offsets = s->dbuf.size;
    for (i = 0; s->is_late && i <= s->idx_to_atom_count; i++)
        bc_put_u32(s, 0);
    start = s->dbuf.size;
    for (i = 0; i < s->idx_to_atom_count; i++) {
        JSAtom atom = s->idx_to_atom[i];
        if (s->is_late && !dbuf_error(&s->dbuf))
            put_u32(s->dbuf.buf + offsets + 4 * i, s->dbuf.size - start);
        if (__JS_AtomIsConst(atom)) {
            if (atom < 64) {
                bc_put_u8(s, 0x80 | atom);
            } else {
                bc_put_u8(s, 0xC0 | (atom & 0x3F));
                bc_put_leb128(s, atom >> 6);
            }
        } else {
            JSAtomStruct *p = rt->atom_array[atom];
            uint8_t type = p->atom_type;
            assert(type != JS_ATOM_TYPE_PRIVATE);
            bc_put_u8(s, type);
            JS_WriteString(s, p);
        }
    }
    /* a buffer that could not grow has a gap, and the error is thrown */
    if (dbuf_error(&s->dbuf) || dbuf_error(&dbuf1))
        goto fail;
    if (s->is_late)
        put_u32(s->dbuf.buf + offsets + 4 * i, s->dbuf.size - start);

    /* move the atoms at the start */
    /* XXX: could just append dbuf1 data, but it uses more memory if
       dbuf1 is larger than dbuf */
    atoms_size = s->dbuf.size;
    if (dbuf_claim(&dbuf1, atoms_size))
        goto fail;
    memmove(dbuf1.buf + atoms_size, dbuf1.buf, dbuf1.size);
    memcpy(dbuf1.buf, s->dbuf.buf, atoms_size);
    dbuf1.size += atoms_size;
    dbuf_free(&s->dbuf);
    s->dbuf = dbuf1;
    return 0;
fail:
    dbuf_free(&dbuf1);
    return -1;
}
