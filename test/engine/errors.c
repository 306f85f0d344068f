/*
 * errors.c - stacks as V8 writes them, call sites, and what is printed of an
 * error that ends the program. What is expected is what a real Node prints,
 * down to the column; frames of Node's own below the program's are left out.
 */
#include "little.h"

#include <stdio.h>
#include <string.h>

#define RUN(script, want)                                                      \
    do {                                                                       \
        little l;                                                              \
        little_open(&l, NULL);                                                 \
        CHECK_STR(                                                             \
            little_run(&l, "const s = (e) => log(e.stack.split('\\n').m"       \
                           "ap((x) => x.trim()).join('|')), f = 0;\n" script), \
            want);                                                             \
        little_close(&l);                                                      \
    } while (0)

TEST_PLAIN(a_stack_has_a_header_and_exact_positions)
{
    RUN("function a() { return new Error('x') }\n"
        "s(a());\n",
        "Error: x|at a (test.js:2:23)|at test.js:3:3");
}

TEST_PLAIN(a_call_is_at_its_name_whatever_its_arguments_are)
{
    RUN("const o = { m(e) { return e } }; function a(x) { s(new Error(x)) }\n"
        "a(o.m(String(o.m('q'))));",
        "Error: q|at a (test.js:2:52)|at test.js:3:1");
}

TEST_PLAIN(methods_show_their_receiver)
{
    RUN("class A { m() { return new Error('m') } static t() { return new "
        "Error('t') } get g() { return new Error('g') } #p() { return new "
        "Error('p') } q() { return this.#p() } }\n"
        "for (const e of [new A().m(), A.t(), new A().g, new A().q()])"
        "log(e.stack.match(/at (.*) \\(/)[1] + ';')",
        "A.m; A.t; get g; #p;");
}

TEST_PLAIN(constructions_natives_and_nameless_functions)
{
    RUN("class A { constructor() { this.e = new Error('c') } }\n"
        "s(new A().e); s([1].map(() => new Error('n'))[0]);",
        "Error: c|at new A (test.js:2:36)|at test.js:3:3 "
        "Error: n|at test.js:3:31|at Array.map (<anonymous>)|at test.js:3:21");
}

TEST_PLAIN(a_derived_error_does_not_show_its_own_constructors)
{
    RUN("class A extends Error { constructor(m) { super(m); this.name = 'A' } }"
        "\nclass B extends A {}\ns(new B('x'))",
        "A: x|at test.js:4:3");
}

TEST_PLAIN(a_stack_is_made_when_it_is_read)
{
    RUN("const e = new Error('a'); e.message = 'b'; e.name = 'N'; s(e);\n"
        "e.message = 'c'; s(e); e.stack = 'mine'; log(e.stack)",
        "N: b|at test.js:2:11 N: b|at test.js:2:11 mine");
}

TEST_PLAIN(async_functions_that_await_are_shown_as_one_stack)
{
    RUN("async function a() { await b() }\n"
        "async function b() { await c() }\n"
        "async function c() { await null; throw new Error('x') }\n"
        "a().catch(s)",
        "Error: x|at c (test.js:4:40)|at async b (test.js:3:22)|at async a "
        "(test.js:2:22)");
}

TEST_PLAIN(capture_hides_the_function_and_all_above)
{
    RUN("function a() { return b() } function b() { const o = {}; "
        "Error.captureStackTrace(o, b); return o }\n"
        "s(a())",
        "Error|at a (test.js:2:23)|at test.js:3:3");
}

TEST_PLAIN(capture_with_a_function_that_is_not_there_leaves_nothing)
{
    RUN("const o = {}; Error.captureStackTrace(o, () => 0); s(o)", "Error");
}

TEST_PLAIN(the_limit_is_a_plain_property_of_error)
{
    RUN("function r(n) { return n ? r(n - 1) : new Error('x') }\n"
        "const n = () => r(30).stack.split('\\n').length;\n"
        "log(n(), Error.stackTraceLimit); Error.stackTraceLimit = 3; log(n());"
        "Error.stackTraceLimit = 0; log(n()); Error.stackTraceLimit = 100;"
        "log(n()); delete Error.stackTraceLimit; log(r(1).stack)",
        "11 10 4 1 34 undefined");
}

static void three_frames(engine_options *o)
{
    o->stack_trace_frames = 3;
}

TEST_PLAIN(the_limit_can_be_given_at_creation)
{
    little l;

    little_open(&l, three_frames);
    CHECK_STR(little_eval(&l, "Error.stackTraceLimit"), "3");
    little_close(&l);
}

TEST_PLAIN(prepare_stack_trace_gets_call_sites)
{
    RUN("Error.prepareStackTrace = (e, c) => c.map((x) => [x.getFunctionName(),"
        "x.getTypeName(), x.getMethodName(), x.getLineNumber(),"
        "x.getColumnNumber(), x.getFileName(), x.isConstructor(),"
        "x.isToplevel(), String(x)].join()).join(';');\n"
        "const o = { m() { return new Error('x') } };\nlog(o.m().stack)",
        "m,Object,m,3,26,test.js,false,false,Object.m (test.js:3:26);"
        ",,,4,7,test.js,false,true,test.js:4:7");
}

