/*
 * modules.c - ES modules as engine.h has them: the steps, their order, and what
 * they refuse. What the loaders of lib/ make of it is tested by test/modules.
 */
#include "little.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static engine_module *compile(little *l, const char *name, const char *text)
{
    const engine_source source = { text, strlen(text), name, 0, NULL };
    engine_module *m = NULL;

    CHECK_INT(engine_compile_module(l->e, &source, &m), 0);
    return m;
}

/* Two modules, where the first imports the second by its only request. */
static void pair(little *l, const char *a_text, const char *b_text,
                 engine_module **a, engine_module **b)
{
    *a = compile(l, "a.mjs", a_text);
    *b = compile(l, "b.mjs", b_text);
    CHECK_INT(engine_link_request(l->e, *a, 0, *b), 0);
}

static void free_pair(little *l, engine_module *a, engine_module *b)
{
    engine_free_module(l->e, a);
    engine_free_module(l->e, b);
}

/* The state of a promise: "pending", "fulfilled" or "rejected". */
static const char *promise_state(little *l, napi_value promise)
{
    switch (JS_PromiseState(l->e->ctx, engine__value(promise))) {
    case JS_PROMISE_FULFILLED:
        return "fulfilled";
    case JS_PROMISE_REJECTED:
        return "rejected";
    default:
        return "pending";
    }
}

/* Evaluate, run all microtasks; the promise as it was right after the call. */
static const char *evaluate(little *l, engine_module *m)
{
    const engine__scope scope = engine__open_scope(l->e);
    napi_value promise = NULL;

    CHECK_INT(engine_evaluate_module(l->e, m, &promise), 0);
    const char *state = promise_state(l, promise);
    while (engine_run_microtask(l->e) > 0)
        ;
    engine__close_scope(l->e, scope);
    return state;
}

static void link_and_evaluate(little *l, engine_module *m)
{
    CHECK_INT(engine_link_module(l->e, m), 0);
    CHECK_STR(evaluate(l, m), "fulfilled");
}

/* The pending exception as text, taken. */
static const char *taken(little *l)
{
    static char text[200];
    JSValue error = JS_GetException(l->e->ctx);
    const char *s = JS_ToCString(l->e->ctx, error);

    snprintf(text, sizeof text, "%s", s ? s : "?");
    JS_FreeCString(l->e->ctx, s);
    JS_FreeValue(l->e->ctx, error);
    return text;
}

/* ---- The way of a module ------------------------------------------------ */

TEST_PLAIN(a_module_runs_after_what_it_imports)
{
    little l;
    engine_module *a, *b;

    little_open(&l, NULL);
    pair(&l, "import { x } from 'b'; log('a', x);",
         "log('b'); export const x = 1;", &a, &b);
    link_and_evaluate(&l, a);
    CHECK_STR(little_said(&l), "b a 1");
    free_pair(&l, a, b);
    little_close(&l);
}

TEST_PLAIN(imported_names_are_live)
{
    little l;
    engine_module *a, *b;

    little_open(&l, NULL);
    pair(&l, "import { n, up } from 'b'; log(n); up(); log(n);",
         "export let n = 1; export function up() { n++; }", &a, &b);
    link_and_evaluate(&l, a);
    CHECK_STR(little_said(&l), "1 2");
    free_pair(&l, a, b);
    little_close(&l);
}

TEST_PLAIN(a_cycle_is_linked_and_runs_once)
{
    little l;
    engine_module *a, *b;

    little_open(&l, NULL);
    pair(&l,
         "import { g } from 'b'; export function f() { return 'f' }"
         "log('a', g());",
         "import { f } from 'a'; export function g() { return 'g' + f() }"
         "log('b');",
         &a, &b);
    CHECK_INT(engine_link_request(l.e, b, 0, a), 0);
    link_and_evaluate(&l, a);
    CHECK_STR(little_said(&l), "b a gf");
    CHECK_STR(evaluate(&l, b), "fulfilled");
    CHECK_STR(little_said(&l), "");
    free_pair(&l, a, b);
    little_close(&l);
}

