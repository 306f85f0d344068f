/*
 * modules.c - ES modules as the binding "modules" has them: the steps, their
 * order, and what they refuse. The loaders of lib/ are tested by test/modules.
 *
 * Globals of these programs, besides little.h's: the binding `modules`;
 * `compile(text, ...targets)`, a handle whose requests are linked to the
 * targets in order; `run(handle)`, which links and evaluates it and logs the
 * state of the promise; `refuse(fn)`, which logs what fn throws.
 */
#include "little.h"

#include <stdio.h>
#include <string.h>

static const char prelude[] =
    "const stateOf = (p) => inspect.getPromiseDetails(p)[0];"
    "const states = ['pending', 'fulfilled', 'rejected'];"
    "function compile(text, ...targets) {"
    "    const m = modules.compileModule(text, 'm.mjs');"
    "    targets.forEach((target, i) => m.linkRequest(i, target));"
    "    return m;"
    "}"
    "function evaluate(m) {"
    "    const p = m.evaluate();"
    "    p.catch(() => {});"
    "    log(states[stateOf(p)]);"
    "}"
    "function run(m) { m.link(); evaluate(m); }"
    "function refuse(fn) {"
    "    try { fn(); log('nothing'); } catch (e) { log(`${e}`); }"
    "}";

static void add_binding(little *l, const char *name)
{
    const engine__scope scope = engine__open_scope(l->e);
    JSValue global = JS_GetGlobalObject(l->e->ctx);
    napi_value binding;

    CHECK_INT(engine_get_binding(l->e, name, &binding), 0);
    JS_SetPropertyStr(l->e->ctx, global, name,
                      JS_DupValue(l->e->ctx, engine__value(binding)));
    JS_FreeValue(l->e->ctx, global);
    engine__close_scope(l->e, scope);
}

/* Run a program in an engine of its own; what it logged. */
static void check(const char *program, const char *logged)
{
    little l;
    char text[4096];

    little_open(&l, NULL);
    add_binding(&l, "modules");
    add_binding(&l, "inspect");
    snprintf(text, sizeof text, "%s%s", prelude, program);
    CHECK_STR(little_run(&l, text), logged);
    little_close(&l);
}

#define NOT_READY "TypeError: the module is not ready for this"
#define NO_PART "TypeError: the module has no such part"

/* ---- The steps ---------------------------------------------------------- */

TEST_PLAIN(a_module_runs_after_what_it_imports)
{
    check("const b = compile(`log('b'); export const x = 1;`);"
          "run(compile(`import { x } from 'b'; log('a', x);`, b));",
          "b a 1 fulfilled");
}

TEST_PLAIN(imported_names_are_live)
{
    check("const b = compile('export let n = 1; export const up = () => n++');"
          "run(compile(`import { n, up } from 'b';"
          "             log(n); up(); log(n);`, b));",
          "1 2 fulfilled");
}

TEST_PLAIN(a_cycle_is_linked_and_runs_once)
{
    check("const b = compile(`import { f } from 'a'; log('b');"
          "    export function g() { return 'g' + f() }`);"
          "const a = compile(`import { g } from 'b'; log('a', g());"
          "    export function f() { return 'f' }`, b);"
          "b.linkRequest(0, a); run(a); evaluate(b);",
          "b a gf fulfilled fulfilled");
}

TEST_PLAIN(a_module_goes_from_unlinked_to_evaluated)
{
    check("const m = compile('log(1)'); log(m.state);"
          "refuse(() => m.evaluate()); refuse(() => m.namespace);"
          "refuse(() => m.awaits); m.link(); log(m.state);"
          "evaluate(m); log(m.state); refuse(() => m.error);",
          "unlinked " NOT_READY " " NOT_READY " " NOT_READY
          " linked 1 fulfilled evaluated"
          " TypeError: the module cannot do this (-22)");
}

TEST_PLAIN(a_module_that_throws_keeps_its_error)
{
    check("const b = compile(`throw 'b';`);"
          "const a = compile(`import 'b'; log('never');`, b);"
          "run(a); evaluate(a); log(a.state, b.state, a.error);",
          "rejected rejected errored errored b");
}

/* ---- Top-level await ---------------------------------------------------- */

TEST_PLAIN(a_graph_that_awaits_is_known_before_it_runs)
{
    check("const b = compile(`log('b1'); await 0; log('b2');`);"
          "const a = compile(`import 'b'; log('a');`, b);"
          "a.link(); log(a.awaits, a.awaitsItself, b.awaitsItself);"
          "evaluate(a); setImmediate(() => log(a.state));",
          "true false true b1 pending b2 a evaluated");
}

TEST_PLAIN(an_await_inside_a_function_is_none_of_the_modules)
{
    check("const m = compile('export async function f() { await 0 }');"
          "m.link(); log(m.awaits);",
          "false");
}

TEST_PLAIN(a_module_that_awaits_is_pending)
{
    check("const m = compile('await new Promise(() => {});');"
          "run(m); log(m.state);",
          "pending pending");
}

/* ---- Linking ------------------------------------------------------------ */

TEST_PLAIN(requests_have_the_order_and_the_places_of_the_source)
{
    check("const m = modules.compileModule(`import 'one';\n"
          "  export * from 'two' with { type: 'json' };\n"
          "import again from 'one';`, 'm.mjs');"
          "for (const { specifier, attributes, line, column } of m.requests)"
          "    log(specifier, attributes.type, line, column);"
          "refuse(() => m.linkRequest(2, m));",
          "one undefined 1 8 two json 2 17"
          " TypeError: the module cannot do this (-22)");
}

