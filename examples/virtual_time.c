/*
 * virtual_time.c - test a retry that waits for hours, in no time.
 *
 * The code under test does not know that it runs on the simulator: it asks the
 * loop for the time and for timers, as always. The clock of the simulator
 * stands still while callbacks run and jumps when there is nothing to do but
 * wait, so a day takes as long as its callbacks do, and is exact.
 */
#include <orrery.h>
#include <stdio.h>

/* ---- The code under test: try, and wait twice as long each time --------- */

typedef struct retry {
    orr_timer timer;
    uint64_t wait_ms;
    int tries;
} retry;

static void say_when(orr_loop *loop, const char *what)
{
    const uint64_t s = orr_now(loop) / 1000;

    printf("%02d:%02d:%02d  %s\n", (int)(s / 3600), (int)(s / 60 % 60),
           (int)(s % 60), what);
}

static void on_try(orr_timer *t)
{
    retry *r = (retry *)(void *)t;
    orr_loop *loop = orr_handle_loop(&t->handle);

    if (++r->tries == 10) {
        say_when(loop, "it works");
        return;
    }
    say_when(loop, "no answer, trying again later");
    r->wait_ms *= 2;
    orr_timer_restart(t, r->wait_ms);
}

/* ---- The test ----------------------------------------------------------- */

int main(void)
{
    const orr_options options = { .backend = "sim" };
    retry r = { .wait_ms = 60 * 1000 };
    orr_loop *loop;

    int err = orr_loop_open(&loop, &options);
    if (err == 0)
        err = orr_timer_start(loop, &r.timer, 0, on_try);
    if (err == 0)
        err = orr_run(loop, ORR_RUN_DEFAULT);
    if (err == 0)
        err = orr_loop_close(loop);
    if (err < 0)
        fprintf(stderr, "virtual_time: %s\n", orr_strerror(err));
    return err < 0;
}
