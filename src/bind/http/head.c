/*
 * head.c - the heads of HTTP responses, and responses that leave whole.
 *
 *      makeHead(message, status, headers, isOut, hasUnique)
 *      writeWhole(handle, head, body, codec, tail)
 *
 * makeHead() sets the message's _header, and what the headers say about the
 * message. It does the usual case: names that are tokens, values that are
 * strings or small integers or lists of such, and no header that changes how
 * the body is sent. Of anything else it makes nothing and returns false:
 * _storeHeader() in lib/ does all cases, checks every value and throws. What
 * both do is the same, byte by byte.
 *
 * What must stay true: no accessor of the headers is read, and nothing changes
 * unless all of the head is made.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bind/bytes/buffer.h"
#include "bind/http/http.h"
#include "bind/net/stream.h"
#include "text/zone.h"

/* What makeHead() reads of the message. */
enum {
    REASON,
    SEND_DATE,
    HAS_BODY,
    KEEP_ALIVE,
    CHUNKS,       /* the client knows chunks */
    IS_CHUNKED,   /* already decided */
    REACHED,      /* the connection has had its last request */
    TIMEOUT_MS,   /* how long the connection is kept */
    SAYS_TIMEOUT, /* if that is said */
    MAX,          /* requests of a connection */
    LENGTH,       /* of the body, if it is known */
    REMOVED_CONNECTION,
    REMOVED_LENGTH,
    REMOVED_CHUNKED,
    READ_COUNT
};

static const char *const read_names[READ_COUNT] = {
    [REASON] = "statusMessage",
    [SEND_DATE] = "sendDate",
    [HAS_BODY] = "_hasBody",
    [KEEP_ALIVE] = "shouldKeepAlive",
    [CHUNKS] = "useChunkedEncodingByDefault",
    [IS_CHUNKED] = "chunkedEncoding",
    [REACHED] = "maxRequestsOnConnectionReached",
    [TIMEOUT_MS] = "_keepAliveTimeout",
    [SAYS_TIMEOUT] = "_defaultKeepAlive",
    [MAX] = "_maxRequestsPerSocket",
    [LENGTH] = "_contentLength",
    [REMOVED_CONNECTION] = "_removedConnection",
    [REMOVED_LENGTH] = "_removedContLen",
    [REMOVED_CHUNKED] = "_removedTE",
};

/* And what it sets. */
enum {
    SET_HEADER,
    SET_LENGTH,
    SET_LAST,
    SET_KEEP_ALIVE,
    SET_SAYS_TIMEOUT,
    SET_CHUNKED,
    SET_COUNT
};

static const char *const set_names[SET_COUNT] = {
    [SET_HEADER] = "_header",
    [SET_LENGTH] = "_contentLength",
    [SET_LAST] = "_last",
    [SET_KEEP_ALIVE] = "shouldKeepAlive",
    [SET_SAYS_TIMEOUT] = "_defaultKeepAlive",
    [SET_CHUNKED] = "chunkedEncoding",
};

/* What was found in the headers. */
enum {
    NOTE_LENGTH = 1,
    NOTE_CONNECTION = 2,
    NOTE_CLOSE = 4,      /* and it says "close" */
    NOTE_KEEP_ALIVE = 8, /* there is a header Keep-Alive */
    NOTE_LAST = 16,      /* the connection ends with this response */
    NOTE_CHUNKED = 32,   /* the body is sent in chunks */
    NOTE_DATE = 64,
};

typedef struct head {
    http_text *text;
    uint32_t notes;
    double length;
    bool is_out;     /* fields are pairs of name and value */
    bool has_unique; /* lists of some headers are one line */
    const napi_value *read;
    napi_env env;
} head;

/* What a callback of engine_walk_fields() returns if lib/ has to do it. */
#define UNUSUAL (-EINVAL)

/* ---- Characters --------------------------------------------------------- */

/* A bit for each ASCII character that a token can have. */
static const uint32_t tokens[8] = { 0, 0x03ff6cfa, 0xc7fffffe, 0x57ffffff };

static bool is_token(const engine_chars *t)
{
    const uint8_t *at = t->data;
    bool all = t->length > 0 && !t->wide;

    for (size_t i = 0; i < t->length && all; i++)
        all = (tokens[at[i] >> 5] >> (at[i] & 31)) & 1;
    return all;
}

