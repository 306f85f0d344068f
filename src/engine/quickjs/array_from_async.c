/*
 * array_from_async.c - Array.fromAsync() with V8's number of steps: a state
 * machine, since it waits like an async function but is native.
 */

/* Array.fromAsync() waits for values by itself. What it has to know then is
   kept by the two functions that go on: */
enum {
    FROM_ASYNC_RESOLVE, /* of the promise that was returned */
    FROM_ASYNC_REJECT,
    FROM_ASYNC_RESULT,
    FROM_ASYNC_SOURCE, /* an iterator or the array-like object */
    FROM_ASYNC_NEXT,   /* undefined: array-like */
    FROM_ASYNC_MAP,    /* or undefined */
    FROM_ASYNC_THIS,
    FROM_ASYNC_INDEX,
    FROM_ASYNC_LENGTH, /* array-like */
    FROM_ASYNC_STEP,   /* what was waited for: */
    FROM_ASYNC_ERROR,  /* FROM_ASYNC_CLOSED: what it is rejected with */
    FROM_ASYNC_COUNT
};

enum {
    FROM_ASYNC_ASKED, /* a result of next() */
    FROM_ASYNC_VALUE, /* an element of the array-like object */
    FROM_ASYNC_MAPPED,
    FROM_ASYNC_CLOSED, /* return() */
};

/* goes on with 'step' when 'value', which is freed, is settled */
static int js_from_async_await(JSContext *ctx, JSValueConst *data, int step,
                               JSValue value)
{
    JSValue promise, handlers[2];
    int i, res = -1;

    if (JS_IsException(value))
        return -1;
    promise = js_await_promise(ctx, value, JS_UNDEFINED);
    JS_FreeValue(ctx, value);
    if (JS_IsException(promise))
        return -1;
    data[FROM_ASYNC_STEP] = js_int32(step);
    for (i = 0; i < 2; i++)
        handlers[i] = JS_NewCFunctionData(ctx, js_from_async_step, 1, i,
                                          FROM_ASYNC_COUNT, data);
    if (!JS_IsException(handlers[0]) && !JS_IsException(handlers[1]))
        res = js_promise_wait(ctx, promise, vc(handlers));
    for (i = 0; i < 2; i++)
        JS_FreeValue(ctx, handlers[i]);
    JS_FreeValue(ctx, promise);
    return res;
}

static int64_t js_from_async_index(JSContext *ctx, JSValueConst value)
{
    int64_t index = 0;

    JS_ToInt64(ctx, &index, value); /* a number: can't fail */
    return index;
}

static int js_from_async_finish(JSContext *ctx, JSValueConst *data)
{
    JSValue ret;

    if (JS_SetProperty(ctx, data[FROM_ASYNC_RESULT], JS_ATOM_length,
                       js_dup(data[FROM_ASYNC_INDEX])) < 0)
        return -1;
    ret = JS_Call(ctx, data[FROM_ASYNC_RESOLVE], JS_UNDEFINED, 1,
                  &data[FROM_ASYNC_RESULT]);
    JS_FreeValue(ctx, ret);
    return 0;
}

static int js_from_async_next(JSContext *ctx, JSValueConst *data)
{
    int64_t index;

    if (!JS_IsUndefined(data[FROM_ASYNC_NEXT]))
        return js_from_async_await(ctx, data, FROM_ASYNC_ASKED,
                                   JS_Call(ctx, data[FROM_ASYNC_NEXT],
                                           data[FROM_ASYNC_SOURCE], 0, NULL));
    index = js_from_async_index(ctx, data[FROM_ASYNC_INDEX]);
    if (index >= js_from_async_index(ctx, data[FROM_ASYNC_LENGTH]))
        return js_from_async_finish(ctx, data);
    return js_from_async_await(
        ctx, data, FROM_ASYNC_VALUE,
        JS_GetPropertyInt64(ctx, data[FROM_ASYNC_SOURCE], index));
}

/* 'value' is freed */
static int js_from_async_add(JSContext *ctx, JSValueConst *data, JSValue value)
{
    int64_t index = js_from_async_index(ctx, data[FROM_ASYNC_INDEX]);

    if (JS_DefinePropertyValueInt64(ctx, data[FROM_ASYNC_RESULT], index, value,
                                    JS_PROP_C_W_E | JS_PROP_THROW) < 0)
        return -1;
    data[FROM_ASYNC_INDEX] = js_int64(index + 1);
    return js_from_async_next(ctx, data);
}

