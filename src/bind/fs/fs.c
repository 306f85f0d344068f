/*
 * fs.c - the C half of node:fs: every file call once, in two forms.
 *
 * Each function of the binding has its arguments and then a request. Without it
 * the call is made at once and its value returned, or a negative errno as a
 * number. With it the call is an operation of the loop, and oncomplete(err,
 * value) of the request is called when it is over; the function itself returns
 * 0 or a negative errno if it could not begin. A function in the place of the
 * request is the callback of a program: the request is made here, of a sample,
 * which is several times as fast as a constructor in JavaScript.
 *
 * All of them are rows of one table: how to begin the call, and how to convert
 * its result to a value. A call is one struct, freed when its value was made.
 */
#include "bind/fs/fs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"

/* ---- What a runtime keeps ----------------------------------------------- */

/* The data of a JavaScript function of the binding. */
typedef struct fs_function {
    runtime *r;
    const fs_op *op;
    napi_ref row; /* of lib/'s table, once it was needed */
} fs_function;

/* Most paths are short. The loop copies them, so one place per argument and
 * runtime will do. */
#define PATH_SHORT 512
/* The most paths that a call has. */
#define FS_PATHS 2
#define FS_OPS 38

typedef struct fs_state {
    fs_shared shared; /* stays first: the other files know only this */
    fs_function functions[FS_OPS];
    char paths[FS_PATHS][PATH_SHORT];
} fs_state;

static char *path_place(runtime *r, int i)
{
    fs_state *state = BIND_STATE(r, fs);

    return state->paths[i];
}

/* ---- Arguments ---------------------------------------------------------- */

static int arg_int(const fs_call *c, int i)
{
    return (int)bind_to_int(c->r->env, c->args[i]);
}

static uint32_t arg_uint(const fs_call *c, int i)
{
    return (uint32_t)bind_to_int(c->r->env, c->args[i]);
}

/* A path that is not UTF-8 comes as bytes. NULL if it is not bytes, or without
 * memory. */
char *fs_copy_bytes(napi_env env, napi_value v)
{
    bind_bytes bytes;

    if (!bind_to_uint8_array(env, v, &bytes))
        return NULL;
    char *copy = malloc(bytes.length + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, bytes.data, bytes.length);
    copy[bytes.length] = '\0';
    return copy;
}

static const char *copy_text(fs_call *c, napi_value v, char *place)
{
    size_t len;
    char *copy = place;

    if (napi_get_value_string_utf8(c->r->env, v, place, PATH_SHORT, &len) !=
        napi_ok)
        return NULL;
    if (len >= PATH_SHORT - 4) { /* perhaps cut off */
        copy = bind_to_string(c->r->env, v, &len);
        if (copy == NULL)
            return "";
        c->paths[c->path_count++] = copy;
    }
    c->has_zero = c->has_zero || strlen(copy) != len;
    return copy;
}

/* Valid while the call begins; "" without memory, which every call refuses. */
const char *fs_arg_path(fs_call *c, int i)
{
    const char *text = copy_text(c, c->args[i], path_place(c->r, i));

    if (text != NULL)
        return text;
    char *bytes = fs_copy_bytes(c->r->env, c->args[i]);
    c->paths[c->path_count++] = bytes;
    return bytes != NULL ? bytes : "";
}

/* An encoding for names: a number that lib/ has looked up, undefined for
 * text. */
codec fs_arg_codec(const fs_call *c, int i)
{
    if (bind_is_undefined(c->r->env, c->args[i]))
        return CODEC_UTF8;
    return (codec)bind_to_int(c->r->env, c->args[i]);
}

static orr_time arg_time(const fs_call *c, int i)
{
    const double seconds = bind_to_double(c->r->env, c->args[i]);
    int64_t whole = (int64_t)seconds;
    double rest = seconds - (double)whole;

    if (rest < 0) {
        rest += 1;
        whole--;
    }
    return (orr_time){ .sec = whole, .nsec = (int32_t)(rest * 1e9) };
}

/* The bytes of args[i], from args[i + 1] on, args[i + 2] of them. They stay
 * where they are until the call is over. */
static int arg_bytes(fs_call *c, int i, orr_buf *out)
{
    napi_env env = c->r->env;
    const size_t from = (size_t)bind_to_int(env, c->args[i + 1]);
    const size_t count = (size_t)bind_to_int(env, c->args[i + 2]);

    if (c->fn != NULL)
        return bind_hold_bytes(&c->base, c->args[i], from, count, out);
    return bind_get_bytes(env, c->args[i], from, count, out);
}

