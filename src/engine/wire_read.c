/*
 * wire_read.c - V8's serialization format: reading.
 *
 * The bytes may be anything. Whatever does not fit is one error, "Unable to
 * deserialize cloned data.", as in V8; nothing is allocated that the bytes do
 * not pay for, and nesting has a limit.
 */
#include "engine/wire.h"

#include <node_api.h>
#include <stdlib.h>
#include <string.h>

/* ---- Bytes -------------------------------------------------------------- */

bool wire__get(wire_reader *r, void *out, size_t len)
{
    if (len > r->len - r->at)
        return false;
    if (len > 0)
        memcpy(out, r->bytes + r->at, len);
    r->at += len;
    return true;
}

bool wire__get_varint(wire_reader *r, uint64_t *n)
{
    uint64_t value = 0;

    for (unsigned shift = 0; r->at < r->len; shift += 7) {
        const unsigned char byte = r->bytes[r->at++];
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *n = value;
            return true;
        }
    }
    return false;
}

/* Counts and flags are 32 bits wide. */
static bool get_count(wire_reader *r, uint32_t *n)
{
    uint64_t wide;

    if (!wire__get_varint(r, &wide))
        return false;
    *n = (uint32_t)wide;
    return true;
}

/* The next tag, padding skipped; -1 at the end. */
static int get_tag(wire_reader *r)
{
    while (r->at < r->len) {
        const int tag = r->bytes[r->at++];
        if (tag != WIRE_PADDING)
            return tag;
    }
    return -1;
}

static int peek_tag(wire_reader *r)
{
    const size_t at = r->at;
    const int tag = get_tag(r);

    r->at = at;
    return tag;
}

static JSValue reader_bad(wire_reader *r)
{
    if (!JS_HasException(r->ctx))
        JS_ThrowPlainError(r->ctx, "Unable to deserialize cloned data.");
    return JS_EXCEPTION;
}

/* Give up an object that is half read. */
static JSValue reader_fail(wire_reader *r, JSValue object)
{
    JS_FreeValue(r->ctx, object);
    return reader_bad(r);
}

/* ---- Numbers of objects ------------------------------------------------- */

/* The next number, for an object that is not there yet; -1 without memory. */
static int64_t take_number(wire_reader *r)
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
    r->met[r->met_count] = JS_UNDEFINED;
    return (int64_t)r->met_count++;
}

static JSValue set_number(wire_reader *r, int64_t number, JSValue object)
{
    if (!JS_IsException(object))
        r->met[number] = JS_DupValue(r->ctx, object);
    return object;
}

/* An object that is there: it gets the next number. */
static JSValue reader_begin(wire_reader *r, JSValue object)
{
    const int64_t number = JS_IsException(object) ? -1 : take_number(r);

    if (number < 0) {
        JS_FreeValue(r->ctx, object);
        return reader_bad(r);
    }
    return set_number(r, number, object);
}

static JSValue read_again(wire_reader *r)
{
    uint32_t number;

    if (!get_count(r, &number) || number >= r->met_count ||
        JS_IsUndefined(r->met[number]))
        return reader_bad(r);
    return JS_DupValue(r->ctx, r->met[number]);
}

/* ---- Primitive values --------------------------------------------------- */

static JSValue read_double(wire_reader *r)
{
    double d;

    return wire__get(r, &d, sizeof d) ? JS_NewNumber(r->ctx, d) : reader_bad(r);
}

static JSValue read_int(wire_reader *r)
{
    uint32_t n;

    if (!get_count(r, &n))
        return reader_bad(r);
    return JS_NewInt32(r->ctx, (int32_t)(n >> 1 ^ (0 - (n & 1))));
}

static JSValue read_uint(wire_reader *r)
{
    uint32_t n;

    return get_count(r, &n) ? JS_NewUint32(r->ctx, n) : reader_bad(r);
}

/* Bytes that are there, and the reader is after them. */
static const unsigned char *take_bytes(wire_reader *r, uint32_t *len)
{
    if (!get_count(r, len) || *len > r->len - r->at)
        return NULL;
    r->at += *len;
    return r->bytes + r->at - *len;
}

