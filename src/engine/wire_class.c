/*
 * wire_class.c - the classes Serializer and Deserializer of v8.
 *
 * Their methods are called by programs directly, also from within
 * _writeHostObject() and _readHostObject(), while a value is being written or
 * read; positions are offsets, so that this is safe. What a Deserializer reads
 * is pinned until it is collected.
 */
#include "engine/wire.h"

#include <errno.h>
#include <node_api.h>
#include <string.h>

/* ---- Transfers ---------------------------------------------------------- */

int wire__transfer(engine *e, wire_transfers *all, uint32_t id,
                   JSValueConst buffer)
{
    wire_transfer *more =
        orr__resize(&e->alloc, all->list, (all->count + 1) * sizeof *more);

    if (more == NULL) {
        JS_ThrowOutOfMemory(e->ctx);
        return -1;
    }
    all->list = more;
    more[all->count++] = (wire_transfer){ JS_DupValue(e->ctx, buffer), id };
    return 0;
}

static void mark_transfers(JSRuntime *rt, const wire_transfers *all,
                           JS_MarkFunc *mark_func)
{
    for (size_t i = 0; i < all->count; i++)
        JS_MarkValue(rt, all->list[i].buffer, mark_func);
}

static void free_transfers(engine *e, wire_transfers *all)
{
    for (size_t i = 0; i < all->count; i++)
        JS_FreeValueRT(e->rt, all->list[i].buffer);
    orr__free(&e->alloc, all->list);
}

/* ---- Objects ------------------------------------------------------------ */

static JSValue throw_coded(engine *e, const char *code, const char *text)
{
    JS_ThrowTypeError(e->ctx, "%s", text);
    return engine__add_code(e, code);
}

/* What a method works on; its delegate is the object itself. */
static wire_writer *writer_of(engine *e, JSValueConst self)
{
    wire_writer *w = JS_GetOpaque(self, e->classes.serializer);

    if (w == NULL)
        JS_ThrowTypeError(e->ctx, "Illegal invocation");
    else
        w->delegate = self;
    return w;
}

static wire_reader *reader_of(engine *e, JSValueConst self)
{
    wire_reader *r = JS_GetOpaque(self, e->classes.deserializer);

    if (r == NULL)
        JS_ThrowTypeError(e->ctx, "Illegal invocation");
    else
        r->delegate = self;
    return r;
}

/* An object of the class that inherits as new.target says. */
static JSValue make_instance(engine *e, JSValueConst target, JSClassID id)
{
    JSValue proto = JS_GetPropertyStr(e->ctx, target, "prototype");

    if (JS_IsException(proto))
        return proto;
    JSValue object = JS_NewObjectProtoClass(e->ctx, proto, id);
    JS_FreeValue(e->ctx, proto);
    return object;
}

static JSValue construct_writer(JSContext *ctx, JSValueConst target, int argc,
                                JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    (void)argc;
    (void)argv;

    if (JS_IsUndefined(target))
        return throw_coded(
            e, "ERR_CONSTRUCT_CALL_REQUIRED",
            "Class constructor Serializer cannot be invoked without 'new'");
    JSValue object = make_instance(e, target, e->classes.serializer);
    if (JS_IsException(object))
        return object;
    wire_writer *w = orr__alloc(&e->alloc, sizeof *w);
    if (w == NULL) {
        JS_FreeValue(e->ctx, object);
        return JS_ThrowOutOfMemory(e->ctx);
    }
    w->e = e;
    w->ctx = e->ctx;
    JS_SetOpaque(object, w);
    return object;
}

/* Pin the bytes of a view; -1, with an exception, if the value is not a
 * view. */
static int pin_view(engine *e, JSValueConst view, const char *name,
                    engine_pin **pin, void **bytes, size_t *len)
{
    char text[64] = { 0 };
    const engine__scope scope = engine__open_scope(e);
    napi_value handle = engine__handle(e, JS_DupValue(e->ctx, view));
    const bool is_view =
        JS_IsObject(view) &&
        (JS_GetTypedArrayType(view) >= 0 || JS_IsDataView(view));
    const int err = !is_view ? -EINVAL
                    : handle == NULL
                        ? -ENOMEM
                        : engine_pin_bytes(e, handle, pin, bytes, len);

    engine__close_scope(e, scope);
    if (err == -ENOMEM)
        JS_ThrowOutOfMemory(e->ctx);
    if (err != -EINVAL)
        return err;
    strcat(strcpy(text, name), " must be a TypedArray or a DataView");
    throw_coded(e, "ERR_INVALID_ARG_TYPE", text);
    return -1;
}

