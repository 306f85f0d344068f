/*
 * trace_line.c - one line of JSON, made piece by piece and written whole.
 *
 * A line is never written in part: it grows as needed, and one for which there
 * is no memory is not written at all. So every line of a trace can be parsed.
 * Text of the program may be any bytes; what is no UTF-8 becomes U+FFFD.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/trace.h"

static bool reserve(trace_line *l, size_t more)
{
    if (l->failed)
        return false;
    if (l->len + more <= l->capacity)
        return true;
    const size_t capacity = (l->len + more) * 2;
    char *text = realloc(l->text, capacity);
    if (text == NULL) {
        l->failed = true;
        return false;
    }
    l->text = text;
    l->capacity = capacity;
    return true;
}

static void put(trace_line *l, const char *bytes, size_t n)
{
    if (!reserve(l, n))
        return;
    memcpy(l->text + l->len, bytes, n);
    l->len += n;
}

void trace_line_begin(trace_line *l)
{
    l->len = 0;
    l->failed = false;
}

void trace_line_add(trace_line *l, const char *format, ...)
{
    char few[256];
    va_list list;

    va_start(list, format);
    const int n = vsnprintf(few, sizeof few, format, list);
    va_end(list);
    if (n < 0 || (size_t)n >= sizeof few)
        l->failed = true;
    else
        put(l, few, (size_t)n);
}

/* How many bytes of text at s are one character; 0 if it is none. */
static size_t utf8_length(const unsigned char *s, size_t left)
{
    const size_t n = s[0] < 0x80                   ? 1
                     : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
                     : (s[0] & 0xf0) == 0xe0       ? 3
                     : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                                   : 0;

    if (n == 0 || n > left)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    /* Longer than it needs to be, half of a pair, or beyond the last one. */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

static void put_character(trace_line *l, const unsigned char *s, size_t n)
{
    if (n == 0)
        put(l, "\\ufffd", 6);
    else if (s[0] == '\n')
        put(l, "\\n", 2);
    else if (s[0] < 0x20)
        trace_line_add(l, "\\u%04x", s[0]);
    else {
        if (s[0] == '"' || s[0] == '\\')
            put(l, "\\", 1);
        put(l, (const char *)s, n);
    }
}

void trace_line_add_text(trace_line *l, const char *text, size_t len)
{
    const unsigned char *s = (const unsigned char *)text;

    put(l, "\"", 1);
    for (size_t i = 0; i < len;) {
        const size_t n = utf8_length(s + i, len - i);
        put_character(l, s + i, n);
        i += n > 0 ? n : 1;
    }
    put(l, "\"", 1);
}

void trace_line_end(trace_line *l)
{
    put(l, "}\n", 2);
}
