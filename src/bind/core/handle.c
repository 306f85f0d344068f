/*
 * handle.c - handles and requests as JavaScript objects; see handle.h.
 *
 * Every handle class has one constructor, handle_construct(), whose data says
 * which type it makes. The pair (runtime, type) lives as long as the runtime,
 * in a list of it: constructors are found there when C makes an object.
 */
#include "bind/core/handle.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/list.h"
#include "bind/core/pin.h"

/* A JavaScript class of one runtime. */
struct bind_class {
    bind_class *next;
    runtime *r;
    const bind_handle_type *type;
    napi_ref constructor;
    const bind_handle *trigger; /* of the object that C is making now */
};

/* ---- Wraps -------------------------------------------------------------- */

/* To look for the line takes 0.1 us, so that is done only if it is shown. */
static uintptr_t find_site(runtime *r)
{
    return runtime_notes_sites(r) ? engine_get_site(r->engine) : 0;
}

static void open_wrap(runtime *r, bind_wrap *w, const bind_type *type,
                      void *thing, napi_value object)
{
    w->thing = thing;
    w->type = type;
    w->r = r;
    w->async_context = engine_hold_async_context(r->engine);
    w->site = find_site(r);
    w->object = NULL;
    if (object != NULL)
        BIND_OK(napi_create_reference(r->env, object, 1, &w->object));
}

#ifdef ORR_CHECKED
/* What handle.h says must stay true, of one; and of what a request holds. */
static void verify_wrap(const runtime *r, const bind_wrap *w)
{
    must(w->r == r, "a wrap is in the lists of its own runtime");
    must(w->type != NULL && w->thing != NULL, "a wrap knows what it wraps");
}

static void verify_handle(const runtime *r, const bind_handle *h)
{
    const orr_handle *handle = bind_loop_handle(h);

    verify_wrap(r, &h->wrap);
    must(handle->data == h && h->wrap.thing == handle,
         "the loop's handle has its wrap as data");
    must(h->state != BIND_HANDLE_CLOSED, "a closed handle has left the list");
    must(orr_handle_loop(handle) == NULL || /* never started */
             (h->state == BIND_HANDLE_CLOSING) == orr_is_closing(handle),
         "both halves of a handle are closing, or neither is");
}

static void verify_request(const runtime *r, const bind_request *q)
{
    verify_wrap(r, &q->wrap);
    must(((const orr_req *)q->wrap.thing)->data == q,
         "the loop's request has its wrap as data");
    bind_held_verify(q);
}

/* One look at a thing is the price of a callback. */
void bind_handles_verify(runtime *r)
{
    if (r->verify_in > 0) {
        r->verify_in--;
        return;
    }
    orr__list_verify(&r->handles);
    orr__list_verify(&r->requests);
    for (orr_link *l = r->handles.next; l != &r->handles; l = l->next) {
        verify_handle(r, (const bind_handle *)bind_wrap_at(l));
        r->verify_in++;
    }
    for (orr_link *l = r->requests.next; l != &r->requests; l = l->next) {
        verify_request(r, (const bind_request *)bind_wrap_at(l));
        r->verify_in++;
    }
    r->verify_in /= 64;
}
#endif

static void close_wrap(bind_wrap *w)
{
    if (w->object != NULL)
        napi_delete_reference(w->r->env, w->object);
    engine_release_async_context(w->r->engine, w->async_context);
    w->object = NULL;
    w->async_context = NULL;
    if (w->link.next != NULL)
        orr__list_remove(&w->link);
}

napi_value bind_wrap_object(const bind_wrap *w)
{
    const napi_value object = bind_referenced(w->r, w->object);

    return object != NULL ? object : bind_undefined(w->r->env);
}

/* ---- Handles: open ------------------------------------------------------ */

static uint64_t new_id(runtime *r, uintptr_t site)
{
    orr_record record = { .id = 0 };

    orr_record_schedule_from(r->loop, &record, ORR_KIND_NONE, 0,
                             trace_is_on(r) ? site : 0);
    return record.id;
}

