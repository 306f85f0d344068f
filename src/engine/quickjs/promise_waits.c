/*
 * promise_waits.c - who still waits for a promise when the program ends, for a
 * search of orders.
 *
 *     await p, p.then(f)    counts[site]++    if the program has written it
 *     p is settled          counts[site]--
 *
 * A promise that nobody can settle is collected, and with it the function that
 * waits: so what waits is counted where it begins and ends to wait, and not
 * looked for at the end.
 *
 * What must stay true: off, it costs a test; noting runs no JavaScript.
 */

#define JS_WAITS_MAX (1u << 20) /* sites; those beyond are not counted */

typedef struct JSWaits {
    JSWaitFilter *is_wanted;
    void *opaque;
    uint32_t *counts; /* by site */
    uint32_t size;
} JSWaits;

bool JS_CountWaits(JSRuntime *rt, JSWaitFilter *is_wanted, void *opaque)
{
    JSWaits *w = js_mallocz_rt(rt, sizeof(*w));

    if (!w)
        return false;
    w->is_wanted = is_wanted;
    w->opaque = opaque;
    rt->waits = w;
    return true;
}

uint32_t JS_GetWaits(JSRuntime *rt, uint32_t site)
{
    return rt->waits && site < rt->waits->size ? rt->waits->counts[site] : 0;
}

uint32_t JS_GetWaitSites(JSRuntime *rt)
{
    return rt->waits ? rt->waits->size : 0;
}

static void js_free_waits(JSRuntime *rt)
{
    if (rt->waits)
        js_free_rt(rt, rt->waits->counts);
    js_free_rt(rt, rt->waits);
    rt->waits = NULL;
}

static bool js_reserve_waits(JSRuntime *rt, JSWaits *w, uint32_t site)
{
    uint32_t size = site * 2 + 64;
    uint32_t *counts;

    if (site < w->size)
        return true;
    if (site >= JS_WAITS_MAX)
        return false;
    counts = js_realloc_rt(rt, w->counts, size * sizeof(*counts));
    if (!counts)
        return false;
    memset(counts + w->size, 0, (size - w->size) * sizeof(*counts));
    w->counts = counts;
    w->size = size;
    return true;
}

/* the code that will run: that of the await, or of the handler */
static bool js_is_wanted_wait(JSRuntime *rt, const JSWaits *w,
                              JSValueConst handler)
{
    JSValueConst func =
        rt->awaiting ? (JSValueConst)rt->awaiting->cur_func : handler;
    JSCallPosition at = { NULL, 0, JS_ATOM_NULL };
    JSFunctionBytecode *b;

    if (JS_VALUE_GET_TAG(func) != JS_TAG_OBJECT ||
        !js_class_has_bytecode(JS_VALUE_GET_OBJ(func)->class_id))
        return false;
    b = JS_VALUE_GET_OBJ(func)->u.func.function_bytecode;
    at.code = b;
    at.filename = b->filename;
    return w->is_wanted(w->opaque, &at);
}

/* a reaction of a promise that is not settled */
static void js_begin_wait(JSRuntime *rt, JSPromiseReactionData *rd)
{
    JSWaits *w = rt->waits;

    if (likely(!w) || rd->async_site == 0 ||
        !js_is_wanted_wait(rt, w, rd->handlers[0]) ||
        !js_reserve_waits(rt, w, rd->async_site))
        return;
    rd->is_counted = true;
    w->counts[rd->async_site]++;
}

static void js_end_wait(JSRuntime *rt, const JSPromiseReactionData *rd)
{
    if (unlikely(rd->is_counted) && rt->waits)
        rt->waits->counts[rd->async_site]--;
}
