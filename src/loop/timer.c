/*
 * timer.c - timers, on hierarchical timer wheels.
 *
 * A wheel has 64 slots, and each slot a list of timers in arming order. On the
 * first wheel a slot is a millisecond, on the next one 64 of them, and so on:
 *
 *      wheel 2   |...............|   a slot: 4096 ms
 *                        \
 *      wheel 1      |...............|   a slot: 64 ms
 *                          \
 *      wheel 0         |...............|   a slot: 1 ms
 *
 * `base` is the millisecond up to which all timers were run. A timer goes on
 * the wheel of the highest digit (to the base 64) in which its due time differs
 * from `base`, into the slot of that digit. When the base comes to a slot of a
 * higher wheel, the timers in it differ in a lower digit only, and go down.
 *
 * So arming and stopping cost the same among ten timers and among a million,
 * touch no memory but the timer and its neighbours in a list, and cannot fail.
 * A timer goes down once per digit of its delay; bench/timers.c, growth.c.
 *
 * What must stay true:
 *
 *  1. Timers due at the same millisecond are in arming order. They are always
 *     in the same list: where a timer goes depends on its due time and the
 *     base alone, and when the base moves, the older ones have gone down
 *     before a younger one comes.
 *  2. On each wheel only slots after the base's own are used; a slot is used
 *     exactly if its bit in `used` is set.
 *  3. What is due at `base` itself waits in `now`, for the next pass.
 *
 * A pass of the timers phase moves all that is due, earliest first, to the
 * ready list and then calls that list. What is armed meanwhile is not in it;
 * what is stopped meanwhile has left it.
 */
#include "loop/internal.h"

#define DIGIT_BITS 6
#define SLOTS (1u << DIGIT_BITS)

static orr_timer *timer_of(orr_link *l)
{
    return orr__container(orr__handle_of(l), orr_timer, handle);
}

/* ---- The wheels ------------------------------------------------------- */

void orr__timers_init(orr_loop *loop)
{
    orr__timers *ts = &loop->timers;

    orr__list_init(&ts->ready);
    orr__list_init(&ts->now);
    for (uint32_t w = 0; w < ORR__WHEELS; w++)
        for (uint32_t s = 0; s < SLOTS; s++)
            orr__list_init(&ts->slots[w][s]);
}

static uint32_t wheel_of(uint64_t differs)
{
    return (63u - (uint32_t)__builtin_clzll(differs)) / DIGIT_BITS;
}

static uint32_t timer_digit(uint64_t ms, uint32_t wheel)
{
    return (uint32_t)(ms >> (wheel * DIGIT_BITS)) & (SLOTS - 1);
}

static void timer_put(orr__timers *ts, orr_timer *t)
{
    const uint64_t differs = t->due_ms ^ ts->base_ms;

    if (differs == 0) {
        t->wheel = ORR__WHEELS;
        orr__list_add_last(&ts->now, &t->handle.link);
        return;
    }
    const uint32_t wheel = wheel_of(differs);
    const uint32_t slot = timer_digit(t->due_ms, wheel);
    t->wheel = (uint8_t)wheel;
    ts->used[wheel] |= UINT64_C(1) << slot;
    orr__list_add_last(&ts->slots[wheel][slot], &t->handle.link);
}

/* A list that has one member points at its head from both sides. */
static void take_out(orr__timers *ts, orr_timer *t)
{
    const uint32_t wheel = t->wheel;
    const bool was_last = t->handle.link.next == t->handle.link.prev;

    orr__list_remove(&t->handle.link);
    ts->count--;
    if (was_last && wheel < ORR__WHEELS) {
        const uint32_t slot = timer_digit(t->due_ms, wheel);
        if (orr__list_empty(&ts->slots[wheel][slot]))
            ts->used[wheel] &= ~(UINT64_C(1) << slot);
    }
}

/* The earliest slot in use: which, and when the base comes to it. */
typedef struct place {
    uint32_t wheel, slot;
    uint64_t at_ms;
} place;

