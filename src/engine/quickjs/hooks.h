/*
 * hooks.h - functions of this folder that hooks in quickjs.c call before all.c
 * is reached. quickjs.c includes it after its structures are declared.
 */
#ifndef ENGINE_QUICKJS_HOOKS_H
#define ENGINE_QUICKJS_HOOKS_H

/* forms.c; the usual build has none of it */
#ifdef JS_FORMS
static bool js_has_forms(void);
static JSString *js_get_string_checked(JSValueConst val);
#else
static inline bool js_has_forms(void)
{
    return false;
}
#endif
static JSValue js_call_formed(JSClassCall *call, JSContext *ctx,
                              JSValueConst func_obj, JSValueConst this_obj,
                              int argc, JSValueConst *argv, int flags);
static JSValue js_concat_formed(JSContext *ctx, JSValue op1, JSValue op2);
static void js_form_array(JSContext *ctx, JSValueConst val);
/* cover.c; the usual build has none of it */
#ifdef JS_COVER
static void js_cover(JSRuntime *rt, JSFunctionBytecode *b, const uint8_t *pc);
static void js_cover_free(JSRuntime *rt, JSFunctionBytecode *b);
static bool js_is_covered(void);
#define JS_COVER_OR_DONT(pc) js_cover(rt, b, pc);
#else
#define JS_COVER_OR_DONT(pc)
static inline void js_cover_free(JSRuntime *rt, JSFunctionBytecode *b)
{
    (void)rt, (void)b;
}
static inline bool js_is_covered(void)
{
    return false;
}
#endif
/* lengths.c */
static int js_to_length32_free(JSContext *ctx, uint32_t *plen, JSValue val);
#ifdef JS_CHECK_PENDING
static void js_check_pending(JSRuntime *rt, const char *what);
#endif
/* entries.c */
static bool js_enter_watched(JSRuntime *rt, JSFunctionBytecode *b,
                             uintptr_t sp);

/* Is there no space for the frame of a function with bytecode? */
static inline bool js_check_entry(JSRuntime *rt, JSFunctionBytecode *b,
                                  size_t alloca_size)
{
    const uintptr_t sp = (uintptr_t)__builtin_frame_address(0) - alloca_size;

    return unlikely(sp < rt->entry_limit) && js_enter_watched(rt, b, sp);
}
/* footprints.c */
struct JSFunctionDef;
static void js_mark_noted(struct JSFunctionDef *s, DynBuf *bc, size_t *done);
static void js_note_footprint(JSContext *ctx, JSStackFrame *sf,
                              const JSValue *sp, const uint8_t *pc);
static void js_note_settled(JSContext *ctx, JSValueConst promise,
                            bool is_reject);
static void js_forget_number(JSRuntime *rt, uint32_t weak_slot);
static void js_number_new_var_ref(JSRuntime *rt, JSVarRef *var_ref);
static void js_close_footprints(JSRuntime *rt);

static inline void js_number_var_ref(JSRuntime *rt, JSVarRef *var_ref)
{
    var_ref->number = 0;
    if (unlikely(rt->footprints != NULL))
        js_number_new_var_ref(rt, var_ref);
}
/* ---- stops.c ------------------------------------------------------------ */

/* The program, or a script of node:vm, is being left. */
static inline bool js_is_stopping(const JSRuntime *rt)
{
    return JS_VALUE_GET_TAG(rt->current_exception) == JS_TAG_EXCEPTION;
}

/* A stop is pending, or somebody wants the interrupt handler to be asked. One
 * byte for both, since it is read when any native function returns. */
static inline bool js_must_look(JSRuntime *rt)
{
    return atomic_load_explicit(&rt->attention, memory_order_relaxed) != 0;
}

/* After this much work the interrupt handler is asked: a stop comes soon, and
 * asking, 100 ns, does not count. */
#define JS_WORK_NS 200000

static void js_poll_at_once(JSRuntime *rt);
static bool js_look_for_stop(JSContext *ctx);

/* What takes longer than a few microseconds says so, in nanoseconds. */
static inline void js_did_work(JSRuntime *rt, size_t ns)
{
    rt->work += ns;
    if (unlikely(rt->work > JS_WORK_NS))
        js_poll_at_once(rt);
}

/* The same in the middle of a loop that can be left; true if it has to be. */
static inline bool js_poll_work(JSContext *ctx, size_t ns)
{
    ctx->rt->work += ns;
    return unlikely(ctx->rt->work > JS_WORK_NS) && js_look_for_stop(ctx);
}

