/*
 * child.h - how lib/ says what to start: read once, for children that run on
 * and for those that are waited for.
 */
#ifndef ORRERY_BIND_CHILD_H
#define ORRERY_BIND_CHILD_H

#include "bind/net/stream.h"

typedef struct child_spec {
    orr_spawn spawn;
    char *file, *cwd;
    char **args, **env; /* NULL-terminated, each of malloc's */
    orr_stdio *stdio;
    uint32_t nstdio;
    bool is_allowed; /* else the simulator is to start none */
} child_spec;

/*
 * Read { file, args, env, cwd, detached, uid, gid,
 * stdio: [{ type, fd, handle }] }. A stdio of type 'pipe' with a handle uses
 * that Pipe; without one its `stream` is left NULL for the caller. False with
 * an exception pending or for lack of memory; free it in any case.
 */
bool child_spec_read(runtime *r, napi_value options, child_spec *out);
void child_spec_free(child_spec *spec);

/* child_sync.c: spawnSync(options) */
napi_value bind_spawn_sync(napi_env env, napi_callback_info info);

#endif
