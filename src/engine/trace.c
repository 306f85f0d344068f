/*
 * trace.c - the engine's events of a trace (trace/event.h).
 *
 * The door traces everything that is scheduled and runs. What it can't know is
 * traced from here: when a timer is armed again or cleared, the life of
 * promises, uncaught exceptions. Promises have numbers of their own, counted
 * from 1, since a promise does not run.
 *
 * Tracing must not change the program: no JavaScript runs here, not even a
 * getter.
 */
#include "engine/internal.h"
#include "engine/stack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void engine__watched_schedule(engine *e, engine_record *record)
{
    if (e->trace != NULL) {
        e->door.schedule(e->door.ctx, record);
        return;
    }
    record->id = engine__next_id(e);
    if (record->cause == 0)
        record->cause = engine__running(e);
}

engine__origin engine__watched_origin(engine *e, engine_kind kind)
{
    engine_record record = {
        .site = e->order.sites ? engine_get_site(e) : 0,
        .kind = (uint8_t)kind,
    };

    engine__watched_schedule(e, &record);
    return (engine__origin){ record.id, record.cause, record.site };
}

/* The own name of a function, if it is a string that is not empty. */
static const char *own_name(engine *e, JSValueConst fn)
{
    JSPropertyDescriptor desc;
    const char *name = NULL;

    if (JS_IsProxy(fn) || /* whose traps would run */
        JS_GetOwnProperty(e->ctx, &desc, fn, e->atoms[ENGINE__ATOM_NAME]) <= 0)
        return NULL;
    if (JS_IsString(desc.value))
        name = JS_ToCString(e->ctx, desc.value);
    JS_FreeValue(e->ctx, desc.getter);
    JS_FreeValue(e->ctx, desc.setter);
    JS_FreeValue(e->ctx, desc.value);
    if (name == NULL || name[0] != 0)
        return name;
    JS_FreeCString(e->ctx, name);
    return NULL;
}

void engine__trace_arm(engine *e, const engine_record *record, uint32_t ms,
                       void *callback)
{
    const bool is_users = record->site != 0 && callback != NULL;
    const char *name =
        is_users ? own_name(e, JS_MKPTR(JS_TAG_OBJECT, callback)) : NULL;
    const orr_event ev = {
        .type = ORR_EV_ARM,
        .kind = record->kind,
        .id = record->id,
        .cause = e->door.running(e->door.ctx),
        .value = ms,
        .site = record->site,
        .what = name,
    };

    e->trace(e->trace_ctx, &ev);
    JS_FreeCString(e->ctx, name);
}

void engine__trace_record(engine *e, int type, const engine_record *record,
                          uint64_t value)
{
    const orr_event ev = {
        .type = (uint8_t)type,
        .kind = record->kind,
        .id = record->id,
        .cause = e->door.running(e->door.ctx),
        .value = value,
        .site = type == ORR_EV_CLEAR ? engine_get_site(e) : record->site,
    };

    e->trace(e->trace_ctx, &ev);
}

void engine_set_trace(engine *e, engine_trace_fn *fn, void *ctx)
{
    e->trace = fn;
    e->trace_ctx = ctx;
    engine_unwatch_entries(e);
    engine_set_sites(e, e->order.sites || fn != NULL);
    engine__follow_promises(e);
}

/* ---- Promises ----------------------------------------------------------- */

static uint32_t promise_id(JSValueConst promise)
{
    const uint32_t *id = JS_GetPromiseId(promise);

    return id != NULL ? *id & ~ENGINE__PROMISE_REPORTED : 0;
}

