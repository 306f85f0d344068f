/*
 * settle.c - how often a loop waits for files that were asked for together, as
 * a back end sees it that does nothing but count.
 */
#include <errno.h>

#include "loop/internal.h"
#include "test.h"

typedef struct counter {
    orr__poll base;
    int waits; /* that were for any time at all */
    int answer;
    uint64_t max_ns;
} counter;

static int settle(orr__poll *p, uint64_t max_ns)
{
    counter *c = (counter *)(void *)p;

    c->max_ns = max_ns;
    if (max_ns == 0)
        return -EAGAIN;
    c->waits++;
    return c->answer;
}

static uint64_t clock_ns(orr__poll *p, orr__clock_id which)
{
    (void)p;
    (void)which;
    return 5000;
}

static const orr__poll_table table = { .settle = settle, .clock = clock_ns };

static int count_waits(orr_loop *loop, counter *c, int times)
{
    const int before = c->waits;

    for (int i = 0; i < times; i++)
        orr__settle(loop, ORR__FOREVER);
    return c->waits - before;
}

TEST_PLAIN(a_pool_that_is_slow_again_and_again_is_waited_for_ever_more_rarely)
{
    static orr_loop loop;
    counter c = { .answer = 0 };
    int passed_over = 0;

    loop.table = &table;
    loop.poll = &c.base;
    CHECK_INT(count_waits(&loop, &c, 4), 4);
    CHECK_INT(count_waits(&loop, &c, 3), 1);    /* two are passed over, */
    CHECK_INT(count_waits(&loop, &c, 5), 1);    /* then four, */
    CHECK(count_waits(&loop, &c, 5000) < 12);   /* up to 1024 */
    c.answer = 1;
    while (count_waits(&loop, &c, 1) == 0)
        passed_over++;
    CHECK(passed_over <= 1024);
    CHECK_INT(count_waits(&loop, &c, 5), 5);
}

TEST_PLAIN(a_loop_does_not_wait_for_files_beyond_its_deadline)
{
    static orr_loop loop;
    counter c = { .answer = 1 };

    loop.table = &table;
    loop.poll = &c.base;
    orr__settle(&loop, 5000);
    CHECK_INT(c.waits, 0);
    orr__settle(&loop, 5700);
    CHECK_INT(c.max_ns, 700);
    orr__settle(&loop, ORR__FOREVER);
    CHECK_INT(c.max_ns, 1000000);
}
