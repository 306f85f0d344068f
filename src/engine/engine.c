/*
 * engine.c - the engine room before the engine has moved in.
 *
 * engine.h is whole, so that the rooms around it can be written against it;
 * behind it there is nothing yet, and this file says so: what can fail fails
 * with -ENOSYS. Since engine_create() fails too, nobody holds an engine, and
 * what cannot fail answers with nothing: zero, false, NULL.
 *
 * Each part leaves this file as it is built: jobs.c (the order core), code.c,
 * modules.c, errors.c, clone.c, napi.c. When the last one has gone, so does
 * this file.
 */
#include "engine/engine.h"

#include <errno.h>

/* No argument is used yet; naming each of them would say nothing more. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* ---- Life ------------------------------------------------------------- */

int engine_create(const engine_options *options, engine **out)
{
    return -ENOSYS;
}

int engine_destroy(engine *e)
{
    return -ENOSYS;
}

void engine_stop(engine *e)
{
}

void engine_free(engine *e, void *ptr)
{
}

/* ---- Code ------------------------------------------------------------- */

int engine_compile_script(engine *e, const engine_source *source,
                          engine_code **out)
{
    return -ENOSYS;
}

int engine_compile_function(engine *e, const engine_source *source,
                            const char *const *params, size_t param_count,
                            engine_code **out)
{
    return -ENOSYS;
}

int engine_run_code(engine *e, const engine_code *code, napi_value *result)
{
    return -ENOSYS;
}

void engine_free_code(engine *e, engine_code *code)
{
}

int engine_write_code(engine *e, const engine_code *code, void **bytes,
                      size_t *len)
{
    return -ENOSYS;
}

int engine_read_code(engine *e, const void *bytes, size_t len,
                     engine_code **out)
{
    return -ENOSYS;
}

/* ---- Modules ---------------------------------------------------------- */

int engine_compile_module(engine *e, const engine_source *source,
                          engine_module **out)
{
    return -ENOSYS;
}

int engine_make_module(engine *e, const char *name, const char *const *exports,
                       size_t export_count, engine_fill_fn *fill, void *arg,
                       engine_module **out)
{
    return -ENOSYS;
}

int engine_set_export(engine *e, engine_module *module, const char *name,
                      napi_value value)
{
    return -ENOSYS;
}

int engine_count_requests(const engine_module *module)
{
    return -ENOSYS;
}

int engine_get_request(engine *e, const engine_module *module, size_t index,
                       engine_request *out)
{
    return -ENOSYS;
}

int engine_link_request(engine *e, engine_module *module, size_t index,
                        engine_module *target)
{
    return -ENOSYS;
}

int engine_link_module(engine *e, engine_module *module)
{
    return -ENOSYS;
}

int engine_evaluate_module(engine *e, engine_module *module, napi_value *result)
{
    return -ENOSYS;
}

engine_module_state engine_get_module_state(const engine_module *module)
{
    return ENGINE_MODULE_UNLINKED;
}

int engine_module_awaits(const engine_module *module)
{
    return -ENOSYS;
}

int engine_get_namespace(engine *e, engine_module *module, napi_value *result)
{
    return -ENOSYS;
}

int engine_get_module_error(engine *e, engine_module *module,
                            napi_value *result)
{
    return -ENOSYS;
}

void engine_free_module(engine *e, engine_module *module)
{
}

/* ---- The order core --------------------------------------------------- */

int engine_drain(engine *e)
{
    return -ENOSYS;
}

bool engine_is_drain_due(const engine *e)
{
    return false;
}

int engine_run_microtask(engine *e)
{
    return -ENOSYS;
}

int engine_run_timers(engine *e, uint64_t now_ms, engine_next_timer *next)
{
    return -ENOSYS;
}

int engine_run_immediates(engine *e)
{
    return -ENOSYS;
}

void engine_get_queues(const engine *e, engine_queues *out)
{
    *out = (engine_queues){0};
}

int engine_queue_tick(engine *e, napi_value function, size_t argc,
                      const napi_value *argv)
{
    return -ENOSYS;
}

int engine_queue_microtask(engine *e, napi_value function)
{
    return -ENOSYS;
}

int engine_queue_native_immediate(engine *e, engine_call_fn *fn, void *arg,
                                  bool ref)
{
    return -ENOSYS;
}

/* ---- Calling JavaScript; uncaught exceptions -------------------------- */

int engine_call_back(engine *e, engine_frame *frame, napi_value receiver,
                     napi_value function, size_t argc, const napi_value *argv,
                     napi_value *result)
{
    return -ENOSYS;
}

int engine_report(engine *e, napi_value error, engine_origin origin)
{
    return -ENOSYS;
}

int engine_describe_error(engine *e, napi_value error, char **text, size_t *len)
{
    return -ENOSYS;
}

/* ---- Records and frames ----------------------------------------------- */

engine_frame *engine_hold_frame(engine *e)
{
    return NULL;
}

void engine_release_frame(engine *e, engine_frame *frame)
{
}

engine_frame *engine_swap_frame(engine *e, engine_frame *frame)
{
    return NULL;
}

int engine_set_async_listener(engine *e, engine_async_fn *fn, void *arg)
{
    return -ENOSYS;
}

int engine_walk(engine *e, engine_walk_fn *fn, void *arg)
{
    return -ENOSYS;
}

/* ---- Source positions ------------------------------------------------- */

uintptr_t engine_get_site(engine *e)
{
    return 0;
}

int engine_resolve_site(engine *e, uintptr_t site, engine_position *out)
{
    return -ENOSYS;
}

/* ---- Interrupts and memory -------------------------------------------- */

int engine_interrupt(engine *e, engine_interrupt_fn *fn, void *arg)
{
    return -ENOSYS;
}

void engine_get_memory(const engine *e, engine_memory *out)
{
    *out = (engine_memory){0};
}

void engine_set_memory_limit(engine *e, size_t limit_bytes)
{
}

void engine_collect(engine *e)
{
}

/* ---- Structured clone ------------------------------------------------- */

int engine_write_clone(engine *e, napi_value value, const napi_value *transfer,
                       size_t transfer_count, engine_clone **out)
{
    return -ENOSYS;
}

int engine_read_clone(engine *e, engine_clone *clone, napi_value *result)
{
    return -ENOSYS;
}

void engine_free_clone(engine_clone *clone)
{
}

/* ---- Node-API --------------------------------------------------------- */

napi_env engine_get_env(engine *e)
{
    return NULL;
}

engine *engine_from_env(napi_env env)
{
    return NULL;
}

int engine_open_env(engine *e, const char *filename, int32_t version,
                    napi_env *out)
{
    return -ENOSYS;
}

void engine_close_env(napi_env env)
{
}

int engine_get_binding(engine *e, const char *name, napi_value *result)
{
    return -ENOSYS;
}
