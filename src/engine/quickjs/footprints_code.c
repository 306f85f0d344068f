/*
 * footprints_code.c - which instructions are noted, and what each touches; the
 * calls of quickjs.h. footprints.c includes this file.
 */

/* ---- Variables of a function -------------------------------------------- */

enum { JS_READS = 1, JS_WRITES = 2 };

/* What an instruction does to a variable; 0 if it is about none. */
static int js_variable_access(int op)
{
    switch (op) {
    case OP_get_loc:
    case OP_get_arg:
    case OP_get_var_ref:
    case OP_get_loc_check:
    case OP_get_var_ref_check:
    case OP_get_loc8:
    case OP_get_loc0_loc1:
    case OP_get_loc0:
    case OP_get_loc1:
    case OP_get_loc2:
    case OP_get_loc3:
    case OP_get_arg0:
    case OP_get_arg1:
    case OP_get_arg2:
    case OP_get_arg3:
    case OP_get_var_ref0:
    case OP_get_var_ref1:
    case OP_get_var_ref2:
    case OP_get_var_ref3:
        return JS_READS;
    case OP_put_loc:
    case OP_put_arg:
    case OP_put_var_ref:
    case OP_set_loc:
    case OP_set_arg:
    case OP_set_var_ref:
    case OP_put_loc_check:
    case OP_put_var_ref_check:
    case OP_put_var_ref_check_init:
    case OP_put_loc8:
    case OP_set_loc8:
    case OP_put_loc0:
    case OP_put_loc1:
    case OP_put_loc2:
    case OP_put_loc3:
    case OP_set_loc0:
    case OP_set_loc1:
    case OP_set_loc2:
    case OP_set_loc3:
    case OP_put_arg0:
    case OP_put_arg1:
    case OP_put_arg2:
    case OP_put_arg3:
    case OP_set_arg0:
    case OP_set_arg1:
    case OP_set_arg2:
    case OP_set_arg3:
    case OP_put_var_ref0:
    case OP_put_var_ref1:
    case OP_put_var_ref2:
    case OP_put_var_ref3:
    case OP_set_var_ref0:
    case OP_set_var_ref1:
    case OP_set_var_ref2:
    case OP_set_var_ref3:
        return JS_WRITES;
    case OP_inc_loc:
    case OP_dec_loc:
    case OP_add_loc:
        return JS_READS | JS_WRITES;
    default:
        return 0;
    }
}

static int js_variable_index(int fmt, const uint8_t *pc)
{
    switch (fmt) {
    case OP_FMT_none_loc:
        return *pc == OP_get_loc0_loc1 ? 0 : (*pc - OP_get_loc0) % 4;
    case OP_FMT_none_arg:
        return (*pc - OP_get_arg0) % 4;
    case OP_FMT_none_var_ref:
        return (*pc - OP_get_var_ref0) % 4;
    case OP_FMT_loc8:
        return pc[1];
    default:
        return get_u32(pc + 1);
    }
}

static bool js_is_arg_fmt(int fmt)
{
    return fmt == OP_FMT_none_arg || fmt == OP_FMT_arg;
}

static bool js_is_var_ref_fmt(int fmt)
{
    return fmt == OP_FMT_none_var_ref || fmt == OP_FMT_var_ref;
}

/* `this` and the like are captured, but nobody assigns to them. */
static bool js_is_noted_name(JSAtom name, int var_kind)
{
    return name != JS_ATOM_this && name != JS_ATOM_new_target &&
           name != JS_ATOM_home_object && name != JS_ATOM_this_active_func &&
           !(var_kind >= JS_VAR_PRIVATE_FIELD &&
             var_kind <= JS_VAR_PRIVATE_GETTER_SETTER);
}

static bool js_is_noted_local(const JSVarDef *vd)
{
    return vd->is_captured && js_is_noted_name(vd->var_name, vd->var_kind);
}

/* ---- The compiler ------------------------------------------------------- */