/* ---- Beginning ---------------------------------------------------------- */

#define LOOP c->r->loop, &c->fs
#define FN c->fn

static int64_t begin_open(fs_call *c)
{
    return orr_fs_open(LOOP, fs_arg_path(c, 0), arg_int(c, 1), arg_uint(c, 2),
                       FN);
}

static int64_t begin_close(fs_call *c)
{
    const int fd = arg_int(c, 0);

    fs_fds_forget(c->r, fd);
    return orr_fs_close(LOOP, fd, FN);
}

/* Null and negative numbers mean the descriptor's own position: -1. */
static int64_t arg_offset(const fs_call *c, int i)
{
    napi_valuetype type;
    int64_t n = -1;
    bool lossless;

    BIND_OK(napi_typeof(c->r->env, c->args[i], &type));
    if (type == napi_bigint)
        napi_get_value_bigint_int64(c->r->env, c->args[i], &n, &lossless);
    else if (type == napi_number)
        n = bind_to_int(c->r->env, c->args[i]);
    return n < 0 ? -1 : n;
}

static int64_t begin_read(fs_call *c)
{
    orr_buf buf;
    const int err = arg_bytes(c, 1, &buf);

    if (err < 0)
        return err;
    return orr_fs_read(LOOP, arg_int(c, 0), &buf, 1, arg_offset(c, 4), FN);
}

static int64_t begin_write(fs_call *c)
{
    orr_buf buf;
    const int err = arg_bytes(c, 1, &buf);

    if (err < 0)
        return err;
    return orr_fs_write(LOOP, arg_int(c, 0), &buf, 1, arg_offset(c, 4), FN);
}

/* The bytes of all views in the array args[1]. They are freed with the
 * request, or at the end of a call that is made at once. */
static int arg_buffers(fs_call *c, orr_buf **out, uint32_t *count)
{
    napi_env env = c->r->env;
    uint32_t n = 0;

    BIND_OK(napi_get_array_length(env, c->args[1], &n));
    orr_buf *bufs = calloc(n + 1, sizeof *bufs);
    if (bufs == NULL)
        return -ENOMEM;
    c->paths[c->path_count++] = (char *)bufs;
    for (uint32_t i = 0; i < n; i++) {
        napi_value view;
        bind_bytes bytes;
        BIND_OK(napi_get_element(env, c->args[1], i, &view));
        if (!bind_to_bytes(env, view, &bytes))
            return -EINVAL;
        const int err =
            c->fn != NULL
                ? bind_hold_bytes(&c->base, view, 0, bytes.length, &bufs[i])
                : bind_get_bytes(env, view, 0, bytes.length, &bufs[i]);
        if (err < 0)
            return err;
    }
    *out = bufs;
    *count = n;
    return 0;
}

static int64_t begin_read_buffers(fs_call *c)
{
    orr_buf *bufs;
    uint32_t n;
    const int err = arg_buffers(c, &bufs, &n);

    if (err < 0)
        return err;
    return orr_fs_read(LOOP, arg_int(c, 0), bufs, n, arg_offset(c, 2), FN);
}

static int64_t begin_write_buffers(fs_call *c)
{
    orr_buf *bufs;
    uint32_t n;
    const int err = arg_buffers(c, &bufs, &n);

    if (err < 0)
        return err;
    return orr_fs_write(LOOP, arg_int(c, 0), bufs, n, arg_offset(c, 2), FN);
}

/* writeString(fd, text, position): as UTF-8. */
static int64_t begin_write_string(fs_call *c)
{
    size_t len = 0;
    char *text = bind_to_string(c->r->env, c->args[1], &len);
    const orr_buf buf = { text, len };

    if (text == NULL)
        return -ENOMEM;
    c->paths[c->path_count++] = text;
    return orr_fs_write(LOOP, arg_int(c, 0), &buf, 1, arg_offset(c, 2), FN);
}

static int64_t begin_read_file(fs_call *c)
{
    c->flag = bind_to_bool(c->r->env, c->args[1]);
    return orr_fs_read_file(LOOP, fs_arg_path(c, 0), FN);
}

/* false: numbers; true: a BigIntStats; undefined: a Stats */
static void take_stat_form(fs_call *c)
{
    if (bind_is_undefined(c->r->env, c->args[1]))
        c->form = FS_STAT_OBJECT;
    else
        c->form = bind_to_bool(c->r->env, c->args[1]) ? FS_STAT_BIG
                                                      : FS_STAT_NUMBERS;
}