static JSValue construct_reader(JSContext *ctx, JSValueConst target, int argc,
                                JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine_pin *pin;
    void *bytes;
    size_t len;

    if (JS_IsUndefined(target))
        return throw_coded(
            e, "ERR_CONSTRUCT_CALL_REQUIRED",
            "Class constructor Deserializer cannot be invoked without 'new'");
    JSValueConst view = argc > 0 ? argv[0] : JS_UNDEFINED;
    if (pin_view(e, view, "buffer", &pin, &bytes, &len) < 0)
        return JS_EXCEPTION;
    JSValue object = make_instance(e, target, e->classes.deserializer);
    wire_reader *r =
        JS_IsException(object) ? NULL : orr__alloc(&e->alloc, sizeof *r);
    if (r == NULL || JS_DefinePropertyValueStr(e->ctx, object, "buffer",
                                               JS_DupValue(e->ctx, view),
                                               JS_PROP_C_W_E) < 0) {
        orr__free(&e->alloc, r);
        JS_FreeValue(e->ctx, object);
        engine_unpin(e, pin);
        return JS_HasException(e->ctx) ? JS_EXCEPTION
                                       : JS_ThrowOutOfMemory(e->ctx);
    }
    *r = (wire_reader){
        .e = e, .ctx = e->ctx, .pin = pin, .bytes = bytes, .len = len
    };
    JS_SetOpaque(object, r);
    return object;
}

static void finalize_writer(JSRuntime *rt, JSValueConst val)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    wire_writer *w = JS_GetOpaque(val, e->classes.serializer);

    if (w == NULL)
        return;
    engine__seen_close(e, &w->seen);
    free_transfers(e, &w->transfers);
    orr__free(&e->alloc, w->bytes);
    orr__free(&e->alloc, w);
}

static void mark_writer(JSRuntime *rt, JSValueConst val, JS_MarkFunc *mark_func)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    const wire_writer *w = JS_GetOpaque(val, e->classes.serializer);

    if (w == NULL)
        return;
    engine__seen_mark(rt, &w->seen, mark_func);
    mark_transfers(rt, &w->transfers, mark_func);
}

static void finalize_reader(JSRuntime *rt, JSValueConst val)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    wire_reader *r = JS_GetOpaque(val, e->classes.deserializer);

    if (r == NULL)
        return;
    for (size_t i = 0; i < r->met_count; i++)
        JS_FreeValueRT(rt, r->met[i]);
    orr__free(&e->alloc, r->met);
    free_transfers(e, &r->transfers);
    engine_unpin(e, r->pin);
    orr__free(&e->alloc, r);
}

static void mark_reader(JSRuntime *rt, JSValueConst val, JS_MarkFunc *mark_func)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    const wire_reader *r = JS_GetOpaque(val, e->classes.deserializer);

    if (r == NULL)
        return;
    for (size_t i = 0; i < r->met_count; i++)
        JS_MarkValue(rt, r->met[i], mark_func);
    mark_transfers(rt, &r->transfers, mark_func);
}

/* ---- Methods of Serializer ---------------------------------------------- */

static JSValue write_header(JSContext *ctx, JSValueConst self, int argc,
                            JSValueConst *argv)
{
    static const unsigned char header[] = { WIRE_HEADER, WIRE_VERSION };
    wire_writer *w = writer_of(engine__of(ctx), self);
    (void)argc;
    (void)argv;

    if (w == NULL || wire__put(w, header, sizeof header) < 0)
        return JS_EXCEPTION;
    return JS_UNDEFINED;
}

static JSValue write_value(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    wire_writer *w = writer_of(e, self);
    (void)argc;

    if (w == NULL || wire__write(w, argv[0]) < 0)
        return JS_EXCEPTION;
    return engine__leave_native(e, JS_TRUE);
}

static JSValue release_buffer(JSContext *ctx, JSValueConst self, int argc,
                              JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    wire_writer *w = writer_of(e, self);
    JSValue buffer = JS_EXCEPTION;
    napi_value result;
    (void)argc;
    (void)argv;

    if (w == NULL)
        return buffer;
    const engine__scope scope = engine__open_scope(e);
    if (napi_create_buffer_copy(e->env, w->len, w->bytes, NULL, &result) ==
        napi_ok)
        buffer = JS_DupValue(e->ctx, engine__value(result));
    engine__close_scope(e, scope);
    orr__free(&e->alloc, w->bytes);
    w->bytes = NULL;
    w->len = w->capacity = 0;
    return buffer;
}

