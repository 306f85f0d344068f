/*
 * stdio.c - the program's own input and output, written and read at once.
 *
 * What a program prints is out before the call returns: to a file and to a
 * terminal Node does it so, to a pipe too. A descriptor may have been made
 * non-blocking by whoever we share it with; then we wait for it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"

/* 0 or a negative errno; whatever was written stays written. */
int bind_write_all(runtime *r, int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        const orr_buf buf = { (void *)(uintptr_t)bytes, len };
        const int64_t n = orr_fs_write(r->loop, NULL, fd, &buf, 1, -1, NULL);

        if (n >= 0) {
            bytes += n;
            len -= (size_t)n;
            continue;
        }
        if (n != -EAGAIN)
            return (int)n;
        const int err = orr_fd_wait_writable(r->loop, fd);
        if (err < 0)
            return err;
    }
    return 0;
}

/* What the program prints, as opposed to what we have to say. */
static int print(runtime *r, int fd, const char *bytes, size_t len)
{
    trace_console(r, fd, bytes, len);
    return bind_write_all(r, fd, bytes, len);
}

static int write_bytes(runtime *r, int fd, napi_value v)
{
    void *bytes;
    size_t len;

    if (napi_get_typedarray_info(r->env, v, NULL, &len, &bytes, NULL, NULL) !=
        napi_ok)
        return -EINVAL;
    return print(r, fd, bytes, len);
}

/* Short texts, nearly all, need no memory from elsewhere. */
static int write_string(runtime *r, int fd, napi_value v)
{
    char few[1024];
    size_t len;

    BIND_OK(napi_get_value_string_utf8(r->env, v, few, sizeof few, &len));
    if (len + 4 < sizeof few)
        return print(r, fd, few, len);
    char *text = bind_to_string(r->env, v, &len);
    const int err = text ? print(r, fd, text, len) : -ENOMEM;
    free(text);
    return err;
}

/* write(fd, string or Uint8Array): 0 or a negative errno. */
static napi_value js_write(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const int fd = (int)bind_to_int(env, args[0]);
    napi_valuetype type;

    BIND_OK(napi_typeof(env, args[1], &type));
    return bind_int(env, type == napi_string ? write_string(r, fd, args[1])
                                             : write_bytes(r, fd, args[1]));
}

/* readAll(fd): all there is until its end, as a string; or a negative errno. */
static napi_value js_read_all(napi_env env, napi_callback_info info)
{
    napi_value arg, result = NULL;
    runtime *r = bind_args(env, info, 1, &arg);
    const int fd = (int)bind_to_int(env, arg);
    size_t len = 0, room = 65536;
    char *text = malloc(room);
    int64_t n = -ENOMEM;

    while (text != NULL) {
        const orr_buf buf = { text + len, room - len };
        n = orr_fs_read(r->loop, NULL, fd, &buf, 1, -1, NULL);
        if (n <= 0)
            break;
        len += (size_t)n;
        if (len < room)
            continue;
        char *more = realloc(text, room *= 2);
        if (more == NULL) {
            n = -ENOMEM;
            break;
        }
        text = more;
    }
    result = n < 0 ? bind_int(env, n) : bind_string_n(env, text, len);
    free(text);
    return result;
}

/* "TTY", "FILE", "PIPE", "TCP" or "UNKNOWN". */
static napi_value js_fd_type(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);

    switch (orr_fd_kind(r->loop, (int)bind_to_int(env, arg))) {
    case ORR_TTY:
        return bind_string(env, "TTY");
    case ORR_FS:
        return bind_string(env, "FILE");
    case ORR_PIPE:
        return bind_string(env, "PIPE");
    case ORR_TCP:
        return bind_string(env, "TCP");
    case ORR_UDP:
        return bind_string(env, "UDP");
    default:
        return bind_string(env, "UNKNOWN");
    }
}

/* The terminal as a stream, made when it is first asked for. */
static orr_stream *get_terminal(runtime *r, int fd)
{
    if (fd < 0 || fd > 2)
        return NULL;
    if (r->terminals[fd] != NULL)
        return r->terminals[fd];
    orr_stream *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    if (orr_tty_init(r->loop, s, fd) < 0) {
        free(s);
        return NULL;
    }
    orr_unref(&s->handle);
    return r->terminals[fd] = s;
}

/* [columns, rows], or undefined if it is no terminal. */
static napi_value js_window_size(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    orr_stream *s = get_terminal(r, (int)bind_to_int(env, arg));
    int columns, rows;

    if (s == NULL || orr_tty_window_size(s, &columns, &rows) < 0)
        return bind_undefined(env);
    const double n[2] = { columns, rows };
    return bind_numbers(env, n, 2);
}

static void free_terminal(orr_handle *handle)
{
    free(handle->data);
}

void bind_stdio_close(runtime *r)
{
    for (int fd = 0; fd < 3; fd++) {
        orr_stream *s = r->terminals[fd];
        if (s == NULL)
            continue;
        s->handle.data = s;
        orr_close(&s->handle, free_terminal);
    }
}

napi_status bind_stdio(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "write", js_write },    { "readAll", js_read_all },
        { "fdType", js_fd_type }, { "windowSize", js_window_size },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}
