/*
 * wire_write.c - V8's serialization format: writing.
 *
 * The bytes are those of Node 24. Two choices of V8 depend on how an array came
 * about and not on what is in it; here they follow from its elements: an array
 * with a hole is written sparsely, and one of numbers of which some are no
 * small integers is written as doubles throughout.
 */
#include "engine/wire.h"

#include <math.h>
#include <node_api.h>
#include <string.h>

const char wire__view_types[WIRE_VIEW_TYPES] = {
    [JS_TYPED_ARRAY_UINT8C] = 'C',     [JS_TYPED_ARRAY_INT8] = 'b',
    [JS_TYPED_ARRAY_UINT8] = 'B',      [JS_TYPED_ARRAY_INT16] = 'w',
    [JS_TYPED_ARRAY_UINT16] = 'W',     [JS_TYPED_ARRAY_INT32] = 'd',
    [JS_TYPED_ARRAY_UINT32] = 'D',     [JS_TYPED_ARRAY_BIG_INT64] = 'q',
    [JS_TYPED_ARRAY_BIG_UINT64] = 'Q', [JS_TYPED_ARRAY_FLOAT16] = 'h',
    [JS_TYPED_ARRAY_FLOAT32] = 'f',    [JS_TYPED_ARRAY_FLOAT64] = 'F',
};

/* ---- Bytes -------------------------------------------------------------- */

static int writer_reserve(wire_writer *w, size_t len)
{
    size_t capacity = w->capacity ? w->capacity : 128;

    if (w->len + len <= w->capacity)
        return 0;
    while (capacity < w->len + len)
        capacity *= 2;
    unsigned char *more = orr__resize(&w->e->alloc, w->bytes, capacity);
    if (more == NULL) {
        JS_ThrowOutOfMemory(w->ctx);
        return -1;
    }
    w->bytes = more;
    w->capacity = capacity;
    return 0;
}

int wire__put(wire_writer *w, const void *bytes, size_t len)
{
    if (writer_reserve(w, len) < 0)
        return -1;
    if (len > 0)
        memcpy(w->bytes + w->len, bytes, len);
    w->len += len;
    return 0;
}

int wire__put_tag(wire_writer *w, int tag)
{
    if (writer_reserve(w, 1) < 0)
        return -1;
    w->bytes[w->len++] = (unsigned char)tag;
    return 0;
}

int wire__put_varint(wire_writer *w, uint64_t n)
{
    unsigned char bytes[10];
    size_t len = 0;

    while (n >= 0x80) {
        bytes[len++] = (unsigned char)(n | 0x80);
        n >>= 7;
    }
    bytes[len++] = (unsigned char)n;
    return wire__put(w, bytes, len);
}

static int put_tagged(wire_writer *w, int tag, uint64_t n)
{
    return wire__put_tag(w, tag) < 0 ? -1 : wire__put_varint(w, n);
}

static int put_double(wire_writer *w, int tag, double d)
{
    return wire__put_tag(w, tag) < 0 ? -1 : wire__put(w, &d, sizeof d);
}

/* ---- The delegate ------------------------------------------------------- */

int wire__ask(engine *e, JSValueConst delegate, const char *method,
              JSValueConst *arg, JSValue *result)
{
    JSValue fn = JS_GetPropertyStr(e->ctx, delegate, method);
    int asked = JS_IsException(fn) ? -1 : 0;

    if (JS_IsFunction(e->ctx, fn)) {
        *result = engine__call(e, fn, delegate, arg != NULL, arg);
        asked = JS_IsException(*result) ? -1 : 1;
    }
    JS_FreeValue(e->ctx, fn);
    return asked;
}

/* A DataCloneError is pending: throw what the delegate makes of its text. */
static int throw_by_delegate(wire_writer *w)
{
    JSValue error = JS_GetException(w->ctx);
    JSValue mine = JS_UNDEFINED;

    if (JS_GetClassID(error) != w->e->clones->dom_class) {
        JS_Throw(w->ctx, error);
        return -1;
    }
    JSValue text =
        JS_GetProperty(w->ctx, error, w->e->atoms[ENGINE__ATOM_MESSAGE]);
    const int asked =
        JS_IsException(text)
            ? -1
            : wire__ask(w->e, w->delegate, "_getDataCloneError", &text, &mine);
    JS_FreeValue(w->ctx, text);
    if (asked == 0)
        JS_Throw(w->ctx, JS_DupValue(w->ctx, error));
    if (asked > 0)
        JS_Throw(w->ctx, mine);
    JS_FreeValue(w->ctx, error);
    return -1;
}

