/*
 * profile.c - profiles as data. What they do is in phases.c and timer.c; here
 * is what they are.
 */
#include "../fixture.h"

#include <string.h>

TEST_PLAIN(profiles_are_found_by_name)
{
    static const char *const names[] = { "node", "node18", "node10" };

    for (int i = 0; i < 3; i++) {
        const orr_profile *p = orr_profile_find(names[i]);
        CHECK(p != NULL);
        CHECK_STR(p->name, names[i]);
        CHECK(p->before != NULL && p->turn != NULL);
    }
    CHECK(orr_profile_find("node9") == NULL);
    CHECK(orr_profile_find("") == NULL);
    CHECK(orr_profile_find(NULL) == NULL);
}

static int steps_with(const orr_step *s, orr_phase phase, uint8_t mode)
{
    int n = 0;

    for (; s->phase != ORR_PHASE_END; s++)
        n += s->phase == phase && (s->modes & mode) != 0;
    return n;
}

TEST_PLAIN(every_profile_polls_checks_and_closes_once_a_turn)
{
    static const char *const names[] = { "node", "node18", "node10" };
    static const orr_phase once[] = { ORR_PHASE_PENDING, ORR_PHASE_IDLE,
                                      ORR_PHASE_PREPARE, ORR_PHASE_POLL,
                                      ORR_PHASE_CHECK,   ORR_PHASE_CLOSING };

    for (int i = 0; i < 3; i++)
        for (int p = 0; p < 6; p++)
            for (uint8_t mode = 1; mode < ORR_IN_ALL; mode *= 2)
                CHECK_INT(
                    steps_with(orr_profile_find(names[i])->turn, once[p], mode),
                    1);
}

TEST_PLAIN(the_profiles_differ_in_what_their_versions_of_libuv_do)
{
    const orr_profile *node = orr_profile_find("node");
    const orr_profile *node18 = orr_profile_find("node18");
    const orr_profile *node10 = orr_profile_find("node10");

    CHECK(!node->timers_one_by_one && !node->accept_all);
    CHECK(node18->timers_one_by_one && node18->accept_all);
    CHECK(node10->timers_one_by_one && node10->accept_all);
    CHECK(!node->once_by_pending && !node18->once_by_pending);
    CHECK(node10->once_by_pending);
    CHECK(!node->end_with_data && node18->end_with_data);
    CHECK(node10->end_with_data);
    CHECK(!node->write_one && node18->write_one && node10->write_one);
    CHECK_INT(steps_with(node->before, ORR_PHASE_TIMERS, ORR_IN_DEFAULT), 1);
    CHECK_INT(steps_with(node->before, ORR_PHASE_TIMERS, ORR_IN_ONCE), 0);
    CHECK_INT(node18->before->phase, ORR_PHASE_END);
    CHECK_INT(steps_with(node18->turn, ORR_PHASE_TIMERS, ORR_IN_ONCE), 2);
    CHECK_INT(steps_with(node18->turn, ORR_PHASE_PENDING_AGAIN, ORR_IN_ALL), 1);
    CHECK_INT(steps_with(node10->turn, ORR_PHASE_PENDING_AGAIN, ORR_IN_ALL), 0);
}

TEST_PLAIN(every_phase_has_a_word)
{
    CHECK_STR(orr_phase_name(ORR_PHASE_TIMERS), "timers");
    CHECK_STR(orr_phase_name(ORR_PHASE_PENDING), "pending");
    CHECK_STR(orr_phase_name(ORR_PHASE_PENDING_AGAIN), "pending");
    CHECK_STR(orr_phase_name(ORR_PHASE_POLL), "poll");
    CHECK_STR(orr_phase_name(ORR_PHASE_CLOSING), "closing");
    CHECK_STR(orr_phase_name((orr_phase)77), "unknown");
}
