/*
 * backend_sim_pool.c: the stages of an operation of the simulated pool, and for
 * how long it may be put off.
 */
#include "asker.h"

/* ---- The stages --------------------------------------------------------- */

TEST_SIM(without_answers_all_comes_in_order_in_one_batch)
{
    backend b;
    orr__op ops[8];
    char seen[16];

    asker_open(&b, NULL, 0);
    asker_works(&b, ops, 8);
    CHECK_STR(asker_effects, "");
    asker_look(&b, 0, seen);
    CHECK_STR(asker_effects, "abcdefgh");
    CHECK_STR(seen, "abcdefgh");
    asker_close(&b);
}

TEST_SIM(which_takes_effect_next_is_a_choice_among_the_slots)
{
    asker a = {
        .answer = pick_some, .only = ORR_CHOOSE_EFFECT, .pick = 3, .left = 1
    };
    backend b;
    orr__op ops[6];
    char seen[16];

    asker_open(&b, &a, 4);
    asker_works(&b, ops, 6);
    asker_look(&b, 0, seen);
    CHECK_STR(asker_effects, "dabcef");
    CHECK_STR(seen, "dabcef");
    CHECK_INT(a.max[ORR_CHOOSE_EFFECT], 4 + 1); /* and "none" */
    asker_close(&b);
}

/* All take effect, and then the last one is posted first. */
static uint32_t post_last_first(asker *a, orr_choice_kind kind, uint32_t n,
                                const orr_option *options)
{
    (void)options;
    if (kind != ORR_CHOOSE_POST)
        return 0;
    if (a->left > 0) {
        a->left--;
        return n - 1; /* none */
    }
    return n == 2 ? 0 : n - 2;
}

TEST_SIM(taking_effect_and_being_posted_are_two_choices)
{
    asker a = { .answer = post_last_first, .left = 2 };
    backend b;
    orr__op ops[3];
    char seen[16];

    asker_open(&b, &a, 0);
    asker_works(&b, ops, 3);
    asker_look(&b, 0, seen);
    CHECK_STR(asker_effects, "abc");
    CHECK_STR(seen, "cba");
    asker_close(&b);
}

/* The thread of one that is in effect is not free: the fifth cannot begin. */
TEST_SIM(a_slot_is_free_when_the_result_is_posted)
{
    asker a = {
        .answer = pick_some, .only = ORR_CHOOSE_POST, .pick = LAST, .left = 4
    };
    backend b;
    orr__op ops[5];
    char seen[16];

    asker_open(&b, &a, 4);
    asker_works(&b, ops, 5);
    asker_look(&b, 0, seen);
    CHECK_STR(asker_effects, "abcd");
    CHECK_STR(seen, "");
    asker_look(&b, 0, seen);
    CHECK_STR(asker_effects, "abcde");
    CHECK_STR(seen, "abcde");
    asker_close(&b);
}

TEST_SIM(results_of_a_poll_are_one_source_and_come_together)
{
    asker a = {
        .answer = pick_some, .only = ORR_CHOOSE_DELIVER, .pick = 1, .left = 1
    };
    backend b;
    orr__op ops[3];
    int fds[2];
    char seen[16];

    asker_open(&b, &a, 0);
    backend_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    recv.owner = (void *)(uintptr_t) "!";
    backend_submit(&b, &recv);
    CHECK_INT(backend_send(&b, fds[1], "x"), 1);
    asker_works(&b, ops, 3);
    asker_look(&b, 0, seen); /* the socket, which is second, or after them */
    CHECK_STR(seen, "!abc");
    CHECK_INT(a.max[ORR_CHOOSE_DELIVER], 2 + 1);
    asker_close(&b);
}

TEST_SIM(the_environment_says_how_many_slots_there_are)
{
    asker a = { 0 };
    backend b;
    orr__op ops[8];
    orr__ask set = { .what = FACT_ENV_SET,
                     .name = "UV_THREADPOOL_SIZE",
                     .value = "2" };
    char seen[16];

    asker_open(&b, &a, 0);
    CHECK_INT(b.table->ask(b.poll, &set), 0);
    asker_works(&b, ops, 8);
    asker_look(&b, 0, seen);
    CHECK_STR(seen, "abcdefgh");
    CHECK_INT(a.max[ORR_CHOOSE_EFFECT], 2 + 1);
    asker_close(&b);
}