static int writer_refuse(wire_writer *w, JSValueConst value)
{
    clone__refuse(w->e, value);
    return throw_by_delegate(w);
}

static int refuse_with(wire_writer *w, const char *text)
{
    clone__throw(w->e, text);
    return throw_by_delegate(w);
}

static int write_host(wire_writer *w, JSValueConst object)
{
    JSValue result;

    if (wire__put_tag(w, WIRE_HOST) < 0)
        return -1;
    const int asked =
        wire__ask(w->e, w->delegate, "_writeHostObject", &object, &result);
    if (asked == 0)
        return writer_refuse(w, object);
    if (asked > 0)
        JS_FreeValue(w->ctx, result);
    return asked < 0 ? -1 : 0;
}

/* ---- Primitive values --------------------------------------------------- */

static int write_chars(wire_writer *w, const void *chars, size_t len, bool wide)
{
    if (!wide) {
        if (put_tagged(w, WIRE_LATIN1, len) < 0)
            return -1;
        return wire__put(w, chars, len);
    }
    size_t varint = 1;
    for (uint64_t n = (uint64_t)len * 2; n >= 0x80; n >>= 7)
        varint++;
    if (((w->len + 1 + varint) & 1) && wire__put_tag(w, WIRE_PADDING) < 0)
        return -1;
    if (put_tagged(w, WIRE_UTF16, len * 2) < 0)
        return -1;
    return wire__put(w, chars, len * 2);
}

static int write_string(wire_writer *w, JSValueConst value)
{
    size_t len;
    bool wide;
    const void *chars = JS_GetStringChars(value, &len, &wide);

    if (chars != NULL)
        return write_chars(w, chars, len, wide);
    JSValue flat = JS_ToString(w->ctx, value);
    if (JS_IsException(flat))
        return -1;
    chars = JS_GetStringChars(flat, &len, &wide);
    const int err = write_chars(w, chars, chars ? len : 0, wide);
    JS_FreeValue(w->ctx, flat);
    return err;
}

static bool is_small(double d)
{
    return d >= INT32_MIN && d <= INT32_MAX && d == (int32_t)d &&
           !(d == 0 && signbit(d));
}

static double number_of(JSValueConst value)
{
    return JS_VALUE_GET_TAG(value) == JS_TAG_INT ? JS_VALUE_GET_INT(value)
                                                 : JS_VALUE_GET_FLOAT64(value);
}

static int write_number(wire_writer *w, JSValueConst value)
{
    const double d = number_of(value);

    if (!is_small(d))
        return put_double(w, WIRE_DOUBLE, d);
    const int32_t n = (int32_t)d;
    return put_tagged(w, WIRE_INT32,
                      (uint32_t)n << 1 ^ (uint32_t)(n < 0 ? -1 : 0));
}

static int put_words(wire_writer *w, int sign, const uint64_t *words,
                     size_t count)
{
    const uint64_t bytes = count * sizeof *words;

    if (wire__put_varint(w, bytes << 1 | (sign ? 1 : 0)) < 0)
        return -1;
    return wire__put(w, words, bytes);
}

static int write_bigint(wire_writer *w, int tag, JSValueConst value)
{
    engine *e = w->e;
    const engine__scope scope = engine__open_scope(e);
    napi_value handle = engine__handle(e, JS_DupValue(w->ctx, value));
    uint64_t few[4], *words = few;
    size_t count = sizeof few / sizeof *few;
    int sign = 0, err = -1;

    if (handle == NULL) {
        JS_ThrowOutOfMemory(w->ctx);
    } else if (wire__put_tag(w, tag) == 0 &&
               napi_get_value_bigint_words(e->env, handle, &sign, &count,
                                           words) == napi_ok) {
        if (count > sizeof few / sizeof *few) {
            words = js_malloc(w->ctx, count * sizeof *words);
            if (words != NULL)
                napi_get_value_bigint_words(e->env, handle, &sign, &count,
                                            words);
        }
        err = words == NULL ? -1 : put_words(w, sign, words, count);
    }
    if (words != few)
        js_free(w->ctx, words);
    engine__close_scope(e, scope);
    return err;
}

