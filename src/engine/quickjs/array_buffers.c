/*
 * array_buffers.c - ArrayBuffers: pins for bytes that somebody outside still
 * uses, moves without a copy, buffers that no program can detach, and the count
 * of their bytes.
 *
 * What must stay true: the bytes of a pinned buffer stay where they are until
 * the last pin goes, whatever the program does with the ArrayBuffer; then
 * whoever is last frees them.
 */

/* what V8 says of a buffer that there is no memory for */
static JSValue js_throw_no_array_buffer(JSContext *ctx)
{
    return JS_ThrowRangeError(ctx, "Array buffer allocation failed");
}

/* The bytes of all buffers, and of those whose bytes are in the heap: told by
   JS_GetHeapNumbers(). Called with -1 and 1 around every change of a length. */
static void js_array_buffer_count(JSRuntime *rt, const JSArrayBuffer *abuf,
                                  int sign)
{
    size_t n = (size_t)abuf->byte_length;

    if (sign < 0)
        n = 0 - n;
    rt->buffer_bytes += n;
    if (!abuf->shared && abuf->realloc_func == js_array_buffer_realloc)
        rt->buffer_heap_bytes += n;
}

/* Zeros for a shared buffer: all that it may ever have, since it cannot move.
 */
static uint8_t *js_shared_bytes(JSRuntime *rt, uint64_t len)
{
    uint8_t *bytes =
        rt->sab_funcs.sab_alloc(rt->sab_funcs.sab_opaque, max_int(len, 1));

    if (bytes)
        memset(bytes, 0, len);
    return bytes;
}

static JSValue js_array_buffer_constructor3(
    JSContext *ctx, JSValueConst new_target, uint64_t len, uint64_t *max_len,
    JSClassID class_id, uint8_t *buf,
    JSReallocArrayBufferDataFunc *realloc_func, void *opaque, bool alloc_flag)
{
    JSRuntime *rt = ctx->rt;
    JSValue obj;
    JSArrayBuffer *abuf = NULL;

    // SABs commit their maximum size upfront and are therefore never
    // reallocated; everything else needs a way to resize the backing memory.
    // Not observable from JS land, only through C API misuse; JS code cannot
    // create externally managed buffers directly.
    if (!alloc_flag && buf && max_len && !realloc_func &&
        class_id != JS_CLASS_SHARED_ARRAY_BUFFER) {
        return JS_ThrowInternalError(ctx, "resizable ArrayBuffers require a "
                                          "realloc function");
    }
    obj = js_create_from_ctor(ctx, new_target, class_id);
    if (JS_IsException(obj))
        return obj;
    /* XXX: we are currently limited to 2 GB */
    if (len > INT32_MAX || (max_len && *max_len > INT32_MAX)) {
        js_throw_no_array_buffer(ctx);
        goto fail;
    }
    if (alloc_flag && class_id == JS_CLASS_SHARED_ARRAY_BUFFER && max_len &&
        *max_len > len && !rt->sab_funcs.sab_alloc) {
        JS_ThrowTypeError(ctx, "growable SharedArrayBuffer requires "
                               "SAB allocator hooks");
        goto fail;
    }
    abuf = js_malloc(ctx, sizeof(*abuf));
    if (!abuf)
        goto fail;
    abuf->byte_length = len;
    abuf->max_byte_length = max_len ? *max_len : -1;
    if (alloc_flag) {
        /* the allocation must be done after the object creation */
        abuf->data =
            class_id == JS_CLASS_SHARED_ARRAY_BUFFER && rt->sab_funcs.sab_alloc
                ? js_shared_bytes(rt, max_len ? *max_len : len)
                : js_mallocz_rt(rt, max_int(len, 1));
        if (!abuf->data) {
            js_throw_no_array_buffer(ctx);
            goto fail;
        }
    } else {
        if (class_id == JS_CLASS_SHARED_ARRAY_BUFFER && rt->sab_funcs.sab_dup) {
            rt->sab_funcs.sab_dup(rt->sab_funcs.sab_opaque, buf);
        }
        if (buf) {
            abuf->data = buf;
        } else {
            abuf->data = js_mallocz(ctx, 1);
            if (!abuf->data)
                goto fail;
            realloc_func = js_array_buffer_realloc;
        }
    }
    init_list_head(&abuf->array_list);
    abuf->detached = false;
    abuf->immutable = false;
    abuf->undetachable = false;
    abuf->shared = (class_id == JS_CLASS_SHARED_ARRAY_BUFFER);
    abuf->opaque = opaque;
    abuf->realloc_func = realloc_func;
    abuf->pin = NULL;
    js_array_buffer_count(rt, abuf, 1);
    if (alloc_flag && buf)
        memcpy(abuf->data, buf, len);
    JS_SetOpaqueInternal(obj, abuf);
    return obj;
fail:
    JS_FreeValue(ctx, obj);
    js_free(ctx, abuf);
    return JS_EXCEPTION;
}

