/*
 * buffer_number.c - the numbers in a Buffer: readInt32LE(), writeDoubleBE() and
 * the rest of Buffer.prototype that is called so.
 *
 * They are native functions, since programs that parse call them for every
 * field. Each takes the case that is in order: a Uint8Array, an offset within
 * it, a value within its range. Everything else is handed to two functions of
 * lib/internal/buffer/numbers.js, which throw what Node throws, or convert the
 * arguments and call again.
 */
#include "bind/bytes/buffer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum number_kind {
    NUMBER_UINT,
    NUMBER_INT,
    NUMBER_FLOAT,
    NUMBER_BIG_UINT,
    NUMBER_BIG_INT
} number_kind;

typedef struct number_type {
    const char *name;   /* UInt32LE */
    unsigned char size; /* in bytes; 0: the program says */
    unsigned char kind; /* number_kind */
    bool big;           /* the highest byte comes first */
} number_type;

static const number_type types[] = {
    { "UInt8", 1, NUMBER_UINT, false },
    { "UInt16LE", 2, NUMBER_UINT, false },
    { "UInt16BE", 2, NUMBER_UINT, true },
    { "UInt32LE", 4, NUMBER_UINT, false },
    { "UInt32BE", 4, NUMBER_UINT, true },
    { "UIntLE", 0, NUMBER_UINT, false },
    { "UIntBE", 0, NUMBER_UINT, true },
    { "Int8", 1, NUMBER_INT, false },
    { "Int16LE", 2, NUMBER_INT, false },
    { "Int16BE", 2, NUMBER_INT, true },
    { "Int32LE", 4, NUMBER_INT, false },
    { "Int32BE", 4, NUMBER_INT, true },
    { "IntLE", 0, NUMBER_INT, false },
    { "IntBE", 0, NUMBER_INT, true },
    { "FloatLE", 4, NUMBER_FLOAT, false },
    { "FloatBE", 4, NUMBER_FLOAT, true },
    { "DoubleLE", 8, NUMBER_FLOAT, false },
    { "DoubleBE", 8, NUMBER_FLOAT, true },
    { "BigUInt64LE", 8, NUMBER_BIG_UINT, false },
    { "BigUInt64BE", 8, NUMBER_BIG_UINT, true },
    { "BigInt64LE", 8, NUMBER_BIG_INT, false },
    { "BigInt64BE", 8, NUMBER_BIG_INT, true },
};

/* ---- Bytes -------------------------------------------------------------- */

static uint64_t get_bits(const uint8_t *at, unsigned size, bool big)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < size; i++)
        bits |= (uint64_t)at[big ? size - 1 - i : i] << 8 * i;
    return bits;
}

static void put_bits(uint8_t *at, unsigned size, bool big, uint64_t bits)
{
    for (unsigned i = 0; i < size; i++)
        at[big ? size - 1 - i : i] = (uint8_t)(bits >> 8 * i);
}

/* ---- Arguments ---------------------------------------------------------- */

/* An integer that lies so that `size` bytes from there are in the buffer. An
 * absent one is zero. */
static bool get_offset(napi_env env, napi_value v, size_t length, unsigned size,
                       size_t *offset)
{
    double n = 0;

    if (napi_get_value_double(env, v, &n) != napi_ok &&
        !bind_is_undefined(env, v))
        return false;
    if (!(n >= 0 && n <= (double)length))
        return false;
    *offset = (size_t)n;
    return (double)*offset == n && *offset + size <= length;
}

/* The byteLength argument of readIntBE() and similar: 1 to 6; 0 if invalid. */
static unsigned get_size(napi_env env, napi_value v)
{
    double n;

    if (napi_get_value_double(env, v, &n) != napi_ok || !(n >= 1 && n <= 6))
        return 0;
    return (unsigned)n == n ? (unsigned)n : 0;
}

/* Let lib/ decide: slow(buffer, name, ...arguments). */
static napi_value call_slow(runtime *r, napi_ref slow, const char *name,
                            napi_value self, const napi_value *args)
{
    napi_value fn, result;
    const napi_value argv[] = { self, bind_string(r->env, name), args[0],
                                args[1], args[2] };

    BIND_OK(napi_get_reference_value(r->env, slow, &fn));
    if (napi_call_function(r->env, bind_undefined(r->env), fn, 5, argv,
                           &result) != napi_ok)
        return NULL;
    return result;
}

/* ---- Reading ------------------------------------------------------------ */