/* The id of the loop's own record, where there is one from the start: then the
 * trace and async hooks call the handle by the same number. */
static void handle_identify(bind_handle *h, const bind_handle *trigger)
{
    bind_wrap *w = &h->wrap;
    const orr_handle *handle = bind_loop_handle(h);
    const orr_record *running = orr_running(w->r->loop);

    w->async_id = orr_handle_loop(handle) != NULL ? handle->record.id
                                                  : new_id(w->r, w->site);
    w->trigger_id = trigger != NULL   ? trigger->wrap.async_id
                    : running != NULL ? running->id
                                      : 0;
}

/* What its type says of it, as of any live thing. */
static void trace_life(bind_handle *h, bool opens)
{
    const orr_handle *handle = bind_loop_handle(h);
    const orr_live live = { .kind = orr_handle_kind(handle),
                            .active = orr_is_active(handle),
                            .ref = orr_has_ref(handle),
                            .record = &handle->record,
                            .thing = h->wrap.thing,
                            .fd = -1 };
    bind_description d;

    if (!trace_is_on(h->wrap.r))
        return;
    bind_describe(h->wrap.r, &live, &d);
    trace_handle(h->wrap.r, opens, h->wrap.async_id, d.what);
}

static void open_handle(runtime *r, bind_handle *h,
                        const bind_handle_type *type, napi_value object,
                        const bind_handle *trigger)
{
    h->type = type;
    h->state = BIND_HANDLE_OPEN;
    h->on_close = NULL;
    orr_handle *handle = bind_loop_handle(h);
    open_wrap(r, &h->wrap, h->wrap.type ? h->wrap.type : &type->wrap, handle,
              object);
    handle->data = h;
    handle_identify(h, trigger);
    orr__list_add_last(&r->handles, &h->wrap.link);
    trace_life(h, true);
    if (h->wrap.type->hook_name != NULL)
        bind_hook_init(&h->wrap, trigger != NULL);
}

void bind_handle_open(runtime *r, bind_handle *h, const bind_handle_type *type,
                      napi_value object)
{
    open_handle(r, h, type, object, NULL);
}

int bind_wake_open(runtime *r, bind_wake **wake, const bind_handle_type *type,
                   orr_async_fn *fn)
{
    if (*wake != NULL)
        return 0;
    bind_wake *self = calloc(1, sizeof *self);
    if (self == NULL)
        return -ENOMEM;
    const int err = orr_async_init(r->loop, &self->async, fn);
    if (err < 0) {
        free(self);
        return err;
    }
    orr_unref(&self->async.handle);
    bind_handle_open(r, &self->base, type, NULL);
    *wake = self;
    return 0;
}

static void free_handle(bind_handle *h)
{
    if (h->type->free != NULL)
        h->type->free(h);
    else
        free(h);
}

/* ---- Handles: the JavaScript class -------------------------------------- */

static void throw_errno(napi_env env, int err)
{
    napi_throw_error(env, orr_err_name(err), orr_strerror(err));
}

#define CONSTRUCTOR_ARGS 6

/* A handle that could not be opened is freed at once if the loop has not seen
 * it, else it is closed. */
static void give_up(runtime *r, bind_handle *h)
{
    orr_handle *handle = bind_loop_handle(h);

    if (orr_handle_loop(handle) == NULL) {
        free_handle(h);
        return;
    }
    open_wrap(r, &h->wrap, &h->type->wrap, handle, NULL);
    handle->data = h;
    orr__list_add_last(&r->handles, &h->wrap.link);
    bind_handle_close(h, NULL);
}