static bool js_wants_note(JSFunctionDef *s, const uint8_t *pc)
{
    int op = *pc, fmt = short_opcode_info(op).fmt, idx;

    if (js_variable_access(op)) {
        idx = js_variable_index(fmt, pc);
        if (js_is_var_ref_fmt(fmt))
            return js_is_noted_name(s->closure_var[idx].var_name,
                                    s->closure_var[idx].var_kind);
        if (js_is_arg_fmt(fmt))
            return js_is_noted_local(&s->args[idx]);
        return js_is_noted_local(&s->vars[idx]) ||
               (op == OP_get_loc0_loc1 && js_is_noted_local(&s->vars[1]));
    }
    switch (op) {
    case OP_get_field:
    case OP_get_field2:
    case OP_put_field:
    case OP_get_length:
    case OP_get_array_el:
    case OP_get_array_el2:
    case OP_put_array_el:
    case OP_get_private_field:
    case OP_put_private_field:
    case OP_get_super_value:
    case OP_put_super_value:
    case OP_get_ref_value:
    case OP_put_ref_value:
    case OP_get_var:
    case OP_get_var_undef:
    case OP_put_var:
    case OP_put_var_init:
    case OP_delete:
    case OP_delete_var:
    case OP_in:
    case OP_for_in_start:
    case OP_for_of_start:
    case OP_for_await_of_start:
    case OP_for_of_next:
    case OP_append:
    case OP_copy_data_properties:
    case OP_call:
    case OP_call0:
    case OP_call1:
    case OP_call2:
    case OP_call3:
    case OP_call_method:
    case OP_tail_call:
    case OP_tail_call_method:
    case OP_call_constructor:
    case OP_apply:
        return true;
    default:
        return false;
    }
}

/* Put a nop before each instruction that is noted, of those that were written
   since *done. Labels and jumps never come into the same batch behind one. */
static void js_mark_noted(struct JSFunctionDef *s, DynBuf *bc, size_t *done)
{
    while (*done < bc->size) {
        int size = short_opcode_info(bc->buf[*done]).size;
        if (js_wants_note(s, bc->buf + *done)) {
            if (dbuf_putc(bc, 0))
                return; /* the caller finds that there is no memory */
            memmove(bc->buf + *done + 1, bc->buf + *done, bc->size - *done - 1);
            bc->buf[(*done)++] = OP_nop;
        }
        *done += size;
    }
}

/* ---- The interpreter ---------------------------------------------------- */

static void js_note_local(const JSNote *n, JSStackFrame *sf, const JSVarDef *vd,
                          bool is_write, uint64_t value)
{
    if (vd->is_captured)
        js_note_variable(n, sf->var_refs[vd->var_ref_idx], vd->var_name,
                         vd->is_const, is_write, value);
}

static void js_note_variable_op(const JSNote *n, JSStackFrame *sf,
                                const JSValue *sp, const uint8_t *pc,
                                int access)
{
    JSFunctionBytecode *b = n->code;
    int fmt = short_opcode_info(*pc).fmt, idx = js_variable_index(fmt, pc);
    bool is_write = access & JS_WRITES;
    uint64_t value = access == JS_WRITES ? js_value_hash(sp[-1]) : 0;
    const JSVarDef *vd;

    if (js_is_var_ref_fmt(fmt)) {
        JSObject *func = JS_VALUE_GET_OBJ(sf->cur_func);
        const JSClosureVar *cv = &b->closure_var[idx];
        js_note_variable(n, func->u.func.var_refs[idx], cv->var_name,
                         cv->is_const, is_write, value);
        return;
    }
    vd = &b->vardefs[js_is_arg_fmt(fmt) ? idx : b->arg_count + idx];
    if (access & JS_READS)
        js_note_local(n, sf, vd, false, 0);
    if (is_write)
        js_note_local(n, sf, vd, true, value);
    if (*pc == OP_get_loc0_loc1)
        js_note_local(n, sf, vd + 1, false, 0);
}

