/*
 * order.c - the order of ticks, microtasks, immediates, timers and rejections,
 * one rule each. What is expected is what a real Node prints.
 */
#include "little.h"

#include <string.h>

#define RUN(script, want)                                                      \
    do {                                                                       \
        little l;                                                              \
        little_open(&l, NULL);                                                 \
        CHECK_STR(little_run(&l, script), want);                               \
        little_close(&l);                                                      \
    } while (0)

#define P                                                                      \
    "const p = Promise.resolve(); const t = nextTick, i = setImmediate,"       \
    " s = setTimeout;"
#define U "onUncaught = (e) => { log('U:' + e); return true };"

static void node10(engine_options *o)
{
    o->profile = ENGINE_DRAIN_PER_BATCH | ENGINE_WRAPPING_AWAIT;
}

static const char *run_node10(little *l, const char *script)
{
    little_open(l, node10);
    return little_run(l, script);
}

TEST_PLAIN(ticks_come_before_microtasks)
{
    RUN(P "p.then(() => log('m')); t(() => log('t')); queueMicrotask(() =>"
          "log('q')); log('sync')",
        "sync t m q");
}

TEST_PLAIN(all_ticks_run_before_the_first_microtask)
{
    RUN(P "t(() => { log('t1'); p.then(() => log('m1')) }); t(() => log('t2'))",
        "t1 t2 m1");
}

TEST_PLAIN(a_tick_queued_by_a_microtask_waits_for_all_of_them)
{
    RUN(P "p.then(() => { log('m1'); t(() => log('t1')) });"
          "p.then(() => log('m2'))",
        "m1 m2 t1");
}

TEST_PLAIN(a_tick_gets_its_arguments)
{
    RUN("nextTick((...a) => log(a.length, a.join('')), 1, 2, 3)", "3 123");
}

TEST_PLAIN(ticks_are_dropped_while_the_program_exits)
{
    RUN("setExiting(true); nextTick(() => log('never')); log('end')", "end");
}

TEST_PLAIN(a_million_chained_ticks_need_no_memory)
{
    little l;
    engine_memory before, after;

    little_open(&l, NULL);
    little_run(&l, "let n = 0; function f() { if (++n < 1e5) nextTick(f) }");
    engine_get_memory(l.e, &before);
    CHECK_STR(little_run(&l, "f(); setImmediate(() => log(n))"), "100000");
    engine_get_memory(l.e, &after);
    CHECK(after.used_bytes < before.used_bytes + 100000);
    little_close(&l);
}

TEST_PLAIN(a_tick_that_throws_leaves_the_rest_for_the_next_callback)
{
    RUN(U P "t(() => { log('t1'); throw 'x' }); t(() => log('t2'));"
            "s(() => log('timeout'), 1); spin(5)",
        "t1 U:x timeout t2");
}

TEST_PLAIN(immediates_after_a_tick_that_threw_find_the_ticks_done)
{
    RUN(U P "t(() => { log('t1'); throw 'x' }); t(() => log('t2'));"
            "i(() => log('imm'))",
        "t1 U:x t2 imm");
}

TEST_PLAIN(a_microtask_that_throws_does_not_hold_up_the_next)
{
    RUN(U "queueMicrotask(() => { log('q1'); throw 'x' });"
          "queueMicrotask(() => log('q2'))",
        "q1 U:x q2");
}

TEST_PLAIN(an_exception_that_nobody_handles_ends_the_program)
{
    little l;

    little_open(&l, NULL);
    CHECK_STR(little_run(&l, "nextTick(() => { log('a'); throw 1 });"
                             "nextTick(() => log('b'));"
                             "setTimeout(() => log('c'), 1)"),
              "a");
    CHECK_INT(l.exit_code, 1);
    CHECK_INT(engine_drain(l.e), ENGINE_STOPPED);
    little_close(&l);
}

/* ---- Immediates --------------------------------------------------------- */

TEST_PLAIN(ticks_and_microtasks_run_between_two_immediates)
{
    RUN(P "for (const n of [1, 2]) i(() => { log('i' + n);"
          "t(() => log('t' + n)); p.then(() => log('m' + n)) })",
        "i1 t1 m1 i2 t2 m2");
}