static napi_value handle_construct(napi_env env, napi_callback_info info)
{
    napi_value argv[CONSTRUCTOR_ARGS], object;
    size_t argc = CONSTRUCTOR_ARGS;
    void *data;

    BIND_OK(napi_get_cb_info(env, info, &argc, argv, &object, &data));
    bind_class *c = data;
    bind_handle *h = calloc(1, c->type->size);
    if (h == NULL)
        return bind_threw(c->r);
    h->type = c->type;
    h->wrap.r = c->r;
    const int err = c->type->open != NULL ? c->type->open(h, argc, argv) : 0;
    if (err < 0 || napi_wrap(env, object, h, NULL, NULL, NULL) != napi_ok) {
        give_up(c->r, h);
        if (err < 0)
            throw_errno(env, err);
        return NULL;
    }
    open_handle(c->r, h, c->type, object, c->trigger);
    return NULL;
}

static bind_handle *handle_unwrap(napi_env env, napi_value object)
{
    void *h = NULL;

    return napi_unwrap(env, object, &h) == napi_ok ? h : NULL;
}

static bind_handle *get_this(napi_env env, napi_callback_info info, size_t n,
                             napi_value *args)
{
    napi_value object;
    size_t given = n;

    BIND_OK(napi_get_cb_info(env, info, &given, args, &object, NULL));
    return handle_unwrap(env, object);
}

void *bind_this_closing(napi_env env, napi_callback_info info, size_t n,
                        napi_value *args)
{
    return get_this(env, info, n, args);
}

void *bind_this(napi_env env, napi_callback_info info, size_t n,
                napi_value *args)
{
    bind_handle *h = get_this(env, info, n, args);

    return h != NULL && h->state == BIND_HANDLE_OPEN ? h : NULL;
}

void *bind_handle_of(runtime *r, napi_value object,
                     const bind_handle_type *type)
{
    bind_handle *h = handle_unwrap(r->env, object);

    return h != NULL && h->type == type && h->state == BIND_HANDLE_OPEN ? h
                                                                        : NULL;
}

static napi_value js_ref(napi_env env, napi_callback_info info)
{
    const bind_handle *h = bind_this(env, info, 0, NULL);

    if (h != NULL)
        orr_ref(bind_loop_handle(h));
    return bind_undefined(env);
}

static napi_value js_unref(napi_env env, napi_callback_info info)
{
    const bind_handle *h = bind_this(env, info, 0, NULL);

    if (h != NULL)
        orr_unref(bind_loop_handle(h));
    return bind_undefined(env);
}

/* A handle that is closing still has the reference that it had, as in Node; of
 * one that is closed it is not known. */
static napi_value js_has_ref(napi_env env, napi_callback_info info)
{
    const bind_handle *h = get_this(env, info, 0, NULL);

    return h != NULL ? bind_bool(env, orr_has_ref(bind_loop_handle(h)))
                     : bind_undefined(env);
}

static napi_value js_close(napi_env env, napi_callback_info info)
{
    napi_value fn;
    bind_handle *h = bind_this(env, info, 1, &fn);

    if (h != NULL)
        bind_handle_close(h, fn);
    return bind_undefined(env);
}

static napi_value js_get_async_id(napi_env env, napi_callback_info info)
{
    const bind_handle *h = get_this(env, info, 0, NULL);

    return bind_double(env, h != NULL ? (double)h->wrap.async_id : -1);
}

/* asyncReset(): for a handle that is used for several things in turn, like the
 * sockets of an agent: for async hooks the old resource ends and a new one
 * begins in the current async context. */
static napi_value js_async_reset(napi_env env, napi_callback_info info)
{
    bind_handle *h = bind_this(env, info, 0, NULL);

    if (h == NULL)
        return bind_undefined(env);
    bind_wrap *w = &h->wrap;
    runtime *r = w->r;
    bind_hook_destroy(w);
    engine_release_async_context(r->engine, w->async_context);
    w->async_context = engine_hold_async_context(r->engine);
    w->async_id = new_id(r, engine_get_site(r->engine));
    bind_hook_init(w, false);
    return bind_undefined(env);
}

