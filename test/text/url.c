/*
 * url.c - URLs from C: what url.h promises to a program without JavaScript. The
 * web platform's own tests (test/wpt) try the rest through JavaScript.
 */
#include "text/url.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static const text_memory memory = { malloc, free };

static url_text text_of(const char *s)
{
    return (url_text){ (const uint8_t *)s, strlen(s) };
}

static int refuse(url_work *w, url_text name, url_text *out)
{
    (void)w, (void)name;
    *out = (url_text){ (const uint8_t *)"", 0 };
    return 0;
}

/* The text of a record, up to 255 bytes of it, with a zero. */
static const char *write_record(const url_record *u)
{
    static char out[256];
    url_text pieces[URL_PIECES];
    size_t length, at = 0;
    const size_t n = url_list(u, pieces, &length);

    CHECK(length < sizeof out);
    for (size_t i = 0; i < n; i++) {
        memcpy(out + at, pieces[i].data, pieces[i].length);
        at += pieces[i].length;
    }
    CHECK(at == length);
    out[at] = 0;
    return out;
}

/* Parses `input` on `base`, which may be NULL, and checks what it becomes;
 * NULL: it is no URL. */
static void check_url(const char *input, const char *base, const char *expected)
{
    url_work w;
    url_record on = { 0 }, u = { 0 };

    url_open(&w, &memory, refuse, NULL);
    if (base != NULL)
        CHECK(url_parse(&w, text_of(base), NULL, &on) == 0);
    const int err =
        url_parse(&w, text_of(input), base != NULL ? &on : NULL, &u);
    if (expected == NULL) {
        CHECK_INT(err, -EINVAL);
    } else {
        CHECK_INT(err, 0);
        CHECK_STR(write_record(&u), expected);
    }
    url_close(&w);
}

TEST_PLAIN(urls_are_brought_into_normal_form)
{
    check_url("HTTP://Example.COM:80/a/../b c?q=\"#f g", NULL,
              "http://example.com/b%20c?q=%22#f%20g");
    check_url("http://0x7f.1/", NULL, "http://127.0.0.1/");
    check_url("http://[::0:1]/", NULL, "http://[::1]/");
    check_url("mailto:a b", NULL, "mailto:a b");
    check_url("file:///C|/x", NULL, "file:///C:/x");
}

TEST_PLAIN(a_relative_url_is_resolved_on_its_base)
{
    check_url("../x?y", "http://h/a/b/c", "http://h/a/x?y");
    check_url("//other/p", "https://h/a", "https://other/p");
    check_url("#f", "http://h/a?q", "http://h/a?q#f");
}

TEST_PLAIN(what_is_no_url_is_refused)
{
    check_url("x", NULL, NULL);
    check_url("http://", NULL, NULL);
    check_url("http://a b/", NULL, NULL);
    check_url("http://h:65536/", NULL, NULL);
    check_url("http://[::1", NULL, NULL);
    check_url("x", "mailto:y", NULL);
}

/* A text that url_list() made says all that its record does. */
TEST_PLAIN(a_url_that_was_written_is_scanned_to_the_same_parts)
{
    static const char href[] = "https://u:p@h.example:8080/a/b?q#f";
    url_record u;

    url_scan(text_of(href), &u);
    CHECK(url_is(u.username, URL_LITERAL("u")));
    CHECK(url_is(u.password, URL_LITERAL("p")));
    CHECK(url_is(u.host, URL_LITERAL("h.example")));
    CHECK(url_is(u.port, URL_LITERAL("8080")));
    CHECK(url_is(u.query, URL_LITERAL("q")));
    CHECK_STR(write_record(&u), href);
}

TEST_PLAIN(a_setter_that_refuses_its_value_changes_nothing)
{
    url_work w;
    url_record u;

    url_open(&w, &memory, refuse, NULL);
    CHECK(url_parse(&w, text_of("http://h:81/p"), NULL, &u) == 0);
    CHECK_INT(url_set(&w, &u, URL_PORT, text_of("x")), -EINVAL);
    CHECK_STR(write_record(&u), "http://h:81/p");
    CHECK_INT(url_set(&w, &u, URL_PORT, text_of("80")), 0);
    CHECK_INT(url_set(&w, &u, URL_PATHNAME, text_of("a b")), 0);
    CHECK_STR(write_record(&u), "http://h/a%20b");
    url_close(&w);
}

static void *take_nothing(size_t size)
{
    (void)size;
    return NULL;
}

/* 512 bytes are in the work itself; more has to come from the caller. */
TEST_PLAIN(a_url_that_finds_no_memory_is_no_url_of_half_its_text)
{
    static const text_memory none = { take_nothing, free };
    char text[1100] = "http://h/";
    url_work w;
    url_record u = { 0 };

    memset(text + strlen(text), ' ', 1000);
    strcat(text, "x"); /* each space before it becomes %20 */
    url_open(&w, &none, refuse, NULL);
    CHECK_INT(url_parse(&w, text_of(text), NULL, &u), -ENOMEM);
    CHECK_INT(url_parse(&w, text_of("http://h/p"), NULL, &u), 0);
    CHECK_STR(write_record(&u), "http://h/p");
    url_close(&w);
}
