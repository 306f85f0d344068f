/*
 * fs_value.c - what a file call left behind, as a value.
 *
 * Numbers go to JavaScript in bulk: one typed array instead of an object with
 * eighteen properties, of which most programs read one. lib/ knows the order.
 *
 * A file or a directory may be larger than what memory there is. Then the value
 * is NULL, and the exception is pending.
 */
#include "bind/buffer.h"
#include "bind/fs.h"

napi_value fs_make_nothing(fs_call *c)
{
    return bind_undefined(c->r->env);
}

napi_value fs_make_number(fs_call *c)
{
    return bind_int(c->r->env, c->fs.result);
}

napi_value fs_make_string(fs_call *c)
{
    return bind_string_n(c->r->env, c->fs.ptr, c->fs.len);
}

napi_value fs_make_contents(fs_call *c)
{
    if (c->flag)
        return bind_decode(c->r, CODEC_UTF8, c->fs.ptr, c->fs.len);
    return bind_array(c->r->env, napi_uint8_array, c->fs.ptr, c->fs.len,
                      c->fs.len);
}

napi_value fs_make_entries(fs_call *c)
{
    napi_env env = c->r->env;
    const orr_entry *entries = c->fs.ptr;
    const uint32_t step = c->flag ? 2 : 1;
    napi_value list, name;

    if (napi_create_array_with_length(env, c->fs.len * step, &list) != napi_ok)
        return NULL;
    for (uint32_t i = 0; i < c->fs.len; i++) {
        if (napi_create_string_utf8(env, entries[i].name, NAPI_AUTO_LENGTH,
                                    &name) != napi_ok ||
            napi_set_element(env, list, i * step, name) != napi_ok)
            return NULL;
        if (c->flag &&
            napi_set_element(env, list, i * step + 1,
                             bind_int(env, entries[i].type)) != napi_ok)
            return NULL;
    }
    return list;
}

/* As doubles or as 64-bit integers. */
static napi_value make_numbers(fs_call *c, const int64_t *n, size_t count)
{
    double d[32];

    if (c->flag)
        return bind_array(c->r->env, napi_bigint64_array, n, count * sizeof *n,
                          count);
    for (size_t i = 0; i < count; i++)
        d[i] = (double)n[i];
    return bind_array(c->r->env, napi_float64_array, d, count * sizeof *d,
                      count);
}

napi_value fs_make_stat(fs_call *c)
{
    const orr_stat *s = &c->out.stat;
    const int64_t n[18] = {
        (int64_t)s->dev,     (int64_t)s->mode, (int64_t)s->nlink,
        (int64_t)s->uid,     (int64_t)s->gid,  (int64_t)s->rdev,
        (int64_t)s->blksize, (int64_t)s->ino,  (int64_t)s->size,
        (int64_t)s->blocks,  s->atime.sec,     s->atime.nsec,
        s->mtime.sec,        s->mtime.nsec,    s->ctime.sec,
        s->ctime.nsec,       s->btime.sec,     s->btime.nsec,
    };

    return make_numbers(c, n, 18);
}

napi_value fs_make_statfs(fs_call *c)
{
    const orr_statfs *s = &c->out.statfs;
    const int64_t n[8] = {
        (int64_t)s->type,   (int64_t)s->bsize, (int64_t)s->frsize,
        (int64_t)s->blocks, (int64_t)s->bfree, (int64_t)s->bavail,
        (int64_t)s->files,  (int64_t)s->ffree,
    };

    return make_numbers(c, n, 8);
}
