/*
 * session.c - the beginning and the end of a trace, for each thread that
 * takes part in it.
 *
 *      main thread    trace_open() ............................ trace_end()
 *      a worker            trace_join() .... trace_end()
 *      one that ran before       trace_join() .............. trace__leave()
 *
 * The hub knows the session while it goes on. A recorder holds it, and the last
 * one frees it: a thread that does not look for a while may have a recorder of
 * a session that is over.
 *
 * A worker that ends has its records written at once, and then it is forgotten.
 * If only the last seconds are kept, nothing is written before the end, so the
 * recorder stays with the session until its records are too old.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/thread/channel.h"
#include "bind/trace/words.h"

#define RING_BYTES (256u << 10) /* of a trace that is written */
/* Of one whose last part is kept; a worker's is smaller, as there may be many.
 * Only the pages that were written to take memory. */
#define RING_BYTES_KEPT (64u << 20)
#define RING_BYTES_KEPT_WORKER (8u << 20)
#define TEXT_BYTES (192u << 10)

static runtime *runtime_at(orr_link *link)
{
    return (runtime *)((uintptr_t)link - offsetof(runtime, hub_link));
}

static trace_recorder *recorder_at(orr_link *link)
{
    return (trace_recorder *)(void *)link;
}

/* ---- Sessions ----------------------------------------------------------- */

static void free_recorder(trace_recorder *t)
{
    trace__places_close(t);
    free(t->ring.bytes);
    free(t->name);
    free(t);
}

static void session_release(trace_session *s)
{
    if (s == NULL || atomic_fetch_sub(&s->holders, 1) > 1)
        return;
    while (!orr__list_empty(&s->recorders)) {
        trace_recorder *t = recorder_at(s->recorders.next);
        orr__list_remove(&t->link);
        free_recorder(t);
    }
    trace__sources_close(s);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->writer.lock);
    pthread_cond_destroy(&s->writer.wake);
    free(s->filter);
    free(s->cwd);
    free(s->text.bytes);
    free(s);
}

static char *copy_cwd(runtime *r)
{
    char *path, *copy;

    if (orr_cwd(r->loop, &path) < 0)
        return NULL;
    copy = strdup(path);
    orr_free(r->loop, path);
    return copy;
}

static void set_facts(trace_session *s, runtime *r,
                      const runtime_trace *settings)
{
    s->sink = settings->sink;
    s->options = &r->options;
    s->profile = r->profile->name;
    s->backend = orr_backend_name(r->loop);
    s->cwd = copy_cwd(r);
    s->keep_us = settings->keep_ms * 1000;
    s->end_ms = settings->end_ms;
    s->groups = settings->filter ? trace__groups(settings->filter) : ~0u;
    s->wanted = trace__wanted(s->groups);
    s->filter = settings->filter ? strdup(settings->filter) : NULL;
    s->base_ms = r->base_ms;
    s->start_us = s->base_ms * 1000; /* one clock: both are the monotonic one */
    s->is_virtual = orr_is_virtual(r->loop);
}

/* Held once, for the caller. */
static int make_session(runtime *r, const runtime_trace *settings,
                        trace_session **out)
{
    trace_session *s = calloc(1, sizeof *s);

    if (s == NULL)
        return -ENOMEM;
    atomic_init(&s->holders, 1);
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->writer.lock, NULL);
    pthread_cond_init(&s->writer.wake, NULL);
    orr__list_init(&s->recorders);
    set_facts(s, r, settings);
    trace__lines_init(s);
    s->text =
        (trace_text){ .bytes = malloc(TEXT_BYTES), .capacity = TEXT_BYTES };
    if (s->text.bytes == NULL ||
        (settings->filter != NULL && s->filter == NULL)) {
        session_release(s);
        return -ENOMEM;
    }
    *out = s;
    return 0;
}

/* ---- Recorders ---------------------------------------------------------- */