static void js_end_symbols(JSRuntime *rt);
static JSValue js_normalize_parts(JSContext *ctx, uint32_t *text, int len,
                                  UnicodeNormalizationEnum type);
static JSValue js_leave_native(JSContext *ctx, JSValue result);
static int js_sort_numbers(JSContext *ctx, void *numbers, size_t count,
                           size_t size,
                           int (*compare)(const void *, const void *, void *));

/* zone_name.c */
static JSValueConst js_find_zone_name(JSContext *ctx);

/* for_in.c */
static bool js_has_proxy_in_chain(JSObject *p);
static int js_for_in_proxy_keys(JSContext *ctx, JSValueConst enum_obj,
                                JSValueConst obj);
static int js_for_in_has(JSContext *ctx, JSValueConst obj, JSAtom prop);

/* groups.c */
static int js_append_element(JSContext *ctx, JSValueConst array,
                             JSValueConst val);
static int js_check_group(JSContext *ctx, const char *of, JSValueConst items,
                          JSValueConst callback);

/* math.c */
static double math_acosh(double x);
static double math_asinh(double x);
static double math_atanh(double x);
static double math_cbrt(double x);
static double math_cosh(double x);
static double math_exp(double x);
static double math_expm1(double x);
static double math_log(double x);
static double math_log10(double x);
static double math_log1p(double x);
static double math_log2(double x);
static double math_sinh(double x);
static double math_tanh(double x);

/* trig.c */
static double math_acos(double x);
static double math_asin(double x);
static double math_atan(double x);
static double math_cos(double x);
static double math_sin(double x);
static double math_tan(double x);
static double math_atan2(double y, double x);

/* what stock's Math calls */
#define acos(x) math_acos(x)
#define acosh(x) math_acosh(x)
#define asin(x) math_asin(x)
#define asinh(x) math_asinh(x)
#define atan(x) math_atan(x)
#define atan2(y, x) math_atan2(y, x)
#define atanh(x) math_atanh(x)
#define cbrt(x) math_cbrt(x)
#define cos(x) math_cos(x)
#define cosh(x) math_cosh(x)
#define exp(x) math_exp(x)
#define expm1(x) math_expm1(x)
#define log(x) math_log(x)
#define log10(x) math_log10(x)
#define log1p(x) math_log1p(x)
#define log2(x) math_log2(x)
#define sin(x) math_sin(x)
#define sinh(x) math_sinh(x)
#define tan(x) math_tan(x)
#define tanh(x) math_tanh(x)

/* values.c */
static uint32_t js_frame_flags(const JSFunctionBytecode *b);
static uint32_t js_frame_size(const JSFunctionBytecode *b);
static force_inline void js_copy_halves(JSValue *to, const JSValue *from);
static void js_dup_values(JSValue *to, const JSValue *from, size_t n);

/* bigint.c */
static JSValue __JS_NewShortBigInt(JSContext *ctx, int64_t d);
static void js_mp_mul_karatsuba(JSContext *ctx, js_limb_t *r,
                                const js_limb_t *a, const js_limb_t *b, int n,
                                js_limb_t *s);

/* allocator.c */
static inline void js_trigger_gc(JSRuntime *rt, size_t size);
static void arena_give_recent(JSRuntime *rt);
static force_inline void js_arena_free(JSRuntime *rt, void *ptr);

/* memory.c */
static void js_need_begin(JSContext *ctx);
static void js_need_end(JSContext *ctx);

/* host.c */
static uint64_t js_seed(JSRuntime *rt);
static double js__now_ms(JSContext *ctx);

/* jobs.c */
static force_inline int js_enqueue_job(JSContext *ctx, JSJobQueue *q,
                                       JSJobFunc *job_func, int argc,
                                       JSValueConst *argv,
                                       JSValueConst async_context,
                                       uint64_t async_cause,
                                       uint32_t async_site);
static void js_free_jobs(JSRuntime *rt, JSJobQueue *q);
static void js_mark_jobs(JSRuntime *rt, JSJobQueue *q, JS_MarkFunc *mark_func);
static void js_free_own_jobs(JSContext *ctx);

/* string_buffers.c */
static inline int string_buffer_putc8(StringBuffer *s, uint32_t c);
static int string_buffer_put_int(StringBuffer *b, int32_t n);

/* string_search.c */
static int string_indexof(JSContext *ctx, JSString *p1, JSString *p2, int from);

/* strings.c */
static void js_free_char_strings(JSRuntime *rt);
static inline JSAtom js_get_atom_index(JSRuntime *rt, JSAtomStruct *p);
static bool js_is_ascii(const uint8_t *s, size_t len);

