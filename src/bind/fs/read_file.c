/*
 * read_file.c - fs.readFile() with a callback: a chain of operations that
 * enters JavaScript once, at its end.
 *
 *      open --> fstat --> read, until all is there --> close --> oncomplete()
 *
 * Each is an operation of the loop, begun in the callback of the one before, as
 * Node does it, so what else the loop has to do comes between them as in Node.
 * In JavaScript the four callbacks took two thirds of the time.
 *
 * What is not simple goes on in JavaScript (internal/fs/read/context) from the
 * step where that is seen: a file without a size, or async hooks, which are to
 * see each of the requests.
 *
 * What must stay true: the descriptor is closed exactly once, or handed to
 * JavaScript. Nobody but this file sees the buffer before it is full.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "bind/fs/fs.h"

/* As in Node, which looks for an abort between these. */
#define READ_MAX (512 * 1024)

/* The first argument of oncomplete(). lib/ knows the numbers. */
typedef enum read_step {
    STEP_OPEN,
    STEP_STAT,
    STEP_READ,
    STEP_CLOSE
} read_step;

typedef struct file_read {
    bind_request base;
    orr_fs fs;
    runtime *r;
    int fd; /* -1: not open */
    read_step step;
    int64_t error; /* the first one, of `step`; 0: none */
    orr_stat stat;
    napi_ref buffer; /* NULL: not made yet */
    char *bytes;
    size_t total;
} file_read;

static file_read *read_of(orr_fs *fs)
{
    return fs->req.data;
}

/* ---- The end ------------------------------------------------------------ */

static void free_read(file_read *f)
{
    if (f->buffer != NULL)
        napi_delete_reference(f->r->env, f->buffer);
    if (f->fd >= 0)
        orr_fs_close(f->r->loop, NULL, f->fd, NULL);
    bind_request_close(&f->base);
    free(f);
}

static napi_value error_or_undefined(napi_env env, int64_t error)
{
    return error < 0 ? bind_int(env, error) : bind_undefined(env);
}

/* oncomplete(step, error, a, b); the values are made inside the scope. */
static void read_finish(file_read *f, napi_value a, napi_value b)
{
    napi_env env = f->r->env;
    const napi_value undefined = bind_undefined(env);
    const napi_value argv[] = { bind_int(env, f->step),
                                error_or_undefined(env, f->error),
                                a != NULL ? a : undefined,
                                b != NULL ? b : undefined };

    bind_request_finish_with(&f->base, fs_sample(f->r, FS_READ_ONCOMPLETE), 4,
                             argv);
}

/* JavaScript goes on with the open file, and what fstat said of it, if that is
 * known. */
static void hand_over(file_read *f)
{
    napi_env env = f->r->env;
    napi_value numbers = NULL, error;

    if (f->step == STEP_STAT)
        numbers = fs_make_numbers(f->r, &f->stat);
    if (f->step == STEP_STAT && numbers == NULL) {
        BIND_OK(napi_get_and_clear_last_exception(env, &error));
        f->error = -ENOMEM;
        read_finish(f, NULL, NULL);
        return;
    }
    const int fd = f->fd;
    f->fd = -1; /* it is JavaScript's now */
    fs_fds_add(f->r, fd);
    read_finish(f, bind_int(env, fd), numbers);
}

static void read_report(file_read *f, int64_t closed)
{
    napi_env env = f->r->env;
    napi_value buffer = NULL;

    if (f->error == 0 && closed < 0) {
        f->step = STEP_CLOSE;
        f->error = closed;
    }
    if (f->error < 0) {
        read_finish(f, error_or_undefined(env, closed), NULL);
        return;
    }
    f->step = STEP_CLOSE;
    BIND_OK(napi_get_reference_value(env, f->buffer, &buffer));
    read_finish(f, buffer, bind_int(env, (int64_t)f->total));
}

/* Calls how(f) for the last callback, if the program is not over. */
static void read_end(file_read *f, void (*how)(file_read *f))
{
    napi_handle_scope scope;

    if (!f->r->over) {
        BIND_OK(napi_open_handle_scope(f->r->env, &scope));
        how(f);
        napi_close_handle_scope(f->r->env, scope);
    }
    free_read(f);
}

static void report_open(file_read *f)
{
    read_finish(f, NULL, NULL);
}

static void report_close(file_read *f)
{
    read_report(f, f->fs.result);
}

/* ---- Steps -------------------------------------------------------------- */

static void on_close(orr_fs *fs)
{
    file_read *f = read_of(fs);

    f->fd = -1;
    read_end(f, report_close);
}

/* The next operation was begun, or could not be: then the file is closed, and
 * what cannot even be closed that way is closed at once. */
