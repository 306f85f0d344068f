/*
 * other.c - the order that takes another branch, for a reader of the trace.
 *
 * At a question with the options A, B, C, of which the run took A, the order
 * that takes C is the present one with A and B held until C's callback has
 * run. If C is held by the present order, that hold is left out. "None of them
 * now" is: each is held to the end. Only questions about operations, threads
 * and the clock have such an order; an order that is drawn has none.
 */
#include "explore/internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* A text in memory of a fixed size: empty if it did not fit. */
typedef struct order_text {
    char *at;
    size_t size, used;
    bool is_cut;
} order_text;

__attribute__((format(printf, 2, 3))) static void text_add(order_text *t,
                                                           const char *format,
                                                           ...)
{
    va_list list;

    if (t->is_cut)
        return;
    va_start(list, format);
    const int n = vsnprintf(t->at + t->used, t->size - t->used, format, list);
    va_end(list);
    t->is_cut = n < 0 || (size_t)n >= t->size - t->used;
    t->used += t->is_cut ? 0 : (size_t)n;
}

static const char *comma_before(const order_text *t)
{
    return t->used > 0 ? "," : "";
}

static void text_add_deviation(order_text *t, const deviation *d)
{
    const char *until = d->until != NULL ? d->until : "end";

    if (d->kind == STALL)
        text_add(t, "%s%s/%" PRIu32 "+%" PRIu64 "ms", comma_before(t), d->who,
                 d->read, d->ms);
    else
        text_add(t, "%s%s%s%s", comma_before(t), d->who,
                 d->kind == HOLD_REPORT ? ">>" : ">", until);
}

/* "open@a.js:3#1.2" */
static void event_name(char *to, size_t size, const thing *t, uint32_t m)
{
    if (m > 1)
        snprintf(to, size, "%s.%" PRIu32, t->name, m);
    else
        snprintf(to, size, "%s", t->name);
}

static bool is_named(explore *x, const orr_option *option)
{
    const thing *t = explore__thing(x, option->id);

    return t != NULL && t->name != NULL;
}

/* Options before `j` are passed over only if each has a name. */
static void write_hold(explore *x, order_text *to, orr_choice_kind kind,
                       uint32_t n, const orr_option *options, uint32_t j)
{
    const bool is_none = options[j].id == 0;
    const thing *taken = explore__thing(x, options[j].id);
    char until[1100] = "end", who[1100];

    if (!is_none)
        event_name(until, sizeof until, taken, taken->delivered + 1);
    for (uint32_t i = 0; i < x->order.count; i++) {
        const deviation *d = &x->order.list[i];

        if (is_none || d->kind == STALL ||
            !explore__is_event(d->who, taken, taken->delivered + 1))
            text_add_deviation(to, d);
    }
    for (uint32_t i = 0; i < (is_none ? n - 1 : j); i++) {
        const thing *t = explore__thing(x, options[i].id);

        if (explore__is_held(x, kind, options[i].id))
            continue;
        event_name(who, sizeof who, t, t->delivered + 1);
        text_add(to, "%s%s%s%s", comma_before(to), who,
                 kind != ORR_CHOOSE_EFFECT && t->has_effect ? ">>" : ">",
                 until);
    }
}

static void write_stall(explore *x, order_text *to, const orr_option *option)
{
    const thing *t = explore__thing(x, x->last);
    char who[1100];

    for (uint32_t i = 0; i < x->order.count; i++)
        text_add_deviation(to, &x->order.list[i]);
    event_name(who, sizeof who, t, t->begun);
    text_add(to, "%s%s/%" PRIu32 "+%" PRId64 "ms", comma_before(to), who,
             x->reads, option->value);
}

bool explore_other(explore *x, orr_choice_kind kind, uint32_t n,
                   const orr_option *options, uint32_t j, char *to, size_t size)
{
    order_text text = { to, size, 0, false };
    const thing *last = explore__thing(x, x->last);

    to[0] = 0;
    if (x->order.by != BY_NAME || !x->is_asking)
        return false;
    switch (kind) {
    case ORR_CHOOSE_EFFECT:
    case ORR_CHOOSE_POST:
    case ORR_CHOOSE_DELIVER:
        for (uint32_t i = 0; i < n && (i <= j || options[j].id == 0); i++)
            if (options[i].id != 0 && !is_named(x, &options[i]))
                return false;
        write_hold(x, &text, kind, n, options, j);
        break;
    case ORR_CHOOSE_CLOCK:
        if (last == NULL || last->name == NULL)
            return false;
        write_stall(x, &text, &options[j]);
        break;
    default:
        return false;
    }
    return !text.is_cut;
}