/* regexp.c */
static void js_drop_kept_regexp(JSRuntime *rt, JSKeptRegExp *kept);
static bool js_regexp_has_flags(JSRegExp *re, JSString *flags);

/* ropes.c */
static bool js_is_balanced(JSValueConst val);

/* shapes.c */
static JSProperty *js_resize_props(JSContext *ctx, JSObject *p, uint32_t count);
static void js_clear_transitions(JSRuntime *rt);

/* objects.c */
static JSValue JS_NewObjectFromShape(JSContext *ctx, JSShape *sh,
                                     JSClassID class_id, JSProperty *props);

/* functions.c */
static int js_function_set_properties(JSContext *ctx, JSValue func_obj,
                                      JSAtom name, int len);
static JSValue js_new_function_data(JSContext *ctx, JSCFunctionData *func,
                                    int length, int magic, int data_len,
                                    JSValueConst *data);
static inline JSVarRef **js_inner_var_refs(JSObject *p);
static bool js_has_caller(JSValueConst func);
static JSValue js_function_get_arguments(JSContext *ctx, JSValueConst func);
static JSValue js_function_get_caller(JSContext *ctx, JSValueConst func);
static JSValue js_closure2(JSContext *ctx, JSValue func_obj,
                           JSFunctionBytecode *b, JSVarRef **cur_var_refs,
                           JSStackFrame *sf, bool is_inner);

/* intrinsics.c */
static bool js_is_c_getter(JSObject *p);
static JSValue js_get_as_program(JSContext *ctx, JSValueConst obj, JSAtom prop);
static no_inline bool js_is_builtin_running(JSContext *ctx);
static bool js_is_array_length(const JSObject *p, const JSShapeProperty *prs);
static JSObject *js_get_twin(JSObject *p);
static int js_keep_original(JSContext *ctx, JSObject *p, JSAtom prop);
static int js_hide_property(JSContext *ctx, JSObject *p, JSAtom prop);
static int js_define_kept(JSContext *ctx, JSValueConst obj, JSAtom prop,
                          JSValueConst val, JSValueConst getter,
                          JSValueConst setter, int flags);
static int js_hide_added(JSContext *ctx, JSObject *p, JSAtom prop);
static int js_mark_intrinsic(JSContext *ctx, JSObject *p);

/* arrays.c */
static void js_trim_array(JSObject *p, uint32_t n);
static JSValue *js_array_block(JSObject *p);
static bool js_is_same_object(JSValueConst a, JSValueConst b);
static bool js_has_array_species(JSContext *ctx, JSValueConst obj);
static bool js_is_plain_array(JSContext *ctx, JSValueConst obj, int64_t len);
static int js_move_tail(JSContext *ctx, JSObject *p, uint32_t from,
                        uint32_t to);
static JSValue js_splice_plain(JSContext *ctx, JSObject *p, uint32_t start,
                               uint32_t del_count, uint32_t item_count,
                               JSValueConst *items);

/* iteration.c */
static JSValue js_call_next(JSContext *ctx, JSValueConst method,
                            JSValueConst this_val, int argc, JSValueConst *argv,
                            int *pdone);
static int js_append_iterable(JSContext *ctx, JSObject *p, JSValueConst obj);
static void js_iterator_helper_drop_inner(JSContext *ctx,
                                          JSIteratorHelperData *it);

/* collector.c */
static void free_zero_refcount(JSRuntime *rt, JSGCObjectHeader *p);

/* throws.c */
static void js_throw_again(JSContext *ctx, JSValue obj);

/* fields.c */
static void js_free_fields(JSRuntime *rt);
static void js_mark_context_fields(JSRuntime *rt, JSContext *ctx,
                                   JS_MarkFunc *mark_func);
static void js_free_context_fields(JSContext *ctx);
static int js_new_context_shapes(JSContext *ctx);

/* stack_capture.c */
static void js_stack_position(JSContext *ctx, JSValueConst func, uint32_t pc,
                              JSStackEntryInfo *info);
static JSValue js_capture_stack(JSContext *ctx, JSValueConst filter_func,
                                const char *filename, int line_num, int col_num,
                                int flags, int limit);
static void js_call_stack_hook(JSContext *ctx, JSValueConst error,
                               JSValueConst filter_func, const char *filename,
                               int line_num, int col_num, int flags);

/* errors.c */
static JSValue js_domexception_read_name(JSContext *ctx, JSValueConst arg);
static int js_domexception_take_cause(JSContext *ctx, JSValueConst obj,
                                      JSValueConst arg);
static JSDOMExceptionData *js_domexception_this(JSContext *ctx,
                                                JSValueConst this_val);

