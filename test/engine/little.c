/*
 * little.c - see little.h. The loop turns in Node's order: due timers, the
 * check phase, due timers; and time jumps to the next timer when nothing else
 * is left to do.
 */
#include "little.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The door ----------------------------------------------------------- */

static void schedule(void *ctx, engine_record *record)
{
    little *l = ctx;

    record->id = ++l->last_id;
    if (record->cause == 0)
        record->cause = l->running;
}

static uint64_t next_id(void *ctx)
{
    return ++((little *)ctx)->last_id;
}

static void note_call(little *l, const engine_record *record, bool threw)
{
    if (!l->keep_calls)
        return;
    l->calls =
        test_resize(NULL, l->calls, (l->call_count + 1) * sizeof *l->calls);
    l->calls[l->call_count++] = (little_call){ *record, l->depth, threw };
}

static bool call(void *ctx, const engine_record *record, engine_call_fn *fn,
                 void *arg)
{
    little *l = ctx;
    const uint64_t outer = l->running;
    const bool outer_threw = l->threw;

    const uint64_t id = record->id;
    l->running = id;
    l->threw = false;
    l->depth++;
    note_call(l, record, false);
    fn(arg);
    const bool threw = l->threw;
    if (l->depth == 1 && !threw && engine_is_drain_due(l->e))
        engine_drain(l->e);
    l->depth--;
    l->threw = outer_threw;
    l->running = outer;
    return threw;
}

static void threw(void *ctx)
{
    ((little *)ctx)->threw = true;
}

static uint64_t running(void *ctx)
{
    return ((little *)ctx)->running;
}

/* ---- The world ---------------------------------------------------------- */

static uint64_t clock_ns(void *ctx)
{
    return ((little *)ctx)->now_ms * 1000000;
}

static uint64_t wall_ns(void *ctx)
{
    return (1700000000000u + ((little *)ctx)->now_ms) * 1000000;
}

static uint64_t timer_ms(void *ctx)
{
    return ((little *)ctx)->now_ms;
}

static int random_bytes(void *ctx, void *out, size_t len)
{
    little *l = ctx;
    unsigned char *bytes = out;

    for (size_t i = 0; i < len; i++)
        bytes[i] = (unsigned char)orr__random_next(&l->seed);
    return 0;
}

static int park(void *ctx, const void *place, size_t size, int64_t value,
                int64_t timeout_ns)
{
    little *l = ctx;

    if (size != sizeof(int32_t) || *(const int32_t *)place != value)
        return -EAGAIN;
    if (timeout_ns < 0)
        return -EPERM;
    l->now_ms += (uint64_t)timeout_ns / 1000000;
    return -ETIMEDOUT;
}

static int unpark(void *ctx, const void *place, uint32_t n)
{
    (void)ctx;
    (void)place;
    (void)n;
    return 0;
}

/* ---- The host ----------------------------------------------------------- */

static void arm_timer(void *ctx, uint64_t delay_ms)
{
    little *l = ctx;

    l->timer_armed = true;
    l->timer_due = l->now_ms + delay_ms;
}

static void ref_timer(void *ctx, bool any)
{
    ((little *)ctx)->timer_ref = any;
}

static void ref_immediates(void *ctx, bool any)
{
    ((little *)ctx)->immediate_ref = any;
}

static JSValue global_function(little *l, const char *name)
{
    JSValue global = JS_GetGlobalObject(l->e->ctx);
    JSValue fn = JS_GetPropertyStr(l->e->ctx, global, name);

    JS_FreeValue(l->e->ctx, global);
    return fn;
}

