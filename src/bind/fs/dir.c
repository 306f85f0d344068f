/*
 * dir.c - directories that are read in batches: opendir, readdir, closedir.
 *
 * JavaScript holds an object that wraps the open directory. It is closed by
 * closedir(), when the object is collected, or with the runtime, whichever
 * comes first; the object stays and then has none. A request under way keeps
 * the object alive: lib/ puts it into the request.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/list.h"
#include "bind/fs/fs.h"

typedef struct fs_dir {
    orr_link link; /* in fs_dirs.open */
    orr_loop *loop;
    orr_dir *dir; /* NULL: closed */
    orr_entry *entries;
    uint32_t capacity;
} fs_dir;

static void close_dir(fs_dir *d)
{
    if (d->dir == NULL)
        return;
    orr__list_remove(&d->link);
    orr_fs_closedir(d->loop, NULL, d->dir, NULL);
    d->dir = NULL;
}

static void free_dir(napi_env env, void *data, void *hint)
{
    fs_dir *d = data;

    (void)env;
    (void)hint;
    close_dir(d);
    free(d->entries);
    free(d);
}

void fs_close_dirs(runtime *r)
{
    fs_dirs *dirs = BIND_STATE(r, fs);

    if (dirs->open.next == NULL)
        return; /* never used */
    while (!orr__list_empty(&dirs->open)) {
        orr_link *first = dirs->open.next;
        close_dir((fs_dir *)((uintptr_t)first - offsetof(fs_dir, link)));
    }
}

int64_t fs_begin_opendir(fs_call *c)
{
    return orr_fs_opendir(c->r->loop, &c->fs, fs_arg_path(c, 0), c->fn);
}

napi_value fs_make_dir(fs_call *c)
{
    napi_env env = c->r->env;
    fs_dirs *dirs = BIND_STATE(c->r, fs);
    fs_dir *d = calloc(1, sizeof *d);
    napi_value object;

    if (d == NULL)
        goto no_memory;
    if (napi_create_object(env, &object) != napi_ok ||
        napi_wrap(env, object, d, free_dir, NULL, NULL) != napi_ok)
        goto free_d;
    d->loop = c->r->loop;
    d->dir = c->fs.ptr;
    orr__list_add_last(&dirs->open, &d->link);
    return object;

free_d:
    free(d);
no_memory:
    orr_fs_closedir(c->r->loop, NULL, c->fs.ptr, NULL);
    engine_throw_no_memory(c->r->engine);
    return NULL;
}

static fs_dir *arg_dir(fs_call *c)
{
    void *data = NULL;

    if (napi_unwrap(c->r->env, c->args[0], &data) != napi_ok)
        return NULL;
    return data;
}

static int set_capacity(fs_dir *d, uint32_t n)
{
    if (n <= d->capacity)
        return 0;
    orr_entry *more = realloc(d->entries, n * sizeof *more);
    if (more == NULL)
        return -ENOMEM;
    d->entries = more;
    d->capacity = n;
    return 0;
}

/* readdir(dir, count, codec) */
int64_t fs_begin_readdir(fs_call *c)
{
    fs_dir *d = arg_dir(c);
    const uint32_t n = (uint32_t)bind_to_int(c->r->env, c->args[1]);

    if (d == NULL || d->dir == NULL)
        return -EBADF;
    if (set_capacity(d, n) < 0)
        return -ENOMEM;
    c->flag = true;
    c->codec = fs_arg_codec(c, 2);
    c->dir = d;
    return orr_fs_readdir(c->r->loop, &c->fs, d->dir, d->entries, n, c->fn);
}

napi_value fs_make_batch(fs_call *c)
{
    return fs_make_list(c, c->dir->entries, (uint32_t)c->fs.result);
}

int64_t fs_begin_closedir(fs_call *c)
{
    fs_dir *d = arg_dir(c);

    if (d == NULL || d->dir == NULL)
        return -EBADF;
    const int64_t err = orr_fs_closedir(c->r->loop, &c->fs, d->dir, c->fn);
    if (err >= 0 || c->fn == NULL) {
        orr__list_remove(&d->link);
        d->dir = NULL;
    }
    return err;
}