TEST_PLAIN(a_module_goes_from_unlinked_to_evaluated)
{
    little l;
    engine_module *m;

    little_open(&l, NULL);
    m = compile(&l, "m.mjs", "log(1)");
    CHECK_INT(engine_get_module_state(m), ENGINE_MODULE_UNLINKED);
    CHECK_INT(engine_evaluate_module(l.e, m, NULL), -EBUSY);
    CHECK_INT(engine_get_namespace(l.e, m, NULL), -EBUSY);
    CHECK_INT(engine_module_awaits(m), -EBUSY);
    CHECK_INT(engine_link_module(l.e, m), 0);
    CHECK_INT(engine_get_module_state(m), ENGINE_MODULE_LINKED);
    CHECK_STR(little_said(&l), "");
    CHECK_STR(evaluate(&l, m), "fulfilled");
    CHECK_INT(engine_get_module_state(m), ENGINE_MODULE_EVALUATED);
    CHECK_INT(engine_get_module_error(l.e, m, NULL), -EINVAL);
    engine_free_module(l.e, m);
    little_close(&l);
}

TEST_PLAIN(a_module_that_throws_keeps_its_error)
{
    little l;
    engine_module *a, *b;
    napi_value error = NULL;

    little_open(&l, NULL);
    pair(&l, "import 'b'; log('never');", "throw 'b';", &a, &b);
    CHECK_INT(engine_link_module(l.e, a), 0);
    CHECK_STR(evaluate(&l, a), "rejected");
    CHECK_STR(evaluate(&l, a), "rejected");
    CHECK_INT(engine_get_module_state(a), ENGINE_MODULE_ERRORED);
    CHECK_INT(engine_get_module_state(b), ENGINE_MODULE_ERRORED);
    CHECK_INT(engine_get_module_error(l.e, a, &error), 0);
    CHECK(JS_IsString(engine__value(error)));
    CHECK_STR(little_said(&l), "");
    free_pair(&l, a, b);
    little_close(&l);
}

/* ---- Top-level await ---------------------------------------------------- */

TEST_PLAIN(a_graph_that_awaits_is_known_before_it_runs)
{
    little l;
    engine_module *a, *b;

    little_open(&l, NULL);
    pair(&l, "import 'b'; log('a');", "log('b1'); await 0; log('b2');", &a, &b);
    CHECK_INT(engine_link_module(l.e, a), 0);
    CHECK_INT(engine_module_awaits(a), 1);
    CHECK_STR(little_said(&l), "");
    CHECK_STR(evaluate(&l, a), "pending");
    CHECK_STR(little_said(&l), "b1 b2 a");
    CHECK_INT(engine_get_module_state(a), ENGINE_MODULE_EVALUATED);
    free_pair(&l, a, b);
    little_close(&l);
}

TEST_PLAIN(an_await_inside_a_function_is_none_of_the_modules)
{
    little l;
    engine_module *m;

    little_open(&l, NULL);
    m = compile(&l, "m.mjs", "export async function f() { await 0 }");
    CHECK_INT(engine_link_module(l.e, m), 0);
    CHECK_INT(engine_module_awaits(m), 0);
    engine_free_module(l.e, m);
    little_close(&l);
}

TEST_PLAIN(a_pending_module_is_evaluating)
{
    little l;
    engine_module *m;

    little_open(&l, NULL);
    m = compile(&l, "m.mjs", "await new Promise(() => {});");
    CHECK_INT(engine_link_module(l.e, m), 0);
    CHECK_STR(evaluate(&l, m), "pending");
    CHECK_INT(engine_get_module_state(m), ENGINE_MODULE_EVALUATING);
    engine_free_module(l.e, m);
    little_close(&l);
}

/* ---- Requests and linking ----------------------------------------------- */

TEST_PLAIN(requests_come_in_order_with_their_place_and_attributes)
{
    little l;
    engine_request r;

    little_open(&l, NULL);
    engine_module *m = compile(&l, "m.mjs",
                               "import 'one';\n"
                               "  export * from 'two' with { type: 'json' };\n"
                               "import again from 'one';");
    CHECK_INT(engine_count_requests(m), 2);
    CHECK_INT(engine_get_request(l.e, m, 0, &r), 0);
    CHECK_STR(r.specifier, "one");
    CHECK_INT(r.line, 1);
    CHECK_INT(engine_get_request(l.e, m, 1, &r), 0);
    CHECK_STR(r.specifier, "two");
    CHECK_INT(r.line, 2);
    CHECK_INT(r.column, 17);
    JSValue type =
        JS_GetPropertyStr(l.e->ctx, engine__value(r.attributes), "type");
    CHECK(JS_IsString(type));
    JS_FreeValue(l.e->ctx, type);
    CHECK_INT(engine_get_request(l.e, m, 2, &r), -EINVAL);
    engine_free_module(l.e, m);
    little_close(&l);
}

