/*
 * parser.c - class Parser of internalBinding('http'): HTTP/1 messages, by
 * llhttp.
 *
 *      new Parser()
 *      init(isResponse, maxHeaderSize, leniency, maxHeaders)   begin anew
 *      feed(bytes)         how many bytes were read; fewer if it failed, or if
 *                          the rest belongs to an upgraded connection
 *      feedEnd()           the connection has ended: 0, or a negative number
 *      isIdle(), isExpired(headersTimeout, requestTimeout)
 *                          how far a message is, for a server's timeouts
 *      getError()          [name, reason], if the last call failed
 *      consume(handle)     what the handle reads is the parser's, which reads
 *                          it at once; then the handle's onconsume(n) is
 *                          called, n being as of feed(), unless there is
 * nothing for it to do; unconsume(handle) ends that
 *
 * and, called while it executes, functions of the object:
 *
 *      onRequest(flags, method, url, headers)
 *                          the head of a request that nothing is unusual about,
 *                          if reportUsual(true) was called; returns 3 or 4 if
 * it has no body and onComplete() need not be called; after 3 onconsume() need
 * not be called either onHeaders(flags, method, url, status, statusMessage,
 * headers, version) returns 1 if there is no body, 2 if also none of the
 * following bytes are HTTP onBody(buffer) onComplete(trailers)
 *
 * Headers come as one string, name and value by turns, each with a zero
 * character after it (which no header can contain): a message whose headers
 * are not read costs one string. What a server needs of every message is in the
 * flags.
 *
 * What must stay true: a callback may throw, or call close(). Then nothing
 * more of the message is reported, and feed() returns at once. A callback
 * may also detach the bytes: they are pinned until feed() returns.
 */
#include <errno.h>
#include <llhttp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bind/bytes/buffer.h"
#include "bind/core/byte_queue.h"
#include "bind/http/http.h"
#include "bind/net/stream.h"

/* The flags of onHeaders(). */
enum {
    HTTP_KEEP_ALIVE = 1,
    HTTP_UPGRADE = 2,
    HTTP_EXPECT_CONTINUE = 4,
    HTTP_EXPECT_OTHER = 8,
    HTTP_HAS_HOST = 16,
    HTTP_CHUNKED = 32,
    HTTP_HAS_LENGTH = 64,
    HTTP_CLOSE = 128,  /* "connection: close" */
    HTTP_HOOKED = 256, /* there are async hooks, which see timers and writes */
    HTTP_2 = 512,      /* the preface of HTTP/2 */
    HTTP_NO_BODY = 1024, /* "HEAD": the answer has none */
    HTTP_OLD = 2048      /* older than HTTP/1.1 */
};

/* A request of HTTP/1.1 with a host and without these is a usual one. */
#define HTTP_UNUSUAL                                                           \
    (HTTP_UPGRADE | HTTP_EXPECT_CONTINUE | HTTP_EXPECT_OTHER | HTTP_HOOKED |   \
     HTTP_2 | HTTP_NO_BODY | HTTP_OLD)

/* What onHeaders() returns if the rest of the bytes is another protocol's. */
enum { HEADERS_UPGRADED = 2 };
/* And what onRequest() returns if it has seen the request complete: nothing is
 * left to do, or something for onconsume(). */
enum { REQUEST_COMPLETED = 3, REQUEST_COMPLETED_MORE = 4 };

/* The third argument of init(). */
enum { LENIENT_ALL = 1, LENIENT_VALUES = 2 };

