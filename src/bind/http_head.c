/*
 * http_head.c - the heads of HTTP responses, and responses that leave whole.
 *
 *      makeHead(status, reason, headers, isOut, bits, timeout, most, length)
 *      writeWhole(handle, head, body, codec, tail)
 *
 * makeHead() has no effect but on `notes`, a Float64Array. It does the usual
 * case: names that are tokens, values that are strings or small integers or
 * lists of such, and no header that changes how the body is sent. Of anything
 * else it makes nothing and returns undefined: _storeHeader() in lib/ does all
 * cases, checks every value and throws. What both do is the same, byte by byte.
 *
 * What must stay true: makeHead() runs no JavaScript and reads no accessor.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bind/buffer.h"
#include "bind/http.h"
#include "bind/stream.h"

/* The bits: facts about the response, which lib/ collects. */
enum {
    HEAD_DATE = 1,          /* it has a Date */
    HEAD_BODY = 2,          /* it may have a body */
    HEAD_KEEP_ALIVE = 4,    /* the connection is wanted afterwards */
    HEAD_CHUNKS = 8,        /* the client knows chunks */
    HEAD_REACHED = 16,      /* the connection has had its last request */
    HEAD_TIMEOUT = 32,      /* say how long the connection is kept */
    HEAD_KNOWN_LENGTH = 64, /* the length is the argument of that name */
    HEAD_UNIQUE = 128,      /* lists of some headers are one line */
};

/* What makeHead() found, in notes[0]; notes[1] is the length of the body if
 * NOTE_LENGTH is set. */
enum {
    NOTE_LENGTH = 1,      /* a header says it */
    NOTE_CONNECTION = 2,  /* there is such a header */
    NOTE_CLOSE = 4,       /* and it says "close" */
    NOTE_KEEP_ALIVE = 8,  /* there is a header Keep-Alive */
    NOTE_LAST = 16,       /* the connection ends with this response */
    NOTE_CHUNKED = 32,    /* the body is sent in chunks */
    NOTE_DATE = 64,
};

