/*
 * locks.c - the C half of navigator.locks: which thread holds which name.
 *
 *      request() ---> PENDING ---> HELD ---> release()
 *                        \           \
 *                         release()   STOLEN ---> the owner takes the news
 *
 * The requests of all threads are in one list of the hub, in the order in which
 * they were made, and its lock guards them. The pending requests of a name are
 * granted in that order, and one that cannot be granted holds up those behind
 * it. A request that is granted or stolen later is news for its owner: lib/
 * takes it with take(), at once if the owner itself caused it, and otherwise in
 * a wake-up, which keeps nothing alive, as in Node.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/thread/channel.h"
#include "bind/core/handle.h"

typedef enum lock_state { PENDING, HELD, STOLEN } lock_state;

/* As lib/ has them. */
enum { PLAIN, IF_AVAILABLE, STEAL };

typedef struct request {
    orr_link link; /* in hub->lock_requests */
    orr_link news; /* in locks_state.news, if next is not NULL */
    runtime *owner;
    uint64_t id;
    trace_origin origin; /* of the news */
    lock_state state;
    bool is_shared;
    size_t length;
    char16_t name[];
} request;

typedef struct locks_state {
    orr_link news;   /* with the hub's lock held */
    bind_wake *wake; /* NULL until the first request */
    napi_ref on_news;
} locks_state;

static request *request_at(orr_link *link)
{
    return (request *)((uintptr_t)link - offsetof(request, link));
}

static request *news_at(orr_link *link)
{
    return (request *)((uintptr_t)link - offsetof(request, news));
}

/* ---- The rule, with the hub's lock held --------------------------------- */

static bool is_same_name(const request *a, const request *b)
{
    return a->length == b->length &&
           memcmp(a->name, b->name, a->length * sizeof *a->name) == 0;
}

/* Is there another request of that name which `q` has to wait for? */
static bool has_to_wait(channel_hub *hub, const request *q, bool for_pending)
{
    const orr_link *all = &hub->lock_requests;

    for (orr_link *l = all->next; l != all; l = l->next) {
        const request *other = request_at(l);
        if (other == q || !is_same_name(other, q))
            continue;
        if (other->state == PENDING && for_pending)
            return true;
        if (other->state == HELD && !(q->is_shared && other->is_shared))
            return true;
    }
    return false;
}

/* `by` changed the state of q: its owner takes the news by itself if it is
 * `by`. */
static void add_news(request *q, runtime *by)
{
    locks_state *s = BIND_STATE(q->owner, locks);

    q->origin = (trace_origin){ .key = trace_running(by) };
    if (q->news.next == NULL)
        orr__list_add_last(&s->news, &q->news);
    if (q->owner != by)
        orr_async_send(&s->wake->async);
}

static void locks_steal(channel_hub *hub, const request *q)
{
    const orr_link *all = &hub->lock_requests;

    for (orr_link *l = all->next; l != all; l = l->next) {
        request *other = request_at(l);
        if (other->state != HELD || !is_same_name(other, q))
            continue;
        other->state = STOLEN;
        add_news(other, q->owner);
    }
}

static void grant_next(channel_hub *hub, const request *gone)
{
    const orr_link *all = &hub->lock_requests;

    for (orr_link *l = all->next; l != all; l = l->next) {
        request *q = request_at(l);
        if (q->state != PENDING || !is_same_name(q, gone))
            continue;
        if (has_to_wait(hub, q, false))
            return;
        q->state = HELD;
        add_news(q, gone->owner);
    }
}

/* Removes q and grants what waited for it. The caller frees it. */
static void remove_request(channel_hub *hub, request *q)
{
    orr__list_remove(&q->link);
    if (q->news.next != NULL)
        orr__list_remove(&q->news);
    grant_next(hub, q);
}

static request *locks_find(channel_hub *hub, const runtime *owner, uint64_t id)
{
    const orr_link *all = &hub->lock_requests;

    for (orr_link *l = all->next; l != all; l = l->next)
        if (request_at(l)->id == id && request_at(l)->owner == owner)
            return request_at(l);
    return NULL;
}

/* ---- News --------------------------------------------------------------- */

/* A positive number is the id of a request that was granted, a negative one
 * that of a lock that was stolen; 0: there is no news. */
static int64_t take_news(runtime *r)
{
    locks_state *s = BIND_STATE(r, locks);
    request *stolen = NULL;
    int64_t id = 0;

    pthread_mutex_lock(&r->hub->lock);
    if (!orr__list_empty(&s->news)) {
        request *q = news_at(s->news.next);
        orr__list_remove(&q->news);
        q->news.next = NULL;
        id = q->state == STOLEN ? -(int64_t)q->id : (int64_t)q->id;
        if (q->state == STOLEN) {
            orr__list_remove(&q->link);
            stolen = q;
        }
    }
    pthread_mutex_unlock(&r->hub->lock);
    free(stolen);
    return id;
}

static trace_origin next_origin(runtime *r)
{
    locks_state *s = BIND_STATE(r, locks);
    trace_origin origin = { .key = 0 };

    pthread_mutex_lock(&r->hub->lock);
    if (!orr__list_empty(&s->news))
        origin = news_at(s->news.next)->origin;
    pthread_mutex_unlock(&r->hub->lock);
    return origin;
}