TEST_SIM(slow_operations_get_half_of_the_slots)
{
    asker a = { 0 };
    backend b;
    orr__op ops[4];
    char seen[16];

    asker_open(&b, &a, 4);
    asker_effects[0] = 0;
    for (int i = 0; i < 4; i++) {
        ops[i] = (orr__op){ .code = OP_WORK, .slow = i < 3 };
        ops[i].owner = (void *)(uintptr_t)&asker_letters[i];
        ops[i].u.work.fn = asker_work;
        ops[i].u.work.arg = (void *)(uintptr_t)&asker_letters[i];
        backend_submit(&b, &ops[i]);
    }
    asker_look(&b, 0, seen);
    CHECK_INT(a.max[ORR_CHOOSE_EFFECT], 3 + 1); /* a, b, d: c waits */
    CHECK_STR(asker_effects, "abdc");
    asker_close(&b);
}

TEST_SIM(an_operation_in_a_slot_cannot_be_taken_back_one_in_the_queue_can)
{
    backend b;
    orr__op ops[3];
    char seen[16];

    asker_open(&b, NULL, 2);
    asker_works(&b, ops, 3);
    CHECK_INT(b.table->cancel(b.poll, &ops[0]), -EBUSY);
    CHECK_INT(b.table->cancel(b.poll, &ops[2]), 0);
    asker_look(&b, 0, seen);
    CHECK_STR(seen, "ab");
    asker_close(&b);
}

/* ---- Putting off -------------------------------------------------------- */

TEST_SIM(an_effect_may_be_put_off_beyond_a_deadline)
{
    asker a = {
        .answer = pick_some, .only = ORR_CHOOSE_EFFECT, .pick = LAST, .left = 1
    };
    backend b;
    orr__op ops[2];
    char seen[16];

    asker_open(&b, &a, 0);
    const uint64_t start = asker_now(&b);
    asker_works(&b, ops, 2);
    asker_look(&b, start + 5 * MS, seen);
    CHECK_STR(seen, "");
    CHECK_STR(asker_effects, "");
    CHECK(asker_now(&b) == start + 5 * MS);
    asker_look(&b, 0, seen);
    CHECK_STR(seen, "ab");
    asker_close(&b);
}

TEST_SIM(a_report_may_be_put_off_after_the_effect)
{
    asker a = {
        .answer = pick_some, .only = ORR_CHOOSE_DELIVER, .pick = LAST, .left = 1
    };
    backend b;
    orr__op ops[2];
    char seen[16];

    asker_open(&b, &a, 0);
    const uint64_t start = asker_now(&b);
    asker_works(&b, ops, 2);
    asker_look(&b, start + 5 * MS, seen);
    CHECK_STR(seen, "");
    CHECK_STR(asker_effects, "ab");
    CHECK(asker_now(&b) == start + 5 * MS);
    asker_look(&b, ORR__FOREVER, seen);
    CHECK_STR(seen, "ab");
    asker_close(&b);
}

static uint32_t always_last(asker *a, orr_choice_kind kind, uint32_t n,
                            const orr_option *options)
{
    (void)a;
    (void)options;
    return kind == ORR_CHOOSE_EFFECT || kind == ORR_CHOOSE_POST ||
                   kind == ORR_CHOOSE_DELIVER
               ? n - 1
               : 0;
}

TEST_SIM(who_puts_off_for_ever_does_not_stop_a_program)
{
    asker a = { .answer = always_last };
    backend b;
    orr__op ops[2];
    char seen[16] = "";
    int looks = 0;

    asker_open(&b, &a, 0);
    asker_works(&b, ops, 2);
    while (asker_look(&b, 0, seen) == 0)
        CHECK(looks++ < 10000);
    asker_close(&b);
}

TEST_SIM(an_operation_is_put_off_for_a_second_in_total)
{
    asker a = { .answer = always_last };
    backend b;
    orr__op ops[2];
    char seen[16];

    asker_open(&b, &a, 0);
    const uint64_t start = asker_now(&b);
    asker_works(&b, ops, 2);
    CHECK_INT(asker_look(&b, start + 600 * MS, seen), 0);
    CHECK(asker_now(&b) == start + 600 * MS);
    CHECK_INT(asker_look(&b, start + 3600000 * MS, seen), 2);
    CHECK(asker_now(&b) == start + 1000 * MS);
    asker_works(&b, ops, 2);
    CHECK_INT(asker_look(&b, ORR__FOREVER, seen), 2);
    CHECK(asker_now(&b) == start + 2000 * MS);
    asker_close(&b);
}

