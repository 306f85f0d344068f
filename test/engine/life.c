/*
 * life.c - how an engine comes, runs code, is stopped and goes.
 */
#include "little.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

TEST_PLAIN(options_without_a_needed_function_are_refused)
{
    little l;
    engine *e = NULL;

    little_open(&l, NULL);
    engine_options o = l.options;
    o.door.call = NULL;
    CHECK_INT(engine_create(&o, &e), -EINVAL);
    o = l.options;
    o.host.ref_timer = NULL;
    CHECK_INT(engine_create(&o, &e), -EINVAL);
    CHECK(e == NULL);
    little_close(&l);
}

TEST_PLAIN(two_engines_share_nothing)
{
    little a, b;

    little_open(&a, NULL);
    little_open(&b, NULL);
    little_run(&a, "globalThis.x = 1");
    CHECK_STR(little_eval(&b, "typeof x"), "undefined");
    CHECK_STR(little_run(&b, "setTimeout(() => log('b'), 1)"), "b");
    CHECK_STR(little_run(&a, "setTimeout(() => log('a'), 1)"), "a");
    little_close(&b);
    little_close(&a);
}

TEST_PLAIN(clocks_and_chance_come_from_the_world)
{
    little a, b;
    char random[64];

    little_open(&a, NULL);
    snprintf(random, sizeof random, "%s", little_eval(&a, "Math.random()"));
    CHECK_STR(little_eval(&a, "Date.now()"), "1700000001000");
    CHECK_STR(little_eval(&a, "(spin(5), +new Date)"), "1700000001005");
    little_close(&a);

    little_open(&b, NULL); /* the same seed: the same chance */
    CHECK_STR(little_eval(&b, "Math.random()"), random);
    little_close(&b);
}

TEST_PLAIN(atomics_wait_goes_through_the_world)
{
    little l;

    little_open(&l, NULL);
    CHECK_STR(little_eval(&l, "Atomics.wait(new Int32Array(new "
                              "SharedArrayBuffer(8)), 0, 0, 40) + Date.now()"),
              "timed-out1700000001040");
    CHECK_STR(little_eval(&l, "Atomics.wait(new Int32Array(new "
                              "SharedArrayBuffer(8)), 0, 1, 40)"),
              "not-equal");
    little_close(&l);
}

TEST_PLAIN(stopping_passes_over_catch_and_finally)
{
    little l;

    little_open(&l, NULL);
    CHECK_STR(little_run(&l, "try { log('a'); stop(); log('b') } catch {"
                             "log('c') } finally { log('d') }"),
              "a");
    CHECK_INT(little_start(&l, "log('e')"), ENGINE_STOPPED);
    CHECK_STR(little_said(&l), "");
    little_close(&l);
}

TEST_PLAIN(stopping_ends_an_async_function_too)
{
    little l;

    little_open(&l, NULL);
    CHECK_STR(little_run(&l, "(async () => { try { await 0; log('a'); stop() }"
                             "finally { log('b') } })().finally(() =>"
                             "log('c')); nextTick(() => log('t'))"),
              "t a");
    little_close(&l);
}

static void stop_it(engine *e, void *arg)
{
    ++*(int *)arg;
    engine_stop(e);
}

TEST_PLAIN(an_interrupt_ends_an_endless_loop)
{
    little l;
    int served = 0;

    little_open(&l, NULL);
    CHECK_INT(engine_interrupt(l.e, stop_it, &served), 0);
    CHECK_INT(little_start(&l, "for (;;);"), ENGINE_STOPPED);
    CHECK_INT(served, 1);
    little_close(&l);
}

static void count(engine *e, void *arg)
{
    (void)e;
    ++*(int *)arg;
}

TEST_PLAIN(interrupts_wait_in_line_up_to_a_limit)
{
    little l;
    int served = 0;

    little_open(&l, NULL);
    for (int i = 0; i < 64; i++)
        CHECK_INT(engine_interrupt(l.e, count, &served), 0);
    CHECK_INT(engine_interrupt(l.e, count, &served), -EAGAIN);
    little_run(&l, "nextTick(() => 0)");
    CHECK_INT(served, 64);
    little_close(&l);
}

static void small(engine_options *o)
{
    o->memory_limit_bytes = 8 << 20;
}

TEST_PLAIN(a_memory_limit_is_an_exception_and_can_be_lifted)
{
    little l;

    little_open(&l, small);
    CHECK_STR(little_run(&l, "let a = []; try { for (;;) a.push(new "
                             "Array(1000).fill({})) } catch (e) { a = null;"
                             "log(e.message) }"),
              "out of memory");
    engine_set_memory_limit(l.e, 0);
    CHECK_STR(little_eval(&l, "new Array(2e6).fill(1).length"), "2000000");
    little_close(&l);
}

TEST_PLAIN(deep_recursion_is_a_range_error)
{
    little l;

    little_open(&l, NULL);
    CHECK_STR(little_run(&l, "let n = 0; function f() { n++; f() } try { f() }"
                             "catch (e) { log(e.name, n > 500) }"),
              "RangeError true");
    little_close(&l);
}

TEST_PLAIN(finalization_callbacks_are_no_microtasks)
{
    little l;

    little_open(&l, NULL);
    CHECK_STR(little_run(&l, "const r = new FinalizationRegistry((x) =>"
                             "log('fin' + x)); r.register({}, 1);"
                             "queueMicrotask(() => log('m')); nextTick(() =>"
                             "log('t')); setImmediate(() => log('i'))"),
              "t m fin1 i");
    little_close(&l);
}

/* ---- Code --------------------------------------------------------------- */

static engine_source source_of(const char *text)
{
    return (engine_source){ text, strlen(text), "/app/f.js", 0, false };
}