static double float_of(uint64_t bits, unsigned size)
{
    if (size == 4) {
        const uint32_t half = (uint32_t)bits;
        float f;
        memcpy(&f, &half, sizeof f);
        return (double)f;
    }
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static int64_t number_extend(uint64_t bits, unsigned size)
{
    const unsigned shift = 64 - 8 * size;

    return (int64_t)(bits << shift) >> shift;
}

static napi_value make_number(napi_env env, const number_type *type,
                              unsigned size, uint64_t bits)
{
    napi_value v;

    switch ((number_kind)type->kind) {
    case NUMBER_UINT:
        return bind_int(env, (int64_t)bits);
    case NUMBER_INT:
        return bind_int(env, number_extend(bits, size));
    case NUMBER_FLOAT:
        return bind_double(env, float_of(bits, size));
    case NUMBER_BIG_UINT:
        BIND_OK(napi_create_bigint_uint64(env, bits, &v));
        return v;
    default:
        BIND_OK(napi_create_bigint_int64(env, (int64_t)bits, &v));
        return v;
    }
}

/* buffer.readX(offset) or readX(offset, size). */
static napi_value js_read(napi_env env, napi_callback_info info)
{
    napi_value args[3], self;
    size_t count = 2;
    void *data;
    bind_bytes bytes;
    size_t offset;

    BIND_OK(napi_get_cb_info(env, info, &count, args, &self, &data));
    const number_type *type = data;
    const unsigned size = type->size ? type->size : get_size(env, args[1]);
    /* With a size, an offset must be given too. */
    const bool is_there = type->size || !bind_is_undefined(env, args[0]);
    if (size > 0 && is_there && bind_to_uint8_array(env, self, &bytes) &&
        get_offset(env, args[0], bytes.length, size, &offset))
        return make_number(env, type, size,
                           get_bits(bytes.data + offset, size, type->big));
    runtime *r = bind_runtime_of(env);
    args[2] = bind_undefined(env);
    return call_slow(r, bind_buffer_state(r)->read_slow, type->name, self,
                     args);
}

/* ---- Writing ------------------------------------------------------------ */

/* The bytes of an integer as Node writes them: the lower four are those of the
 * number without its fraction, the upper ones of the number rounded down. */
static uint64_t integer_bits(double n)
{
    if (isnan(n))
        return 0;
    const uint32_t low = (uint32_t)(int64_t)n;
    const double upper = n * 0x1p-32;
    int64_t high = (int64_t)upper;
    if ((double)high > upper)
        high--;
    return (uint64_t)high << 32 | low;
}

static bool is_in_range(double n, unsigned size, bool is_signed)
{
    const double all = (double)(UINT64_C(1) << 8 * size);
    const double min = is_signed ? -all / 2 : 0;

    return isnan(n) || (n >= min && n <= (is_signed ? all / 2 : all) - 1);
}

static uint64_t bits_of_float(double n, unsigned size)
{
    uint64_t bits = 0;

    if (size == 4) {
        const float f = (float)n;
        uint32_t half;
        memcpy(&half, &f, sizeof half);
        return half;
    }
    memcpy(&bits, &n, sizeof bits);
    return bits;
}

/* False if it is no such number or out of range. */
static bool get_number(napi_env env, napi_value v, const number_type *type,
                       unsigned size, uint64_t *bits)
{
    bool lossless = false;
    int64_t n64;
    double n;

    switch ((number_kind)type->kind) {
    case NUMBER_BIG_UINT:
        return napi_get_value_bigint_uint64(env, v, bits, &lossless) ==
                   napi_ok &&
               lossless;
    case NUMBER_BIG_INT:
        if (napi_get_value_bigint_int64(env, v, &n64, &lossless) != napi_ok)
            return false;
        *bits = (uint64_t)n64;
        return lossless;
    case NUMBER_FLOAT:
        if (napi_get_value_double(env, v, &n) != napi_ok)
            return false;
        *bits = bits_of_float(n, size);
        return true;
    default:
        if (napi_get_value_double(env, v, &n) != napi_ok ||
            !is_in_range(n, size, type->kind == NUMBER_INT))
            return false;
        *bits = integer_bits(n);
        return true;
    }
}

/* buffer.writeX(value, offset) or writeX(value, offset, size): where it ends.
 */
static napi_value js_write(napi_env env, napi_callback_info info)
{
    napi_value args[3], self;
    size_t count = 3;
    void *data;
    bind_bytes bytes;
    size_t offset;
    uint64_t bits;

    BIND_OK(napi_get_cb_info(env, info, &count, args, &self, &data));
    const number_type *type = data;
    const unsigned size = type->size ? type->size : get_size(env, args[2]);
    const bool is_there = type->size || !bind_is_undefined(env, args[1]);
    if (size == 0 || !is_there || !bind_to_uint8_array(env, self, &bytes) ||
        !get_offset(env, args[1], bytes.length, size, &offset) ||
        !get_number(env, args[0], type, size, &bits)) {
        runtime *r = bind_runtime_of(env);
        return call_slow(r, bind_buffer_state(r)->write_slow, type->name, self,
                         args);
    }
    put_bits(bytes.data + offset, size, type->big, bits);
    return bind_int(env, (int64_t)(offset + size));
}

/* ---- Buffer.prototype --------------------------------------------------- */

/* Node's functions name the size and the value; the offset they mostly do not,
 * since it may be missing. */
static int count_arguments(const number_type *type, bool writes)
{
    if (type->size == 0)
        return writes ? 3 : 2;
    if (writes)
        return 1;
    return type->kind == NUMBER_UINT || type->kind == NUMBER_INT ? 1 : 0;
}

static void number_define(runtime *r, napi_value prototype,
                          const number_type *type, bool writes)
{
    char name[24];

    snprintf(name, sizeof name, "%s%s", writes ? "write" : "read", type->name);
    napi_value f =
        bind_prototype_method(r, prototype, name, count_arguments(type, writes),
                              writes ? js_write : js_read, type);
    char *capital = strstr(name, "UInt");
    if (capital == NULL)
        return;
    capital[1] = 'i'; /* readUint8 is readUInt8 */
    bind_set(r, prototype, name, f);
}

/* defineNumbers(prototype, read, write): define the methods of all types;
 * `read` and `write` are called with arguments that these refuse. */
static napi_value js_define_numbers(napi_env env, napi_callback_info info)
{
    napi_value args[3];

    runtime *r = bind_args(env, info, 3, args);
    BIND_OK(napi_create_reference(env, args[1], 1,
                                  &bind_buffer_state(r)->read_slow));
    BIND_OK(napi_create_reference(env, args[2], 1,
                                  &bind_buffer_state(r)->write_slow));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        number_define(r, args[0], &types[i], false);
        number_define(r, args[0], &types[i], true);
    }
    return NULL;
}

void bind_number_methods(runtime *r, napi_value exports)
{
    bind_method(r, exports, "defineNumbers", js_define_numbers);
}
