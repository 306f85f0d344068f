/*
 * browser.c - HTML's event loop: which task runs next, frames, idle callbacks.
 *
 *     delayed, by due time      ready, a queue per task source    one turn
 *     [t2, 10 ms][t1, 20 ms]    timers:   t5 -> t7                1. the task
 *              |  when due      messages: m3                         that is
 *              +------------->  DOM:      d4                         ready
 *                               user:     u6                         longest
 *     frames, for the next 60th of a second: f8 -> f9             2. all frames
 *     idle: i10 -> i11                                            3. one idle
 *
 * The standard fixes the order within a source and leaves the choice between
 * sources open. browser_choose() takes the task that became ready first, as
 * Chromium does among tasks of one priority.
 *
 * What must stay true:
 * 1. A task is a function of lib/, its steps. Steps call code of the program by
 *    invoke() only, which goes through the door with the task's record and runs
 *    the microtask checkpoint afterwards. Code of the program that calls
 *    invoke() in turn (dispatchEvent(), click()) is on the stack, so then there
 *    is no checkpoint, and no second record.
 * 2. Frame callbacks are taken all together when the frame begins: what is
 *    requested meanwhile waits for the next frame, what is cancelled meanwhile
 *    does not run.
 * 3. The host knows when something is due: report_due() follows every change.
 */
#include "engine/internal.h"

#include <errno.h>

typedef enum task_source {
    SOURCE_TIMER,
    SOURCE_MESSAGE,
    SOURCE_DOM,
    SOURCE_USER,
    SOURCES,
    NOT_A_TASK /* a frame or an idle callback */
} task_source;

typedef struct task {
    struct task *next;
    engine_record record;
    JSValue steps;
    uint64_t due_ms;
    uint64_t number; /* cancel() knows it by this */
    uint64_t ready;  /* in which order tasks became ready */
    task_source source;
} task;

typedef struct task_queue {
    task *first;
    task **end;
} task_queue;

typedef struct engine__browser {
    task_queue ready[SOURCES];
    task_queue delayed; /* by due time, then by number */
    task_queue frames;
    task_queue idle;
    task_queue current; /* the frames of the frame under way */
    uint64_t last_number;
    uint64_t last_ready;
    uint64_t timers; /* delayed and ready */
    uint64_t frame_ms;    /* when the next frame is due, if one is wanted */
    uint64_t reported_ms; /* to the host */
    const task *running;  /* its steps are on the stack */
    bool in_program;      /* and so is code of the program that they called */
    bool is_closed;       /* no other task, frame or idle callback begins */
} engine__browser;

/* ---- Queues ------------------------------------------------------------- */

static void queue_open(task_queue *q)
{
    q->first = NULL;
    q->end = &q->first;
}

static void add_last(task_queue *q, task *t)
{
    t->next = NULL;
    *q->end = t;
    q->end = &t->next;
}

static task *take_at(task_queue *q, task **at)
{
    task *t = *at;

    *at = t->next;
    if (q->end == &t->next)
        q->end = at;
    return t;
}

static task *take_first(task_queue *q)
{
    return q->first != NULL ? take_at(q, &q->first) : NULL;
}

/* Programs have few timers at a time, so a sorted list serves. */
static void add_delayed(task_queue *q, task *t)
{
    task **at = &q->first;

    while (*at != NULL && (*at)->due_ms <= t->due_ms)
        at = &(*at)->next;
    t->next = *at;
    *at = t;
    if (t->next == NULL)
        q->end = &t->next;
}

static void move_all(task_queue *to, task_queue *from)
{
    task *t;

    while ((t = take_first(from)) != NULL)
        add_last(to, t);
}

static void free_task(engine *e, task *t)
{
    JS_FreeValue(e->ctx, t->steps);
    orr__free(&e->alloc, t);
}

/* ---- What is due -------------------------------------------------------- */

static uint64_t now_ms(engine *e)
{
    return e->world.timer_ms(e->world.ctx);
}

static void make_ready(engine__browser *b, task *t)
{
    t->ready = ++b->last_ready;
    add_last(&b->ready[t->source], t);
}

