/*
 * url_encode.c - the memory that the URL parser works in, and percent-encoding.
 *
 * A text in which nothing has to be changed is handed back as it is.
 */
#include "text/url.h"

#include <errno.h>
#include <string.h>

/* ---- Memory ------------------------------------------------------------- */

typedef struct url_block {
    struct url_block *next;
    uint8_t bytes[];
} url_block;

void url_open(url_work *w, const text_memory *memory, url_to_ascii_fn *to_ascii,
              void *ctx)
{
    w->memory = memory;
    w->to_ascii = to_ascii;
    w->ctx = ctx;
    w->blocks = NULL;
    w->at = w->first;
    w->end = w->first + sizeof w->first;
}

void url_close(url_work *w)
{
    while (w->blocks != NULL) {
        url_block *next = w->blocks->next;
        w->memory->free(w->blocks);
        w->blocks = next;
    }
}

uint8_t *url_take(url_work *w, size_t size)
{
    if (size > (size_t)(w->end - w->at)) {
        const size_t bytes = size < 2000 ? 2000 : size;
        url_block *b = w->memory->take(sizeof *b + bytes);
        if (b == NULL)
            return NULL;
        b->next = w->blocks;
        w->blocks = b;
        w->at = b->bytes;
        w->end = b->bytes + bytes;
    }
    uint8_t *taken = w->at;
    w->at += size;
    return taken;
}

/* ---- Percent-encoding --------------------------------------------------- */

/* E: always encoded, and in no domain; C: that, and in no host. The others are
 * sums of what url.h names. */
// clang-format off
#define E 0xbf
#define C 0xff
#define E_16 E, E, E, E, E, E, E, E, E, E, E, E, E, E, E, E
const uint8_t url_sets[256] = {
    C, E, E, E, E, E, E, E, E, C, C, E, E, C, E, E,
    E_16,
    /*     !     "     #     $     %     &     ' */
    0xfe, 0x00, 0x3e, 0xfc, 0x00, 0x80, 0x00, 0x08,
    /*                                           / */
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xe0,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    /*           :     ;     <     =     >     ? */
    0x00, 0x00, 0xe0, 0x20, 0xfe, 0x20, 0xfe, 0xf0,
    /* @ */
    0xe0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    /*                 [     \     ]     ^ */
    0x00, 0x00, 0x00, 0xe0, 0xe0, 0xe0, 0xf0, 0x00,
    /* ` */
    0x32, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    /*                 {     |     } */
    0x00, 0x00, 0x00, 0x30, 0xe0, 0x30, 0x00, E,
    E_16, E_16, E_16, E_16, E_16, E_16, E_16, E_16,
};
// clang-format on

static uint8_t *encode_byte(uint8_t *to, uint8_t c)
{
    static const char digits[] = "0123456789ABCDEF";

    *to++ = '%';
    *to++ = (uint8_t)digits[c >> 4];
    *to++ = (uint8_t)digits[c & 15];
    return to;
}

uint8_t *url_encode_to(uint8_t *to, url_text text, unsigned set)
{
    for (size_t i = 0; i < text.length; i++) {
        if (url_sets[text.data[i]] & set)
            to = encode_byte(to, text.data[i]);
        else
            *to++ = text.data[i];
    }
    return to;
}

int url_encode(url_work *w, url_text text, unsigned set, url_text *out)
{
    size_t plain = 0;

    while (plain < text.length && !(url_sets[text.data[plain]] & set))
        plain++;
    *out = text;
    if (plain == text.length)
        return 0;
    uint8_t *start = url_take(w, plain + 3 * (text.length - plain));
    if (start == NULL)
        return -ENOMEM;
    memcpy(start, text.data, plain);
    uint8_t *end = url_encode_to(start + plain, url_from(text, plain), set);
    url_keep(w, end);
    *out = (url_text){ start, (size_t)(end - start) };
    return 0;
}

int url_encode_query(url_work *w, const url_record *u, url_text text,
                     url_text *out)
{
    return url_encode(w, text,
                      url_is_special(u) ? URL_SET_SPECIAL_QUERY : URL_SET_QUERY,
                      out);
}

int url_lower(url_work *w, url_text text, url_text *out)
{
    size_t i = 0;

    while (i < text.length && (uint8_t)(text.data[i] - 'A') >= 26)
        i++;
    *out = text;
    if (i == text.length)
        return 0;
    uint8_t *to = url_take(w, text.length);
    if (to == NULL)
        return -ENOMEM;
    for (i = 0; i < text.length; i++) {
        const uint8_t c = text.data[i];
        to[i] = (uint8_t)(c - 'A') < 26 ? c | 32 : c;
    }
    out->data = to;
    return 0;
}

static bool is_stripped(uint8_t c)
{
    return c == '\t' || c == '\n' || c == '\r';
}

int url_strip(url_work *w, url_text text, url_text *out)
{
    size_t n = 0;

    while (n < text.length && !is_stripped(text.data[n]))
        n++;
    *out = text;
    if (n == text.length)
        return 0;
    uint8_t *to = url_take(w, text.length);
    if (to == NULL)
        return -ENOMEM;
    memcpy(to, text.data, n);
    for (size_t i = n + 1; i < text.length; i++)
        if (!is_stripped(text.data[i]))
            to[n++] = text.data[i];
    *out = (url_text){ to, n };
    return 0;
}
