/*
 * value.c - what a file call left behind, as a value.
 *
 * Numbers go to JavaScript in bulk: in one typed array, whose order lib/ knows,
 * or as an object made of a sample.
 *
 * A file or a directory may be larger than what memory there is. Then the value
 * is NULL, and the exception is pending.
 */
#include <string.h>

#include "bind/fs/fs.h"

#define STAT_NUMBERS 18

napi_value fs_make_nothing(fs_call *c)
{
    return bind_undefined(c->r->env);
}

napi_value fs_make_number(fs_call *c)
{
    return bind_int(c->r->env, c->fs.result);
}

napi_value fs_make_name(runtime *r, codec c, const char *name, size_t len)
{
    uint8_t *data;

    if (c != CODEC_BUFFER)
        return bind_decode(r, c, (const uint8_t *)name, len);
    napi_value buffer = bind_new_buffer(r, len, &data);
    if (buffer != NULL)
        memcpy(data, name, len);
    return buffer;
}

napi_value fs_make_string(fs_call *c)
{
    return fs_make_name(c->r, c->codec, c->fs.ptr, c->fs.len);
}

napi_value fs_make_contents(fs_call *c)
{
    if (c->flag)
        return bind_decode(c->r, CODEC_UTF8, c->fs.ptr, c->fs.len);
    return bind_array(c->r->env, napi_uint8_array, c->fs.ptr, c->fs.len,
                      c->fs.len);
}

napi_value fs_make_list(fs_call *c, const orr_entry *entries, uint32_t n)
{
    napi_env env = c->r->env;
    const uint32_t step = c->flag ? 2 : 1;
    napi_value list;

    if (napi_create_array_with_length(env, n * step, &list) != napi_ok)
        return NULL;
    for (uint32_t i = 0; i < n; i++) {
        const char *text = entries[i].name;
        napi_value name = fs_make_name(c->r, c->codec, text, strlen(text));
        if (name == NULL ||
            napi_set_element(env, list, i * step, name) != napi_ok)
            return NULL;
        if (c->flag &&
            napi_set_element(env, list, i * step + 1,
                             bind_int(env, entries[i].type)) != napi_ok)
            return NULL;
    }
    return list;
}

napi_value fs_make_entries(fs_call *c)
{
    return fs_make_list(c, c->fs.ptr, (uint32_t)c->fs.len);
}

/* As doubles or as 64-bit integers. */
static napi_value make_numbers(runtime *r, const int64_t *n, size_t count,
                               bool is_bigint)
{
    double d[2 * STAT_NUMBERS];

    if (is_bigint)
        return bind_array(r->env, napi_bigint64_array, n, count * sizeof *n,
                          count);
    for (size_t i = 0; i < count; i++)
        d[i] = (double)n[i];
    return bind_array(r->env, napi_float64_array, d, count * sizeof *d, count);
}

static void fill_stat(const orr_stat *s, int64_t *out)
{
    const int64_t n[STAT_NUMBERS] = {
        (int64_t)s->dev,     (int64_t)s->mode, (int64_t)s->nlink,
        (int64_t)s->uid,     (int64_t)s->gid,  (int64_t)s->rdev,
        (int64_t)s->blksize, (int64_t)s->ino,  (int64_t)s->size,
        (int64_t)s->blocks,  s->atime.sec,     s->atime.nsec,
        s->mtime.sec,        s->mtime.nsec,    s->ctime.sec,
        s->ctime.nsec,       s->btime.sec,     s->btime.nsec,
    };

    memcpy(out, n, sizeof n);
}

static double to_ms(orr_time t)
{
    return (double)t.sec * 1000 + (double)t.nsec / 1e6;
}

/* A Stats, the fields in the order of the sample. */
static napi_value make_stats(runtime *r, const orr_stat *s)
{
    const double fields[] = {
        (double)s->dev,     (double)s->mode,  (double)s->nlink,
        (double)s->uid,     (double)s->gid,   (double)s->rdev,
        (double)s->blksize, (double)s->ino,   (double)s->size,
        (double)s->blocks,  to_ms(s->atime),  to_ms(s->mtime),
        to_ms(s->ctime),    to_ms(s->btime),
    };
    napi_value stats;

    if (engine_new_of_numbers(r->engine, fs_sample(r, FS_SAMPLE_STATS), fields,
                              &stats) < 0)
        return NULL;
    return stats;
}

#define BIG_FIELDS 18

/* A BigIntStats: ten numbers, then milliseconds, then nanoseconds. */
static napi_value make_big_stats(runtime *r, const orr_stat *s)
{
    int64_t n[STAT_NUMBERS], fields[BIG_FIELDS];
    napi_value values[BIG_FIELDS], stats;

    fill_stat(s, n);
    memcpy(fields, n, 10 * sizeof *n);
    for (int i = 0; i < 4; i++) {
        const int64_t sec = n[10 + 2 * i], nsec = n[11 + 2 * i];
        fields[10 + i] = sec * 1000 + nsec / 1000000;
        fields[14 + i] = sec * 1000000000 + nsec;
    }
    for (int i = 0; i < BIG_FIELDS; i++)
        if (napi_create_bigint_int64(r->env, fields[i], &values[i]) != napi_ok)
            return NULL;
    if (engine_new_of_sample(r->engine, fs_sample(r, FS_SAMPLE_BIG_STATS),
                             values, &stats) < 0)
        return NULL;
    return stats;
}

napi_value fs_make_numbers(runtime *r, const orr_stat *s)
{
    int64_t n[STAT_NUMBERS];

    fill_stat(s, n);
    return make_numbers(r, n, STAT_NUMBERS, false);
}

napi_value fs_make_stat(fs_call *c)
{
    if (c->form == FS_STAT_OBJECT)
        return make_stats(c->r, &c->out.stat);
    if (c->form == FS_STAT_BIG)
        return make_big_stats(c->r, &c->out.stat);
    return fs_make_numbers(c->r, &c->out.stat);
}

napi_value fs_make_two_stats(runtime *r, const orr_stat *a, const orr_stat *b,
                             bool is_bigint)
{
    int64_t n[2 * STAT_NUMBERS];

    fill_stat(a, n);
    fill_stat(b, n + STAT_NUMBERS);
    return make_numbers(r, n, 2 * STAT_NUMBERS, is_bigint);
}

napi_value fs_make_statfs(fs_call *c)
{
    const orr_statfs *s = &c->out.statfs;
    const int64_t n[8] = {
        (int64_t)s->type,   (int64_t)s->bsize, (int64_t)s->frsize,
        (int64_t)s->blocks, (int64_t)s->bfree, (int64_t)s->bavail,
        (int64_t)s->files,  (int64_t)s->ffree,
    };

    return make_numbers(c->r, n, 8, c->flag);
}
