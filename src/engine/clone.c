/*
 * clone.c - structured clone: writing.
 *
 * As the HTML standard has it: primitives, plain objects and arrays, boxes,
 * Date, RegExp, Map, Set, errors, buffers and their views; cycles and shared
 * references are preserved. Any other object that is not plain is a
 * DataCloneError. Getters run, in the order of the keys, and what they throw
 * comes out.
 *
 * A moved ArrayBuffer hands its memory on if the same engine reads the clone.
 * Memory is an engine's own, so for another one it is copied, and the buffer
 * detached. Both come last, so that a failure has changed nothing.
 */
#include "engine/clone.h"
#include "engine/seen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- The writer --------------------------------------------------------- */

typedef struct writer {
    engine *e;
    JSContext *ctx;
    engine_clone *out;
    engine__seen seen;
    const napi_value *transfer;
    size_t transfer_count;
    const napi_value *hosts;
    size_t host_count;
    bool is_local; /* this engine reads the clone */
    uint32_t depth;
} writer;

static int write_value(writer *w, JSValueConst value);

static int no_memory(writer *w)
{
    JS_ThrowOutOfMemory(w->ctx);
    return -1;
}

static int put_bytes(writer *w, const void *bytes, size_t len)
{
    engine_clone *c = w->out;

    if (c->len + len > c->capacity) {
        size_t capacity = c->capacity ? c->capacity * 2 : 256;
        while (capacity < c->len + len)
            capacity *= 2;
        unsigned char *more = realloc(c->bytes, capacity);
        if (more == NULL)
            return no_memory(w);
        c->bytes = more;
        c->capacity = capacity;
    }
    for (size_t part; len > 0;
         len -= part, bytes = (const char *)bytes + part) {
        part = len < CLONE_PART ? len : CLONE_PART;
        memcpy(c->bytes + c->len, bytes, part);
        c->len += part;
        if (part == CLONE_PART && JS_PollWork(w->ctx, part / 4) < 0)
            return -1;
    }
    return 0;
}

static int put_tag(writer *w, clone_tag tag)
{
    const unsigned char byte = (unsigned char)tag;

    return put_bytes(w, &byte, 1);
}

static int put_number(writer *w, uint64_t n)
{
    return put_bytes(w, &n, sizeof n);
}

static int put_tagged(writer *w, clone_tag tag, uint64_t n)
{
    return put_tag(w, tag) < 0 ? -1 : put_number(w, n);
}

/* ---- What was met before ------------------------------------------------ */

/* 1 if it was met before, and that is written; 0 if it is new, and numbered. */
static int clone_meet(writer *w, JSValueConst object)
{
    uint64_t number;
    const int met = engine__seen_meet(w->e, &w->seen, object, &number);

    if (met <= 0)
        return met;
    return put_tagged(w, CLONE_AGAIN, number) < 0 ? -1 : 1;
}

/* ---- Kinds of values ---------------------------------------------------- */

static int write_string(writer *w, JSValueConst value)
{
    JSValue flat = JS_ToString(w->ctx, value); /* a rope has no characters */
    size_t len;
    bool wide;

    if (JS_IsException(flat))
        return -1;
    const void *chars = JS_GetStringChars(flat, &len, &wide);
    int err = put_tagged(w, wide ? CLONE_STRING : CLONE_NARROW, len);
    if (err == 0)
        err = put_bytes(w, chars, len << wide);
    JS_FreeValue(w->ctx, flat);
    return err;
}

static int write_leaf(writer *w, JSValueConst value, clone_tag tag)
{
    size_t len;
    uint8_t *bytes = JS_WriteObject(w->ctx, &len, value, JS_WRITE_OBJ_BYTECODE);
    int err;

    if (bytes == NULL)
        return -1;
    err = put_tagged(w, tag, len);
    if (err == 0)
        err = put_bytes(w, bytes, len);
    js_free(w->ctx, bytes);
    return err;
}

static int write_number(writer *w, JSValueConst value)
{
    double d;

    if (JS_VALUE_GET_TAG(value) == JS_TAG_INT) {
        const int32_t n = JS_VALUE_GET_INT(value);
        return put_tag(w, CLONE_INT) < 0 ? -1 : put_bytes(w, &n, sizeof n);
    }
    JS_ToFloat64(w->ctx, &d, value);
    return put_tag(w, CLONE_DOUBLE) < 0 ? -1 : put_bytes(w, &d, sizeof d);
}