static JSValue read_latin1(wire_reader *r)
{
    uint32_t len;
    void *chars = NULL;
    const unsigned char *bytes = take_bytes(r, &len);

    if (bytes == NULL)
        return reader_bad(r);
    if (len == 0)
        return JS_NewStringLen(r->ctx, "", 0);
    JSValue string = JS_NewStringSpace(r->ctx, len, false, &chars);
    if (!JS_IsException(string))
        memcpy(chars, bytes, len);
    return string;
}

/* The engine finds out whether one byte each would do. */
static JSValue read_utf16(wire_reader *r)
{
    uint32_t len;
    const unsigned char *bytes = take_bytes(r, &len);

    if (bytes == NULL || len % 2 != 0)
        return reader_bad(r);
    uint16_t *units = js_malloc(r->ctx, len ? len : 1);
    if (units == NULL)
        return JS_EXCEPTION;
    memcpy(units, bytes, len);
    JSValue string = JS_NewStringUTF16(r->ctx, units, len / 2);
    js_free(r->ctx, units);
    return string;
}

static JSValue read_utf8(wire_reader *r)
{
    uint32_t len;
    const unsigned char *bytes = take_bytes(r, &len);

    if (bytes == NULL)
        return reader_bad(r);
    return JS_NewStringLen(r->ctx, (const char *)bytes, len);
}

static JSValue read_string(wire_reader *r)
{
    switch (get_tag(r)) {
    case WIRE_LATIN1:
        return read_latin1(r);
    case WIRE_UTF16:
        return read_utf16(r);
    case WIRE_UTF8:
        return read_utf8(r);
    default:
        return reader_bad(r);
    }
}

static JSValue read_bigint(wire_reader *r)
{
    engine *e = r->e;
    uint32_t bits;
    JSValue value = JS_EXCEPTION;

    if (!get_count(r, &bits) || (bits >> 1) > r->len - r->at)
        return reader_bad(r);
    const size_t len = bits >> 1, count = (len + 7) / 8;
    uint64_t *words = js_mallocz(r->ctx, (count + 1) * sizeof *words);
    if (words == NULL)
        return JS_EXCEPTION;
    wire__get(r, words, len);
    const engine__scope scope = engine__open_scope(e);
    napi_value result;
    if (napi_create_bigint_words(e->env, bits & 1, count, words, &result) ==
        napi_ok)
        value = JS_DupValue(r->ctx, engine__value(result));
    engine__close_scope(e, scope);
    js_free(r->ctx, words);
    return JS_IsException(value) ? reader_bad(r) : value;
}

/* ---- Objects and arrays ------------------------------------------------- */

static int read_property(wire_reader *r, JSValueConst object)
{
    JSValue key = wire__read(r);
    const bool is_key = JS_IsString(key) || JS_IsNumber(key);
    JSAtom name = is_key ? JS_ValueToAtom(r->ctx, key) : JS_ATOM_NULL;
    JSValue value = name == JS_ATOM_NULL ? reader_bad(r) : wire__read(r);
    const int err = JS_IsException(value)
                        ? -1
                        : JS_DefinePropertyValue(r->ctx, object, name, value,
                                                 JS_PROP_C_W_E);

    JS_FreeAtom(r->ctx, name);
    JS_FreeValue(r->ctx, key);
    return err < 0 ? -1 : 0;
}

/* As many as are said to be at the end. */
static int read_properties(wire_reader *r, JSValueConst object, int end)
{
    uint32_t count = 0, said;

    for (;;) {
        const int tag = peek_tag(r);
        if (tag < 0)
            return -1;
        if (tag == end)
            break;
        if (read_property(r, object) < 0)
            return -1;
        count++;
    }
    get_tag(r);
    return get_count(r, &said) && said == count ? 0 : -1;
}