void engine__trace_promise(engine *e, engine_promise_event event,
                           JSValueConst promise, JSValueConst other)
{
    orr_event ev = { .cause = e->door.running(e->door.ctx) };

    if (event == ENGINE_PROMISE_INIT) {
        ev.type = ORR_EV_PROMISE_INIT;
        *JS_GetPromiseId(promise) =
            ++e->promise_count & ~ENGINE__PROMISE_REPORTED;
        ev.trigger = promise_id(other);
    } else if (event == ENGINE_PROMISE_RESOLVE) {
        ev.type = ORR_EV_PROMISE_SETTLE;
        ev.threw = JS_PromiseState(e->ctx, promise) == JS_PROMISE_REJECTED;
    } else {
        return; /* the rest is traced with the microtask itself */
    }
    ev.id = promise_id(promise);
    if (ev.id == 0)
        return; /* it was made before the trace began */
    ev.site = engine_get_site(e);
    e->trace(e->trace_ctx, &ev);
}

/* ---- Events of emitters ------------------------------------------------- */

/*
 * A server emits the same few events forever, so their names are kept as C
 * strings, each under a number: its place in a table, by its atom. A name whose
 * place is taken has number 0 and is converted each time.
 */
struct engine__names {
    JSAtom atoms[ENGINE_NAMES]; /* counted; JS_ATOM_NULL: none yet */
    const char *texts[ENGINE_NAMES];
    bool is_of_http[ENGINE_NAMES];
};

void engine__names_close(engine *e)
{
    for (int i = 0; e->names != NULL && i < ENGINE_NAMES; i++) {
        JS_FreeAtomRT(e->rt, e->names->atoms[i]);
        JS_FreeCStringRT(e->rt, e->names->texts[i]);
    }
    orr__free(&e->alloc, e->names);
    e->names = NULL;
}

/* Events whose first argument may be a request. */
static bool is_of_http(const char *event)
{
    return strcmp(event, "request") == 0 || strcmp(event, "stream") == 0 ||
           strcmp(event, "upgrade") == 0 || strcmp(event, "checkContinue") == 0;
}

static void keep_name(engine *e, uint32_t number, JSAtom atom)
{
    const char *text = JS_AtomToCString(e->ctx, atom);

    if (text == NULL) {
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        return;
    }
    e->names->atoms[number] = JS_DupAtom(e->ctx, atom);
    e->names->texts[number] = text;
    e->names->is_of_http[number] = is_of_http(text);
}

/* The number of this name, or 0. */
static uint32_t name_number(engine *e, JSAtom atom)
{
    const uint32_t number = atom % ENGINE_NAMES;

    if (e->names == NULL)
        e->names = orr__alloc(&e->alloc, sizeof *e->names);
    if (e->names == NULL || number == 0)
        return 0;
    if (e->names->atoms[number] == JS_ATOM_NULL)
        keep_name(e, number, atom);
    return e->names->atoms[number] == atom ? number : 0;
}

/* An event of a name that is kept has no text of its own to free. */
static const char *name_event(engine *e, JSValueConst type, orr_event *ev)
{
    const JSAtom atom =
        JS_IsString(type) ? JS_ValueToAtom(e->ctx, type) : JS_ATOM_NULL;
    const char *text = NULL;

    ev->what = "Symbol()";
    if (atom == JS_ATOM_NULL)
        return NULL;
    ev->id = name_number(e, atom);
    if (ev->id == 0)
        text = JS_AtomToCString(e->ctx, atom);
    JS_FreeAtom(e->ctx, atom);
    if (ev->id != 0)
        ev->what = e->names->texts[ev->id];
    else if (text != NULL)
        ev->what = text;
    else
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
    return text;
}

/* Is this function, or the one that it is a wrapper of for once(), in a file of
 * the program? */
static bool find_listener(engine *e, JSValueConst fn, JSCallPosition *pos)
{
    JSPropertyDescriptor desc;

    if (!JS_GetFunctionPosition(fn, pos))
        return false;
    const engine__file kind = engine__file_kind(e, pos);
    if (kind != ENGINE__BUILTIN ||
        JS_GetOwnProperty(e->ctx, &desc, fn, e->atoms[ENGINE__ATOM_LISTENER]) <=
            0)
        return kind == ENGINE__PROGRAM;
    const bool is_found = JS_GetFunctionPosition(desc.value, pos) &&
                          engine__file_kind(e, pos) == ENGINE__PROGRAM;
    JS_FreeValue(e->ctx, desc.getter);
    JS_FreeValue(e->ctx, desc.setter);
    JS_FreeValue(e->ctx, desc.value);
    return is_found;
}

