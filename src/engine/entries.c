/*
 * entries.c - the store of timers and immediates.
 *
 * Entries live in pieces of ORDER_SLAB that never move and are never given back
 * before the end; the free ones are a chain. An entry belongs to its object: it
 * is made with it and ends with it. Number 0 is nobody.
 */
#include "engine/timers.h"

static bool grow_table(engine *e, order_store *s)
{
    const uint32_t capacity = s->slab_capacity ? s->slab_capacity * 2 : 16;
    order_entry **slabs =
        orr__resize(&e->alloc, s->slabs, capacity * sizeof(*slabs));

    if (slabs == NULL)
        return false;
    s->slabs = slabs;
    s->slab_capacity = capacity;
    return true;
}

static bool grow(engine *e, order_store *s)
{
    if (s->slab_count == s->slab_capacity && !grow_table(e, s))
        return false;
    /* Not zeroed: that is done entry by entry, and not touched before. */
    order_entry *slab = orr__resize(&e->alloc, NULL, ORDER_SLAB * sizeof *slab);
    if (slab == NULL)
        return false;
    s->slabs[s->slab_count++] = slab;
    if (s->used == 0)
        s->used = 1; /* number 0 is nobody */
    return true;
}

/* A slot that was never used; 0 if there is no memory. */
static uint32_t take_fresh(engine *e, order_store *s)
{
    if (s->used == s->slab_count * ORDER_SLAB && !grow(e, s))
        return 0;
    return s->used++;
}

static uint32_t take_free(engine *e, order_store *s)
{
    const uint32_t n = s->free;

    s->free = entry__get(e, n)->next;
    return n;
}

uint32_t entry__new(engine *e)
{
    order_store *s = &e->order.store;

    const uint32_t n = s->free != 0 ? take_free(e, s) : take_fresh(e, s);
    if (n != 0)
        *entry__get(e, n) = (order_entry){ 0 };
    return n;
}

void entry__free(engine *e, uint32_t n)
{
    order_entry *t = entry__get(e, n);

    if (t->flags & ENTRY_EXTRA)
        orr__free(&e->alloc, t->u.extra);
    *t = (order_entry){ .next = e->order.store.free };
    e->order.store.free = n;
}

order_extra *entry__extra(engine *e, order_entry *t)
{
    if (t->flags & ENTRY_EXTRA)
        return t->u.extra;
    order_extra *x = orr__alloc(&e->alloc, sizeof *x);
    if (x == NULL)
        return NULL;
    x->id = t->u.id;
    x->cause = t->u.id - t->cause_back;
    x->idle_timeout = t->ms;
    x->repeat = t->ms;
    t->u.extra = x;
    t->flags |= ENTRY_EXTRA;
    return x;
}

/* Apart, so that those who do without it need not save registers for it. */
static orr__apart bool fill_extra(engine *e, order_entry *t,
                                  const engine__origin *from, double delay,
                                  order_args *args)
{
    order_extra *x = entry__extra(e, t);

    if (x == NULL) {
        order__free_args(e->ctx, args);
        return false;
    }
    x->cause = from->cause;
    x->args = args;
    x->site = from->site;
    x->frame = engine_hold_frame(e);
    x->idle_timeout = x->repeat = delay;
    return true;
}

/* Most records fit into what every entry has. */
static orr__inline bool fill(engine *e, order_entry *t, engine__origin from,
                             double delay, order_args *args)
{
    const uint64_t back = from.id - from.cause;

    t->u.id = from.id;
    t->cause_back = back & 0xffffff;
    if (orr__likely(back <= 0xffffff && args == NULL && from.site == 0 &&
                    !engine__has_frame(e) && delay == (uint32_t)delay))
        return true;
    return fill_extra(e, t, &from, delay, args);
}

/* Apart, so that the other way is as short as if there were no traces. */
static orr__apart bool fill_watched(engine *e, order_entry *t, engine_kind kind,
                                    double delay, order_args *args)
{
    return fill(e, t, engine__watched_origin(e, kind), delay, args);
}

bool entry__fill(engine *e, order_entry *t, engine_kind kind, double delay,
                 order_args *args)
{
    if (ENGINE__WATCHED(e))
        return fill_watched(e, t, kind, delay, args);
    return fill(e, t, engine__plain_origin(e), delay, args);
}

void entry__finalize(engine *e, uint32_t n)
{
    order_entry *t = entry__get(e, n);

    must(!(t->flags & ENTRY_QUEUED), "the object of what waits is counted");
    if (t->callback != NULL)
        JS_FreeValueRT(e->rt, engine__object(t->callback));
    if (t->flags & ENTRY_EXTRA) {
        order_args *args = t->u.extra->args;
        for (uint32_t i = 0; args != NULL && i < args->count; i++)
            JS_FreeValueRT(e->rt, args->value[i]);
        js_free_rt(e->rt, args);
        JS_FreeValueRT(e->rt, engine__frame_value(t->u.extra->frame));
    }
    entry__free(e, n);
}

void entry__mark(engine *e, uint32_t n, JS_MarkFunc *mark_func)
{
    const order_entry *t = entry__get(e, n);

    if (t->callback != NULL)
        JS_MarkValue(e->rt, engine__object(t->callback), mark_func);
    if (!(t->flags & ENTRY_EXTRA))
        return;
    const order_args *args = t->u.extra->args;
    for (uint32_t i = 0; args != NULL && i < args->count; i++)
        JS_MarkValue(e->rt, args->value[i], mark_func);
    JS_MarkValue(e->rt, engine__frame_value(t->u.extra->frame), mark_func);
}

static JSValue list_args(JSContext *ctx, const order_args *args)
{
    if (args == NULL)
        return JS_UNDEFINED;
    JSValue list = JS_NewArray(ctx);
    for (uint32_t i = 0; !JS_IsException(list) && i < args->count; i++) {
        if (JS_SetPropertyUint32(ctx, list, i,
                                 JS_DupValue(ctx, args->value[i])) < 0) {
            JS_FreeValue(ctx, list);
            list = JS_EXCEPTION;
        }
    }
    return list;
}

JSValue entry__describe(JSContext *ctx, JSValueConst self, int argc,
                        JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    uint32_t n = 0;
    (void)self;

    if (argc > 0)
        n = entry__number(argv[0], e->classes.timeout);
    if (argc > 0 && n == 0)
        n = entry__number(argv[0], e->classes.immediate);
    if (n == 0)
        return JS_UNDEFINED;
    const order_entry *t = entry__get(e, n);
    const engine_record record = entry__record(t, ENGINE_TIMER);
    JSValue args =
        list_args(ctx, t->flags & ENTRY_EXTRA ? t->u.extra->args : NULL);
    if (JS_IsException(args))
        return args;
    JSValue fields[] = { JS_NewInt64(ctx, (int64_t)record.id),
                         JS_NewInt64(ctx, (int64_t)record.cause), args,
                         JS_NewBool(ctx, record.frame != NULL) };
    return JS_NewArrayFrom(ctx, sizeof fields / sizeof *fields, fields);
}

void entry__close_store(engine *e)
{
    order_store *s = &e->order.store;

    for (uint32_t i = 0; i < s->slab_count; i++)
        orr__free(&e->alloc, s->slabs[i]);
    orr__free(&e->alloc, s->slabs);
    *s = (order_store){ 0 };
}