static int64_t begin_stat(fs_call *c)
{
    const char *path = fs_arg_path(c, 0);

    take_stat_form(c);
    return c->has_zero ? -EILSEQ
                       : orr_fs_stat(LOOP, path, &c->out.stat, FN);
}

static int64_t begin_lstat(fs_call *c)
{
    const char *path = fs_arg_path(c, 0);

    take_stat_form(c);
    return c->has_zero ? -EILSEQ
                       : orr_fs_lstat(LOOP, path, &c->out.stat, FN);
}

static int64_t begin_fstat(fs_call *c)
{
    take_stat_form(c);
    return orr_fs_fstat(LOOP, arg_int(c, 0), &c->out.stat, FN);
}

static int64_t begin_statfs(fs_call *c)
{
    c->flag = bind_to_bool(c->r->env, c->args[1]);
    return orr_fs_statfs(LOOP, fs_arg_path(c, 0), &c->out.statfs, FN);
}

static int64_t begin_access(fs_call *c)
{
    return orr_fs_access(LOOP, fs_arg_path(c, 0), arg_int(c, 1), FN);
}

static int64_t begin_scandir(fs_call *c)
{
    c->codec = fs_arg_codec(c, 2);
    c->flag = bind_to_bool(c->r->env, c->args[1]);
    return orr_fs_scandir(LOOP, fs_arg_path(c, 0), FN);
}

static int64_t begin_mkdir(fs_call *c)
{
    return orr_fs_mkdir(LOOP, fs_arg_path(c, 0), arg_uint(c, 1), FN);
}

static int64_t begin_mkdtemp(fs_call *c)
{
    c->codec = fs_arg_codec(c, 1);
    return orr_fs_mkdtemp(LOOP, fs_arg_path(c, 0), FN);
}

static int64_t begin_rmdir(fs_call *c)
{
    return orr_fs_rmdir(LOOP, fs_arg_path(c, 0), FN);
}

static int64_t begin_unlink(fs_call *c)
{
    return orr_fs_unlink(LOOP, fs_arg_path(c, 0), FN);
}

static int64_t begin_rename(fs_call *c)
{
    const char *from = fs_arg_path(c, 0);

    return orr_fs_rename(LOOP, from, fs_arg_path(c, 1), FN);
}

static int64_t begin_link(fs_call *c)
{
    const char *from = fs_arg_path(c, 0);

    return orr_fs_link(LOOP, from, fs_arg_path(c, 1), FN);
}

static int64_t begin_symlink(fs_call *c)
{
    const char *target = fs_arg_path(c, 0);

    return orr_fs_symlink(LOOP, target, fs_arg_path(c, 1), FN);
}

static int64_t begin_readlink(fs_call *c)
{
    c->codec = fs_arg_codec(c, 1);
    return orr_fs_readlink(LOOP, fs_arg_path(c, 0), FN);
}

static int64_t begin_realpath(fs_call *c)
{
    c->codec = fs_arg_codec(c, 1);
    return orr_fs_realpath(LOOP, fs_arg_path(c, 0), FN);
}

static int64_t begin_chmod(fs_call *c)
{
    return orr_fs_chmod(LOOP, fs_arg_path(c, 0), arg_uint(c, 1), FN);
}

static int64_t begin_fchmod(fs_call *c)
{
    return orr_fs_fchmod(LOOP, arg_int(c, 0), arg_uint(c, 1), FN);
}

static int64_t begin_chown(fs_call *c)
{
    return orr_fs_chown(LOOP, fs_arg_path(c, 0), arg_uint(c, 1), arg_uint(c, 2),
                        FN);
}

static int64_t begin_lchown(fs_call *c)
{
    return orr_fs_lchown(LOOP, fs_arg_path(c, 0), arg_uint(c, 1),
                         arg_uint(c, 2), FN);
}

static int64_t begin_fchown(fs_call *c)
{
    return orr_fs_fchown(LOOP, arg_int(c, 0), arg_uint(c, 1), arg_uint(c, 2),
                         FN);
}

static int64_t begin_utimes(fs_call *c)
{
    return orr_fs_utimes(LOOP, fs_arg_path(c, 0), arg_time(c, 1),
                         arg_time(c, 2), FN);
}