static bool js_is_number_of_no_length(JSContext *ctx, JSValueConst val)
{
    double d;

    if (!JS_IsNumber(val) && !JS_IsString(val))
        return false;
    if (JS_ToFloat64(ctx, &d, val) < 0) {
        JS_FreeValue(ctx, JS_GetException(ctx)); /* no memory: so later, too */
        return false;
    }
    return d <= -1 || d > MAX_SAFE_INTEGER;
}

static JSValue js_array_buffer_constructor0(JSContext *ctx,
                                            JSValueConst new_target, int argc,
                                            JSValueConst *argv,
                                            JSClassID class_id)
{
    uint64_t len, max_len, *pmax_len = NULL;
    JSValue obj, val;
    int64_t i;

    if (JS_ToIndex(ctx, &len, argv[0])) {
        if (js_is_number_of_no_length(ctx, argv[0]))
            JS_ThrowRangeError(ctx, "Invalid array buffer length");
        return JS_EXCEPTION;
    }
    if (argc < 2)
        goto next;
    if (!JS_IsObject(argv[1]))
        goto next;
    obj = JS_ToObject(ctx, argv[1]);
    if (JS_IsException(obj))
        return JS_EXCEPTION;
    val = JS_GetProperty(ctx, obj, JS_ATOM_maxByteLength);
    JS_FreeValue(ctx, obj);
    if (JS_IsException(val))
        return JS_EXCEPTION;
    if (JS_IsUndefined(val))
        goto next;
    if (JS_ToInt64Free(ctx, &i, val))
        return JS_EXCEPTION;
    if (i < 0 || len > i || i > MAX_SAFE_INTEGER)
        return JS_ThrowRangeError(ctx, "Invalid array buffer max length");
    max_len = i;
    pmax_len = &max_len;
next:
    return js_array_buffer_constructor2(ctx, new_target, len, pmax_len,
                                        class_id);
}

/* free the bytes, or leave them to those who have pinned them */
static void js_array_buffer_free_data(JSRuntime *rt, JSArrayBuffer *abuf)
{
    JSPinnedBlock *pin = abuf->pin;

    if (pin) {
        abuf->pin = NULL;
        pin->abuf = NULL;
        pin->data = abuf->data;
        pin->opaque = abuf->opaque;
        pin->realloc_func = abuf->realloc_func;
    } else if (abuf->realloc_func) {
        abuf->realloc_func(rt, abuf->opaque, abuf->data, 0);
    }
}

void JS_SetUndetachable(JSValueConst obj)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return;
    p = JS_VALUE_GET_OBJ(obj);
    if (p->class_id == JS_CLASS_ARRAY_BUFFER)
        p->u.array_buffer->undetachable = true;
}

