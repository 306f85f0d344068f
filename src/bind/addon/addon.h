/*
 * addon.h - native addons: their async work, their thread-safe functions, and
 * their end.
 */
#ifndef ORRERY_BIND_ADDON_H
#define ORRERY_BIND_ADDON_H

#include "bind/bind.h"

/* What async work and thread-safe functions are to async_hooks. */
typedef struct bind_resource {
    napi_async_context context;
    napi_ref object;
} bind_resource;

/* given: the addon's object, or NULL. Nothing was made unless it is napi_ok. */
napi_status bind_resource_open(napi_env env, napi_value given, napi_value name,
                               bind_resource *resource);
void bind_resource_close(napi_env env, bind_resource *resource);
/* Call native code in the scope of a resource, which may be closed meanwhile;
 * what it throws is reported as uncaught. */
void bind_run_in_resource(napi_env env, const bind_resource *resource,
                          engine_native_fn *fn, void *arg);

/* May an addon be called? Also while it is taken down, unlike JavaScript. */
static inline bool bind_may_call_addon(const runtime *r)
{
    return !r->over || r->ending;
}

/* uv_loop.c: the addon that is loaded next finds this runtime's loop as libuv's
 * default loop. */
void bind_uv_enter(runtime *r);

/* dlopen.c: free what the hub knows of libraries. */
struct registered;
void bind_forget_addons(struct registered *list);
/* dlopen.c: the program ended by itself, and its addons end with it. */
void bind_end_addons(runtime *r);

/* napi_async.c: async work of addons that is under way. */
size_t bind_count_work(runtime *r);

#endif
