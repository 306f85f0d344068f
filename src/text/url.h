/*
 * url.h - URLs as the WHATWG standard parses them
 * (https://url.spec.whatwg.org), in plain C: no values, no JavaScript.
 *
 *      url_parse()   any text, and a base        \
 *      url_scan()    the text of a parsed URL     >  a record
 *      url_set()     a record, one part replaced /
 *      url_list()    a record                     >  its text, in pieces
 *
 * A record is a list of texts. Each is a part of what was given wherever that
 * is in normal form already, which is nearly always, and else lies in memory of
 * the url_work. The text of a parsed URL says all that its record does, so that
 * nothing but this text has to be kept: url_scan() finds the parts again.
 *
 * All texts are UTF-8, those of a record ASCII.
 */
#ifndef ORRERY_BIND_URL_H
#define ORRERY_BIND_URL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/memory.h"

typedef struct url_text {
    const uint8_t *data; /* NULL: there is none, which is not the empty text */
    size_t length;
} url_text;

/* The special schemes. */
typedef enum url_kind {
    URL_OTHER,
    URL_HTTP,
    URL_HTTPS,
    URL_WS,
    URL_WSS,
    URL_FTP,
    URL_FILE
} url_kind;

typedef struct url_record {
    url_text scheme;   /* without the colon */
    url_text username; /* empty if there is none; so is the password */
    url_text password;
    url_text host; /* data may be NULL from here on */
    url_text port;
    url_text path; /* never NULL; with the slash it begins with */
    url_text query;
    url_text fragment;
    url_kind kind;
    bool opaque; /* the path is, as that of "mailto:x" */
} url_record;

/*
 * Host names that are not ASCII, and not simple: *out is what IDNA makes of
 * `name`, or empty if it is not allowed. It has to stay as long as the
 * url_work.
 *
 * Returns 0, or a negative errno, which the functions here return as it is.
 */
typedef struct url_work url_work;
typedef int url_to_ascii_fn(url_work *w, url_text name, url_text *out);

/* Memory for texts that are not in normal form, freed at once. */
struct url_work {
    const text_memory *memory;
    url_to_ascii_fn *to_ascii;
    void *ctx;
    struct url_block *blocks;
    uint8_t *at;
    uint8_t *end;
    uint8_t first[512];
};

void url_open(url_work *w, const text_memory *memory, url_to_ascii_fn *to_ascii,
              void *ctx);
void url_close(url_work *w);

/* So many bytes; NULL without memory. url_keep() gives back what lies behind
 * `end`, after the last url_take() only. */
uint8_t *url_take(url_work *w, size_t size);
static inline void url_keep(url_work *w, uint8_t *end)
{
    w->at = end;
}

/* Errors: -EINVAL if it is no URL; -ENOMEM; those of to_ascii(). base may be
 * NULL. */
int url_parse(url_work *w, url_text input, const url_record *base,
              url_record *out);

/* The parts of a text that url_list() made. */
void url_scan(url_text href, url_record *out);

/* The pieces that a text is made of; how many, and how long they are. */
#define URL_PIECES 16
size_t url_list(const url_record *u, url_text *pieces, size_t *length);

/* lib/internal/url/url.js has the same numbers. */
typedef enum url_part {
    URL_PROTOCOL,
    URL_USERNAME,
    URL_PASSWORD,
    URL_HOST,
    URL_HOSTNAME,
    URL_PORT,
    URL_PATHNAME,
    URL_SEARCH,
    URL_HASH,
    URL_ORIGIN, /* cannot be set */
    URL_PARTS
} url_part;

/*
 * What the setter of URL.prototype does with a value.
 *
 * Errors: -EINVAL if it ignores the value; then, too, the record is as it was.
 *         -ENOMEM; those of to_ascii().
 */
int url_set(url_work *w, url_record *u, url_part part, url_text value);

/* ---- Between the files of the parser ------------------------------------ */

/* Who percent-encodes a byte, and who refuses it. */
enum {
    URL_SET_CONTROL = 1,
    URL_SET_FRAGMENT = 2,
    URL_SET_QUERY = 4,
    URL_SET_SPECIAL_QUERY = 8,
    URL_SET_PATH = 16,
    URL_SET_USERINFO = 32,
    URL_NOT_IN_HOST = 64,
    URL_NOT_IN_DOMAIN = 128
};
extern const uint8_t url_sets[256];

url_kind url_find_kind(url_text scheme);
int url_encode(url_work *w, url_text text, unsigned set, url_text *out);
/* To where there is space; the end of it. */
uint8_t *url_encode_to(uint8_t *to, url_text text, unsigned set);
int url_encode_query(url_work *w, const url_record *u, url_text text,
                     url_text *out);
int url_lower(url_work *w, url_text text, url_text *out);
/* Without tabs and line breaks. */
int url_strip(url_work *w, url_text text, url_text *out);
/* How many characters of a scheme the text begins with. */
size_t url_count_scheme(url_text text);
/* Where the port begins: a colon that is in no brackets; or the end. */
size_t url_find_port(url_text text);
/* Where the authority ends. */
size_t url_find_slash(url_text text, bool special);
/* The path becomes prefix and text, whose first slash may be missing. */
int url_add_path(url_work *w, url_record *u, url_text prefix, url_text text);
/* -EINVAL if it is not a port. No port if it is the scheme's own. */
int url_parse_port(url_record *u, url_text text);

/* url_idna.c: a domain that is not ASCII; or else w->to_ascii() does it. */
int url_to_ascii(url_work *w, url_text name, url_text *out);

/* url_host.c: -EINVAL if it is not a host. */
int url_parse_host(url_work *w, url_text text, bool special, url_text *out);
/* The bytes of a text with %XX in it; `to` is as long as the text. */
size_t url_percent_decode(url_text text, uint8_t *to);

static inline url_text url_from(url_text t, size_t start)
{
    return (url_text){ t.data + start, t.length - start };
}

static inline url_text url_first(url_text t, size_t length)
{
    return (url_text){ t.data, length };
}

#define URL_LITERAL(s) ((url_text){ (const uint8_t *)(s), sizeof(s) - 1 })

static inline bool url_is(url_text a, url_text b)
{
    if (a.length != b.length)
        return false;
    for (size_t i = 0; i < a.length; i++)
        if (a.data[i] != b.data[i])
            return false;
    return true;
}

static inline bool url_is_special(const url_record *u)
{
    return u->kind != URL_OTHER;
}

static inline bool url_is_letter(uint8_t c)
{
    return (uint8_t)((c | 32) - 'a') < 26;
}

static inline bool url_is_digit(uint8_t c)
{
    return (uint8_t)(c - '0') < 10;
}

/* -1 if it is not a digit. */
static inline int url_hex_value(uint8_t c)
{
    if (url_is_digit(c))
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

#endif
