/*
 * stdio.c - standard input and output, read and written synchronously.
 *
 * Output to a file is written before the call returns, and so is what must not
 * wait for the loop. A descriptor may be non-blocking, set by a process that
 * shares it or by this one; then poll() is used. Streams are in stdout.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/process/stdio.h"

/* 0 or a negative errno, after which a part may have been written. */
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

int bind_stream_open(runtime *r, orr_stream *s, int fd, bool *blocked)
{
    int err;

    switch (orr_fd_kind(r->loop, fd)) {
    case ORR_TTY:
        return orr_tty_init(r->loop, s, fd); /* the mode is not changed */
    case ORR_TCP:
        err = orr_tcp_init(r->loop, s);
        break;
    case ORR_PIPE:
        err = orr_pipe_init(r->loop, s, false);
        break;
    default:
        return -EINVAL;
    }
    *blocked = orr_fd_blocks(r->loop, fd) == 1;
    return err < 0 ? err : orr_stream_open(s, fd);
}

/* Output of the program. fn is called when a stream has written the rest later;
 * NULL: block until all is written. */
static int stdio_print(runtime *r, int fd, const char *bytes, size_t len,
                       napi_value fn)
{
    bind_output *out = fn != NULL ? bind_output_of(r, fd) : NULL;

    trace_console(r, fd, bytes, len);
    return out != NULL ? bind_output_write(out, bytes, len, fn)
                       : bind_write_all(r, fd, bytes, len);
}

static int print_bytes(runtime *r, int fd, napi_value v, napi_value fn)
{
    void *bytes;
    size_t len;

    if (napi_get_typedarray_info(r->env, v, NULL, &len, &bytes, NULL, NULL) !=
        napi_ok)
        return -EINVAL;
    return stdio_print(r, fd, bytes, len, fn);
}

/* Short texts, nearly all, need no memory from elsewhere. */
static int print_string(runtime *r, int fd, napi_value v, napi_value fn)
{
    char few[1024];
    size_t len;

    BIND_OK(napi_get_value_string_utf8(r->env, v, few, sizeof few, &len));
    if (len + 4 < sizeof few)
        return stdio_print(r, fd, few, len, fn);
    char *text = bind_to_string(r->env, v, &len);
    const int err = text ? stdio_print(r, fd, text, len, fn) : -ENOMEM;
    free(text);
    return err;
}

/* write(fd, string or Uint8Array, fn): 0 or a negative errno; 1 if a part of it
 * has to wait: fn gets the result then. */
static napi_value js_write(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    const int fd = (int)bind_to_int(env, args[0]);
    napi_valuetype type;

    BIND_OK(napi_typeof(env, args[1], &type));
    return bind_int(env, type == napi_string
                             ? print_string(r, fd, args[1], args[2])
                             : print_bytes(r, fd, args[1], args[2]));
}

/* writeAll(fd, string): 0 when all is written, or a negative errno. It
 * overtakes output that waits in the loop: for the end, when the loop may not
 * turn again. */
static napi_value js_write_all(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const int fd = (int)bind_to_int(env, args[0]);

    return bind_int(env, print_string(r, fd, args[1], NULL));
}

/* readAll(fd): all there is until its end, as a string; or a negative errno. */
static napi_value js_read_all(napi_env env, napi_callback_info info)
{
    napi_value arg, result = NULL;
    runtime *r = bind_args(env, info, 1, &arg);
    const int fd = (int)bind_to_int(env, arg);
    size_t len = 0, capacity = 65536;
    char *text = malloc(capacity);
    int64_t n = -ENOMEM;

    while (text != NULL) {
        const orr_buf buf = { text + len, capacity - len };
        n = orr_fs_read(r->loop, NULL, fd, &buf, 1, -1, NULL);
        if (n <= 0)
            break;
        len += (size_t)n;
        if (len < capacity)
            continue;
        char *more = realloc(text, capacity *= 2);
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

static napi_status stdio_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "write", js_write },
        { "writeAll", js_write_all },
        { "readAll", js_read_all },
        { "fdType", js_fd_type },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    bind_stdout(r, exports);
    return napi_ok;
}

const bind_entry bind_entry_stdio = { .name = "stdio",
                                      .init = stdio_init,
                                      .end = bind_stdout_restore,
                                      .state = sizeof(stdout_state) };