/* Is it the name of an element that was written? */
static bool is_written(engine *e, JSAtom name, int64_t elements)
{
    uint32_t index;

    return JS_AtomIsArrayIndex(e->ctx, &index, name) && index < elements;
}

/* Key and value; a property that a getter before it removed is left out. */
static int write_property(writer *w, JSValueConst object, JSAtom name,
                          uint64_t *count)
{
    const int has = JS_GetOwnProperty(w->ctx, NULL, object, name);

    if (has <= 0)
        return has;
    JSValue key = JS_AtomToString(w->ctx, name);
    int err = JS_IsException(key) ? -1 : write_string(w, key);
    JS_FreeValue(w->ctx, key);
    if (err < 0)
        return err;
    JSValue value = JS_GetProperty(w->ctx, object, name);
    err = JS_IsException(value) ? -1 : write_value(w, value);
    JS_FreeValue(w->ctx, value);
    ++*count;
    return err;
}

/* All but the first `elements` of an array. */
static int write_properties(writer *w, JSValueConst object, int64_t elements)
{
    JSPropertyEnum *names;
    uint32_t n;
    uint64_t count = 0;
    const size_t at = w->out->len;
    int err;

    err = put_number(w, 0); /* corrected below */
    if (err < 0 ||
        JS_GetOwnPropertyNames(w->ctx, &names, &n, object,
                               JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY) < 0)
        return -1;
    const uint32_t first =
        elements == INT64_MAX ? clone__skip_elements(w->e, names, n) : 0;
    for (uint32_t i = first; i < n && err == 0; i++)
        if (elements == 0 || !is_written(w->e, names[i].atom, elements))
            err = write_property(w, object, names[i].atom, &count);
    JS_FreePropertyEnum(w->ctx, names, n);
    memcpy(w->out->bytes + at, &count, sizeof count);
    return err;
}

/* 1 if there is none, and that is written. */
static int write_element(writer *w, JSValueConst array, uint32_t i)
{
    JSAtom name = JS_NewAtomUInt32(w->ctx, i);
    const int has = JS_GetOwnProperty(w->ctx, NULL, array, name);
    int err = has < 0 ? -1 : 0;

    if (has == 0)
        err = put_tag(w, CLONE_HOLE) < 0 ? -1 : 1;
    if (has > 0) {
        JSValue value = JS_GetProperty(w->ctx, array, name);
        err = JS_IsException(value) ? -1 : write_value(w, value);
        JS_FreeValue(w->ctx, value);
    }
    JS_FreeAtom(w->ctx, name);
    return err;
}

/* How many elements from the first are enumerable. A getter that is called
   later may hide some; they are written all the same. */
static int64_t count_enumerable(JSContext *ctx, JSValueConst array, int64_t len)
{
    JSPropertyDescriptor desc;
    JSValueConst *values;
    uint32_t count;
    int64_t i;
    int has = 1;

    if (JS_GetArrayValues(array, &values, &count))
        return len;
    for (i = 0; i < len; i++) {
        JSAtom name = JS_NewAtomUInt32(ctx, (uint32_t)i);
        has = JS_GetOwnProperty(ctx, &desc, array, name);
        JS_FreeAtom(ctx, name);
        if (has <= 0)
            break;
        JS_FreeValue(ctx, desc.value);
        JS_FreeValue(ctx, desc.getter);
        JS_FreeValue(ctx, desc.setter);
        if (!(desc.flags & JS_PROP_ENUMERABLE))
            break;
    }
    return has < 0 ? -1 : i;
}

/* The elements after a hole are written by name: the next may be far away. One
   that is not enumerable is a hole. */
static int write_array(writer *w, JSValueConst array)
{
    int64_t len;
    int64_t i = 0;

    if (JS_GetLength(w->ctx, array, &len) < 0)
        return -1;
    const int64_t dense = count_enumerable(w->ctx, array, len);
    int err = dense < 0 ? -1 : put_tagged(w, CLONE_ARRAY, (uint64_t)len);
    while (i < dense && err == 0)
        err = write_element(w, array, (uint32_t)i++);
    if (err == 0 && i < len) {
        err = put_tag(w, CLONE_HOLE) < 0 ? -1 : 1;
        i++;
    }
    if (err < 0)
        return err;
    return write_properties(w, array, err == 1 ? i : INT64_MAX);
}