/* ---- Properties --------------------------------------------------------- */

/* The name of a property is a number if it is an index. */
static int write_key(wire_writer *w, JSAtom name)
{
    uint32_t index;

    if (JS_AtomIsArrayIndex(w->ctx, &index, name))
        return write_number(w, JS_NewUint32(w->ctx, index));
    JSValue key = JS_AtomToValue(w->ctx, name);
    const int err = JS_IsException(key) ? -1 : write_string(w, key);
    JS_FreeValue(w->ctx, key);
    return err;
}

/* A property that a getter before it removed is left out. */
static int write_property(wire_writer *w, JSValueConst object, JSAtom name,
                          uint64_t *count)
{
    const int has = JS_GetOwnProperty(w->ctx, NULL, object, name);

    if (has <= 0)
        return has;
    JSValue value = JS_GetProperty(w->ctx, object, name);
    if (JS_IsException(value))
        return -1;
    int err = write_key(w, name);
    if (err == 0)
        err = wire__write(w, value);
    JS_FreeValue(w->ctx, value);
    ++*count;
    return err;
}

/* All but the elements of a dense array; then the tag, and how many. */
static int write_properties(wire_writer *w, JSValueConst object, int end)
{
    JSPropertyEnum *names;
    uint32_t n, index;
    uint64_t count = 0;
    const bool dense = end == WIRE_DENSE_END;
    int err = 0;

    if (JS_GetOwnPropertyNames(w->ctx, &names, &n, object,
                               JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY) < 0)
        return -1;
    const uint32_t first = dense ? clone__skip_elements(w->e, names, n) : 0;
    for (uint32_t i = first; i < n && err == 0; i++)
        if (!dense || !JS_AtomIsArrayIndex(w->ctx, &index, names[i].atom))
            err = write_property(w, object, names[i].atom, &count);
    JS_FreePropertyEnum(w->ctx, names, n);
    return err < 0 ? -1 : put_tagged(w, end, count);
}

/* ---- Arrays ------------------------------------------------------------- */

typedef enum array_kind { ARRAY_PLAIN, ARRAY_DOUBLES, ARRAY_HOLES } array_kind;

/* -1 if that threw. */
static int kind_of_array(wire_writer *w, JSValueConst array, int64_t len)
{
    bool only_numbers = true, only_small = true;

    for (int64_t i = 0; i < len; i++) {
        JSAtom name = JS_NewAtomUInt32(w->ctx, (uint32_t)i);
        JSPropertyDescriptor desc;
        const int has = JS_GetOwnProperty(w->ctx, &desc, array, name);
        JS_FreeAtom(w->ctx, name);
        if (has <= 0)
            return has < 0 ? -1 : ARRAY_HOLES;
        if (!JS_IsNumber(desc.value))
            only_numbers = false;
        else if (!is_small(number_of(desc.value)))
            only_small = false;
        JS_FreeValue(w->ctx, desc.value);
        JS_FreeValue(w->ctx, desc.getter);
        JS_FreeValue(w->ctx, desc.setter);
        if (!(desc.flags & JS_PROP_ENUMERABLE))
            return ARRAY_HOLES;
    }
    return only_numbers && !only_small ? ARRAY_DOUBLES : ARRAY_PLAIN;
}

static int write_element(wire_writer *w, JSValueConst array, uint32_t i,
                         bool doubles)
{
    JSAtom name = JS_NewAtomUInt32(w->ctx, i);
    const int has = JS_GetOwnProperty(w->ctx, NULL, array, name);
    int err = has < 0 ? -1 : 0;

    if (has == 0)
        err = wire__put_tag(w, WIRE_HOLE);
    if (has > 0) {
        JSValue value = JS_GetProperty(w->ctx, array, name);
        if (JS_IsException(value))
            err = -1;
        else if (doubles && JS_IsNumber(value))
            err = put_double(w, WIRE_DOUBLE, number_of(value));
        else
            err = wire__write(w, value);
        JS_FreeValue(w->ctx, value);
    }
    JS_FreeAtom(w->ctx, name);
    return err;
}

static int write_dense(wire_writer *w, JSValueConst array, int64_t len,
                       bool doubles)
{
    int err = put_tagged(w, WIRE_DENSE, (uint64_t)len);

    for (int64_t i = 0; i < len && err == 0; i++)
        err = write_element(w, array, (uint32_t)i, doubles);
    if (err == 0)
        err = write_properties(w, array, WIRE_DENSE_END);
    return err < 0 ? -1 : wire__put_varint(w, (uint64_t)len);
}