typedef struct parser {
    llhttp_t llhttp;
    llhttp_settings_t settings;
    runtime *r;
    napi_ref self;     /* weak */
    napi_value object; /* while it executes */
    bind_handle *from; /* and it executes what its source has read */
    http_text url, status, headers;
    size_t field; /* where the field of the last header begins */
    size_t value; /* and its value; 0 while the field is read */
    size_t header_bytes, header_bytes_max;
    size_t headers_count, headers_max; /* of a server; 0: any number */
    uint32_t flags;
    uint64_t since_ms; /* when the message began; for a new connection too */
    enum llhttp_errno end_error; /* of llhttp_finish(), which keeps none */
    bool in_message;             /* or a connection without one so far */
    bool headers_done;
    bool reports_usual;
    bool completed; /* onRequest() has dealt with the end of the message */
    bool is_quiet;  /* onconsume() has nothing to do for what was read so far */
    bool threw, closed, executing;
    const bind_handle *source; /* only compared: the handle may be gone */
    const uint8_t *fed;        /* what the source has just read */
    size_t fed_length;
} parser;

/* ---- Text --------------------------------------------------------------- */

int http_append(http_text *t, const char *bytes, size_t n)
{
    if (n == 0)
        return 0; /* there may be no memory yet, and none is needed */
    char *text = byte_queue_grown(t->bytes, t->length, n, 256, &t->capacity);
    if (text == NULL)
        return -ENOMEM;
    t->bytes = text;
    memcpy(t->bytes + t->length, bytes, n);
    t->length += n;
    return 0;
}

void http_free_text(http_text *t)
{
    free(t->bytes);
    *t = (http_text){ NULL, 0, 0 };
}

static napi_value make_latin1(napi_env env, const http_text *t)
{
    napi_value string;

    return napi_create_string_latin1(env, t->bytes ? t->bytes : "", t->length,
                                     &string) == napi_ok
               ? string
               : NULL;
}

/* ---- Calling JavaScript ------------------------------------------------- */

static parser *parser_of(llhttp_t *llhttp)
{
    return llhttp->data;
}

static int parser_fail(parser *p)
{
    p->threw = true;
    return HPE_USER;
}

/* The functions of the object. */
enum { ON_REQUEST, ON_HEADERS, ON_BODY, ON_COMPLETE, CALLBACKS };

static const char *const callback_names[CALLBACKS] = {
    [ON_REQUEST] = "onRequest",
    [ON_HEADERS] = "onHeaders",
    [ON_BODY] = "onBody",
    [ON_COMPLETE] = "onComplete",
};

/* Call one of them; *result may be NULL. What bytes of a socket lead to is
 * called without JavaScript below: such a call reports what it throws. */
static int parser_call(parser *p, int callback, size_t argc,
                       const napi_value *argv, napi_value *result)
{
    napi_env env = p->r->env;
    const http_state *state = BIND_STATE(p->r, http);
    napi_value fn, ignored;

    for (size_t i = 0; i < argc; i++)
        if (argv[i] == NULL)
            return parser_fail(p);
    if (result == NULL)
        result = &ignored;
    if (engine_get_by_name(p->r->engine, p->object, state->callback_names,
                           (size_t)callback, &fn) < 0)
        return parser_fail(p);
    const bool returned =
        p->from != NULL
            ? bind_handle_call_for(p->from, p->object, fn, argc, argv, result)
            : napi_call_function(env, p->object, fn, argc, argv, result) ==
                  napi_ok;
    if (!returned)
        return parser_fail(p);
    return p->closed ? HPE_USER : 0;
}

/* ---- What llhttp reports ------------------------------------------------ */

static int on_message_begin(llhttp_t *llhttp)
{
    parser *p = parser_of(llhttp);

    p->url.length = p->status.length = p->headers.length = 0;
    p->header_bytes = p->headers_count = 0;
    p->field = p->value = 0;
    p->flags = 0;
    p->since_ms = orr_now(p->r->loop);
    p->in_message = true;
    p->headers_done = p->completed = p->is_quiet = false;
    return 0;
}

/* A peer that sends too much is not read to the end. */
static int parser_overflow(parser *p)
{
    llhttp_set_error_reason(&p->llhttp, "HPE_HEADER_OVERFLOW:Header overflow");
    return HPE_USER;
}

