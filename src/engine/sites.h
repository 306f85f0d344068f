/*
 * sites.h - places in the program: a part of engine.h, which includes it.
 */
#ifndef ORRERY_ENGINE_SITES_H
#define ORRERY_ENGINE_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct engine engine;
struct napi_value__; /* as in engine.h */

/*
 * The place in JavaScript that is running, as a number: taking it costs a few
 * nanoseconds, since function and instruction are only noted. Zero if no
 * JavaScript of the program is running; built-ins (node:...) are passed over,
 * so that a site is always a line of the user's. Packages that only pass calls
 * on (graceful-fs) are passed over if there is another line.
 */
uintptr_t engine_get_site(engine *e);

typedef struct engine_position {
    const char *file;
    const char *function; /* "" if it has none */
    uint32_t line;        /* from 1 */
    uint32_t code_line;   /* of the code, if it was made of the file */
    uint32_t column;      /* from 1 */
    bool is_function;     /* the place is where a function begins */
} engine_position;

/*
 * Memory: the strings are the engine's and stay until engine_destroy().
 * Errors: -ENOENT for zero; -ENOMEM if there was no memory for a site, then or
 *         now.
 */
int engine_resolve_site(engine *e, uintptr_t site, engine_position *out);

/* From this place on, up to the next one, code was made of that line. */
typedef struct engine_line_segment {
    uint32_t line, column; /* of the code, from 1 */
    uint32_t file_line;    /* from 1 */
} engine_line_segment;

/*
 * Code that will be compiled under the name `file` was made of that file. The
 * segments are in the order of the code. Sites that are resolved from now on
 * are lines of the file. Stacks are not.
 *
 * Memory: the list is copied and stays until engine_destroy().
 * Errors: -ENOMEM; nothing has changed then.
 */
int engine_map_lines(engine *e, const char *file,
                     const engine_line_segment *segments, size_t count);

/*
 * All places that are running, the innermost first, built-ins left out.
 *
 * Returns how many were written, at most `count`.
 */
int engine_get_stack(engine *e, uintptr_t *sites, size_t count);

/* While a trace listens: from now on trace which functions of the program are
 * entered by code of others; in a callback that the program has asked for
 * itself, or not (has_place). */
void engine_watch_entries(engine *e, bool has_place);
void engine_unwatch_entries(engine *e);

/* The head of the answer of this http.ServerResponse, or of a stream of HTTP/2,
 * is made, with this status. */
void engine_trace_answer(engine *e, struct napi_value__ *answerer,
                         uint32_t status);
/* The head of a response to a request of the program has come. */
void engine_trace_response(engine *e, struct napi_value__ *method,
                           struct napi_value__ *url, uint32_t status);

#ifdef __cplusplus
}
#endif

#endif