static JSValue write_transfer(JSContext *ctx, JSValueConst self, int argc,
                              JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    wire_writer *w = writer_of(e, self);
    uint32_t id;
    (void)argc;

    if (w == NULL || JS_ToUint32(e->ctx, &id, argv[0]) < 0)
        return JS_EXCEPTION;
    if (!JS_IsObject(argv[1]) || !JS_IsArrayBuffer(argv[1]) ||
        clone__is_shared(e, argv[1]))
        return throw_coded(e, "ERR_INVALID_ARG_TYPE",
                           "arrayBuffer must be an ArrayBuffer");
    return wire__transfer(e, &w->transfers, id, argv[1]) < 0 ? JS_EXCEPTION
                                                             : JS_UNDEFINED;
}

static JSValue write_uint32(JSContext *ctx, JSValueConst self, int argc,
                            JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    wire_writer *w = writer_of(e, self);
    uint32_t n;
    (void)argc;

    if (w == NULL || JS_ToUint32(e->ctx, &n, argv[0]) < 0 ||
        wire__put_varint(w, n) < 0)
        return JS_EXCEPTION;
    return JS_UNDEFINED;
}

static JSValue write_uint64(JSContext *ctx, JSValueConst self, int argc,
                            JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    wire_writer *w = writer_of(e, self);
    uint32_t high, low;
    (void)argc;

    if (w == NULL || JS_ToUint32(e->ctx, &high, argv[0]) < 0 ||
        JS_ToUint32(e->ctx, &low, argv[1]) < 0 ||
        wire__put_varint(w, (uint64_t)high << 32 | low) < 0)
        return JS_EXCEPTION;
    return JS_UNDEFINED;
}

static JSValue write_double(JSContext *ctx, JSValueConst self, int argc,
                            JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    wire_writer *w = writer_of(e, self);
    double d;
    (void)argc;

    if (w == NULL || JS_ToFloat64(e->ctx, &d, argv[0]) < 0 ||
        wire__put(w, &d, sizeof d) < 0)
        return JS_EXCEPTION;
    return JS_UNDEFINED;
}

static JSValue write_raw_bytes(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    wire_writer *w = writer_of(e, self);
    engine_pin *pin;
    void *bytes;
    size_t len;
    (void)argc;

    if (w == NULL || pin_view(e, argv[0], "source", &pin, &bytes, &len) < 0)
        return JS_EXCEPTION;
    const int err = wire__put(w, bytes, len);
    engine_unpin(e, pin);
    return err < 0 ? JS_EXCEPTION : JS_UNDEFINED;
}

static JSValue treat_views_as_hosts(JSContext *ctx, JSValueConst self, int argc,
                                    JSValueConst *argv)
{
    wire_writer *w = writer_of(engine__of(ctx), self);
    (void)argc;

    if (w == NULL)
        return JS_EXCEPTION;
    w->views_are_hosts = JS_ToBool(ctx, argv[0]) > 0;
    return JS_UNDEFINED;
}

static const JSCFunctionListEntry writer_methods[] = {
    JS_CFUNC_DEF("writeHeader", 0, write_header),
    JS_CFUNC_DEF("writeValue", 1, write_value),
    JS_CFUNC_DEF("releaseBuffer", 0, release_buffer),
    JS_CFUNC_DEF("transferArrayBuffer", 2, write_transfer),
    JS_CFUNC_DEF("writeUint32", 1, write_uint32),
    JS_CFUNC_DEF("writeUint64", 2, write_uint64),
    JS_CFUNC_DEF("writeDouble", 1, write_double),
    JS_CFUNC_DEF("writeRawBytes", 1, write_raw_bytes),
    JS_CFUNC_DEF("_setTreatArrayBufferViewsAsHostObjects", 1,
                 treat_views_as_hosts),
};

/* ---- Methods of Deserializer -------------------------------------------- */

static JSValue wire_failed(wire_reader *r, const char *what)
{
    return JS_ThrowPlainError(r->ctx, "%s() failed", what);
}

static JSValue read_header(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    wire_reader *r = reader_of(engine__of(ctx), self);
    uint64_t version = 0;
    (void)argc;
    (void)argv;

    if (r == NULL)
        return JS_EXCEPTION;
    if (r->at < r->len && r->bytes[r->at] == WIRE_HEADER) {
        r->at++;
        if (wire__get_varint(r, &version) && version <= WIRE_VERSION) {
            r->version = (uint32_t)version;
            return JS_TRUE;
        }
    }
    return JS_ThrowPlainError(ctx, "Unable to deserialize cloned data due to "
                                   "invalid or unsupported version.");
}