static void js_note_call_op(const JSNote *n, const JSValue *sp,
                            const uint8_t *pc)
{
    int argc;
    const JSValue *argv;
    JSObject *list;

    if (*pc == OP_apply) {
        list = JS_VALUE_GET_TAG(sp[-1]) == JS_TAG_OBJECT
                   ? JS_VALUE_GET_OBJ(sp[-1])
                   : NULL;
        if (list && list->class_id == JS_CLASS_ARRAY && list->fast_array)
            js_note_call(n, (JSNotedCall){ sp[-3], sp[-2], list->u.array.count,
                                           list->u.array.u.values });
        return;
    }
    argc = js_call_argc(*pc, pc);
    argv = sp - argc;
    switch (*pc) {
    case OP_call_constructor: /* new Map(list) */
        if (js_is_builtin(argv[-2]))
            js_note_args(n, &(JSNotedCall){ .argc = argc, .argv = argv }, 0,
                         true);
        break;
    case OP_call_method:
    case OP_tail_call_method:
        js_note_call(n, (JSNotedCall){ argv[-1], argv[-2], argc, argv });
        break;
    default:
        js_note_call(n, (JSNotedCall){ argv[-1], JS_UNDEFINED, argc, argv });
        break;
    }
}

static void js_note_property_op(const JSNote *n, const JSValue *sp,
                                const uint8_t *pc)
{
    JSObject *p;

    switch (*pc) {
    case OP_get_field:
    case OP_get_field2:
        if ((p = js_noted_object(sp[-1])))
            js_note_get(n, p, get_u32(pc + 1));
        break;
    case OP_get_length:
        if ((p = js_noted_object(sp[-1])))
            js_note_get(n, p, JS_ATOM_length);
        break;
    case OP_put_field:
        if ((p = js_noted_object(sp[-2])))
            js_note_put(n, p, get_u32(pc + 1), js_value_hash(sp[-1]));
        break;
    case OP_get_array_el:
    case OP_get_array_el2:
        js_note_element(n, sp[-2], sp[-1], false, 0);
        break;
    case OP_put_array_el:
        js_note_element(n, sp[-3], sp[-2], true, js_value_hash(sp[-1]));
        break;
    case OP_get_private_field:
        js_note_private(n, sp[-2], sp[-1], false, 0);
        break;
    case OP_put_private_field:
        js_note_private(n, sp[-3], sp[-1], true, js_value_hash(sp[-2]));
        break;
    case OP_get_super_value:
        js_note_element(n, sp[-2], sp[-1], false, 0);
        break;
    case OP_put_super_value:
        js_note_element(n, sp[-4], sp[-2], true, js_value_hash(sp[-1]));
        break;
    case OP_get_ref_value:
        js_note_reference(n, sp[-2], sp[-1], false, 0);
        break;
    case OP_put_ref_value:
        js_note_reference(n, sp[-3], sp[-2], true, js_value_hash(sp[-1]));
        break;
    case OP_in:
        js_note_element(n, sp[-1], sp[-2], false, 0);
        break;
    case OP_delete:
        js_note_element(n, sp[-2], sp[-1], true, 0);
        break;
    default:
        break;
    }
}

/* Called by `nop`; pc is behind it. */
static void js_note_footprint(JSContext *ctx, JSStackFrame *sf,
                              const JSValue *sp, const uint8_t *pc)
{
    JSFunctionBytecode *b =
        JS_VALUE_GET_OBJ(sf->cur_func)->u.func.function_bytecode;
    JSNote n = { ctx, ctx->rt->footprints, b, pc - b->byte_code_buf };
    int access = js_variable_access(*pc);

    if (access) {
        js_note_variable_op(&n, sf, sp, pc, access);
        return;
    }
    switch (*pc) {
    case OP_get_var:
    case OP_get_var_undef:
        js_note_global(&n, get_u32(pc + 1), false, 0);
        break;
    case OP_put_var:
    case OP_put_var_init:
        js_note_global(&n, get_u32(pc + 1), true, js_value_hash(sp[-1]));
        break;
    case OP_delete_var:
        js_note_global(&n, get_u32(pc + 1), true, 0);
        break;
    case OP_for_in_start:
    case OP_for_of_start:
    case OP_for_await_of_start:
    case OP_append:
        js_note_whole(&n, sp[-1], false);
        break;
    case OP_for_of_next:
        js_note_iterator(&n, sp[-3 - pc[1]]);
        break;
    case OP_copy_data_properties:
        js_note_whole(&n, sp[-1 - ((pc[1] >> 2) & 7)], false);
        break;
    case OP_call:
    case OP_call0:
    case OP_call1:
    case OP_call2:
    case OP_call3:
    case OP_call_method:
    case OP_tail_call:
    case OP_tail_call_method:
    case OP_call_constructor:
    case OP_apply:
        js_note_call_op(&n, sp, pc);
        break;
    default:
        js_note_property_op(&n, sp, pc);
        break;
    }
}