static int count_header_bytes(parser *p, size_t n)
{
    p->header_bytes += n;
    return p->header_bytes < p->header_bytes_max ? 0 : parser_overflow(p);
}

static int parser_add(llhttp_t *llhttp, http_text *t, const char *bytes,
                      size_t n)
{
    parser *p = parser_of(llhttp);

    if (http_append(t, bytes, n) < 0) {
        engine_throw_no_memory(p->r->engine);
        return parser_fail(p);
    }
    return count_header_bytes(p, n);
}

static int on_url(llhttp_t *llhttp, const char *bytes, size_t n)
{
    return parser_add(llhttp, &parser_of(llhttp)->url, bytes, n);
}

static int on_status(llhttp_t *llhttp, const char *bytes, size_t n)
{
    return parser_add(llhttp, &parser_of(llhttp)->status, bytes, n);
}

/* The zero character after a name or a value does not count. */
static int end_text(parser *p)
{
    if (http_append(&p->headers, "", 1) == 0)
        return 0;
    engine_throw_no_memory(p->r->engine);
    return parser_fail(p);
}

static bool is_one_too_many(parser *p)
{
    const bool begins = p->value == 0 && p->headers.length == p->field;

    return begins && !p->headers_done && p->headers_max > 0 &&
           ++p->headers_count > p->headers_max;
}

static int on_header_field(llhttp_t *llhttp, const char *bytes, size_t n)
{
    if (is_one_too_many(parser_of(llhttp)))
        return parser_overflow(parser_of(llhttp));
    return parser_add(llhttp, &parser_of(llhttp)->headers, bytes, n);
}

static int on_header_field_complete(llhttp_t *llhttp)
{
    parser *p = parser_of(llhttp);
    const int err = end_text(p);

    p->value = p->headers.length;
    return err;
}

static int on_header_value(llhttp_t *llhttp, const char *bytes, size_t n)
{
    return parser_add(llhttp, &parser_of(llhttp)->headers, bytes, n);
}

static bool field_is(const parser *p, const char *name)
{
    return strcasecmp(p->headers.bytes + p->field, name) == 0;
}

/* What a server has to know about each message. */
static void note_header(parser *p)
{
    const char *value = p->headers.bytes + p->value;

    if (field_is(p, "host"))
        p->flags |= HTTP_HAS_HOST;
    else if (field_is(p, "expect"))
        p->flags |= strcasecmp(value, "100-continue") == 0
                        ? HTTP_EXPECT_CONTINUE
                        : HTTP_EXPECT_OTHER;
}

static int on_header_value_complete(llhttp_t *llhttp)
{
    parser *p = parser_of(llhttp);

    /* White space after a value is not part of it. */
    while (p->headers.length > p->value &&
           (p->headers.bytes[p->headers.length - 1] == ' ' ||
            p->headers.bytes[p->headers.length - 1] == '\t'))
        p->headers.length--;
    const int err = end_text(p);
    if (err != 0)
        return err;
    note_header(p);
    p->field = p->headers.length;
    p->value = 0;
    return 0;
}

static uint32_t flags_of(const parser *p)
{
    const llhttp_t *h = &p->llhttp;
    uint32_t flags = p->flags;

    if (llhttp_should_keep_alive(h))
        flags |= HTTP_KEEP_ALIVE;
    if (llhttp_get_upgrade((llhttp_t *)(uintptr_t)h))
        flags |= HTTP_UPGRADE;
    if (h->flags & F_CHUNKED)
        flags |= HTTP_CHUNKED;
    if (h->flags & F_CONTENT_LENGTH)
        flags |= HTTP_HAS_LENGTH;
    if (h->flags & F_CONNECTION_CLOSE)
        flags |= HTTP_CLOSE;
    if (p->r->hooks_active)
        flags |= HTTP_HOOKED;
    if (h->method == HTTP_PRI)
        flags |= HTTP_2;
    if (h->method == HTTP_HEAD)
        flags |= HTTP_NO_BODY;
    if (h->http_major < 1 || (h->http_major == 1 && h->http_minor < 1))
        flags |= HTTP_OLD;
    return flags;
}

