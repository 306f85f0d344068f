/*
 * reader.c - numbers in LEB128, bytes and names.
 *
 * A number of n bits may take up to ceil(n / 7) bytes. The bits of the last one
 * that do not fit must be zero, or copies of the sign.
 */
#include "wasm/reader.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/utf8.h"

void wasm__fail(wasm_reader *r, const uint8_t *at, const char *format, ...)
{
    r->p = r->end;
    if (r->failed)
        return;
    r->failed = true;
    va_list args;
    va_start(args, format);
    vsnprintf(r->error->text, sizeof(r->error->text), format, args);
    va_end(args);
    r->error->offset = (size_t)(at - r->start);
}

void wasm__no_memory(wasm_reader *r)
{
    wasm__fail(r, r->p, "no memory");
    r->error->no_memory = true;
}

/* The raw bits; *last is the last byte, *shift where it was put. */
static uint64_t read_leb(wasm_reader *r, const char *what, unsigned bits,
                         uint8_t *last, unsigned *shift)
{
    uint64_t value = 0;

    for (unsigned at = 0;; at += 7) {
        if (r->p >= r->end) {
            wasm__fail(r, r->p, "reached end while decoding %s", what);
            *last = 0;
            *shift = 0;
            return 0;
        }
        const uint8_t byte = *r->p;
        const bool is_last = at + 7 >= bits;
        value |= (uint64_t)(byte & 0x7f) << at;
        if ((byte & 0x80) != 0 && is_last) {
            wasm__fail(r, r->p, "length overflow while decoding %s", what);
            *last = 0;
            *shift = 0;
            return 0;
        }
        r->p++;
        if ((byte & 0x80) == 0) {
            *last = byte;
            *shift = at;
            return value;
        }
    }
}

uint64_t wasm__read_unsigned(wasm_reader *r, const char *what, unsigned bits)
{
    uint8_t last;
    unsigned shift;
    const uint64_t value = read_leb(r, what, bits, &last, &shift);

    if (shift + 7 > bits && (last >> (bits - shift)) != 0) {
        wasm__fail(r, r->p - 1, "extra bits in varint");
        return 0;
    }
    return value;
}

int64_t wasm__read_signed(wasm_reader *r, const char *what, unsigned bits)
{
    uint8_t last;
    unsigned shift;
    uint64_t value = read_leb(r, what, bits, &last, &shift);

    if (shift + 7 >= bits) {
        const unsigned used = bits - shift; /* of the last byte, with sign */
        const uint8_t mask = (uint8_t)(0x7f & (0xff << (used - 1)));
        if ((last & mask) != 0 && (last & mask) != mask) {
            wasm__fail(r, r->p - 1, "extra bits in varint");
            return 0;
        }
    }
    if (shift + 7 < 64 && (last & 0x40) != 0)
        value |= ~(uint64_t)0 << (shift + 7);
    return (int64_t)value;
}

uint8_t wasm__read_byte(wasm_reader *r, const char *what)
{
    (void)what;
    if (r->p >= r->end) {
        wasm__fail(r, r->p, "expected 1 bytes, fell off end");
        return 0;
    }
    return *r->p++;
}

const uint8_t *wasm__read_bytes(wasm_reader *r, size_t n, const char *what)
{
    (void)what;
    if (n > (size_t)(r->end - r->p)) {
        wasm__fail(r, r->p, "expected %zu bytes, fell off end", n);
        return NULL;
    }
    r->p += n;
    return r->p - n;
}

wasm_name wasm__read_name(wasm_reader *r, const char *what)
{
    wasm_name name = { "", 0 };
    const uint32_t len = wasm__read_u32(r, "length");
    const uint8_t *bytes = wasm__read_bytes(r, len, what);

    if (bytes == NULL || r->failed)
        return name;
    if (orr__utf8_valid(bytes, len) != len) {
        wasm__fail(r, bytes, "%s: no valid UTF-8 string", what);
        return name;
    }
    name.bytes = (const char *)bytes;
    name.len = len;
    return name;
}

uint32_t wasm__read_count(wasm_reader *r, const char *what, uint32_t max)
{
    const uint8_t *at = r->p;
    const uint32_t count = wasm__read_u32(r, what);

    if (count > max) {
        wasm__fail(r, at, "%s of %u exceeds internal limit of %u", what, count,
                   max);
        return 0;
    }
    return count;
}
