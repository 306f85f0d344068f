/*
 * control.c - a trace that a running program starts and stops:
 * process.trace.start() and stop(), --trace-signal.
 *
 * What was scheduled before the start is not in the trace, and the callback
 * that is running then has no beginning in it; the header says `partial`.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"

/* start(path, keepMs, filter): 0 or a negative errno; EALREADY: one is on. */
static napi_value js_start(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    runtime_trace settings = { .keep_ms = (uint64_t)bind_to_int(env, args[1]) };

    if (trace_is_on(r))
        return bind_int(env, -EALREADY);
    if (r->options.trace_open == NULL)
        return bind_int(env, -ENOTSUP);
    char *path = bind_to_string(env, args[0], NULL);
    char *filter = bind_to_string(env, args[2], NULL);
    settings.filter = filter != NULL && filter[0] != 0 ? filter : NULL;
    int err = path == NULL || filter == NULL
                  ? -ENOMEM
                  : r->options.trace_open(path, &settings.sink);
    if (err == 0) {
        err = trace_open(r, &settings, true);
        if (err < 0)
            settings.sink.close(settings.sink.ctx);
        else
            runtime_listen(r);
    }
    free(path);
    free(filter);
    return bind_int(env, err);
}

static napi_value js_stop(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);

    trace_stop(r);
    return bind_undefined(env);
}

static napi_value js_is_on(napi_env env, napi_callback_info info)
{
    return bind_bool(env, trace_is_on(bind_args(env, info, 0, NULL)));
}

/* isFilter(words): are they groups of events? */
static napi_value js_is_filter(napi_env env, napi_callback_info info)
{
    napi_value arg;

    bind_args(env, info, 1, &arg);
    char *words = bind_to_string(env, arg, NULL);
    const bool yes = words != NULL && runtime_is_trace_filter(words);
    free(words);
    return bind_bool(env, yes);
}

/* print(fd, string or bytes): a worker writes to its standard output, which its
 * parent passes on. */
static napi_value js_print(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    void *bytes;
    size_t len;

    if (!trace_is_on(r))
        return bind_undefined(env);
    const int fd = (int)bind_to_int(env, args[0]);
    if (napi_get_typedarray_info(env, args[1], NULL, &len, &bytes, NULL,
                                 NULL) == napi_ok) {
        trace_console(r, fd, bytes, len);
        return bind_undefined(env);
    }
    char *text = bind_to_string(env, args[1], &len);
    if (text != NULL)
        trace_console(r, fd, text, len);
    free(text);
    return bind_undefined(env);
}

/* relay(thread id): what is printed from now on is the output of this worker;
 * 0: it is the program's own again. */
static napi_value js_relay(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);

    r->trace.relayed = (uint32_t)bind_to_int(env, arg);
    return bind_undefined(env);
}

/* keepText(text): of a program that is in no file. */
static napi_value js_keep_text(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);

    free(r->trace.text);
    r->trace.text = bind_to_string(env, arg, NULL);
    return bind_undefined(env);
}

/* answer(stream, status): the head of its response is made. Of http's, C says
 * so itself (http/head.c). */
static napi_value js_answer(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);

    if (trace_is_on(r))
        engine_trace_answer(r->engine, args[0],
                            (uint32_t)bind_to_int(env, args[1]));
    return bind_undefined(env);
}

/* response(method, url, status): its head has come to a client. */
static napi_value js_response(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);

    if (trace_is_on(r))
        engine_trace_response(r->engine, args[0], args[1],
                              (uint32_t)bind_to_int(env, args[2]));
    return bind_undefined(env);
}

static void close_trace(runtime *r)
{
    free(r->trace.text);
    r->trace.text = NULL;
}

static napi_status control_init(runtime *r, napi_value exports)
{
    bind_method(r, exports, "answer", js_answer);
    bind_method(r, exports, "keepText", js_keep_text);
    bind_method(r, exports, "print", js_print);
    bind_method(r, exports, "relay", js_relay);
    bind_method(r, exports, "response", js_response);
    bind_method(r, exports, "start", js_start);
    bind_method(r, exports, "stop", js_stop);
    bind_method(r, exports, "isOn", js_is_on);
    bind_method(r, exports, "isFilter", js_is_filter);
    return napi_ok;
}

const bind_entry bind_entry_trace = { .name = "trace",
                                      .init = control_init,
                                      .close = close_trace };