static const bind_function common[] = {
    { "ref", js_ref },
    { "unref", js_unref },
    { "hasRef", js_has_ref },
    { "close", js_close },
    { "getAsyncId", js_get_async_id },
    { "asyncReset", js_async_reset },
    { NULL, NULL },
};

static size_t count_methods(const bind_function *list)
{
    size_t n = 0;

    while (list != NULL && list[n].name != NULL)
        n++;
    return n;
}

static size_t add_methods(runtime *r, napi_property_descriptor *to,
                          const bind_function *list)
{
    size_t n = 0;

    for (; list != NULL && list->name != NULL; list++)
        to[n++] = (napi_property_descriptor){
            .utf8name = list->name,
            .method = list->fn,
            .attributes = napi_default_method,
            .data = r,
        };
    return n;
}

#define METHODS_MAX 64

static bind_class *find_class(const runtime *r, const bind_handle_type *type)
{
    bind_class *c = r->classes;

    while (c != NULL && c->type != type)
        c = c->next;
    return c;
}

napi_status bind_handle_class(runtime *r, napi_value exports,
                              const bind_handle_type *type)
{
    napi_property_descriptor methods[METHODS_MAX];
    napi_value constructor;
    bind_class *c = calloc(1, sizeof *c);

    if (c == NULL)
        return napi_generic_failure;
    must(count_methods(common) + count_methods(type->methods) <= METHODS_MAX,
         "a handle class has few methods");
    size_t n = add_methods(r, methods, common);
    n += add_methods(r, methods + n, type->methods);
    c->r = r;
    c->type = type;
    c->next = r->classes;
    r->classes = c;
    BIND_OK(napi_define_class(r->env, type->name, NAPI_AUTO_LENGTH,
                              handle_construct, c, n, methods, &constructor));
    BIND_OK(napi_create_reference(r->env, constructor, 1, &c->constructor));
    bind_set(r, exports, type->name, constructor);
    return napi_ok;
}

napi_value bind_handle_new(runtime *r, const bind_handle_type *type,
                           size_t argc, const napi_value *argv,
                           const bind_handle *trigger)
{
    bind_class *c = find_class(r, type);
    napi_value constructor, object = NULL;

    must(c != NULL, "a handle class is defined before C makes one");
    BIND_OK(napi_get_reference_value(r->env, c->constructor, &constructor));
    c->trigger = trigger;
    if (napi_new_instance(r->env, constructor, argc, argv, &object) != napi_ok)
        object = NULL;
    c->trigger = NULL;
    return object;
}

/* ---- Handles: calling JavaScript ---------------------------------------- */

bool bind_handle_call_for(bind_handle *h, napi_value receiver, napi_value fn,
                          size_t argc, const napi_value *argv,
                          napi_value *result)
{
    bind_wrap *w = &h->wrap;
    runtime *r = w->r;

    if (r->over)
        return false;
    bind_hook_before(w);
    const bool returned =
        bind_call_back(r, w->async_context, receiver, fn, argc, argv, result);
    bind_hook_after(w);
    return returned;
}

bool bind_handle_call_function(bind_handle *h, napi_value fn, size_t argc,
                               const napi_value *argv)
{
    return !h->wrap.r->over &&
           bind_handle_call_for(h, bind_wrap_object(&h->wrap), fn, argc, argv,
                                NULL);
}

static bool is_function(napi_env env, napi_value v)
{
    napi_valuetype type;

    BIND_OK(napi_typeof(env, v, &type));
    return type == napi_function;
}

bool bind_handle_call(bind_handle *h, const char *name, size_t argc,
                      const napi_value *argv)
{
    runtime *r = h->wrap.r;
    napi_value fn;

    if (r->over || h->wrap.object == NULL)
        return false;
    const napi_value object = bind_wrap_object(&h->wrap);
    BIND_OK(napi_get_named_property(r->env, object, name, &fn));
    return is_function(r->env, fn) &&
           bind_handle_call_for(h, object, fn, argc, argv, NULL);
}

