/*
 * utf8.h - which bytes are UTF-8, and the replacement of those that are not.
 *
 * Wherever bytes from outside become a string (files, arguments, names,
 * Buffers), those that are not UTF-8 become U+FFFD as the WHATWG standard has
 * it: one for each longest start of a character that is not continued. The
 * engine's own strings differ: it writes lone surrogates as three bytes and
 * reads them back.
 */
#ifndef ORRERY_UTF8_H
#define ORRERY_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For a loop over bytes without branches: gcc makes vector instructions of it
 * at -O3 only, clang always. On x86-64 there is a second copy, for processors
 * with AVX2, which is chosen when the program is loaded. A sanitizer is not
 * ready to be called then: gcc 12's for threads dies of it. */
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define orr__sanitized 1
#else
#define orr__sanitized 0
#endif
#ifdef __clang__
#define orr__vectorized
#elif defined(__x86_64__) && defined(__GLIBC__) && !orr__sanitized
#define orr__vectorized                                                        \
    __attribute__((optimize("O3"), target_clones("avx2", "default")))
#else
#define orr__vectorized __attribute__((optimize("O3")))
#endif

/* How many bytes from the start are ASCII; it may stop up to 7 early. */
size_t orr__ascii_prefix(const uint8_t *s, size_t n);

bool orr__is_ascii(const uint8_t *s, size_t n);

/* How many bytes from the start are valid UTF-8. */
size_t orr__utf8_valid(const uint8_t *s, size_t n);

/* How many bytes at the end are the start of a character that is cut off. */
size_t orr__utf8_cut(const uint8_t *s, size_t n);

/* The character of `length` bytes at b, which are valid UTF-8. */
uint32_t orr__utf8_at(const uint8_t *b, size_t length);

/* The next character, or U+FFFD; moves *at past it. */
uint32_t orr__utf8_next(const uint8_t *s, size_t n, size_t *at);

#endif