/* 'value' is freed */
static int js_from_async_map(JSContext *ctx, JSValueConst *data, JSValue value)
{
    JSValueConst args[2] = { value, data[FROM_ASYNC_INDEX] };
    JSValue mapped;

    if (JS_IsUndefined(data[FROM_ASYNC_MAP]))
        return js_from_async_add(ctx, data, value);
    mapped = JS_Call(ctx, data[FROM_ASYNC_MAP], data[FROM_ASYNC_THIS], 2, args);
    JS_FreeValue(ctx, value);
    return js_from_async_await(ctx, data, FROM_ASYNC_MAPPED, mapped);
}

static int js_from_async_asked(JSContext *ctx, JSValueConst *data,
                               JSValueConst result)
{
    JSValue value;
    int done;

    if (!JS_IsObject(result)) {
        JS_ThrowTypeError(ctx,
                          "Iterator result Array.fromAsync is not an object");
        return -1;
    }
    value = JS_GetProperty(ctx, result, JS_ATOM_done);
    if (JS_IsException(value))
        return -1;
    done = JS_ToBoolFree(ctx, value);
    if (done)
        return js_from_async_finish(ctx, data);
    value = JS_GetProperty(ctx, result, JS_ATOM_value);
    if (JS_IsException(value))
        return -1;
    return js_from_async_map(ctx, data, value);
}

/* true: return() was called, and what it gave is waited for. Its own failure
   counts for nothing */
static bool js_from_async_close(JSContext *ctx, JSValueConst *data)
{
    JSValue method, ret;

    method = JS_GetProperty(ctx, data[FROM_ASYNC_SOURCE], JS_ATOM_return);
    if (JS_IsUndefined(method) || JS_IsNull(method))
        return false;
    ret = method;
    if (!JS_IsException(method)) {
        ret = JS_Call(ctx, method, data[FROM_ASYNC_SOURCE], 0, NULL);
        JS_FreeValue(ctx, method);
    }
    if (js_from_async_await(ctx, data, FROM_ASYNC_CLOSED, ret) == 0)
        return true;
    JS_FreeValue(ctx, JS_GetException(ctx));
    return false;
}

/* the exception that is pending rejects the promise, after the iterator was
   closed. As in V8 that is so even if it came from next() */
static JSValue js_from_async_fail(JSContext *ctx, JSValueConst *data)
{
    JSValue error, ret;

    if (unlikely(JS_IsUncatchableError(ctx->rt->current_exception)))
        return JS_EXCEPTION;
    error = JS_GetException(ctx);
    data[FROM_ASYNC_ERROR] = error;
    ret = JS_UNDEFINED;
    if (JS_IsUndefined(data[FROM_ASYNC_NEXT]) ||
        !js_from_async_close(ctx, data))
        ret =
            JS_Call(ctx, data[FROM_ASYNC_REJECT], JS_UNDEFINED, 1, vc(&error));
    JS_FreeValue(ctx, error);
    return ret;
}

static JSValue js_from_async_step(JSContext *ctx, JSValueConst this_val,
                                  int argc, JSValueConst *argv, int magic,
                                  JSValueConst *func_data)
{
    JSValueConst data[FROM_ASYNC_COUNT];
    int res, step = JS_VALUE_GET_INT(func_data[FROM_ASYNC_STEP]);

    memcpy(data, func_data, sizeof(data));
    if (step == FROM_ASYNC_CLOSED)
        return JS_Call(ctx, data[FROM_ASYNC_REJECT], JS_UNDEFINED, 1,
                       &data[FROM_ASYNC_ERROR]);
    if (magic) {
        JS_Throw(ctx, js_dup(argv[0]));
        res = -1;
    } else if (step == FROM_ASYNC_ASKED) {
        res = js_from_async_asked(ctx, data, argv[0]);
    } else if (step == FROM_ASYNC_VALUE) {
        res = js_from_async_map(ctx, data, js_dup(argv[0]));
    } else {
        res = js_from_async_add(ctx, data, js_dup(argv[0]));
    }
    return res < 0 ? js_from_async_fail(ctx, data) : JS_UNDEFINED;
}

/* undefined if there is none, or null */
static JSValue js_from_async_method(JSContext *ctx, JSValueConst items,
                                    JSAtom atom, const char *name)
{
    JSValue method = JS_GetProperty(ctx, items, atom);

    if (JS_IsNull(method))
        return JS_UNDEFINED;
    if (JS_IsException(method) || JS_IsUndefined(method) ||
        JS_IsFunction(ctx, method))
        return method;
    JS_FreeValue(ctx, method);
    return JS_ThrowTypeError(ctx,
                             "Array.fromAsync requires that the property "
                             "of the first argument, items[Symbol.%s], when "
                             "exists, be a function",
                             name);
}

