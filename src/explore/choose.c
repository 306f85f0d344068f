/*
 * choose.c - answering the simulator as the order says.
 *
 * Option 0 is the usual answer. With an order of names, an operation that is
 * held is passed over: the first option that is not held is the answer, or
 * "none of them now" if all are and that may be said. If it may not, nothing
 * else can run any more: then the first hold is over.
 *
 *      hold of an effect    EFFECT passes it over; of a socket, DELIVER does
 *      hold of a report     POST passes it over: it has taken effect
 *
 * How long an operation can be held at all is the simulator's affair
 * (--max-delay): one that has waited long enough is not offered with "none".
 */
#include "explore/internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Open and close ----------------------------------------------------- */

explore *explore_open(explore_log *log)
{
    explore *x = calloc(1, sizeof *x);

    if (x != NULL)
        x->log = log;
    return x;
}

void explore_close(explore *x)
{
    if (x == NULL)
        return;
    explore__order_free(&x->order);
    explore__names_free(x);
    free(x);
}

int explore_set_order(explore *x, const char *text, size_t *bad)
{
    order o;
    const int err = explore__order_read(&o, text, bad);

    if (err < 0) {
        explore__order_free(&o);
        return err;
    }
    explore__order_free(&x->order);
    x->order = o;
    explore__chance_begin(x);
    return 0;
}

uint64_t explore_sequence(const explore *x)
{
    return x->sequence;
}

const char *explore_unused(const explore *x)
{
    for (uint32_t i = 0; i < x->order.count; i++)
        if (!x->order.list[i].is_used)
            return x->order.list[i].who;
    return NULL;
}

bool explore_unmet(const explore *x, uint32_t n, char *to, size_t size)
{
    for (uint32_t i = 0; i < x->order.count; i++) {
        const deviation *d = &x->order.list[i];

        if (d->until == NULL || !d->is_used || d->is_met || n-- > 0)
            continue;
        snprintf(to, size, "%s%s%s", d->who,
                 d->kind == HOLD_REPORT ? ">>" : ">", d->until);
        return true;
    }
    return false;
}

/* ---- What happens ------------------------------------------------------- */

void explore_begin_asking(explore *x)
{
    x->is_asking = true;
}

void explore_begin(explore *x, uint64_t id, uint64_t now_ms)
{
    thing *t = explore__thing(x, id);

    if (t == NULL || t->name == NULL)
        return;
    t->begun++;
    x->now_ms = now_ms;
    x->last = id;
    x->reads = 0;
    x->sequence =
        explore__mix(x->sequence ^ explore__mix(t->name_hash + t->begun));
    explore__log(x, "b %llu %u %llu", (unsigned long long)id, t->begun,
                 (unsigned long long)now_ms);
}

/* A callback that is over releases what waits for it. */
void explore_end(explore *x, uint64_t id, bool threw)
{
    const thing *t = explore__thing(x, id);

    if (t == NULL || t->name == NULL)
        return;
    if (threw)
        explore__log(x, "t %llu", (unsigned long long)id);
    for (uint32_t i = 0; i < x->order.count; i++) {
        deviation *d = &x->order.list[i];

        if (d->until != NULL && explore__is_event(d->until, t, t->begun))
            d->is_released = d->is_met = true;
    }
}

void explore_effect(explore *x, uint64_t id)
{
    thing *t = explore__thing(x, id);

    if (t == NULL)
        return;
    t->has_effect = true;
    explore__log(x, "e %llu", (unsigned long long)id);
}

void explore_post(explore *x, uint64_t id, uint64_t now_ms)
{
    explore__log(x, "p %llu %llu", (unsigned long long)id,
                 (unsigned long long)now_ms);
}

void explore_deliver(explore *x, uint64_t id, uint64_t now_ms)
{
    thing *t = explore__thing(x, id);

    if (t == NULL)
        return;
    t->delivered++;
    x->now_ms = now_ms;
    explore__log(x, "d %llu %u %llu", (unsigned long long)id, t->delivered,
                 (unsigned long long)now_ms);
}

/* ---- Holds -------------------------------------------------------------- */

/* Does this deviation bear on this stage of the thing? A pool operation that
 * has taken effect is not held back at EFFECT's expense any more, and once it
 * is posted it comes with all others. */
static bool bears_on(const deviation *d, const thing *t, orr_choice_kind kind)
{
    switch (kind) {
    case ORR_CHOOSE_EFFECT:
        return d->kind == HOLD_EFFECT;
    case ORR_CHOOSE_POST:
        return d->kind == HOLD_REPORT;
    case ORR_CHOOSE_DELIVER:
        return !t->has_effect && d->kind != STALL;
    case ORR_CHOOSE_THREAD:
        return d->kind == HOLD_EFFECT;
    default:
        return false;
    }
}

static deviation *hold_on(explore *x, orr_choice_kind kind, uint64_t id)
{
    const thing *t = explore__thing(x, id);

    for (uint32_t i = 0; t != NULL && t->name != NULL && i < x->order.count;
         i++) {
        deviation *d = &x->order.list[i];

        if (!d->is_released && bears_on(d, t, kind) &&
            explore__is_event(d->who, t, t->delivered + 1))
            return d;
    }
    return NULL;
}

