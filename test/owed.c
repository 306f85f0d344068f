/*
 * owed.c - a check of runs with a fault: every request that a loop has accepted
 * is owed exactly one callback.
 *
 *      schedule --> owed --> its callback begins --> paid
 *                    |
 *                    +--> refuse: the call returned the error, nothing is owed
 *
 * It uses the loop's trace, so it holds for every test and every fault. A run
 * without a fault has no trace, as most programs.
 */
#include "fixture.h"

#include "trace/event.h"

static bool is_request(uint8_t kind)
{
    return kind >= ORR_WRITE && kind <= ORR_NAMEINFO;
}

static uint32_t find(const owed *o, uint64_t id)
{
    uint32_t i = 0;

    while (i < o->n && o->at[i].id != id)
        i++;
    return i;
}

static void add(owed *o, const orr_event *ev)
{
    if (o->n == OWED_MAX) {
        o->given_up = true;
        return;
    }
    o->at[o->n++] = (struct owed_one){ .id = ev->id, .kind = ev->kind };
}

/* The order stays: the oldest is found first, and mostly paid first. */
static void settle(owed *o, const orr_event *ev, const char *how)
{
    const uint32_t i = find(o, ev->id);

    if (i == o->n) {
        if (!o->given_up)
            BROKEN("request %s %d was %s, but nothing was owed to it",
                   orr_kind_name((orr_kind)ev->kind), (int)ev->id, how);
        return;
    }
    o->n--;
    for (uint32_t k = i; k < o->n; k++)
        o->at[k] = o->at[k + 1];
}

/* Queued work may have no callback; it is over when its result comes back. */
static void deliver(owed *o, uint64_t id)
{
    const uint32_t i = find(o, id);

    if (i < o->n)
        o->at[i].delivered = true;
}

void owed_listen(void *ctx, const struct orr_event *ev)
{
    owed *o = ctx;

    switch (ev->type) {
    case ORR_EV_SCHEDULE:
        if (is_request(ev->kind))
            add(o, ev);
        break;
    case ORR_EV_CALL_BEGIN:
        if (is_request(ev->kind))
            settle(o, ev, "called");
        break;
    case ORR_EV_REFUSE:
        settle(o, ev, "refused");
        break;
    case ORR_EV_DELIVER:
        deliver(o, ev->id);
        break;
    default:
        break;
    }
}

void owed_check(const owed *o)
{
    for (uint32_t i = 0; i < o->n && !o->given_up; i++)
        if (o->at[i].kind != ORR_WORK || !o->at[i].delivered)
            BROKEN("request %s %d was never called back",
                   orr_kind_name((orr_kind)o->at[i].kind), (int)o->at[i].id);
}
