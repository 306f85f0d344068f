/*
 * collate.c - the binding of the order of texts.
 */
#include "text/collate.h"

#include "bind/bind.h"
#include "bind/bytes/text_memory.h"

/* compare(a, b, how): -1, 0 or 1. */
static napi_value js_compare(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    engine_chars a, b;
    uint32_t how;

    if (engine_get_chars(r->engine, args[0], &a) < 0 ||
        engine_get_chars(r->engine, args[1], &b) < 0 ||
        napi_get_value_uint32(env, args[2], &how) != napi_ok)
        return bind_threw(r);
    const int result = collate_compare(&bind_text_memory, &a, &b, how);
    if (result >= -1)
        return bind_int(env, result);
    engine_throw_no_memory(r->engine);
    return bind_threw(r);
}

static napi_status collate_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "compare", js_compare },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}

const bind_entry bind_entry_collate = { .name = "collate",
                                        .init = collate_init };