static int write_array(wire_writer *w, JSValueConst array)
{
    int64_t len;

    if (JS_GetLength(w->ctx, array, &len) < 0)
        return -1;
    const int kind = kind_of_array(w, array, len);
    if (kind < 0)
        return -1;
    if (kind != ARRAY_HOLES)
        return write_dense(w, array, len, kind == ARRAY_DOUBLES);
    if (put_tagged(w, WIRE_SPARSE, (uint64_t)len) < 0 ||
        write_properties(w, array, WIRE_SPARSE_END) < 0)
        return -1;
    return wire__put_varint(w, (uint64_t)len);
}

/* ---- Other objects ------------------------------------------------------ */

/* The entries as they are now: a getter may change the collection meanwhile. */
static int write_collection(wire_writer *w, JSValueConst value, int tag,
                            int end)
{
    bool is_keyed;
    int64_t len = 0;
    JSValue list = JS_PreviewEntries(w->ctx, value, &is_keyed);
    int err = JS_IsException(list) ? -1 : JS_GetLength(w->ctx, list, &len);

    if (err == 0)
        err = wire__put_tag(w, tag);
    for (int64_t i = 0; i < len && err == 0; i++) {
        JSValue item = JS_GetPropertyUint32(w->ctx, list, (uint32_t)i);
        err = wire__write(w, item);
        JS_FreeValue(w->ctx, item);
    }
    JS_FreeValue(w->ctx, list);
    return err < 0 ? -1 : put_tagged(w, end, (uint64_t)len);
}

static uint64_t regexp_flags(const char *text)
{
    uint64_t flags = 0;

    for (; *text != '\0'; text++) {
        const char *at = strchr(WIRE_REGEXP_FLAGS, *text);
        if (at != NULL)
            flags |= UINT64_C(1) << (at - WIRE_REGEXP_FLAGS);
    }
    return flags;
}

static int write_regexp(wire_writer *w, JSValueConst object)
{
    const struct engine__wires *k = w->e->wires;
    JSValue source = JS_Call(w->ctx, k->source, object, 0, NULL);
    JSValue flags = JS_IsException(source)
                        ? JS_EXCEPTION
                        : JS_Call(w->ctx, k->flags, object, 0, NULL);
    const char *text =
        JS_IsException(flags) ? NULL : JS_ToCString(w->ctx, flags);
    int err = text == NULL ? -1 : wire__put_tag(w, WIRE_REGEXP);

    if (err == 0)
        err = write_string(w, source);
    if (err == 0)
        err = wire__put_varint(w, regexp_flags(text));
    JS_FreeCString(w->ctx, text);
    JS_FreeValue(w->ctx, flags);
    JS_FreeValue(w->ctx, source);
    return err;
}

/* What valueOf() of its class says. */
static JSValue value_inside(wire_writer *w, JSValueConst object)
{
    const JSClassID id = JS_GetClassID(object);
    int kind = 0;

    while (kind < 4 && w->e->clones->boxes[kind] != id)
        kind++;
    return JS_Call(w->ctx, w->e->wires->value_of[kind], object, 0, NULL);
}

static int write_date(wire_writer *w, JSValueConst object)
{
    JSValue value = value_inside(w, object);
    const int err =
        JS_IsNumber(value) ? put_double(w, WIRE_DATE, number_of(value)) : -1;

    JS_FreeValue(w->ctx, value);
    return err;
}

static int write_box(wire_writer *w, JSValueConst object)
{
    JSValue value = value_inside(w, object);
    int err = -1;

    if (JS_IsBool(value))
        err = wire__put_tag(w, JS_VALUE_GET_BOOL(value) ? WIRE_TRUE_BOX
                                                        : WIRE_FALSE_BOX);
    else if (JS_IsNumber(value))
        err = put_double(w, WIRE_NUMBER_BOX, number_of(value));
    else if (JS_IsBigInt(value))
        err = write_bigint(w, WIRE_BIGINT_BOX, value);
    else if (JS_IsString(value) && wire__put_tag(w, WIRE_STRING_BOX) == 0)
        err = write_string(w, value);
    JS_FreeValue(w->ctx, value);
    return err;
}