static int uncaught(void *ctx, napi_value error, engine_origin origin)
{
    little *l = ctx;
    JSContext *js = l->e->ctx;
    JSValue fn = global_function(l, "onUncaught");
    int handled = 0;

    JS_FreeValue(js, l->last_error);
    l->last_error = JS_DupValue(js, engine__value(error));
    if (JS_IsFunction(js, fn)) {
        JSValueConst args[2] = {
            engine__value(error),
            JS_NewBool(js, origin == ENGINE_ORIGIN_REJECTION),
        };
        JSValue result = JS_Call(js, fn, JS_UNDEFINED, 2, args);
        handled = !JS_IsException(result);
        if (!handled)
            JS_FreeValue(js, JS_GetException(js));
        JS_FreeValue(js, result);
    }
    JS_FreeValue(js, fn);
    if (!handled)
        l->exit_code = 1;
    return handled;
}

static int rejection(void *ctx, engine_rejection kind, napi_value promise,
                     napi_value reason)
{
    little *l = ctx;
    JSContext *js = l->e->ctx;
    JSValue fn = global_function(l, "onRejection");
    (void)promise;

    if (!JS_IsFunction(js, fn)) {
        JS_FreeValue(js, fn);
        if (kind != ENGINE_UNHANDLED)
            return 0;
        return engine_report(l->e, reason, ENGINE_ORIGIN_REJECTION);
    }
    JSValueConst args[2] = { engine__value(reason),
                             JS_NewBool(js, kind == ENGINE_HANDLED_LATE) };
    JSValue result = JS_Call(js, fn, JS_UNDEFINED, 2, args);
    JS_FreeValue(js, fn);
    JS_FreeValue(js, result);
    return JS_IsException(result) ? ENGINE_THREW : 0;
}

/* ---- The program's own functions ---------------------------------------- */

static void say(little *l, const char *word, size_t len)
{
    l->out = test_resize(NULL, l->out, l->out_len + len + 2);
    if (l->out_len > 0)
        l->out[l->out_len++] = ' ';
    memcpy(l->out + l->out_len, word, len);
    l->out_len += len;
    l->out[l->out_len] = 0;
}

static little *of(JSContext *ctx)
{
    return engine__of(ctx)->host.ctx;
}

static JSValue js_log(JSContext *ctx, JSValueConst self, int argc,
                      JSValueConst *argv)
{
    (void)self;
    for (int i = 0; i < argc; i++) {
        size_t len;
        const char *word = JS_ToCStringLen(ctx, &len, argv[i]);
        if (word == NULL)
            return JS_EXCEPTION;
        say(of(ctx), word, len);
        JS_FreeCString(ctx, word);
    }
    return JS_UNDEFINED;
}

static JSValue js_spin(JSContext *ctx, JSValueConst self, int argc,
                       JSValueConst *argv)
{
    int64_t ms = 0;
    (void)self;

    if (argc > 0 && JS_ToInt64(ctx, &ms, argv[0]) < 0)
        return JS_EXCEPTION;
    of(ctx)->now_ms += (uint64_t)ms;
    return JS_UNDEFINED;
}

static JSValue js_stop(JSContext *ctx, JSValueConst self, int argc,
                       JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    (void)self;
    (void)argc;
    (void)argv;

    engine_stop(e);
    return engine__leave_native(e, JS_UNDEFINED);
}

static void add_globals(little *l)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("log", 1, js_log),
        JS_CFUNC_DEF("spin", 1, js_spin),
        JS_CFUNC_DEF("stop", 0, js_stop),
    };
    JSContext *js = l->e->ctx;
    JSValue global = JS_GetGlobalObject(js);
    napi_value order;

    JS_SetPropertyFunctionList(js, global, functions,
                               sizeof functions / sizeof *functions);
    CHECK_INT(engine_get_binding(l->e, "order", &order), 0);
    JS_SetPropertyStr(js, global, "order",
                      JS_DupValue(js, engine__value(order)));
    JS_FreeValue(js, global);
    CHECK_INT(little_start(l, "Object.assign(globalThis, order);"
                              "for (const k of "
                              "Object.getOwnPropertyNames(order))"
                              "    globalThis[k] = order[k];"),
              0);
}

/* ---- Life --------------------------------------------------------------- */

static void close_late(void *arg)
{
    little *l = arg;

    if (l->depth > 0) {
        test_excuse_leaks();
        return;
    }
    little_close(l);
}

