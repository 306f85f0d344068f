/*
 * ending.c - see ending.h.
 *
 * SIGINT, SIGTERM and SIGHUP end a program that has no listener for them at
 * once, and what was not written of its trace is lost. So while a trace is
 * taken, they interrupt the program instead: it stops at its next safe point,
 * the trace is completed, and the exit code is 128 plus the signal number, as
 * in a shell. A second signal ends the process as usual. A program that has a
 * listener gets the signal as usual: the loop's handler replaces this one.
 */
#include "cli/ending.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/time.h>

static _Atomic(runtime *) running;
static uint64_t limit_ms;

static void on_signal(int signum)
{
    runtime *r = atomic_load(&running);

    if (r != NULL)
        runtime_interrupt(r, signum == SIGALRM ? 0 : 128 + signum);
}

/* SA_RESETHAND: the next one is not caught. */
static void catch (int signum)
{
    struct sigaction old;
    struct sigaction sa = { .sa_handler = on_signal,
                            .sa_flags = (int)(SA_RESTART | SA_RESETHAND) };

    sigfillset(&sa.sa_mask);
    if (sigaction(signum, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        sigaction(signum, &sa, NULL);
}

void ending_set_limit(uint64_t ms)
{
    limit_ms = ms;
}

void ending_begin(runtime *r)
{
    const struct itimerval t = {
        .it_value = { .tv_sec = (time_t)(limit_ms / 1000),
                      .tv_usec = (suseconds_t)(limit_ms % 1000 * 1000) }
    };

    runtime_allow_interrupt(r);
    atomic_store(&running, r);
    catch (SIGINT);
    catch (SIGTERM);
    catch (SIGHUP);
    if (limit_ms == 0)
        return;
    catch (SIGALRM);
    setitimer(ITIMER_REAL, &t, NULL);
}

void ending_end(void)
{
    atomic_store(&running, NULL);
}
