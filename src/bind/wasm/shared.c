/*
 * bind/wasm/shared.c - memories that threads share: their SharedArrayBuffers,
 * waiting and waking, and how one gets to another thread.
 */
#include "bind/wasm/wasm.h"

static void shared_acquire(void *bytes)
{
    wasm_shared_hold(wasm_shared_of(bytes));
}

static void shared_release(void *bytes)
{
    wasm_shared_release(wasm_shared_of(bytes));
}

/* A buffer of the memory as long as it is now. */
napi_value bind_wasm_shared_buffer(bind_wasm *w, wasm_memory *memory)
{
    napi_value buffer;

    if (engine_new_shared(w->r->engine, wasm_memory_data(memory),
                          wasm_memory_bytes(memory), shared_acquire,
                          shared_release, &buffer) != 0)
        return bind_threw(w->r);
    return buffer;
}

/* sharedMemory(buffer): the native of a memory for a buffer that was another
 * thread's memory's. */
static napi_value js_shared_memory(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    bind_wasm *w = bind_wasm_of(r);
    wasm_extern part = { .kind = WASM_MEMORY };
    engine_pin *pin;
    void *bytes;
    size_t len;

    if (w == NULL || engine_pin_bytes(r->engine, arg, &pin, &bytes, &len) < 0)
        return NULL;
    const int err =
        wasm_memory_from_shared(w->store, wasm_shared_of(bytes), &part.memory);
    engine_unpin(r->engine, pin);
    if (err < 0) {
        engine_throw_no_memory(r->engine);
        return NULL;
    }
    return bind_wasm_own_part(w, &part);
}

/* hook(buffer, address, ...): a number, or a trap. */
static int64_t memory_ask(bind_wasm *w, int hook, wasm_memory *memory,
                          const napi_value *rest, size_t count)
{
    napi_env env = w->r->env;
    napi_value args[5] = { bind_wasm_shared_buffer(w, memory) };
    double answer = 0;

    for (size_t i = 0; i < count; i++)
        args[i + 1] = rest[i];
    napi_value result =
        args[0] == NULL ? NULL : bind_wasm_hook(w, hook, count + 1, args);
    if (result == NULL)
        return -(int64_t)WASM_TRAP_HOST;
    if (bind_is_undefined(env, result))
        return -(int64_t)WASM_TRAP_WAIT;
    answer = bind_to_double(env, result);
    return (int64_t)answer;
}

int64_t bind_wasm_wait(void *ctx, wasm_memory *memory, uint64_t address,
                       uint32_t bytes, uint64_t expected, int64_t timeout_ns)
{
    bind_wasm *w = ctx;
    napi_env env = w->r->env;
    napi_handle_scope scope;
    napi_value value = NULL;

    BIND_OK(napi_open_handle_scope(env, &scope));
    if (bytes == 8)
        napi_create_bigint_int64(env, (int64_t)expected, &value);
    else
        napi_create_int32(env, (int32_t)(uint32_t)expected, &value);
    const napi_value rest[] = {
        bind_double(env, (double)address), bind_int(env, bytes), value,
        bind_double(env, timeout_ns < 0 ? -1.0 : (double)timeout_ns / 1e6)
    };
    const int64_t answer = memory_ask(w, HOOK_WAIT, memory, rest, 4);
    BIND_OK(napi_close_handle_scope(env, scope));
    return answer;
}

int64_t bind_wasm_notify(void *ctx, wasm_memory *memory, uint64_t address,
                         uint32_t count)
{
    bind_wasm *w = ctx;
    napi_env env = w->r->env;
    napi_handle_scope scope;

    BIND_OK(napi_open_handle_scope(env, &scope));
    const napi_value rest[] = { bind_double(env, (double)address),
                                bind_double(env, count) };
    const int64_t answer = memory_ask(w, HOOK_NOTIFY, memory, rest, 2);
    BIND_OK(napi_close_handle_scope(env, scope));
    return answer;
}

void bind_wasm_shared_methods(runtime *r, napi_value exports)
{
    bind_method(r, exports, "sharedMemory", js_shared_memory);
}