/* messages.c */
static int js_throw_refused(JSContext *ctx, int flags, const char *fmt,
                            JSAtom atom, JSValueConst obj);
static int js_throw_no_receiver(JSContext *ctx, int flags, JSAtom prop,
                                JSValueConst receiver);
static int JS_ThrowTypeErrorReadOnly(JSContext *ctx, int flags, JSAtom atom,
                                     JSValueConst obj);
static const char *js_words_of(JSContext *ctx, char *buf, JSValueConst val);
static JSValue js_throw_not_constructor(JSContext *ctx, JSValueConst val);
static JSValue js_throw_not_iterable(JSContext *ctx, JSValueConst val,
                                     bool is_async);
static JSValue js_throw_not_callable(JSContext *ctx, JSValueConst val);
static JSValue js_throw_no_element(JSContext *ctx, JSValueConst obj,
                                   JSValueConst key, bool is_set);
static JSValue js_throw_no_property(JSContext *ctx, JSValueConst obj,
                                    JSAtom prop, bool is_set);
static const char *js_function_words(JSContext *ctx, char *buf,
                                     JSValueConst func);
static JSValue js_throw_needs_new(JSContext *ctx, JSValueConst func);
static JSValue js_throw_wrong_receiver(JSContext *ctx, const char *class_name);
static bool js_throw_nobody(JSContext *ctx, JSValueConst proto,
                            const char *class_name);
static JSValue js_throw_not_boxed(JSContext *ctx, const char *class_name);
static JSValue js_throw_type_of(JSContext *ctx, const char *fmt,
                                JSValueConst val);
static JSValue js_throw_range_of(JSContext *ctx, const char *fmt,
                                 JSValueConst val);
static JSValue js_throw_no_entry(JSContext *ctx, JSValueConst val);

/* properties.c */
static inline void js_forget_plain_length(JSRuntime *rt, JSObject *p);
static int js_count_plain_keys(JSRuntime *rt, JSObject *p);
static force_inline int js_has_own_quick(JSObject *p, JSAtom prop);
static force_inline JSAtom js_atom_of(JSRuntime *rt, JSValueConst val);
static force_inline bool js_read_element(JSValueConst obj, int64_t idx,
                                         JSValue *pval);
static force_inline int js_visit_element(JSContext *ctx, JSValueConst obj,
                                         int64_t idx, JSValue *pval);
static force_inline bool js_is_truthy(JSContext *ctx, JSValue val);
static inline bool js_can_append(JSValueConst obj, int64_t idx);
static inline int js_create_element(JSContext *ctx, JSValueConst obj,
                                    int64_t idx, JSValue val);
static int js_append_values(JSContext *ctx, JSObject *p, const JSValue *tab,
                            uint32_t n);
static JSValue js_new_array_of(JSContext *ctx, const JSValue *tab, uint32_t n);
static void js_set_autoinit(JSContext *ctx, JSProperty *pr, JSAutoInitIDEnum id,
                            void *opaque);

/* numbers.c */
static bool js_parse_short_number(JSString *str, JSValue *pval);

/* string_methods.c */
static JSValue js_throw_no_string(JSContext *ctx);
static inline bool js_get_position(JSValueConst val, int len, int absent,
                                   int below, int *pos);
static JSValue js_pad_narrow(JSContext *ctx, JSString *p, int c, int n,
                             bool at_end);
static JSValue js_next_char(JSContext *ctx, JSString *p, uint32_t *pidx);

/* operators.c */
static bool js_extend_variable(JSValueConst op1, JSValueConst op2,
                               const uint8_t *pc, JSValueConst *var_buf);
static JSValue js_concat_int(JSContext *ctx, JSValue op1, int32_t n);
static inline bool js_number_bits(JSValueConst val, uint32_t *pres);
static void js_throw_private_in(JSContext *ctx, JSValueConst obj,
                                JSValueConst field);

/* copies.c */
static int js_copy_plain_properties(JSContext *ctx, JSValueConst target,
                                    JSObject *src, JSObject *pexcl,
                                    bool setprop);

/* calls.c */
static JSValue js_call_c_getter(JSContext *ctx, JSValue func,
                                JSValueConst this_obj);
static force_inline JSValue JS_CallInternal(JSContext *ctx,
                                            JSValueConst func_obj,
                                            JSValueConst this_obj, int argc,
                                            JSValueConst *argv, int flags,
                                            const JSValue *new_target);
static no_inline JSValue js_call_other(JSContext *ctx, JSValueConst func_obj,
                                       JSValueConst this_obj, int argc,
                                       JSValueConst *argv, int flags);