/* Everything on a wheel is due before anything on the next. */
static bool timer_earliest(const orr__timers *ts, place *out)
{
    for (uint32_t w = 0; w < ORR__WHEELS; w++) {
        if (ts->used[w] == 0)
            continue;
        const uint32_t shift = w * DIGIT_BITS;
        const uint64_t above =
            shift + DIGIT_BITS < 64 ? ~UINT64_C(0) << (shift + DIGIT_BITS) : 0;
        out->wheel = w;
        out->slot = (uint32_t)__builtin_ctzll(ts->used[w]);
        out->at_ms = (ts->base_ms & above) | ((uint64_t)out->slot << shift);
        return true;
    }
    return false;
}

/*
 * Move the base to a slot, and its timers to a lower wheel or, if they are due,
 * to `now`. While one is moved, the next one is prefetched.
 */
static void timer_enter(orr__timers *ts, const place *p)
{
    orr_link todo;

    ts->base_ms = p->at_ms;
    ts->used[p->wheel] &= ~(UINT64_C(1) << p->slot);
    orr__list_init(&todo);
    orr__list_move(&todo, &ts->slots[p->wheel][p->slot]);
    while (!orr__list_empty(&todo)) {
        orr_timer *t = timer_of(todo.next);
        orr__list_remove(&t->handle.link);
        __builtin_prefetch(todo.next);
        timer_put(ts, t);
    }
}

/* Collect all that is due at now_ms, earliest first. */
static void timer_advance(orr__timers *ts, uint64_t now_ms)
{
    place p;

    orr__list_move(&ts->ready, &ts->now);
    while (timer_earliest(ts, &p) && p.at_ms <= now_ms) {
        timer_enter(ts, &p);
        orr__list_move(&ts->ready, &ts->now);
    }
    if (now_ms > ts->base_ms)
        ts->base_ms = now_ms;
}

/* ---- What must stay true --------------------------------------------------
 */

#ifdef ORR_CHECKED
/* Rule 1: those that are due together are in arming order. `from` and `until`
 * are the first time that may be in the list, and the last. */
static uint32_t verify_due(const orr_link *head, uint64_t from, uint64_t until)
{
    const orr_timer *before = NULL;
    uint32_t n = 0;

    orr__list_verify(head);
    for (orr_link *l = head->next; l != head; l = l->next, n++) {
        const orr_timer *t = timer_of(l);
        must(t->handle.flags & H_ACTIVE, "a timer on a wheel is armed");
        must(t->due_ms >= from && t->due_ms <= until,
             "a timer is in the slot of its time");
        must(before == NULL || before->due_ms != t->due_ms ||
                 before->handle.record.id < t->handle.record.id,
             "timers due together are in arming order");
        before = t;
    }
    return n;
}

/* Rule 2, for one slot. */
static uint32_t verify_slot(const orr__timers *ts, uint32_t wheel,
                            uint32_t slot)
{
    const uint32_t shift = wheel * DIGIT_BITS;
    const uint64_t above =
        shift + DIGIT_BITS < 64 ? ~UINT64_C(0) << (shift + DIGIT_BITS) : 0;
    const uint64_t from = (ts->base_ms & above) | ((uint64_t)slot << shift);
    const orr_link *head = &ts->slots[wheel][slot];
    const bool used = (ts->used[wheel] >> slot) & 1;

    must(used == !orr__list_empty(head),
         "the bit of a slot says if it is used");
    must(!used || slot > timer_digit(ts->base_ms, wheel),
         "slots in use come after that of the base");
    return verify_due(head, from, from | ((UINT64_C(1) << shift) - 1));
}

void orr__timers_verify(const orr__timers *ts)
{
    uint32_t n = verify_due(&ts->now, ts->base_ms, ts->base_ms) +
                 verify_due(&ts->ready, 0, ts->base_ms);

    for (uint32_t w = 0; w < ORR__WHEELS; w++)
        for (uint32_t s = 0; s < SLOTS; s++)
            n += verify_slot(ts, w, s);
    must(n == ts->count, "the timers that are armed are counted");
}
#endif

/* ---- Arming and stopping ---------------------------------------------- */

static void timer_disarm(orr_timer *t)
{
    take_out(&t->handle.loop->timers, t);
    orr__handle_stop(&t->handle);
    t->handle.flags &= H_KEPT;
}

static uint64_t due_after(orr_loop *loop, uint64_t delay_ms)
{
    const uint64_t now = orr_now(loop);

    return delay_ms > UINT64_MAX - now ? UINT64_MAX : now + delay_ms;
}

/* Empty wheels can be set to any time, and so to the present: the timer then
 * goes to the lowest wheel possible. */