/* ---- Errors ------------------------------------------------------------- */

static int write_part(wire_writer *w, JSValueConst error, int tag,
                      int (*get)(engine *, JSValueConst, JSValue *))
{
    JSValue value;
    const int has = get(w->e, error, &value);

    if (has <= 0)
        return has;
    int err = wire__put_tag(w, tag);
    if (err == 0)
        err = wire__write(w, value);
    JS_FreeValue(w->ctx, value);
    return err;
}

/* A DOMException has its message in a getter, so that it has none here. */
static int write_error(wire_writer *w, JSValueConst error)
{
    static const char kinds[CLONE_ERRORS] = { 0, 'E', 'R', 'F', 'S', 'T', 'U' };
    const int kind = clone__error_kind(w->e, error);

    if (kind < 0 || wire__put_tag(w, WIRE_ERROR) < 0 ||
        (kind > 0 && wire__put_tag(w, kinds[kind]) < 0) ||
        write_part(w, error, 'm', clone__get_message) < 0 ||
        write_part(w, error, 's', clone__get_stack) < 0 ||
        write_part(w, error, 'c', clone__get_cause) < 0)
        return -1;
    return wire__put_tag(w, '.');
}

/* ---- Buffers ------------------------------------------------------------ */

static int write_shared(wire_writer *w, JSValueConst buffer)
{
    JSValue id;
    uint32_t number;
    const int asked =
        wire__ask(w->e, w->delegate, "_getSharedArrayBufferId", &buffer, &id);

    if (asked == 0)
        return writer_refuse(w, buffer);
    if (asked < 0)
        return -1;
    const int err = JS_ToUint32(w->ctx, &number, id);
    JS_FreeValue(w->ctx, id);
    return err < 0 ? -1 : put_tagged(w, WIRE_SHARED, number);
}

static const wire_transfer *find_transfer(const wire_writer *w,
                                          JSValueConst buffer)
{
    for (size_t i = 0; i < w->transfers.count; i++)
        if (JS_VALUE_GET_PTR(w->transfers.list[i].buffer) ==
            JS_VALUE_GET_PTR(buffer))
            return &w->transfers.list[i];
    return NULL;
}

static int write_buffer(wire_writer *w, JSValueConst buffer)
{
    const wire_transfer *transfer = find_transfer(w, buffer);
    size_t len = 0, max = 0;

    if (transfer != NULL)
        return put_tagged(w, WIRE_TRANSFERRED, transfer->id);
    if (clone__is_shared(w->e, buffer))
        return write_shared(w, buffer);
    if (clone__get_max(w->e, buffer, false, &max) < 0)
        return -1;
    const uint8_t *bytes = JS_GetArrayBuffer(w->ctx, &len, buffer);
    if (bytes == NULL && JS_HasException(w->ctx)) {
        JS_FreeValue(w->ctx, JS_GetException(w->ctx));
        return refuse_with(
            w, "An ArrayBuffer is detached and could not be cloned.");
    }
    if (put_tagged(w, max ? WIRE_RESIZABLE : WIRE_BUFFER, len) < 0 ||
        (max && wire__put_varint(w, max) < 0))
        return -1;
    return wire__put(w, bytes, len);
}

/* The engine does not show whether a view grows with its buffer. One that ends
 * where a resizable buffer ends is taken to do so. */
static int put_view(wire_writer *w, JSValueConst view, JSValueConst buffer,
                    int type)
{
    int64_t offset, len, whole;
    size_t max = 0;
    const bool shared = clone__is_shared(w->e, buffer);

    if (clone__get_number(w->e, view, "byteOffset", &offset) < 0 ||
        clone__get_number(w->e, view, "byteLength", &len) < 0 ||
        clone__get_number(w->e, buffer, "byteLength", &whole) < 0 ||
        clone__get_max(w->e, buffer, shared, &max) < 0)
        return -1;
    const bool tracks = max > 0 && offset + len == whole;
    if (wire__put_tag(w, WIRE_VIEW) < 0 || wire__put_tag(w, type) < 0 ||
        wire__put_varint(w, (uint64_t)offset) < 0 ||
        wire__put_varint(w, tracks ? 0 : (uint64_t)len) < 0)
        return -1;
    return wire__put_varint(w, (tracks ? WIRE_VIEW_TRACKS : 0) |
                                   (max > 0 ? WIRE_VIEW_RESIZABLE : 0));
}

