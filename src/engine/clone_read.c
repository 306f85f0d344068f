/*
 * clone_read.c - structured clone: reading, and the built-ins it needs.
 */
#include "engine/clone.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    engine *e;
    JSContext *ctx;
    engine_clone *in;
    const napi_value *hosts;
    size_t at;
    JSValue *met; /* by number, each counted */
    size_t met_count;
    size_t met_capacity;
} reader;

static JSValue read_value(reader *r);

static void get_bytes(reader *r, void *out, size_t len)
{
    must(r->at + len <= r->in->len, "a clone is as long as it says");
    memcpy(out, r->in->bytes + r->at, len);
    r->at += len;
}

static uint64_t get_number(reader *r)
{
    uint64_t n;

    get_bytes(r, &n, sizeof n);
    return n;
}

/* Give the object the next number; it is counted once more. */
static int reader_number(reader *r, JSValueConst object)
{
    if (r->met_count == r->met_capacity) {
        const size_t capacity = r->met_capacity ? r->met_capacity * 2 : 32;
        JSValue *met =
            orr__resize(&r->e->alloc, r->met, capacity * sizeof(*met));
        if (met == NULL) {
            JS_ThrowOutOfMemory(r->ctx);
            return -1;
        }
        r->met = met;
        r->met_capacity = capacity;
    }
    r->met[r->met_count++] = JS_DupValue(r->ctx, object);
    return 0;
}

/* Numbered before its parts are read: they may name it. Takes it over. */
static JSValue reader_start(reader *r, JSValue object)
{
    if (JS_IsException(object) || reader_number(r, object) < 0) {
        JS_FreeValue(r->ctx, object);
        return JS_EXCEPTION;
    }
    return object;
}

/* The constructors that are kept are those of the engine's own context: what
 * they made for another one gets that one's prototype. Takes it over. */
static JSValue reader_adopt(reader *r, JSValue object, JSValue proto)
{
    if (JS_IsException(object) || !JS_IsObject(proto) ||
        JS_SetPrototype(r->ctx, object, proto) >= 0) {
        JS_FreeValue(r->ctx, proto);
        return object;
    }
    JS_FreeValue(r->ctx, proto);
    JS_FreeValue(r->ctx, object);
    return JS_EXCEPTION;
}

static JSValue adopt_class(reader *r, JSValue object)
{
    if (r->ctx == r->e->ctx || JS_IsException(object))
        return object;
    return reader_adopt(r, object,
                        JS_GetClassProto(r->ctx, JS_GetClassID(object)));
}

/* Kinds of errors are no classes: the context's global object has them. */
static JSValue adopt_error(reader *r, JSValue error, const char *name)
{
    if (r->ctx == r->e->ctx || JS_IsException(error))
        return error;
    JSValue global = JS_GetGlobalObject(r->ctx);
    JSValue kind = JS_GetPropertyStr(r->ctx, global, name);
    JSValue proto = JS_IsObject(kind)
                        ? JS_GetPropertyStr(r->ctx, kind, "prototype")
                        : JS_UNDEFINED;
    JS_FreeValue(r->ctx, kind);
    JS_FreeValue(r->ctx, global);
    return reader_adopt(r, error, proto);
}

static JSValue reader_fail(reader *r, JSValue object)
{
    JS_FreeValue(r->ctx, object);
    return JS_EXCEPTION;
}

/* ---- Kinds -------------------------------------------------------------- */

static JSValue read_string(reader *r, bool wide)
{
    const uint64_t len = get_number(r);
    void *chars;

    if (len == 0)
        return JS_NewStringLen(r->ctx, "", 0);
    JSValue value = JS_NewStringSpace(r->ctx, len, wide, &chars);
    if (JS_IsException(value))
        return value;
    for (size_t at = 0, part; at < len << wide; at += part) {
        part = (len << wide) - at;
        if (part > CLONE_PART)
            part = CLONE_PART;
        get_bytes(r, (char *)chars + at, part);
        if (part == CLONE_PART && JS_PollWork(r->ctx, part / 4) < 0) {
            JS_FreeValue(r->ctx, value);
            return JS_EXCEPTION;
        }
    }
    return value;
}

static JSValue read_leaf(reader *r)
{
    const uint64_t len = get_number(r);
    const uint8_t *bytes = r->in->bytes + r->at;

    r->at += len;
    return JS_ReadObject(r->ctx, bytes, len, JS_READ_OBJ_BYTECODE);
}