/* interpreter.c */
static JSValue js_call_bytecode(JSContext *caller_ctx, JSObject *p,
                                JSValueConst this_obj, int64_t call,
                                JSValueConst *argv);

/* async_functions.c */
static __exception int async_func_init(JSContext *ctx, JSAsyncFunctionState *s,
                                       JSValueConst func_obj,
                                       JSValueConst this_obj, int argc,
                                       JSValueConst *argv, JSValue *buf);
static JSAtom js_dup_code_name(JSContext *ctx, JSValueConst func);
static no_inline JSValue js_call_async(JSContext *ctx, JSObject *p,
                                       JSValueConst this_obj, int argc,
                                       JSValueConst *argv, const uint8_t *pc);

/* expressions.c */
static int js_opcode_size(int op);
static bool js_words_in_code(JSContext *ctx, char *buf, int from_top, int *pop);
static bool js_is_spread_in_call(JSContext *ctx);
static JSValue js_throw_not_destructurable(JSContext *ctx,
                                           JSFunctionBytecode *b,
                                           const uint8_t *pc, JSValueConst val);

/* parser_errors.c */
static int js_column(JSParseState *s, const uint8_t *ptr, const uint8_t *eol);
static int js_verror_at(JSParseState *s, const uint8_t *ptr, const uint8_t *end,
                        const char *fmt, va_list ap);
static int JS_PRINTF_FORMAT_ATTR(4, 5)
    js_parse_error_at(JSParseState *s, const uint8_t *ptr, const uint8_t *end,
                      JS_PRINTF_FORMAT const char *fmt, ...);
static void js_token_position(JSParseState *s, int *pline_num, int *pcol_num);
static int JS_PRINTF_FORMAT_ATTR(2, 3)
    js_parse_error_last(JSParseState *s, JS_PRINTF_FORMAT const char *fmt, ...);
static int JS_PRINTF_FORMAT_ATTR(2, 3)
    js_parse_error_lvalue(JSParseState *s, JS_PRINTF_FORMAT const char *fmt,
                          ...);
static void js_note_lvalue(JSParseState *s, const uint8_t *ptr);
static int js_unexpected_token(JSParseState *s);
static int js_parse_argument_comma(JSParseState *s);
static int js_bad_number(JSParseState *s, const uint8_t *p);
static int js_bad_escape(JSParseState *s, const uint8_t *p);

/* json_parse.c */
static int json_take_string(JSParseState *s, const uint8_t **pp);

/* parser_code.c */
static void patch_source_loc(JSParseState *s, int pos, int line_num,
                             int col_num);
static void note_statement(JSParseState *s, int line_num, int col_num);
static bool is_statement_start(JSParseState *s);
static void emit_variable_loc(JSParseState *s, int line_num, int col_num);
static void emit_no_error(JSParseState *s);
static void emit_rethrow(JSParseState *s);
static void emit_class_loc(JSParseState *s, bool is_class_expr, int line_num,
                           int col_num);
static __exception int js_parse_placed_expr(JSParseState *s);
static int js_bad_regexp(JSParseState *s, const uint8_t *ptr,
                         const uint8_t *end);
static int js_bad_binding(JSParseState *s, int tok);
static void emit_for_await_catch(JSParseState *s);
static void emit_return(JSParseState *s, bool hasval);
static int js_parse_for_bindings(JSParseState *s, int tok, const uint8_t *ptr);
static void emit_using_pause(JSFunctionDef *s, DynBuf *bc, int idx);
static void merge_parameters(JSContext *ctx, JSFunctionDef *s);
static bool js_has_await(const JSFunctionBytecode *b);
static int js_parse_function_check_names(JSParseState *s, JSFunctionDef *fd,
                                         JSAtom func_name,
                                         const uint8_t *dup_ptr,
                                         const uint8_t *dup_end);
static JSFunctionDef *js_parse_function_class_fields_init(JSParseState *s,
                                                          bool is_static);
static __exception int js_parse_function_decl2(
    JSParseState *s, JSParseFunctionEnum func_type,
    JSFunctionKindEnum func_kind, JSAtom func_name, const uint8_t *ptr,
    int function_line_num, int function_col_num, JSParseExportEnum export_flag,
    JSFunctionDef **pfd);

/* parser_scopes.c */
static int name_index_find(const JSNameIndex *x, uint32_t name, int scope);
static bool index_names(JSContext *ctx, JSFunctionDef *fd);
static int find_indexed_var(JSFunctionDef *fd, JSAtom name, int *pscope);
static bool is_plain_lexical(JSVarDef *vd);
static int js_resolve_private_setter(JSContext *ctx, bool *pis_ref,
                                     JSFunctionDef *s, JSAtom name, int scope);
