/* timer.c - say something five times; then nothing is left and it ends. */
#include <orrery.h>
#include <stdio.h>

static int ticks;

static void on_tick(orr_timer *t)
{
    printf("tick %d\n", ++ticks);
    if (ticks == 5)
        orr_timer_stop(t); /* the loop has nothing left and orr_run() returns */
}

int main(void)
{
    orr_timer timer = { 0 }; /* handles are yours, and zeroed before use */
    orr_loop *loop;

    int err = orr_loop_open(&loop, NULL);
    if (err == 0)
        err = orr_timer_start_repeating(loop, &timer, 0, 200, on_tick);
    if (err == 0)
        err = orr_run(loop, ORR_RUN_DEFAULT);
    if (err == 0)
        err = orr_loop_close(loop);
    if (err < 0)
        fprintf(stderr, "timer: %s\n", orr_strerror(err));
    return err < 0;
}
