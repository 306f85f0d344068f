/*
 * napi_buffer.c - ArrayBuffers, the views of them, and Node's Buffers.
 *
 * A Buffer is a Uint8Array with another prototype, which lib/ makes and hands
 * in through engine_set_buffer_prototype(). Node-API takes every view for one.
 *
 * External memory belongs to native code; the ArrayBuffer has a record with the
 * finalizer (a backing, see napi_ref.c), which is queued when the buffer goes
 * or is detached. transfer() moves memory and record to another ArrayBuffer
 * without notice, so buffers point to the record and not the other way round.
 *
 * A view whose buffer was detached has length zero and no memory. The engine
 * throws there; quiet_begin() and quiet_end() take that back without touching
 * an exception that was pending before.
 */
#include "engine/napi.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- Asking without throwing -------------------------------------------- */

static JSValue quiet_begin(JSContext *ctx)
{
    return JS_SetAsideException(ctx);
}

static void quiet_end(JSContext *ctx, JSValue before)
{
    if (JS_HasException(ctx))
        JS_FreeValue(ctx, JS_GetException(ctx));
    JS_PutBackException(ctx, before);
}

/* Memory and length of an ArrayBuffer or SharedArrayBuffer; false if the value
 * is neither. Detached: NULL and 0. */
static bool get_bytes(JSContext *ctx, JSValueConst buffer, uint8_t **data,
                      size_t *length)
{
    if (!JS_IsObject(buffer))
        return false;
    JSValue before = quiet_begin(ctx);
    *data = JS_GetArrayBuffer(ctx, length, buffer);
    const bool is = JS_IsArrayBuffer(buffer) || !JS_HasException(ctx);
    quiet_end(ctx, before);
    return is;
}

typedef struct view {
    JSValue buffer; /* counted; undefined if it is not known */
    uint8_t *data;
    size_t offset;
    size_t length;  /* in bytes */
    size_t element; /* bytes of one; 1 for a DataView */
} view;

static void view_close(JSContext *ctx, const view *v)
{
    JS_FreeValue(ctx, v->buffer);
}

static void point_view(JSContext *ctx, view *v)
{
    size_t all;
    uint8_t *start;

    if (get_bytes(ctx, v->buffer, &start, &all) && start != NULL)
        v->data = start + v->offset;
}

static void open_typed_array(JSContext *ctx, JSValueConst value, view *v)
{
    JSValue before = quiet_begin(ctx);

    v->buffer =
        JS_GetTypedArrayBuffer(ctx, value, &v->offset, &v->length, &v->element);
    if (!JS_IsException(v->buffer)) {
        quiet_end(ctx, before);
        point_view(ctx, v);
        return;
    }
    /* It is out of bounds; no call may be made while that is pending. */
    JS_FreeValue(ctx, JS_GetException(ctx));
    v->buffer = JS_GetPropertyStr(ctx, value, "buffer");
    quiet_end(ctx, before);
}

/* What a getter of DataView.prototype says; zero if it throws. */
static size_t ask_dataview(engine *e, JSValueConst value, napi__intrinsic what)
{
    int64_t number = 0;
    JSValue answer = napi__call_intrinsic(e, what, value, 0, NULL);

    if (JS_IsException(answer))
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
    else
        JS_ToInt64(e->ctx, &number, answer);
    return (size_t)number;
}

static void open_dataview(engine *e, JSValueConst value, view *v)
{
    JSValue before = quiet_begin(e->ctx);

    v->buffer = napi__call_intrinsic(e, NAPI__DATAVIEW_BUFFER, value, 0, NULL);
    v->length = ask_dataview(e, value, NAPI__DATAVIEW_LENGTH);
    v->offset = ask_dataview(e, value, NAPI__DATAVIEW_OFFSET);
    v->element = 1;
    quiet_end(e->ctx, before);
    point_view(e->ctx, v);
}

/* False if the value is not a view. */
static bool view_open(engine *e, JSValueConst value, view *v)
{
    *v = (view){ .buffer = JS_UNDEFINED, .element = 1 };
    if (JS_GetTypedArrayType(value) >= 0)
        open_typed_array(e->ctx, value, v);
    else if (JS_IsDataView(value))
        open_dataview(e, value, v);
    else
        return false;
    return true;
}