TEST_PLAIN(a_graph_with_a_hole_is_not_linked)
{
    little l;
    engine_module *a, *b;

    little_open(&l, NULL);
    pair(&l, "import 'b';", "import 'c';", &a, &b);
    CHECK_INT(engine_link_module(l.e, a), -ENOENT);
    CHECK_INT(engine_get_module_state(a), ENGINE_MODULE_UNLINKED);
    free_pair(&l, a, b);
    little_close(&l);
}

TEST_PLAIN(a_linked_request_is_fixed)
{
    little l;
    engine_module *a, *b;

    little_open(&l, NULL);
    pair(&l, "import 'b';", "", &a, &b);
    CHECK_INT(engine_link_module(l.e, a), 0);
    CHECK_INT(engine_link_request(l.e, a, 0, b), -EBUSY);
    free_pair(&l, a, b);
    little_close(&l);
}

TEST_PLAIN(a_name_that_is_not_exported_is_a_syntax_error)
{
    little l;
    engine_module *a, *b;

    little_open(&l, NULL);
    pair(&l, "import { nope } from './b';", "export const x = 1;", &a, &b);
    CHECK_INT(engine_link_module(l.e, a), ENGINE_SYNTAX);
    CHECK_STR(taken(&l), "SyntaxError: The requested module './b' does not "
                         "provide an export named 'nope'");
    CHECK_INT(engine_get_module_state(a), ENGINE_MODULE_UNLINKED);
    free_pair(&l, a, b);
    little_close(&l);
}

/* A cycle is linked as one; the half that went well must not leak. */
TEST_PLAIN(what_failed_to_link_can_be_tried_again)
{
    little l;
    engine_module *a, *b;

    little_open(&l, NULL);
    pair(&l, "import { b } from 'b'; import { nope } from 'b'; export let a;",
         "import { a } from 'a'; export let b; export { a as again };", &a, &b);
    CHECK_INT(engine_link_request(l.e, b, 0, a), 0);
    for (int i = 0; i < 3; i++) {
        CHECK_INT(engine_link_module(l.e, i == 1 ? b : a), ENGINE_SYNTAX);
        taken(&l);
    }
    free_pair(&l, a, b);
    little_close(&l);
}

TEST_PLAIN(broken_source_is_a_syntax_error)
{
    little l;
    const engine_source source = { "export const = 1", 16, "m.mjs", 0, NULL };
    engine_module *m;

    little_open(&l, NULL);
    CHECK_INT(engine_compile_module(l.e, &source, &m), ENGINE_SYNTAX);
    CHECK(strncmp(taken(&l), "SyntaxError", 11) == 0);
    little_close(&l);
}

/* Each imports the next. However long, it must not take the stack with it. */
static int link_chain(little *l, int n)
{
    engine_module *last = NULL;

    for (int i = 0; i < n; i++) {
        engine_module *m = compile(l, "m.mjs", last ? "import 'm'" : "");
        if (last != NULL) {
            CHECK_INT(engine_link_request(l->e, m, 0, last), 0);
            engine_free_module(l->e, last);
        }
        last = m;
    }
    int err = engine_link_module(l->e, last);
    if (err == ENGINE_THREW) {
        taken(l);
        err = engine_link_module(l->e, last); /* and again */
    }
    CHECK_INT(err == 0 ? engine_module_awaits(last) : 0, 0);
    engine_free_module(l->e, last);
    return err;
}

TEST_PLAIN(a_long_chain_of_imports_is_linked)
{
    little l;

    little_open(&l, NULL);
    CHECK_INT(link_chain(&l, 2000), 0);
    little_close(&l);
}

TEST_PLAIN(a_chain_of_imports_that_is_too_long_throws)
{
    little l;

#ifdef __SANITIZE_THREAD__
    SKIP("the thread sanitizer keeps the stack of each block: many gigabytes");
#endif
    test_time_limit(60);
    little_open(&l, NULL);
    CHECK_INT(link_chain(&l, 100000), ENGINE_THREW);
    taken(&l);
    little_close(&l);
}

