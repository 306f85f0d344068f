/*
 * outside.c: a program outside of this repository, compiled with the installed
 * header and pkg-config. It also compiles as C++.
 */
#include <orrery.h>
#include <orrery/event.h>

#include <stdio.h>
#include <string.h>

static int fired, calls;

static void count(orr_timer *t)
{
    (void)t;
    fired++;
}

/* How often a callback of a timer was seen to begin. */
static void listen(void *ctx, const struct orr_event *ev)
{
    const orr_event_type type = (orr_event_type)ev->type;

    (void)ctx;
    if (type == ORR_EV_CALL_BEGIN && ev->kind == ORR_TIMER &&
        strcmp(orr_event_name(type), "cb+") == 0)
        calls++;
}

static int failed(const char *what, int err)
{
    fprintf(stderr, "%s: %s\n", what, orr_strerror(err));
    return 1;
}

int main(void)
{
    static orr_timer timer; /* zeroed, as the header requires */
    static orr_options options;
    orr_loop *loop;

    options.trace = listen;
    int err = orr_loop_open(&loop, &options);
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
    return fired == 1 && calls == 1 ? 0 : failed("it did not fire once", 0);
}