static JSValue read_object(wire_reader *r)
{
    JSValue object = reader_begin(r, JS_NewObject(r->ctx));

    if (JS_IsException(object) ||
        read_properties(r, object, WIRE_OBJECT_END) < 0)
        return reader_fail(r, object);
    return object;
}

/* The properties of an array and its length, which is said twice. */
static JSValue end_array(wire_reader *r, JSValue array, uint32_t len, int end)
{
    uint32_t said;

    if (JS_SetLength(r->ctx, array, len) < 0 ||
        read_properties(r, array, end) < 0 || !get_count(r, &said) ||
        said != len)
        return reader_fail(r, array);
    return array;
}

static JSValue read_sparse(wire_reader *r)
{
    uint32_t len;

    if (!get_count(r, &len))
        return reader_bad(r);
    JSValue array = reader_begin(r, JS_NewArray(r->ctx));
    if (JS_IsException(array))
        return array;
    return end_array(r, array, len, WIRE_SPARSE_END);
}

/* Before version 11 a hole was written as undefined. */
static JSValue read_dense(wire_reader *r)
{
    uint32_t len;

    if (!get_count(r, &len) || len > r->len - r->at)
        return reader_bad(r);
    JSValue array = reader_begin(r, JS_NewArray(r->ctx));
    for (uint32_t i = 0; !JS_IsException(array) && i < len; i++) {
        if (peek_tag(r) == WIRE_HOLE) {
            get_tag(r);
            continue;
        }
        JSValue value = wire__read(r);
        if (JS_IsUndefined(value) && r->version < 11)
            continue;
        if (JS_IsException(value) ||
            JS_DefinePropertyValueUint32(r->ctx, array, i, value,
                                         JS_PROP_C_W_E) < 0)
            return reader_fail(r, array);
    }
    if (JS_IsException(array))
        return array;
    return end_array(r, array, len, WIRE_DENSE_END);
}

static int read_entry(wire_reader *r, JSValueConst object, JSValueConst add,
                      int width)
{
    JSValue args[2] = { wire__read(r), JS_UNDEFINED };

    if (width == 2 && !JS_IsException(args[0]))
        args[1] = wire__read(r);
    JSValue done = JS_IsException(args[0]) || JS_IsException(args[1])
                       ? JS_EXCEPTION
                       : JS_Call(r->ctx, add, object, width, args);
    JS_FreeValue(r->ctx, args[0]);
    JS_FreeValue(r->ctx, args[1]);
    JS_FreeValue(r->ctx, done);
    return JS_IsException(done) ? -1 : 0;
}

static JSValue read_collection(wire_reader *r, JSValueConst constructor,
                               JSValueConst add, int width, int end)
{
    uint32_t count = 0, said;
    JSValue object =
        reader_begin(r, JS_CallConstructor(r->ctx, constructor, 0, NULL));

    if (JS_IsException(object))
        return object;
    for (int tag = peek_tag(r); tag != end; tag = peek_tag(r)) {
        if (tag < 0 || read_entry(r, object, add, width) < 0)
            return reader_fail(r, object);
        count += (uint32_t)width;
    }
    get_tag(r);
    if (!get_count(r, &said) || said != count)
        return reader_fail(r, object);
    return object;
}

/* ---- Dates, boxes, regular expressions, errors -------------------------- */

static JSValue read_date(wire_reader *r)
{
    double d;

    return wire__get(r, &d, sizeof d) ? reader_begin(r, JS_NewDate(r->ctx, d))
                                      : reader_bad(r);
}

static JSValue read_box(wire_reader *r, JSValue value)
{
    if (JS_IsException(value))
        return reader_bad(r);
    JSValue object = JS_ToObject(r->ctx, value);
    JS_FreeValue(r->ctx, value);
    return reader_begin(r, object);
}

/* "gi" of the bits; false if one of them is unknown. */
static bool spell_flags(uint32_t bits, char *text)
{
    const size_t count = strlen(WIRE_REGEXP_FLAGS);
    size_t len = 0;

    if (bits >> count != 0 || (bits & 1u << 6))
        return false;
    for (size_t i = 0; i < count; i++)
        if (bits & 1u << i)
            text[len++] = WIRE_REGEXP_FLAGS[i];
    text[len] = '\0';
    return true;
}