static const char *const names[] = { "a", "b" };

/* Make the function and call it with 1 and 2; the result as a string. */
static const char *call_code(little *l, const engine_code *code)
{
    static char text[512];
    napi_value fn;
    JSValue args[2] = { JS_NewInt32(l->e->ctx, 1), JS_NewInt32(l->e->ctx, 2) };

    CHECK_INT(engine_run_code(l->e, code, &fn), 0);
    JSValue result =
        engine__call(l->e, engine__value(fn), JS_UNDEFINED, 2, args);
    if (JS_IsException(result))
        result = JS_GetException(l->e->ctx);
    const char *s = JS_ToCString(l->e->ctx, result);
    snprintf(text, sizeof text, "%s", s ? s : "?");
    JS_FreeCString(l->e->ctx, s);
    JS_FreeValue(l->e->ctx, result);
    return text;
}

TEST_PLAIN(a_function_has_its_parameters_and_its_own_lines)
{
    little l;
    engine_code *code;

    little_open(&l, NULL);
    const engine_source s = source_of("#! no comment\n"
                                      "return a + b + new Error().stack"
                                      ".match(/f.js:\\d+:\\d+/)[0]");
    CHECK_INT(engine_compile_function(l.e, &s, names, 2, &code), 0);
    CHECK_STR(call_code(&l, code), "3f.js:2:16");
    engine_free_code(l.e, code);
    little_close(&l);
}

TEST_PLAIN(bytecode_survives_being_written_and_read)
{
    little l, other;
    engine_code *code;
    void *bytes;
    size_t len;

    little_open(&l, NULL);
    little_open(&other, NULL);
    const engine_source s = source_of("return `${a}-${b}`");
    CHECK_INT(engine_compile_function(l.e, &s, names, 2, &code), 0);
    CHECK_INT(engine_write_code(l.e, code, &bytes, &len), 0);
    engine_free_code(l.e, code);
    CHECK_INT(engine_read_code(other.e, NULL, bytes, len, &code), 0);
    CHECK_STR(call_code(&other, code), "1-2");
    engine_free_code(other.e, code);
    ((char *)bytes)[9] ^= 1;
    CHECK_INT(engine_read_code(other.e, NULL, bytes, len, &code), -EPROTO);
    little_close(&other); /* before what it reads from */
    engine_free(l.e, bytes);
    little_close(&l);
}

/* In bytecode a function is read when it is first called: one that never was
 * has its name, its length and its place, and each kind can be called. */
TEST_PLAIN(functions_of_bytecode_are_whole_when_they_are_called)
{
    little l, other;
    engine_code *code;
    void *bytes;
    size_t len;

    little_open(&l, NULL);
    little_open(&other, NULL);
    const engine_source s = source_of(
        "const seen = [];\n"
        "function never(x, y) { return `${x}${y}`; }\n"
        "function twice(x) { return never(x, x); }\n"
        "function* each(n = 2) { while (n > 0) yield n--; }\n"
        "class Point { #x = a; static y = b; get x() { return this.#x; } }\n"
        "function tag(parts) { return parts; }\n"
        "const same = () => tag`p${a}`;\n"
        "seen.push(never.name, never.length, never.prototype !== undefined);\n"
        "seen.push(twice('z'), twice('z'), [...each()].join(''));\n"
        "seen.push(new Point().x, Point.y, same() === same());\n"
        "function fails() {\n"
        "    null.x;\n"
        "}\n"
        "try { fails(); } catch (error) {\n"
        "    seen.push(/fails .*f.js:12:10/.test(error.stack));\n"
        "}\n"
        "return seen.join();");
    CHECK_INT(engine_compile_function(l.e, &s, names, 2, &code), 0);
    CHECK_INT(engine_write_code(l.e, code, &bytes, &len), 0);
    engine_free_code(l.e, code);
    CHECK_INT(engine_read_code(other.e, NULL, bytes, len, &code), 0);
    const char *want = "never,2,true,zz,zz,21,1,2,true,true";
    CHECK_STR(call_code(&other, code), want);
    CHECK_STR(call_code(&other, code), want);
    engine_free_code(other.e, code);
    little_close(&other);
    engine_free(l.e, bytes);
    little_close(&l);
}

TEST_PLAIN(source_that_does_not_parse_says_where)
{
    little l;
    engine_code *code;

    little_open(&l, NULL);
    const engine_source s = source_of("let x = 1;\nlet y = ;");
    CHECK_INT(engine_compile_script(l.e, &s, &code), ENGINE_SYNTAX);
    JSValue error = JS_GetException(l.e->ctx);
    JSValue stack = JS_GetPropertyStr(l.e->ctx, error, "stack");
    const char *text = JS_ToCString(l.e->ctx, stack);
    CHECK(strstr(text, "/app/f.js:2") != NULL);
    JS_FreeCString(l.e->ctx, text);
    JS_FreeValue(l.e->ctx, stack);
    JS_FreeValue(l.e->ctx, error);
    little_close(&l);
}

/* ---- Handles ------------------------------------------------------------ */

TEST_PLAIN(handles_stay_where_they_are_while_others_are_made)
{
    little l;
    napi_value first;

    little_open(&l, NULL);
    const engine__scope scope = engine__open_scope(l.e);
    first = engine__handle(l.e, JS_NewString(l.e->ctx, "first"));
    for (int i = 0; i < 5000; i++)
        CHECK(engine__handle(l.e, JS_NewObject(l.e->ctx)) != NULL);
    const char *text = JS_ToCString(l.e->ctx, engine__value(first));
    CHECK_STR(text, "first");
    JS_FreeCString(l.e->ctx, text);
    engine__close_scope(l.e, scope);
    CHECK(l.e->handles.top == scope.top);
    little_close(&l);
}