/* No control characters but the tab. */
static bool is_value(const engine_chars *t)
{
    const uint8_t *at = t->data;
    bool all = !t->wide;

    for (size_t i = 0; i < t->length && all; i++)
        all = (at[i] >= ' ' && at[i] != 0x7f) || at[i] == '\t';
    return all;
}

static bool is_name(const engine_chars *t, const char *name, size_t length)
{
    return t->length == length && strncasecmp(t->data, name, length) == 0;
}

#define IS_NAME(t, name) is_name((t), (name), sizeof(name) - 1)

/* ---- Text --------------------------------------------------------------- */

static int head_add(head *h, const char *bytes, size_t n)
{
    return http_append(h->text, bytes, n) < 0 ? -ENOMEM : 0;
}

#define ADD(h, literal) head_add((h), (literal), sizeof(literal) - 1)

/* The digits of n in front of `end`; where they begin. */
static char *put_digits(char *end, uint64_t n)
{
    do
        *--end = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    return end;
}

static int add_number(head *h, uint64_t n)
{
    char digits[24], *end = digits + sizeof digits;
    const char *at = put_digits(end, n);

    return head_add(h, at, (size_t)(end - at));
}

static int add_line(head *h, const engine_chars *name, const void *value,
                    size_t length)
{
    if (head_add(h, name->data, name->length) < 0 || ADD(h, ": ") < 0 ||
        head_add(h, value, length) < 0)
        return -ENOMEM;
    return ADD(h, "\r\n");
}

/* ---- Fields ------------------------------------------------------------- */

/* Only digits, few enough to be exact. */
static int note_length(head *h, const char *digits, size_t n)
{
    double length = 0;

    if (n == 0 || n > 15)
        return UNUSUAL;
    for (size_t i = 0; i < n; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            return UNUSUAL;
        length = length * 10 + (digits[i] - '0');
    }
    h->notes |= NOTE_LENGTH;
    h->length = length;
    return 0;
}

static int note_connection(head *h, const engine_chars *value)
{
    if (IS_NAME(value, "close"))
        h->notes |= NOTE_CONNECTION | NOTE_CLOSE;
    else if (IS_NAME(value, "keep-alive"))
        h->notes |= NOTE_CONNECTION;
    else
        return UNUSUAL;
    return 0;
}

/* Headers that say something about the message itself. */
static int note_field(head *h, const engine_chars *name,
                      const engine_chars *value)
{
    if (IS_NAME(name, "content-length"))
        return note_length(h, value->data, value->length);
    if (IS_NAME(name, "connection"))
        return note_connection(h, value);
    if (IS_NAME(name, "date"))
        h->notes |= NOTE_DATE;
    else if (IS_NAME(name, "keep-alive"))
        h->notes |= NOTE_KEEP_ALIVE;
    else if (IS_NAME(name, "transfer-encoding") || IS_NAME(name, "expect") ||
             IS_NAME(name, "trailer"))
        return UNUSUAL;
    return 0;
}

static int add_text(head *h, const engine_chars *name,
                    const engine_chars *value)
{
    if (!is_value(value))
        return UNUSUAL;
    const int err = note_field(h, name, value);
    return err < 0 ? err : add_line(h, name, value->data, value->length);
}

static int add_scalar(head *h, const engine_chars *name,
                      const engine_scalar *value)
{
    char digits[24], *end = digits + sizeof digits;

    if (value->kind == ENGINE_SCALAR_TEXT)
        return add_text(h, name, &value->text);
    if (value->kind != ENGINE_SCALAR_INT || value->number < 0)
        return UNUSUAL;
    const char *at = put_digits(end, (uint64_t)value->number);
    const engine_chars text = { at, (size_t)(end - at), false };
    return add_text(h, name, &text);
}

/* A line for each, but those of some headers share one. */
static int add_list(head *h, const engine_chars *name,
                    const engine_scalar *list)
{
    engine_scalar item;
    int err = 0;

    if (h->has_unique || IS_NAME(name, "cookie"))
        return UNUSUAL;
    for (uint32_t i = 0; i < list->count && err == 0; i++) {
        engine_read_item(list, i, &item);
        err = add_scalar(h, name, &item);
    }
    return err;
}

static int add_field(head *h, const engine_chars *name,
                     const engine_scalar *value)
{
    if (!is_token(name))
        return UNUSUAL;
    return value->kind == ENGINE_SCALAR_LIST ? add_list(h, name, value)
                                             : add_scalar(h, name, value);
}

