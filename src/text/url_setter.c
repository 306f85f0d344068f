/*
 * url_setter.c - what the setters of URL.prototype do: the standard's parser
 * begun in the middle, with all that it ignores there.
 *
 * A value that is ignored is -EINVAL. Nothing is changed before all of the
 * value is known to be good.
 */
#include "text/url.h"

#include <errno.h>

static bool cannot_have_credentials(const url_record *u)
{
    return u->host.data == NULL || u->host.length == 0 || u->kind == URL_FILE;
}

static bool has_credentials_or_port(const url_record *u)
{
    return u->username.length > 0 || u->password.length > 0 ||
           u->port.data != NULL;
}

static int set_protocol(url_work *w, url_record *u, url_text text)
{
    const size_t n = url_count_scheme(text);
    url_text scheme;

    if (n == 0 || (n < text.length && text.data[n] != ':'))
        return -EINVAL;
    const int err = url_lower(w, url_first(text, n), &scheme);
    if (err < 0)
        return err;
    const url_kind kind = url_find_kind(scheme);
    if ((kind == URL_OTHER) != (u->kind == URL_OTHER) ||
        (kind == URL_FILE && has_credentials_or_port(u)) ||
        (u->kind == URL_FILE && u->host.length == 0))
        return -EINVAL;
    u->scheme = scheme;
    u->kind = kind;
    /* The port may be the new scheme's own. */
    return u->port.data != NULL ? url_parse_port(u, u->port) : 0;
}

static int set_credential(url_work *w, url_record *u, url_text value,
                          url_text *out)
{
    if (cannot_have_credentials(u))
        return -EINVAL;
    return url_encode(w, value, URL_SET_USERINFO, out);
}

/* The digits that the text begins with. */
static url_text leading_digits(url_text text)
{
    size_t n = 0;

    while (n < text.length && url_is_digit(text.data[n]))
        n++;
    return url_first(text, n);
}

static int set_port(url_record *u, url_text text, bool was_empty)
{
    const url_text digits = leading_digits(text);

    if (cannot_have_credentials(u) || (digits.length == 0 && !was_empty))
        return -EINVAL;
    return url_parse_port(u, digits);
}

/* Up to the first character that ends a host. */
static url_text cut_host(const url_record *u, url_text text)
{
    size_t n = url_find_slash(text, url_is_special(u));

    for (size_t i = 0; i < n; i++)
        if (text.data[i] == '?' || text.data[i] == '#')
            n = i;
    return url_first(text, n);
}

static int set_empty_host(url_record *u)
{
    if ((url_is_special(u) && u->kind != URL_FILE) ||
        has_credentials_or_port(u))
        return -EINVAL;
    u->host = URL_LITERAL("");
    return 0;
}

static int set_host(url_work *w, url_record *u, url_text text, bool with_port)
{
    url_text host = cut_host(u, text);
    const size_t colon = url_find_port(host);
    const url_text rest = url_from(host, colon);

    if (u->opaque ||
        (rest.length > 0 && (!with_port || u->kind == URL_FILE || colon == 0)))
        return -EINVAL;
    host.length = colon;
    if (host.length == 0)
        return set_empty_host(u);
    const int err = url_parse_host(w, host, url_is_special(u), &host);
    if (err < 0)
        return err;
    if (u->kind == URL_FILE && url_is(host, URL_LITERAL("localhost")))
        host = URL_LITERAL("");
    u->host = host;
    if (rest.length > 0) {
        const url_text digits = leading_digits(url_from(rest, 1));
        if (digits.length > 0)
            url_parse_port(u, digits); /* the host counts even so */
    }
    return 0;
}

/* "?" and "#" are part of the path here. */
static int set_pathname(url_work *w, url_record *u, url_text text)
{
    if (u->opaque)
        return -EINVAL;
    if (text.length == 0 && !url_is_special(u) && u->host.data != NULL) {
        u->path = URL_LITERAL("");
        return 0;
    }
    return url_add_path(w, u, (url_text){ NULL, 0 }, text);
}

/* With the mark in front or without it; nothing at all if it is empty. */
static int set_marked(url_work *w, url_record *u, url_text value, bool is_query)
{
    url_text *const out = is_query ? &u->query : &u->fragment;
    url_text text;

    if (value.length == 0) {
        *out = (url_text){ NULL, 0 };
        return 0;
    }
    if (value.data[0] == (is_query ? '?' : '#'))
        value = url_from(value, 1);
    const int err = url_strip(w, value, &text);
    if (err < 0)
        return err;
    return is_query ? url_encode_query(w, u, text, out)
                    : url_encode(w, text, URL_SET_FRAGMENT, out);
}

int url_set(url_work *w, url_record *u, url_part part, url_text value)
{
    url_text text;
    const int err = url_strip(w, value, &text);

    if (err < 0)
        return err;
    switch (part) {
    case URL_PROTOCOL:
        return set_protocol(w, u, text);
    case URL_USERNAME:
        return set_credential(w, u, value, &u->username);
    case URL_PASSWORD:
        return set_credential(w, u, value, &u->password);
    case URL_HOST:
        return set_host(w, u, text, true);
    case URL_HOSTNAME:
        return set_host(w, u, text, false);
    case URL_PORT:
        return set_port(u, text, value.length == 0);
    case URL_PATHNAME:
        return set_pathname(w, u, text);
    case URL_SEARCH:
        return set_marked(w, u, value, true);
    case URL_HASH:
        return set_marked(w, u, value, false);
    default:
        return -EINVAL;
    }
}