bool bind_handle_call_named(bind_handle *h, const engine_names *names, size_t i,
                            size_t argc, const napi_value *argv)
{
    runtime *r = h->wrap.r;
    napi_value fn;

    if (r->over || h->wrap.object == NULL)
        return false;
    const napi_value object = bind_wrap_object(&h->wrap);
    if (engine_get_by_name(r->engine, object, names, i, &fn) < 0)
        bind_no_memory();
    return is_function(r->env, fn) &&
           bind_handle_call_for(h, object, fn, argc, argv, NULL);
}

/* ---- Handles: close ----------------------------------------------------- */

static void call_on_close(bind_handle *h)
{
    napi_value fn;

    if (h->on_close == NULL)
        return;
    BIND_OK(napi_get_reference_value(h->wrap.r->env, h->on_close, &fn));
    bind_handle_call_function(h, fn, 0, NULL);
}

/* The object must not lead to the memory that is freed here. */
static void let_go(bind_handle *h)
{
    napi_env env = h->wrap.r->env;

    if (h->wrap.object != NULL)
        napi_remove_wrap(env, bind_wrap_object(&h->wrap), NULL);
    if (h->on_close != NULL)
        napi_delete_reference(env, h->on_close);
    h->on_close = NULL;
    bind_hook_destroy(&h->wrap);
    close_wrap(&h->wrap);
}

/* Without a close callback Node opens no scope: ticks that a callback that
 * threw left behind wait for another callback. */
static void finish_close(bind_handle *h)
{
    runtime *r = h->wrap.r;
    napi_handle_scope scope;

    if (h->type->closed == NULL && h->on_close == NULL)
        orr_set_after(r->loop, false);

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    h->state = BIND_HANDLE_CLOSED;
    if (h->type->closed != NULL)
        h->type->closed(h);
    call_on_close(h);
    let_go(h);
    napi_close_handle_scope(r->env, scope);
    free_handle(h);
}

static void on_closed(orr_handle *handle)
{
    finish_close(handle->data);
}

/* A handle that was never started is unknown to the loop. A timer stands in for
 * it in the closing phase, so that the callbacks keep their order. */
typedef struct stand_in {
    orr_timer timer;
    bind_handle *h;
} stand_in;

static void on_stand_in_closed(orr_handle *handle)
{
    stand_in *s = handle->data;
    bind_handle *h = s->h;

    free(s);
    finish_close(h);
}

static void timer_ignore(orr_timer *t)
{
    (void)t;
}

static void close_unstarted(bind_handle *h)
{
    stand_in *s = calloc(1, sizeof *s);

    if (s == NULL)
        bind_no_memory();
    s->h = h;
    s->timer.handle.data = s;
    if (orr_timer_start(h->wrap.r->loop, &s->timer, 0, timer_ignore) < 0)
        bind_no_memory();
    orr_close(&s->timer.handle, on_stand_in_closed);
}

static void begin_close(bind_handle *h, napi_value fn)
{
    napi_env env = h->wrap.r->env;

    h->state = BIND_HANDLE_CLOSING;
    if (fn != NULL && is_function(env, fn))
        BIND_OK(napi_create_reference(env, fn, 1, &h->on_close));
    trace_life(h, false);
    if (h->type->closing != NULL)
        h->type->closing(h);
}

void bind_handle_close(bind_handle *h, napi_value fn)
{
    if (h->state != BIND_HANDLE_OPEN)
        return;
    begin_close(h, fn);
    orr_handle *handle = bind_loop_handle(h);
    if (orr_handle_loop(handle) != NULL)
        orr_close(handle, on_closed);
    else
        close_unstarted(h);
}

/* The close callback comes in a later phase, so it finds the state and the
 * function that are set after the loop has agreed to close. */
int bind_handle_close_by(bind_handle *h, napi_value fn, bind_closer *closer)
{
    if (h->state != BIND_HANDLE_OPEN)
        return 0;
    const int err = closer(bind_loop_handle(h), on_closed);
    if (err == 0)
        begin_close(h, fn);
    return err;
}

