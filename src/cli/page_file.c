/*
 * page_file.c - the page that shows a trace, with the trace in it.
 *
 * The page of viewer/ has one empty element for the lines. In them "</script"
 * and "<!--" would end or change the element, so the "<" of the second is
 * written as an escape of JSON, and the "/" of the first after a backslash: the
 * same text to a parser (docs/trace-format.md).
 */
#include "cli/page_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "bind/runtime.h"

#define PLACE "<script id=\"orrery-trace\" type=\"application/x-ndjson\">"
#define BLOCK (64u << 10)
#define AHEAD 8 /* a "<" is looked at together with this much after it */

/* The last one: the script of the page may have the same words in it. */
static const char *find_place(const char *html, size_t len)
{
    const size_t n = strlen(PLACE);

    for (size_t at = len - n; at > 0; at--)
        if (html[at] == '<' && memcmp(html + at, PLACE, n) == 0)
            return html + at + n;
    return NULL;
}

/* n bytes; what follows them may be looked at. */
static void copy_escaped(FILE *out, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (s[i] != '<')
            putc(s[i], out);
        else if (strncasecmp(s + i, "</script", 8) == 0)
            fputs("<\\", out);
        else if (strncmp(s + i, "<!--", 4) == 0)
            fputs("\\u003c", out);
        else
            putc('<', out);
    }
}

static int copy_lines(FILE *out, int fd)
{
    char block[BLOCK + AHEAD + 1];
    size_t have = 0;
    off_t at = 0;

    for (;;) {
        const ssize_t n = pread(fd, block + have, BLOCK + AHEAD - have, at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        have += (size_t)n;
        at += n;
        block[have] = 0;
        const size_t whole = n == 0 ? have : have > AHEAD ? have - AHEAD : 0;
        copy_escaped(out, block, whole);
        memmove(block, block + whole, have - whole);
        have -= whole;
        if (n == 0)
            return 0;
    }
}

static int write_page(FILE *out, int fd)
{
    size_t len;
    const char *html = runtime_page(&len);
    const char *place = find_place(html, len);

    if (place == NULL)
        return -ENOENT;
    fwrite(html, 1, (size_t)(place - html), out);
    fputc('\n', out);
    const int err = copy_lines(out, fd);
    fwrite(place, 1, len - (size_t)(place - html), out);
    if (fflush(out) != 0 && err == 0)
        return -errno;
    return err;
}

int page_file_write(const char *path, int fd)
{
    if (strcmp(path, "-") == 0)
        return write_page(stdout, fd);
    FILE *out = fopen(path, "we");
    if (out == NULL)
        return -errno;
    int err = write_page(out, fd);
    if (fclose(out) != 0 && err == 0)
        err = -errno;
    return err;
}
