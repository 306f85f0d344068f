/*
 * active.c - what keeps a program alive, as process.getActiveResourcesInfo(),
 * process._getActiveHandles() and the reports of process.report list it. All of
 * it is part of the binding "process".
 *
 * A handle is listed by its wrap (handle.h): with the name that its type has in
 * Node, while it is referenced, active or not, until its close callback.
 */
#include <inttypes.h>
#include <stdio.h>

#include "bind/core/handle.h"

/* ---- Reports ------------------------------------------------------------ */

typedef struct handle_list {
    runtime *r;
    napi_value list;
    uint32_t count;
} handle_list;

/* { type, is_active, address }, at the end of the list. */
static napi_value add_report(handle_list *l, const char *type, bool active,
                             const void *thing)
{
    runtime *r = l->r;
    napi_value object;
    char address[32];

    snprintf(address, sizeof address, "0x%016" PRIx64,
             (uint64_t)(uintptr_t)thing);
    BIND_OK(napi_create_object(r->env, &object));
    bind_set(r, object, "type", bind_string(r->env, type));
    bind_set(r, object, "is_active", bind_bool(r->env, active));
    bind_set(r, object, "address", bind_string(r->env, address));
    BIND_OK(napi_set_element(r->env, l->list, l->count++, object));
    return object;
}

static void add_handle(const orr_live *live, void *arg)
{
    handle_list *l = arg;

    if (live->is_request)
        return;
    const napi_value object =
        add_report(l, orr_kind_name(live->kind), live->active, live->thing);
    bind_set(l->r, object, "is_referenced", bind_bool(l->r->env, live->ref));
}

/* handles(): all that the loop has, as a report shows them, and itself. */
static napi_value js_handles(napi_env env, napi_callback_info info)
{
    handle_list l = { .r = bind_args(env, info, 0, NULL) };

    BIND_OK(napi_create_array(env, &l.list));
    orr_walk(l.r->loop, add_handle, &l);
    add_report(&l, "loop", orr_alive(l.r->loop), l.r->loop);
    return l.list;
}

/* ---- Resources ----------------------------------------------------------- */

typedef struct names {
    runtime *r;
    napi_env env;
    napi_value list;
    uint32_t count;
    bool requests; /* are being listed, not handles */
} names;

static void add_name(names *to, const char *name)
{
    BIND_OK(napi_set_element(to->env, to->list, to->count++,
                             bind_string(to->env, name)));
}

/* A handle that does not keep the program alive is not listed; one that is
 * closing does. */
static void add_loop_thing(const orr_live *live, void *arg)
{
    names *to = arg;
    bind_description d;

    if (live->is_request != to->requests || (!live->is_request && !live->ref))
        return;
    bind_describe(to->r, live, &d);
    if (d.resource_name != NULL)
        add_name(to, d.resource_name);
}

static void add_immediate(void *arg, const engine_live *live)
{
    if (live->ref && live->record.kind == ENGINE_IMMEDIATE)
        add_name(arg, "Immediate");
}

/* getActiveResources(): requests, handles, then timers. */
static napi_value js_active(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    names to = { .r = r, .env = env, .requests = true };

    BIND_OK(napi_create_array(env, &to.list));
    orr_walk(r->loop, add_loop_thing, &to);
    to.requests = false;
    orr_walk(r->loop, add_loop_thing, &to);
    for (uint64_t n = engine_count_timers(r->engine); n > 0; n--)
        add_name(&to, "Timeout");
    engine_walk(r->engine, add_immediate, &to);
    return to.list;
}

/* An object of lib/'s, or the name of what has none. */
static void add_object(const orr_live *live, void *arg)
{
    names *to = arg;
    const bind_wrap *w = bind_wrap_of(live);
    bind_description d;

    if (live->is_request != to->requests || w == NULL ||
        (!live->is_request && !live->ref))
        return;
    bind_describe(to->r, live, &d);
    if (d.resource_name != NULL && w->object == NULL)
        add_name(to, d.resource_name);
    else if (d.resource_name != NULL)
        BIND_OK(napi_set_element(to->env, to->list, to->count++,
                                 bind_wrap_object(w)));
}

/* activeObjects(whether requests, else handles) */
static napi_value js_active_objects(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    names to = { .r = r, .env = env, .requests = bind_to_bool(env, arg) };

    BIND_OK(napi_create_array(env, &to.list));
    orr_walk(r->loop, add_object, &to);
    return to.list;
}

void bind_active_methods(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "handles", js_handles },
        { "activeResources", js_active },
        { "activeObjects", js_active_objects },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