static int64_t begin_lutimes(fs_call *c)
{
    return orr_fs_lutimes(LOOP, fs_arg_path(c, 0), arg_time(c, 1),
                          arg_time(c, 2), FN);
}

static int64_t begin_futimes(fs_call *c)
{
    return orr_fs_futimes(LOOP, arg_int(c, 0), arg_time(c, 1), arg_time(c, 2),
                          FN);
}

static int64_t begin_ftruncate(fs_call *c)
{
    return orr_fs_ftruncate(LOOP, arg_int(c, 0),
                            bind_to_int(c->r->env, c->args[1]), FN);
}

static int64_t begin_fsync(fs_call *c)
{
    return orr_fs_fsync(LOOP, arg_int(c, 0), FN);
}

static int64_t begin_fdatasync(fs_call *c)
{
    return orr_fs_fdatasync(LOOP, arg_int(c, 0), FN);
}

static int64_t begin_copy(fs_call *c)
{
    const char *from = fs_arg_path(c, 0);

    return orr_fs_copyfile(LOOP, from, fs_arg_path(c, 1), arg_uint(c, 2), FN);
}

/* ---- The table ---------------------------------------------------------- */

static const fs_op ops[] = {
    { "open", 3, begin_open, fs_make_fd },
    { "close", 1, begin_close, fs_make_nothing },
    { "read", 5, begin_read, fs_make_number },
    { "write", 5, begin_write, fs_make_number },
    { "readBuffers", 3, begin_read_buffers, fs_make_number },
    { "writeBuffers", 3, begin_write_buffers, fs_make_number },
    { "writeString", 3, begin_write_string, fs_make_number },
    { "readFile", 2, begin_read_file, fs_make_contents },
    { "stat", 2, begin_stat, fs_make_stat },
    { "lstat", 2, begin_lstat, fs_make_stat },
    { "fstat", 2, begin_fstat, fs_make_stat },
    { "statfs", 2, begin_statfs, fs_make_statfs },
    { "access", 2, begin_access, fs_make_nothing },
    { "scandir", 3, begin_scandir, fs_make_entries },
    { "opendir", 1, fs_begin_opendir, fs_make_dir },
    { "readdir", 3, fs_begin_readdir, fs_make_batch },
    { "closedir", 1, fs_begin_closedir, fs_make_nothing },
    { "mkdir", 2, begin_mkdir, fs_make_nothing },
    { "mkdtemp", 2, begin_mkdtemp, fs_make_string },
    { "rmdir", 1, begin_rmdir, fs_make_nothing },
    { "unlink", 1, begin_unlink, fs_make_nothing },
    { "rename", 2, begin_rename, fs_make_nothing },
    { "link", 2, begin_link, fs_make_nothing },
    { "symlink", 2, begin_symlink, fs_make_nothing },
    { "readlink", 2, begin_readlink, fs_make_string },
    { "realPath", 2, begin_realpath, fs_make_string },
    { "chmod", 2, begin_chmod, fs_make_nothing },
    { "fchmod", 2, begin_fchmod, fs_make_nothing },
    { "chown", 3, begin_chown, fs_make_nothing },
    { "lchown", 3, begin_lchown, fs_make_nothing },
    { "fchown", 3, begin_fchown, fs_make_nothing },
    { "utimes", 3, begin_utimes, fs_make_nothing },
    { "lutimes", 3, begin_lutimes, fs_make_nothing },
    { "futimes", 3, begin_futimes, fs_make_nothing },
    { "ftruncate", 2, begin_ftruncate, fs_make_nothing },
    { "fsync", 1, begin_fsync, fs_make_nothing },
    { "fdatasync", 1, begin_fdatasync, fs_make_nothing },
    { "copyFile", 3, begin_copy, fs_make_nothing },
};
_Static_assert(sizeof ops / sizeof *ops == FS_OPS, "the table of calls");

/* Bytes of one buffer: the callback gets that, too. */
static bool is_piece(const fs_op *op)
{
    return op->begin == begin_read || op->begin == begin_write;
}

/* ---- A call, from beginning to end -------------------------------------- */

void fs_free_paths(fs_call *c)
{
    for (int i = 0; i < c->path_count; i++)
        free(c->paths[i]);
}

static void free_call(fs_call *c)
{
    orr_fs_cleanup(&c->fs);
    fs_free_paths(c);
    bind_request_close(&c->base);
    free(c);
}

/* The value of a call that is over. If there is no memory for it the call has
 * failed after all. */