static JSValue read_regexp(wire_reader *r)
{
    const int64_t number = take_number(r);
    JSValue source = number < 0 ? JS_EXCEPTION : read_string(r);
    uint32_t bits;
    char flags[16];

    if (JS_IsException(source) || !get_count(r, &bits) ||
        !spell_flags(bits, flags))
        return reader_fail(r, source);
    JSValue args[2] = { source, JS_NewString(r->ctx, flags) };
    JSValue object = JS_CallConstructor(r->ctx, r->e->wires->regexp, 2, args);
    JS_FreeValue(r->ctx, args[0]);
    JS_FreeValue(r->ctx, args[1]);
    return set_number(r, number, object);
}

/* The number in clone__errors of the letter that stands for it; -1: none. */
static int kind_of_letter(int letter)
{
    static const char kinds[] = "ERFSTU";
    const char *at = letter > 0 ? strchr(kinds, letter) : NULL;

    return at == NULL ? -1 : (int)(at - kinds) + 1;
}

/* The parts of an error, in the order in which an error has them. */
enum { PART_STACK, PART_MESSAGE, PART_CAUSE, PARTS };

static int read_parts(wire_reader *r, int *kind, JSValue *parts)
{
    for (int tag = get_tag(r); tag != '.'; tag = get_tag(r)) {
        int part = tag == 's'   ? PART_STACK
                   : tag == 'm' ? PART_MESSAGE
                   : tag == 'c' ? PART_CAUSE
                                : -1;
        if (part < 0) {
            *kind = kind_of_letter(tag);
            if (*kind < 0)
                return -1;
            continue;
        }
        JSValue value = part == PART_CAUSE ? wire__read(r) : read_string(r);
        if (JS_IsException(value))
            return -1;
        JS_FreeValue(r->ctx, parts[part]);
        parts[part] = value;
    }
    return 0;
}

static JSValue make_error(wire_reader *r, int kind, const JSValue *parts)
{
    static const int atoms[PARTS] = { ENGINE__ATOM_STACK, ENGINE__ATOM_MESSAGE,
                                      ENGINE__ATOM_CAUSE };
    JSValue error =
        JS_CallConstructor(r->ctx, r->e->clones->errors[kind], 0, NULL);

    if (JS_IsException(error))
        return error;
    JS_SetStackSlot(r->ctx, error, JS_UNDEFINED);
    for (int i = 0; i < PARTS; i++)
        if (!JS_IsUninitialized(parts[i]) &&
            clone__set_part(r->e, error, atoms[i],
                            JS_DupValue(r->ctx, parts[i])) < 0)
            return reader_fail(r, error);
    return error;
}

/* An error that is its own cause can't be read: it is made of its parts. */
static JSValue read_error(wire_reader *r)
{
    JSValue parts[PARTS] = { JS_UNINITIALIZED, JS_UNINITIALIZED,
                             JS_UNINITIALIZED };
    int kind = 0;
    const int64_t number = take_number(r);
    JSValue error = number >= 0 && read_parts(r, &kind, parts) == 0
                        ? make_error(r, kind, parts)
                        : reader_bad(r);

    for (int i = 0; i < PARTS; i++)
        JS_FreeValue(r->ctx, parts[i]);
    return set_number(r, number, error);
}

/* ---- Buffers ------------------------------------------------------------ */

static void *resize_block(JSRuntime *rt, void *opaque, void *ptr, size_t size)
{
    (void)rt;
    (void)opaque;
    if (size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, size);
}

static JSValue read_resizable(wire_reader *r)
{
    uint32_t len, max;

    if (!get_count(r, &len) || !get_count(r, &max) || len > max ||
        len > r->len - r->at)
        return reader_bad(r);
    unsigned char *bytes = malloc(len ? len : 1);
    if (bytes == NULL)
        return JS_ThrowOutOfMemory(r->ctx);
    wire__get(r, bytes, len);
    JSValue buffer =
        JS_NewArrayBuffer(r->ctx, bytes, len, max, resize_block, NULL, false);
    if (JS_IsException(buffer))
        free(bytes);
    return buffer;
}

