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
/* lengths.c */
static int js_to_length32_free(JSContext *ctx, uint32_t *plen, JSValue val);
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

#endif