/* ---- Requests ----------------------------------------------------------- */

void bind_request_open(runtime *r, bind_request *q, const bind_type *type,
                       orr_req *req, napi_value object)
{
    open_wrap(r, &q->wrap, type, req, object);
    q->held = NULL;
    req->data = q;
}

int bind_request_again(bind_request *q, int err)
{
    bind_wrap *w = &q->wrap;
    orr_req *req = w->thing;

    if (err < 0)
        return err;
    w->async_id = req->record.id;
    w->trigger_id = req->record.cause;
    return 0;
}

int bind_request_begun(bind_request *q, int err)
{
    bind_wrap *w = &q->wrap;
    orr_req *req = w->thing;

    if (bind_request_again(q, err) < 0) {
        bind_request_close(q);
        return err;
    }
    req->record.site = w->site;
    orr__list_add_last(&w->r->requests, &w->link);
    if (w->type->hook_name != NULL || w->object != NULL)
        bind_hook_init(w, false);
    return 0;
}

bool bind_request_finish_with(bind_request *q, napi_value fn, size_t argc,
                              const napi_value *argv)
{
    bind_wrap *w = &q->wrap;
    runtime *r = w->r;
    bool returned = false;

    if (!r->over) {
        bind_hook_before(w);
        returned = bind_call_back(r, w->async_context, bind_wrap_object(w), fn,
                                  argc, argv, NULL);
        bind_hook_after_request(w, returned);
    }
    bind_request_close(q);
    return returned;
}

bool bind_request_finish(bind_request *q, size_t argc, const napi_value *argv)
{
    runtime *r = q->wrap.r;
    napi_value fn;

    if (r->over) {
        bind_request_close(q);
        return false;
    }
    BIND_OK(napi_get_named_property(r->env, bind_wrap_object(&q->wrap),
                                    "oncomplete", &fn));
    return bind_request_finish_with(q, fn, argc, argv);
}

void bind_request_close(bind_request *q)
{
    bind_unhold_all(q);
    close_wrap(&q->wrap);
}

/* ---- All of them -------------------------------------------------------- */

/* The first member of a handle or request of the loop is `data`, and the first
 * of a wrap points back. Handles of the runtime itself have other data, which
 * does not. */
bind_wrap *bind_wrap_of(const orr_live *live)
{
    void *data = live->is_request ? ((const orr_req *)live->thing)->data
                                  : ((const orr_handle *)live->thing)->data;
    bind_wrap *w = data;

    return w != NULL && w->thing == live->thing ? w : NULL;
}

static void describe_wrap(const bind_wrap *w, const orr_live *live,
                          bind_description *out)
{
    out->resource_name = w->type->resource_name;
    out->site = w->site;
    if (w->type->describe != NULL)
        w->type->describe(w, live, out->what, sizeof out->what);
}

void bind_describe(runtime *r, const orr_live *live, bind_description *out)
{
    const bind_wrap *w = bind_wrap_of(live);

    *out = (bind_description){ .site = live->record->site };
    snprintf(out->what, sizeof out->what, "%s",
             bind_kind_name((uint8_t)live->kind));
    if (w != NULL)
        describe_wrap(w, live, out);
    else
        bind_describe_unwrapped(r, live, out);
}

static void close_classes(runtime *r)
{
    while (r->classes != NULL) {
        bind_class *c = r->classes;
        r->classes = c->next;
        napi_delete_reference(r->env, c->constructor);
        free(c);
    }
}

void bind_handles_close(runtime *r)
{
    for (orr_link *l = r->handles.next; l != &r->handles; l = l->next)
        bind_handle_close((bind_handle *)bind_wrap_at(l), NULL);
    for (orr_link *l = r->requests.next; l != &r->requests; l = l->next)
        if (!orr_changes_files(bind_wrap_at(l)->thing))
            orr_cancel(bind_wrap_at(l)->thing);
    close_classes(r);
}