/* One whose body has another coding than chunks will be refused. */
static bool is_usual(const parser *p, uint32_t flags)
{
    return p->reports_usual && p->llhttp.http_major == 1 &&
           p->llhttp.http_minor == 1 &&
           (p->llhttp.flags & (F_TRANSFER_ENCODING | F_CHUNKED)) !=
               F_TRANSFER_ENCODING &&
           (flags & (HTTP_UNUSUAL | HTTP_HAS_HOST)) == HTTP_HAS_HOST;
}

static int report_usual(parser *p, uint32_t flags, napi_value *result)
{
    napi_env env = p->r->env;
    const napi_value argv[4] = {
        bind_int(env, flags),
        bind_int(env, p->llhttp.method),
        make_latin1(env, &p->url),
        make_latin1(env, &p->headers),
    };

    return parser_call(p, ON_REQUEST, 4, argv, result);
}

static int report_headers(parser *p, uint32_t flags, napi_value *result)
{
    napi_env env = p->r->env;
    const llhttp_t *h = &p->llhttp;
    const napi_value argv[7] = {
        bind_int(env, flags),
        bind_int(env, h->method),
        make_latin1(env, &p->url),
        bind_int(env, h->status_code),
        make_latin1(env, &p->status),
        make_latin1(env, &p->headers),
        bind_int(env, h->http_major * 10 + h->http_minor),
    };

    return parser_call(p, ON_HEADERS, 7, argv, result);
}

static int on_headers_complete(llhttp_t *llhttp)
{
    parser *p = parser_of(llhttp);
    napi_env env = p->r->env;
    const uint32_t flags = flags_of(p);
    napi_value result;

    p->headers_done = true;
    const int err = is_usual(p, flags) ? report_usual(p, flags, &result)
                                       : report_headers(p, flags, &result);
    /* Trailers are counted by themselves. */
    p->headers.length = p->field = p->value = 0;
    p->header_bytes = 0;
    if (err != 0)
        return -1;
    const int answer = (int)bind_to_int(env, result);
    p->is_quiet = answer == REQUEST_COMPLETED;
    p->completed = p->is_quiet || answer == REQUEST_COMPLETED_MORE;
    if (p->completed)
        return 0;
    /* An upgrade that no listener accepts is a plain message. */
    if (answer != HEADERS_UPGRADED)
        llhttp->upgrade = 0;
    return answer;
}

static int on_body(llhttp_t *llhttp, const char *bytes, size_t n)
{
    parser *p = parser_of(llhttp);
    uint8_t *data;
    const napi_value argv[1] = { bind_new_buffer(p->r, n, &data) };

    if (argv[0] != NULL)
        memcpy(data, bytes, n);
    const int err = parser_call(p, ON_BODY, 1, argv, NULL);
    if (err != 0)
        return err;
    /* As in Node: before the end of the body is reported. */
    bind_pass(p->r);
    return p->closed || p->r->over ? HPE_USER : 0;
}

static int on_message_complete(llhttp_t *llhttp)
{
    parser *p = parser_of(llhttp);

    p->in_message = false;
    if (p->completed)
        return 0;
    const napi_value argv[1] = { make_latin1(p->r->env, &p->headers) };
    p->headers.length = p->field = p->value = 0;
    return parser_call(p, ON_COMPLETE, 1, argv, NULL);
}

/* A chunk's extensions count as headers: they are as easy to make long. */
static int on_chunk_header(llhttp_t *llhttp)
{
    parser_of(llhttp)->header_bytes = 0;
    return 0;
}

