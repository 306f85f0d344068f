/* text.c - see text.h. */
#include "trace/text.h"

#include "base/base.h"
#include "base/utf8.h"

const char orr__json_pairs[201] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

/* Two digits at a time, from the last; always 20 bytes are written. */
static size_t write_number(char *to, uint64_t n)
{
    char digits[20 + 20] = { 0 };
    size_t at = 20;

    while (n >= 100) {
        at -= 2;
        memcpy(digits + at, orr__json_pairs + n % 100 * 2, 2);
        n /= 100;
    }
    if (n >= 10) {
        at -= 2;
        memcpy(digits + at, orr__json_pairs + n * 2, 2);
    } else {
        digits[--at] = (char)('0' + n);
    }
    memcpy(to, digits + at, 20);
    return 20 - at;
}

/* Most are counts, sizes and states of a few digits. */
void orr__json_number(trace_text *t, uint64_t n)
{
    char *to = t->bytes + t->len;

    if (n < 10) {
        *to = (char)('0' + n);
        t->len += 1;
    } else if (n < 100) {
        memcpy(to, orr__json_pairs + n * 2, 2);
        t->len += 2;
    } else if (n < 1000) {
        *to = (char)('0' + n / 100);
        memcpy(to + 1, orr__json_pairs + n % 100 * 2, 2);
        t->len += 3;
    } else if (n < TRACE_NEAR) {
        memcpy(to, orr__json_pairs + n / 100 * 2, 2);
        memcpy(to + 2, orr__json_pairs + n % 100 * 2, 2);
        t->len += 4;
    } else {
        t->len += write_number(to, n);
    }
}

/* ---- What every line has ------------------------------------------------ */

void orr__json_step_set(trace_step *step, uint64_t n)
{
    trace_text text = { .bytes = step->text };

    orr__json_word(&text, "{\"i\":");
    orr__json_number(&text, n);
    step->n = n;
    step->len = (uint32_t)text.len;
}

void orr__json_times_init(trace_times *times, bool has_rt)
{
    *times = (trace_times){ .has_rt = has_rt, .base_us = TRACE_NO_BASE };
}

/* A short rt has no four digits to change, and is written anew each time. */
void orr__json_times_set(trace_times *times, uint32_t vt_ms, uint64_t rt_us)
{
    trace_text text = { .bytes = times->text };

    if (!times->has_rt && times->len > 0 && times->vt_ms == vt_ms)
        return;
    times->vt_ms = vt_ms;
    times->base_us = TRACE_NO_BASE;
    orr__json_word(&text, ",\"vt\":");
    orr__json_number(&text, vt_ms);
    if (times->has_rt) {
        orr__json_word(&text, ",\"rt\":");
        orr__json_number(&text, rt_us);
        times->fixed_len = (uint32_t)text.len - 4;
        if (rt_us >= TRACE_NEAR)
            times->base_us = rt_us - rt_us % TRACE_NEAR;
    }
    orr__json_word(&text, "}\n");
    times->len = (uint32_t)text.len;
}

void orr__json_ids_init(trace_ids *ids)
{
    for (size_t i = 0; i < TRACE_IDS; i++)
        ids->entries[i].id = UINT64_MAX;
}

void orr__json_id_set(struct trace_id_text *entry, uint64_t id)
{
    char digits[20] = { 0 };
    trace_text text = { .bytes = digits };

    orr__json_number(&text, id);
    must(text.len <= sizeof entry->digits, "an id is short");
    entry->id = id;
    entry->len = text.len;
    memcpy(entry->digits, digits, sizeof entry->digits);
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

/* How many characters at the beginning stand in JSON as they are: most texts of
 * a trace are short, and of such ones only. */
static size_t add_plain(trace_text *t, const uint8_t *s, size_t len)
{
    char *to = t->bytes + t->len;
    size_t n = 0;

    for (;
         n < len && s[n] >= 0x20 && s[n] < 0x80 && s[n] != '"' && s[n] != '\\';
         n++)
        to[n] = (char)s[n];
    t->len += n;
    return n;
}

void orr__json_quote(trace_text *t, const char *text, size_t len)
{
    const uint8_t *s = (const uint8_t *)text;

    orr__json_word(t, "\"");
    for (size_t at = add_plain(t, s, len); at < len;) {
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

void orr__json_name(trace_text *t, const char *name)
{
    orr__json_word(t, ",\"");
    orr__json_string(t, name);
    orr__json_word(t, "\":");
}

void orr__json_member(trace_text *t, const char *name, const char *text,
                      size_t len)
{
    orr__json_name(t, name);
    orr__json_quote(t, text, len);
}