static int read_properties(reader *r, JSValueConst object)
{
    const uint64_t count = get_number(r);

    for (uint64_t i = 0; i < count; i++) {
        JSValue key = read_value(r);
        JSAtom name =
            JS_IsException(key) ? JS_ATOM_NULL : JS_ValueToAtom(r->ctx, key);
        JSValue value = name == JS_ATOM_NULL ? JS_EXCEPTION : read_value(r);
        const int err = JS_IsException(value)
                            ? -1
                            : JS_DefinePropertyValue(r->ctx, object, name,
                                                     value, JS_PROP_C_W_E);
        JS_FreeAtom(r->ctx, name);
        JS_FreeValue(r->ctx, key);
        if (err < 0)
            return -1;
    }
    return 0;
}

static JSValue read_plain(reader *r)
{
    JSValue object = reader_start(r, JS_NewObject(r->ctx));

    if (JS_IsException(object) || read_properties(r, object) < 0)
        return reader_fail(r, object);
    return object;
}

static JSValue read_array(reader *r)
{
    const uint64_t len = get_number(r);
    JSValue array = reader_start(r, JS_NewArray(r->ctx));

    if (JS_IsException(array))
        return array;
    for (uint64_t i = 0; i < len; i++) {
        if (r->in->bytes[r->at] == CLONE_HOLE) {
            r->at++;
            break;
        }
        JSValue value = read_value(r);
        if (JS_IsException(value) ||
            JS_DefinePropertyValueUint32(r->ctx, array, (uint32_t)i, value,
                                         JS_PROP_C_W_E) < 0)
            return reader_fail(r, array);
    }
    if (JS_SetLength(r->ctx, array, (int64_t)len) < 0 ||
        read_properties(r, array) < 0)
        return reader_fail(r, array);
    return array;
}

static JSValue read_collection(reader *r, JSValueConst constructor,
                               JSValueConst add, int width)
{
    const uint64_t count = get_number(r);
    JSValue object = reader_start(
        r, adopt_class(r, JS_CallConstructor(r->ctx, constructor, 0, NULL)));

    if (JS_IsException(object))
        return object;
    for (uint64_t i = 0; i < count; i++) {
        JSValue args[2] = { read_value(r), JS_UNDEFINED };
        if (width == 2 && !JS_IsException(args[0]))
            args[1] = read_value(r);
        JSValue done = JS_IsException(args[0]) || JS_IsException(args[1])
                           ? JS_EXCEPTION
                           : JS_Call(r->ctx, add, object, width, args);
        JS_FreeValue(r->ctx, args[0]);
        JS_FreeValue(r->ctx, args[1]);
        JS_FreeValue(r->ctx, done);
        if (JS_IsException(done))
            return reader_fail(r, object);
    }
    return object;
}

int clone__set_part(engine *e, JSValueConst error, int part, JSValue value)
{
    JSAtom name = e->atoms[part];

    if (JS_IsException(value))
        return -1;
    if (part == ENGINE__ATOM_STACK) {
        JS_SetStackSlot(e->ctx, error, value);
        return 0;
    }
    return JS_DefinePropertyValue(e->ctx, error, name, value,
                                  JS_PROP_CONFIGURABLE | JS_PROP_WRITABLE);
}

/* Made without a message, an error has its stack first, as any other. */
static JSValue read_error(reader *r)
{
    static const int parts[] = { ENGINE__ATOM_STACK, ENGINE__ATOM_MESSAGE,
                                 ENGINE__ATOM_CAUSE };
    const uint64_t kind = get_number(r);
    unsigned char flags;

    get_bytes(r, &flags, 1);
    JSValue made =
        JS_CallConstructor(r->ctx, r->e->clones->errors[kind], 0, NULL);
    JSValue error = reader_start(r, adopt_error(r, made, clone__errors[kind]));
    if (JS_IsException(error))
        return error;
    JS_SetStackSlot(r->ctx, error, JS_UNDEFINED);
    for (int i = 0; i < 3; i++)
        if ((flags & (1 << i)) &&
            clone__set_part(r->e, error, parts[i], read_value(r)) < 0)
            return reader_fail(r, error);
    return error;
}

/* Once a part could not be read, what follows it can't be either. */
static JSValue read_unless(reader *r, JSValueConst before)
{
    return JS_IsException(before) ? JS_EXCEPTION : read_value(r);
}