static int on_chunk_extension(llhttp_t *llhttp, const char *bytes, size_t n)
{
    parser *p = parser_of(llhttp);

    (void)bytes;
    p->header_bytes += n;
    if (p->header_bytes <= 16384)
        return 0;
    llhttp_set_error_reason(
        llhttp, "HPE_CHUNK_EXTENSIONS_OVERFLOW:Chunk extensions overflow");
    return HPE_USER;
}

static void set_callbacks(llhttp_settings_t *s)
{
    llhttp_settings_init(s);
    s->on_message_begin = on_message_begin;
    s->on_url = on_url;
    s->on_status = on_status;
    s->on_header_field = on_header_field;
    s->on_header_field_complete = on_header_field_complete;
    s->on_header_value = on_header_value;
    s->on_header_value_complete = on_header_value_complete;
    s->on_headers_complete = on_headers_complete;
    s->on_body = on_body;
    s->on_message_complete = on_message_complete;
    s->on_chunk_header = on_chunk_header;
    s->on_chunk_extension_name = on_chunk_extension;
    s->on_chunk_extension_value = on_chunk_extension;
}

/* ---- The object --------------------------------------------------------- */

static void free_parser(napi_env env, void *data, void *hint)
{
    parser *p = data;

    (void)hint;
    http_free_text(&p->url);
    http_free_text(&p->status);
    http_free_text(&p->headers);
    if (p->self != NULL)
        napi_delete_reference(env, p->self);
    free(p);
}

static parser *args_of(napi_env env, napi_callback_info info, size_t n,
                       napi_value *args, napi_value *self)
{
    void *p = NULL;

    bind_args_this(env, info, n, args, self);
    BIND_OK(napi_unwrap(env, *self, &p));
    return p;
}

static napi_value js_new(napi_env env, napi_callback_info info)
{
    napi_value self;
    runtime *r = bind_args_this(env, info, 0, NULL, &self);
    parser *p = calloc(1, sizeof *p);

    if (p == NULL) {
        engine_throw_no_memory(r->engine);
        return NULL;
    }
    p->r = r;
    set_callbacks(&p->settings);
    llhttp_init(&p->llhttp, HTTP_REQUEST, &p->settings);
    p->llhttp.data = p;
    if (napi_wrap(env, self, p, free_parser, NULL, &p->self) != napi_ok) {
        free_parser(env, p, NULL);
        engine_throw_no_memory(r->engine);
        return NULL;
    }
    return self;
}

/* init(isResponse, maxHeaderSize, leniency, maxHeaders) */
static napi_value js_init(napi_env env, napi_callback_info info)
{
    napi_value args[4], self;
    parser *p = args_of(env, info, 4, args, &self);
    const int64_t leniency = bind_to_int(env, args[2]);

    llhttp_init(&p->llhttp,
                bind_to_bool(env, args[0]) ? HTTP_RESPONSE : HTTP_REQUEST,
                &p->settings);
    p->llhttp.data = p;
    p->header_bytes_max = bind_to_size(env, args[1]);
    p->headers_max = bind_to_size(env, args[3]);
    p->threw = p->closed = p->reports_usual = false;
    p->source = NULL;
    p->end_error = HPE_OK;
    on_message_begin(&p->llhttp);
    if (leniency == LENIENT_VALUES || leniency == LENIENT_ALL)
        llhttp_set_lenient_headers(&p->llhttp, 1);
    if (leniency == LENIENT_ALL) {
        llhttp_set_lenient_chunked_length(&p->llhttp, 1);
        llhttp_set_lenient_keep_alive(&p->llhttp, 1);
        llhttp_set_lenient_transfer_encoding(&p->llhttp, 1);
        llhttp_set_lenient_version(&p->llhttp, 1);
        llhttp_set_lenient_data_after_close(&p->llhttp, 1);
        llhttp_set_lenient_optional_lf_after_cr(&p->llhttp, 1);
        llhttp_set_lenient_optional_cr_before_lf(&p->llhttp, 1);
        llhttp_set_lenient_optional_crlf_after_chunk(&p->llhttp, 1);
        llhttp_set_lenient_spaces_after_chunk_size(&p->llhttp, 1);
    }
    return bind_undefined(env);
}

