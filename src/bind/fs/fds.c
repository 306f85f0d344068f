/*
 * fds.c - descriptors that a worker has opened and not closed.
 *
 * They end with the worker, as in Node (the option trackUnmanagedFds): a worker
 * that is terminated in the middle of its work could not close them. The main
 * thread does not track its own, which end with the process.
 *
 * A set of bits, one per descriptor. open() adds, close() takes away, and so
 * does a stream that is made of a descriptor and owns it from then on. Without
 * memory for the set a descriptor is not tracked.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/fs/fs.h"

#define BITS 64

static fs_fds *fds_of(runtime *r)
{
    fs_shared *shared = BIND_STATE(r, fs);

    return &shared->fds;
}

static bool has_capacity(fs_fds *f, size_t words)
{
    if (words <= f->words)
        return true;
    uint64_t *more = realloc(f->bits, words * sizeof *more);
    if (more == NULL)
        return false;
    memset(more + f->words, 0, (words - f->words) * sizeof *more);
    f->bits = more;
    f->words = words;
    return true;
}

void fs_fds_add(runtime *r, int fd)
{
    fs_fds *f = fds_of(r);

    if (f->tracked && has_capacity(f, (size_t)fd / BITS + 1))
        f->bits[fd / BITS] |= UINT64_C(1) << fd % BITS;
}

void fs_fds_forget(runtime *r, int fd)
{
    fs_fds *f = fds_of(r);

    if (fd >= 0 && (size_t)fd / BITS < f->words)
        f->bits[fd / BITS] &= ~(UINT64_C(1) << fd % BITS);
}

napi_value fs_make_fd(fs_call *c)
{
    fs_fds_add(c->r, (int)c->fs.result);
    return fs_make_number(c);
}

napi_value fs_js_track_fds(napi_env env, napi_callback_info info)
{
    (void)info;
    fds_of(bind_runtime_of(env))->tracked = true;
    return bind_undefined(env);
}

void fs_fds_close(runtime *r)
{
    fs_fds *f = fds_of(r);

    for (size_t fd = 0; fd < f->words * BITS; fd++)
        if (f->bits[fd / BITS] >> fd % BITS & 1)
            orr_fs_close(r->loop, NULL, (int)fd, NULL);
    free(f->bits);
    *f = (fs_fds){ .bits = NULL };
}