static JSValue read_buffer(wire_reader *r)
{
    uint32_t len;
    const unsigned char *bytes = take_bytes(r, &len);

    return bytes == NULL ? reader_bad(r)
                         : JS_NewArrayBufferCopy(r->ctx, bytes, len);
}

static JSValue read_transferred(wire_reader *r, bool shared)
{
    uint32_t id;

    if (!get_count(r, &id))
        return reader_bad(r);
    for (size_t i = 0; i < r->transfers.count; i++) {
        JSValueConst buffer = r->transfers.list[i].buffer;
        if (r->transfers.list[i].id == id &&
            clone__is_shared(r->e, buffer) == shared)
            return JS_DupValue(r->ctx, buffer);
    }
    return reader_bad(r);
}

static JSValue make_view(wire_reader *r, JSValueConst buffer, int letter,
                         const uint32_t *place, bool tracks)
{
    JSValueConst args[3] = { buffer, JS_NewUint32(r->ctx, place[0]),
                             JS_NewUint32(r->ctx, place[1]) };
    const int argc = tracks ? 2 : 3;

    if (letter == WIRE_DATAVIEW)
        return JS_CallConstructor(r->ctx, r->e->clones->view, argc, args);
    const char *at = memchr(wire__view_types, letter, WIRE_VIEW_TYPES);
    if (letter <= 0 || at == NULL)
        return reader_bad(r);
    const int type = (int)(at - wire__view_types);
    static const unsigned char widths[WIRE_VIEW_TYPES] = {
        [JS_TYPED_ARRAY_UINT8C] = 1,     [JS_TYPED_ARRAY_INT8] = 1,
        [JS_TYPED_ARRAY_UINT8] = 1,      [JS_TYPED_ARRAY_INT16] = 2,
        [JS_TYPED_ARRAY_UINT16] = 2,     [JS_TYPED_ARRAY_INT32] = 4,
        [JS_TYPED_ARRAY_UINT32] = 4,     [JS_TYPED_ARRAY_BIG_INT64] = 8,
        [JS_TYPED_ARRAY_BIG_UINT64] = 8, [JS_TYPED_ARRAY_FLOAT16] = 2,
        [JS_TYPED_ARRAY_FLOAT32] = 4,    [JS_TYPED_ARRAY_FLOAT64] = 8,
    };
    if (place[0] % widths[type] != 0 || place[1] % widths[type] != 0)
        return reader_bad(r);
    args[2] = JS_NewUint32(r->ctx, place[1] / widths[type]);
    return JS_NewTypedArray(r->ctx, argc, args, (JSTypedArrayEnum)type);
}

/* A view of the buffer before it, which it takes. */
static JSValue read_view(wire_reader *r, JSValue buffer)
{
    uint32_t place[2], flags = 0;
    int64_t whole;
    const int letter = get_tag(r);

    if (letter < 0 || !get_count(r, &place[0]) || !get_count(r, &place[1]) ||
        (r->version >= 14 && !get_count(r, &flags)) || flags > 3 ||
        clone__get_number(r->e, buffer, "byteLength", &whole) < 0 ||
        place[0] > whole || place[1] > whole - place[0])
        return reader_fail(r, buffer);
    const int64_t number = take_number(r);
    JSValue view = number < 0 ? JS_EXCEPTION
                              : make_view(r, buffer, letter, place,
                                          flags & WIRE_VIEW_TRACKS);
    JS_FreeValue(r->ctx, buffer);
    return set_number(r, number, view);
}

static JSValue begin_buffer(wire_reader *r, JSValue buffer)
{
    buffer = reader_begin(r, buffer);
    if (JS_IsException(buffer) || peek_tag(r) != WIRE_VIEW)
        return buffer;
    get_tag(r);
    return read_view(r, buffer);
}