/* ---- Modules from outside ----------------------------------------------- */

static int fill(engine *e, engine_module *m, void *arg)
{
    napi_value value = engine__handle(e, JS_NewInt32(e->ctx, ++*(int *)arg));

    return engine_set_export(e, m, "n", value);
}

TEST_PLAIN(a_made_module_is_filled_when_it_is_evaluated)
{
    little l;
    static const char *const exports[] = { "n", "default" };
    engine_module *made;
    int filled = 0;

    little_open(&l, NULL);
    CHECK_INT(engine_make_module(l.e, "made", exports, 2, fill, &filled, &made),
              0);
    engine_module *a =
        compile(&l, "a.mjs", "import d, { n } from 'made'; log(n, d);");
    CHECK_INT(engine_link_request(l.e, a, 0, made), 0);
    CHECK_INT(engine_link_module(l.e, a), 0);
    CHECK_INT(filled, 0);
    const engine__scope scope = engine__open_scope(l.e);
    napi_value value = engine__handle(l.e, JS_NewInt32(l.e->ctx, 7));
    CHECK_INT(engine_set_export(l.e, made, "default", value), 0);
    CHECK_INT(engine_set_export(l.e, made, "nope", value), -ENOENT);
    CHECK_INT(engine_set_export(l.e, a, "n", value), -EINVAL);
    engine__close_scope(l.e, scope);
    CHECK_STR(evaluate(&l, a), "fulfilled");
    CHECK_STR(little_said(&l), "1 7");
    free_pair(&l, a, made);
    little_close(&l);
}

static int fail_to_fill(engine *e, engine_module *m, void *arg)
{
    (void)m;
    (void)arg;
    JS_ThrowRangeError(e->ctx, "no");
    return ENGINE_THREW;
}

TEST_PLAIN(a_made_module_may_fail)
{
    little l;
    engine_module *made;

    little_open(&l, NULL);
    CHECK_INT(
        engine_make_module(l.e, "made", NULL, 0, fail_to_fill, NULL, &made), 0);
    CHECK_STR(evaluate(&l, made), "rejected");
    CHECK_INT(engine_get_module_state(made), ENGINE_MODULE_ERRORED);
    engine_free_module(l.e, made);
    little_close(&l);
}

/* ---- What the engine asks ----------------------------------------------- */

static struct {
    char import[100];
    void *tag;
    int metas;
    engine_module *module;
} asked;

static int note_import(void *ctx, const engine_import *request,
                       napi_value *promise)
{
    little *l = ctx;
    JSValue functions[2];

    snprintf(asked.import, sizeof asked.import, "%s from %s",
             request->specifier, request->referrer);
    asked.tag = request->referrer_tag;
    JSValue value = JS_NewPromiseCapability(l->e->ctx, functions);
    JS_FreeValue(l->e->ctx, functions[0]);
    JS_FreeValue(l->e->ctx, functions[1]);
    *promise = engine__handle(l->e, value);
    return 0;
}

static int note_meta(void *ctx, engine_module *module, napi_value meta)
{
    little *l = ctx;

    asked.metas++;
    asked.module = module;
    JS_SetPropertyStr(l->e->ctx, engine__value(meta), "mark",
                      JS_NewInt32(l->e->ctx, 5));
    return 0;
}

static void ask_us(engine_options *o)
{
    o->host.import = note_import;
    o->host.import_meta = note_meta;
}

TEST_PLAIN(import_asks_the_host_at_once_and_names_the_source)
{
    little l;
    int tag;
    const char *text = "const p = import('x'); log(p instanceof Promise);";
    const engine_source source = { text, strlen(text), "m.mjs", 0, &tag };
    engine_module *m;

    little_open(&l, ask_us);
    CHECK_INT(engine_compile_module(l.e, &source, &m), 0);
    CHECK_INT(engine_link_module(l.e, m), 0);
    CHECK_STR(asked.import, "");
    CHECK_STR(evaluate(&l, m), "fulfilled");
    CHECK_STR(little_said(&l), "true");
    CHECK_STR(asked.import, "x from m.mjs");
    CHECK(asked.tag == &tag);
    engine_free_module(l.e, m);
    little_close(&l);
}