/* ---- For hooks and the host --------------------------------------------- */

/* The innermost code of the program; none if the host acts on its own. */
static JSNote js_note_here(JSContext *ctx)
{
    JSNote n = { ctx, ctx->rt->footprints, NULL, 0 };
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    JSCallPosition at;

    for (; sf; sf = sf->prev_frame) {
        if (js_frame_position(sf, &at) &&
            ((JSFunctionBytecode *)at.code)->is_noted) {
            n.code = at.code;
            n.pc = at.pc;
            break;
        }
    }
    return n;
}

static void js_note_settled(JSContext *ctx, JSValueConst promise,
                            bool is_reject)
{
    JSObject *p = js_noted_object(promise);
    JSNote n;

    if (!p)
        return;
    n = js_note_here(ctx);
    js_note_object(&n, p, JS_THING_PROMISE, JS_ATOM_NULL, true, 2 + is_reject);
}

void JS_NoteEvent(JSContext *ctx, JSValueConst emitter, JSValueConst type,
                  bool is_write)
{
    JSObject *p = js_noted_object(emitter);
    JSNote n;

    if (!p || !ctx->rt->footprints)
        return;
    n = js_note_here(ctx);
    js_note_event(&n, p, type, is_write);
}

bool JS_HasFootprints(JSRuntime *rt)
{
    return rt->footprints != NULL;
}

/* Everything that is there now was there before the next callback. */
static void js_end_births(JSRuntime *rt, JSFootprints *f)
{
    struct list_head *el = &f->marker->header.link;

    if (rt->gc_run_count != f->collections)
        el = &rt->gc_obj_list;
    for (el = el->next; el != &rt->gc_obj_list; el = el->next) {
        JSGCObjectHeader *h = list_entry(el, JSGCObjectHeader, link);
        if (JS_GC_TYPE(h) == JS_GC_OBJ_TYPE_JS_OBJECT)
            ((JSObject *)h)->is_known = 1;
    }
    list_del(&f->marker->header.link);
    list_add_tail(&f->marker->header.link, &rt->gc_obj_list);
    f->collections = rt->gc_run_count;
    f->first = f->last;
}

int JS_OpenFootprints(JSContext *ctx)
{
    JSRuntime *rt = ctx->rt;
    JSFootprints *f;
    JSValue marker;

    if (rt->footprints)
        return 0;
    f = js_mallocz(ctx, sizeof(*f));
    if (!f)
        return -1;
    marker = JS_NewObjectProto(ctx, JS_NULL);
    f->events = JS_NewAtom(ctx, "_events");
    f->next_tick = JS_NewAtom(ctx, "nextTick");
    if (JS_IsException(marker) || f->events == JS_ATOM_NULL ||
        f->next_tick == JS_ATOM_NULL || !js_grow_footprints(rt, f)) {
        JS_FreeValue(ctx, marker);
        JS_FreeAtom(ctx, f->events);
        JS_FreeAtom(ctx, f->next_tick);
        js_free_rt(rt, f->entries);
        js_free(ctx, f);
        return -1;
    }
    f->marker = JS_VALUE_GET_OBJ(marker);
    f->collections = rt->gc_run_count - 1; /* walk the whole list */
    rt->footprints = f;
    js_end_births(rt, f);
    return 0;
}

static void js_clear_footprints(JSRuntime *rt, JSFootprints *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        JSFootprintEntry *e = &f->entries[i];
        JS_FreeAtomRT(rt, e->key);
        if (e->code)
            JS_FreeValueRT(rt, JS_MKPTR(JS_TAG_FUNCTION_BYTECODE, e->code));
    }
    f->count = 0;
    f->overflowed = false;
}

