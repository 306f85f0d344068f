/*
 * trace_place.c - places of the program in a trace, and its source texts.
 *
 * The engine numbers places (engine/site.c), so a record holds a number. The
 * text of each is made once, when the first line with it is written. The first
 * line that names a file is preceded by one with the text of that file: read
 * again through the sink, since the file is real also when the program's files
 * are simulated.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"

#define FILE_TEXT_MAX                                                          \
    (4u << 20) /* longer ones are named without their text                     \
                */
#define PLACE_MAX 4096

typedef struct trace_places {
    char **texts; /* by site; NULL: not asked for yet, "": has none */
    uint32_t capacity;
    char **files; /* those that have a line */
    uint32_t file_count;
} trace_places;

int trace__places_open(trace_recorder *t)
{
    t->places = calloc(1, sizeof *t->places);
    return t->places != NULL ? 0 : -1;
}

static void free_all(char **list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        free(list[i]);
    free(list);
}

void trace__places_close(trace_recorder *t)
{
    if (t->places == NULL)
        return;
    free_all(t->places->texts, t->places->capacity);
    free_all(t->places->files, t->places->file_count);
    free(t->places);
    t->places = NULL;
}

/* ---- Source texts ------------------------------------------------------- */

static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The path of "file:///a%20b.mjs", in place; others stay. */
static const char *path_of(char *file)
{
    if (strncmp(file, "file://", 7) != 0)
        return file;
    char *to = file + 7;
    for (const char *c = to; *c != 0; c++) {
        if (*c == '%' && hex(c[1]) >= 0 && hex(c[2]) >= 0) {
            *to++ = (char)(hex(c[1]) * 16 + hex(c[2]));
            c += 2;
        } else {
            *to++ = *c;
        }
    }
    *to = 0;
    return file + 7;
}

/* From malloc(), or NULL. */
static char *text_of(trace_recorder *t, const char *file, size_t *len)
{
    const runtime_options *o = &t->r->options;
    char *copy;

    if (o->eval != NULL && strcmp(file, "[eval]") == 0) {
        *len = strlen(o->eval);
        return strdup(o->eval);
    }
    if (file[0] == '[' || t->sink.read == NULL || !(copy = strdup(file)))
        return NULL;
    char *text = t->sink.read(t->sink.ctx, path_of(copy), len);
    free(copy);
    return text;
}

static void write_source(trace_recorder *t, const char *file, uint32_t number)
{
    size_t len = 0;
    char *text = text_of(t, file, &len);
    const bool has_text = text != NULL && len <= FILE_TEXT_MAX;
    trace_text line = { .bytes =
                            malloc(TRACE_TEXT_JSON_MAX(strlen(file)) + 64 +
                                   TRACE_TEXT_JSON_MAX(has_text ? len : 0)) };

    if (line.bytes != NULL) {
        orr__json_word(&line, "{\"s\":");
        orr__json_number(&line, number);
        orr__json_word(&line, ",\"file\":");
        orr__json_quote(&line, file, strlen(file));
        if (has_text) {
            orr__json_word(&line, ",\"text\":");
            orr__json_quote(&line, text, len);
        }
        orr__json_word(&line, "}\n");
        t->sink.write(t->sink.ctx, line.bytes, line.len);
    }
    free(line.bytes);
    free(text);
}

/* What is in t->text was made before this place was asked for, and may be
 * written later than the source: a source comes before its first use. */
static void name_file(trace_recorder *t, const char *file)
{
    trace_places *p = t->places;

    for (uint32_t i = 0; i < p->file_count; i++)
        if (strcmp(p->files[i], file) == 0)
            return;
    char **files = realloc(p->files, (p->file_count + 1) * sizeof *files);
    if (files == NULL)
        return;
    p->files = files;
    files[p->file_count] = strdup(file);
    if (files[p->file_count] == NULL)
        return;
    p->file_count++;
    write_source(t, file, p->file_count);
}

/* ---- Places ------------------------------------------------------------- */

static char *make_text(trace_recorder *t, uint32_t site)
{
    engine_position at;
    char plain[PLACE_MAX];

    if (t->r->engine == NULL ||
        engine_resolve_site(t->r->engine, site, &at) < 0)
        return strdup("");
    const int n = snprintf(plain, sizeof plain, "%s:%" PRIu32 ":%" PRIu32,
                           at.file, at.line, at.column);
    if (n < 0 || (size_t)n >= sizeof plain)
        return strdup("");
    trace_text text = { .bytes = malloc(TRACE_TEXT_JSON_MAX((size_t)n) + 1) };
    if (text.bytes == NULL)
        return NULL;
    orr__json_quote(&text, plain, (size_t)n);
    text.bytes[text.len] = 0;
    name_file(t, at.file);
    return text.bytes;
}

static bool is_site(trace_recorder *t, uint32_t site)
{
    engine_position at;

    return t->r->engine != NULL &&
           engine_resolve_site(t->r->engine, site, &at) == 0;
}

static bool make_room(trace_places *p, uint32_t site)
{
    const uint32_t capacity = (site + 64) * 2;
    char **texts = realloc(p->texts, capacity * sizeof *texts);
    if (texts == NULL)
        return false;
    memset(texts + p->capacity, 0, (capacity - p->capacity) * sizeof *texts);
    p->texts = texts;
    p->capacity = capacity;
    return true;
}

const char *trace__place(trace_recorder *t, uint32_t site, size_t *len)
{
    trace_places *p = t->places;

    /* A record that C code made has an address of code there. */
    if (site == 0 ||
        (site >= p->capacity && (!is_site(t, site) || !make_room(p, site))))
        return NULL;
    if (p->texts[site] == NULL)
        p->texts[site] = make_text(t, site);
    const char *text = p->texts[site];
    *len = text != NULL ? strlen(text) : 0;
    return *len > 0 ? text : NULL;
}