/* forEach(value, key): gather into an array, flat. */
static JSValue clone_gather(JSContext *ctx, JSValueConst self, int argc,
                            JSValueConst *argv, int magic, JSValueConst *data)
{
    int64_t len;
    (void)self;
    (void)argc;

    if (JS_GetLength(ctx, data[0], &len) < 0)
        return JS_EXCEPTION;
    for (int i = magic - 1; i >= 0; i--) /* key first */
        if (JS_DefinePropertyValueUint32(ctx, data[0], (uint32_t)len++,
                                         JS_DupValue(ctx, argv[i]),
                                         JS_PROP_C_W_E) < 0)
            return JS_EXCEPTION;
    return JS_UNDEFINED;
}

/* The entries as they are now: a getter may change the collection meanwhile. */
static JSValue list_entries(writer *w, JSValueConst value, JSValueConst each,
                            int width)
{
    JSValue list = JS_NewArray(w->ctx);

    if (JS_IsException(list))
        return list;
    JSValue fn = JS_NewCFunctionData(w->ctx, clone_gather, 2, width, 1, &list);
    JSValue done = JS_IsException(fn) ? JS_EXCEPTION
                                      : JS_Call(w->ctx, each, value, 1, &fn);
    JS_FreeValue(w->ctx, fn);
    if (!JS_IsException(done)) {
        JS_FreeValue(w->ctx, done);
        return list;
    }
    JS_FreeValue(w->ctx, list);
    return JS_EXCEPTION;
}

static int write_collection(writer *w, JSValueConst value, JSValueConst each,
                            int width, clone_tag tag)
{
    JSValue list = list_entries(w, value, each, width);
    int64_t len = 0;
    int err = JS_IsException(list) ? -1 : JS_GetLength(w->ctx, list, &len);

    if (err == 0)
        err = put_tagged(w, tag, (uint64_t)(len / width));
    for (int64_t i = 0; i < len && err == 0; i++) {
        JSValue item = JS_GetPropertyUint32(w->ctx, list, (uint32_t)i);
        err = write_value(w, item);
        JS_FreeValue(w->ctx, item);
    }
    JS_FreeValue(w->ctx, list);
    return err;
}

/* Written in the order in which an error has them, for their order there. */
static int write_error(writer *w, JSValueConst error)
{
    static int (*const get[])(engine *, JSValueConst, JSValue *) = {
        clone__get_stack, clone__get_message, clone__get_cause
    };
    const int kind = clone__error_kind(w->e, error);
    unsigned char flags = 0;

    if (kind < 0 || put_tagged(w, CLONE_ERROR, (uint64_t)kind) < 0)
        return -1;
    const size_t at = w->out->len;
    int err = put_bytes(w, &flags, 1); /* corrected below */
    for (int i = 0; i < 3 && err == 0; i++) {
        JSValue value;
        const int has = get[i](w->e, error, &value);
        if (has <= 0) {
            err = has;
            continue;
        }
        flags |= (unsigned char)(1 << i);
        err = write_value(w, value);
        JS_FreeValue(w->ctx, value);
    }
    if (err == 0)
        w->out->bytes[at] = flags;
    return err;
}

static int write_part(writer *w, JSValueConst object, JSAtom name)
{
    JSValue value = JS_GetProperty(w->ctx, object, name);
    const int err = JS_IsException(value) ? -1 : write_value(w, value);

    JS_FreeValue(w->ctx, value);
    return err;
}

static int write_dom_exception(writer *w, JSValueConst error)
{
    static const int parts[] = { ENGINE__ATOM_STACK, ENGINE__ATOM_NAME,
                                 ENGINE__ATOM_MESSAGE };
    int err = put_tag(w, CLONE_DOM);

    for (int i = 0; i < 3 && err == 0; i++)
        err = write_part(w, error, w->e->atoms[parts[i]]);
    return err;
}

/* ---- Buffers ------------------------------------------------------------ */

static clone_block *add_block(clone_block **list, size_t *count)
{
    clone_block *more = realloc(*list, (*count + 1) * sizeof *more);

    if (more == NULL)
        return NULL;
    *list = more;
    more[*count] = (clone_block){ 0 };
    return &more[(*count)++];
}

