/* text.c - see text.h. */
#include "trace/text.h"

#include "base/utf8.h"

static const char pairs[] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

/* Two digits at a time, from the last. The length of what is copied is always
 * the same, so that the copy is two instructions: a line has five numbers. */
static size_t write_number(char *to, uint64_t n)
{
    char digits[20 + 24];
    size_t at = 20;

    while (n >= 100) {
        at -= 2;
        memcpy(digits + at, pairs + n % 100 * 2, 2);
        n /= 100;
    }
    if (n >= 10) {
        at -= 2;
        memcpy(digits + at, pairs + n * 2, 2);
    } else {
        digits[--at] = (char)('0' + n);
    }
    memcpy(to, digits + at, 24);
    return 20 - at;
}

void orr__json_number(trace_text *t, uint64_t n)
{
    t->len += write_number(t->bytes + t->len, n);
}

/* Ids and times rise slowly: mostly only the last four digits change. */
#define NEAR 10000

void orr__json_remember(trace_number *last, uint64_t n)
{
    if (last->n >= NEAR && n / NEAR == last->n / NEAR) {
        char *end = last->text + last->len;
        memcpy(end - 4, pairs + n % NEAR / 100 * 2, 2);
        memcpy(end - 2, pairs + n % 100 * 2, 2);
    } else {
        last->len = (uint32_t)write_number(last->text, n);
    }
    last->n = n;
}

/* Mostly only the last digit changes. */
void orr__json_next(trace_text *t, trace_number *last)
{
    if (last->len > 0 && last->text[last->len - 1] < '9') {
        last->text[last->len - 1]++;
        last->n++;
    } else {
        orr__json_remember(last, last->n + 1);
    }
    memcpy(t->bytes + t->len, last->text, sizeof last->text);
    t->len += last->len;
}

void orr__json_signed(trace_text *t, int64_t n)
{
    if (n < 0)
        orr__json_word(t, "-");
    orr__json_number(t, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

static void add_control(trace_text *t, unsigned char c)
{
    static const char digits[] = "0123456789abcdef";
    const char escape[6] = {
        '\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]
    };

    if (c == '\n')
        orr__json_word(t, "\\n");
    else
        orr__json_bytes(t, escape, sizeof escape);
}

/* Text that is in order: only quotes, backslashes and controls are escaped. */
static void add_valid(trace_text *t, const uint8_t *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (s[i] < 0x20) {
            add_control(t, s[i]);
            continue;
        }
        if (s[i] == '"' || s[i] == '\\')
            t->bytes[t->len++] = '\\';
        t->bytes[t->len++] = (char)s[i];
    }
}

void orr__json_quote(trace_text *t, const char *text, size_t len)
{
    const uint8_t *s = (const uint8_t *)text;

    orr__json_word(t, "\"");
    for (size_t at = 0; at < len;) {
        const size_t valid = orr__utf8_valid(s + at, len - at);
        add_valid(t, s + at, valid);
        at += valid;
        if (at < len) {
            orr__utf8_next(s, len, &at);
            orr__json_word(t, "\\ufffd");
        }
    }
    orr__json_word(t, "\"");
}
