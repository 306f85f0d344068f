/*
 * host.c - what the host answers for: clocks, seeds, the async context, the
 * global object. An engine without a host uses the system's own.
 *
 * Everything that can differ from run to run comes from JSHostWorld, so that a
 * simulated world can be put under the engine. The reasons are in
 * docs/engine/host-world.md and docs/engine/async-context.md.
 */

void JS_SetHostWorld(JSRuntime *rt, const JSHostWorld *world)
{
    rt->host_world = *world;
}

static int64_t js_wall_us(JSRuntime *rt)
{
    JSHostWorld *w = &rt->host_world;
    return w->wall_us ? w->wall_us(w->opaque) : js__gettimeofday_us();
}

static uint64_t js_clock_ns(JSRuntime *rt)
{
    JSHostWorld *w = &rt->host_world;
    return w->clock_ns ? w->clock_ns(w->opaque) : js__hrtime_ns();
}

static uint64_t js_seed(JSRuntime *rt)
{
    JSHostWorld *w = &rt->host_world;
    return w->seed ? w->seed(w->opaque) : js__gettimeofday_us();
}

void JS_SetAsyncContext(JSRuntime *rt, JSValue val)
{
    JSValue old = rt->async_context;
    rt->async_context = val;
    JS_FreeValueRT(rt, old);
}

JSValueConst JS_GetAsyncContext(JSRuntime *rt)
{
    return rt->async_context;
}

JSValueConst *JS_GetAsyncContextSlot(JSRuntime *rt)
{
    return &rt->async_context;
}

uint64_t *JS_GetAsyncId(JSRuntime *rt)
{
    return &rt->async_id;
}

void JS_SetAsyncSite(JSRuntime *rt, JSAsyncSite *async_site, void *opaque)
{
    rt->async_site = async_site;
    rt->async_site_opaque = opaque;
}

bool JS_IsStrictMode(JSContext *ctx)
{
    return is_strict_mode(ctx);
}

void JS_SetGlobalObject(JSContext *ctx, JSValue obj)
{
    int i;

    for (i = 0; i < JS_GLOBAL_HINTS; i++)
        ctx->global_hint[i].atom = JS_ATOM_NULL;
    JS_FreeValue(ctx, ctx->global_obj);
    ctx->global_obj = obj;
}

static double js__now_ms(JSContext *ctx)
{
    return js_clock_ns(ctx->rt) / 1e6;
}

static JSValue js_perf_now(JSContext *ctx, JSValueConst this_val, int argc,
                           JSValueConst *argv)
{
    return js_float64(js__now_ms(ctx) - ctx->time_origin);
}