static JSValue read_value(JSContext *ctx, JSValueConst self, int argc,
                          JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    wire_reader *r = reader_of(e, self);
    (void)argc;
    (void)argv;

    if (r == NULL)
        return JS_EXCEPTION;
    JSValue value = wire__read(r);
    return JS_IsException(value) ? value : engine__leave_native(e, value);
}

static JSValue get_version(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    const wire_reader *r = reader_of(engine__of(ctx), self);
    (void)argc;
    (void)argv;

    return r == NULL ? JS_EXCEPTION : JS_NewUint32(ctx, r->version);
}

static JSValue read_transfer(JSContext *ctx, JSValueConst self, int argc,
                             JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    wire_reader *r = reader_of(e, self);
    uint32_t id;
    (void)argc;

    if (r == NULL || JS_ToUint32(e->ctx, &id, argv[0]) < 0)
        return JS_EXCEPTION;
    if (!JS_IsObject(argv[1]) ||
        (!JS_IsArrayBuffer(argv[1]) && !clone__is_shared(e, argv[1])))
        return throw_coded(
            e, "ERR_INVALID_ARG_TYPE",
            "arrayBuffer must be an ArrayBuffer or SharedArrayBuffer");
    return wire__transfer(e, &r->transfers, id, argv[1]) < 0 ? JS_EXCEPTION
                                                             : JS_UNDEFINED;
}

static JSValue read_uint32(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    wire_reader *r = reader_of(engine__of(ctx), self);
    uint64_t n;
    (void)argc;
    (void)argv;

    if (r == NULL)
        return JS_EXCEPTION;
    return wire__get_varint(r, &n) ? JS_NewUint32(ctx, (uint32_t)n)
                                   : wire_failed(r, "ReadUint32");
}

static JSValue read_uint64(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    wire_reader *r = reader_of(engine__of(ctx), self);
    uint64_t n;
    (void)argc;
    (void)argv;

    if (r == NULL)
        return JS_EXCEPTION;
    if (!wire__get_varint(r, &n))
        return wire_failed(r, "ReadUint64");
    const JSValue halves[] = { JS_NewUint32(ctx, (uint32_t)(n >> 32)),
                               JS_NewUint32(ctx, (uint32_t)n) };
    return JS_NewArrayFrom(ctx, 2, halves);
}

static JSValue read_double(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    wire_reader *r = reader_of(engine__of(ctx), self);
    double d;
    (void)argc;
    (void)argv;

    if (r == NULL)
        return JS_EXCEPTION;
    return wire__get(r, &d, sizeof d) ? JS_NewNumber(ctx, d)
                                      : wire_failed(r, "ReadDouble");
}

/* Where they begin in the buffer. */
static JSValue read_raw_bytes(JSContext *ctx, JSValueConst self, int argc,
                              JSValueConst *argv)
{
    wire_reader *r = reader_of(engine__of(ctx), self);
    int64_t len;
    (void)argc;

    if (r == NULL || JS_ToInt64(ctx, &len, argv[0]) < 0)
        return JS_EXCEPTION;
    if (len < 0 || (uint64_t)len > r->len - r->at)
        return wire_failed(r, "ReadRawBytes");
    r->at += (size_t)len;
    return JS_NewInt64(ctx, (int64_t)(r->at - (size_t)len));
}

static const JSCFunctionListEntry reader_methods[] = {
    JS_CFUNC_DEF("readHeader", 0, read_header),
    JS_CFUNC_DEF("readValue", 0, read_value),
    JS_CFUNC_DEF("getWireFormatVersion", 0, get_version),
    JS_CFUNC_DEF("transferArrayBuffer", 2, read_transfer),
    JS_CFUNC_DEF("readUint32", 0, read_uint32),
    JS_CFUNC_DEF("readUint64", 0, read_uint64),
    JS_CFUNC_DEF("readDouble", 0, read_double),
    JS_CFUNC_DEF("_readRawBytes", 1, read_raw_bytes),
};

/* ---- The binding -------------------------------------------------------- */

static JSValue prototype_of(engine *e, JSValueConst global, const char *name)
{
    JSValue constructor = JS_GetPropertyStr(e->ctx, global, name);
    JSValue proto = JS_GetPropertyStr(e->ctx, constructor, "prototype");

    JS_FreeValue(e->ctx, constructor);
    return proto;
}

static JSValue getter_of(engine *e, JSValueConst object, const char *name)
{
    JSPropertyDescriptor desc = { .getter = JS_UNDEFINED };
    JSAtom atom = JS_NewAtom(e->ctx, name);

    if (JS_GetOwnProperty(e->ctx, &desc, object, atom) > 0) {
        JS_FreeValue(e->ctx, desc.setter);
        JS_FreeValue(e->ctx, desc.value);
    }
    JS_FreeAtom(e->ctx, atom);
    return desc.getter;
}