/* Of what setHeader() keeps, each field is [name, value]. */
static int on_field(void *arg, const engine_chars *key,
                    const engine_scalar *field)
{
    head *h = arg;
    engine_scalar name, value;

    if (!h->is_out)
        return add_field(h, key, field);
    if (field->kind != ENGINE_SCALAR_LIST || field->count != 2)
        return UNUSUAL;
    engine_read_item(field, 0, &name);
    engine_read_item(field, 1, &value);
    return name.kind == ENGINE_SCALAR_TEXT ? add_field(h, &name.text, &value)
                                           : UNUSUAL;
}

/* ---- What no header says ------------------------------------------------ */

static void format_date(int64_t wall_s, char *to, size_t size)
{
    static const char days[] = "ThuFriSatSunMonTueWed";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const int64_t day = wall_s / 86400;
    const int of_day = (int)(wall_s % 86400);
    const zone_date date = zone_date_of(day);

    snprintf(to, size, "%.3s, %02d %.3s %04d %02d:%02d:%02d GMT",
             days + 3 * (day % 7), date.day, months + 3 * (date.month - 1),
             date.year, of_day / 3600, of_day / 60 % 60, of_day % 60);
}

/* The clock is read once a second. */
static const char *get_date(runtime *r)
{
    http_state *state = BIND_STATE(r, http);
    const uint64_t now_ms = orr_now(r->loop);

    if (state->date[0] != '\0' && now_ms < state->date_until_ms)
        return state->date;
    const uint64_t wall_ms = orr_wall_ns(r->loop) / 1000000;
    format_date((int64_t)(wall_ms / 1000), state->date, sizeof state->date);
    state->date_until_ms = now_ms + 1000 - wall_ms % 1000;
    return state->date;
}

static int add_date(head *h, runtime *r)
{
    const char *date = get_date(r);

    if (ADD(h, "Date: ") < 0 || head_add(h, date, strlen(date)) < 0)
        return -ENOMEM;
    return ADD(h, "\r\n");
}

/* Programs set some of them, to anything. */
static bool is_set(const head *h, int what)
{
    napi_value coerced;
    bool b = false;

    if (napi_get_value_bool(h->env, h->read[what], &b) != napi_ok) {
        BIND_OK(napi_coerce_to_bool(h->env, h->read[what], &coerced));
        b = bind_to_bool(h->env, coerced);
    }
    return b;
}

/* 0 if it is no number, or less. */
static uint64_t number_of(const head *h, int what)
{
    const double n = bind_to_double(h->env, h->read[what]);

    return n > 0 && n < 9e15 ? (uint64_t)n : 0;
}

static int add_connection(head *h)
{
    const uint64_t timeout_ms = number_of(h, TIMEOUT_MS);
    const uint64_t max = number_of(h, MAX);
    const bool keeps = is_set(h, KEEP_ALIVE) &&
                       ((h->notes & NOTE_LENGTH) || is_set(h, CHUNKS));

    if (!keeps)
        h->notes |= NOTE_LAST;
    if (!keeps || is_set(h, REACHED))
        return ADD(h, "Connection: close\r\n");
    if (timeout_ms == 0 || !is_set(h, SAYS_TIMEOUT) ||
        (h->notes & NOTE_KEEP_ALIVE))
        return ADD(h, "Connection: keep-alive\r\n");
    if (ADD(h, "Connection: keep-alive\r\nKeep-Alive: timeout=") < 0 ||
        add_number(h, timeout_ms / 1000) < 0)
        return -ENOMEM;
    if (max > 0 && (ADD(h, ", max=") < 0 || add_number(h, max) < 0))
        return -ENOMEM;
    return ADD(h, "\r\n");
}

static bool is_length_known(const head *h)
{
    napi_valuetype type;

    BIND_OK(napi_typeof(h->env, h->read[LENGTH], &type));
    return type == napi_number;
}

/* How the end of the body is known. */
static int add_length(head *h)
{
    if (!is_set(h, HAS_BODY))
        return 0;
    if (!is_set(h, CHUNKS)) {
        h->notes |= NOTE_LAST;
        return 0;
    }
    if (is_length_known(h)) {
        if (ADD(h, "Content-Length: ") < 0 ||
            add_number(h, number_of(h, LENGTH)) < 0)
            return -ENOMEM;
        return ADD(h, "\r\n");
    }
    h->notes |= NOTE_CHUNKED;
    return ADD(h, "Transfer-Encoding: chunked\r\n");
}