/* sets *piter and *pnext; they stay undefined if 'items' is array-like */
static int js_from_async_iterator(JSContext *ctx, JSValueConst items,
                                  JSValue *piter, JSValue *pnext)
{
    JSValue method, iter, sync_iter;
    bool is_sync = false;

    method = js_from_async_method(ctx, items, JS_ATOM_Symbol_asyncIterator,
                                  "asyncIterator");
    if (JS_IsUndefined(method)) {
        is_sync = true;
        method = js_from_async_method(ctx, items, JS_ATOM_Symbol_iterator,
                                      "iterator");
    }
    if (JS_IsException(method))
        return -1;
    if (JS_IsUndefined(method))
        return 0;
    iter = JS_GetIterator2(ctx, items, method);
    JS_FreeValue(ctx, method);
    if (is_sync && !JS_IsException(iter)) {
        sync_iter = iter;
        iter = JS_CreateAsyncFromSyncIterator(ctx, sync_iter);
        JS_FreeValue(ctx, sync_iter);
    }
    if (JS_IsException(iter))
        return -1;
    *piter = iter;
    *pnext = JS_GetProperty(ctx, iter, JS_ATOM_next);
    return JS_IsException(*pnext) ? -1 : 0;
}

static int js_from_async_start(JSContext *ctx, JSValueConst ctor, JSValue *data,
                               JSValueConst items)
{
    char words[JS_WORDS_SIZE];
    JSValueConst *given = vc(data), map = data[FROM_ASYNC_MAP];
    int64_t len;
    bool is_iterable;

    if (!JS_IsUndefined(map) && !JS_IsFunction(ctx, map)) {
        JS_ThrowTypeError(ctx, "%s is not a function",
                          js_words_of(ctx, words, map));
        return -1;
    }
    if (js_from_async_iterator(ctx, items, &data[FROM_ASYNC_SOURCE],
                               &data[FROM_ASYNC_NEXT]) < 0)
        return -1;
    is_iterable = !JS_IsUndefined(data[FROM_ASYNC_SOURCE]);
    if (!is_iterable) {
        data[FROM_ASYNC_SOURCE] = JS_ToObject(ctx, items);
        if (JS_IsException(data[FROM_ASYNC_SOURCE]) ||
            js_get_length64(ctx, &len, data[FROM_ASYNC_SOURCE]) < 0)
            return -1;
        data[FROM_ASYNC_LENGTH] = js_int64(len);
    }
    if (JS_IsConstructor(ctx, ctor))
        data[FROM_ASYNC_RESULT] = JS_CallConstructor(ctx, ctor, !is_iterable,
                                                     &given[FROM_ASYNC_LENGTH]);
    else
        data[FROM_ASYNC_RESULT] = js_array_constructor(
            ctx, JS_UNDEFINED, !is_iterable, &given[FROM_ASYNC_LENGTH]);
    return JS_IsException(data[FROM_ASYNC_RESULT]) ? -1 : 0;
}

static JSValue js_array_fromAsync(JSContext *ctx, JSValueConst this_val,
                                  int argc, JSValueConst *argv)
{
    JSValue data[FROM_ASYNC_COUNT], promise, error, ret = JS_UNDEFINED;
    JSValueConst state[FROM_ASYNC_COUNT];
    int i;

    for (i = 0; i < FROM_ASYNC_COUNT; i++)
        data[i] = JS_UNDEFINED;
    promise = JS_NewPromiseCapability(ctx, data); /* resolve and reject */
    if (JS_IsException(promise))
        return JS_EXCEPTION;
    data[FROM_ASYNC_INDEX] = js_int32(0);
    data[FROM_ASYNC_MAP] = argc > 1 ? js_dup(argv[1]) : JS_UNDEFINED;
    data[FROM_ASYNC_THIS] = argc > 2 ? js_dup(argv[2]) : JS_UNDEFINED;
    if (js_from_async_start(ctx, this_val, data, argv[0]) < 0) {
        if (JS_IsUncatchableError(ctx->rt->current_exception)) {
            ret = JS_EXCEPTION;
        } else {
            error = JS_GetException(ctx);
            ret = JS_Call(ctx, data[FROM_ASYNC_REJECT], JS_UNDEFINED, 1,
                          vc(&error));
            JS_FreeValue(ctx, error);
        }
    } else {
        memcpy(state, data, sizeof(state));
        if (js_from_async_next(ctx, state) < 0)
            ret = js_from_async_fail(ctx, state);
    }
    for (i = 0; i < FROM_ASYNC_COUNT; i++)
        JS_FreeValue(ctx, data[i]);
    if (JS_IsException(ret)) {
        JS_FreeValue(ctx, promise);
        return JS_EXCEPTION;
    }
    JS_FreeValue(ctx, ret);
    return promise;
}