TEST_PLAIN(node10_drains_after_all_immediates)
{
    little l;

    CHECK_STR(run_node10(&l, P "for (const n of [1, 2]) i(() => { log('i' + n);"
                               "t(() => log('t' + n)); p.then(() =>"
                               "log('m' + n)) })"),
              "i1 i2 t1 t2 m1 m2");
    little_close(&l);
}

TEST_PLAIN(an_immediate_queued_by_an_immediate_waits_a_turn)
{
    RUN(P "i(() => { log('a'); i(() => log('c')); s(() => log('t'), 1);"
          "spin(2) }); i(() => log('b'))",
        "a b t c");
}

TEST_PLAIN(an_immediate_cleared_by_an_earlier_one_does_not_run)
{
    RUN(P "let b; i(() => { log('a'); clearImmediate(b) }); b = i(() =>"
          "log('b')); i(() => log('c'))",
        "a c");
}

TEST_PLAIN(an_immediate_cleared_by_a_tick_between_does_not_run)
{
    RUN(P "let b; i(() => { log('a'); t(() => clearImmediate(b)) });"
          "b = i(() => log('b')); i(() => log('c'))",
        "a c");
}

TEST_PLAIN(after_an_immediate_that_threw_its_ticks_wait_for_the_next)
{
    RUN(U P "i(() => { log('a'); t(() => log('a-tick')); throw 'x' });"
            "i(() => { log('b'); i(() => log('next')) }); i(() => log('c'))",
        "a U:x b a-tick c next");
}

TEST_PLAIN(an_immediate_has_itself_as_this_and_its_arguments)
{
    RUN("const x = setImmediate(function (...a) { log(this === x, a.join('')) "
        "}, 1, 2)",
        "true 12");
}

TEST_PLAIN(an_unrefd_immediate_runs_only_if_the_loop_turns)
{
    RUN(P "i(() => log('never')).unref()", "");
    RUN(P "i(() => log('also')).unref(); i(() => log('a'))", "also a");
}

TEST_PLAIN(hasref_of_an_immediate_is_false_after_it_ran)
{
    RUN("const x = setImmediate(() => log(x.hasRef())); log(x.hasRef());"
        "log(x.unref().hasRef(), x.ref().hasRef())",
        "true false true false");
}

static void say_native(void *arg)
{
    little_start(arg, "log('native'); nextTick(() => log('tick'))");
}

TEST_PLAIN(native_immediates_come_first_and_their_ticks_before_the_others)
{
    little l;

    little_open(&l, NULL);
    little_start(&l, "setImmediate(() => log('js'))");
    CHECK_INT(engine_queue_native_immediate(l.e, say_native, &l, true), 0);
    while (little_turn(&l))
        ;
    CHECK_STR(little_said(&l), "native tick js");
    little_close(&l);
}

/* ---- Timers ------------------------------------------------------------- */

TEST_PLAIN(zero_and_one_millisecond_share_a_list)
{
    RUN(P
        "s(() => log('1'), 1); s(() => log('0'), 0); s(() => log('1.9'), 1.9)",
        "1 0 1.9");
}

TEST_PLAIN(lists_fire_by_expiry_and_not_by_creation)
{
    RUN(P "s(() => log('2'), 2); s(() => log('1'), 1); spin(5)", "1 2");
}

TEST_PLAIN(ticks_and_microtasks_run_between_two_timers)
{
    RUN(P "for (const n of [1, 2, 3]) s(() => { log('s' + n);"
          "t(() => log('t' + n)); p.then(() => log('m' + n)) }, n > 2 ? 2 : 1);"
          "spin(5)",
        "s1 t1 m1 s2 t2 m2 s3 t3 m3");
}

TEST_PLAIN(node10_drains_after_a_whole_list)
{
    little l;

    CHECK_STR(run_node10(&l,
                         P "for (const n of [1, 2, 3]) s(() => { log('s' + n);"
                           "t(() => log('t' + n)); p.then(() => log('m' + n))"
                           "}, n > 2 ? 2 : 1); spin(5)"),
              "s1 s2 t1 t2 m1 m2 s3 t3 m3");
    little_close(&l);
}