static void take_intrinsics(engine *e, struct engine__wires *k)
{
    static const char *const names[] = { "Number", "String", "Boolean",
                                         "BigInt", "Date" };
    JSValue global = JS_GetGlobalObject(e->ctx);

    for (int i = 0; i < 5; i++) {
        JSValue proto = prototype_of(e, global, names[i]);
        k->value_of[i] = JS_GetPropertyStr(e->ctx, proto, "valueOf");
        JS_FreeValue(e->ctx, proto);
    }
    JSValue regexp = prototype_of(e, global, "RegExp");
    k->regexp = JS_GetPropertyStr(e->ctx, global, "RegExp");
    k->source = getter_of(e, regexp, "source");
    k->flags = getter_of(e, regexp, "flags");
    JS_FreeValue(e->ctx, regexp);
    JS_FreeValue(e->ctx, global);
}

static int open_classes(engine *e)
{
    const JSClassDef writer = { "Serializer", finalize_writer, mark_writer,
                                NULL, NULL };
    const JSClassDef reader = { "Deserializer", finalize_reader, mark_reader,
                                NULL, NULL };

    JS_NewClassID(e->rt, &e->classes.serializer);
    JS_NewClassID(e->rt, &e->classes.deserializer);
    if (JS_NewClass(e->rt, e->classes.serializer, &writer) < 0 ||
        JS_NewClass(e->rt, e->classes.deserializer, &reader) < 0)
        return -1;
    e->wires = orr__alloc(&e->alloc, sizeof *e->wires);
    if (e->wires == NULL)
        return -1;
    take_intrinsics(e, e->wires);
    return 0;
}

/* Methods are enumerable, as those of Node's native classes are. */
static int add_methods(engine *e, JSValueConst proto,
                       const JSCFunctionListEntry *list, size_t count)
{
    if (JS_SetPropertyFunctionList(e->ctx, proto, list, (int)count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++) {
        JSAtom name = JS_NewAtom(e->ctx, list[i].name);
        const int err = JS_DefineProperty(
            e->ctx, proto, name, JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED,
            JS_PROP_HAS_ENUMERABLE | JS_PROP_ENUMERABLE);
        JS_FreeAtom(e->ctx, name);
        if (err < 0)
            return -1;
    }
    return 0;
}

static int add_class(engine *e, JSValueConst binding, const char *name,
                     JSCFunction *construct, int length,
                     const JSCFunctionListEntry *list, size_t count)
{
    JSValue proto = JS_NewObject(e->ctx);
    JSValue constructor = JS_NewCFunction2(e->ctx, construct, name, length,
                                           JS_CFUNC_constructor_or_func, 0);
    int err = JS_IsException(proto) || JS_IsException(constructor)
                  ? -1
                  : add_methods(e, proto, list, count);

    if (err == 0 && JS_SetConstructor(e->ctx, constructor, proto) < 0)
        err = -1;
    JS_FreeValue(e->ctx, proto);
    if (err < 0) {
        JS_FreeValue(e->ctx, constructor);
        return -1;
    }
    return JS_SetPropertyStr(e->ctx, binding, name, constructor);
}

JSValue engine__wire_binding(engine *e)
{
    JSValue binding = JS_NewObject(e->ctx);

    if (JS_IsException(binding))
        return binding;
    if (open_classes(e) < 0 ||
        add_class(e, binding, "Serializer", construct_writer, 0, writer_methods,
                  sizeof writer_methods / sizeof *writer_methods) < 0 ||
        add_class(e, binding, "Deserializer", construct_reader, 1,
                  reader_methods,
                  sizeof reader_methods / sizeof *reader_methods) < 0) {
        JS_FreeValue(e->ctx, binding);
        return JS_HasException(e->ctx) ? JS_EXCEPTION
                                       : JS_ThrowOutOfMemory(e->ctx);
    }
    return binding;
}

void engine__wires_close(engine *e)
{
    struct engine__wires *k = e->wires;

    if (k == NULL)
        return;
    for (int i = 0; i < 5; i++)
        JS_FreeValue(e->ctx, k->value_of[i]);
    JS_FreeValue(e->ctx, k->regexp);
    JS_FreeValue(e->ctx, k->source);
    JS_FreeValue(e->ctx, k->flags);
    orr__free(&e->alloc, k);
    e->wires = NULL;
}
