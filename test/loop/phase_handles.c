/*
 * phase_handles.c - idle, prepare and check handles. The three behave alike,
 * so each test is run for each of them.
 */
#include "../fixture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Any of the three, with what a test wants it to do. */
typedef struct actor actor;
struct actor {
    union {
        orr_handle handle; /* the first member of each */
        orr_idle idle;
        orr_prepare prepare;
        orr_check check;
    } h;
    const struct phase_kind *kind;
    orr_loop *loop;
    const char *word;
    void (*act)(actor *a); /* in the callback; may be NULL */
    actor *other;
    int calls;
};

typedef struct phase_kind {
    orr_kind kind;
    int (*start)(orr_loop *loop, actor *a);
    void (*stop)(actor *a);
} phase_kind;

static void played(actor *a)
{
    a->calls++;
    note(a->word);
    if (a->act != NULL)
        a->act(a);
}

/* The actor begins with the handle. */
static void on_idle(orr_idle *h)
{
    played((actor *)(void *)h);
}

static void on_prepare(orr_prepare *h)
{
    played((actor *)(void *)h);
}

static void on_check(orr_check *h)
{
    played((actor *)(void *)h);
}

static int start_idle(orr_loop *loop, actor *a)
{
    return orr_idle_start(loop, &a->h.idle, on_idle);
}

static int start_prepare(orr_loop *loop, actor *a)
{
    return orr_prepare_start(loop, &a->h.prepare, on_prepare);
}

static int start_check(orr_loop *loop, actor *a)
{
    return orr_check_start(loop, &a->h.check, on_check);
}

static void stop_idle(actor *a)
{
    orr_idle_stop(&a->h.idle);
}

static void stop_prepare(actor *a)
{
    orr_prepare_stop(&a->h.prepare);
}

static void stop_check(actor *a)
{
    orr_check_stop(&a->h.check);
}

static const phase_kind kinds[] = {
    { ORR_IDLE, start_idle, stop_idle },
    { ORR_PREPARE, start_prepare, stop_prepare },
    { ORR_CHECK, start_check, stop_check },
};

#define FOR_EACH_KIND(k) for (const phase_kind *k = kinds; k < kinds + 3; k++)

static int start(orr_loop *loop, const phase_kind *k, actor *a)
{
    a->kind = k;
    a->loop = loop;
    return k->start(loop, a);
}

static void turn(fixture *f)
{
    CHECK(orr_run(f->loop, ORR_RUN_NOWAIT) >= 0);
}

/* Three actors a, b and c, started in this order. */
static void open_three(fixture *f, const phase_kind *k, actor three[3])
{
    static const char *const words[] = { "a", "b", "c" };

    memset(three, 0, 3 * sizeof *three);
    fixture_open(f);
    for (int i = 0; i < 3; i++) {
        three[i].word = words[i];
        CHECK_INT(start(f->loop, k, &three[i]), 0);
    }
}

static void close_three(fixture *f, actor three[3])
{
    for (int i = 0; i < 3; i++)
        if (!orr_is_closing(&three[i].h.handle))
            three[i].kind->stop(&three[i]);
    fixture_close(f);
}

/* ---- Order ------------------------------------------------------------ */

TEST(the_phase_handle_started_last_runs_first_in_every_turn)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        actor three[3];

        open_three(&f, k, three);
        turn(&f);
        CHECK_STR(noted(), "cba");
        turn(&f);
        turn(&f);
        CHECK_STR(noted(), "cbacbacba");
        close_three(&f, three);
    }
}

static void start_other(actor *a)
{
    if (a->calls == 1)
        EXPECT(start(a->loop, a->kind, a->other) == 0);
}

TEST(a_phase_handle_started_during_its_phase_waits_for_the_next_turn)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        actor three[3];
        actor late = { .word = "d" };

        open_three(&f, k, three);
        three[1].act = start_other;
        three[1].other = &late;
        turn(&f);
        CHECK_STR(noted(), "cba");
        turn(&f);
        CHECK_STR(noted(), "cbadcba");
        k->stop(&late);
        close_three(&f, three);
    }
}

/* With one handle there is a shorter way through the same rules. */
TEST(a_phase_handle_started_by_the_only_one_waits_for_the_next_turn)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        actor late = { .word = "b" };
        actor first = { .word = "a", .act = start_other, .other = &late };

        fixture_open(&f);
        CHECK_INT(start(f.loop, k, &first), 0);
        turn(&f);
        CHECK_STR(noted(), "a");
        turn(&f);
        CHECK_STR(noted(), "aba");
        k->stop(&first);
        k->stop(&late);
        fixture_close(&f);
    }
}

static void stop_other(actor *a)
{
    a->kind->stop(a->other);
}

TEST(a_phase_handle_stopped_during_its_phase_does_not_run)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        actor three[3];

        open_three(&f, k, three);
        three[2].act = stop_other;
        three[2].other = &three[1];
        turn(&f);
        CHECK_STR(noted(), "ca");
        turn(&f);
        CHECK_STR(noted(), "caca");
        close_three(&f, three);
    }
}

