/*
 * segment.c - the binding of Intl.Segmenter's grapheme clusters.
 */
#include "text/segment.h"

#include <stdlib.h>

#include "bind/bind.h"

/* findGraphemeEnds(text): a Uint32Array of the indices after each cluster. */
static napi_value js_find_grapheme_ends(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    engine_chars text;

    if (engine_get_chars(r->engine, arg, &text) < 0)
        return bind_threw(r);
    uint32_t *ends = malloc((text.length + 1) * sizeof *ends);
    if (ends == NULL)
        return bind_threw(r);
    const size_t count = segment_find_ends(&text, ends);
    napi_value array = bind_array(env, napi_uint32_array, ends,
                                  count * sizeof *ends, count);
    free(ends);
    return array;
}

static napi_status segment_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "findGraphemeEnds", js_find_grapheme_ends },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}

const bind_entry bind_entry_segment = { .name = "segment",
                                        .init = segment_init };