/* What was read when llhttp stopped. */
static size_t read_until(const parser *p, const uint8_t *start, size_t n)
{
    const char *at = llhttp_get_error_pos(&p->llhttp);

    return at != NULL ? (size_t)(at - (const char *)start) : n;
}

/* The address of the bytes is only used to count: they may be freed. */
static napi_value give_result(parser *p, enum llhttp_errno err,
                              const uint8_t *bytes, size_t length)
{
    napi_env env = p->r->env;

    if (p->threw)
        return NULL;
    if (err == HPE_OK || p->closed)
        return bind_double(env, (double)length);
    const size_t n = read_until(p, bytes, length);
    if (err == HPE_PAUSED_UPGRADE)
        llhttp_resume_after_upgrade(&p->llhttp);
    if (err == HPE_PAUSED_UPGRADE || err == HPE_PAUSED)
        return bind_double(env, (double)n);
    return bind_double(env, -1 - (double)n);
}

static enum llhttp_errno parser_execute(parser *p, napi_value self,
                                        const void *bytes, size_t length)
{
    p->object = self;
    p->executing = true;
    p->threw = false;
    const enum llhttp_errno err = llhttp_execute(&p->llhttp, bytes, length);
    p->executing = false;
    p->object = NULL;
    return err;
}

/* reportUsual(on): until init(), onRequest() is called for such requests. */
static napi_value js_report_usual(napi_env env, napi_callback_info info)
{
    napi_value on, self;
    parser *p = args_of(env, info, 1, &on, &self);

    p->reports_usual = bind_to_bool(env, on);
    return bind_undefined(env);
}

/* feed(bytes): how many were read; if it failed, -1 minus that; undefined if
 * the parser is at work. */
static napi_value js_feed(napi_env env, napi_callback_info info)
{
    napi_value view, self;
    parser *p = args_of(env, info, 1, &view, &self);
    engine_pin *pin;
    void *bytes;
    size_t length;

    if (p->executing)
        return bind_undefined(env);
    if (engine_pin_bytes(p->r->engine, view, &pin, &bytes, &length) < 0)
        return bind_int(env, 0);
    const enum llhttp_errno err = parser_execute(p, self, bytes, length);
    engine_unpin(p->r->engine, pin);
    return give_result(p, err, bytes, length);
}

/* feedEnd(): 0, or -1 if the message is not whole. */
static napi_value js_feed_end(napi_env env, napi_callback_info info)
{
    napi_value self;
    parser *p = args_of(env, info, 0, NULL, &self);

    if (p->executing)
        return bind_int(env, 0);
    p->object = self;
    p->executing = true;
    p->threw = false;
    const enum llhttp_errno err = llhttp_finish(&p->llhttp);
    p->executing = false;
    p->object = NULL;
    if (p->threw)
        return NULL;
    p->end_error = err;
    return bind_int(env, err == HPE_OK ? 0 : -1);
}

/* isIdle(): between two messages. */
static napi_value js_is_idle(napi_env env, napi_callback_info info)
{
    napi_value self;
    const parser *p = args_of(env, info, 0, NULL, &self);

    return bind_bool(env, !p->in_message);
}

/* isExpired(headersTimeout, requestTimeout): the message takes too long; 0
 * means no timeout. */
static napi_value js_is_expired(napi_env env, napi_callback_info info)
{
    napi_value args[2], self;
    const parser *p = args_of(env, info, 2, args, &self);
    const double headers_ms = bind_to_double(env, args[0]);
    const double request_ms = bind_to_double(env, args[1]);
    const double age_ms = (double)(orr_now(p->r->loop) - p->since_ms);
    const bool slow_head =
        !p->headers_done && headers_ms > 0 && age_ms >= headers_ms;
    const bool slow = request_ms > 0 && age_ms >= request_ms;

    return bind_bool(env, p->in_message && (slow_head || slow));
}