// Make a buffer of |len| bytes at |bs|, where those of |abuf| are or were, and
// detach |abuf|. Who has pinned them has pinned those of the new one.
static JSValue js_array_buffer_move(JSContext *ctx, JSArrayBuffer *abuf,
                                    uint8_t *bs, uint64_t len,
                                    uint64_t *pmax_len)
{
    JSReallocArrayBufferDataFunc *realloc_func = abuf->realloc_func;
    void *opaque = abuf->opaque;
    JSPinnedBlock *pin = abuf->pin;
    JSArrayBuffer *moved;
    JSValue ret;

    js_array_buffer_count(ctx->rt, abuf, -1);
    abuf->data = NULL;
    abuf->byte_length = 0;
    abuf->detached = true;
    abuf->realloc_func = NULL;
    abuf->opaque = NULL;
    abuf->pin = NULL;
    js_array_buffer_update_typed_arrays(abuf);
    ret = js_array_buffer_constructor3(ctx, JS_UNDEFINED, len, pmax_len,
                                       JS_CLASS_ARRAY_BUFFER, bs, realloc_func,
                                       opaque,
                                       /*alloc_flag*/ false);
    moved =
        JS_IsException(ret) ? NULL : JS_GetOpaque(ret, JS_CLASS_ARRAY_BUFFER);
    if (pin) {
        pin->abuf = moved;
        pin->data = bs;
        pin->opaque = opaque;
        pin->realloc_func = realloc_func;
        if (moved)
            moved->pin = pin;
    } else if (!moved && realloc_func) {
        realloc_func(ctx->rt, opaque, bs, 0);
    }
    return ret;
}

JSValue JS_MoveArrayBuffer(JSContext *ctx, JSValueConst obj)
{
    JSArrayBuffer *abuf = JS_GetOpaque2(ctx, obj, JS_CLASS_ARRAY_BUFFER);
    uint64_t max_len;

    if (!abuf)
        return JS_EXCEPTION;
    if (abuf->immutable)
        return JS_ThrowTypeErrorImmutableArrayBuffer(ctx);
    if (abuf->detached)
        return JS_ThrowTypeErrorDetachedArrayBuffer(ctx);
    max_len = abuf->max_byte_length;
    return js_array_buffer_move(ctx, abuf, abuf->data, abuf->byte_length,
                                array_buffer_is_resizable(abuf) ? &max_len
                                                                : NULL);
}

static JSPinnedBlock *js_pin_shared(JSContext *ctx, JSArrayBuffer *abuf)
{
    JSRuntime *rt = ctx->rt;
    JSPinnedBlock *pin = js_mallocz(ctx, sizeof(*pin));

    if (!pin)
        return NULL;
    pin->pins = 1;
    pin->shared = true;
    pin->data = abuf->data;
    if (rt->sab_funcs.sab_dup)
        rt->sab_funcs.sab_dup(rt->sab_funcs.sab_opaque, abuf->data);
    return pin;
}

JSPinnedBlock *JS_PinArrayBuffer(JSContext *ctx, JSValueConst obj)
{
    JSArrayBuffer *abuf = js_get_array_buffer(ctx, obj);
    JSPinnedBlock *pin;
    uint8_t *data;

    if (!abuf)
        return NULL;
    if (abuf->detached) {
        JS_ThrowTypeErrorDetachedArrayBuffer(ctx);
        return NULL;
    }
    if (abuf->shared)
        return js_pin_shared(ctx, abuf);
    if (abuf->pin) {
        abuf->pin->pins++;
        return abuf->pin;
    }
    pin = js_mallocz(ctx, sizeof(*pin));
    if (!pin)
        return NULL;
    /* space for every size that it can have, so that it never has to move */
    if (array_buffer_is_resizable(abuf) &&
        abuf->byte_length < abuf->max_byte_length) {
        data = abuf->realloc_func(ctx->rt, abuf->opaque, abuf->data,
                                  abuf->max_byte_length);
        if (!data) {
            js_free(ctx, pin);
            js_throw_no_array_buffer(ctx);
            return NULL;
        }
        abuf->data = data;
        js_array_buffer_update_typed_arrays(abuf);
    }
    pin->pins = 1;
    pin->abuf = abuf;
    abuf->pin = pin;
    return pin;
}