static void make_due_ready(engine__browser *b, uint64_t now)
{
    while (b->delayed.first != NULL && b->delayed.first->due_ms <= now)
        make_ready(b, take_first(&b->delayed));
}

/* The queue whose task runs next; NULL: nothing is ready. */
static task_queue *browser_choose(engine__browser *b)
{
    task_queue *best = NULL;

    for (int i = 0; i < SOURCES; i++) {
        task_queue *q = &b->ready[i];
        if (q->first != NULL &&
            (best == NULL || q->first->ready < best->first->ready))
            best = q;
    }
    return best;
}

/* The first point of the 60 Hz after `now`: frame k is at k * 50 / 3 ms. */
static uint64_t frame_after(uint64_t now)
{
    const uint64_t k = now * 3 / 50 + 1;

    return (k * 50 + 2) / 3;
}

static uint64_t next_due(engine__browser *b)
{
    uint64_t due = UINT64_MAX;

    if (b->is_closed)
        return due;
    if (browser_choose(b) != NULL || b->idle.first != NULL)
        return 0;
    if (b->delayed.first != NULL)
        due = b->delayed.first->due_ms;
    if (b->frames.first != NULL && b->frame_ms < due)
        due = b->frame_ms;
    return due;
}

static void report_due(engine *e)
{
    engine__browser *b = e->browser;
    const uint64_t due = next_due(b);

    if (due == b->reported_ms)
        return;
    b->reported_ms = due;
    if (e->host.task_due != NULL)
        e->host.task_due(e->host.ctx, due);
}

/* ---- The turn ----------------------------------------------------------- */

static int run_steps(engine *e, task *t, double time)
{
    engine__browser *b = e->browser;
    JSValue arg = JS_NewFloat64(e->ctx, time);

    b->running = t;
    JSValue result = engine__call(e, t->steps, JS_UNDEFINED, 1, &arg);
    b->running = NULL;
    const bool threw = JS_IsException(result);
    if (threw)
        engine__report_pending(e);
    JS_FreeValue(e->ctx, result);
    free_task(e, t);
    return engine__is_stopped(e) ? ENGINE_STOPPED : 0;
}

int engine_run_task(engine *e)
{
    engine__browser *b = e->browser;
    int err = 0;

    if (b == NULL || b->is_closed || engine__is_stopped(e))
        return 0;
    make_due_ready(b, now_ms(e));
    task_queue *q = browser_choose(b);
    if (q != NULL) {
        task *t = take_first(q);
        if (t->source == SOURCE_TIMER)
            b->timers--;
        err = run_steps(e, t, 0);
    }
    report_due(e);
    return err;
}

/* All callbacks of a frame get the same time: the last point of the 60 Hz. */
int engine_run_frame(engine *e)
{
    engine__browser *b = e->browser;
    int err = 0;
    task *t;

    if (b == NULL || b->is_closed || b->frames.first == NULL)
        return 0;
    const uint64_t now = now_ms(e);
    if (b->frame_ms > now)
        return 0;
    const double time = (double)(now * 3 / 50) * 50 / 3;
    move_all(&b->current, &b->frames);
    while (err == 0 && !b->is_closed &&
           (t = take_first(&b->current)) != NULL)
        err = run_steps(e, t, time);
    report_due(e);
    return err;
}

int engine_run_idle(engine *e)
{
    engine__browser *b = e->browser;

    if (b == NULL || b->is_closed || b->idle.first == NULL)
        return 0;
    const uint64_t now = now_ms(e);
    make_due_ready(b, now);
    if (browser_choose(b) != NULL ||
        (b->frames.first != NULL && b->frame_ms <= now))
        return 0;
    uint64_t end = now + 50;
    if (b->delayed.first != NULL && b->delayed.first->due_ms < end)
        end = b->delayed.first->due_ms;
    if (b->frames.first != NULL && b->frame_ms < end)
        end = b->frame_ms;
    const int err = run_steps(e, take_first(&b->idle), (double)end);
    report_due(e);
    return err;
}

/* ---- The binding "browser" ---------------------------------------------- */