static bool is_transferred(const writer *w, JSValueConst buffer)
{
    for (size_t i = 0; i < w->transfer_count; i++)
        if (JS_VALUE_GET_PTR(engine__value(w->transfer[i])) ==
            JS_VALUE_GET_PTR(buffer))
            return true;
    return false;
}

static int write_shared(writer *w, uint8_t *bytes, size_t len, size_t max)
{
    clone_block *b = add_block(&w->out->shared, &w->out->shared_count);

    if (b == NULL)
        return no_memory(w);
    shared__dup(NULL, bytes);
    *b = (clone_block){ .bytes = bytes, .len = len, .max = max };
    return put_tagged(w, CLONE_SHARED, w->out->shared_count - 1);
}

/* Within one engine the buffer itself is handed on, once all was written. */
static int write_moved_here(writer *w, JSValueConst buffer)
{
    clone_block *b = add_block(&w->out->moved, &w->out->moved_count);

    if (b == NULL)
        return no_memory(w);
    b->owner = w->e;
    b->value = JS_DupValue(w->ctx, buffer);
    return put_tagged(w, CLONE_MOVED, w->out->moved_count - 1);
}

static int write_moved(writer *w, const uint8_t *bytes, size_t len, size_t max)
{
    clone_block *b = add_block(&w->out->moved, &w->out->moved_count);

    if (b == NULL)
        return no_memory(w);
    b->bytes = malloc(len ? len : 1);
    if (b->bytes == NULL)
        return no_memory(w);
    if (len > 0)
        memcpy(b->bytes, bytes, len);
    b->len = len;
    b->max = max;
    return put_tagged(w, CLONE_MOVED, w->out->moved_count - 1);
}

#define BUFFER_IS_GONE "An ArrayBuffer is detached and could not be cloned."

static bool is_detached(writer *w, JSValueConst buffer)
{
    size_t len;

    if (JS_GetArrayBuffer(w->ctx, &len, buffer) != NULL)
        return false;
    JS_FreeValue(w->ctx, JS_GetException(w->ctx));
    return true;
}

static int write_buffer(writer *w, JSValueConst buffer)
{
    const bool shared = clone__is_shared(w->e, buffer);
    size_t len = 0, max = 0;
    uint8_t *bytes = JS_GetArrayBuffer(w->ctx, &len, buffer);

    if (bytes == NULL && JS_HasException(w->ctx)) {
        JS_FreeValue(w->ctx, JS_GetException(w->ctx));
        return clone__throw(w->e, BUFFER_IS_GONE);
    }
    if (clone__get_max(w->e, buffer, shared, &max) < 0)
        return -1;
    if (shared)
        return write_shared(w, bytes, len, max);
    if (is_transferred(w, buffer))
        return w->is_local ? write_moved_here(w, buffer)
                           : write_moved(w, bytes, len, max);
    if (put_tagged(w, CLONE_BUFFER, len) < 0 || put_number(w, max) < 0)
        return -1;
    return put_bytes(w, bytes, len);
}

/* A view that threw, since its buffer is detached or has become too short. */
static int refuse_view(writer *w, JSValueConst view, const char *words)
{
    JS_FreeValue(w->ctx, JS_GetException(w->ctx));
    JSValue buffer = JS_GetPropertyStr(w->ctx, view, "buffer");
    if (JS_IsException(buffer))
        return -1;
    const bool detached = is_detached(w, buffer);
    JS_FreeValue(w->ctx, buffer);
    return clone__throw(w->e, detached ? BUFFER_IS_GONE : words);
}

static int write_typed(writer *w, JSValueConst array, int type)
{
    size_t offset, len, width;
    JSValue buffer =
        JS_GetTypedArrayBuffer(w->ctx, array, &offset, &len, &width);

    if (JS_IsException(buffer))
        return refuse_view(w, array, "[object Object] could not be cloned.");
    int err = put_tagged(w, CLONE_TYPED, (uint64_t)type);
    if (err == 0)
        err = put_number(w, offset);
    if (err == 0)
        err = put_number(w, len / width);
    if (err == 0)
        err = write_value(w, buffer);
    JS_FreeValue(w->ctx, buffer);
    return err;
}