void JS_UnpinArrayBuffer(JSRuntime *rt, JSPinnedBlock *pin)
{
    if (--pin->pins > 0)
        return;
    if (pin->abuf)
        pin->abuf->pin = NULL;
    else if (pin->shared && rt->sab_funcs.sab_free)
        rt->sab_funcs.sab_free(rt->sab_funcs.sab_opaque, pin->data);
    else if (pin->realloc_func)
        pin->realloc_func(rt, pin->opaque, pin->data, 0);
    js_free_rt(rt, pin);
}

int64_t JS_GetPinnedLength(const JSPinnedBlock *pin)
{
    if (pin->moved_away)
        return 0;
    return pin->abuf ? pin->abuf->byte_length : -1;
}

// ES #sec-arraybuffer.prototype.transfer
static JSValue js_array_buffer_transfer(JSContext *ctx, JSValueConst this_val,
                                        int argc, JSValueConst *argv, int magic)
{
    JSArrayBuffer *abuf;
    uint64_t new_len, old_len, max_len, *pmax_len;
    uint8_t *bs, *new_bs;
    JSReallocArrayBufferDataFunc *realloc_func;
    JSPinnedBlock *pin;
    void *opaque;
    JSValue ret;

    abuf = JS_GetOpaque2(ctx, this_val, JS_CLASS_ARRAY_BUFFER);
    if (!abuf)
        return JS_EXCEPTION;
    if (abuf->shared)
        return JS_ThrowTypeError(ctx, "cannot transfer a SharedArrayBuffer");
    // Spec (ArrayBufferCopyAndDetach): the newLength argument must be
    // coerced (its valueOf observed) before the buffer's detachability /
    // immutability is checked, so side effects of coercion are visible.
    if (argc < 1 || JS_IsUndefined(argv[0]))
        new_len = abuf->byte_length;
    else if (JS_ToIndex(ctx, &new_len, argv[0]))
        return JS_EXCEPTION;
    if (abuf->immutable)
        return JS_ThrowTypeErrorImmutableArrayBuffer(ctx);
    if (abuf->detached)
        return JS_ThrowTypeErrorDetachedArrayBuffer(ctx);
    if (abuf->undetachable)
        return JS_ThrowTypeError(
            ctx, "ArrayBuffer is not detachable and could not be cloned.");
    pmax_len = NULL;
    if (magic == JS_ARRAY_BUFFER_TRANSFER) {
        if (array_buffer_is_resizable(abuf)) { // carry over maxByteLength
            max_len = abuf->max_byte_length;
            if (new_len > max_len)
                return JS_ThrowRangeError(ctx, "Invalid array buffer length");
            pmax_len = &max_len;
        }
    }
    /* create an empty AB */
    if (new_len == 0) {
        JS_DetachArrayBuffer(ctx, this_val);
        ret = js_array_buffer_constructor2(ctx, JS_UNDEFINED, 0, pmax_len,
                                           JS_CLASS_ARRAY_BUFFER);
        goto fini;
    }
    bs = abuf->data;
    old_len = abuf->byte_length;
    realloc_func = abuf->realloc_func;
    opaque = abuf->opaque;
    /* A pinned block stays where it is: the new buffer has a copy, or the block
       itself if that is of the same length and can't be resized. */
    pin = abuf->pin;
    if (pin && (new_len != old_len || array_buffer_is_resizable(abuf))) {
        if (new_len > INT32_MAX)
            return js_throw_no_array_buffer(ctx);
        new_bs = js_mallocz_rt(ctx->rt, new_len);
        if (!new_bs)
            return js_throw_no_array_buffer(ctx);
        memcpy(new_bs, bs, new_len < old_len ? new_len : old_len);
        pin->moved_away = array_buffer_is_resizable(abuf);
        JS_DetachArrayBuffer(ctx, this_val);
        ret = js_array_buffer_constructor3(ctx, JS_UNDEFINED, new_len, pmax_len,
                                           JS_CLASS_ARRAY_BUFFER, new_bs,
                                           js_array_buffer_realloc, NULL,
                                           /*alloc_flag*/ false);
        if (JS_IsException(ret))
            js_free_rt(ctx->rt, new_bs);
        goto fini;
    }
    /* if length mismatch, realloc. Otherwise, use the same backing buffer. */
    if (new_len != old_len) {
        if (!realloc_func)
            return JS_ThrowTypeError(ctx, "array buffer is not resizable");
        /* XXX: we are currently limited to 2 GB; check before reallocating,
           new_len does not necessarily fit in a size_t */
        if (new_len > INT32_MAX)
            return js_throw_no_array_buffer(ctx);
        new_bs = realloc_func(ctx->rt, opaque, bs, new_len);
        if (!new_bs)
            return js_throw_no_array_buffer(ctx);
        bs = new_bs;
        if (new_len > old_len)
            memset(bs + old_len, 0, new_len - old_len);
    }
    ret = js_array_buffer_move(ctx, abuf, bs, new_len, pmax_len);
fini:
    if (magic == JS_ARRAY_BUFFER_TRANSFER_TO_IMMUTABLE) {
        if (JS_IsException(ret))
            return JS_EXCEPTION;
        abuf = JS_GetOpaque2(ctx, ret, JS_CLASS_ARRAY_BUFFER);
        if (!abuf)
            return JS_EXCEPTION;
        abuf->immutable = true;
    }
    return ret;
}

