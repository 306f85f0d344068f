/*
 * reader.h - numbers and names from the bytes of a module, which may be
 * anything. The first error is kept; after it the reader is at its end, so that
 * loops over counts stop by themselves.
 */
#ifndef ORRERY_WASM_READER_H
#define ORRERY_WASM_READER_H

#include "wasm/wasm.h"

typedef struct wasm_reader {
    const uint8_t *start; /* of the module */
    const uint8_t *p;
    const uint8_t *end;
    wasm_error *error;
    bool failed;
} wasm_reader;

/* Keep the first error; `at` is where. */
void wasm__fail(wasm_reader *r, const uint8_t *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for lack of memory, which is no fault of the module's. */
void wasm__no_memory(wasm_reader *r);

uint64_t wasm__read_unsigned(wasm_reader *r, const char *what, unsigned bits);
int64_t wasm__read_signed(wasm_reader *r, const char *what, unsigned bits);
uint8_t wasm__read_byte(wasm_reader *r, const char *what);
/* NULL if there are not so many. */
const uint8_t *wasm__read_bytes(wasm_reader *r, size_t n, const char *what);
wasm_name wasm__read_name(wasm_reader *r, const char *what);
uint32_t wasm__read_count(wasm_reader *r, const char *what, uint32_t max);

/* Most numbers have one byte. */
static inline uint32_t wasm__read_u32(wasm_reader *r, const char *what)
{
    if (r->p < r->end && *r->p < 0x80)
        return *r->p++;
    return (uint32_t)wasm__read_unsigned(r, what, 32);
}

static inline int32_t wasm__read_s32(wasm_reader *r, const char *what)
{
    if (r->p < r->end && *r->p < 0x40)
        return *r->p++;
    return (int32_t)wasm__read_signed(r, what, 32);
}

#endif