static int write_view(writer *w, JSValueConst view)
{
    int64_t offset, len;

    if (clone__get_number(w->e, view, "byteOffset", &offset) < 0 ||
        clone__get_number(w->e, view, "byteLength", &len) < 0)
        return refuse_view(w, view, "#<DataView> could not be cloned.");
    if (put_tagged(w, CLONE_VIEW, (uint64_t)offset) < 0 ||
        put_number(w, (uint64_t)len) < 0)
        return -1;
    JSValue buffer = JS_GetPropertyStr(w->ctx, view, "buffer");
    const int err = JS_IsException(buffer) ? -1 : write_value(w, buffer);
    JS_FreeValue(w->ctx, buffer);
    return err;
}

/* ---- Any value ---------------------------------------------------------- */

/* The host's own objects, which it moves by itself. */
static int write_host(writer *w, JSValueConst o)
{
    for (size_t i = 0; i < w->host_count; i++)
        if (JS_VALUE_GET_PTR(engine__value(w->hosts[i])) == JS_VALUE_GET_PTR(o))
            return put_tagged(w, CLONE_HOST, i);
    return clone__throw(w->e, "Object that needs transfer was found in message "
                              "but not listed in transferList");
}

/* An object whose insides only lib/ knows. */
static int write_packed(writer *w, JSValueConst o)
{
    engine *e = w->e;
    napi_value packed = NULL;

    if (e->host.pack == NULL)
        return clone__refuse(e, o);
    const engine__scope scope = engine__open_scope(e);
    napi_value handle = engine__handle(e, JS_DupValue(w->ctx, o));
    int err = handle != NULL ? e->host.pack(e->host.ctx, handle, &packed)
                             : no_memory(w);
    if (err == 0)
        err = put_tag(w, CLONE_PACKED);
    if (err == 0)
        err = write_value(w, engine__value(packed));
    engine__close_scope(e, scope);
    return err == 0 ? 0 : -1;
}

static int write_plain(writer *w, JSValueConst o)
{
    switch (clone__get_mark(w->e, o)) {
    case ENGINE_CLONE_BY_HOST:
        return write_host(w, o);
    case ENGINE_CLONE_PACKED:
        return write_packed(w, o);
    case ENGINE_CLONE_NEVER:
        return clone__throw(w->e, "Cannot clone object of unsupported type.");
    case -1:
        return -1;
    default:
        return put_tag(w, CLONE_OBJECT) < 0 ? -1 : write_properties(w, o, 0);
    }
}

static int write_new_object(writer *w, JSValueConst o)
{
    const struct engine__clones *k = w->e->clones;
    const JSClassID id = JS_GetClassID(o);
    const int type = JS_GetTypedArrayType(o);

    if (id == k->plain)
        return write_plain(w, o);
    if (JS_IsFunction(w->ctx, o) || engine__is_open_proxy(w->e, o))
        return clone__refuse(w->e, o);
    if (JS_IsArray(o))
        return write_array(w, o);
    if (JS_IsDate(o) || JS_IsRegExp(o) || clone__is_box(k, id))
        return write_leaf(w, o, CLONE_LEAF_OBJECT);
    if (JS_IsMap(o))
        return write_collection(w, o, k->map_each, 2, CLONE_MAP);
    if (JS_IsSet(o))
        return write_collection(w, o, k->set_each, 1, CLONE_SET);
    if (JS_IsError(o))
        return write_error(w, o);
    if (JS_IsArrayBuffer(o) || clone__is_shared(w->e, o))
        return write_buffer(w, o);
    if (type >= 0)
        return write_typed(w, o, type);
    if (JS_IsDataView(o))
        return write_view(w, o);
    if (id == k->dom_class)
        return write_dom_exception(w, o);
    if (JS_IsProxy(o))
        return write_plain(w, o);
    return clone__refuse(w->e, o);
}

#define DEEPEST 2000

static int write_object(writer *w, JSValueConst object)
{
    const int met = clone_meet(w, object);

    if (met != 0)
        return met < 0 ? -1 : 0;
    if (w->depth >= DEEPEST) {
        JS_ThrowRangeError(w->ctx, "Maximum call stack size exceeded");
        return -1;
    }
    w->depth++;
    const int err = write_new_object(w, object);
    w->depth--;
    return err;
}

