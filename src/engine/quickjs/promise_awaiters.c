/*
 * promise_awaiters.c - who waits for a promise: async functions, combinators
 * and handlers, followed for stacks (`at async f`) and for the trace.
 */

/* the promise of a resolving function, or undefined; with a promise hook it may
   be that promise */
static JSValueConst js_promise_of(JSValueConst func)
{
    JSPromiseFunctionData *f;

    if (JS_GetOpaque(func, JS_CLASS_PROMISE))
        return func;
    f = JS_GetOpaque(func, JS_CLASS_PROMISE_RESOLVE_FUNCTION);
    if (!f)
        f = JS_GetOpaque(func, JS_CLASS_PROMISE_REJECT_FUNCTION);
    return f ? f->promise : JS_UNDEFINED;
}

/* the promise of next() that an async generator works for */
static JSValueConst js_async_generator_promise(JSAsyncGeneratorData *s)
{
    if (list_empty(&s->queue))
        return JS_UNDEFINED;
    return list_entry(s->queue.next, JSAsyncGeneratorRequest, link)->promise;
}

static JSValueConst js_running_promise(JSContext *ctx, JSStackFrame *last)
{
    JSGCObjectHeader *h = last->cur_gc_obj; /* only bytecode has one */
    JSAsyncGeneratorData *s;
    JSObject *p;

    /* before its first await it is one more function of the reaction */
    if (h && JS_GC_TYPE(h) == JS_GC_OBJ_TYPE_ASYNC_FUNCTION &&
        ((JSAsyncFunctionData *)h)->has_awaited)
        return ((JSAsyncFunctionData *)h)->promise;
    p = (JSObject *)h;
    if (h && JS_GC_TYPE(h) == JS_GC_OBJ_TYPE_JS_OBJECT &&
        p->class_id == JS_CLASS_ASYNC_GENERATOR) {
        s = JS_GetOpaque(JS_MKPTR(JS_TAG_OBJECT, p), JS_CLASS_ASYNC_GENERATOR);
        return s ? js_async_generator_promise(s) : JS_UNDEFINED;
    }
    return ctx->rt->reaction ? js_promise_of(ctx->rt->reaction[0])
                             : JS_UNDEFINED;
}

/* one of Promise.all() and its like waits */
static bool js_is_combinator(JSCFunctionDataRecord *r, JSAwaiter *a)
{
    static const char *const names[] = { "all", "allSettled", "any" };

    if (r->func != js_promise_all_resolve_element)
        return false;
    a->combinator = names[r->magic & 3];
    a->index = JS_VALUE_GET_INT(r->data[1]);
    a->promise = js_promise_of(r->data[3]);
    return true;
}

static bool js_find_handler(JSValueConst handler, JSAwaiter *a)
{
    JSCFunctionDataRecord *r;
    JSAsyncGeneratorData *g;
    JSAsyncFunctionData *s;
    JSObject *p;

    if (JS_VALUE_GET_TAG(handler) == JS_TAG_AWAIT) {
        s = JS_VALUE_GET_PTR(handler);
        a->frame = s->is_active ? &s->func_state.frame : NULL;
        a->promise = s->promise;
        return a->frame != NULL;
    }
    if (JS_VALUE_GET_TAG(handler) != JS_TAG_OBJECT)
        return false;
    p = JS_VALUE_GET_OBJ(handler);
    if (p->class_id == JS_CLASS_PROMISE_RESOLVE_FUNCTION) {
        a->promise = js_promise_of(handler);
        return true;
    }
    if (p->class_id != JS_CLASS_C_FUNCTION_DATA)
        return false;
    r = p->u.c_function_data_record;
    if (r->func == js_async_generator_resolve_function && r->magic < 2) {
        g = JS_GetOpaque(r->data[0], JS_CLASS_ASYNC_GENERATOR);
        a->frame = &g->func_state.frame;
        a->promise = js_async_generator_promise(g);
        return true;
    }
    return js_is_combinator(r, a);
}

static bool js_find_awaiter(JSContext *ctx, JSValueConst promise, JSAwaiter *a)
{
    JSPromiseData *pd = JS_GetOpaque(promise, JS_CLASS_PROMISE);
    JSPromiseReactionData *rd;
    struct list_head *head;

    if (!pd)
        return false;
    head = &pd->promise_reactions;
    if (list_empty(head) || head->next != head->prev)
        return false;
    rd = list_entry(head->next, JSPromiseReactionData, link);
    memset(a, 0, sizeof(*a));
    a->promise = JS_UNDEFINED;
    /* Promise.any() counts what fails */
    if (JS_GetClassID(rd->handlers[1]) == JS_CLASS_C_FUNCTION_DATA &&
        js_is_combinator(
            JS_VALUE_GET_OBJ(rd->handlers[1])->u.c_function_data_record, a))
        return true;
    if (js_find_handler(rd->handlers[0], a))
        return true;
    a->promise = js_promise_of(rd->resolving_funcs[0]);
    return !JS_IsUndefined(a->promise);
}

uint32_t *JS_GetPromiseId(JSValueConst promise)
{
    JSPromiseData *s = JS_GetOpaque(promise, JS_CLASS_PROMISE);

    return s ? &s->host_id : NULL;
}

uint32_t *JS_GetPromisePlace(JSValueConst promise)
{
    JSPromiseData *s = JS_GetOpaque(promise, JS_CLASS_PROMISE);

    return s ? &s->host_place : NULL;
}