static size_t ring_size(const runtime *r, const trace_session *s)
{
    return s->keep_us == 0        ? RING_BYTES
           : r->options.is_worker ? RING_BYTES_KEPT_WORKER
                                  : RING_BYTES_KEPT;
}

static trace_recorder *make_recorder(runtime *r, trace_session *s)
{
    const size_t size = ring_size(r, s);
    trace_recorder *t = calloc(1, sizeof *t);
    char *bytes = malloc(size);

    if (t == NULL || bytes == NULL) {
        free(t);
        free(bytes);
        return NULL;
    }
    orr__ring_init(&t->ring, bytes, size);
    t->session = s;
    t->r = r;
    t->thread = r->options.thread_id;
    t->loop = (uint32_t)(r->main.id >> TRACE_ID_BITS);
    t->name = r->options.thread_name ? strdup(r->options.thread_name) : NULL;
    return t;
}

/* With the lock held. Of a worker that is gone, and was gone before what is
 * kept, nothing is of use any more. */
static void drop_forgotten(trace_session *s, uint64_t now_us)
{
    for (orr_link *l = s->recorders.next, *next; l != &s->recorders; l = next) {
        trace_recorder *t = recorder_at(l);
        next = l->next;
        if (t->r != NULL || t->written.rt_us + s->keep_us > now_us)
            continue;
        orr__list_remove(l);
        free_recorder(t);
        s->is_partial = true;
    }
}

/* The recorder takes over the caller's hold on the session. */
static int session_enter(runtime *r, trace_session *s)
{
    trace_recorder *t = make_recorder(r, s);

    if (t == NULL)
        return -ENOMEM;
    pthread_mutex_lock(&s->lock);
    if (!s->is_virtual)
        drop_forgotten(s, s->sink.now_us(s->sink.ctx) - s->start_us);
    orr__list_add_last(&s->recorders, &t->link);
    pthread_mutex_unlock(&s->lock);
    r->trace.recorder = t;
    return 0;
}

/* The first record of a worker; `from` is who has started it. */
static void put_start(runtime *r, trace_recorder *t)
{
    const trace_key from = r->trace.from;
    trace_record record = { .type = TRACE_TYPE_THREAD_START,
                            .id = trace_key_id(from),
                            .value = trace_key_thread(from) };

    if (record.id != 0)
        record.flags = TRACE_FROM;
    if (t->thread != 0)
        trace__put(t, &record, t->name ? t->name : "",
                   t->name ? strlen(t->name) : 0);
}

void trace__leave(runtime *r)
{
    trace_recorder *t = r->trace.recorder;
    trace_session *s = t->session;

    r->trace.recorder = NULL;
    r->trace.last = trace_key_of(t->thread, t->last);
    runtime_unlisten(r);
    pthread_mutex_lock(&s->lock);
    t->r = NULL;
    t->written.rt_us =
        s->is_virtual ? 0 : s->sink.now_us(s->sink.ctx) - s->start_us;
    const bool is_kept = s->keep_us > 0 && !atomic_load(&s->is_over);
    if (!is_kept)
        orr__list_remove(&t->link);
    if (s->current == t)
        s->current = NULL;
    pthread_mutex_unlock(&s->lock);
    if (!is_kept)
        free_recorder(t);
    session_release(s);
}

/* ---- Writing ------------------------------------------------------------ */

void trace__flush(trace_session *s)
{
    pthread_mutex_lock(&s->lock);
    trace__write_all(s);
    pthread_mutex_unlock(&s->lock);
}

/* A sixteenth of the ring at a time, so that the lock is taken rarely. */
static void drop_oldest(trace_recorder *t)
{
    const uint64_t tail = orr__ring_tail(&t->ring);
    const uint64_t until = atomic_load(&t->ring.head) + t->ring.capacity / 16;
    const trace_record *first;

    while (atomic_load(&t->ring.head) < until &&
           (first = orr__ring_first(&t->ring, tail)) != NULL)
        orr__ring_drop(&t->ring, first);
    t->written.is_cut = true;
}