/* The first listener that is the program's: a site, or 0. */
static uintptr_t listener_site(engine *e, JSValueConst *listeners, uint32_t n)
{
    JSCallPosition pos;

    for (uint32_t i = 0; i < n; i++) {
        if (!find_listener(e, listeners[i], &pos))
            continue;
        engine__announce_entry(e, &pos);
        return engine__enter_site(e, &pos);
    }
    return 0;
}

void engine__trace_emit(engine *e, const engine__emitted *emitted)
{
    JSValueConst *listeners = (JSValueConst *)&emitted->slot;
    uint32_t count = 1;
    engine__message message;

    JS_GetArrayValues(emitted->slot, &listeners, &count);
    orr_event ev = {
        .type = ORR_EV_EMIT,
        .cause = e->door.running(e->door.ctx),
        .value = count,
        .site = engine__caller_site(e),
        .trigger = listener_site(e, listeners, count),
    };
    const char *text = name_event(e, emitted->type, &ev);
    const bool may_be_of_http =
        ev.id != 0 ? e->names->is_of_http[ev.id] : is_of_http(ev.what);
    if (may_be_of_http && engine__message_find(e, emitted, &message))
        ev.http = &message.http;
    e->trace(e->trace_ctx, &ev);
    if (ev.http != NULL)
        engine__message_free(e, &message);
    JS_FreeCString(e->ctx, text);
}

/* ---- Uncaught exceptions ------------------------------------------------ */

/* A string that the object or a prototype of it has, or null. Getters and
 * proxies are left out, since reading them runs JavaScript. */
static const char *find_text(engine *e, JSValueConst object, JSAtom name)
{
    JSValue value = JS_UNDEFINED;
    const char *text = NULL;

    if (stack__find_data(e, object, name, &value) && JS_IsString(value))
        text = JS_ToCString(e->ctx, value);
    JS_FreeValue(e->ctx, value);
    return text;
}

static const char *primitive_text(engine *e, JSValueConst value)
{
    return JS_IsObject(value) || JS_IsSymbol(value)
               ? NULL
               : JS_ToCString(e->ctx, value);
}

/* `TypeError: message` of an error, as Node prints it; what was thrown instead
 * of one as text. Null if it has none, or there is no memory for it. */
static char *thrown_text(engine *e, JSValueConst error)
{
    const bool is_error = JS_IsError(error);
    const char *name =
        is_error ? find_text(e, error, e->atoms[ENGINE__ATOM_NAME]) : NULL;
    const char *message =
        is_error ? find_text(e, error, e->atoms[ENGINE__ATOM_MESSAGE])
                 : primitive_text(e, error);
    const char *first = name != NULL ? name : "";
    const char *second = message != NULL ? message : "";
    const char *colon = *first != '\0' && *second != '\0' ? ": " : "";
    const size_t size = strlen(first) + strlen(colon) + strlen(second) + 1;
    char *text = name != NULL || message != NULL ? malloc(size) : NULL;

    if (text != NULL)
        snprintf(text, size, "%s%s%s", first, colon, second);
    JS_FreeCString(e->ctx, name);
    JS_FreeCString(e->ctx, message);
    return text;
}

void engine__trace_throw(engine *e, JSValueConst error, engine_origin origin)
{
    const bool rejection = origin == ENGINE_ORIGIN_REJECTION;
    char *text = thrown_text(e, error);
    const orr_event ev = {
        .type = ORR_EV_THROW,
        .threw = rejection,
        .id = e->door.running(e->door.ctx),
        .site = rejection ? 0 : engine__throw_site(e),
        .what = text,
    };

    e->trace(e->trace_ctx, &ev);
    free(text);
}
