/*
 * bind/wasm/wasm.c - the binding "wasm": the store of a runtime, and what it
 * asks of its host.
 */
#include "bind/wasm/wasm.h"

#include <stdlib.h>

typedef struct wasm_state {
    bind_wasm *w;
} wasm_state;

/* ---- What the store asks ------------------------------------------------ */

static bool host_poll(void *ctx)
{
    bind_wasm *w = ctx;

    return engine_poll(w->r->engine) == 0;
}

/* Bytes of memories and tables count as those of buffers do. */
static bool host_account(void *ctx, int64_t bytes)
{
    bind_wasm *w = ctx;
    engine_memory memory;
    int64_t total;

    if (w->closed)
        return true;
    engine_get_memory(w->r->engine, &memory);
    if (bytes > 0 && memory.limit_bytes != 0 &&
        memory.used_bytes + memory.external_bytes + (uint64_t)bytes >
            memory.limit_bytes)
        return false;
    return napi_adjust_external_memory(w->r->env, bytes, &total) == napi_ok;
}

/* References on their way into WebAssembly. */
static void host_each_slot(void *ctx, void (*fn)(void *fn_ctx, wasm_slot slot),
                           void *fn_ctx)
{
    const bind_wasm *w = ctx;

    for (const bind_wasm_pending *p = w->pending; p != NULL; p = p->next) {
        for (uint32_t i = 0; i < p->count; i++)
            fn(fn_ctx, p->slots[i]);
    }
}

static void *host_reserve(void *ctx, size_t bytes)
{
    (void)ctx;
    return orr_space_reserve(bytes);
}

static bool host_commit(void *ctx, void *space, size_t bytes)
{
    (void)ctx;
    return orr_space_commit(space, bytes) == 0;
}

static void host_release(void *ctx, void *space, size_t bytes)
{
    (void)ctx;
    orr_space_release(space, bytes);
}

/* Pages for machine code, and its faults. */
static const code_host host_code = { .reserve = orr_space_reserve,
                                     .protect = orr_space_protect,
                                     .release = orr_space_release,
                                     .watch = orr_fault_watch,
                                     .unwatch = orr_fault_unwatch };

/* ---- Life --------------------------------------------------------------- */

static void set_machine(const runtime *r, wasm_host *host)
{
    host->code = &host_code;
    host->stack_limit = engine_stack_limit(r->engine);
    host->checks = r->options.wasm_code == RUNTIME_WASM_CHECKED;
    host->machine = WASM_MACHINE_ALWAYS;
    if (r->options.wasm_code == RUNTIME_WASM_WARM)
        host->machine = WASM_MACHINE_WARM;
    host->single = r->options.wasm_code == RUNTIME_WASM_SINGLE;
    if (r->options.wasm_code == RUNTIME_WASM_NEVER || host->single)
        host->machine = WASM_MACHINE_OFF;
}

static bind_wasm *wasm_open(runtime *r)
{
    bind_wasm *w = calloc(1, sizeof(*w));

    if (w == NULL)
        return NULL;
    wasm_host host = { .ctx = w,
                       .poll = host_poll,
                       .account = host_account,
                       .each_slot = host_each_slot,
                       .take_exception = bind_wasm_take_exception,
                       .wait = bind_wasm_wait,
                       .notify = bind_wasm_notify,
                       .memory_grows = bind_wasm_memory_grows,
                       .reserve = host_reserve,
                       .commit = host_commit,
                       .release = host_release };
    set_machine(r, &host);
    w->r = r;
    w->holds = 1;
    w->extern_limit = 1000;
    w->live_limit = 500;
    if (wasm_store_new(&host, &w->store) == 0)
        return w;
    free(w);
    return NULL;
}

bind_wasm *bind_wasm_of(runtime *r)
{
    wasm_state *state = BIND_STATE(r, wasm);

    if (state->w == NULL)
        state->w = wasm_open(r);
    if (state->w == NULL)
        engine_throw_no_memory(r->engine);
    return state->w;
}

void bind_wasm_hold(bind_wasm *w)
{
    w->holds++;
}

void bind_wasm_release(bind_wasm *w)
{
    if (--w->holds != 0)
        return;
    wasm_tag_release(w->js_tag);
    wasm_store_free(w->store);
    free(w->externs);
    free(w);
}

static void wasm_close(runtime *r)
{
    wasm_state *state = BIND_STATE(r, wasm);
    bind_wasm *w = state->w;

    if (w == NULL)
        return;
    bind_wasm_free_externs(w);
    for (size_t i = 0; i < sizeof(w->hooks) / sizeof(*w->hooks); i++) {
        if (w->hooks[i] != NULL)
            napi_delete_reference(r->env, w->hooks[i]);
    }
    w->closed = true;
    state->w = NULL;
    bind_wasm_release(w);
}

/*
 * The collector counts bytes of its own heap, but a memory takes addresses, of
 * which a process has a limited number of pieces (65,530). A program that makes
 * thousands of instances in one turn would run out of them, while nearly all
 * are garbage.
 */
void bind_wasm_collect(bind_wasm *w)
{
    if (++w->live < w->live_limit)
        return;
    engine_collect(w->r->engine);
    engine_run_own_finalizers(w->r->engine);
    w->live_limit = w->live * 2 + 500;
}

/* ---- Help for the other files ------------------------------------------- */

napi_value bind_wasm_hook(bind_wasm *w, int hook, size_t argc,
                          const napi_value *argv)
{
    napi_env env = w->r->env;
    napi_value fn;
    napi_value result;

    if (napi_get_reference_value(env, w->hooks[hook], &fn) != napi_ok ||
        napi_call_function(env, bind_undefined(env), fn, argc, argv, &result) !=
            napi_ok)
        return bind_threw(w->r);
    return result;
}

void *bind_wasm_unwrap(napi_env env, napi_value native)
{
    void *data = NULL;

    if (native != NULL)
        napi_unwrap(env, native, &data);
    return data;
}

napi_value bind_wasm_list(napi_env env, size_t count, const napi_value *items)
{
    napi_value list;

    if (napi_create_array_with_length(env, count, &list) != napi_ok)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        if (items[i] == NULL ||
            napi_set_element(env, list, (uint32_t)i, items[i]) != napi_ok)
            return NULL;
    }
    return list;
}

napi_value bind_wasm_name(napi_env env, wasm_name name)
{
    return bind_string_n(env, name.bytes, name.len);
}

/* setup(trap, toBigInt, ...): the hooks. */
static napi_value js_setup(napi_env env, napi_callback_info info)
{
    napi_value args[HOOKS];
    runtime *r = bind_args(env, info, HOOKS, args);
    bind_wasm *w = bind_wasm_of(r);

    if (w == NULL)
        return NULL;
    for (int i = 0; i < HOOKS; i++)
        BIND_OK(napi_create_reference(env, args[i], 1, &w->hooks[i]));
    return NULL;
}

static napi_status wasm_init(runtime *r, napi_value exports)
{
    bind_method(r, exports, "setup", js_setup);
    bind_wasm_module_methods(r, exports);
    bind_wasm_part_methods(r, exports);
    bind_wasm_instance_methods(r, exports);
    bind_wasm_exception_methods(r, exports);
    bind_wasm_shared_methods(r, exports);
    return napi_ok;
}

const bind_entry bind_entry_wasm = { .name = "wasm",
                                     .init = wasm_init,
                                     .close = wasm_close,
                                     .state = sizeof(wasm_state) };
