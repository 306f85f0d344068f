/*
 * outside.c: a program of somebody else, who has the installed header and
 * pkg-config and nothing of this repository. It also compiles as C++.
 */
#include <orrery.h>

#include <stdio.h>

static int fired;

static void count(orr_timer *t)
{
    (void)t;
    fired++;
}

static int failed(const char *what, int err)
{
    fprintf(stderr, "%s: %s\n", what, orr_strerror(err));
    return 1;
}

int main(void)
{
    static orr_timer timer; /* zeroed, as the header asks */
    orr_loop *loop;

    int err = orr_loop_open(&loop, NULL);
    if (err < 0)
        return failed("orr_loop_open", err);
    err = orr_timer_start(loop, &timer, 1, count);
    if (err < 0)
        return failed("orr_timer_start", err);
    err = orr_run(loop, ORR_RUN_DEFAULT);
    if (err < 0)
        return failed("orr_run", err);
    err = orr_loop_close(loop);
    if (err < 0)
        return failed("orr_loop_close", err);
    return fired == 1 ? 0 : failed("the timer did not fire once", 0);
}