/* ---- ArrayBuffers ------------------------------------------------------- */

/* Memory of the engine's. An ArrayBuffer's is zeroed; a Buffer's is not, as in
 * Node: the caller is about to fill it. */
static JSValue arraybuffer_new(engine *e, size_t length, bool zeroed,
                               uint8_t **data)
{
    const size_t size = length ? length : 1;
    uint8_t *bytes =
        zeroed ? js_mallocz(e->ctx, size) : js_malloc(e->ctx, size);

    if (bytes == NULL)
        return JS_EXCEPTION;
    JSValue buffer = JS_NewOwnArrayBuffer(e->ctx, bytes, length);
    if (JS_IsException(buffer))
        js_free(e->ctx, bytes);
    *data = bytes;
    return buffer;
}

napi_status napi_create_arraybuffer(napi_env env, size_t byte_length,
                                    void **data, napi_value *result)
{
    uint8_t *bytes;
    const napi_status status = napi__enter(env, result != NULL);

    if (status != napi_ok)
        return status;
    JSValue buffer = arraybuffer_new(env->e, byte_length, true, &bytes);
    if (data != NULL && !JS_IsException(buffer))
        *data = bytes;
    return napi__give(env, buffer, result);
}

/* The buffer releases external memory; also called inside collections. */
static void *free_backing(JSRuntime *rt, void *opaque, void *ptr, size_t size)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    napi_ref backing = opaque;

    (void)ptr;
    if (size != 0)
        return NULL;      /* it cannot be resized */
    if (backing->deleted) /* the engine is going: it was finalized before */
        orr__free(&e->alloc, backing);
    else
        napi__ref_queue(e, backing);
    return NULL;
}

/* An addon's memory cannot be transferred, as in Node: its finalizer would have
 * to run on another thread. */
static bool forbid_transfer(napi_env env, JSValueConst buffer)
{
    engine *e = env->e;
    const engine__scope scope = engine__open_scope(e);
    napi_value handle = engine__handle(e, JS_DupValue(e->ctx, buffer));
    const bool done = handle != NULL &&
                      engine_mark_clone(e, handle, ENGINE_TRANSFER_NEVER) == 0;

    engine__close_scope(e, scope);
    return done;
}

static JSValue external_buffer_new(napi_env env, void *data, size_t length,
                                   napi_finalize finalize, void *hint)
{
    engine *e = env->e;
    napi_ref backing = napi__ref_new_backing(env, finalize, data, hint);

    if (backing == NULL)
        return JS_ThrowOutOfMemory(e->ctx);
    /* An empty buffer must still have an address, which is never read. */
    uint8_t *bytes = data ? data : (void *)backing;
    JSValue buffer = JS_NewArrayBuffer(e->ctx, bytes, data ? length : 0, 0,
                                       free_backing, backing, false);
    if (JS_IsException(buffer)) { /* the memory stays the caller's */
        napi__ref_delete(backing);
        return buffer;
    }
    if (env->own || forbid_transfer(env, buffer))
        return buffer;
    backing->finalize = NULL;
    JS_FreeValue(e->ctx, buffer);
    return JS_EXCEPTION;
}

napi_status napi_create_external_arraybuffer(
    napi_env env, void *external_data, size_t byte_length,
    node_api_basic_finalize finalize_cb, void *finalize_hint,
    napi_value *result)
{
    const napi_status status = napi__enter(env, true);

    if (status != napi_ok)
        return status;
    JSValue buffer = external_buffer_new(env, external_data, byte_length,
                                         finalize_cb, finalize_hint);
    if (external_data == NULL && !JS_IsException(buffer))
        JS_DetachArrayBuffer(env->e->ctx, buffer); /* so does Node */
    return napi__give_maybe(env, buffer, result);
}

napi_status napi_get_arraybuffer_info(napi_env env, napi_value arraybuffer,
                                      void **data, size_t *byte_length)
{
    uint8_t *bytes;
    size_t length;
    const napi_status status = napi__check(env, arraybuffer != NULL);

    if (status != napi_ok)
        return status;
    if (!get_bytes(env->e->ctx, engine__value(arraybuffer), &bytes, &length))
        return napi__error(env, napi_invalid_arg);
    if (data != NULL)
        *data = bytes;
    if (byte_length != NULL)
        *byte_length = length;
    return napi_ok;
}