static napi_value value_of(fs_call *c)
{
    napi_env env = c->r->env;
    napi_value value = NULL, error;

    if (c->fs.result >= 0)
        value = c->op->make(c);
    if (value != NULL)
        return value;
    if (c->fs.result >= 0) {
        BIND_OK(napi_get_and_clear_last_exception(env, &error));
        c->fs.result = -ENOMEM;
    }
    return bind_undefined(env);
}

/* Of a request that C has made, the function is known. */
static void fs_finish(fs_call *c, const napi_value *argv)
{
    const int which = is_piece(c->op) ? FS_PIECE_ONCOMPLETE : FS_ONCOMPLETE;

    if (c->by_callback)
        bind_request_finish_with(&c->base, fs_sample(c->r, which), 2, argv);
    else
        bind_request_finish(&c->base, 2, argv);
}

/* What was opened for a program that has ended meanwhile. */
static void close_unwanted(fs_call *c)
{
    if (c->op->make == fs_make_fd)
        orr_fs_close(c->r->loop, NULL, (int)c->fs.result, NULL);
    else if (c->op->make == fs_make_dir)
        orr_fs_closedir(c->r->loop, NULL, c->fs.ptr, NULL);
}

/* oncomplete(err, value), where err is undefined or a negative errno. */
static void on_done(orr_fs *fs)
{
    fs_call *c = fs->req.data;
    runtime *r = c->r;
    napi_handle_scope scope;
    napi_value argv[2];

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    if (!r->over) {
        if (fs->result > 0 && bind_held_is_gone(&c->base))
            fs->result = -EFAULT;
        argv[1] = value_of(c);
        argv[0] = fs->result < 0 ? bind_int(r->env, fs->result)
                                 : bind_undefined(r->env);
        fs_finish(c, argv);
    } else if (fs->result >= 0) {
        close_unwanted(c);
    }
    napi_close_handle_scope(r->env, scope);
    free_call(c);
}

static const char *const standard[] = { "input", "output", "error" };

/* "fs stat '/etc/hosts'", "fs read of standard input" */
static void fs_describe(const bind_wrap *w, const orr_live *live, char *out,
                        size_t size)
{
    (void)w;
    if (live->path != NULL)
        snprintf(out, size, "fs %s '%.100s'", live->what, live->path);
    else if (live->fd > 2)
        snprintf(out, size, "fs %s of descriptor %d", live->what, live->fd);
    else if (live->fd >= 0)
        snprintf(out, size, "fs %s of standard %s", live->what,
                 standard[live->fd]);
    else
        snprintf(out, size, "fs %s", live->what);
}

const bind_type fs_request_type = { .resource_name = "FSReqCallback",
                                    .describe = fs_describe };

static napi_value run_at_once(runtime *r, const fs_op *op, napi_value *args)
{
    fs_call c = { .r = r, .op = op, .args = args };
    const int64_t result = op->begin(&c);
    napi_value value;

    c.fs.result = result;
    value = result < 0 ? bind_int(r->env, result) : op->make(&c);
    orr_fs_cleanup(&c.fs);
    fs_free_paths(&c);
    return value;
}

/* The row of lib/'s table for this call. */
static napi_value row_of(fs_function *f)
{
    napi_value row;

    if (f->row == NULL) {
        BIND_OK(napi_get_named_property(f->r->env, fs_sample(f->r, FS_TABLE),
                                        f->op->name, &row));
        BIND_OK(napi_create_reference(f->r->env, row, 1, &f->row));
    }
    BIND_OK(napi_get_reference_value(f->r->env, f->row, &row));
    return row;
}

/* The request of a callback; NULL without memory, and then nothing is pending.
 * Its path and dest are the first two arguments, whatever they are. */
static napi_value make_request(fs_function *f, const napi_value *args,
                               napi_value done)
{
    runtime *r = f->r;
    const napi_value undefined = bind_undefined(r->env);

    if (is_piece(f->op)) {
        const bool is_write = f->op->begin == begin_write;
        const napi_value values[] = { done, args[1],
                                      bind_bool(r->env, is_write) };
        return fs_make_of_sample(r, FS_SAMPLE_PIECE, values);
    }
    const napi_value values[] = { row_of(f), done, args[0],
                                  f->op->argc > 1 ? args[1] : undefined };
    return fs_make_of_sample(r, FS_SAMPLE_REQUEST, values);
}