TEST_PLAIN(a_timer_made_in_a_pass_waits_for_the_next)
{
    RUN(P "s(() => { log('a'); s(() => log('c'), 1); spin(9) }, 1);"
          "s(() => log('b'), 1); spin(5)",
        "a b c");
}

TEST_PLAIN(a_timer_that_becomes_due_in_a_pass_waits_for_the_next)
{
    RUN(P "s(() => { log('1'); spin(20); i(() => log('imm')) }, 1);"
          "s(() => log('5'), 5); s(() => log('10'), 10); spin(1)",
        "1 imm 5 10");
}

TEST_PLAIN(after_a_timer_that_threw_its_ticks_wait_for_the_next)
{
    RUN(U P "s(() => { log('a'); t(() => log('a-tick')); p.then(() =>"
            "log('a-micro')); throw 'x' }, 1); s(() => log('b'), 1);"
            "s(() => log('c'), 1); spin(5)",
        "a U:x b a-tick a-micro c");
}

TEST_PLAIN(the_ticks_of_a_last_timer_that_threw_are_not_lost)
{
    RUN(U P "s(() => { log('a'); t(() => log('tick')); throw 'x' }, 1);"
            "i(() => 0); s(() => log('later'), 50)",
        "a U:x tick later");
}

#define NOW "const now = () => Date.now() - 1700000001000;"

TEST_PLAIN(an_interval_counts_from_the_start_of_its_callback)
{
    RUN(NOW "let n = 0; const h = setInterval(() => { log(now()); spin(15);"
            "if (++n === 4) clearInterval(h) }, 20)",
        "20 40 60 80");
}

TEST_PLAIN(an_interval_that_is_late_does_not_catch_up)
{
    RUN(NOW "let n = 0; const h = setInterval(() => { log(now()); spin(25);"
            "if (++n === 3) clearInterval(h) }, 10); setTimeout(() => log('x'),"
            "26)",
        "10 35 x 60");
}

TEST_PLAIN(an_interval_that_throws_goes_on)
{
    RUN(U "let n = 0; const h = setInterval(() => { if (++n === 2)"
          "clearInterval(h); throw n }, 5)",
        "U:1 U:2");
}

TEST_PLAIN(delays_are_made_to_fit)
{
    RUN("order.setHooks({ timerWarning: (k, d) => log(k, d) });"
        "for (const d of [-1, -2, NaN, 'x', undefined, null, 5, 1.9, 2 ** 31,"
        "Infinity]) { const x = setTimeout(() => 0, d); log(x._idleTimeout);"
        "clearTimeout(x) }",
        "negative -1 1 1 nan NaN 1 1 1 1 5 1.9 overflow 2147483648 1 overflow "
        "Infinity 1");
}

TEST_PLAIN(a_callback_that_is_no_function_is_refused_by_lib)
{
    RUN("order.setHooks({ invalidCallback: (v) => { throw 'bad ' + v } });"
        "for (const f of [nextTick, setTimeout, setInterval, setImmediate,"
        "queueMicrotask]) try { f(7) } catch (e) { log(e) }",
        "bad 7 bad 7 bad 7 bad 7 bad 7");
}

TEST_PLAIN(a_timer_has_itself_as_this_and_its_arguments)
{
    RUN("const x = setTimeout(function (...a) { log(this === x, a.join('')) },"
        "1, 1, 2)",
        "true 12");
}

TEST_PLAIN(a_timer_cleared_in_the_pass_does_not_run)
{
    RUN(P "let b; s(() => { log('a'); clearTimeout(b) }, 1); b = s(() =>"
          "log('b'), 1); s(() => log('c'), 1); spin(5)",
        "a c");
}

TEST_PLAIN(a_timer_cleared_by_a_tick_between_does_not_run)
{
    RUN(P "let b; s(() => { log('a'); t(() => clearTimeout(b)) }, 1);"
          "b = s(() => log('b'), 1); spin(5)",
        "a");
}

TEST_PLAIN(a_timer_may_clear_itself_and_its_whole_list)
{
    RUN(P "const all = []; for (let n = 0; n < 5; n++) all.push(s(() => {"
          "log(n); all.forEach(clearTimeout); s(() => log('new'), 1) }, 1));"
          "spin(3)",
        "0 new");
}