static JSValue js_array_buffer_resize(JSContext *ctx, JSValueConst this_val,
                                      int argc, JSValueConst *argv,
                                      int class_id)
{
    JSArrayBuffer *abuf;
    uint8_t *data;
    int64_t len;

    abuf = JS_GetOpaque2(ctx, this_val, class_id);
    if (!abuf)
        return JS_EXCEPTION;
    if (abuf->immutable)
        return JS_ThrowTypeErrorImmutableArrayBuffer(ctx);
    if (!array_buffer_is_resizable(abuf))
        return JS_ThrowTypeError(ctx, "array buffer is not resizable");
    if (JS_ToInt64Sat(ctx, &len, argv[0]))
        return JS_EXCEPTION;
    if (abuf->detached)
        return JS_ThrowTypeErrorDetachedArrayBuffer(ctx);
    if (len < 0 || len > abuf->max_byte_length) {
    bad_length:
        return JS_ThrowRangeError(ctx, "%s: Invalid length parameter",
                                  class_id == JS_CLASS_ARRAY_BUFFER
                                      ? "ArrayBuffer.prototype.resize"
                                      : "SharedArrayBuffer.prototype.grow");
    }
    // SABs can only grow and we don't need to realloc because
    // js_array_buffer_constructor3 commits all memory upfront;
    // regular RABs are resizable both ways and realloc
    if (abuf->shared) {
        if (len < abuf->byte_length)
            goto bad_length;
        // Note this is off-spec; there's supposed to be a single atomic
        // |byteLength| property that's shared across SABs but we store
        // it per SAB instead. That means when thread A calls sab.grow(2)
        // at time t0, and thread B calls sab.grow(1) at time t1, we don't
        // throw a TypeError in thread B as the spec says we should,
        // instead both threads get their own view of the backing memory,
        // 2 bytes big in A, and 1 byte big in B
        js_array_buffer_count(ctx->rt, abuf, -1);
        abuf->byte_length = len;
        js_array_buffer_count(ctx->rt, abuf, 1);
    } else {
        // the ArrayBuffer cannot be resizable without a way to resize it,
        // js_array_buffer_constructor3 rejects that combination
        assert(abuf->realloc_func);
        data = abuf->data;
        if (!abuf->pin)
            data = abuf->realloc_func(ctx->rt, abuf->opaque, abuf->data,
                                      max_int(len, 1));
        if (!data)
            return js_throw_no_array_buffer(ctx);
        if (len > abuf->byte_length)
            memset(&data[abuf->byte_length], 0, len - abuf->byte_length);
        js_array_buffer_count(ctx->rt, abuf, -1);
        abuf->byte_length = len;
        js_array_buffer_count(ctx->rt, abuf, 1);
        abuf->data = data;
    }
    js_array_buffer_update_typed_arrays(abuf);
    return JS_UNDEFINED;
}