static JSValue read_dom_exception(reader *r)
{
    const size_t slot = r->met_count;

    if (reader_number(r, JS_UNDEFINED) < 0)
        return JS_EXCEPTION;
    JSValue stack = read_value(r);
    JSValue name = read_unless(r, stack);
    JSValue message = read_unless(r, name);
    JSValueConst args[2] = { message, name };
    JSValue error =
        JS_IsException(message)
            ? JS_EXCEPTION
            : JS_CallConstructor(r->ctx, r->e->clones->dom, 2, args);
    JS_FreeValue(r->ctx, message);
    JS_FreeValue(r->ctx, name);
    if (JS_IsException(error)) {
        JS_FreeValue(r->ctx, stack);
        return error;
    }
    JS_SetStackSlot(r->ctx, error, stack);
    r->met[slot] = JS_DupValue(r->ctx, error);
    return error;
}

static JSValue read_host(reader *r)
{
    JSValueConst host = engine__value(r->hosts[get_number(r)]);

    return reader_start(r, JS_DupValue(r->ctx, host));
}

/* Its number is that of the object, which is made when the rest was read. */
static JSValue read_packed(reader *r)
{
    engine *e = r->e;
    const size_t slot = r->met_count;
    napi_value object = NULL;

    if (reader_number(r, JS_UNDEFINED) < 0)
        return JS_EXCEPTION;
    JSValue packed = read_value(r);
    if (JS_IsException(packed))
        return packed;
    const engine__scope scope = engine__open_scope(e);
    napi_value handle = engine__handle(e, packed);
    JSValue result = JS_EXCEPTION;
    if (handle == NULL)
        JS_ThrowOutOfMemory(r->ctx);
    else if (e->host.unpack(e->host.ctx, handle, &object) == 0)
        result = JS_DupValue(r->ctx, engine__value(object));
    engine__close_scope(e, scope);
    if (!JS_IsException(result))
        r->met[slot] = JS_DupValue(r->ctx, result);
    return result;
}

/* ---- Buffers ------------------------------------------------------------ */

static void *resize_moved(JSRuntime *rt, void *opaque, void *ptr, size_t size)
{
    (void)rt;
    (void)opaque;
    if (size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, size);
}

static JSValue read_growing(reader *r, const uint8_t *bytes, size_t len,
                            size_t max)
{
    uint8_t *copy = malloc(len ? len : 1);

    if (copy == NULL)
        return JS_ThrowOutOfMemory(r->ctx);
    memcpy(copy, bytes, len);
    JSValue buffer =
        JS_NewArrayBuffer(r->ctx, copy, len, max, resize_moved, NULL, false);
    if (JS_IsException(buffer))
        free(copy);
    return buffer;
}

static JSValue read_buffer(reader *r)
{
    const uint64_t len = get_number(r);
    const uint64_t max = get_number(r);
    const uint8_t *bytes = r->in->bytes + r->at;

    r->at += len;
    return reader_start(r, max > 0 ? read_growing(r, bytes, len, max)
                                   : JS_NewArrayBufferCopy(r->ctx, bytes, len));
}

static JSValue read_moved(reader *r)
{
    clone_block *b = &r->in->moved[get_number(r)];

    if (b->owner != NULL) {
        b->owner = NULL; /* the value is the reader's now */
        return reader_start(r, b->value);
    }
    JSValue buffer = JS_NewArrayBuffer(r->ctx, b->bytes, b->len, b->max,
                                       resize_moved, NULL, false);

    if (!JS_IsException(buffer))
        b->bytes = NULL; /* it is the buffer's now */
    return reader_start(r, buffer);
}

static JSValue read_shared(reader *r)
{
    const clone_block *b = &r->in->shared[get_number(r)];

    return reader_start(r, JS_NewArrayBuffer(r->ctx, b->bytes, b->len, b->max,
                                             NULL, NULL, true));
}

/* The view was numbered before its buffer. */
static JSValue read_view_of(reader *r, int type, uint64_t offset, uint64_t len)
{
    const size_t slot = r->met_count;

    if (reader_number(r, JS_UNDEFINED) < 0)
        return JS_EXCEPTION;
    JSValue buffer = read_value(r);
    if (JS_IsException(buffer))
        return buffer;
    JSValueConst args[3] = { buffer, JS_NewInt64(r->ctx, (int64_t)offset),
                             JS_NewInt64(r->ctx, (int64_t)len) };
    JSValue view =
        type < 0 ? adopt_class(r, JS_CallConstructor(r->ctx, r->e->clones->view,
                                                     3, args))
                 : JS_NewTypedArray(r->ctx, 3, args, (JSTypedArrayEnum)type);
    JS_FreeValue(r->ctx, buffer);
    if (!JS_IsException(view))
        r->met[slot] = JS_DupValue(r->ctx, view);
    return view;
}