static task *make_task(engine *e, JSValueConst steps, task_source source,
                       engine_kind kind)
{
    engine__browser *b = e->browser;
    task *t = orr__alloc(&e->alloc, sizeof *t);

    if (t == NULL) {
        JS_ThrowOutOfMemory(e->ctx);
        return NULL;
    }
    t->steps = JS_DupValue(e->ctx, steps);
    t->source = source;
    t->number = ++b->last_number;
    t->record = (engine_record){
        .kind = (uint8_t)kind,
        .site = e->order.sites ? engine_get_site(e) : 0,
    };
    engine__schedule(e, &t->record);
    return t;
}

static JSValue number_of(engine *e, const task *t)
{
    report_due(e);
    return JS_NewInt64(e->ctx, (int64_t)t->number);
}

/* queueTimer(steps, ms): a number for cancel(). */
static JSValue queue_timer(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine__browser *b = e->browser;
    int64_t ms = 0;
    (void)self;
    (void)argc;

    if (JS_ToInt64(ctx, &ms, argv[1]) < 0)
        return JS_EXCEPTION;
    task *t = make_task(e, argv[0], SOURCE_TIMER, ENGINE_TIMER);
    if (t == NULL)
        return JS_EXCEPTION;
    if (ORR_TRACED(e->trace))
        engine__trace_record(e, ORR_EV_ARM, &t->record, (uint64_t)ms);
    b->timers++;
    t->due_ms = now_ms(e) + (uint64_t)ms;
    if (ms == 0)
        make_ready(b, t);
    else
        add_delayed(&b->delayed, t);
    return number_of(e, t);
}

/* queueTask(steps, source): a number for cancel(). */
static JSValue queue_task(JSContext *ctx, JSValueConst self, int argc,
                          JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    int32_t source = 0;
    (void)self;
    (void)argc;

    if (JS_ToInt32(ctx, &source, argv[1]) < 0)
        return JS_EXCEPTION;
    if (source < 0 || source >= SOURCES)
        return JS_ThrowRangeError(ctx, "there is no such task source");
    task *t = make_task(e, argv[0], (task_source)source, ENGINE_TASK);
    if (t == NULL)
        return JS_EXCEPTION;
    make_ready(e->browser, t);
    return number_of(e, t);
}

/* queueFrame(steps): a number for cancel(). */
static JSValue queue_frame(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine__browser *b = e->browser;
    (void)self;
    (void)argc;

    task *t = make_task(e, argv[0], NOT_A_TASK, ENGINE_FRAME);
    if (t == NULL)
        return JS_EXCEPTION;
    if (b->frames.first == NULL)
        b->frame_ms = frame_after(now_ms(e));
    add_last(&b->frames, t);
    return number_of(e, t);
}

/* queueIdle(steps): a number for cancel(). */
static JSValue queue_idle(JSContext *ctx, JSValueConst self, int argc,
                          JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    (void)self;
    (void)argc;

    task *t = make_task(e, argv[0], NOT_A_TASK, ENGINE_IDLE);
    if (t == NULL)
        return JS_EXCEPTION;
    add_last(&e->browser->idle, t);
    return number_of(e, t);
}

static task *take_number(task_queue *q, uint64_t number)
{
    for (task **at = &q->first; *at != NULL; at = &(*at)->next)
        if ((*at)->number == number)
            return take_at(q, at);
    return NULL;
}

static task *find_number(engine__browser *b, uint64_t number)
{
    task_queue *const others[] = { &b->delayed, &b->frames, &b->current,
                                   &b->idle };
    task *t = NULL;

    for (int i = 0; t == NULL && i < SOURCES; i++)
        t = take_number(&b->ready[i], number);
    for (size_t i = 0; t == NULL && i < sizeof others / sizeof *others; i++)
        t = take_number(others[i], number);
    return t;
}