void trace__free_space(trace_recorder *t)
{
    trace_session *s = t->session;

    pthread_mutex_lock(&s->lock);
    if (s->keep_us > 0)
        drop_oldest(t);
    else
        trace__write_all(s);
    pthread_mutex_unlock(&s->lock);
}

/* ---- The hub ------------------------------------------------------------ */

/* The session that goes on, held for the caller; or NULL. */
static trace_session *session_of(channel_hub *hub)
{
    pthread_mutex_lock(&hub->lock);
    trace_session *s = hub->trace;
    if (s != NULL)
        atomic_fetch_add(&s->holders, 1);
    pthread_mutex_unlock(&hub->lock);
    return s;
}

static void set_session(channel_hub *hub, trace_session *s)
{
    pthread_mutex_lock(&hub->lock);
    hub->trace = s;
    for (orr_link *l = hub->runtimes.next; s != NULL && l != &hub->runtimes;
         l = l->next)
        runtime_wake(runtime_at(l));
    pthread_mutex_unlock(&hub->lock);
}

/* ---- Start and stop ----------------------------------------------------- */

int trace_open(runtime *r, const runtime_trace *settings, bool is_partial)
{
    trace_session *s;
    int err = make_session(r, settings, &s);

    if (err < 0)
        return err;
    s->is_partial = is_partial;
    err = session_enter(r, s);
    if (err < 0) {
        session_release(s);
        return err;
    }
    if (s->keep_us == 0)
        trace__write_header(s);
    trace__writer_start(s);
    set_session(r->hub, s);
    return 0;
}

bool trace_will_join(runtime *r)
{
    if (r->options.is_worker)
        r->trace.joins = session_of(r->hub);
    return r->trace.joins != NULL;
}

void trace_wont_join(runtime *r)
{
    session_release(r->trace.joins);
    r->trace.joins = NULL;
}

/* A thread that has joined one that is over leaves it first. */
int trace_join(runtime *r, bool is_partial)
{
    trace_session *s =
        r->trace.joins != NULL ? r->trace.joins : session_of(r->hub);

    r->trace.joins = NULL;
    if (s == NULL)
        return 0;
    if (trace_is_on(r) && r->trace.recorder->session != s)
        trace__leave(r);
    const int err = trace_is_on(r) ? -EALREADY : session_enter(r, s);
    if (err < 0) {
        session_release(s);
        return err == -EALREADY ? 0 : err;
    }
    if (is_partial)
        r->trace.from = 0;
    put_start(r, r->trace.recorder);
    return 0;
}

void trace_flush(runtime *r)
{
    if (trace_is_on(r) && r->trace.recorder->session->keep_us == 0)
        trace__flush(r->trace.recorder->session);
}

/* The session ends with this record. */
static void session_finish(runtime *r, trace_record *last)
{
    trace_session *s = r->trace.recorder->session;

    set_session(r->hub, NULL);
    trace__end_open(r->trace.recorder);
    trace__put(r->trace.recorder, last, NULL, 0);
    trace__writer_stop(s);
    trace__flush(s);
    if (s->sink.close != NULL)
        s->sink.close(s->sink.ctx);
    trace__leave(r);
}

/* A build that takes everything down calls more after this, finalizers at
 * least; but the program is over. */
void trace_end(runtime *r)
{
    const bool is_worker = r->options.is_worker;
    trace_record last = {
        .type = is_worker ? TRACE_TYPE_THREAD_EXIT : TRACE_TYPE_EXIT,
        .value = (uint64_t)r->exit_code,
    };

    if (!trace_is_on(r))
        return;
    if (!is_worker) {
        session_finish(r, &last);
        return;
    }
    trace__end_open(r->trace.recorder);
    trace__put(r->trace.recorder, &last, NULL, 0);
    trace_flush(r);
    trace__leave(r);
}

void trace_stop(runtime *r)
{
    trace_record last = { .type = TRACE_TYPE_STOP };

    if (trace_is_on(r) && r->options.is_worker)
        trace__leave(r);
    else if (trace_is_on(r))
        session_finish(r, &last);
}
