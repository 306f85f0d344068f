/*
 * writer.c - the thread that writes a trace while the program's threads record.
 *
 *      loop     record record record   poll: enough? --- wake ---+
 *      writer                                                    lines, the
 * sink
 *
 * To make lines of records, and to write them, takes two thirds as long as to
 * record: the thread of a loop is spared that. It only looks, before a poll,
 * whether there is something to write, which is a call of the kernel for some
 * hundred records at most. Whoever finds its ring full still writes by itself,
 * as all do where there is no such thread: on the simulator, where one thread
 * runs at a time; if only the last seconds are kept; on a single processor,
 * where to change from one to the other costs more; if the system has no more
 * threads.
 *
 * The thread belongs to nobody's loop: the program does not see it, and what
 * it does is done with the lock of the session held.
 */
#include "bind/bind.h"
#include "bind/trace/trace.h"

static void *writer_main(void *arg)
{
    trace_session *s = arg;
    trace_writer *w = &s->writer;

    pthread_mutex_lock(&w->lock);
    while (!w->is_over) {
        if (!atomic_exchange(&w->is_woken, false)) {
            pthread_cond_wait(&w->wake, &w->lock);
            continue;
        }
        pthread_mutex_unlock(&w->lock);
        trace__flush(s);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

void trace__writer_start(trace_session *s)
{
    if (s->is_virtual || s->keep_us > 0 || s->sink.thread_start == NULL)
        return;
    s->writer.is_there = s->sink.thread_start(s->sink.ctx, writer_main, s) == 0;
}

/* The lock is held for a moment only, here and there. */
void trace__writer_wake(trace_session *s)
{
    trace_writer *w = &s->writer;

    if (atomic_exchange(&w->is_woken, true))
        return;
    pthread_mutex_lock(&w->lock);
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
}

void trace__writer_stop(trace_session *s)
{
    trace_writer *w = &s->writer;

    if (!w->is_there)
        return;
    pthread_mutex_lock(&w->lock);
    w->is_over = true;
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
    s->sink.thread_join(s->sink.ctx);
}