static engine_options default_options(little *l)
{
    return (engine_options){
        .door = { l, schedule, call, threw, running, next_id },
        .world = { l, clock_ns, wall_ns, timer_ms, random_bytes, park, unpark },
        .host = { l, arm_timer, ref_timer, ref_immediates, uncaught,
                  rejection },
        .allocator = { NULL, test_resize },
    };
}

void little_open(little *l, void (*change)(engine_options *o))
{
    *l = (little){ .now_ms = 1000, .seed = test_seed() };
    l->options = default_options(l);
    if (change != NULL)
        change(&l->options);
    CHECK_INT(engine_create(&l->options, &l->e), 0);
    test_cleanup(close_late, l);
    add_globals(l);
    little_said(l);
}

void little_close(little *l)
{
    test_cleanup_cancel(close_late, l);
    if (l->e != NULL) {
        JS_FreeValue(l->e->ctx, l->last_error);
        CHECK_INT(engine_destroy(l->e), 0);
    }
    l->e = NULL;
    test_resize(NULL, l->out, 0);
    test_resize(NULL, l->calls, 0);
    l->out = NULL;
    l->calls = NULL;
}

/* ---- Running ------------------------------------------------------------ */

typedef struct step {
    little *l;
    engine_code *code;
    int result;
} step;

static void run_main(void *arg)
{
    step *s = arg;
    engine *e = s->l->e;

    s->result = engine_run_code(e, s->code, NULL);
    if (s->result == ENGINE_THREW)
        s->result = engine__report_pending(e);
}

static int through_door(little *l, engine_call_fn *fn, step *s)
{
    engine_record record = { .kind = ENGINE_SCRIPT };

    s->l = l;
    schedule(l, &record);
    call(l, &record, fn, s);
    return s->result;
}

int little_start(little *l, const char *script)
{
    const engine_source source = { script, strlen(script), "test.js", 1,
                                   false };
    step s = { 0 };

    int err = engine_compile_script(l->e, &source, &s.code);
    if (err < 0)
        return err;
    err = through_door(l, run_main, &s);
    engine_free_code(l->e, s.code);
    return err;
}

static void run_timers(void *arg)
{
    step *s = arg;
    engine_next_timer next = { 0 };

    s->result = engine_run_timers(s->l->e, s->l->now_ms, &next);
    if (s->result < 0)
        return;
    s->l->timer_armed = next.any;
    s->l->timer_due = next.due_ms;
}

static void run_immediates(void *arg)
{
    step *s = arg;

    s->result = engine_run_immediates(s->l->e);
}

static void timers_phase(little *l)
{
    step s = { 0 };

    if (l->timer_armed && l->timer_due <= l->now_ms)
        through_door(l, run_timers, &s);
}

bool little_turn(little *l)
{
    step s = { 0 };

    if (atomic_load(&l->e->stopped))
        return false;
    if (!l->immediate_ref && !(l->timer_armed && l->timer_ref))
        return false;
    if (!l->immediate_ref && l->timer_due > l->now_ms)
        l->now_ms = l->timer_due;
    engine_queues queues;
    engine_get_queues(l->e, &queues);
    if (queues.immediates > 0)
        through_door(l, run_immediates, &s);
    timers_phase(l);
    return true;
}

const char *little_said(little *l)
{
    static char said[65536];

    snprintf(said, sizeof said, "%s", l->out ? l->out : "");
    l->out_len = 0;
    if (l->out != NULL)
        l->out[0] = 0;
    return said;
}

const char *little_run(little *l, const char *script)
{
    little_said(l);
    little_start(l, script);
    timers_phase(l);
    while (little_turn(l))
        ;
    return little_said(l);
}

const char *little_eval(little *l, const char *expression)
{
    char script[8192];

    little_said(l);
    snprintf(script, sizeof script, "log(String(%s))", expression);
    little_start(l, script);
    return little_said(l);
}
