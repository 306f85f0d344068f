/* engine_host.h - between runtime.c and what the engine is handed. */
#ifndef ORRERY_BIND_ENGINE_HOST_H
#define ORRERY_BIND_ENGINE_HOST_H

#include "bind/bind.h"

/* The door, the world and the host of an engine. The loop is open. */
void host_fill(runtime *r, engine_options *out);

/* The loop's hook after each outermost callback: ticks and microtasks. */
void host_after_callback(orr_loop *loop, void *ctx);

/* The object of lib/'s hooks, and one of them. */
void host_get_hook(runtime *r, const char *name, napi_value *hooks,
                   napi_value *fn);

/* The pending exception, which is pending no longer. */
void host_take_exception(runtime *r, napi_value *error);

/* If the engine said that it was stopped, so is the loop. */
void host_stop_if_over(runtime *r, int result);

#endif