static JSValue read_typed(reader *r)
{
    const int type = (int)get_number(r);
    const uint64_t offset = get_number(r);

    return read_view_of(r, type, offset, get_number(r));
}

static JSValue read_view(reader *r)
{
    const uint64_t offset = get_number(r);

    return read_view_of(r, -1, offset, get_number(r));
}

/* ---- Any value ---------------------------------------------------------- */

static JSValue read_int(reader *r)
{
    int32_t n;

    get_bytes(r, &n, sizeof n);
    return JS_NewInt32(r->ctx, n);
}

static JSValue read_double(reader *r)
{
    double d;

    get_bytes(r, &d, sizeof d);
    return JS_NewFloat64(r->ctx, d);
}

static JSValue read_object(reader *r, clone_tag tag)
{
    const struct engine__clones *k = r->e->clones;

    switch (tag) {
    case CLONE_LEAF_OBJECT:
        return reader_start(r, read_leaf(r));
    case CLONE_AGAIN:
        return JS_DupValue(r->ctx, r->met[get_number(r)]);
    case CLONE_OBJECT:
        return read_plain(r);
    case CLONE_ARRAY:
        return read_array(r);
    case CLONE_MAP:
        return read_collection(r, k->map, k->map_set, 2);
    case CLONE_SET:
        return read_collection(r, k->set, k->set_add, 1);
    case CLONE_ERROR:
        return read_error(r);
    case CLONE_DOM:
        return read_dom_exception(r);
    case CLONE_HOST:
        return read_host(r);
    case CLONE_BUFFER:
        return read_buffer(r);
    case CLONE_MOVED:
        return read_moved(r);
    case CLONE_SHARED:
        return read_shared(r);
    case CLONE_TYPED:
        return read_typed(r);
    case CLONE_PACKED:
        return read_packed(r);
    default:
        must(tag == CLONE_VIEW, "a clone has only tags that are written");
        return read_view(r);
    }
}

static JSValue read_value(reader *r)
{
    unsigned char tag;

    if (JS_PollWork(r->ctx, 80) < 0)
        return JS_EXCEPTION;
    get_bytes(r, &tag, 1);
    switch (tag) {
    case CLONE_UNDEFINED:
        return JS_UNDEFINED;
    case CLONE_NULL:
        return JS_NULL;
    case CLONE_TRUE:
        return JS_TRUE;
    case CLONE_FALSE:
        return JS_FALSE;
    case CLONE_INT:
        return read_int(r);
    case CLONE_DOUBLE:
        return read_double(r);
    case CLONE_STRING:
        return read_string(r, true);
    case CLONE_NARROW:
        return read_string(r, false);
    case CLONE_LEAF:
        return read_leaf(r);
    default:
        return read_object(r, (clone_tag)tag);
    }
}

int engine_read_clone(engine *e, engine_clone *clone, const napi_value *hosts,
                      napi_value context, napi_value *result)
{
    reader r = { .e = e, .ctx = e->ctx, .in = clone, .hosts = hosts };

    if (context != NULL)
        r.ctx = engine__context_of(e, engine__value(context));
    JSValue value = read_value(&r);

    for (size_t i = 0; i < r.met_count; i++)
        JS_FreeValue(e->ctx, r.met[i]);
    orr__free(&e->alloc, r.met);
    engine_free_clone(clone);
    if (JS_IsException(value))
        return engine__threw(e);
    return engine__give(e, value, result);
}

/* ---- The built-ins ------------------------------------------------------ */

static JSValue reader_method(engine *e, JSValueConst constructor,
                             const char *name)
{
    JSValue proto = JS_GetPropertyStr(e->ctx, constructor, "prototype");
    JSValue fn = JS_GetPropertyStr(e->ctx, proto, name);

    JS_FreeValue(e->ctx, proto);
    return fn;
}

static JSClassID class_of(engine *e, JSValue value)
{
    JSValue object = JS_ToObject(e->ctx, value);
    const JSClassID id = JS_GetClassID(object);

    JS_FreeValue(e->ctx, object);
    JS_FreeValue(e->ctx, value);
    return id;
}

static void open_dom(engine *e, struct engine__clones *k, JSValueConst global)
{
    k->dom = JS_GetPropertyStr(e->ctx, global, "DOMException");
    k->dom_class = class_of(e, JS_CallConstructor(e->ctx, k->dom, 0, NULL));
}