static void note_initialized(JSFunctionDef *fd);
static bool is_checked_var(JSVarDef *vd, int pos_next);
static JSGlobalVar *find_global_var(JSContext *ctx, JSFunctionDef *fd,
                                    JSAtom name);
static bool js_hides_block_function(JSContext *ctx, JSFunctionDef *fd,
                                    JSAtom name);
static bool index_refs(JSContext *ctx, JSFunctionDef *s);
static int first_var_named(JSContext *ctx, JSFunctionDef *fd, JSAtom name,
                           int scope_level);
static int next_var_named(JSContext *ctx, JSFunctionDef *fd, JSAtom name,
                          const JSVarDef *vd);
static bool pushes_this(JSFunctionDef *s);

/* parser_names.c */
static void js_target_begin(JSParseState *s, JSAssignTarget *t);
static void js_target_end(JSParseState *s, JSAssignTarget *t);
static void js_target_none(JSParseState *s, JSAssignTarget *saved);
static void js_target_restore(JSParseState *s, JSAssignTarget *saved);
static void js_add_unnamed(JSParseState *s, JSFunctionDef *fd);

/* modules.c */
static bool js_is_source_phase(JSValueConst options);
static __exception int js_parse_import_source(JSParseState *s, bool may_call);
static JSImportEntry *find_exported_import(JSModuleDef *m,
                                           const JSExportEntry *me);
static void js_resolve_export_throw_error(JSContext *ctx,
                                          JSResolveResultEnum res,
                                          JSModuleDef *m, int req_idx,
                                          JSAtom name, int line_num,
                                          int col_num);
static void js_build_ns_throw_error(JSContext *ctx, JSResolveResultEnum res,
                                    JSModuleDef *m, JSAtom name);
static int js_create_module_function1(JSContext *ctx, JSModuleDef *m);
static void js_set_module_var_ref(JSContext *ctx, JSVarRef **pvar_ref,
                                  JSVarRef *var_ref);
static JSAtom js_get_referrer(JSContext *ctx);

/* bytecode_read.c */
static inline int bc_get_leb128(BCReaderState *s, uint32_t *pval);
static int js_read_built_in_code(BCReaderState *s, JSFunctionBytecode *b,
                                 uint8_t *bc_buf);
static void js_read_late(JSContext *ctx, JSFunctionBytecode *b);
static int bc_read_late_atom(BCReaderState *s, uint32_t idx);
static int JS_ReadObjectAtoms(BCReaderState *s, bool is_late);

/* switches.c */
static JSSwitch *js_begin_switch(JSParseState *s);
static void js_switch_case_begins(JSParseState *s, JSSwitch *sw);
static int js_switch_case(JSParseState *s, JSSwitch *sw);
static void js_switch_body(JSParseState *s, JSSwitch *sw);
static int js_end_switch(JSParseState *s, JSSwitch *sw, int label);
static int js_make_switches(JSContext *ctx, JSFunctionDef *fd);
static void js_free_switches(JSContext *ctx, JSFunctionDef *fd);

/* object_methods.c */
static JSValue js_list_plain_keys(JSContext *ctx, JSObject *p, int n, int kind);
static int js_has_own_name(JSContext *ctx, JSValueConst obj, JSValueConst name);
static int js_seal_plain(JSContext *ctx, JSObject *p, bool freeze);
static JSValue js_throw_seal_view(JSContext *ctx, bool freeze, const char *why);
static JSValue js_throw_species(JSContext *ctx);

/* function_methods.c */
static JSValue js_throw_not_applicable(JSContext *ctx, JSValueConst val);

/* array_from_async.c */
static JSValue js_from_async_step(JSContext *ctx, JSValueConst this_val,
                                  int argc, JSValueConst *argv, int magic,
                                  JSValueConst *func_data);
static JSValue js_array_fromAsync(JSContext *ctx, JSValueConst this_val,
                                  int argc, JSValueConst *argv);

/* sort.c */
static int js_check_comparison(JSContext *ctx, JSValueConst func);

/* dates.c */
static int64_t js_utc_offset_ms(JSContext *ctx, int64_t time_ms, bool is_local,
                                bool *pis_summer);

/* regexp_exec.c */
static void js_regexp_forget(JSRuntime *rt, JSRegExpMatch *m);
static JSValue js_regexp_get_last(JSContext *ctx, JSValueConst this_val,
                                  int magic);
static JSValue js_regexp_set_last(JSContext *ctx, JSValueConst this_val,
                                  JSValueConst val, int magic);
