/*
 * work.c - heavy computing on the thread pool, while the loop stays free. The
 * last piece is taken back before a thread has got to it.
 */
#include <errno.h>
#include <orrery.h>
#include <stdio.h>

enum { PIECES = 8 };

/* A request with what it works on around it. */
typedef struct piece {
    orr_work work;
    int from, to;
    int primes;
} piece;

static piece pieces[PIECES];

static bool is_prime(int n)
{
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n > 1;
}

/* On a thread of the pool: nothing of the loop may be touched here. */
static void count_primes(orr_work *w)
{
    piece *p = (piece *)(void *)w;

    for (int n = p->from; n < p->to; n++)
        p->primes += is_prime(n);
}

/* And here we are on the loop's thread again. */
static void on_done(orr_work *w, int status)
{
    const piece *p = (const piece *)(void *)w;

    if (status == -ECANCELED)
        printf("%7d to %7d: taken back\n", p->from, p->to);
    else
        printf("%7d to %7d: %d primes\n", p->from, p->to, p->primes);
}

int main(void)
{
    orr_loop *loop;

    int err = orr_loop_open(&loop, NULL);
    for (int i = 0; i < PIECES && err == 0; i++) {
        pieces[i].from = i * 100000;
        pieces[i].to = (i + 1) * 100000;
        err = orr_work_queue(loop, &pieces[i].work, count_primes, on_done);
    }
    if (err == 0 && orr_cancel(&pieces[PIECES - 1].work.req) == -EBUSY)
        puts("too late to take the last piece back");
    if (err == 0)
        err = orr_run(loop, ORR_RUN_DEFAULT);
    if (err == 0)
        err = orr_loop_close(loop);
    if (err < 0)
        fprintf(stderr, "work: %s\n", orr_strerror(err));
    return err < 0;
}