static JSValue again_or_view(wire_reader *r)
{
    JSValue object = read_again(r);

    if (JS_IsException(object) || peek_tag(r) != WIRE_VIEW ||
        !(JS_IsArrayBuffer(object) || clone__is_shared(r->e, object)))
        return object;
    get_tag(r);
    return read_view(r, object);
}

/* ---- Any value ---------------------------------------------------------- */

static JSValue read_host(wire_reader *r)
{
    JSValue object;
    const int64_t number = take_number(r);
    const int asked = number < 0 ? -1
                                 : wire__ask(r->e, r->delegate,
                                             "_readHostObject", NULL, &object);

    if (asked <= 0)
        return reader_bad(r);
    if (!JS_IsObject(object)) {
        JS_FreeValue(r->ctx, object);
        return JS_ThrowTypeError(r->ctx,
                                 "readHostObject must return an object");
    }
    return set_number(r, number, object);
}

static JSValue read_kept(wire_reader *r, int tag)
{
    const struct engine__clones *k = r->e->clones;

    switch (tag) {
    case WIRE_DATE:
        return read_date(r);
    case WIRE_TRUE_BOX:
        return read_box(r, JS_TRUE);
    case WIRE_FALSE_BOX:
        return read_box(r, JS_FALSE);
    case WIRE_NUMBER_BOX:
        return read_box(r, read_double(r));
    case WIRE_BIGINT_BOX:
        return read_box(r, read_bigint(r));
    case WIRE_STRING_BOX:
        return read_box(r, read_string(r));
    case WIRE_REGEXP:
        return read_regexp(r);
    case WIRE_MAP:
        return read_collection(r, k->map, k->map_set, 2, WIRE_MAP_END);
    case WIRE_SET:
        return read_collection(r, k->set, k->set_add, 1, WIRE_SET_END);
    case WIRE_BUFFER:
        return begin_buffer(r, read_buffer(r));
    case WIRE_RESIZABLE:
        return begin_buffer(r, read_resizable(r));
    case WIRE_TRANSFERRED:
        return begin_buffer(r, read_transferred(r, false));
    case WIRE_SHARED:
        return begin_buffer(r, read_transferred(r, true));
    case WIRE_ERROR:
        return read_error(r);
    case WIRE_HOST:
        return read_host(r);
    default:
        return reader_bad(r);
    }
}

static JSValue read_tagged(wire_reader *r, int tag)
{
    switch (tag) {
    case WIRE_UNDEFINED:
        return JS_UNDEFINED;
    case WIRE_NULL:
        return JS_NULL;
    case WIRE_TRUE:
        return JS_TRUE;
    case WIRE_FALSE:
        return JS_FALSE;
    case WIRE_INT32:
        return read_int(r);
    case WIRE_UINT32:
        return read_uint(r);
    case WIRE_DOUBLE:
        return read_double(r);
    case WIRE_BIGINT:
        return read_bigint(r);
    case WIRE_LATIN1:
        return read_latin1(r);
    case WIRE_UTF16:
        return read_utf16(r);
    case WIRE_UTF8:
        return read_utf8(r);
    case WIRE_AGAIN:
        return again_or_view(r);
    case WIRE_OBJECT:
        return read_object(r);
    case WIRE_DENSE:
        return read_dense(r);
    case WIRE_SPARSE:
        return read_sparse(r);
    default:
        return read_kept(r, tag);
    }
}

JSValue wire__read(wire_reader *r)
{
    uint32_t ignored;
    int tag = get_tag(r);

    while (tag == WIRE_OBJECT_COUNT && get_count(r, &ignored))
        tag = get_tag(r);
    if (r->depth >= WIRE_DEEPEST)
        return JS_ThrowRangeError(r->ctx, "Maximum call stack size exceeded");
    if (JS_PollWork(r->ctx, 80) < 0)
        return JS_EXCEPTION;
    r->depth++;
    JSValue value = read_tagged(r, tag);
    r->depth--;
    return value;
}