TEST_PLAIN(prepare_stack_trace_is_called_once_and_may_throw)
{
    RUN("let n = 0; Error.prepareStackTrace = () => { n++; return 'P' };"
        "const e = new Error('x'); e.stack; e.stack; log(n);"
        "Error.prepareStackTrace = () => { throw 'no' };"
        "try { new Error('y').stack } catch (x) { log(x) }",
        "1 no");
}

TEST_PLAIN(looking_for_names_runs_no_code_of_the_program)
{
    RUN("const o = { get constructor() { log('ran') }, m() { return new "
        "Error('x') } }; const p = new Proxy(o, { get: (t, k) => (k === 'm' ?"
        "t.m : log('trap')) }); s(o.m()); log(p.m().stack.includes('Proxy.m'))",
        "Error: x|at Object.m (test.js:2:60)|at test.js:2:159 true");
}

/* ---- What is printed at the end ----------------------------------------- */

static const char *describe(little *l, const char *script)
{
    static char text[4096];
    napi_value error;
    char *bytes;
    size_t len;

    little_open(l, NULL);
    little_start(l, script);
    error = engine__handle(l->e, JS_DupValue(l->e->ctx, l->last_error));
    CHECK_INT(engine_describe_error(l->e, error, &bytes, &len), 0);
    CHECK_INT(len, strlen(bytes));
    snprintf(text, sizeof text, "%s", bytes);
    engine_free(l->e, bytes);
    return text;
}

TEST_PLAIN(an_error_is_shown_with_the_line_that_threw_it)
{
    little l;

    CHECK_STR(describe(&l, "const e = new TypeError('bad');\n"
                           "\tif (e) throw e;\n"),
              "test.js:2\n\tif (e) throw e;\n\t       ^\n\n"
              "TypeError: bad\n    at test.js:1:11");
    little_close(&l);
}

TEST_PLAIN(what_is_no_error_is_shown_with_its_place)
{
    little l;

    CHECK_STR(describe(&l, "throw 'text'"),
              "\ntest.js:1\nthrow 'text'\n^\ntext\n(Use `orrery "
              "--trace-uncaught ...` to show where the exception was thrown)");
    little_close(&l);
}

TEST_PLAIN(causes_and_properties_are_shown)
{
    little l;

    CHECK_STR(describe(&l, "throw Object.assign(new Error('a', { cause: new "
                           "RangeError('b') }), { code: 'E_X', n: 1 })"),
              "test.js:1\nthrow Object.assign(new Error('a', { cause: new "
              "RangeError('b') }), { code: 'E_X', n: 1 })\n^\n\n"
              "Error: a\n    at test.js:1:21 {\n  code: 'E_X',\n  n: 1,\n"
              "  [cause]: RangeError: b\n      at test.js:1:45\n}");
    little_close(&l);
}

TEST_PLAIN(a_handler_that_throws_and_catches_does_not_move_the_place)
{
    little l;

    CHECK(strncmp(describe(&l, "onUncaught = () => { try { null.x } catch {}"
                               "throw 1 };\n\nthrow new Error('here')"),
                  "test.js:3\nthrow new Error('here')\n^\n", 36) == 0);
    little_close(&l);
}

TEST_PLAIN(lib_may_show_the_error_its_own_way)
{
    little l;
    napi_value errors;

    little_open(&l, NULL);
    CHECK_INT(engine_get_binding(l.e, "errors", &errors), 0);
    JSValue global = JS_GetGlobalObject(l.e->ctx);
    JS_SetPropertyStr(l.e->ctx, global, "errors",
                      JS_DupValue(l.e->ctx, engine__value(errors)));
    JS_FreeValue(l.e->ctx, global);
    little_start(&l, "errors.setInspect((e) => 'shown ' + e.message);"
                     "throw new Error('x')");
    napi_value error = engine__handle(l.e, JS_DupValue(l.e->ctx, l.last_error));
    char *text;
    size_t len;
    /* The program is over by then, and inspect is JavaScript. */
    CHECK_INT(engine_describe_error(l.e, error, &text, &len), 0);
    CHECK(strstr(text, "Error: x") != NULL);
    engine_free(l.e, text);
    little_close(&l);
}

/* ---- Sites -------------------------------------------------------------- */

TEST_PLAIN(a_site_is_the_line_that_scheduled)
{
    little l;
    engine_position p;

    little_open(&l, NULL);
    l.keep_calls = true;
    little_run(&l, "setSites(true);\nfunction go() {\n  setImmediate(() => 0)"
                   "\n}\ngo(); go();\nsetTimeout(() => 0, 1)");
    uintptr_t sites[3] = { 0 };
    int n = 0;
    for (size_t i = 0; i < l.call_count; i++)
        if (l.calls[i].record.kind == ENGINE_IMMEDIATE ||
            l.calls[i].record.kind == ENGINE_TIMER)
            sites[n++ % 3] = l.calls[i].record.site;
    CHECK_INT(n, 3);
    CHECK_INT(sites[0], sites[1]);
    CHECK_INT(engine_resolve_site(l.e, sites[0], &p), 0);
    CHECK_STR(p.file, "test.js");
    CHECK_STR(p.function, "go");
    CHECK_INT(p.line, 3);
    CHECK_INT(p.column, 3);
    CHECK_INT(engine_resolve_site(l.e, sites[2], &p), 0);
    CHECK_INT(p.line, 6);
    CHECK_STR(p.function, "");
    CHECK(engine_resolve_site(l.e, 0, &p) < 0);
    little_close(&l);
}
