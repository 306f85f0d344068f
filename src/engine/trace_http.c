/*
 * trace_http.c - messages of HTTP in a trace: which request an event is about,
 * and which answer belongs to it.
 *
 * What an emitter passes to its listeners is looked at, own data only: no
 * JavaScript runs here. A server's request gets a number when its event is
 * emitted; the head of the answer is made for the same object, `response.req`,
 * perhaps much later and in a callback of another socket:
 *
 *      emit 'request' (req) -> number 7          table[address of req] = 7
 *      head of response     -> response.req -> 7
 *
 * The table holds no reference. A request that is never answered is in it until
 * another one needs its place: an address that is found belongs to an object
 * that is alive, since a response has it.
 */
#include "engine/internal.h"

#include <string.h>

#define REQUESTS 1024 /* a power of two; under way at a time, about */

enum { METHOD, URL, PATH, STATUS, REQ, H2_METHOD, H2_PATH, ATOMS };

struct engine__messages {
    JSAtom atoms[ATOMS];
    uint64_t count;
    struct numbered {
        const void *object;
        uint64_t number;
    } table[REQUESTS];
};

static struct engine__messages *open_messages(engine *e)
{
    static const char *const names[ATOMS] = {
        [METHOD] = "method",     [URL] = "url",
        [PATH] = "path",         [STATUS] = "statusCode",
        [REQ] = "req",           [H2_METHOD] = ":method",
        [H2_PATH] = ":path",
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

/* ---- Data of an object -------------------------------------------------- */

/* What the object itself has by this name, unless that is a getter. */
static JSValue own_data(engine *e, JSValueConst object, int name)
{
    const JSAtom atom = e->messages->atoms[name];
    JSPropertyDescriptor d;

    if (!JS_IsObject(object) || JS_IsProxy(object) || atom == JS_ATOM_NULL)
        return JS_UNDEFINED;
    const int has = JS_GetOwnProperty(e->ctx, &d, object, atom);
    if (has < 0)
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
    if (has <= 0)
        return JS_UNDEFINED;
    JS_FreeValue(e->ctx, d.getter);
    JS_FreeValue(e->ctx, d.setter);
    return d.value;
}

static const char *own_text(engine *e, JSValueConst object, int name)
{
    JSValue value = own_data(e, object, name);
    const char *text = NULL;

    if (JS_IsString(value) && (text = JS_ToCString(e->ctx, value)) == NULL)
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
    JS_FreeValue(e->ctx, value);
    return text;
}

static uint32_t own_number(engine *e, JSValueConst object, int name)
{
    JSValue value = own_data(e, object, name);
    uint32_t n = 0;

    if (JS_IsNumber(value))
        JS_ToUint32(e->ctx, &n, value);
    JS_FreeValue(e->ctx, value);
    return n;
}

/* ---- Numbers ------------------------------------------------------------ */

static struct numbered *place_of(struct engine__messages *m, const void *object)
{
    const uint64_t h = ((uintptr_t)object >> 4) * 0x9e3779b97f4a7c15u;

    return &m->table[h >> 32 & (REQUESTS - 1)];
}

static uint64_t number_request(struct engine__messages *m, JSValueConst request)
{
    const void *object = JS_VALUE_GET_PTR(request);
    struct numbered *n = place_of(m, object);

    *n = (struct numbered){ object, ++m->count };
    return n->number;
}

/* ---- Events ------------------------------------------------------------- */

static bool find_texts(engine *e, JSValueConst object, int method, int url,
                       orr_http *http)
{
    http->method = own_text(e, object, method);
    http->url = http->method != NULL ? own_text(e, object, url) : NULL;
    if (http->url != NULL)
        return true;
    engine__message_free(e, http);
    return false;
}

void engine__message_free(engine *e, orr_http *http)
{
    JS_FreeCString(e->ctx, http->method);
    JS_FreeCString(e->ctx, http->url);
    *http = (orr_http){ .request = 0 };
}

/* request, checkContinue, upgrade (request, ...); response (response) of a
 * ClientRequest; stream (stream, headers) of HTTP/2. */
bool engine__message_find(engine *e, const engine__emitted *m, orr_http *http)
{
    *http = (orr_http){ .request = 0 };
    if (m->argc < 1 || open_messages(e) == NULL)
        return false;
    if (m->argc > 1 && find_texts(e, m->argv[0], METHOD, URL, http)) {
        http->request = number_request(e->messages, m->argv[0]);
        return true;
    }
    if (m->argc > 1 && find_texts(e, m->argv[1], H2_METHOD, H2_PATH, http))
        return true;
    http->status = own_number(e, m->argv[0], STATUS);
    return http->status != 0 && find_texts(e, m->emitter, METHOD, PATH, http);
}

void engine_trace_answer(engine *e, napi_value response, uint32_t status)
{
    if (e->trace == NULL || e->messages == NULL)
        return;
    JSValue request = own_data(e, engine__value(response), REQ);
    const void *object =
        JS_IsObject(request) ? JS_VALUE_GET_PTR(request) : NULL;
    const struct numbered *n = place_of(e->messages, object);
    const orr_event ev = {
        .type = ORR_EV_ANSWER,
        .id = n->number,
        .cause = e->door.running(e->door.ctx),
        .value = status,
        .site = engine_get_site(e),
    };

    JS_FreeValue(e->ctx, request);
    if (object != NULL && n->object == object)
        e->trace(e->trace_ctx, &ev);
}