/* close(): nothing more is reported; init() opens it again. True if the parser
 * is at work, so that it must not be reused yet. */
static napi_value js_close(napi_env env, napi_callback_info info)
{
    napi_value self;
    parser *p = args_of(env, info, 0, NULL, &self);

    p->closed = true;
    p->source = NULL;
    return bind_bool(env, p->executing);
}

/* ---- Bytes of a socket, without a Buffer -------------------------------- */

/* What the source has read. Each function of the object is a call for the
 * handle, with no JavaScript below. The handle's function, which is called
 * while the bytes are there, also keeps the parser alive. */
static void execute_fed(parser *p, bind_handle *from)
{
    runtime *r = p->r;
    napi_value self, after;
    bool has_exception;

    BIND_OK(napi_get_reference_value(r->env, p->self, &self));
    if (engine_get_by_name(r->engine, bind_wrap_object(&from->wrap),
                           bind_stream_names(r), STREAM_ONCONSUME, &after) < 0)
        bind_no_memory();
    p->from = from;
    const enum llhttp_errno err =
        parser_execute(p, self, p->fed, p->fed_length);
    p->from = NULL;
    if (p->threw) {
        BIND_OK(napi_is_exception_pending(r->env, &has_exception));
        if (has_exception) /* for want of memory */
            runtime_report_pending(r);
    } else if (!p->is_quiet || err != HPE_OK) {
        const napi_value n = give_result(p, err, p->fed, p->fed_length);
        bind_handle_call_function(from, after, 1, &n);
    }
}

static bool on_consumed(void *consumer, bind_handle *from, const void *bytes,
                        size_t n)
{
    parser *p = consumer;

    if (p->source != from)
        return false;
    if (p->executing)
        return true;
    p->fed = bytes;
    p->fed_length = n;
    p->is_quiet = false;
    execute_fed(p, from);
    p->fed = NULL;
    p->fed_length = 0;
    return true;
}

/* consume(handle): true if the parser gets what the handle reads. */
static napi_value js_consume(napi_env env, napi_callback_info info)
{
    napi_value object, self;
    parser *p = args_of(env, info, 1, &object, &self);
    bind_handle *h = bind_writable_of(p->r, object);

    if (h == NULL)
        return bind_bool(env, false);
    *bind_tap_of(h) = (bind_tap){ .consume = on_consumed, .consumer = p };
    p->source = h;
    return bind_bool(env, true);
}

/* unconsume(handle): it calls onread() again. */
static napi_value js_unconsume(napi_env env, napi_callback_info info)
{
    napi_value object, self;
    parser *p = args_of(env, info, 1, &object, &self);
    bind_handle *h = bind_writable_of(p->r, object);

    if (h != NULL)
        *bind_tap_of(h) = (bind_tap){ .consume = NULL };
    p->source = NULL;
    return bind_undefined(env);
}

/* copyConsumed(): what the source has just read, as a Buffer. */
static napi_value js_copy_consumed(napi_env env, napi_callback_info info)
{
    napi_value self;
    parser *p = args_of(env, info, 0, NULL, &self);
    uint8_t *data;
    const napi_value buffer = bind_new_buffer(p->r, p->fed_length, &data);

    (void)env;
    if (buffer != NULL && p->fed_length > 0)
        memcpy(data, p->fed, p->fed_length);
    return buffer;
}