static void on_wake(orr_async *async)
{
    bind_wake *self = async->handle.data;
    runtime *r = self->base.wrap.r;
    locks_state *s = BIND_STATE(r, locks);
    napi_handle_scope scope;
    napi_value fn;

    if (r->over || s->on_news == NULL)
        return;
    trace_from(r, next_origin(r));
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, s->on_news, &fn));
    bind_handle_call_function(&self->base, fn, 0, NULL);
    napi_close_handle_scope(r->env, scope);
}

static const bind_handle_type wake_type = {
    .name = "LocksWake",
    .size = sizeof(bind_wake),
    .handle_at = offsetof(bind_wake, async),
};

/* ---- The functions ------------------------------------------------------ */

/* NULL without memory. */
static request *new_request(runtime *r, napi_value name, bool is_shared)
{
    size_t length;

    BIND_OK(napi_get_value_string_utf16(r->env, name, NULL, 0, &length));
    request *q = calloc(1, sizeof *q + (length + 1) * sizeof *q->name);
    if (q == NULL)
        return NULL;
    BIND_OK(napi_get_value_string_utf16(r->env, name, q->name, length + 1,
                                        &q->length));
    q->owner = r;
    q->is_shared = is_shared;
    return q;
}

/* Its id if it holds the lock now, the negative of it if it waits; 0 if it will
 * do neither. */
static int64_t locks_enter(channel_hub *hub, request *q, int64_t kind)
{
    if (kind == STEAL)
        locks_steal(hub, q);
    const bool waits = has_to_wait(hub, q, kind != STEAL);
    if (waits && kind == IF_AVAILABLE)
        return 0;
    q->id = ++hub->lock_id;
    q->state = waits ? PENDING : HELD;
    orr__list_add_last(&hub->lock_requests, &q->link);
    return waits ? -(int64_t)q->id : (int64_t)q->id;
}

/* request(name, is shared, kind): as enter(). Throws without memory. */
static napi_value js_request(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    locks_state *s = BIND_STATE(r, locks);
    request *q = new_request(r, args[0], bind_to_bool(env, args[1]));

    if (q == NULL || bind_wake_open(r, &s->wake, &wake_type, on_wake) < 0) {
        free(q);
        napi_throw_error(env, "ENOMEM", "out of memory");
        return NULL;
    }
    pthread_mutex_lock(&r->hub->lock);
    const int64_t id = locks_enter(r->hub, q, bind_to_int(env, args[2]));
    pthread_mutex_unlock(&r->hub->lock);
    if (id == 0)
        free(q);
    return bind_int(env, id);
}

/* release(id): of a lock, or of a request that waits. */
static napi_value js_release(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    const uint64_t id = (uint64_t)bind_to_int(env, arg);

    pthread_mutex_lock(&r->hub->lock);
    request *q = locks_find(r->hub, r, id);
    if (q != NULL)
        remove_request(r->hub, q);
    pthread_mutex_unlock(&r->hub->lock);
    free(q);
    return bind_undefined(env);
}

/* take(): as take_news(). */
static napi_value js_take(napi_env env, napi_callback_info info)
{
    return bind_int(env, take_news(bind_args(env, info, 0, NULL)));
}

/* setOnNews(fn): fn() is called when another thread has made news. */
static napi_value js_set_on_news(napi_env env, napi_callback_info info)
{
    napi_value arg;
    locks_state *s = BIND_STATE(bind_args(env, info, 1, &arg), locks);

    if (s->on_news == NULL)
        BIND_OK(napi_create_reference(env, arg, 1, &s->on_news));
    return bind_undefined(env);
}

static napi_status locks_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "request", js_request },
        { "release", js_release },
        { "take", js_take },
        { "setOnNews", js_set_on_news },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}

static int open_locks(runtime *r)
{
    locks_state *s = BIND_STATE(r, locks);

    orr__list_init(&s->news);
    return 0;
}

/* The first request of the thread that is left; NULL if there is none. */
static request *take_any(runtime *r)
{
    const orr_link *all = &r->hub->lock_requests;
    request *found = NULL;

    pthread_mutex_lock(&r->hub->lock);
    for (orr_link *l = all->next; l != all && found == NULL; l = l->next)
        if (request_at(l)->owner == r)
            found = request_at(l);
    if (found != NULL)
        remove_request(r->hub, found);
    pthread_mutex_unlock(&r->hub->lock);
    return found;
}

/* A thread that ends gives back what it holds. Nobody wakes it after that. */
static void close_locks(runtime *r)
{
    locks_state *s = BIND_STATE(r, locks);
    request *q;

    while (s->wake != NULL && (q = take_any(r)) != NULL)
        free(q);
    if (s->on_news != NULL)
        napi_delete_reference(r->env, s->on_news);
    s->on_news = NULL;
}

const bind_entry bind_entry_locks = { .name = "locks",
                                      .init = locks_init,
                                      .open = open_locks,
                                      .close = close_locks,
                                      .state = sizeof(locks_state) };