bool explore__is_held(explore *x, orr_choice_kind kind, uint64_t id)
{
    return hold_on(x, kind, id) != NULL;
}

static uint32_t choose_unheld(explore *x, orr_choice_kind kind, uint32_t n,
                              const orr_option *options)
{
    const bool may_defer = options[n - 1].id == 0;
    deviation *first = NULL;

    for (uint32_t i = 0; i < n - may_defer; i++) {
        deviation *d = hold_on(x, kind, options[i].id);

        if (d == NULL)
            return i;
        d->is_used = true;
        if (first == NULL)
            first = d;
    }
    if (may_defer)
        return n - 1;
    if (first != NULL)
        first->is_released = true;
    return 0;
}

/* A thread that is held has no turn while another can go on; "none of them" is
 * the last option, and has no number. */
static uint32_t choose_thread(explore *x, uint32_t n, const orr_option *options)
{
    for (uint32_t i = 0; i < n; i++) {
        const int64_t number = options[i].value;
        deviation *d = number <= 0
                           ? NULL
                           : hold_on(x, ORR_CHOOSE_THREAD,
                                     explore__thread_id((uint64_t)number));

        if (d == NULL && (number >= 0 || i > 0))
            return i;
        if (d != NULL)
            d->is_used = true;
    }
    return 0;
}

/* ---- Stalls ------------------------------------------------------------- */

/* The shortest delay that is at least this long; else the longest. */
static uint32_t option_of(uint32_t n, const orr_option *options, uint64_t ms)
{
    uint32_t best = 0;

    for (uint32_t i = 1; i < n; i++) {
        const uint64_t now = (uint64_t)options[best].value;
        const uint64_t other = (uint64_t)options[i].value;

        if (now < ms ? other > now : other >= ms && other < now)
            best = i;
    }
    return best;
}

static uint32_t choose_delay(explore *x, uint32_t n, const orr_option *options)
{
    const thing *t = explore__thing(x, x->last);

    for (uint32_t i = 0; t != NULL && i < x->order.count; i++) {
        deviation *d = &x->order.list[i];

        if (d->kind != STALL || d->is_used || d->read != x->reads ||
            !explore__is_event(d->who, t, t->begun))
            continue;
        d->is_used = true;
        return option_of(n, options, d->ms);
    }
    return 0;
}

/* ---- The answer --------------------------------------------------------- */

static uint32_t choose_by_name(explore *x, orr_choice_kind kind, uint32_t n,
                               const orr_option *options)
{
    switch (kind) {
    case ORR_CHOOSE_EFFECT:
    case ORR_CHOOSE_POST:
    case ORR_CHOOSE_DELIVER:
        return choose_unheld(x, kind, n, options);
    case ORR_CHOOSE_CLOCK:
        return choose_delay(x, n, options);
    case ORR_CHOOSE_THREAD:
        return choose_thread(x, n, options);
    default:
        return 0;
    }
}

static char letter_of(orr_choice_kind kind)
{
    static const char letters[] = {
        [ORR_CHOOSE_EFFECT] = 'E',  [ORR_CHOOSE_POST] = 'P',
        [ORR_CHOOSE_DELIVER] = 'D', [ORR_CHOOSE_CHUNK] = 'C',
        [ORR_CHOOSE_SHORT] = 'S',   [ORR_CHOOSE_ORDER] = 'O',
        [ORR_CHOOSE_FAULT] = 'F',   [ORR_CHOOSE_THREAD] = 'T',
        [ORR_CHOOSE_CLOCK] = 'K',
    };

    return letters[kind];
}

#define SHOWN_OPTIONS 16

static void log_choice(explore *x, orr_choice_kind kind, uint32_t n,
                       const orr_option *options, uint32_t k)
{
    const bool is_clock = kind == ORR_CHOOSE_CLOCK;
    const bool has_values = is_clock || kind == ORR_CHOOSE_THREAD;
    const thing *t = explore__thing(x, x->last);
    char list[SHOWN_OPTIONS * 21 + 1];
    size_t len = 0;

    list[0] = 0;
    for (uint32_t i = 0; i < n && i < SHOWN_OPTIONS; i++)
        len += (size_t)snprintf(list + len, sizeof list - len, " %lld",
                                has_values ? (long long)options[i].value
                                           : (long long)options[i].id);
    if (!is_clock)
        explore__log(x, "c %c %u%s", letter_of(kind), k, list);
    else if (t != NULL && t->name != NULL)
        explore__log(x, "k %llu %u %u %u%s", (unsigned long long)x->last,
                     t->begun, x->reads, k, list);
}

uint64_t explore_running(const explore *x)
{
    return x->last;
}

uint32_t explore_asked(const explore *x)
{
    return x->asked;
}

uint32_t explore_choose(explore *x, orr_choice_kind kind, uint32_t n,
                        const orr_option *options)
{
    uint32_t k;

    if (!x->is_asking)
        return 0;
    x->asked++;
    x->reads += kind == ORR_CHOOSE_CLOCK;
    k = x->order.by == BY_NAME ? choose_by_name(x, kind, n, options)
                               : explore__chance(x, kind, n, options);
    log_choice(x, kind, n, options, k);
    return k;
}
