/*
 * stream.c - what the coders of node:zlib share; see zlib/stream.h.
 *
 * write() does its work at once, or, if it is given a req, on a thread of the
 * pool, and then calls req.oncomplete(), or throws. What is left over is in
 * `state`, an Uint32Array: [space left in out, bytes left of in].
 */
#include "bind/zlib/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bytes/buffer.h"
#include "bind/core/pin.h"

typedef struct write_request {
    bind_request base;
    orr_work work;
    bind_coder *s;
    napi_ref self; /* the coder stays while a thread works on it */
} write_request;

bool bind_coder_open_library(runtime *r, const char *file,
                             const bind_symbol *symbols, size_t count,
                             void *table, const char *complaint)
{
    if (bind_library_open(r, file, symbols, count, table) == 0)
        return true;
    napi_throw_error(r->env, "ERR_NO_ZLIB", complaint);
    return false;
}

/* ---- The work ----------------------------------------------------------- */

static void on_thread(orr_work *w)
{
    write_request *q = w->req.data;

    q->s->type->work(q->s);
}

static void report_state(bind_coder *s)
{
    s->state[0] = (uint32_t)s->avail_out;
    s->state[1] = (uint32_t)s->avail_in;
}

static void end_coder(bind_coder *s)
{
    if (s->is_open)
        s->type->end(s);
    s->is_open = false;
    free(s->dictionary);
    s->dictionary = NULL;
}

static void free_coder(napi_env env, void *data, void *hint)
{
    bind_coder *s = data;

    (void)hint;
    end_coder(s);
    if (s->state_array != NULL)
        napi_delete_reference(env, s->state_array);
    free(s);
}

static void on_done(orr_work *w, int status)
{
    write_request *q = w->req.data;
    bind_coder *s = q->s;
    runtime *r = q->base.wrap.r;
    napi_handle_scope scope;

    (void)status;
    s->is_working = false;
    report_state(s);
    if (s->is_closing)
        end_coder(s);
    if (r->over) {
        bind_request_close(&q->base);
    } else {
        BIND_OK(napi_open_handle_scope(r->env, &scope));
        const napi_value argv[1] = { bind_int(r->env, s->result) };
        bind_request_finish(&q->base, 1, argv);
        napi_close_handle_scope(r->env, scope);
    }
    napi_delete_reference(r->env, q->self);
    free(q);
}

/* ---- The object --------------------------------------------------------- */

bind_coder *bind_coder_args(napi_env env, napi_callback_info info, size_t n,
                            napi_value *args)
{
    napi_value self;
    void *s = NULL;

    bind_args_this(env, info, n, args, &self);
    BIND_OK(napi_unwrap(env, self, &s));
    return s;
}

napi_value bind_coder_new(runtime *r, const bind_coder_type *type,
                          napi_value self, napi_value mode,
                          napi_value state_array)
{
    bind_coder *s = calloc(1, type->size);
    bind_bytes state;

    if (s == NULL || !bind_to_bytes(r->env, state_array, &state)) {
        free(s);
        return bind_threw(r);
    }
    s->type = type;
    s->library = BIND_STATE(r, zlib);
    s->mode = (int)bind_to_int(r->env, mode);
    s->state = (uint32_t *)(void *)state.data;
    BIND_OK(napi_create_reference(r->env, state_array, 1, &s->state_array));
    if (napi_wrap(r->env, self, s, free_coder, NULL, NULL) != napi_ok) {
        free_coder(r->env, s, NULL);
        return bind_threw(r);
    }
    return self;
}

bool bind_coder_copy_dictionary(bind_coder *s, napi_env env, napi_value value)
{
    bind_bytes bytes;

    if (!bind_to_bytes(env, value, &bytes))
        return true;
    s->dictionary = malloc(bytes.length > 0 ? bytes.length : 1);
    if (s->dictionary == NULL)
        return false;
    memcpy(s->dictionary, bytes.data, bytes.length);
    s->dictionary_length = bytes.length;
    return true;
}

static void set_buffers(bind_coder *s, const orr_buf *in, const orr_buf *out)
{
    s->next_in = in->base;
    s->avail_in = in->len;
    s->next_out = out->base;
    s->avail_out = out->len;
}

/* A view's part; no view is no bytes. */
static int part_of(bind_request *q, napi_env env, const napi_value *args,
                   orr_buf *out)
{
    const size_t from = bind_to_size(env, args[1]);
    const size_t n = bind_to_size(env, args[2]);
    napi_valuetype type;

    *out = (orr_buf){ NULL, 0 };
    BIND_OK(napi_typeof(env, args[0], &type));
    if (type != napi_object)
        return 0;
    return q != NULL ? bind_hold_bytes(q, args[0], from, n, out)
                     : bind_get_bytes(env, args[0], from, n, out);
}

