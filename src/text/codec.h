/*
 * codec.h - text and bytes, in the encodings that Buffer knows.
 *
 * Plain C over memory: no values, no exceptions, no allocation, so that fs,
 * sockets and crypto can use it too. A string comes as orr_chars, with one
 * byte a character (Latin-1) or two (UTF-16), as the engine keeps it.
 *
 * Strings are turned into bytes in place: codec_length() says at most how many,
 * codec_write() writes them directly to their destination. In the other
 * direction codec_measure() gives the length of the string and whether it is
 * wide, and codec_read() fills it.
 */
#ifndef ORRERY_CODEC_H
#define ORRERY_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/chars.h"

/* lib/internal/util.js has the same numbers, which are Node's. */
typedef enum codec {
    CODEC_ASCII,
    CODEC_UTF8,
    CODEC_BASE64,
    CODEC_UTF16LE,
    CODEC_LATIN1,
    CODEC_HEX,
    CODEC_BUFFER, /* no text at all */
    CODEC_BASE64URL,
    CODEC_NONE = -1 /* no such encoding */
} codec;

/* The encoding of that name, in any case; CODEC_NONE. */
codec codec_find(const orr_chars *name);

/* ---- From strings to bytes ---------------------------------------------- */

/* What Buffer.byteLength() says: exact for all but base64 and hex, and there
 * never too small. */
size_t codec_length(codec c, const orr_chars *text);

/* Write what fits into `size` bytes without cutting a character; how many bytes
 * were written. Hex ends at the first character that is not a digit. */
size_t codec_write(codec c, const orr_chars *text, uint8_t *to, size_t size);

/* UTF-8: also how many characters of the string were written. */
size_t codec_write_utf8(const orr_chars *text, uint8_t *to, size_t size,
                        size_t *read);

/* ---- From bytes to strings ---------------------------------------------- */

typedef struct codec_size {
    size_t length; /* of the string, in characters */
    bool wide;
    size_t valid; /* bytes from the start that are valid */
} codec_size;

codec_size codec_measure(codec c, const uint8_t *bytes, size_t n);

/* Fill a string of that size. */
void codec_read(codec c, const uint8_t *bytes, size_t n, codec_size size,
                void *chars);

/* ---- Base64, as atob() has it ------------------------------------------- */

#define CODEC_BAD_CHARACTER (-2)
#define CODEC_BAD_LENGTH (-1)

/* Decode what the WHATWG calls forgiving base64: how many bytes, or one of the
 * above. `to` has space for three of four characters. */
int64_t codec_forgiving_base64(const orr_chars *text, uint8_t *to);

/* One character of a string. */
static inline uint32_t codec_char(const orr_chars *text, size_t i)
{
    return text->wide ? ((const uint16_t *)text->data)[i]
                      : ((const uint8_t *)text->data)[i];
}

#endif