/* The buffer is written before the view, unless it was met before. */
static int write_view_buffer(wire_writer *w, JSValueConst view)
{
    JSValue buffer = JS_GetPropertyStr(w->ctx, view, "buffer");
    const int err = JS_IsException(buffer) ? -1 : wire__write(w, buffer);

    JS_FreeValue(w->ctx, buffer);
    return err;
}

static int write_view(wire_writer *w, JSValueConst view, int type)
{
    if (w->views_are_hosts)
        return write_host(w, view);
    JSValue buffer = JS_GetPropertyStr(w->ctx, view, "buffer");
    const int err =
        JS_IsException(buffer)
            ? -1
            : put_view(w, view, buffer,
                       type < 0 ? WIRE_DATAVIEW : wire__view_types[type]);
    JS_FreeValue(w->ctx, buffer);
    return err;
}

/* ---- Any value ---------------------------------------------------------- */

static bool is_global(wire_writer *w, JSValueConst o)
{
    JSValue global = JS_GetGlobalObject(w->ctx);
    const bool same = JS_VALUE_GET_PTR(global) == JS_VALUE_GET_PTR(o);

    JS_FreeValue(w->ctx, global);
    return same;
}

static int write_plain(wire_writer *w, JSValueConst o)
{
    if (is_global(w, o))
        return writer_refuse(w, o);
    const int mark = clone__get_mark(w->e, o);
    if (mark == ENGINE_CLONE_BY_HOST)
        return write_host(w, o);
    if (mark < 0 || wire__put_tag(w, WIRE_OBJECT) < 0)
        return -1;
    return write_properties(w, o, WIRE_OBJECT_END);
}

static int write_new_object(wire_writer *w, JSValueConst o)
{
    const struct engine__clones *k = w->e->clones;
    const JSClassID id = JS_GetClassID(o);
    const int type = JS_GetTypedArrayType(o);

    if (id == k->plain)
        return write_plain(w, o);
    if (JS_IsFunction(w->ctx, o) || engine__is_open_proxy(w->e, o))
        return writer_refuse(w, o);
    if (JS_IsArray(o))
        return write_array(w, o);
    if (JS_IsDate(o))
        return write_date(w, o);
    if (JS_IsRegExp(o))
        return write_regexp(w, o);
    if (clone__is_box(k, id))
        return write_box(w, o);
    if (JS_IsMap(o))
        return write_collection(w, o, WIRE_MAP, WIRE_MAP_END);
    if (JS_IsSet(o))
        return write_collection(w, o, WIRE_SET, WIRE_SET_END);
    if (JS_IsError(o) || id == k->dom_class)
        return write_error(w, o);
    if (JS_IsArrayBuffer(o) || clone__is_shared(w->e, o))
        return write_buffer(w, o);
    if (type >= 0 || JS_IsDataView(o))
        return write_view(w, o, type);
    return JS_IsProxy(o) ? write_plain(w, o) : writer_refuse(w, o);
}

static int write_object(wire_writer *w, JSValueConst object)
{
    uint64_t number;
    const bool is_view =
        JS_GetTypedArrayType(object) >= 0 || JS_IsDataView(object);

    if (is_view && !w->views_are_hosts && !engine__seen_has(&w->seen, object) &&
        write_view_buffer(w, object) < 0)
        return -1;
    const int met = engine__seen_meet(w->e, &w->seen, object, &number);
    if (met != 0)
        return met < 0 ? -1 : put_tagged(w, WIRE_AGAIN, number);
    if (w->depth >= WIRE_DEEPEST) {
        JS_ThrowRangeError(w->ctx, "Maximum call stack size exceeded");
        return -1;
    }
    w->depth++;
    const int err = write_new_object(w, object);
    w->depth--;
    return err;
}

int wire__write(wire_writer *w, JSValueConst value)
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
        return write_bigint(w, WIRE_BIGINT, value);
    if (JS_IsBool(value))
        return wire__put_tag(w,
                             JS_VALUE_GET_BOOL(value) ? WIRE_TRUE : WIRE_FALSE);
    if (JS_IsNull(value))
        return wire__put_tag(w, WIRE_NULL);
    if (JS_IsUndefined(value))
        return wire__put_tag(w, WIRE_UNDEFINED);
    return writer_refuse(w, value);
}