static void timer_arm(orr_loop *loop, orr_timer *t, uint64_t delay_ms,
                      uintptr_t site)
{
    orr__timers *ts = &loop->timers;

    if (t->handle.flags & H_LIVE)
        take_out(ts, t);
    t->handle.loop = loop;
    t->handle.flags |= H_LIVE;
    t->due_ms = due_after(loop, delay_ms);
    if (ts->count++ == 0)
        ts->base_ms = loop->now_ms;
    must(t->due_ms >= ts->base_ms, "the clock of the loop does not go back");
    timer_put(ts, t);
    orr__handle_start(&t->handle);
    orr__schedule(loop, &t->handle.record, ORR_TIMER, site);
}

static int timer_start(orr_loop *loop, orr_timer *t, uint64_t delay_ms,
                       uint64_t repeat_ms, orr_timer_fn *fn, uintptr_t site)
{
    if (t == NULL || fn == NULL)
        return -EINVAL;
    const int err = orr__handle_fresh(loop, &t->handle);
    if (err < 0)
        return err;
    timer_arm(loop, t, delay_ms, site);
    t->fn = fn;
    t->repeat_ms = repeat_ms;
    return 0;
}

int orr_timer_start(orr_loop *loop, orr_timer *t, uint64_t delay_ms,
                    orr_timer_fn *fn)
{
    return timer_start(loop, t, delay_ms, 0, fn, ORR__SITE());
}

int orr_timer_start_repeating(orr_loop *loop, orr_timer *t, uint64_t delay_ms,
                              uint64_t repeat_ms, orr_timer_fn *fn)
{
    return timer_start(loop, t, delay_ms, repeat_ms, fn, ORR__SITE());
}

int orr_timer_restart(orr_timer *t, uint64_t delay_ms)
{
    if (t == NULL || orr__handle_check(&t->handle, ORR_TIMER) < 0)
        return -EINVAL;
    timer_arm(t->handle.loop, t, delay_ms, ORR__SITE());
    return 0;
}

int orr_timer_again(orr_timer *t)
{
    if (t == NULL || orr__handle_check(&t->handle, ORR_TIMER) < 0)
        return -EINVAL;
    if (t->repeat_ms != 0)
        timer_arm(t->handle.loop, t, t->repeat_ms, ORR__SITE());
    return 0;
}

void orr_timer_set_repeat(orr_timer *t, uint64_t repeat_ms)
{
    if (orr__handle_check(&t->handle, ORR_TIMER) == 0)
        t->repeat_ms = repeat_ms;
}

void orr_timer_stop(orr_timer *t)
{
    if (orr__handle_check(&t->handle, ORR_TIMER) == 0 &&
        (t->handle.flags & H_ACTIVE))
        timer_disarm(t);
}

uint64_t orr_timer_due_in(const orr_timer *t)
{
    if (!(t->handle.flags & H_ACTIVE))
        return 0;
    const uint64_t now = orr_now(t->handle.loop);
    return t->due_ms <= now ? 0 : t->due_ms - now;
}

void orr__timer_close(orr_handle *h)
{
    timer_disarm(orr__container(h, orr_timer, handle));
}

/* ---- The timers phase ------------------------------------------------- */

static void timer_thunk(void *arg)
{
    orr_timer *t = arg;
    t->fn(t);
}

/*
 * A repeating timer is armed again before the call, from the clock of this
 * pass: missed periods are not made up for. The cause of a repetition is the
 * call before it.
 */
static void timer_fire(orr_loop *loop, orr_timer *t)
{
    orr_record record = t->handle.record;

    if (t->repeat_ms == 0) {
        timer_disarm(t);
    } else {
        orr__running self = { .record = &record };
        loop->running = &self;
        timer_arm(loop, t, t->repeat_ms, record.site);
        loop->running = NULL;
    }
    orr_call_borrowed(loop, &record, timer_thunk, t);
}

/* Older versions of libuv take the earliest timer again and again while it is
 * due: one armed with no delay in a callback is called in the same pass. */
static void run_one_by_one(orr_loop *loop)
{
    orr__timers *ts = &loop->timers;

    for (;;) {
        timer_advance(ts, orr_now(loop));
        if (orr__list_empty(&ts->ready))
            return;
        timer_fire(loop, timer_of(ts->ready.next));
    }
}

