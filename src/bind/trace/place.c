/*
 * place.c - places of the program in a trace, and its source texts.
 *
 * The engine numbers places (engine/site.c). The text of each is made once, by
 * its own thread when the first record with it is made: only that thread may
 * ask its engine. The first line that names a file is preceded by one with the
 * text of that file: read again through the sink, since the file is real also
 * when the program's files are simulated.
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
#define NAME_MAX_SHOWN 200

static const trace_place no_place;

void trace__places_close(trace_recorder *t)
{
    for (uint32_t i = 0; i < t->place_count; i++)
        if (t->places[i] != &no_place)
            free((void *)(uintptr_t)t->places[i]);
    free(t->places);
    for (uint32_t i = 0; i < ENGINE_NAMES; i++)
        free(t->names[i]);
}

void trace__sources_close(trace_session *s)
{
    while (s->sources != NULL) {
        trace_source *source = s->sources;
        s->sources = source->next;
        free(source->text);
        free(source);
    }
}

/* ---- Source texts ------------------------------------------------------- */

static int place_hex(char c)
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
        if (*c == '%' && place_hex(c[1]) >= 0 && place_hex(c[2]) >= 0) {
            *to++ = (char)(place_hex(c[1]) * 16 + place_hex(c[2]));
            c += 2;
        } else {
            *to++ = *c;
        }
    }
    *to = 0;
    return file + 7;
}

/* From malloc(), or NULL. */
static char *text_of(trace_session *s, const trace_source *source, size_t *len)
{
    char *copy;

    if (source->text != NULL) {
        *len = strlen(source->text);
        return strdup(source->text);
    }
    if (source->name[0] == '[' || s->sink.read == NULL ||
        !(copy = strdup(source->name)))
        return NULL;
    char *text = s->sink.read(s->sink.ctx, path_of(copy), len);
    free(copy);
    return text;
}

void trace__write_source(trace_session *s, trace_source *source)
{
    size_t len = 0;
    char *text = text_of(s, source, &len);
    const bool has_text = text != NULL && len <= FILE_TEXT_MAX;
    const size_t name_len = strlen(source->name);
    trace_text line = { .bytes =
                            malloc(TRACE_TEXT_JSON_MAX(name_len) + 64 +
                                   TRACE_TEXT_JSON_MAX(has_text ? len : 0)) };

    source->is_written = true;
    if (line.bytes != NULL) {
        orr__json_word(&line, "{\"s\":");
        orr__json_number(&line, ++s->source_count);
        orr__json_word(&line, ",\"file\":");
        orr__json_quote(&line, source->name, name_len);
        if (has_text) {
            orr__json_word(&line, ",\"text\":");
            orr__json_quote(&line, text, len);
        }
        orr__json_word(&line, "}\n");
        s->sink.write(s->sink.ctx, line.bytes, line.len);
    }
    free(line.bytes);
    free(text);
}

/* Of a program that was given as text, that text: -e, and a worker with the
 * option `eval`. */
static const char *kept_text(const trace_recorder *t, const char *name)
{
    static const char module[] = "/[eval1]";
    const size_t len = strlen(name);
    const bool is_module = len >= sizeof module &&
                           strcmp(name + len + 1 - sizeof module, module) == 0;

    if (t->thread == 0 && (is_module || strcmp(name, "[eval]") == 0))
        return t->r->options.eval;
    return is_module || strcmp(name, "[worker eval]") == 0 ? t->r->trace.text
                                                           : NULL;
}

static trace_source *add_source(trace_session *s, const char *name,
                                const char *text)
{
    trace_source *source = malloc(sizeof *source + strlen(name) + 1);
    char *copy = text != NULL ? strdup(text) : NULL;

    if (source == NULL || (text != NULL && copy == NULL)) {
        free(source);
        free(copy);
        return NULL;
    }
    *source = (trace_source){ .next = s->sources, .text = copy };
    memcpy(source->name, name, strlen(name) + 1);
    return s->sources = source;
}

