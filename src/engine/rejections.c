/*
 * rejections.c - unhandled rejections.
 *
 *     rejected without a handler  ->  pending
 *     handled while pending       ->  forgotten, nothing is reported
 *     ticks and microtasks empty  ->  pending ones are reported, in order;
 *                                     marked
 *     handled after that          ->  late: reported before the next pending
 *
 * The mark is a bit of the number that quickjs stores for its host in each
 * promise: setting it allocates nothing and keeps no promise alive. Another
 * such number is the index among the pending ones, so that a million of them
 * can be handled one by one. The entry of a handled promise stays, empty, until
 * it is the last one, half of the list is empty, or a round begins.
 *
 * A listener that throws ends the round, and the rest of it is never reported:
 * the round was taken out of `pending` already. Node does so since version 20;
 * before, each left `pending` when its turn came.
 */
#include "engine/internal.h"

bool order__has_rejections(const engine *e)
{
    const order_rejections *r = &e->order.rejections;

    return r->pending.count > 0 || r->late.count > 0;
}

static void free_rejection(engine *e, order_rejection *r)
{
    JS_FreeValue(e->ctx, r->promise);
    JS_FreeValue(e->ctx, r->reason);
    if (r->record.async_context != NULL)
        engine_release_async_context(e, r->record.async_context);
}

static void free_all(engine *e, order_rejected *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        free_rejection(e, &list->entry[i]);
    orr__free(&e->alloc, list->entry);
    *list = (order_rejected){ 0 };
}

/* Out of memory while a promise is rejected, where no error can be thrown. The
 * host ends the process, so that the rejection is not lost; without a host that
 * can, it is. */
static void rejection_drop(engine *e, order_rejection *r)
{
    if (e->host.no_memory != NULL)
        engine__no_memory(e);
    free_rejection(e, r);
}

/* Takes over what the entry holds. */
static void rejection_push(engine *e, order_rejected *list, order_rejection *r)
{
    if (list->count == list->capacity) {
        const uint32_t capacity = list->capacity ? list->capacity * 2 : 8;
        order_rejection *entry =
            orr__resize(&e->alloc, list->entry, capacity * sizeof(*entry));
        if (entry == NULL) {
            rejection_drop(e, r);
            return;
        }
        list->entry = entry;
        list->capacity = capacity;
    }
    list->entry[list->count++] = *r;
}

static void rejection_add(engine *e, order_rejected *list, JSValueConst promise,
                          JSValueConst reason)
{
    order_rejection r = {
        .promise = JS_DupValue(e->ctx, promise),
        .reason = JS_DupValue(e->ctx, reason),
        .record = { .kind = ENGINE_REJECTION,
                    .site = e->order.sites ? engine_get_site(e) : 0,
                    .async_context = engine_hold_async_context(e) },
    };

    engine__schedule(e, &r.record);
    rejection_push(e, list, &r);
}

/* ---- Pending ------------------------------------------------------------ */

/* Number the entries from `first` on, so that they are found by their promises;
 * or remove the numbers. */
static void rejection_number(order_rejected *list, uint32_t first, bool found)
{
    for (uint32_t i = first; i < list->count; i++)
        *JS_GetPromisePlace(list->entry[i].promise) = found ? i + 1 : 0;
}

static bool is_empty(const order_rejection *r)
{
    return JS_IsUndefined(r->promise);
}

static void close_gaps(order_rejected *list)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < list->count; i++) {
        if (!is_empty(&list->entry[i]))
            list->entry[kept++] = list->entry[i];
    }
    list->count = kept;
    list->emptied = 0;
}

static bool remove_pending(engine *e, JSValueConst promise)
{
    order_rejected *list = &e->order.rejections.pending;
    uint32_t *place = JS_GetPromisePlace(promise);

    if (*place == 0)
        return false;
    order_rejection *r = &list->entry[*place - 1];
    order_rejection gone = *r;
    *r = (order_rejection){ .promise = JS_UNDEFINED, .reason = JS_UNDEFINED };
    *place = 0;
    list->emptied++;
    while (list->count > 0 && is_empty(&list->entry[list->count - 1])) {
        list->count--;
        list->emptied--;
    }
    if (list->emptied > list->count / 2) {
        close_gaps(list);
        rejection_number(list, 0, true);
    }
    free_rejection(e, &gone);
    return true;
}

static void add_pending(engine *e, JSValueConst promise, JSValueConst reason)
{
    order_rejected *list = &e->order.rejections.pending;
    const uint32_t first = list->count;

    rejection_add(e, list, promise, reason);
    rejection_number(list, first, true);
}

static void mark_reported(JSValueConst promise)
{
    *JS_GetPromiseId(promise) |= ENGINE__PROMISE_REPORTED;
}

/* Remove the mark; returns whether there was one. */
static bool take_mark(JSValueConst promise)
{
    uint32_t *id = JS_GetPromiseId(promise);
    const bool reported = *id & ENGINE__PROMISE_REPORTED;

    *id &= ~ENGINE__PROMISE_REPORTED;
    return reported;
}