TEST_PLAIN(refresh_moves_a_timer_to_the_end_of_its_list)
{
    RUN(NOW "const a = setTimeout(() => log('a', now()), 10);"
            "const b = setTimeout(() => log('b', now()), 10);"
            "setTimeout(() => a.refresh(), 5)",
        "b 10 a 15");
}

TEST_PLAIN(refresh_arms_a_timer_that_has_fired_but_not_one_that_was_cleared)
{
    RUN("let n = 0; const a = setTimeout(() => { log('a' + n); if (++n < 3)"
        "a.refresh() }, 10); const b = setTimeout(() => log('b'), 5);"
        "clearTimeout(b); b.refresh(); log(b._idleTimeout)",
        "-1 a0 a1 a2");
}

TEST_PLAIN(a_number_means_a_timer_once_it_was_asked_for)
{
    RUN("const a = setTimeout(() => log('a'), 1), b = setTimeout(() =>"
        "log('b'), 1), c = setTimeout(() => log('c'), 1);"
        "clearTimeout(+a); clearTimeout(String(+b));"
        "clearTimeout(c._asyncId); log(typeof +a)",
        "number c");
}

TEST_PLAIN(what_is_no_timer_is_ignored_by_clear)
{
    RUN("for (const x of [null, undefined, {}, [], 99999, 'x', setImmediate(()"
        "=> 0)]) clearTimeout(x); clearTimeout(); clearImmediate(5); log('ok')",
        "ok");
}

TEST_PLAIN(ref_and_unref_are_flags_that_outlive_the_timer)
{
    RUN("const a = setTimeout(() => log('never'), 5); log(a.hasRef(),"
        "a.unref() === a, a.hasRef()); a.unref()",
        "true true false");
    RUN("const a = setTimeout(() => 0, 5); clearTimeout(a); log(a.hasRef(),"
        "a.close() === a)",
        "true true");
    RUN("setTimeout(() => log('u'), 5).unref(); setTimeout(() => log('r'), 9)",
        "u r");
}

TEST_PLAIN(repeat_makes_an_interval_of_a_timeout_and_the_reverse)
{
    RUN("let n = 0; const a = setTimeout(() => { log('a'); if (++n === 2)"
        "a._repeat = null }, 3); a._repeat = 3; const b = setInterval(() => {"
        "log('b'); b._repeat = null }, 4)",
        "a b a");
}

TEST_PLAIN(a_list_of_a_refd_timer_goes_with_it)
{
    little l;

    little_open(&l, NULL);
    little_run(&l, "clearTimeout(setTimeout(() => 0, 77));"
                   "clearTimeout(setTimeout(() => 0, 78).unref())");
    CHECK_INT(l.e->order.timers.list_count, 1);
    CHECK_INT(l.e->order.timers.count, 0);
    little_close(&l);
}

TEST_PLAIN(many_timers_of_many_durations_fire_in_order)
{
    RUN("let seed = 7, last = 0, n = 0, bad = 0; const from = Date.now();"
        "for (let k = 0; k < 3000; k++) { seed = seed * 16807 % 2147483647;"
        "const ms = 1 + seed % 500; const x = setTimeout(() => { const at ="
        "Date.now() - from; if (at < ms || at < last) bad++; last = at; n++ },"
        "ms); if (k % 3 === 0) clearTimeout(x) }"
        "setTimeout(() => log(n, bad), 600)",
        "2000 0");
}

/* ---- Rejections --------------------------------------------------------- */

#define R "onRejection = (r, late) => log((late ? 'RH' : 'UR') + r);"

TEST_PLAIN(rejections_are_told_when_ticks_and_microtasks_are_done)
{
    RUN(R P "onRejection = (r) => { log('UR' + r); t(() => log('t' + r));"
            "p.then(() => log('m' + r)) }; Promise.reject(1);"
            "Promise.reject(2); t(() => { Promise.reject(3); log('T') });"
            "i(() => log('I'))",
        "T UR1 UR2 UR3 t1 t2 t3 m1 m2 m3 I");
}

TEST_PLAIN(a_handler_that_comes_in_time_silences_a_rejection)
{
    RUN(R P "const a = Promise.reject('a'), b = Promise.reject('b'),"
            "c = Promise.reject('c'); t(() => a.catch(() => 0));"
            "p.then(() => t(() => b.catch(() => 0))); i(() => log('i'))",
        "URc i");
}

