/*
 * values.c - values moved, copied and freed by the interpreter. A JSValue has
 * two halves. One that was written half by half a moment ago is read half by
 * half, too: read as one vector it would wait until both have left the store
 * buffer (docs/engine/calls.md).
 *
 * What must stay true: js_free_stored() and its like are the only functions
 * that free a value where it lies; they never call a finalizer while the stack
 * above is in use.
 */

/* Arguments that are spread, of all calls that are under way. V8 has them on
   its stack, which is full after about as many. */
#define JS_MAX_LISTED_ARGS 125500

/* A sum of up to this length is a string of its own. If more is appended to a
   string, it is a slice of a buffer that it can grow in (string_build of
   bench/js/kernels). */
#define JS_STRING_FLAT_LEN 256

/* A buffer has up to this length, so that little of it is unused. */
#define JS_STRING_BUFFER_LEN_MAX (128 * 1024)

#define JS_ARENA_RECENT_MAX 64 /* of a size class, when one is freed */
#define JS_KEPT_PATTERN_LEN 1024

/* what a frame of the function begins with, but is_constructor */
static uint32_t js_frame_flags(const JSFunctionBytecode *b)
{
    JSStackFrame sf;

    sf.flags = 0;
    sf.var_ref_count = b->var_ref_count;
    sf.is_strict_mode = b->is_strict_mode;
    return sf.flags;
}

static uint32_t js_frame_size(const JSFunctionBytecode *b)
{
    return sizeof(JSValue) * (b->var_count + b->stack_size) +
           sizeof(JSVarRef *) * b->var_ref_count;
}

/* Copy a value by its halves. They were often written as halves just before,
   and a processor that is asked for both at once then has to wait until they
   have left for the cache. */
static force_inline void js_copy_halves(JSValue *to, const JSValue *from)
{
#if defined(JS_NAN_BOXING) && JS_NAN_BOXING
    *to = *from;
#else
    to->u = from->u;
    to->tag = from->tag;
#endif
}

/* an integer takes the place of another: it keeps its tag */
static force_inline void js_set_int(JSValue *p, int32_t v)
{
#if defined(JS_NAN_BOXING) && JS_NAN_BOXING
    *p = js_int32(v);
#else
    p->u = js_int32(v).u;
#endif
}

/* false if the sum does not fit */
static force_inline bool js_add_ints(int32_t a, int32_t b, int32_t *pres)
{
#if defined(__GNUC__) || defined(__clang__)
    return !__builtin_add_overflow(a, b, pres);
#else
    int64_t r = (int64_t)a + b;

    *pres = r;
    return *pres == r;
#endif
}

static force_inline bool js_sub_ints(int32_t a, int32_t b, int32_t *pres)
{
#if defined(__GNUC__) || defined(__clang__)
    return !__builtin_sub_overflow(a, b, pres);
#else
    int64_t r = (int64_t)a - b;

    *pres = r;
    return *pres == r;
#endif
}

/* JS_FreeValue() without a call, if there are other owners */
static force_inline void js_free_inline(JSRuntime *rt, JSValue v)
{
    if (JS_VALUE_HAS_REF_COUNT(v)) {
        void *p = JS_VALUE_GET_PTR(v);
        if (unlikely(--JS_REF_COUNT(p) == 0))
            js_free_value_rt(rt, v);
    }
}

/* likewise what is stored there, and is not read again */
static force_inline void js_free_stored(JSRuntime *rt, const JSValue *pval)
{
    if (JS_VALUE_HAS_REF_COUNT(*pval)) {
        void *p = JS_VALUE_GET_PTR(*pval);
        if (unlikely(--JS_REF_COUNT(p) == 0))
            js_free_value_rt(rt, *pval);
    }
}

/* Are none of four values counted? The tags of those that are, are negative. */
static force_inline bool js_are_uncounted(const JSValue *tab)
{
    return ((int)JS_VALUE_GET_TAG(tab[0]) | (int)JS_VALUE_GET_TAG(tab[1]) |
            (int)JS_VALUE_GET_TAG(tab[2]) | (int)JS_VALUE_GET_TAG(tab[3])) >= 0;
}

/* Copy values. What is not counted, such as numbers, is passed over by fours.
 */
static void js_dup_values(JSValue *to, const JSValue *from, size_t n)
{
    int i;

    memcpy(to, from, n * sizeof(*to));
    for (; n >= 4; n -= 4, to += 4) {
        if (!js_are_uncounted(to)) {
            for (i = 0; i < 4; i++)
                js_dup(to[i]);
        }
    }
    for (; n > 0; n--, to++)
        js_dup(*to);
}

static void js_free_values(JSRuntime *rt, const JSValue *tab, size_t n)
{
    int i;

    for (; n >= 4; n -= 4, tab += 4) {
        if (!js_are_uncounted(tab)) {
            for (i = 0; i < 4; i++)
                js_free_stored(rt, &tab[i]);
        }
    }
    for (; n > 0; n--, tab++)
        js_free_stored(rt, tab);
}