static void on_rejection(JSContext *ctx, JSValueConst promise,
                         JSValueConst reason, bool is_handled, void *opaque)
{
    engine *e = opaque;
    order_rejections *r = &e->order.rejections;
    (void)ctx;

    if (engine__is_stopped(e))
        return;
    if (!is_handled)
        add_pending(e, promise, reason);
    else if (!remove_pending(e, promise) && take_mark(promise))
        rejection_add(e, &r->late, promise, reason);
}

/* ---- Reporting ---------------------------------------------------------- */

typedef struct reporting {
    engine *e;
    engine_rejection kind;
    const order_rejection *rejection;
    int status;
} reporting;

static void rejection_report(void *arg)
{
    reporting *t = arg;
    engine *e = t->e;
    const uint64_t outer_id = *e->order.running;
    const engine__scope scope = engine__open_scope(e);
    /* 'rejectionHandled' runs in the current async context, as in Node: the
     * empty one, or one that a callback that threw has left behind. */
    engine_async_context *context =
        t->kind == ENGINE_HANDLED_LATE
            ? engine__async_context_of(JS_GetAsyncContext(e->rt))
            : t->rejection->record.async_context;
    JS_DupValue(e->ctx, engine__async_context_value(context));
    engine_async_context *outer = engine_swap_async_context(e, context);

    *e->order.running = t->rejection->record.id;
    napi_value promise =
        engine__handle(e, JS_DupValue(e->ctx, t->rejection->promise));
    napi_value reason =
        engine__handle(e, JS_DupValue(e->ctx, t->rejection->reason));
    if (promise == NULL || reason == NULL)
        engine__no_memory(e);
    t->status = e->host.rejection(e->host.ctx, t->kind, promise, reason);
    /* What the listener throws is reported outside of its async context, as in
     * Node. */
    JS_SetAsyncContext(e->rt, engine__async_context_value(outer));
    if (t->status < 0 && JS_HasException(e->ctx))
        t->status = engine__report_pending(e);
    *e->order.running = outer_id;
    engine__close_scope(e, scope);
}

static int report_one(engine *e, engine_rejection kind,
                      const order_rejection *r)
{
    reporting t = { e, kind, r, 0 };

    e->door.call(e->door.ctx, &r->record, rejection_report, &t);
    return engine__is_stopped(e) ? ENGINE_STOPPED : t.status;
}

/* Put those from `first` on before what came meanwhile. */
static void put_back(engine *e, order_rejected *list, order_rejected *round,
                     uint32_t first)
{
    for (uint32_t i = 0; i < list->count; i++)
        rejection_push(e, round, &list->entry[i]);
    for (uint32_t i = 0; i < first; i++)
        free_rejection(e, &round->entry[i]);
    for (uint32_t i = first; i < round->count; i++)
        round->entry[i - first] = round->entry[i];
    round->count -= first;
    orr__free(&e->alloc, list->entry);
    *list = *round;
    *round = (order_rejected){ 0 };
}

/* Is the rest of a round reported later if a listener throws? */
static bool goes_on(const engine *e, engine_rejection kind)
{
    return kind == ENGINE_HANDLED_LATE || (e->profile & ENGINE_ROUNDS_GO_ON);
}

/* The number of rejections that were reported, or an error. */
static int report_round(engine *e, order_rejected *list, engine_rejection kind)
{
    int err = 0;
    uint32_t reported = 0;

    if (kind == ENGINE_UNHANDLED) {
        close_gaps(list);
        rejection_number(list, 0, false);
    }
    order_rejected round = *list;
    *list = (order_rejected){ 0 };
    while (reported < round.count && err >= 0) {
        const order_rejection *r = &round.entry[reported++];
        if (kind == ENGINE_UNHANDLED)
            mark_reported(r->promise);
        err = report_one(e, kind, r);
    }
    if (err == ENGINE_THREW && goes_on(e, kind)) {
        close_gaps(list);
        put_back(e, list, &round, reported);
        if (kind == ENGINE_UNHANDLED)
            rejection_number(list, 0, true);
    }
    free_all(e, &round);
    return err < 0 ? err : (int)reported;
}

static int run_rounds(engine *e)
{
    order_rejections *r = &e->order.rejections;
    int late = 0;
    int reported = 0;

    while (r->late.count > 0) {
        late = report_round(e, &r->late, ENGINE_HANDLED_LATE);
        if (late < 0)
            return late;
    }
    reported = report_round(e, &r->pending, ENGINE_UNHANDLED);
    if (reported < 0)
        return reported;
    /* Ticks of a listener for late handlers waited, in Node 10. */
    if (e->profile & ENGINE_DRAIN_PER_BATCH)
        late = 0;
    return late > 0 || reported > 0 || r->pending.count > 0;
}

int order__run_rejections(engine *e)
{
    const order_drain outer = e->order.drain;

    e->order.drain = DRAIN_REJECTIONS;
    const int err = run_rounds(e);
    e->order.drain = outer;
    return err;
}

/* ---- Life --------------------------------------------------------------- */

void order__rejections_open(engine *e)
{
    JS_SetHostPromiseRejectionTracker(e->rt, on_rejection, e);
}

void order__rejections_close(engine *e)
{
    order_rejections *r = &e->order.rejections;

    JS_SetHostPromiseRejectionTracker(e->rt, NULL, NULL);
    free_all(e, &r->pending);
    free_all(e, &r->late);
}