napi_status napi_detach_arraybuffer(napi_env env, napi_value arraybuffer)
{
    const napi_status status = napi__check(env, arraybuffer != NULL);

    if (status != napi_ok)
        return status;
    if (!JS_IsArrayBuffer(engine__value(arraybuffer)))
        return napi__error(env, napi_arraybuffer_expected);
    if (JS_IsImmutableArrayBuffer(engine__value(arraybuffer)) > 0)
        return napi__error(env, napi_detachable_arraybuffer_expected);
    JS_DetachArrayBuffer(env->e->ctx, engine__value(arraybuffer));
    return napi_ok;
}

napi_status napi_is_detached_arraybuffer(napi_env env, napi_value value,
                                         bool *result)
{
    const napi_status status =
        napi__check(env, value != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    *result = false;
    if (!JS_IsArrayBuffer(engine__value(value)))
        return napi_ok;
    engine *e = env->e;
    JSValue answer = napi__call_intrinsic(e, NAPI__IS_DETACHED,
                                          engine__value(value), 0, NULL);
    if (JS_IsException(answer))
        return napi__failed(env);
    *result = JS_ToBool(e->ctx, answer) > 0;
    return napi_ok;
}

napi_status node_api_is_sharedarraybuffer(napi_env env, napi_value value,
                                          bool *result)
{
    uint8_t *data;
    size_t length;
    const napi_status status =
        napi__check(env, value != NULL && result != NULL);

    if (status == napi_ok)
        *result = !JS_IsArrayBuffer(engine__value(value)) &&
                  get_bytes(env->e->ctx, engine__value(value), &data, &length);
    return status;
}

napi_status node_api_create_sharedarraybuffer(napi_env env, size_t byte_length,
                                              void **data, napi_value *result)
{
    uint8_t *bytes;
    size_t length;
    const napi_status status = napi__enter(env, result != NULL);

    if (status != napi_ok)
        return status;
    JSContext *ctx = env->e->ctx;
    JSValueConst size = JS_NewInt64(ctx, (int64_t)byte_length);
    JSValue buffer =
        napi__construct_intrinsic(env->e, NAPI__SHARED_ARRAY_BUFFER, 1, &size);
    if (!JS_IsException(buffer) && data != NULL &&
        get_bytes(ctx, buffer, &bytes, &length))
        *data = bytes;
    return napi__give(env, buffer, result);
}

/* ---- Typed arrays ------------------------------------------------------- */

typedef struct array_kind {
    const char *name;
    JSTypedArrayEnum type;
    size_t element;
} array_kind;

static const array_kind kinds[] = {
    [napi_int8_array] = { "Int8Array", JS_TYPED_ARRAY_INT8, 1 },
    [napi_uint8_array] = { "Uint8Array", JS_TYPED_ARRAY_UINT8, 1 },
    [napi_uint8_clamped_array] = { "Uint8ClampedArray", JS_TYPED_ARRAY_UINT8C,
                                   1 },
    [napi_int16_array] = { "Int16Array", JS_TYPED_ARRAY_INT16, 2 },
    [napi_uint16_array] = { "Uint16Array", JS_TYPED_ARRAY_UINT16, 2 },
    [napi_int32_array] = { "Int32Array", JS_TYPED_ARRAY_INT32, 4 },
    [napi_uint32_array] = { "Uint32Array", JS_TYPED_ARRAY_UINT32, 4 },
    [napi_float32_array] = { "Float32Array", JS_TYPED_ARRAY_FLOAT32, 4 },
    [napi_float64_array] = { "Float64Array", JS_TYPED_ARRAY_FLOAT64, 8 },
    [napi_bigint64_array] = { "BigInt64Array", JS_TYPED_ARRAY_BIG_INT64, 8 },
    [napi_biguint64_array] = { "BigUint64Array", JS_TYPED_ARRAY_BIG_UINT64, 8 },
    [napi_float16_array] = { "Float16Array", JS_TYPED_ARRAY_FLOAT16, 2 },
};
#define KINDS (sizeof kinds / sizeof kinds[0])

/* A view of `length` elements; the bounds were checked. */
static JSValue array_new(JSContext *ctx, JSTypedArrayEnum type,
                         JSValueConst buffer, size_t offset, size_t length)
{
    JSValueConst args[3] = { buffer, JS_NewInt64(ctx, (int64_t)offset),
                             JS_NewInt64(ctx, (int64_t)length) };

    return JS_NewTypedArray(ctx, 3, args, type);
}

/* Throw what Node throws for a range that is not inside the buffer; false if
 * it is. */
static bool refuse_range(napi_env env, const array_kind *kind, size_t offset,
                         size_t length, size_t all)
{
    char text[80];
    size_t bytes;

    if (offset % kind->element != 0) {
        snprintf(text, sizeof text,
                 "start offset of %s should be a multiple of %zu", kind->name,
                 kind->element);
        napi__throw(env, NAPI__RANGE_ERROR,
                    "ERR_NAPI_INVALID_TYPEDARRAY_ALIGNMENT", text);
        return true;
    }
    if (__builtin_mul_overflow(length, kind->element, &bytes) ||
        __builtin_add_overflow(bytes, offset, &bytes) || bytes > all) {
        napi__throw(env, NAPI__RANGE_ERROR,
                    "ERR_NAPI_INVALID_TYPEDARRAY_LENGTH",
                    "Invalid typed array length");
        return true;
    }
    return false;
}

napi_status napi_create_typedarray(napi_env env, napi_typedarray_type type,
                                   size_t length, napi_value arraybuffer,
                                   size_t byte_offset, napi_value *result)
{
    uint8_t *data;
    size_t all;
    const napi_status status =
        napi__enter(env, arraybuffer != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    JSContext *ctx = env->e->ctx;
    if ((size_t)type >= KINDS ||
        !get_bytes(ctx, engine__value(arraybuffer), &data, &all))
        return napi__error(env, napi_invalid_arg);
    const array_kind *kind = &kinds[type];
    if (refuse_range(env, kind, byte_offset, length, all))
        return napi__error(env, napi_generic_failure);
    return napi__give(env,
                      array_new(ctx, kind->type, engine__value(arraybuffer),
                                byte_offset, length),
                      result);
}

static napi_typedarray_type type_of(JSValueConst array)
{
    const int type = JS_GetTypedArrayType(array);
    size_t i = 0;

    while (i < KINDS && (int)kinds[i].type != type)
        i++;
    return (napi_typedarray_type)i;
}

/* Fill in the results that are not NULL, and close the view. */
static napi_status give_view(napi_env env, const view *v, void **data,
                             napi_value *arraybuffer, size_t *byte_offset)
{
    if (data != NULL)
        *data = v->data;
    if (byte_offset != NULL)
        *byte_offset = v->offset;
    if (arraybuffer != NULL)
        return napi__give(env, v->buffer, arraybuffer);
    view_close(env->e->ctx, v);
    return napi_ok;
}

napi_status napi_get_typedarray_info(napi_env env, napi_value typedarray,
                                     napi_typedarray_type *type, size_t *length,
                                     void **data, napi_value *arraybuffer,
                                     size_t *byte_offset)
{
    view v;
    const napi_status status = napi__check(env, typedarray != NULL);

    if (status != napi_ok)
        return status;
    JSValueConst array = engine__value(typedarray);
    if (JS_GetTypedArrayType(array) < 0 || !view_open(env->e, array, &v))
        return napi__error(env, napi_invalid_arg);
    if (type != NULL)
        *type = type_of(array);
    if (length != NULL)
        *length = v.length / v.element;
    return give_view(env, &v, data, arraybuffer, byte_offset);
}

/* ---- DataViews ---------------------------------------------------------- */

napi_status napi_create_dataview(napi_env env, size_t byte_length,
                                 napi_value arraybuffer, size_t byte_offset,
                                 napi_value *result)
{
    uint8_t *data;
    size_t all;
    size_t end;
    const napi_status status =
        napi__enter(env, arraybuffer != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    JSContext *ctx = env->e->ctx;
    if (!get_bytes(ctx, engine__value(arraybuffer), &data, &all))
        return napi__error(env, napi_invalid_arg);
    if (__builtin_add_overflow(byte_length, byte_offset, &end) || end > all) {
        napi__throw(env, NAPI__RANGE_ERROR, "ERR_NAPI_INVALID_DATAVIEW_ARGS",
                    "byte_offset + byte_length should be less than or "
                    "equal to the size in bytes of the array passed in");
        return napi__error(env, napi_pending_exception);
    }
    JSValueConst args[3] = { engine__value(arraybuffer),
                             JS_NewInt64(ctx, (int64_t)byte_offset),
                             JS_NewInt64(ctx, (int64_t)byte_length) };
    return napi__give(
        env, napi__construct_intrinsic(env->e, NAPI__DATAVIEW, 3, args),
        result);
}

napi_status napi_get_dataview_info(napi_env env, napi_value dataview,
                                   size_t *bytelength, void **data,
                                   napi_value *arraybuffer, size_t *byte_offset)
{
    view v;
    const napi_status status = napi__check(env, dataview != NULL);

    if (status != napi_ok)
        return status;
    if (!JS_IsDataView(engine__value(dataview)) ||
        !view_open(env->e, engine__value(dataview), &v))
        return napi__error(env, napi_invalid_arg);
    if (bytelength != NULL)
        *bytelength = v.length;
    return give_view(env, &v, data, arraybuffer, byte_offset);
}

/* ---- Buffers ------------------------------------------------------------ */

void engine_set_undetachable(napi_value arraybuffer)
{
    JS_SetUndetachable(engine__value(arraybuffer));
}

int engine_set_buffer_prototype(engine *e, napi_value prototype)
{
    if (prototype == NULL || !JS_IsObject(engine__value(prototype)))
        return -EINVAL;
    JS_FreeValue(e->ctx, e->napi->buffer_proto);
    e->napi->buffer_proto = JS_DupValue(e->ctx, engine__value(prototype));
    return 0;
}

bool engine_is_buffer(engine *e, napi_value value)
{
    JSValue proto = JS_GetPrototype(e->ctx, engine__value(value));
    const bool is = JS_IsObject(proto) &&
                    JS_IsStrictEqual(e->ctx, proto, e->napi->buffer_proto);

    JS_FreeValue(e->ctx, proto);
    return is;
}

/* Takes the ArrayBuffer over. */
static JSValue buffer_of(engine *e, JSValue arraybuffer, size_t offset,
                         size_t length)
{
    JSContext *ctx = e->ctx;

    if (JS_IsException(arraybuffer))
        return arraybuffer;
    JSValue array =
        JS_IsUndefined(e->napi->buffer_proto)
            ? array_new(ctx, JS_TYPED_ARRAY_UINT8, arraybuffer, offset, length)
            : JS_NewBytes(ctx, arraybuffer, (uint32_t)offset, (uint32_t)length,
                          e->napi->buffer_proto);
    JS_FreeValue(ctx, arraybuffer);
    return array;
}

napi_status napi_create_buffer(napi_env env, size_t length, void **data,
                               napi_value *result)
{
    uint8_t *bytes;
    const napi_status status = napi__enter(env, result != NULL);

    if (status != napi_ok)
        return status;
    JSValue arraybuffer = arraybuffer_new(env->e, length, false, &bytes);
    JSValue buffer = buffer_of(env->e, arraybuffer, 0, length);
    if (data != NULL && !JS_IsException(buffer))
        *data = bytes;
    return napi__give(env, buffer, result);
}

napi_status napi_create_buffer_copy(napi_env env, size_t length,
                                    const void *data, void **result_data,
                                    napi_value *result)
{
    void *bytes;
    const napi_status status = napi_create_buffer(env, length, &bytes, result);

    if (status != napi_ok)
        return status;
    if (length > 0 && data != NULL)
        memcpy(bytes, data, length);
    if (result_data != NULL)
        *result_data = bytes;
    return napi_ok;
}

napi_status napi_create_external_buffer(napi_env env, size_t length, void *data,
                                        node_api_basic_finalize finalize_cb,
                                        void *finalize_hint, napi_value *result)
{
    const napi_status status = napi__enter(env, result != NULL);

    if (status != napi_ok)
        return status;
    JSValue arraybuffer =
        external_buffer_new(env, data, length, finalize_cb, finalize_hint);
    return napi__give(env, buffer_of(env->e, arraybuffer, 0, data ? length : 0),
                      result);
}

napi_status node_api_create_buffer_from_arraybuffer(napi_env env,
                                                    napi_value arraybuffer,
                                                    size_t byte_offset,
                                                    size_t byte_length,
                                                    napi_value *result)
{
    uint8_t *data;
    size_t all;
    size_t end;
    const napi_status status =
        napi__enter(env, arraybuffer != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    JSContext *ctx = env->e->ctx;
    if (!get_bytes(ctx, engine__value(arraybuffer), &data, &all))
        return napi__error(env, napi_arraybuffer_expected);
    if (__builtin_add_overflow(byte_length, byte_offset, &end) || end > all) {
        napi__throw(env, NAPI__RANGE_ERROR, "ERR_OUT_OF_RANGE",
                    "The byte offset + length is out of range");
        return napi__error(env, napi_pending_exception);
    }
    return napi__give(env,
                      buffer_of(env->e,
                                JS_DupValue(ctx, engine__value(arraybuffer)),
                                byte_offset, byte_length),
                      result);
}

/* The usual case, a view with valid bounds, without reading its ArrayBuffer. */
static bool open_bytes(JSContext *ctx, JSValueConst value, view *v)
{
    *v = (view){ .buffer = JS_UNDEFINED, .element = 1 };
    if (JS_GetTypedArrayType(value) != JS_TYPED_ARRAY_UINT8 ||
        JS_HasException(ctx))
        return false;
    v->data = JS_GetUint8Array(ctx, &v->length, value);
    if (orr__unlikely(JS_HasException(ctx))) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        return false;
    }
    return true;
}

napi_status napi_get_buffer_info(napi_env env, napi_value value, void **data,
                                 size_t *length)
{
    view v;
    const napi_status status = napi__check(env, value != NULL);

    if (status != napi_ok)
        return status;
    if (!open_bytes(env->e->ctx, engine__value(value), &v) &&
        !view_open(env->e, engine__value(value), &v))
        return napi__error(env, napi_invalid_arg);
    if (data != NULL)
        *data = v.data;
    if (length != NULL)
        *length = v.length;
    view_close(env->e->ctx, &v);
    return napi_ok;
}

/* ---- Pins: bytes that the kernel or a thread still uses ----------------- */

/* A whole buffer, or the part of it that a view shows. */
static bool open_any(engine *e, JSValueConst value, view *v)
{
    uint8_t *start;
    size_t all;

    if (view_open(e, value, v))
        return true;
    if (!get_bytes(e->ctx, value, &start, &all))
        return false;
    *v = (view){ .buffer = JS_DupValue(e->ctx, value),
                 .data = start,
                 .length = all,
                 .element = 1 };
    return true;
}

/* Pinning may move the bytes, once, before their address is returned. */
static JSPinnedBlock *pin_view(engine *e, view *v)
{
    JSValue before = quiet_begin(e->ctx);
    JSPinnedBlock *block = JS_PinArrayBuffer(e->ctx, v->buffer);

    quiet_end(e->ctx, before);
    if (block != NULL)
        point_view(e->ctx, v);
    return block;
}

int engine_pin_bytes(engine *e, napi_value value, engine_pin **pin,
                     void **bytes, size_t *len)
{
    view v;

    if (!open_any(e, engine__value(value), &v))
        return -EINVAL;
    const bool is_gone = v.data == NULL;
    JSPinnedBlock *block = is_gone ? NULL : pin_view(e, &v);
    view_close(e->ctx, &v);
    if (block == NULL && !is_gone)
        return -ENOMEM;
    *pin = (engine_pin *)block;
    /* Of no bytes: any address that is not NULL, which nobody reads. */
    *bytes = is_gone ? (void *)e : v.data;
    *len = is_gone ? 0 : v.length;
    return 0;
}

void engine_unpin(engine *e, engine_pin *pin)
{
    if (pin != NULL)
        JS_UnpinArrayBuffer(e->rt, (JSPinnedBlock *)pin);
}

int64_t engine_get_pinned_length(const engine_pin *pin)
{
    return JS_GetPinnedLength((const JSPinnedBlock *)pin);
}