bool JS_TakeFootprints(JSRuntime *rt, JSFootprintFunc *fn, void *opaque)
{
    JSFootprints *f = rt->footprints;
    bool overflowed;

    if (!f)
        return false;
    overflowed = f->overflowed;
    for (uint32_t i = 0; fn && i < f->count; i++) {
        const JSFootprintEntry *e = &f->entries[i];
        const JSFootprint footprint = {
            e->thing,
            e->sub,
            e->value,
            e->key,
            e->is_write,
            { e->code, e->pc, e->code ? e->code->filename : JS_ATOM_NULL },
        };
        fn(opaque, &footprint);
    }
    js_clear_footprints(rt, f);
    js_end_births(rt, f);
    return overflowed;
}

static void js_close_footprints(JSRuntime *rt)
{
    JSFootprints *f = rt->footprints;

    js_free_waits(rt);
    if (!f)
        return;
    js_clear_footprints(rt, f);
    rt->footprints = NULL;
    JS_FreeValueRT(rt, JS_MKPTR(JS_TAG_OBJECT, f->marker));
    JS_FreeAtomRT(rt, f->events);
    JS_FreeAtomRT(rt, f->next_tick);
    js_free_rt(rt, f->entries);
    js_free_rt(rt, f->slots);
    js_free_rt(rt, f->numbers);
    js_free_rt(rt, f);
}

/* ---- Words -------------------------------------------------------------- */

/* What the instruction touches, of what is on the stack before it. */
static void js_footprint_words(JSContext *ctx, JSFunctionBytecode *b,
                               const uint8_t *pc, const JSWords *w, int depth,
                               char *text)
{
    char name[ATOM_GET_STR_BUF_SIZE];
    JSAtom atom;
    int argc;
    JSWords words;

    switch (*pc) {
    case OP_get_field:
    case OP_get_field2:
    case OP_get_length:
    case OP_put_field:
        depth -= *pc == OP_put_field ? 2 : 1;
        atom = *pc == OP_get_length ? JS_ATOM_length : get_u32(pc + 1);
        JS_AtomGetStrRT(ctx->rt, name, sizeof(name), atom);
        if (depth >= 0)
            snprintf(text, JS_FOOTPRINT_TEXT, "%.70s.%.60s", w[depth].text,
                     name);
        return;
    case OP_get_array_el:
    case OP_get_array_el2:
    case OP_put_array_el:
        depth -= *pc == OP_put_array_el ? 3 : 2;
        if (depth >= 0)
            snprintf(text, JS_FOOTPRINT_TEXT, "%.70s[%.60s]", w[depth].text,
                     w[depth + 1].text);
        return;
    case OP_call_method:
    case OP_tail_call_method:
        argc = js_call_argc(*pc, pc);
        depth -= argc + 2;
        if (depth >= 0)
            snprintf(text, JS_FOOTPRINT_TEXT, "%.140s", w[depth].text);
        return;
    case OP_get_var:
    case OP_get_var_undef:
    case OP_put_var:
    case OP_put_var_init:
        js_words_name(ctx, &words, get_u32(pc + 1));
        snprintf(text, JS_FOOTPRINT_TEXT, "%.140s", words.text);
        return;
    default:
        if (js_variable_access(*pc)) {
            js_words_pushed(ctx, b, *pc, pc, &words);
            snprintf(text, JS_FOOTPRINT_TEXT, "%.140s", words.text);
        } else if (depth > 0) {
            snprintf(text, JS_FOOTPRINT_TEXT, "%.140s", w[depth - 1].text);
        }
    }
}

bool JS_DescribeFootprint(JSContext *ctx, const JSCallPosition *at, char *text)
{
    JSFunctionBytecode *b = at->code;
    const uint8_t *pc;
    JSWordsWalk walk;

    text[0] = '\0';
    if (!b || !b->is_noted || at->pc >= (uint32_t)b->byte_code_len ||
        b->byte_code_len > 65536)
        return false;
    const uint32_t end = at->pc + js_opcode_size(b->byte_code_buf[at->pc]);
    const int depth = js_words_before(&walk, ctx, b, end, &pc);
    if (depth >= 0)
        js_footprint_words(ctx, b, pc, walk.w, depth, text);
    js_words_free(&walk);
    js_expand_in_place(ctx, text, JS_FOOTPRINT_TEXT);
    return text[0] != '\0';
}