static JSValue js_regexp_get_input(JSContext *ctx, JSValueConst this_val);
static JSValue js_regexp_set_input(JSContext *ctx, JSValueConst this_val,
                                   JSValueConst val);

/* the entries of RegExp for them */
#define JS_REGEXP_LAST(name, magic)                                            \
    JS_CGETSET_MAGIC_DEF(name, js_regexp_get_last, js_regexp_set_last, magic)
#define JS_REGEXP_LAST_FUNCS                                                   \
    JS_CGETSET_DEF("input", js_regexp_get_input, js_regexp_set_input),         \
        JS_CGETSET_DEF("$_", js_regexp_get_input, js_regexp_set_input),        \
        JS_REGEXP_LAST("lastMatch", JS_LAST_MATCH),                            \
        JS_REGEXP_LAST("$&", JS_LAST_MATCH),                                   \
        JS_REGEXP_LAST("lastParen", JS_LAST_PAREN),                            \
        JS_REGEXP_LAST("$+", JS_LAST_PAREN),                                   \
        JS_REGEXP_LAST("leftContext", JS_LAST_LEFT),                           \
        JS_REGEXP_LAST("$`", JS_LAST_LEFT),                                    \
        JS_REGEXP_LAST("rightContext", JS_LAST_RIGHT),                         \
        JS_REGEXP_LAST("$'", JS_LAST_RIGHT), JS_REGEXP_LAST("$1", 1),          \
        JS_REGEXP_LAST("$2", 2), JS_REGEXP_LAST("$3", 3),                      \
        JS_REGEXP_LAST("$4", 4), JS_REGEXP_LAST("$5", 5),                      \
        JS_REGEXP_LAST("$6", 6), JS_REGEXP_LAST("$7", 7),                      \
        JS_REGEXP_LAST("$8", 8), JS_REGEXP_LAST("$9", 9),

static bool js_regexp_is_plain(JSContext *ctx, JSValueConst rx);
static bool js_regexp_has_species(JSContext *ctx);
static JSValue js_regexp_match_all(JSContext *ctx, JSValueConst rx,
                                   JSString *str);

/* regexp_replace.c */
static JSValue js_regexp_replace_plain(JSContext *ctx, JSValueConst rx,
                                       JSString *str, JSValueConst rep,
                                       JSString *rp);
static JSValue js_regexp_search_plain(JSContext *ctx, JSValueConst rx,
                                      JSString *str);
static JSValue js_regexp_split_plain(JSContext *ctx, JSValueConst rx,
                                     JSString *str, JSValueConst limit);

/* proxies.c */
static void js_throw_trap(JSContext *ctx, const char *fmt, JSAtom prop);
static void js_throw_other_value(JSContext *ctx, JSAtom prop,
                                 JSValueConst wanted, JSValueConst got);

/* maps.c */
static JSValue js_new_map(JSContext *ctx, JSValueConst new_target, int magic);
static int js_map_fill(JSContext *ctx, JSObject *map, JSValueConst from,
                       int magic);
static int js_append_map_iterator(JSContext *ctx, JSObject *p,
                                  JSValueConst iter);
static int js_setlike_has(JSContext *ctx, JSValueConst setlike,
                          JSValueConst has, JSValueConst key);

/* weak_refs.c */
static JSWeakRefRecord **get_first_weak_ref(JSRuntime *rt, JSValueConst key);
static JSWeakRefRecord *js_new_weakref_record(JSContext *ctx,
                                              JSValueConst target);
static void js_end_weak_refs(JSRuntime *rt, JSObject *p);
static void js_keep_for_job(JSRuntime *rt, JSValueConst val);
static void insert_weakref_record(JSRuntime *rt, JSValueConst target,
                                  struct JSWeakRefRecord *wr);

/* promise_awaiters.c */
static JSValueConst js_running_promise(JSContext *ctx, JSStackFrame *last);
static bool js_find_awaiter(JSContext *ctx, JSValueConst promise, JSAwaiter *a);

/* promise_waits.c */
static void js_free_waits(JSRuntime *rt);

/* promises.c */
static void js_promise_settle(JSContext *ctx, JSValueConst promise,
                              JSValueConst resolution, bool is_reject);
static JSValue js_promise_new(JSContext *ctx, JSValueConst new_target,
                              JSValue *resolving_funcs, JSValueConst parent);
static void js_promise_settle_by(JSContext *ctx, JSValueConst promise,
                                 JSValueConst resolution, JSValue then);