TEST_PLAIN(import_inside_eval_belongs_to_the_caller)
{
    little l;
    engine_module *m;

    little_open(&l, ask_us);
    m = compile(&l, "m.mjs", "(0, eval)('import(\"x\")');");
    link_and_evaluate(&l, m);
    CHECK_STR(asked.import, "x from m.mjs");
    engine_free_module(l.e, m);
    little_close(&l);
}

TEST_PLAIN(import_meta_is_asked_for_once_per_module)
{
    little l;
    engine_module *m;

    little_open(&l, ask_us);
    m = compile(&l, "m.mjs", "log(import.meta.mark, import.meta.mark);");
    CHECK_INT(engine_link_module(l.e, m), 0);
    CHECK_INT(asked.metas, 0);
    CHECK_STR(evaluate(&l, m), "fulfilled");
    CHECK_STR(little_said(&l), "5 5");
    CHECK_INT(asked.metas, 1);
    CHECK(asked.module == m);
    engine_free_module(l.e, m);
    little_close(&l);
}

/* ---- On the stack ------------------------------------------------------- */

static struct {
    engine_module *target;
    int err;
    engine_module_state state;
} nested;

static JSValue evaluate_nested(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    (void)self;
    (void)argc;
    (void)argv;

    nested.state = engine_get_module_state(nested.target);
    nested.err = engine_link_module(e, nested.target);
    if (nested.err == 0)
        nested.err = engine_evaluate_module(e, nested.target, NULL);
    return JS_UNDEFINED;
}

static void add_nested(little *l)
{
    JSValue global = JS_GetGlobalObject(l->e->ctx);

    JS_SetPropertyStr(l->e->ctx, global, "nested",
                      JS_NewCFunction(l->e->ctx, evaluate_nested, "nested", 0));
    JS_FreeValue(l->e->ctx, global);
}

/* What require() of an ES module does from inside another. */
TEST_PLAIN(a_body_may_evaluate_another_graph)
{
    little l;

    little_open(&l, NULL);
    add_nested(&l);
    engine_module *a = compile(&l, "a.mjs", "log('a1'); nested(); log('a2');");
    nested.target = compile(&l, "b.mjs", "log('b');");
    link_and_evaluate(&l, a);
    CHECK_INT(nested.err, 0);
    CHECK_STR(little_said(&l), "a1 b a2");
    free_pair(&l, a, nested.target);
    little_close(&l);
}

TEST_PLAIN(a_body_may_not_evaluate_a_graph_that_it_is_part_of)
{
    little l;

    little_open(&l, NULL);
    add_nested(&l);
    engine_module *a = compile(&l, "a.mjs", "log('a1'); nested(); log('a2');");
    engine_module *b = compile(&l, "b.mjs", "import 'a'; log('b');");
    CHECK_INT(engine_link_request(l.e, b, 0, a), 0);
    nested.target = b;
    link_and_evaluate(&l, a);
    CHECK_INT(nested.err, -EBUSY);
    CHECK_STR(little_said(&l), "a1 a2");
    CHECK_STR(evaluate(&l, b), "fulfilled");
    CHECK_STR(little_said(&l), "b");
    free_pair(&l, a, b);
    little_close(&l);
}

TEST_PLAIN(a_body_that_is_running_is_evaluating)
{
    little l;

    little_open(&l, NULL);
    add_nested(&l);
    nested.target = compile(&l, "a.mjs", "nested();");
    link_and_evaluate(&l, nested.target);
    CHECK_INT(nested.state, ENGINE_MODULE_EVALUATING);
    CHECK_INT(nested.err, -EBUSY);
    engine_free_module(l.e, nested.target);
    little_close(&l);
}

TEST_PLAIN(nothing_is_evaluated_after_the_program_was_stopped)
{
    little l;
    engine_module *m;

    little_open(&l, NULL);
    m = compile(&l, "m.mjs", "log(1)");
    CHECK_INT(engine_link_module(l.e, m), 0);
    engine_stop(l.e);
    CHECK_INT(engine_evaluate_module(l.e, m, NULL), ENGINE_STOPPED);
    engine_free_module(l.e, m);
    little_close(&l);
}