static int write_value(writer *w, JSValueConst value)
{
    if (JS_PollWork(w->ctx, 80) < 0)
        return -1;
    if (JS_IsObject(value))
        return write_object(w, value);
    if (JS_IsString(value))
        return write_string(w, value);
    if (JS_IsNumber(value))
        return write_number(w, value);
    if (JS_IsBigInt(value))
        return write_leaf(w, value, CLONE_LEAF);
    if (JS_IsBool(value))
        return put_tag(w, JS_VALUE_GET_BOOL(value) ? CLONE_TRUE : CLONE_FALSE);
    if (JS_IsNull(value))
        return put_tag(w, CLONE_NULL);
    if (JS_IsUndefined(value))
        return put_tag(w, CLONE_UNDEFINED);
    return clone__refuse(w->e, value);
}

/* ---- All of it ---------------------------------------------------------- */

static int check_moved(writer *w, JSValueConst v)
{
    size_t len;

    if (!JS_IsObject(v) || !JS_IsArrayBuffer(v) || clone__is_shared(w->e, v))
        return clone__throw(w->e, "Found invalid value in transferList.");
    const bool gone =
        JS_GetArrayBuffer(w->ctx, &len, v) == NULL && JS_HasException(w->ctx);
    if (gone)
        JS_FreeValue(w->ctx, JS_GetException(w->ctx));
    const int mark = gone ? ENGINE_TRANSFER_NEVER : clone__get_mark(w->e, v);
    if (mark == ENGINE_TRANSFER_NEVER)
        return clone__throw(w->e,
                            "Cannot transfer object of unsupported type.");
    return mark < 0 ? -1 : 0;
}

static int check_transfer(writer *w)
{
    for (size_t i = 0; i < w->transfer_count; i++) {
        JSValueConst v = engine__value(w->transfer[i]);
        if (check_moved(w, v) < 0)
            return -1;
        for (size_t k = 0; k < i; k++)
            if (JS_VALUE_GET_PTR(engine__value(w->transfer[k])) ==
                JS_VALUE_GET_PTR(v))
                return clone__throw(
                    w->e, "Transfer list contains duplicate ArrayBuffer");
    }
    return 0;
}

/* A getter that ran meanwhile may have moved or closed one. */
static int check_hosts(writer *w)
{
    for (size_t i = 0; i < w->host_count; i++) {
        const int mark = clone__get_mark(w->e, engine__value(w->hosts[i]));
        if (mark < 0)
            return -1;
        if (mark != ENGINE_CLONE_BY_HOST)
            return clone__throw(w->e,
                                "Cannot clone object of unsupported type.");
    }
    return 0;
}

/* A getter that ran meanwhile may have detached one. */
static int move_buffers(writer *w)
{
    for (size_t i = 0; i < w->out->moved_count; i++)
        if (w->out->moved[i].owner != NULL &&
            is_detached(w, w->out->moved[i].value))
            return clone__throw(w->e, BUFFER_IS_GONE);
    for (size_t i = 0; i < w->out->moved_count; i++) {
        clone_block *b = &w->out->moved[i];
        if (b->owner == NULL)
            continue;
        JSValue moved = JS_MoveArrayBuffer(w->ctx, b->value);
        if (JS_IsException(moved))
            return -1;
        JS_FreeValue(w->ctx, b->value);
        b->value = moved;
    }
    return 0;
}

int engine_write_clone(engine *e, napi_value value,
                       const engine_transfer *transfer, engine_clone **out)
{
    static const engine_transfer nothing;

    if (transfer == NULL)
        transfer = &nothing;
    writer w = { .e = e,
                 .ctx = e->ctx,
                 .transfer = transfer->buffers,
                 .transfer_count = transfer->buffer_count,
                 .hosts = transfer->hosts,
                 .host_count = transfer->host_count,
                 .is_local = transfer->is_local };

    w.out = calloc(1, sizeof *w.out);
    if (w.out == NULL)
        return -ENOMEM;
    int err = check_transfer(&w);
    if (err == 0)
        err = write_value(&w, engine__value(value));
    engine__seen_close(e, &w.seen);
    if (err == 0)
        err = check_hosts(&w);
    if (err == 0)
        err = move_buffers(&w);
    if (err < 0) {
        engine_free_clone(w.out);
        return engine__threw(e);
    }
    for (size_t i = 0; i < w.transfer_count; i++)
        JS_DetachArrayBuffer(e->ctx, engine__value(w.transfer[i]));
    *out = w.out;
    return 0;
}