static void close_file(file_read *f)
{
    orr_loop *loop = f->r->loop;

    if (bind_request_again(&f->base,
                           orr_fs_close(loop, &f->fs, f->fd, on_close)) == 0)
        return;
    f->fs.result = orr_fs_close(loop, NULL, f->fd, NULL);
    f->fd = -1;
    read_end(f, report_close);
}

static void read_fail(file_read *f, read_step step, int64_t error)
{
    f->step = step;
    f->error = error;
    close_file(f);
}

static void on_read(orr_fs *fs);

static void read_more(file_read *f)
{
    const size_t left = f->stat.size - f->total;
    const orr_buf buf = { f->bytes + f->total,
                          left < READ_MAX ? left : READ_MAX };
    const int64_t err =
        orr_fs_read(f->r->loop, &f->fs, f->fd, &buf, 1, -1, on_read);

    if (bind_request_again(&f->base, (int)err) < 0)
        read_fail(f, STEP_READ, err);
}

static void on_read(orr_fs *fs)
{
    file_read *f = read_of(fs);

    if (f->r->over) {
        free_read(f);
        return;
    }
    if (fs->result < 0) {
        read_fail(f, STEP_READ, fs->result);
        return;
    }
    f->total += (size_t)fs->result;
    if (fs->result == 0 || f->total == f->stat.size)
        close_file(f);
    else
        read_more(f);
}

/* False without memory; nothing is pending then. */
static bool make_buffer(file_read *f)
{
    napi_env env = f->r->env;
    napi_handle_scope scope;
    napi_value error;
    uint8_t *data;

    BIND_OK(napi_open_handle_scope(env, &scope));
    napi_value buffer = bind_new_buffer(f->r, f->stat.size, &data);
    const bool made = buffer != NULL && napi_create_reference(
                                            env, buffer, 1, &f->buffer) ==
                                            napi_ok;
    if (made)
        f->bytes = (char *)data;
    else
        BIND_OK(napi_get_and_clear_last_exception(env, &error));
    napi_close_handle_scope(env, scope);
    return made;
}

static bool is_simple(const file_read *f)
{
    return (f->stat.mode & S_IFMT) == S_IFREG && f->stat.size > 0 &&
           f->stat.size <= INT_MAX && !f->r->hooks_active;
}

static void on_stat(orr_fs *fs)
{
    file_read *f = read_of(fs);

    f->step = STEP_STAT;
    if (f->r->over)
        free_read(f);
    else if (fs->result < 0)
        read_fail(f, STEP_STAT, fs->result);
    else if (!is_simple(f))
        read_end(f, hand_over);
    else if (!make_buffer(f))
        read_fail(f, STEP_READ, -ENOMEM);
    else
        read_more(f);
}

static void on_open(orr_fs *fs)
{
    file_read *f = read_of(fs);

    if (fs->result < 0) {
        f->error = fs->result;
        read_end(f, report_open);
        return;
    }
    f->fd = (int)fs->result;
    if (f->r->over) {
        free_read(f);
        return;
    }
    if (f->r->hooks_active) {
        read_end(f, hand_over);
        return;
    }
    const int err =
        orr_fs_fstat(f->r->loop, &f->fs, f->fd, &f->stat, on_stat);
    if (bind_request_again(&f->base, err) < 0)
        read_fail(f, STEP_STAT, err);
}

/* ---- The beginning ------------------------------------------------------ */

static napi_value make_request(runtime *r, const napi_value *args)
{
    const napi_value callback_encoding_path[] = { args[2], args[3], args[0] };

    return fs_make_of_sample(r, FS_SAMPLE_READ, callback_encoding_path);
}

static int read_begin(file_read *f, const char *path, int flags,
                      napi_value request)
{
    bind_request_open(f->r, &f->base, &fs_request_type, &f->fs.req, request);
    const int err = orr_fs_open(f->r->loop, &f->fs, path, flags, 0666, on_open);
    return bind_request_begun(&f->base, err);
}

/*
 * readFileLater(path, flags, callback, encoding): 0, or a negative errno if it
 * could not begin. -ENOSYS: it is for JavaScript; -EILSEQ: there is a zero byte
 * in the path.
 */
napi_value fs_js_read_file_later(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    runtime *r = bind_args(env, info, 4, args);
    fs_call path_of = { .r = r, .args = args };

    if (r->hooks_active || !fs_has_sample(r, FS_SAMPLE_READ))
        return bind_int(env, -ENOSYS);
    const char *path = fs_arg_path(&path_of, 0);
    const int flags = (int)bind_to_int(env, args[1]);
    napi_value request = make_request(r, args);
    file_read *f = request != NULL ? calloc(1, sizeof *f) : NULL;
    int err = f == NULL ? -ENOMEM : path_of.has_zero ? -EILSEQ : 0;
    if (err == 0) {
        f->r = r;
        f->fd = -1;
        err = read_begin(f, path, flags, request);
    }
    if (err < 0)
        free(f);
    fs_free_paths(&path_of);
    return bind_int(env, err);
}