/* ---- makeHead() --------------------------------------------------------- */

enum { MESSAGE, STATUS, HEADERS, IS_OUT, HAS_UNIQUE, HEAD_ARGS };

static int add_first_line(head *h, runtime *r, napi_value status)
{
    engine_chars reason;

    if (engine_get_chars(r->engine, h->read[REASON], &reason) < 0 ||
        !is_value(&reason))
        return UNUSUAL;
    if (ADD(h, "HTTP/1.1 ") < 0 ||
        add_number(h, (uint64_t)bind_to_int(h->env, status)) < 0 ||
        ADD(h, " ") < 0 || head_add(h, reason.data, reason.length) < 0)
        return -ENOMEM;
    return ADD(h, "\r\n");
}

static int head_fill(head *h, runtime *r, const napi_value *args)
{
    if (is_set(h, IS_CHUNKED) || is_set(h, REMOVED_CONNECTION) ||
        is_set(h, REMOVED_LENGTH) || is_set(h, REMOVED_CHUNKED))
        return UNUSUAL;
    int err = add_first_line(h, r, args[STATUS]);
    if (err == 0 && !bind_is_undefined(h->env, args[HEADERS]))
        err = engine_walk_fields(r->engine, args[HEADERS], on_field, h);
    if (err == 0 && is_set(h, SEND_DATE) && !(h->notes & NOTE_DATE))
        err = add_date(h, r);
    if (err == 0 && !(h->notes & NOTE_CONNECTION))
        err = add_connection(h);
    if (err == 0 && !(h->notes & NOTE_LENGTH))
        err = add_length(h);
    return err == 0 ? ADD(h, "\r\n") : err;
}

static int head_set(runtime *r, napi_value message, int what, napi_value value)
{
    const http_state *state = BIND_STATE(r, http);

    return engine_set_named(r->engine, message, state->set_names, (size_t)what,
                            value);
}

static int set_notes(head *h, runtime *r, napi_value message)
{
    napi_env env = h->env;
    int err = 0;

    if (h->notes & NOTE_LENGTH)
        err = head_set(r, message, SET_LENGTH, bind_double(env, h->length));
    if (err == 0 && (h->notes & (NOTE_LAST | NOTE_CLOSE)))
        err = head_set(r, message, SET_LAST, bind_bool(env, true));
    else if (err == 0 && (h->notes & NOTE_CONNECTION))
        err = head_set(r, message, SET_KEEP_ALIVE, bind_bool(env, true));
    if (err == 0 && (h->notes & NOTE_KEEP_ALIVE))
        err = head_set(r, message, SET_SAYS_TIMEOUT, bind_bool(env, false));
    if (err == 0 && (h->notes & NOTE_CHUNKED))
        err = head_set(r, message, SET_CHUNKED, bind_bool(env, true));
    return err;
}

static int head_store(head *h, runtime *r, napi_value message)
{
    napi_value string;
    void *data;

    if (engine_make_string(r->engine, h->text->length, false, &data, &string) <
        0)
        return ENGINE_THREW;
    memcpy(data, h->text->bytes, h->text->length);
    const int err = set_notes(h, r, message);
    return err < 0 ? err : head_set(r, message, SET_HEADER, string);
}

static napi_value js_make_head(napi_env env, napi_callback_info info)
{
    napi_value args[HEAD_ARGS], read[READ_COUNT];
    runtime *r = bind_args(env, info, HEAD_ARGS, args);
    http_state *state = BIND_STATE(r, http);
    head h = { .text = &state->text,
               .is_out = bind_to_bool(env, args[IS_OUT]),
               .has_unique = bind_to_bool(env, args[HAS_UNIQUE]),
               .read = read,
               .env = env };

    if (engine_get_named(r->engine, args[MESSAGE], state->read_names, read) < 0)
        return NULL;
    if (trace_is_on(r))
        engine_trace_answer(r->engine, args[MESSAGE],
                            (uint32_t)bind_to_int(env, args[STATUS]));
    h.text->length = 0;
    const int err = head_fill(&h, r, args);
    if (err == -ENOMEM)
        return bind_threw(r);
    if (err < 0)
        return bind_bool(env, false);
    return head_store(&h, r, args[MESSAGE]) < 0 ? NULL : bind_bool(env, true);
}

