/*
 * fields.c - the ends of what we add to stock's structures: JS_RUNTIME_FIELDS
 * and JS_CONTEXT_FIELDS of types.h. Stock makes both structures, marks a
 * context and frees them; each of these places calls one function here.
 *
 * What must stay true: a field that owns a value is marked and freed here.
 */

/* Before the last collection, so that nothing is held by what is ours. */
static void js_free_fields(JSRuntime *rt)
{
    js_free_jobs(rt, &rt->jobs);
    js_free_jobs(rt, &rt->cleanups);
    JS_SetAsyncContext(rt, JS_UNDEFINED);
    JS_ClearKept(rt);
    js_close_footprints(rt);
    JS_FreeValueRT(rt, rt->throw_func);
    rt->throw_func = JS_UNDEFINED;
    JS_FreeValueRT(rt, rt->throw_value);
    rt->throw_value = JS_UNDEFINED;
    JS_FreeValueRT(rt, rt->memory_error);
    rt->memory_error = JS_NULL;
    JS_SetTraceThrows(rt, false);
    js_free_char_strings(rt);
    for (int i = 0; i < JS_KEPT_REGEXPS; i++)
        js_drop_kept_regexp(rt, &rt->kept_regexps[i]);
    js_clear_transitions(rt);
    js_free_rt(rt, rt->transitions);
    rt->transitions = NULL;
    js_end_symbols(rt);
}

static void js_mark_shape(JSRuntime *rt, JSShape *sh, JS_MarkFunc *mark_func)
{
    if (sh)
        mark_func(rt, &sh->header);
}

static void js_mark_context_fields(JSRuntime *rt, JSContext *ctx,
                                   JS_MarkFunc *mark_func)
{
    if (ctx->own_jobs)
        js_mark_jobs(rt, ctx->own_jobs, mark_func);
    JS_MarkValue(rt, ctx->zone_name, mark_func);
    js_mark_shape(rt, ctx->object_shape, mark_func);
    js_mark_shape(rt, ctx->function_shape, mark_func);
    js_mark_shape(rt, ctx->constructor_shape, mark_func);
}

static void js_free_context_fields(JSContext *ctx)
{
    JS_FreeValue(ctx, ctx->zone_name);
    js_free_shape_null(ctx->rt, ctx->object_shape);
    js_free_shape_null(ctx->rt, ctx->function_shape);
    js_free_shape_null(ctx->rt, ctx->constructor_shape);
    js_regexp_forget(ctx->rt, &ctx->last_match);
}

/* The shapes that new objects and functions begin with. */
static int js_new_context_shapes(JSContext *ctx)
{
    static const JSShapeProperty function_props[] = {
        { .atom = JS_ATOM_length, .flags = JS_PROP_CONFIGURABLE },
        { .atom = JS_ATOM_name, .flags = JS_PROP_CONFIGURABLE },
        { .atom = JS_ATOM_prototype,
          .flags = JS_PROP_WRITABLE | JS_PROP_AUTOINIT },
    };

    if (js_new_shape_with(ctx, &ctx->function_shape, ctx->function_proto,
                          countof(function_props) - 1, function_props) ||
        js_new_shape_with(ctx, &ctx->constructor_shape, ctx->function_proto,
                          countof(function_props), function_props))
        return -1;
    ctx->object_shape = js_new_shape(
        ctx, JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_OBJECT]));
    return ctx->object_shape ? 0 : -1;
}