static void close_other(actor *a)
{
    if (a->calls == 1)
        orr_close(&a->other->h.handle, NULL);
}

TEST(a_phase_handle_closed_during_its_phase_does_not_run)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        actor three[3];

        open_three(&f, k, three);
        three[2].act = close_other;
        three[2].other = &three[0];
        turn(&f);
        turn(&f);
        CHECK_STR(noted(), "cbcb");
        close_three(&f, three);
    }
}

static void stop_self(actor *a)
{
    a->kind->stop(a);
}

TEST(a_phase_handle_can_stop_itself)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        actor three[3];

        open_three(&f, k, three);
        three[1].act = stop_self;
        turn(&f);
        turn(&f);
        CHECK_STR(noted(), "cbaca");
        CHECK(!orr_is_active(&three[1].h.handle));
        close_three(&f, three);
    }
}

static void restart_self(actor *a)
{
    if (a->calls > 1)
        return;
    a->kind->stop(a);
    EXPECT(start(a->loop, a->kind, a) == 0);
}

TEST(a_phase_handle_that_restarts_itself_runs_first_in_the_next_turn)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        actor three[3];

        open_three(&f, k, three);
        three[0].act = restart_self;
        turn(&f);
        turn(&f);
        CHECK_STR(noted(), "cbaacb");
        close_three(&f, three);
    }
}

static void restart_other(actor *a)
{
    if (a->calls > 1)
        return;
    a->kind->stop(a->other);
    EXPECT(start(a->loop, a->kind, a->other) == 0);
}

TEST(a_phase_handle_restarted_before_its_call_waits_for_the_next_turn)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        actor three[3];

        open_three(&f, k, three);
        three[2].act = restart_other;
        three[2].other = &three[0];
        turn(&f);
        CHECK_STR(noted(), "cb");
        turn(&f);
        CHECK_STR(noted(), "cbacb");
        close_three(&f, three);
    }
}

/* ---- Life ------------------------------------------------------------- */

TEST(a_phase_handle_that_is_started_can_not_be_started_again)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        actor three[3];

        open_three(&f, k, three);
        CHECK_INT(k->start(f.loop, &three[0]), -EBUSY);
        turn(&f);
        CHECK_STR(noted(), "cba");
        close_three(&f, three);
    }
}

TEST(stopping_a_phase_handle_twice_or_before_its_start_does_nothing)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        actor a = { .word = "a" };

        fixture_open(&f);
        k->stop(&a);
        CHECK_INT(start(f.loop, k, &a), 0);
        k->stop(&a);
        k->stop(&a);
        CHECK_INT(orr_run(f.loop, ORR_RUN_DEFAULT), 0);
        CHECK_STR(noted(), "");
        fixture_close(&f);
    }
}

TEST(a_phase_handle_keeps_the_loop_alive_until_it_is_stopped)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        actor a = { .word = "a" };

        fixture_open(&f);
        CHECK(!orr_alive(f.loop));
        CHECK_INT(start(f.loop, k, &a), 0);
        CHECK(orr_alive(f.loop));
        CHECK_INT(orr_handle_kind(&a.h.handle), k->kind);
        orr_unref(&a.h.handle);
        CHECK(!orr_alive(f.loop));
        orr_ref(&a.h.handle);
        CHECK(orr_alive(f.loop));
        k->stop(&a);
        CHECK(!orr_alive(f.loop));
        fixture_close(&f);
    }
}

static void free_self(actor *a)
{
    a->kind->stop(a);
    memset(a, 0xee, sizeof *a);
    free(a);
}

TEST(a_phase_handle_can_be_freed_in_its_callback_once_it_is_stopped)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        actor *a = calloc(1, sizeof *a);
        actor *b = calloc(1, sizeof *b);

        CHECK(a != NULL && b != NULL);
        fixture_open(&f);
        *a = (actor){ .word = "a", .act = free_self };
        *b = (actor){ .word = "b", .act = free_self };
        CHECK_INT(start(f.loop, k, a), 0);
        CHECK_INT(start(f.loop, k, b), 0);
        turn(&f);
        CHECK_STR(noted(), "ba");
        fixture_close(&f);
    }
}

TEST(a_phase_handle_can_be_used_in_another_loop_once_it_is_stopped)
{
    FOR_EACH_KIND(k)
    {
        fixture f;
        fixture g;
        actor a = { .word = "a", .act = stop_self };

        fixture_open(&f);
        fixture_open(&g);
        CHECK_INT(start(f.loop, k, &a), 0);
        turn(&f);
        CHECK_INT(start(g.loop, k, &a), 0);
        CHECK(!orr_alive(f.loop));
        turn(&g);
        CHECK_STR(noted(), "aa");
        fixture_close(&g);
        fixture_close(&f);
    }
}