/* One that was put off in every stage of its life, and on a socket. */
TEST_SIM(the_second_is_that_of_all_stages_together)
{
    static const orr_choice_kind stages[] = { ORR_CHOOSE_EFFECT,
                                              ORR_CHOOSE_POST,
                                              ORR_CHOOSE_DELIVER };
    asker a = { .answer = pick_some, .pick = LAST };
    backend b;
    orr__op ops[1];
    char seen[16];

    asker_open(&b, &a, 0);
    const uint64_t start = asker_now(&b);
    asker_works(&b, ops, 1);
    for (uint64_t i = 0; i < 3; i++) {
        a.only = stages[i];
        a.left = 1;
        CHECK_INT(asker_look(&b, start + (i + 1) * 300 * MS, seen), 0);
        CHECK_INT(a.left, 0);
    }
    a.left = 1;
    CHECK_INT(asker_look(&b, ORR__FOREVER, seen), 1);
    CHECK(asker_now(&b) == start + 1000 * MS);
    asker_close(&b);
}

TEST_SIM(what_was_put_off_for_too_long_comes_before_all_else)
{
    asker a = {
        .answer = pick_some, .only = ORR_CHOOSE_EFFECT, .pick = LAST, .left = 1
    };
    backend b;
    orr__op ops[2];
    char seen[16];

    asker_open(&b, &a, 0);
    asker_works(&b, ops, 1);
    CHECK_INT(asker_look(&b, asker_now(&b) + 1000 * MS, seen), 0);
    ops[1] = ops[0];
    ops[1].owner = ops[1].u.work.arg = (void *)(uintptr_t)&asker_letters[1];
    backend_submit(&b, &ops[1]);
    a.left = 1;
    asker_look(&b, 0, seen);
    CHECK_STR(seen, "a"); /* it was not asked for */
    asker_look(&b, 0, seen);
    CHECK_STR(seen, "b");
    asker_close(&b);
}

/* It is only spent on what can come before. */
TEST_SIM(all_delays_together_may_have_a_limit)
{
    asker a = { .answer = always_last };
    backend b;
    orr__op ops[1];
    char seen[16];

    asker_open_with(&b, &a, 0, 1500);
    const uint64_t start = asker_now(&b);
    for (int i = 0; i < 4; i++) {
        asker_works(&b, ops, 1);
        if (i < 2)
            CHECK_INT(asker_look(&b, start + (i + 1) * 600 * MS, seen), 0);
        else
            CHECK_INT(asker_look(&b, start + 1800 * MS, seen), 1);
        if (i < 2)
            CHECK_INT(asker_look(&b, ORR__FOREVER, seen), 1);
    }
    CHECK(asker_now(&b) == start + 1200 * MS);
    asker_close(&b);
}

/* Hold one operation until nothing else can happen: what a search does. */
static uint32_t hold_one(asker *a, orr_choice_kind kind, uint32_t n,
                         const orr_option *options)
{
    if (kind != ORR_CHOOSE_EFFECT && kind != ORR_CHOOSE_POST &&
        kind != ORR_CHOOSE_DELIVER)
        return 0;
    for (uint32_t k = 0; k < n; k++)
        if (options[k].id != a->id)
            return k;
    return 0;
}

TEST_SIM(one_operation_can_be_held_by_its_id_while_others_follow)
{
    asker a = { .answer = hold_one, .id = 1 };
    backend b;
    orr__op ops[3];
    char seen[16];

    asker_open(&b, &a, 0);
    asker_works(&b, ops, 2);
    asker_look(&b, 0, seen);
    CHECK_STR(seen, "b");
    ops[2] = ops[1];
    ops[2].record_id = 3;
    ops[2].owner = ops[2].u.work.arg = (void *)(uintptr_t)&asker_letters[2];
    backend_submit(&b, &ops[2]);
    asker_look(&b, ORR__FOREVER, seen);
    CHECK_STR(seen, "c");
    asker_look(&b, ORR__FOREVER, seen);
    CHECK_STR(seen, "a");
    CHECK_STR(asker_effects, "bca");
    asker_close(&b);
}
