/*
 * jobs.c - the queues of promise jobs. Jobs lie one after the other in chunks,
 * each with its arguments, so that a job costs no block of its own.
 *
 *     queue -> chunk [ job job job ] -> chunk [ job ... ]
 *              first ^          end ^
 *
 * A context may have a queue of its own (microtaskMode of node:vm), and
 * callbacks of FinalizationRegistry one beside the runtime's. A job carries the
 * async context in which it was made; js_execute_first() restores it around the
 * call. The chunk that was used up last is used again from its start.
 */

static inline uint32_t js_async_site(JSRuntime *rt)
{
    return unlikely(rt->async_site) ? rt->async_site(rt->async_site_opaque) : 0;
}

static no_inline JSJobChunk *js_new_job_chunk(JSContext *ctx, JSJobQueue *q,
                                              size_t size)
{
    JSJobChunk *chunk;

    if (size < JS_JOB_CHUNK_SIZE)
        size = JS_JOB_CHUNK_SIZE;
    chunk = js_malloc(ctx, sizeof(*chunk) + size);
    if (!chunk)
        return NULL;
    chunk->next = NULL;
    chunk->first = 0;
    chunk->end = 0;
    chunk->size = size;
    if (q->last)
        q->last->next = chunk;
    else
        q->first = chunk;
    q->last = chunk;
    return chunk;
}

#ifdef JS_CHECK_PENDING
/* Is each job between the ends of its chunk, and are they counted? Looked at
   when their number is a power of two, since it walks through all. */
static void js_verify_jobs(const JSJobQueue *q)
{
    size_t count = 0;

    if (q->count & (q->count - 1))
        return;
    for (const JSJobChunk *c = q->first; c; c = c->next) {
        uint32_t at = c->first;
        while (at < c->end) {
            const JSJobEntry *e = (const JSJobEntry *)(c->jobs + at);
            at += sizeof(*e) + e->argc * sizeof(JSValue);
            count++;
        }
        if (at != c->end || c->end > c->size || (!c->next && c != q->last))
            abort();
    }
    if (count != q->count)
        abort();
}
#else
#define js_verify_jobs(q) ((void)0)
#endif

/* return 0 if OK, < 0 if exception */
static force_inline int js_enqueue_job(JSContext *ctx, JSJobQueue *q,
                                       JSJobFunc *job_func, int argc,
                                       JSValueConst *argv,
                                       JSValueConst async_context,
                                       uint64_t async_cause,
                                       uint32_t async_site)
{
    JSRuntime *rt = ctx->rt;
    JSJobChunk *chunk = q->last;
    size_t size = sizeof(JSJobEntry) + argc * sizeof(JSValue);
    JSJobEntry *e;
    int i;

    assert(!rt->in_free);

    if (unlikely(!chunk || chunk->size - chunk->end < size)) {
        chunk = js_new_job_chunk(ctx, q, size);
        if (!chunk)
            return -1;
    }
    e = (JSJobEntry *)(chunk->jobs + chunk->end);
    chunk->end += size;
    q->count++;
    e->ctx = ctx;
    e->job_func = job_func;
    e->async_context = js_dup(async_context);
    e->async_cause = async_cause;
    e->async_trigger = rt->async_id;
    e->async_site = async_site;
    e->argc = argc;
    for (i = 0; i < argc; i++) {
        e->argv[i] = js_dup(argv[i]);
    }
    js_verify_jobs(q);
    return 0;
}

/* the oldest job; there is one */
static inline JSJobEntry *js_first_job(JSRuntime *rt, JSJobQueue *q)
{
    JSJobChunk *chunk = q->first;

    if (unlikely(chunk->first == chunk->end)) {
        /* used up, but the next one was there already */
        q->first = chunk->next;
        js_free_rt(rt, chunk);
        chunk = q->first;
    }
    return (JSJobEntry *)(chunk->jobs + chunk->first);
}

/* Forget the oldest job. Its memory may be the next one's from now on. */
static inline void js_drop_first_job(JSJobQueue *q, const JSJobEntry *e)
{
    JSJobChunk *chunk = q->first;

    chunk->first += sizeof(*e) + e->argc * sizeof(JSValue);
    q->count--;
    if (chunk->first == chunk->end && !chunk->next)
        chunk->first = chunk->end = 0;
    js_verify_jobs(q);
}

static inline JSJobQueue *js_jobs_of(JSContext *ctx)
{
    return unlikely(ctx->own_jobs) ? ctx->own_jobs : &ctx->rt->jobs;
}

int JS_EnqueueJob(JSContext *ctx, JSJobFunc *job_func, int argc,
                  JSValueConst *argv)
{
    return js_enqueue_job(ctx, js_jobs_of(ctx), job_func, argc, argv,
                          ctx->rt->async_context, ctx->rt->async_id,
                          js_async_site(ctx->rt));
}

bool JS_IsJobPending(JSRuntime *rt)
{
    return rt->jobs.count != 0;
}