static void open_shared(engine *e, struct engine__clones *k,
                        JSValueConst global)
{
    JSValue make = JS_GetPropertyStr(e->ctx, global, "SharedArrayBuffer");

    k->shared = class_of(e, JS_CallConstructor(e->ctx, make, 0, NULL));
    JS_FreeValue(e->ctx, make);
}

static void open_marks(engine *e, struct engine__clones *k, JSValueConst global)
{
    JSValue map = JS_GetPropertyStr(e->ctx, global, "WeakMap");

    k->marks = JS_CallConstructor(e->ctx, map, 0, NULL);
    k->marks_get = reader_method(e, map, "get");
    k->marks_set = reader_method(e, map, "set");
    JS_FreeValue(e->ctx, map);
}

/* Names and symbols for the message about an object that is refused. */
static void open_words(engine *e, struct engine__clones *k, JSValueConst global)
{
    JSValue object = JS_GetPropertyStr(e->ctx, global, "Object");
    JSValue symbol = JS_GetPropertyStr(e->ctx, global, "Symbol");
    JSValue tag = JS_GetPropertyStr(e->ctx, symbol, "toStringTag");

    k->object_to_string = reader_method(e, object, "toString");
    k->to_string = JS_NewAtom(e->ctx, "toString");
    k->tag = JS_ValueToAtom(e->ctx, tag);
    JS_FreeValue(e->ctx, tag);
    JS_FreeValue(e->ctx, symbol);
    JS_FreeValue(e->ctx, object);
}

int engine__clones_open(engine *e)
{
    static const JSSharedArrayBufferFunctions shared = { shared__alloc,
                                                         shared__free,
                                                         shared__dup, NULL };
    struct engine__clones *k = orr__alloc(&e->alloc, sizeof *k);

    if (k == NULL)
        return -ENOMEM;
    e->clones = k;
    JS_SetSharedArrayBufferFunctions(e->rt, &shared);
    JSValue global = JS_GetGlobalObject(e->ctx);
    k->map = JS_GetPropertyStr(e->ctx, global, "Map");
    k->map_set = reader_method(e, k->map, "set");
    k->map_each = reader_method(e, k->map, "forEach");
    k->set = JS_GetPropertyStr(e->ctx, global, "Set");
    k->set_add = reader_method(e, k->set, "add");
    k->set_each = reader_method(e, k->set, "forEach");
    k->view = JS_GetPropertyStr(e->ctx, global, "DataView");
    for (int i = 0; i < CLONE_ERRORS; i++)
        k->errors[i] = JS_GetPropertyStr(e->ctx, global, clone__errors[i]);
    /* Each of these calls: not while an exception is pending. */
    if (!JS_HasException(e->ctx))
        open_dom(e, k, global);
    if (!JS_HasException(e->ctx))
        open_shared(e, k, global);
    if (!JS_HasException(e->ctx))
        open_marks(e, k, global);
    if (!JS_HasException(e->ctx))
        open_words(e, k, global);
    JS_FreeValue(e->ctx, global);
    k->plain = class_of(e, JS_NewObject(e->ctx));
    k->boxes[0] = class_of(e, JS_NewInt32(e->ctx, 0));
    k->boxes[1] = class_of(e, JS_NewString(e->ctx, ""));
    k->boxes[2] = class_of(e, JS_FALSE);
    k->boxes[3] = class_of(e, JS_NewBigInt64(e->ctx, 0));
    return JS_HasException(e->ctx) ? -ENOMEM : 0;
}

void engine__clones_close(engine *e)
{
    struct engine__clones *k = e->clones;

    if (k == NULL)
        return;
    JS_FreeValue(e->ctx, k->map);
    JS_FreeValue(e->ctx, k->map_set);
    JS_FreeValue(e->ctx, k->map_each);
    JS_FreeValue(e->ctx, k->set);
    JS_FreeValue(e->ctx, k->set_add);
    JS_FreeValue(e->ctx, k->set_each);
    JS_FreeValue(e->ctx, k->view);
    for (int i = 0; i < CLONE_ERRORS; i++)
        JS_FreeValue(e->ctx, k->errors[i]);
    JS_FreeValue(e->ctx, k->dom);
    JS_FreeValue(e->ctx, k->marks);
    JS_FreeValue(e->ctx, k->marks_get);
    JS_FreeValue(e->ctx, k->marks_set);
    JS_FreeValue(e->ctx, k->object_to_string);
    JS_FreeAtom(e->ctx, k->to_string);
    JS_FreeAtom(e->ctx, k->tag);
    orr__free(&e->alloc, k);
    e->clones = NULL;
}