TEST_PLAIN(a_handler_that_comes_late_is_told_too)
{
    RUN(R P "const a = Promise.reject('a'); i(() => { log('i');"
            "a.catch(() => log('caught')) })",
        "URa i caught RHa");
}

TEST_PLAIN(a_listener_that_throws_drops_the_rest_of_the_round)
{
    RUN(U "onRejection = (r) => { log('UR' + r); if (r === 1) throw 'L' };"
          "Promise.reject(1); Promise.reject(2); setTimeout(() => log('t'), 5)",
        "UR1 U:L t");
}

TEST_PLAIN(without_a_listener_every_rejection_is_an_exception)
{
    RUN(U P "Promise.reject(1); Promise.reject(2); t(() => log('tick'));"
            "s(() => log('t'), 5)",
        "tick U:1 U:2 t");
}

/* ---- Await -------------------------------------------------------------- */

#define AWAITS                                                                 \
    "async function a1() { log('a1'); await a2(); log('a1 end') }"             \
    "async function a2() { log('a2') }"                                        \
    "a1(); new Promise((r) => { log('p1'); r() }).then(() => log('then1'))"    \
    ".then(() => log('then2')).then(() => log('then3'))"

TEST_PLAIN(await_of_a_promise_takes_one_microtask)
{
    RUN(AWAITS, "a1 a2 p1 a1 end then1 then2 then3");
}

TEST_PLAIN(await_of_a_promise_takes_three_microtasks_in_node10)
{
    little l;

    CHECK_STR(run_node10(&l, AWAITS), "a1 a2 p1 then1 then2 a1 end then3");
    little_close(&l);
}

/* ---- Records ------------------------------------------------------------ */

static const little_call *nth(little *l, int kind, int n)
{
    for (size_t i = 0; i < l->call_count; i++)
        if (l->calls[i].record.kind == kind && n-- == 0)
            return &l->calls[i];
    FAIL("there is no such call");
}

TEST_PLAIN(a_reaction_is_caused_by_then_and_triggered_by_resolve)
{
    little l;

    little_open(&l, NULL);
    l.keep_calls = true;
    little_run(&l, "let go; const p = new Promise((r) => go = r);"
                   "nextTick(() => p.then(() => log('m')));"
                   "setImmediate(() => go())");
    const uint64_t tick = nth(&l, ENGINE_TICK, 0)->record.id;
    const uint64_t immediate = nth(&l, ENGINE_IMMEDIATE, 0)->record.id;
    const engine_record *m = &nth(&l, ENGINE_MICROTASK, 0)->record;
    CHECK_INT(m->cause, tick);
    CHECK_INT(m->trigger, immediate);
    little_close(&l);
}

TEST_PLAIN(everything_is_caused_by_what_ran_when_it_was_made)
{
    little l;

    little_open(&l, NULL);
    l.keep_calls = true;
    little_run(&l,
               "setTimeout(() => { nextTick(() => 0); setImmediate(() => 0);"
               "setTimeout(() => 0, 1); queueMicrotask(() => 0) }, 1)");
    const uint64_t timer = nth(&l, ENGINE_TIMER, 0)->record.id;
    CHECK_INT(nth(&l, ENGINE_TICK, 0)->record.cause, timer);
    CHECK_INT(nth(&l, ENGINE_IMMEDIATE, 0)->record.cause, timer);
    CHECK_INT(nth(&l, ENGINE_TIMER, 1)->record.cause, timer);
    CHECK_INT(nth(&l, ENGINE_MICROTASK, 0)->record.cause, timer);
    little_close(&l);
}

TEST_PLAIN(async_contexts_follow_everything_that_waits)
{
    little l;
    napi_value async_context;

    little_open(&l, NULL);
    CHECK_INT(engine_get_binding(l.e, "async_context", &async_context), 0);
    JSValue global = JS_GetGlobalObject(l.e->ctx);
    JS_SetPropertyStr(l.e->ctx, global, "asyncContext",
                      JS_DupValue(l.e->ctx, engine__value(async_context)));
    JS_FreeValue(l.e->ctx, global);
    CHECK_STR(little_run(
                  &l,
                  "const f = (n) => log(n + (asyncContext.get()?.name ?? '-'));"
                  "const outer = asyncContext.exchange({ name: 'F' });"
                  "nextTick(f, 't'); setImmediate(f, 'i'); setTimeout(f, 1,"
                  "'s'); queueMicrotask(() => f('q')); (async () => { await 0;"
                  "f('a'); await 0; f('b') })(); Promise.resolve('p').then(f);"
                  "asyncContext.set(outer); f('main'); nextTick(f, 'x')"),
              "main- tF x- qF aF pF bF iF sF");
    little_close(&l);
}