TEST_PLAIN(a_graph_with_a_hole_is_not_linked)
{
    check("const b = compile(`import 'c';`), a = compile(`import 'b';`, b);"
          "refuse(() => a.link()); log(a.state);",
          NO_PART " unlinked");
}

TEST_PLAIN(a_linked_request_is_fixed)
{
    check("const b = compile(''), a = compile(`import 'b';`, b);"
          "a.link(); refuse(() => a.linkRequest(0, b));",
          NOT_READY);
}

TEST_PLAIN(a_name_that_is_not_exported_is_a_syntax_error)
{
    check("const b = compile('export const x = 1;');"
          "const a = compile(`import { nope } from './b';`, b);"
          "refuse(() => a.link()); log(a.state);",
          "SyntaxError: The requested module './b' does not provide an export "
          "named 'nope' unlinked");
}

/* A cycle is linked as one; the half that went well must not leak. */
TEST_PLAIN(what_failed_to_link_can_be_tried_again)
{
    check("const b = compile(`import { a } from 'a'; export let b;"
          "                   export { a as again };`);"
          "const a = compile(`import { b } from 'b'; import { nope } from 'b';"
          "                   export let a;`, b);"
          "b.linkRequest(0, a); let failed = 0;"
          "for (const m of [a, b, a])"
          "    try { m.link(); } catch { failed++; }"
          "log(failed);",
          "3");
}

TEST_PLAIN(broken_source_is_a_syntax_error)
{
    check("try { compile('export const = 1'); } catch (e) { log(e.name); }",
          "SyntaxError");
}

/* Each imports the next. However long, it must not overflow the C stack. */
#define CHAIN                                                                  \
    "let last = compile('');"                                                  \
    "for (let i = 1; i < n; i++) last = compile(`import 'm'`, last);"          \
    "try { last.link(); log(last.awaits); }"                                   \
    "catch (e) { log(e.name); refuse(() => { last.link(); }); }"

TEST_PLAIN(a_long_chain_of_imports_is_linked)
{
    check("const n = 2000;" CHAIN, "false");
}

TEST_PLAIN(a_chain_of_imports_that_is_too_long_throws)
{
#ifdef __SANITIZE_THREAD__
    SKIP("the thread sanitizer keeps the stack of each block: many gigabytes");
#endif
    test_time_limit(60);
    check("const n = 100000;" CHAIN,
          "RangeError RangeError: Maximum call stack size exceeded");
}

/* ---- Modules from outside ----------------------------------------------- */

TEST_PLAIN(a_made_module_is_filled_when_it_is_evaluated)
{
    check("let filled = 0;"
          "const made = modules.makeModule('made', ['n', 'default'],"
          "    (m) => { log(m === made); m.setExport('n', ++filled); });"
          "const a = compile(`import d, { n } from 'made'; log(n, d);`, made);"
          "a.link(); log(filled); made.setExport('default', 7);"
          "refuse(() => made.setExport('nope', 7));"
          "refuse(() => a.setExport('n', 7));"
          "evaluate(a);",
          "0 " NO_PART " TypeError: the module cannot do this (-22)"
          " true 1 7 fulfilled");
}

TEST_PLAIN(a_made_module_may_fail)
{
    check("const made = modules.makeModule('made', [],"
          "    () => { throw new RangeError('no'); });"
          "run(made); log(made.state, made.error.message);",
          "rejected errored no");
}

/* ---- import() and import.meta ------------------------------------------- */

TEST_PLAIN(import_calls_back_at_once_and_names_the_source)
{
    check("modules.setCallbacks((specifier, referrer, attributes) => {"
          "    log(specifier, referrer, Object.keys(attributes).length);"
          "    return Promise.resolve(); }, () => {});"
          "const m = compile(`log(import('x') instanceof Promise)`);"
          "m.link(); log('linked'); evaluate(m);",
          "linked x m.mjs 0 true fulfilled");
}

TEST_PLAIN(import_inside_eval_belongs_to_the_caller)
{
    check(
        "modules.setCallbacks((specifier, referrer) => {"
        "    log(specifier, referrer); return Promise.resolve(); }, () => {});"
        "run(compile(`(0, eval)('import(\"x\")');`));",
        "x m.mjs fulfilled");
}

TEST_PLAIN(import_meta_is_filled_once_per_module)
{
    check("modules.setCallbacks(() => {}, (meta, handle) => {"
          "    log(handle === m); meta.mark = 5; });"
          "const m = compile('log(import.meta.mark, import.meta.mark);');"
          "m.link(); log('linked'); evaluate(m);",
          "linked true 5 5 fulfilled");
}

/* ---- On the stack ------------------------------------------------------- */

/* What require() of an ES module does from inside another. */
TEST_PLAIN(a_body_may_evaluate_another_graph)
{
    check("const b = compile(`log('b');`);"
          "globalThis.nested = () => run(b);"
          "run(compile(`log('a1'); nested(); log('a2');`));",
          "a1 b fulfilled a2 fulfilled");
}

TEST_PLAIN(a_body_may_not_evaluate_a_graph_that_it_is_part_of)
{
    check("const a = compile(`log('a1'); nested(); log('a2');`);"
          "const b = compile(`import 'a'; log('b');`, a);"
          "globalThis.nested = () => {"
          "    b.link(); log(b.running); refuse(() => b.evaluate()); };"
          "run(a); evaluate(b);",
          "a1 true " NOT_READY " a2 fulfilled b fulfilled");
}

TEST_PLAIN(a_body_on_the_stack_is_running)
{
    check("const a = compile('nested();');"
          "globalThis.nested = () => {"
          "    log(a.state, a.running); refuse(() => a.evaluate()); };"
          "run(a); log(a.running);",
          "running true " NOT_READY " fulfilled false");
}