bool JS_GetPendingJob(JSRuntime *rt, JSPendingJob *job)
{
    JSJobEntry *e;

    if (rt->jobs.count == 0)
        return false;
    e = js_first_job(rt, &rt->jobs);
    js_copy_halves(&job->async_context, &e->async_context);
    job->cause = e->async_cause;
    job->trigger = e->async_trigger;
    job->site = e->async_site;
    return true;
}

size_t JS_CountPendingJobs(JSRuntime *rt)
{
    return rt->jobs.count;
}

JSContext *JS_GetPendingJobContext(JSRuntime *rt)
{
    return rt->jobs.count != 0 ? js_first_job(rt, &rt->jobs)->ctx : NULL;
}

static force_inline int js_execute_first(JSRuntime *rt, JSJobQueue *q,
                                         JSContext **pctx)
{
    JSContext *ctx;
    JSJobEntry *e;
    JSJobFunc *job_func;
    JSValue few[5], *argv = few, res, outer_context;
    int i, argc, ret;

    if (q->count == 0) {
        *pctx = NULL;
        return 0;
    }
    if (unlikely(js_is_stopping(rt))) {
        *pctx = js_first_job(rt, q)->ctx;
        return -1;
    }

    /* The job leaves the queue before it runs, with all that it holds: another
       one may be queued in its place. */
    e = js_first_job(rt, q);
    ctx = e->ctx;
    job_func = e->job_func;
    argc = e->argc;
    if (unlikely(argc > countof(few)))
        argv = alloca(argc * sizeof(*argv));
    for (i = 0; i < argc; i++)
        js_copy_halves(&argv[i], &e->argv[i]);
    outer_context = rt->async_context;
    /* moved, freed by the next call */
    js_copy_halves(&rt->async_context, &e->async_context);
    js_drop_first_job(q, e);
    JS_DupContext(ctx); /* an async function that ends may be its last owner */
    res = job_func(ctx, argc, vc(argv));
    if (unlikely(js_must_look(rt)))
        res = js_leave_native(ctx, res);
    if (JS_VALUE_HAS_REF_COUNT(rt->async_context))
        JS_FreeValueRT(rt, rt->async_context);
    js_copy_halves(&rt->async_context, &outer_context);
    for (i = 0; i < argc; i++)
        js_free_inline(rt, argv[i]);
    ret = JS_IsException(res) ? -1 : 1;
    js_free_inline(rt, res);
    *pctx = JS_REF_COUNT(ctx) > 1 ? ctx : NULL;
    JS_FreeContext(ctx);
    return ret;
}

static void js_free_jobs(JSRuntime *rt, JSJobQueue *q)
{
    JSJobEntry *e;
    int i;

    while (q->count != 0) {
        e = js_first_job(rt, q);
        for (i = 0; i < e->argc; i++)
            JS_FreeValueRT(rt, e->argv[i]);
        JS_FreeValueRT(rt, e->async_context);
        js_drop_first_job(q, e);
    }
    js_free_rt(rt, q->first);
    q->first = q->last = NULL;
}

/* return < 0 if exception, 0 if no job pending, 1 if a job was
   executed successfully. the context of the job is stored in '*pctx' */
int JS_ExecutePendingJob(JSRuntime *rt, JSContext **pctx)
{
    return js_execute_first(rt, &rt->jobs, pctx);
}

int JS_SetOwnJobs(JSContext *ctx)
{
    if (ctx->own_jobs)
        return 0;
    ctx->own_jobs = js_mallocz(ctx, sizeof(*ctx->own_jobs));
    if (!ctx->own_jobs)
        return -1;
    ctx->rt->own_job_queues++;
    return 0;
}

int JS_ExecuteOwnJob(JSContext *ctx)
{
    JSContext *job_ctx;

    if (!ctx->own_jobs)
        return 0;
    return js_execute_first(ctx->rt, ctx->own_jobs, &job_ctx);
}

static void js_mark_jobs(JSRuntime *rt, JSJobQueue *q, JS_MarkFunc *mark_func)
{
    JSJobChunk *chunk;
    JSJobEntry *e;
    uint32_t at;
    int i;

    for (chunk = q->first; chunk; chunk = chunk->next) {
        for (at = chunk->first; at < chunk->end;
             at += sizeof(*e) + e->argc * sizeof(JSValue)) {
            e = (JSJobEntry *)(chunk->jobs + at);
            JS_MarkValue(rt, e->async_context, mark_func);
            for (i = 0; i < e->argc; i++)
                JS_MarkValue(rt, e->argv[i], mark_func);
        }
    }
}

static void js_free_own_jobs(JSContext *ctx)
{
    if (!ctx->own_jobs)
        return;
    js_free_jobs(ctx->rt, ctx->own_jobs);
    js_free_rt(ctx->rt, ctx->own_jobs);
    ctx->own_jobs = NULL;
    ctx->rt->own_job_queues--;
}

void JS_SetCleanupTasks(JSRuntime *rt, bool enable)
{
    rt->cleanup_tasks = enable;
}

bool JS_IsCleanupPending(JSRuntime *rt)
{
    return rt->cleanups.count != 0;
}

int JS_ExecutePendingCleanup(JSRuntime *rt, JSContext **pctx)
{
    return js_execute_first(rt, &rt->cleanups, pctx);
}