static void clear_what_is_made(void *arg, engine_async_event event,
                               const engine_record *record, napi_value resource,
                               napi_value type)
{
    little *l = arg;
    JSContext *ctx = l->e->ctx;
    JSValue global = JS_GetGlobalObject(ctx);
    JSValue clear = JS_GetPropertyStr(
        ctx, global,
        record->kind == ENGINE_IMMEDIATE ? "clearImmediate" : "clearTimeout");
    JSValueConst object = engine__value(resource);

    (void)type;
    if (event == ENGINE_ASYNC_INIT)
        JS_FreeValue(ctx, JS_Call(ctx, clear, JS_UNDEFINED, 1, &object));
    JS_FreeValue(ctx, clear);
    JS_FreeValue(ctx, global);
}

TEST_PLAIN(a_hook_may_clear_what_it_is_told_of)
{
    little l;

    little_open(&l, NULL);
    engine_set_async_listener(l.e, clear_what_is_made, &l);
    CHECK_STR(little_run(&l, P "const a = i(() => log('never')), b = s(() =>"
                               "log('never'), 1); i(() => log('never'));"
                               "log(a._destroyed, b._destroyed)"),
              "true true");
    engine_set_async_listener(l.e, NULL, NULL);
    CHECK_STR(little_run(&l, "i(() => log('now'))"), "now");
    little_close(&l);
}

TEST_PLAIN(what_lives_can_be_counted_and_walked)
{
    little l;
    engine_queues q;

    little_open(&l, NULL);
    little_start(&l, "setTimeout(() => 0, 5); setInterval(() => 0, 6);"
                     "setImmediate(() => 0)");
    engine_get_queues(l.e, &q);
    CHECK_INT(q.timers, 2);
    CHECK_INT(q.immediates, 1);
    CHECK_INT(q.ticks + q.microtasks + q.rejections, 0);
    little_close(&l);
}

TEST_PLAIN(timers_are_collected_with_the_cycles_they_are_in)
{
    little l;
    engine_memory before, after;

    little_open(&l, NULL);
    const char *script =
        "for (let k = 0; k < 200; k++) { let x = setTimeout(() => x, 1e6);"
        "x.self = x; clearTimeout(x); let y = setImmediate(() => y); y.self ="
        "y; clearImmediate(y) }";
    little_run(&l, script);
    engine_collect(l.e);
    engine_get_memory(l.e, &before);
    little_run(&l, script);
    engine_collect(l.e);
    engine_get_memory(l.e, &after);
    CHECK(after.objects <= before.objects + 5);
    little_close(&l);
}

/* The collector does not visit queued tasks, and must not free them. */
TEST_PLAIN(what_waits_outlasts_a_collection_with_all_it_holds)
{
    little l;
    engine_memory before, after;

    little_open(&l, NULL);
    engine_get_memory(l.e, &before);
    CHECK_STR(little_run(
                  &l,
                  "const all = []; let sum = 0;"
                  "function keep(x, k) { x.own = { k }; x.all = all;"
                  "  all.push(x) }"
                  "for (let k = 0; k < 100; k++) {"
                  "  const x = setTimeout(() => { sum += x.own.k }, 1 + k % 3);"
                  "  const y = setImmediate(() => { sum += y.own.k });"
                  "  const z = setTimeout(() => log('never'), 9);"
                  "  keep(x, k); keep(y, k); keep(z, k); clearTimeout(z) }"
                  "for (let k = 0, a = []; k < 1e5; k++) a = { a };"
                  "setTimeout(() => log(sum, all.length), 20)"),
              "9900 300");
    engine_get_memory(l.e, &after);
    CHECK(after.collections > before.collections);
    little_close(&l);
}
