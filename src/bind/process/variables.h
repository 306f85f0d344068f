/*
 * variables.h - the environment variables of a runtime: those of the process,
 * or a list of its own, as a worker has. A list may be shared by several
 * runtimes (SHARE_ENV).
 */
#ifndef ORRERY_BIND_VARIABLES_H
#define ORRERY_BIND_VARIABLES_H

#include "bind/bind.h"

/* Of a list: name, value, name, value ... NULL without memory. */
bind_variables *bind_variables_new(napi_env env, napi_value list);

/* NULL, which stands for those of the process, is held and released too. */
bind_variables *bind_variables_hold(bind_variables *v);
void bind_variables_release(bind_variables *v);

#endif