static bool is_number_between(napi_env env, napi_value v, double min,
                              double max)
{
    double n;

    return napi_get_value_double(env, v, &n) == napi_ok && n >= min &&
           n <= max && (double)(int64_t)n == n;
}

#define MAX_SAFE_INTEGER 9007199254740991.0

static bool is_position(napi_env env, napi_value v)
{
    napi_valuetype type;

    BIND_OK(napi_typeof(env, v, &type));
    return type == napi_undefined || type == napi_null ||
           is_number_between(env, v, -1, MAX_SAFE_INTEGER);
}

/* Are the arguments of a read or write such that lib/ need not look at them?
 * A descriptor, a view, an offset and a length inside of it, a position. */
static bool is_simple_piece(napi_env env, const napi_value *args)
{
    orr_buf buf;

    return is_number_between(env, args[0], 0, INT_MAX) &&
           is_number_between(env, args[2], 0, INT_MAX) &&
           is_number_between(env, args[3], 1, INT_MAX) &&
           is_position(env, args[4]) &&
           bind_get_bytes(env, args[1], (size_t)bind_to_int(env, args[2]),
                          (size_t)bind_to_int(env, args[3]), &buf) == 0;
}

static int fs_begin(fs_function *f, fs_call *c, napi_value *args,
                    napi_value request)
{
    c->r = f->r;
    c->op = f->op;
    c->args = args;
    c->fn = on_done;
    bind_request_open(f->r, &c->base, &fs_request_type, &c->fs.req, request);
    const int err = (int)f->op->begin(c);
    c->args = NULL; /* they end with this call */
    return bind_request_begun(&c->base, err);
}

/* `request` may be the function to call back. 1: lib/ has to look at the
 * arguments first. */
static napi_value fs_start(fs_function *f, napi_value *args, napi_value request,
                           bool by_callback)
{
    napi_env env = f->r->env;

    if (by_callback && is_piece(f->op) &&
        (!fs_has_sample(f->r, FS_SAMPLE_PIECE) || !is_simple_piece(env, args)))
        return bind_int(env, 1);
    fs_call *c = calloc(1, sizeof *c);
    if (by_callback)
        request = make_request(f, args, request);
    if (c == NULL || request == NULL) {
        free(c);
        return bind_int(env, -ENOMEM);
    }
    c->by_callback = by_callback;
    const int err = fs_begin(f, c, args, request);
    if (err < 0)
        free_call(c);
    return bind_int(env, err);
}

static napi_value js_call(napi_env env, napi_callback_info info)
{
    napi_value args[FS_ARGS + 1];
    napi_valuetype type;
    void *data;
    size_t n = FS_ARGS + 1;

    BIND_OK(napi_get_cb_info(env, info, &n, args, NULL, &data));
    fs_function *f = data;
    napi_value request = args[f->op->argc];
    BIND_OK(napi_typeof(env, request, &type));
    if (type == napi_undefined)
        return run_at_once(f->r, f->op, args);
    return fs_start(f, args, request, type == napi_function);
}

static napi_status fs_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "setSamples", fs_js_set_samples },
        { "readFileLater", fs_js_read_file_later },
        { "trackFds", fs_js_track_fds },
        { NULL, NULL },
    };
    fs_state *state = BIND_STATE(r, fs);

    orr__list_init(&state->shared.dirs.open);
    for (size_t i = 0; i < FS_OPS; i++) {
        napi_value f;

        state->functions[i] = (fs_function){ .r = r, .op = &ops[i] };
        BIND_OK(napi_create_function(r->env, ops[i].name, NAPI_AUTO_LENGTH,
                                     js_call, &state->functions[i], &f));
        bind_set(r, exports, ops[i].name, f);
    }
    bind_methods(r, exports, functions);
    fs_bind_modules(r, exports);
    return napi_ok;
}

static void close_fs(runtime *r)
{
    fs_state *state = BIND_STATE(r, fs);

    fs_close_samples(r);
    for (int i = 0; i < FS_OPS; i++)
        if (state->functions[i].row != NULL)
            napi_delete_reference(r->env, state->functions[i].row);
}

/* Not before: a thread of the pool may still read or write one of them. */
static void finish_fs(runtime *r)
{
    fs_close_dirs(r);
    fs_fds_close(r);
}

const bind_entry bind_entry_fs = { .name = "fs",
                                   .init = fs_init,
                                   .close = close_fs,
                                   .finish = finish_fs,
                                   .state = sizeof(fs_state) };
