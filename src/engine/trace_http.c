/*
 * trace_http.c - messages of HTTP in a trace: which request an event is about,
 * and which answer belongs to it.
 *
 * What an emitter passes to its listeners is looked at, own data only, and
 * where it is: no JavaScript runs here, and nothing is copied. A server's
 * request gets a number when its event is emitted; the head of the answer is
 * made for the same object, `response.req` or the stream of HTTP/2, perhaps
 * much later and in a callback of another socket:
 *
 *      emit 'request' (req) -> number 7          table[address of req] = 7
 *      head of response     -> response.req -> 7
 *
 * The table holds no reference: an address that is found belongs to an object
 * that is alive, since who answers has it. It is made of small buckets. In a
 * full one the oldest request gives its place to a new one: it was answered
 * long ago, or there are thousands under way, and then its answer is not in the
 * trace.
 *
 * The clients of lib/ say themselves which response has come: they have no
 * event in common.
 */
#include "engine/internal.h"

#include <string.h>

#define BUCKETS 512 /* a power of two */
#define WAYS 8      /* requests in a bucket: two cache lines */

enum { METHOD, URL, REQ, H2_METHOD, H2_PATH, ATOMS };

struct engine__messages {
    JSAtom atoms[ATOMS];
    uint64_t count;
    struct numbered {
        const void *object;
        uint64_t number;
    } table[BUCKETS][WAYS];
};

static struct engine__messages *open_messages(engine *e)
{
    static const char *const names[ATOMS] = {
        [METHOD] = "method",     [URL] = "url",       [REQ] = "req",
        [H2_METHOD] = ":method", [H2_PATH] = ":path",
    };

    if (e->messages != NULL)
        return e->messages;
    e->messages = orr__alloc(&e->alloc, sizeof *e->messages);
    for (int i = 0; e->messages != NULL && i < ATOMS; i++)
        e->messages->atoms[i] = JS_NewAtom(e->ctx, names[i]);
    return e->messages;
}

void engine__messages_close(engine *e)
{
    for (int i = 0; e->messages != NULL && i < ATOMS; i++)
        JS_FreeAtomRT(e->rt, e->messages->atoms[i]);
    orr__free(&e->alloc, e->messages);
    e->messages = NULL;
}

/* ---- Texts -------------------------------------------------------------- */

static bool is_ascii(const uint8_t *bytes, uint32_t len)
{
    uint8_t all = 0;

    for (uint32_t i = 0; i < len; i++)
        all |= bytes[i];
    return all < 0x80;
}

/* Most are found as they are; another one is converted, and to be freed. */
static bool read_text(engine *e, JSValueConst value, const char **text,
                      uint32_t *len, const char **converted)
{
    const uint8_t *bytes;
    size_t n;

    if (JS_PeekBytes(value, &bytes, len) && is_ascii(bytes, *len)) {
        *text = (const char *)bytes;
        return true;
    }
    if (!JS_IsString(value))
        return false;
    *converted = *text = JS_ToCStringLen(e->ctx, &n, value);
    *len = (uint32_t)n;
    if (*text == NULL)
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
    return *text != NULL;
}

static bool read_texts(engine *e, JSValueConst method, JSValueConst url,
                       engine__message *m)
{
    return read_text(e, method, &m->http.method, &m->http.method_len,
                     &m->converted[0]) &&
           read_text(e, url, &m->http.url, &m->http.url_len, &m->converted[1]);
}

void engine__message_free(engine *e, engine__message *m)
{
    JS_FreeCString(e->ctx, m->converted[0]);
    JS_FreeCString(e->ctx, m->converted[1]);
    *m = (engine__message){ .converted = { NULL } };
}