static int begin_work(runtime *r, bind_coder *s, napi_value self,
                      const napi_value *args)
{
    static const bind_type type = { .hook_name = "ZLIB",
                                    .resource_name = "Zlib" };
    write_request *q = calloc(1, sizeof *q);
    orr_buf in, out;

    if (q == NULL)
        return -ENOMEM;
    q->s = s;
    bind_request_open(r, &q->base, &type, &q->work.req, args[7]);
    int err = part_of(&q->base, r->env, &args[1], &in);
    if (err == 0)
        err = part_of(&q->base, r->env, &args[4], &out);
    if (err == 0) {
        set_buffers(s, &in, &out);
        err = orr_work_queue(r->loop, &q->work, on_thread, on_done);
    }
    if (err == 0) {
        s->is_working = true;
        BIND_OK(napi_create_reference(r->env, self, 1, &q->self));
    }
    if (bind_request_begun(&q->base, err) < 0)
        free(q);
    return err;
}

/* write(flush, in, inOffset, inLength, out, outOffset, outLength, req) */
static napi_value js_write(napi_env env, napi_callback_info info)
{
    napi_value args[8], self;
    void *unwrapped = NULL;
    runtime *r = bind_args_this(env, info, 8, args, &self);
    orr_buf in, out;

    BIND_OK(napi_unwrap(env, self, &unwrapped));
    bind_coder *s = unwrapped;
    if (!s->is_open || s->is_working)
        return bind_int(env, BIND_CODER_MISUSED);
    s->flush = (int)bind_to_int(env, args[0]);
    if (!bind_is_undefined(env, args[7]))
        return begin_work(r, s, self, args) < 0 ? bind_threw(r)
                                                : bind_undefined(env);
    if (part_of(NULL, env, &args[1], &in) < 0 ||
        part_of(NULL, env, &args[4], &out) < 0)
        return bind_int(env, BIND_CODER_MISUSED);
    set_buffers(s, &in, &out);
    s->type->work(s);
    report_state(s);
    return bind_int(env, s->result);
}

/* reset(): 0, or BIND_CODER_MISUSED. */
static napi_value js_reset(napi_env env, napi_callback_info info)
{
    bind_coder *s = bind_coder_args(env, info, 0, NULL);

    if (s->is_working) {
        napi_throw_error(
            env, "ERR_INVALID_STATE",
            "Cannot reset zlib stream while a write is in progress");
        return NULL;
    }
    return bind_int(env, s->is_open ? s->type->reset(s) : BIND_CODER_MISUSED);
}

static napi_value js_close(napi_env env, napi_callback_info info)
{
    bind_coder *s = bind_coder_args(env, info, 0, NULL);

    if (s->is_working)
        s->is_closing = true;
    else
        end_coder(s);
    return bind_undefined(env);
}

/* getMessage(): the library's words for what failed last, or "". */
static napi_value js_get_message(napi_env env, napi_callback_info info)
{
    const bind_coder *s = bind_coder_args(env, info, 0, NULL);
    const char *text = s->type->message(s);

    return bind_string(env, text ? text : "");
}

/* Programs replace them, as they can in Node: tar does so with close(). */
static napi_property_descriptor stream_method(runtime *r,
                                              const bind_function *f)
{
    return (napi_property_descriptor){ .utf8name = f->name,
                                       .method = f->fn,
                                       .attributes = napi_default_method,
                                       .data = r };
}

void bind_coder_class(runtime *r, napi_value exports, const char *name,
                      napi_callback js_new, const bind_function *more)
{
    static const bind_function common[] = { { "write", js_write },
                                            { "reset", js_reset },
                                            { "close", js_close },
                                            { "getMessage", js_get_message },
                                            { NULL, NULL } };
    napi_property_descriptor own[8];
    size_t count = 0;
    napi_value class;

    for (const bind_function *f = common; f->name != NULL; f++)
        own[count++] = stream_method(r, f);
    for (const bind_function *f = more; f->name != NULL; f++)
        own[count++] = stream_method(r, f);
    BIND_OK(napi_define_class(r->env, name, NAPI_AUTO_LENGTH, js_new, r, count,
                              own, &class));
    BIND_OK(napi_set_named_property(r->env, exports, name, class));
}