/* ---- writeWhole() ------------------------------------------------------- */

/* The pieces of a response: head, the size of the chunk, body, end. */
enum { PIECES = 4 };
#define SMALL_RESPONSE 4096

typedef struct whole {
    orr_buf bufs[PIECES];
    uint32_t count;
    void *memory[PIECES]; /* text that had to be encoded; to free */
    char size[24];
} whole;

static int add_string(whole *w, runtime *r, codec c, napi_value string)
{
    engine_chars text;
    const int err = engine_get_chars(r->engine, string, &text);

    if (err < 0)
        return err;
    const int encoded = bind_encode(c, &text, &w->bufs[w->count],
                                    &w->memory[w->count]);
    if (encoded == 0)
        w->count++;
    return encoded;
}

static int add_body(whole *w, runtime *r, codec c, napi_value body)
{
    bind_bytes bytes;

    if (c != CODEC_BUFFER)
        return add_string(w, r, c, body);
    if (!bind_to_bytes(r->env, body, &bytes))
        return -EINVAL;
    w->bufs[w->count++] = (orr_buf){ bytes.data, bytes.length };
    return 0;
}

/* The size of the body as a chunk, in front of it. */
static void add_size(whole *w, uint32_t at, size_t size)
{
    const int n = snprintf(w->size, sizeof w->size, "%zx\r\n", size);

    w->bufs[at] = (orr_buf){ w->size, (size_t)n };
}

/* To send one piece costs the kernel less than to send several. */
static int write_gathered(bind_handle *h, whole *w)
{
    char bytes[SMALL_RESPONSE];
    size_t total = 0;

    for (uint32_t i = 0; i < w->count; i++) {
        if (w->bufs[i].len > sizeof bytes - total)
            return bind_write_copied(h, w->bufs, w->count);
        memcpy(bytes + total, w->bufs[i].base, w->bufs[i].len);
        total += w->bufs[i].len;
    }
    orr_buf one = { bytes, total };
    return bind_write_copied(h, &one, 1);
}

/*
 * writeWhole(handle, head, body, codec, tail): the result of a write; undefined
 * if lib/ has to do it, as while there are async hooks, which see what makes up
 * a write. The body is a string, or a Buffer with CODEC_BUFFER. A tail makes it
 * a chunk; it is undefined if there is none. The head in front of a string that
 * is not a chunk is in the string's encoding, as in Node.
 */
static napi_value js_write_whole(napi_env env, napi_callback_info info)
{
    napi_value args[5];
    runtime *r = bind_args(env, info, 5, args);
    bind_handle *h = bind_writable_of(r, args[0]);
    const codec c = (codec)bind_to_int(env, args[3]);
    const bool is_chunk = !bind_is_undefined(env, args[4]);
    whole w = { .count = 0 };

    if (h == NULL || r->hooks_active)
        return bind_undefined(env);
    int err = add_string(
        &w, r, c == CODEC_BUFFER || is_chunk ? CODEC_LATIN1 : c, args[1]);
    const uint32_t size_at = w.count;
    if (err == 0 && is_chunk)
        w.count++;
    if (err == 0)
        err = add_body(&w, r, c, args[2]);
    if (err == 0 && is_chunk) {
        add_size(&w, size_at, w.bufs[size_at + 1].len);
        err = add_string(&w, r, CODEC_LATIN1, args[4]);
    }
    if (err == 0)
        err = write_gathered(h, &w);
    for (int i = 0; i < PIECES; i++)
        free(w.memory[i]);
    return err == ENGINE_THREW ? NULL : bind_int(env, err);
}

/* ---- The binding -------------------------------------------------------- */

napi_status bind_http_open_head(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "makeHead", js_make_head },
        { "writeWhole", js_write_whole },
        { NULL, NULL },
    };
    http_state *state = BIND_STATE(r, http);

    bind_methods(r, exports, functions);
    if (engine_make_names(r->engine, read_names, READ_COUNT,
                          &state->read_names) < 0 ||
        engine_make_names(r->engine, set_names, SET_COUNT, &state->set_names) <
            0)
        return napi_pending_exception;
    return napi_ok;
}

void bind_http_close_head(runtime *r)
{
    http_state *state = BIND_STATE(r, http);

    http_free_text(&state->text);
    engine_free_names(r->engine, state->read_names);
    engine_free_names(r->engine, state->set_names);
}