/* What the object itself has by these names. */
static bool find_texts(engine *e, JSValueConst object, int method, int url,
                       engine__message *m)
{
    const JSAtom *atoms = e->messages->atoms;
    JSValueConst values[2];

    if (!JS_PeekOwn(object, atoms[method], &values[0]) ||
        !JS_PeekOwn(object, atoms[url], &values[1]))
        return false;
    if (read_texts(e, values[0], values[1], m))
        return true;
    engine__message_free(e, m);
    return false;
}

/* ---- Numbers ------------------------------------------------------------ */

static struct numbered *bucket_of(struct engine__messages *m,
                                  const void *object)
{
    const uint64_t h = ((uintptr_t)object >> 4) * 0x9e3779b97f4a7c15u;

    return m->table[h >> 32 & (BUCKETS - 1)];
}

/* The place of this request, or null. */
static struct numbered *find_numbered(struct engine__messages *m,
                                      const void *object)
{
    struct numbered *bucket = bucket_of(m, object);

    for (int i = 0; i < WAYS; i++) {
        if (bucket[i].object == object)
            return &bucket[i];
    }
    return NULL;
}

/* Its place is that of an object that lay there before, or one that is free
 * (its number is 0), or the oldest. */
static uint64_t number_request(struct engine__messages *m, JSValueConst request)
{
    const void *object = JS_VALUE_GET_PTR(request);
    struct numbered *place = find_numbered(m, object);

    if (place == NULL) {
        struct numbered *bucket = place = bucket_of(m, object);
        for (int i = 1; i < WAYS; i++) {
            if (bucket[i].number < place->number)
                place = &bucket[i];
        }
    }
    *place = (struct numbered){ object, ++m->count };
    return place->number;
}

/* A session emits 'stream', and then the server does. */
static uint64_t number_stream(struct engine__messages *m, JSValueConst stream)
{
    const struct numbered *n = find_numbered(m, JS_VALUE_GET_PTR(stream));

    return n != NULL && n->number == m->count ? n->number
                                              : number_request(m, stream);
}

/* ---- Events ------------------------------------------------------------- */

/* request, checkContinue, upgrade (request, ...); stream (stream, headers) of
 * HTTP/2. */
bool engine__message_find(engine *e, const engine__emitted *emitted,
                          engine__message *m)
{
    JSValueConst *argv = emitted->argv;

    *m = (engine__message){ .converted = { NULL } };
    if (emitted->argc < 2 || !JS_IsObject(argv[0]) || open_messages(e) == NULL)
        return false;
    if (find_texts(e, argv[0], METHOD, URL, m))
        m->http.request = number_request(e->messages, argv[0]);
    else if (find_texts(e, argv[1], H2_METHOD, H2_PATH, m))
        m->http.request = number_stream(e->messages, argv[0]);
    return m->http.request != 0;
}

void engine_trace_answer(engine *e, napi_value answerer, uint32_t status)
{
    JSValueConst request = engine__value(answerer);

    if (e->trace == NULL || e->messages == NULL)
        return;
    JS_PeekOwn(request, e->messages->atoms[REQ], &request);
    const void *object =
        JS_IsObject(request) ? JS_VALUE_GET_PTR(request) : NULL;
    const struct numbered *n =
        object == NULL ? NULL : find_numbered(e->messages, object);
    if (n == NULL)
        return;
    const orr_event ev = {
        .type = ORR_EV_ANSWER,
        .id = n->number,
        .cause = e->door.running(e->door.ctx),
        .value = status,
        .site = engine_get_site(e),
    };
    e->trace(e->trace_ctx, &ev);
}

void engine_trace_response(engine *e, napi_value method, napi_value url,
                           uint32_t status)
{
    engine__message m = { .http = { .status = status } };
    const orr_event ev = {
        .type = ORR_EV_RESPONSE,
        .cause = e->door.running(e->door.ctx),
        .http = &m.http,
    };

    if (e->trace == NULL)
        return;
    if (read_texts(e, engine__value(method), engine__value(url), &m))
        e->trace(e->trace_ctx, &ev);
    engine__message_free(e, &m);
}