typedef struct head {
    http_text *text;
    uint32_t bits;
    uint32_t notes;
    double length;
    bool is_out; /* fields are pairs of name and value */
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

static int add(head *h, const char *bytes, size_t n)
{
    return http_append(h->text, bytes, n) < 0 ? -ENOMEM : 0;
}

#define ADD(h, literal) add((h), (literal), sizeof(literal) - 1)

static int add_number(head *h, double n)
{
    char digits[32];

    return add(h, digits, (size_t)snprintf(digits, sizeof digits, "%.0f", n));
}

static int add_line(head *h, const engine_chars *name, const void *value,
                    size_t length)
{
    if (add(h, name->data, name->length) < 0 || ADD(h, ": ") < 0 ||
        add(h, value, length) < 0)
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
    char digits[16];

    if (value->kind == ENGINE_SCALAR_TEXT)
        return add_text(h, name, &value->text);
    if (value->kind != ENGINE_SCALAR_INT)
        return UNUSUAL;
    const int n = snprintf(digits, sizeof digits, "%d", value->number);
    const engine_chars text = { digits, (size_t)n, false };
    return add_text(h, name, &text);
}

/* A line for each, but those of some headers share one. */
static int add_list(head *h, const engine_chars *name,
                    const engine_scalar *list)
{
    engine_scalar item;
    int err = 0;

    if ((h->bits & HEAD_UNIQUE) || IS_NAME(name, "cookie"))
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

/* The date of a day since 1970: years begin in March here, so that a leap day
 * is the last of its year. */
static void date_of(int64_t day, int *year, int *month, int *of_month)
{
    const int64_t since = day + 719468; /* since March 1st of year 0 */
    const int64_t era = since / 146097, of_era = since % 146097;
    const int64_t years =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int64_t of_year = of_era - (365 * years + years / 4 - years / 100);
    const int64_t from_march = (5 * of_year + 2) / 153;

    *of_month = (int)(of_year - (153 * from_march + 2) / 5 + 1);
    *month = (int)((from_march + 2) % 12);
    *year = (int)(years + 400 * era + (*month < 2));
}

static void format_date(int64_t wall_s, char *to, size_t size)
{
    static const char days[] = "ThuFriSatSunMonTueWed";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const int64_t day = wall_s / 86400;
    const int of_day = (int)(wall_s % 86400);
    int year, month, of_month;

    date_of(day, &year, &month, &of_month);
    snprintf(to, size, "%.3s, %02d %.3s %04d %02d:%02d:%02d GMT",
             days + 3 * (day % 7), of_month, months + 3 * month, year,
             of_day / 3600, of_day / 60 % 60, of_day % 60);
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

    if (ADD(h, "Date: ") < 0 || add(h, date, strlen(date)) < 0)
        return -ENOMEM;
    return ADD(h, "\r\n");
}

static int add_connection(head *h, double timeout_ms, int64_t most)
{
    const bool keeps = (h->bits & HEAD_KEEP_ALIVE) &&
                       ((h->notes & NOTE_LENGTH) || (h->bits & HEAD_CHUNKS));

    if (!keeps)
        h->notes |= NOTE_LAST;
    if (!keeps || (h->bits & HEAD_REACHED))
        return ADD(h, "Connection: close\r\n");
    if (!(h->bits & HEAD_TIMEOUT) || (h->notes & NOTE_KEEP_ALIVE))
        return ADD(h, "Connection: keep-alive\r\n");
    if (ADD(h, "Connection: keep-alive\r\nKeep-Alive: timeout=") < 0 ||
        add_number(h, floor(timeout_ms / 1000)) < 0)
        return -ENOMEM;
    if (most > 0 && (ADD(h, ", max=") < 0 || add_number(h, (double)most) < 0))
        return -ENOMEM;
    return ADD(h, "\r\n");
}

/* How the end of the body is known. */
static int add_length(head *h, double length)
{
    if (!(h->bits & HEAD_BODY))
        return 0;
    if (!(h->bits & HEAD_CHUNKS)) {
        h->notes |= NOTE_LAST;
        return 0;
    }
    if (h->bits & HEAD_KNOWN_LENGTH) {
        if (ADD(h, "Content-Length: ") < 0 || add_number(h, length) < 0)
            return -ENOMEM;
        return ADD(h, "\r\n");
    }
    h->notes |= NOTE_CHUNKED;
    return ADD(h, "Transfer-Encoding: chunked\r\n");
}

/* ---- makeHead() --------------------------------------------------------- */

enum {
    STATUS,
    REASON,
    HEADERS,
    IS_OUT,
    BITS,
    TIMEOUT_MS,
    MOST,
    LENGTH,
    HEAD_ARGS
};

static int add_first_line(head *h, runtime *r, const napi_value *args)
{
    engine_chars reason;

    if (engine_get_chars(r->engine, args[REASON], &reason) < 0 ||
        !is_value(&reason))
        return UNUSUAL;
    if (ADD(h, "HTTP/1.1 ") < 0 ||
        add_number(h, bind_to_double(r->env, args[STATUS])) < 0 ||
        ADD(h, " ") < 0 || add(h, reason.data, reason.length) < 0)
        return -ENOMEM;
    return ADD(h, "\r\n");
}

static int fill(head *h, runtime *r, const napi_value *args)
{
    napi_env env = r->env;
    int err = add_first_line(h, r, args);

    if (err == 0 && !bind_is_undefined(env, args[HEADERS]))
        err = engine_walk_fields(r->engine, args[HEADERS], on_field, h);
    if (err == 0 && (h->bits & HEAD_DATE) && !(h->notes & NOTE_DATE))
        err = add_date(h, r);
    if (err == 0 && !(h->notes & NOTE_CONNECTION))
        err = add_connection(h, bind_to_double(env, args[TIMEOUT_MS]),
                             bind_to_int(env, args[MOST]));
    if (err == 0 && !(h->notes & NOTE_LENGTH))
        err = add_length(h, bind_to_double(env, args[LENGTH]));
    return err == 0 ? ADD(h, "\r\n") : err;
}

static napi_value js_make_head(napi_env env, napi_callback_info info)
{
    napi_value args[HEAD_ARGS], result;
    runtime *r = bind_args(env, info, HEAD_ARGS, args);
    http_state *state = BIND_STATE(r, http);
    head h = { .text = &state->text,
               .bits = (uint32_t)bind_to_int(env, args[BITS]),
               .is_out = bind_to_bool(env, args[IS_OUT]) };
    void *data;

    h.text->length = 0;
    const int err = fill(&h, r, args);
    if (err == -ENOMEM)
        return bind_threw(r);
    if (err < 0)
        return bind_undefined(env);
    if (engine_make_string(r->engine, h.text->length, false, &data, &result) <
        0)
        return NULL;
    memcpy(data, h.text->bytes, h.text->length);
    state->notes[0] = h.notes;
    state->notes[1] = h.length;
    return result;
}

/* ---- writeWhole() ------------------------------------------------------- */

/* The pieces of a response: head, the size of the chunk, body, end. */
enum { PIECES = 4 };

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

/*
 * writeWhole(handle, head, body, codec, tail): the result of a write; undefined
 * if lib/ has to do it, as while there are async hooks, which see what makes up
 * a write. The body is a string, or a Buffer with CODEC_BUFFER. A tail makes it
 * a chunk; it is undefined if there is none. The head in front of a string that
 * is no chunk is in the string's encoding, as in Node.
 */
static napi_value js_write_whole(napi_env env, napi_callback_info info)
{
    napi_value args[5];
    runtime *r = bind_args(env, info, 5, args);
    bind_stream *s = bind_stream_of(r, args[0]);
    const codec c = (codec)bind_to_int(env, args[3]);
    const bool is_chunk = !bind_is_undefined(env, args[4]);
    whole w = { .count = 0 };

    if (s == NULL || r->hooks_active)
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
        err = bind_stream_write_copied(s, w.bufs, w.count);
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
    napi_env env = r->env;
    napi_value buffer, notes;
    void *data;

    bind_methods(r, exports, functions);
    BIND_OK(napi_create_arraybuffer(env, 2 * sizeof(double), &data, &buffer));
    BIND_OK(
        napi_create_typedarray(env, napi_float64_array, 2, buffer, 0, &notes));
    BIND_OK(napi_create_reference(env, notes, 1, &state->notes_object));
    state->notes = data;
    bind_set(r, exports, "notes", notes);
    return napi_ok;
}

void bind_http_close_head(runtime *r)
{
    http_state *state = BIND_STATE(r, http);

    http_free_text(&state->text);
    if (state->notes_object != NULL)
        napi_delete_reference(r->env, state->notes_object);
}