static trace_source *find_source(trace_session *s, const char *name)
{
    trace_source *source = s->sources;

    while (source != NULL && strcmp(source->name, name) != 0)
        source = source->next;
    return source;
}

/* Threads may name the same file; but two workers may have been given different
 * texts: "[worker eval]" and "[worker eval 2]". */
static trace_source *source_named(trace_recorder *t, const char *name)
{
    trace_session *s = t->session;
    const char *text = kept_text(t, name);
    char other[PLACE_MAX];

    pthread_mutex_lock(&s->lock);
    trace_source *source = find_source(s, name);
    if (source != NULL && text != NULL && source->text != NULL &&
        strcmp(source->text, text) != 0) {
        snprintf(other, sizeof other, "%.*s %" PRIu32 "]",
                 (int)strlen(name) - 1, name, t->thread);
        name = other;
        source = find_source(s, name);
    }
    if (source == NULL)
        source = add_source(s, name, text);
    pthread_mutex_unlock(&s->lock);
    return source;
}

/* ---- Places ------------------------------------------------------------- */

/* fn: the name of a function that the place is of; "" if there is none. */
static const trace_place *make_place(trace_source *source, const char *plain,
                                     size_t len, const char *fn)
{
    const size_t fn_len = strlen(fn) < NAME_MAX_SHOWN ? strlen(fn) : 0;
    const size_t max = sizeof(TRACE_LOC ",\"fn\":") + TRACE_TEXT_JSON_MAX(len) +
                       TRACE_TEXT_JSON_MAX(fn_len);
    trace_place *place = calloc(1, sizeof *place + (max + 31) / 32 * 32);

    if (place == NULL)
        return NULL;
    trace_text text = { .bytes = place->text };
    orr__json_word(&text, TRACE_LOC);
    orr__json_quote(&text, plain, len);
    if (fn_len > 0)
        orr__json_member(&text, "fn", fn, fn_len);
    place->len = (uint32_t)text.len;
    place->source = source;
    place->is_program = strstr(source->name, "/node_modules/") == NULL;
    return place;
}

/* Without memory the line has no place, and the next one may have it. */
static const trace_place *find_place(trace_recorder *t, uint32_t site)
{
    engine_position at;
    char plain[PLACE_MAX];

    if (engine_resolve_site(t->r->engine, site, &at) < 0)
        return &no_place;
    trace_source *source = source_named(t, at.file);
    if (source == NULL)
        return NULL;
    const int n = snprintf(plain, sizeof plain, "%s:%" PRIu32 ":%" PRIu32,
                           source->name, at.line, at.column);
    if (n < 0 || (size_t)n >= sizeof plain)
        return &no_place;
    return make_place(source, plain, (size_t)n,
                      at.is_function ? at.function : "");
}

static bool is_site(trace_recorder *t, uint32_t site)
{
    engine_position at;

    return engine_resolve_site(t->r->engine, site, &at) == 0;
}

static bool place_reserve(trace_recorder *t, uint32_t site)
{
    const uint32_t count = (site + 64) * 2;
    const trace_place **places = realloc(t->places, count * sizeof *places);

    if (places == NULL)
        return false;
    memset(places + t->place_count, 0,
           (count - t->place_count) * sizeof *places);
    t->places = places;
    t->place_count = count;
    return true;
}

const trace_place *trace__place(trace_recorder *t, uint32_t site)
{
    /* A record that C code made has an address of code there. */
    if (site == 0 || t->r->engine == NULL ||
        (site >= t->place_count &&
         (!is_site(t, site) || !place_reserve(t, site))))
        return NULL;
    if (t->places[site] == NULL)
        t->places[site] = find_place(t, site);
    const trace_place *place = t->places[site];
    return place == &no_place ? NULL : place;
}

/* ---- Names of events ---------------------------------------------------- */

const char *trace__name(trace_recorder *t, uint64_t number, const char *name)
{
    if (number == 0 || number >= ENGINE_NAMES)
        return NULL;
    if (t->names[number] == NULL && strlen(name) <= TRACE_WHAT_MAX)
        t->names[number] = strdup(name);
    return t->names[number];
}