/* getError(): [code, reason] of what failed last. */
static napi_value js_get_error(napi_env env, napi_callback_info info)
{
    napi_value self, list;
    parser *p = args_of(env, info, 0, NULL, &self);
    const char *reason = llhttp_get_error_reason(&p->llhttp);
    const char *colon = reason ? strchr(reason, ':') : NULL;
    enum llhttp_errno err = llhttp_get_errno(&p->llhttp);

    if (err == HPE_OK)
        err = p->end_error;

    BIND_OK(napi_create_array_with_length(env, 2, &list));
    /* Reasons of our own begin with their code. */
    if (err == HPE_USER && colon != NULL) {
        BIND_OK(napi_set_element(
            env, list, 0,
            bind_string_n(env, reason, (size_t)(colon - reason))));
        BIND_OK(napi_set_element(env, list, 1, bind_string(env, colon + 1)));
        return list;
    }
    BIND_OK(napi_set_element(env, list, 0,
                             bind_string(env, llhttp_errno_name(err))));
    BIND_OK(
        napi_set_element(env, list, 1, bind_string(env, reason ? reason : "")));
    return list;
}

/* ---- The binding -------------------------------------------------------- */

/* A program may send and list the methods of HTTP. The parser also knows PRI,
 * and those of protocols that look like HTTP. */
#define NAME(number, name, string) [number] = #string,
static const char *const method_names[] = { HTTP_METHOD_MAP(NAME) };
static const char *const parsed_names[] = { HTTP_ALL_METHOD_MAP(NAME) };
#undef NAME

static napi_value make_names(napi_env env, const char *const *names, size_t n)
{
    napi_value list;

    BIND_OK(napi_create_array(env, &list));
    for (uint32_t i = 0; i < n; i++) {
        const napi_value name =
            names[i] ? bind_string(env, names[i]) : bind_undefined(env);
        BIND_OK(napi_set_element(env, list, i, name));
    }
    return list;
}

static napi_status parser_init(runtime *r, napi_value exports)
{
    static const napi_property_descriptor methods[] = {
        { "init", NULL, js_init, NULL, NULL, NULL, napi_default, NULL },
        { "reportUsual", NULL, js_report_usual, NULL, NULL, NULL, napi_default,
          NULL },
        { "feed", NULL, js_feed, NULL, NULL, NULL, napi_default, NULL },
        { "feedEnd", NULL, js_feed_end, NULL, NULL, NULL, napi_default, NULL },
        { "isIdle", NULL, js_is_idle, NULL, NULL, NULL, napi_default, NULL },
        { "isExpired", NULL, js_is_expired, NULL, NULL, NULL, napi_default,
          NULL },
        { "consume", NULL, js_consume, NULL, NULL, NULL, napi_default, NULL },
        { "unconsume", NULL, js_unconsume, NULL, NULL, NULL, napi_default,
          NULL },
        { "copyConsumed", NULL, js_copy_consumed, NULL, NULL, NULL,
          napi_default, NULL },
        { "close", NULL, js_close, NULL, NULL, NULL, napi_default, NULL },
        { "getError", NULL, js_get_error, NULL, NULL, NULL, napi_default,
          NULL },
    };
    napi_value class;

    BIND_OK(napi_define_class(r->env, "HTTPParser", NAPI_AUTO_LENGTH, js_new, r,
                              sizeof methods / sizeof *methods, methods,
                              &class));
    BIND_OK(napi_set_named_property(r->env, exports, "Parser", class));
    bind_set(r, exports, "methods",
             make_names(r->env, method_names,
                        sizeof method_names / sizeof *method_names));
    bind_set(r, exports, "parsedMethods",
             make_names(r->env, parsed_names,
                        sizeof parsed_names / sizeof *parsed_names));
    http_state *state = BIND_STATE(r, http);
    if (engine_make_names(r->engine, callback_names, CALLBACKS,
                          &state->callback_names) < 0)
        return napi_pending_exception;
    return bind_http_open_head(r, exports);
}

static void close_binding(runtime *r)
{
    http_state *state = BIND_STATE(r, http);

    engine_free_names(r->engine, state->callback_names);
    bind_http_close_head(r);
}

const bind_entry bind_entry_http = { .name = "http",
                                     .init = parser_init,
                                     .close = close_binding,
                                     .state = sizeof(http_state) };