static bool js_has_plain_promises(JSContext *ctx);
static bool js_is_plain_promise(JSContext *ctx, JSValueConst promise);
static bool js_is_promise_ctor(JSContext *ctx, JSValueConst ctor);
static JSValue js_promise_resolve_for(JSContext *ctx, JSValueConst ctor,
                                      JSValueConst value, bool is_reject,
                                      JSValueConst parent);

/* promise_reactions.c */
static __exception int js_promise_wait(JSContext *ctx, JSValueConst promise,
                                       JSValueConst *resolve_reject);
static __exception int js_await_then(JSContext *ctx, JSValueConst promise,
                                     JSValueConst *resolve_reject,
                                     JSStackFrame *awaiting);
static __exception int js_await_value(JSContext *ctx, JSValueConst value,
                                      JSValueConst handler,
                                      JSStackFrame *awaiting);
static JSValue js_promise_then_by(JSContext *ctx, JSValueConst this_val,
                                  JSValueConst ctor, JSValueConst *argv);

/* typed_arrays.c */
static size_t typed_array_byte_length(JSObject *p);
static bool is_bigint_array(JSClassID class_id);
static int js_set_missing(JSContext *ctx, JSValueConst view, uint32_t from,
                          uint32_t to);
static int js_convert_typed_array(JSContext *ctx, JSClassID to_class,
                                  uint8_t *to, JSClassID from_class,
                                  const uint8_t *from, int64_t n);
static bool js_has_typed_array_species(JSContext *ctx, JSObject *p);
static int js_to_array_length(JSContext *ctx, uint64_t *plen, JSValueConst val);
static const char *js_typed_array_words(JSContext *ctx, char *buf, int classid);

/* array_buffers.c */
static void js_array_buffer_count(JSRuntime *rt, const JSArrayBuffer *abuf,
                                  int sign);
static bool js_is_number_of_no_length(JSContext *ctx, JSValueConst val);
static void js_array_buffer_free_data(JSRuntime *rt, JSArrayBuffer *abuf);

/* stops.c */
static inline __exception int js_poll_jump(JSContext *ctx, JSStackFrame *sf,
                                           uint8_t *pc);

/* Of stock: declared for hooks above their definition. */
static JSCFunction js_function_call, js_reflect_apply, js_reflect_construct;
static JSCFunction js_symbol_toString, js_string_concat, js_object_toString;
static JSCFunction js_regexp_exec, js_regexp_Symbol_match,
    js_regexp_Symbol_replace;
static JSCFunctionData js_promise_all_resolve_element;
static JSFunctionBytecode *JS_GetFunctionBytecode(JSValueConst val);
static JSValue js_build_mapped_arguments(JSContext *ctx, int argc,
                                         JSValueConst *argv, JSStackFrame *sf,
                                         int arg_count);
static int js_update_property_flags(JSContext *ctx, JSObject *p,
                                    JSShapeProperty **pprs, int flags);
static JSValue js_typed_array_get_length(JSContext *ctx, JSValueConst this_val);
static int js_shape_prepare_update(JSContext *ctx, JSObject *p,
                                   JSShapeProperty **pprs);
static void js_free_value_rt(JSRuntime *rt, JSValue v);
static JSShape *find_hashed_shape_proto(JSRuntime *rt, JSObject *proto);
static bool JS_IsCFunction(JSContext *ctx, JSValueConst val, JSCFunction *func,
                           int magic);
static JSValue js_function_hasInstance(JSContext *ctx, JSValueConst this_val,
                                       int argc, JSValueConst *argv);
static JSValue JS_GetPropertyInternal(JSContext *ctx, JSValueConst obj,
                                      JSAtom prop, JSValueConst this_obj,
                                      int flags);
int JS_DefinePropertyValueInt64(JSContext *ctx, JSValueConst this_obj,
                                int64_t idx, JSValue val, int flags);
static JSValue js_generator_next(JSContext *ctx, JSValueConst this_val,
                                 int argc, JSValueConst *argv, int *pdone,
                                 int magic);
static JSValue js_iterator_helper_next(JSContext *ctx, JSValueConst this_val,
                                       int argc, JSValueConst *argv, int *pdone,
                                       int magic);
static JSValue js_map_iterator_next(JSContext *ctx, JSValueConst this_val,
                                    int argc, JSValueConst *argv, int *pdone,
                                    int magic);
static JSValue js_create_map_iterator(JSContext *ctx, JSValueConst this_val,
                                      int argc, JSValueConst *argv, int magic);
static void emit_return_awaited(JSParseState *s, bool hasval);
static JSValue js_iterator_proto_iterator(JSContext *ctx, JSValueConst this_val,
                                          int argc, JSValueConst *argv);

#endif