void orr__timers_run(orr_loop *loop)
{
    orr__timers *ts = &loop->timers;

    if (loop->profile->timers_one_by_one) {
        run_one_by_one(loop);
        return;
    }
    timer_advance(ts, orr_now(loop));
    while (!orr__list_empty(&ts->ready)) {
        orr_link *l = ts->ready.next;
        __builtin_prefetch(l->next);
        timer_fire(loop, timer_of(l));
    }
}

bool orr__timers_next(const orr_loop *loop, uint64_t *due_ms, bool *exact)
{
    const orr__timers *ts = &loop->timers;
    place p;

    if (!orr__list_empty(&ts->now)) {
        *due_ms = ts->base_ms;
        *exact = true;
        return true;
    }
    if (!timer_earliest(ts, &p))
        return false;
    *due_ms = p.at_ms;
    *exact = p.wheel == 0;
    return true;
}

/* The earliest timer is in the earliest slot, at any place in it. */
bool orr__timers_due(const orr_loop *loop, uint64_t *due_ms)
{
    const orr__timers *ts = &loop->timers;
    bool exact;
    place p;

    if (!orr__timers_next(loop, due_ms, &exact))
        return false;
    if (exact || !timer_earliest(ts, &p))
        return true;
    const orr_link *head = &ts->slots[p.wheel][p.slot];
    *due_ms = UINT64_MAX;
    for (orr_link *l = head->next; l != head; l = l->next)
        if (timer_of(l)->due_ms < *due_ms)
            *due_ms = timer_of(l)->due_ms;
    return true;
}

/* Put a time into a short list in ascending order, without those that are
 * there already. */
static void expiry_insert(uint64_t *due_ms, uint32_t *count, uint32_t n,
                          uint64_t at_ms)
{
    uint32_t i = *count;

    while (i > 0 && due_ms[i - 1] > at_ms)
        i--;
    if (i == n || (i > 0 && due_ms[i - 1] == at_ms))
        return;
    if (*count < n)
        (*count)++;
    for (uint32_t k = *count - 1; k > i; k--)
        due_ms[k] = due_ms[k - 1];
    due_ms[i] = at_ms;
}

/* All timers of a slot are due before those of the next. */
uint32_t orr__timers_expiries(orr_loop *loop, uint64_t *due_ms, uint32_t n)
{
    orr__timers *ts = &loop->timers;
    uint64_t above[ORR__EXPIRIES];
    uint32_t count = 0;

    must(n <= ORR__EXPIRIES, "a few timers are asked for");
    for (uint32_t w = 0; w < ORR__WHEELS && count < n; w++)
        for (uint64_t left = ts->used[w]; left != 0 && count < n;
             left &= left - 1) {
            const orr_link *head = &ts->slots[w][__builtin_ctzll(left)];
            for (orr_link *l = head->next; l != head; l = l->next)
                expiry_insert(due_ms, &count, n, timer_of(l)->due_ms);
        }
    if (loop->expiries == NULL)
        return count;
    const uint32_t more = loop->expiries(loop->expiries_ctx, above, n);
    for (uint32_t i = 0; i < more; i++)
        expiry_insert(due_ms, &count, n, above[i]);
    return count;
}

void orr__timers_hop(orr_loop *loop)
{
    orr__timers *ts = &loop->timers;
    const uint64_t now = orr_now(loop);
    place p;

    while (orr__list_empty(&ts->now) && timer_earliest(ts, &p) && p.wheel > 0 &&
           p.at_ms <= now)
        timer_enter(ts, &p);
}

/* ---- The end ---------------------------------------------------------- */

static void walk_list(orr_link *head, void (*fn)(orr_handle *h, void *arg),
                      void *arg)
{
    for (orr_link *l = head->next; l != head; l = l->next)
        fn(orr__handle_of(l), arg);
}

void orr__timers_walk(orr_loop *loop, void (*fn)(orr_handle *h, void *arg),
                      void *arg)
{
    orr__timers *ts = &loop->timers;

    walk_list(&ts->ready, fn, arg);
    walk_list(&ts->now, fn, arg);
    for (uint32_t w = 0; w < ORR__WHEELS; w++)
        for (uint64_t left = ts->used[w]; left != 0; left &= left - 1)
            walk_list(&ts->slots[w][__builtin_ctzll(left)], fn, arg);
}
