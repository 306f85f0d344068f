/*
 * module.c - the three file calls that loading modules is made of.
 *
 * They are part of the binding "fs", but not of its table: they are called
 * often and return just a number or a string. Errors are thrown here, with
 * Node's message; the only one that a user sees is that of a file that cannot
 * be read.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bind/fs/fs.h"

#define TYPE_MASK 0170000u
#define TYPE_DIR 0040000u

/* "ENOENT: no such file or directory, open '/x'" */
static void throw_errno(runtime *r, int64_t err, const char *call,
                        const char *path)
{
    napi_env env = r->env;
    const char *code = orr_err_name((int)err);
    char text[4400]; /* the longest path and some words */
    napi_value error;

    snprintf(text, sizeof text, "%s: %s, %s '%s'", code, orr_strerror((int)err),
             call, path);
    BIND_OK(napi_create_error(env, NULL, bind_string(env, text), &error));
    bind_set(r, error, "errno", bind_int(env, err));
    bind_set(r, error, "code", bind_string(env, code));
    bind_set(r, error, "syscall", bind_string(env, call));
    bind_set(r, error, "path", bind_string(env, path));
    napi_throw(env, error);
}

/* 0: a file, 1: a directory, negative: neither. */
static napi_value js_module_stat(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    char *path = bind_to_string(env, arg, NULL);
    orr_stat s;
    const int err =
        path != NULL ? orr_fs_stat(r->loop, NULL, path, &s, NULL) : -ENOMEM;

    free(path);
    if (err == -ENOMEM)
        return bind_threw(r); /* that says nothing of whether it is there */
    if (err < 0)
        return bind_int(env, err);
    return bind_int(env, (s.mode & TYPE_MASK) == TYPE_DIR);
}

/* The text that a call has made of a path, or its error. */
static napi_value module_finish(runtime *r, orr_fs *fs, int64_t err,
                                const char *call, const char *path)
{
    napi_value result = NULL;

    if (err >= 0)
        result = bind_string_n(r->env, fs->ptr, fs->len);
    else
        throw_errno(r, err, call, path);
    orr_fs_cleanup(fs);
    return result;
}

static napi_value js_read_utf8(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    char *path = bind_to_string(env, arg, NULL);
    orr_fs fs = { .result = 0 };

    if (path == NULL)
        return bind_threw(r);
    const int64_t n = orr_fs_read_file(r->loop, &fs, path, NULL);
    napi_value text =
        module_finish(r, &fs, n, n == -EISDIR ? "read" : "open", path);
    free(path);
    return text;
}

/* undefined if it cannot be read, for any reason: the search for package.json
 * tries each folder, and an error would never be shown. */
static napi_value js_read_if_there(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    char *path = bind_to_string(env, arg, NULL);
    orr_fs fs = { .result = 0 };
    const int64_t n =
        path != NULL ? orr_fs_read_file(r->loop, &fs, path, NULL) : -ENOMEM;

    free(path);
    if (n == -ENOMEM)
        return bind_threw(r); /* that says nothing of whether it is there */
    if (n < 0)
        return bind_undefined(env);
    napi_value text = bind_string_n(env, fs.ptr, fs.len);
    orr_fs_cleanup(&fs);
    return text;
}

static napi_value js_realpath(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    char *path = bind_to_string(env, arg, NULL);
    orr_fs fs = { .result = 0 };

    if (path == NULL)
        return bind_threw(r);
    const int err = orr_fs_realpath(r->loop, &fs, path, NULL);
    napi_value text = module_finish(r, &fs, err, "realpath", path);
    free(path);
    return text;
}

void fs_bind_modules(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "internalModuleStat", js_module_stat },
        { "readFileUtf8", js_read_utf8 },
        { "readFileIfThere", js_read_if_there },
        { "realpath", js_realpath },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