/* cancel(number): what has run or was cancelled before is left alone. */
static JSValue browser_cancel(JSContext *ctx, JSValueConst self, int argc,
                              JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    int64_t number = 0;
    (void)self;
    (void)argc;

    if (JS_ToInt64(ctx, &number, argv[0]) < 0)
        return JS_EXCEPTION;
    task *t = find_number(e->browser, (uint64_t)number);
    if (t == NULL)
        return JS_UNDEFINED;
    if (t->source == SOURCE_TIMER) {
        e->browser->timers--;
        if (ORR_TRACED(e->trace))
            engine__trace_record(e, ORR_EV_CLEAR, &t->record, 0);
    }
    free_task(e, t);
    report_due(e);
    return JS_UNDEFINED;
}

/* closeTasks(): what is queued does not run, nor what will be. */
static JSValue close_tasks(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    (void)self;
    (void)argc;
    (void)argv;

    e->browser->is_closed = true;
    report_due(e);
    return JS_UNDEFINED;
}

/* What the loop calls: with a record, and a microtask checkpoint after it. */
static void invoke_by_loop(engine *e, JSValueConst fn)
{
    engine__browser *b = e->browser;
    order_call call = { .record = &b->running->record, .fn = fn,
                        .self = JS_UNDEFINED };

    b->in_program = true;
    order__run(e, &call);
    if (!engine__is_stopped(e))
        order__drain(e);
    b->in_program = false;
}

/* invoke(fn): true if the loop has called it; false if code of the program is
 * on the stack, and the caller is to call it. */
static JSValue browser_invoke(JSContext *ctx, JSValueConst self, int argc,
                              JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    (void)self;
    (void)argc;

    if (e->browser->running == NULL || e->browser->in_program)
        return JS_FALSE;
    invoke_by_loop(e, argv[0]);
    return engine__leave_native(e, JS_TRUE);
}

/* now(): milliseconds on the clock of the timers. */
static JSValue browser_now(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return JS_NewInt64(ctx, (int64_t)now_ms(engine__of(ctx)));
}

static int browser_open(engine *e)
{
    engine__browser *b = orr__alloc(&e->alloc, sizeof *b);

    if (b == NULL)
        return -ENOMEM;
    for (int i = 0; i < SOURCES; i++)
        queue_open(&b->ready[i]);
    queue_open(&b->delayed);
    queue_open(&b->frames);
    queue_open(&b->current);
    queue_open(&b->idle);
    b->reported_ms = UINT64_MAX;
    e->browser = b;
    return 0;
}

JSValue engine__browser_binding(engine *e)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("queueTimer", 2, queue_timer),
        JS_CFUNC_DEF("queueTask", 2, queue_task),
        JS_CFUNC_DEF("queueFrame", 1, queue_frame),
        JS_CFUNC_DEF("queueIdle", 1, queue_idle),
        JS_CFUNC_DEF("cancel", 1, browser_cancel),
        JS_CFUNC_DEF("closeTasks", 0, close_tasks),
        JS_CFUNC_DEF("invoke", 1, browser_invoke),
        JS_CFUNC_DEF("now", 0, browser_now),
        JS_PROP_INT32_DEF("MESSAGE", SOURCE_MESSAGE, 0),
        JS_PROP_INT32_DEF("DOM", SOURCE_DOM, 0),
        JS_PROP_INT32_DEF("USER", SOURCE_USER, 0),
    };

    if (e->browser == NULL && browser_open(e) < 0)
        return JS_ThrowOutOfMemory(e->ctx);
    return engine__make_object(e, functions,
                               sizeof functions / sizeof *functions);
}

uint64_t engine__browser_timers(const engine *e)
{
    return e->browser != NULL ? e->browser->timers : 0;
}

static void free_queue(engine *e, task_queue *q)
{
    task *t;

    while ((t = take_first(q)) != NULL)
        free_task(e, t);
}

void engine__browser_close(engine *e)
{
    engine__browser *b = e->browser;

    if (b == NULL)
        return;
    for (int i = 0; i < SOURCES; i++)
        free_queue(e, &b->ready[i]);
    free_queue(e, &b->delayed);
    free_queue(e, &b->frames);
    free_queue(e, &b->current);
    free_queue(e, &b->idle);
    orr__free(&e->alloc, b);
    e->browser = NULL;
}
