/*
 * footprints.c - what callbacks read and write, as the engine records it.
 *
 * Each test runs a script in an engine that records, forgets what that did, and
 * looks at what calling a function of the script leaves:
 *
 *     "r total, w total"        variables
 *     "r .items, w items[]"     .name: a property; name[]: a whole object
 */
#include "little.h"

#include <stdio.h>
#include <string.h>

#define PRINTS_MAX 64

typedef struct prints {
    engine_footprint f[PRINTS_MAX];
    size_t count;
} prints;

static void keep(void *arg, const engine_footprint *f)
{
    prints *p = arg;

    if (p->count < PRINTS_MAX)
        p->f[p->count++] = *f;
}

static void open_noted(little *l, const char *script)
{
    little_open(l, NULL);
    CHECK_INT(engine_footprint_open(l->e), 0);
    CHECK_INT(little_start(l, script), 0);
    CHECK_INT(engine_footprint_take(l->e, NULL, NULL), 0);
}

static void call(little *l, const char *script, prints *out)
{
    out->count = 0;
    CHECK_INT(little_start(l, script), 0);
    CHECK_INT(engine_footprint_take(l->e, keep, out), 0);
}

/* Does it have this one? kind as in the enum; name NULL: all of the thing. */
static const engine_footprint *find(const prints *p, int kind, bool write,
                                    const char *name)
{
    for (size_t i = 0; i < p->count; i++) {
        const engine_footprint *f = &p->f[i];
        if (f->kind == kind && f->write == write &&
            (name != NULL ? strcmp(f->name, name) == 0 : f->key == 0))
            return f;
    }
    return NULL;
}

static bool conflict(const prints *a, const prints *b)
{
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            if (engine_footprints_conflict(&a->f[i], &b->f[j]))
                return true;
    return false;
}

/* Do calls of these two functions of the script depend on each other? */
static bool depend(const char *script, const char *one, const char *other)
{
    little l;
    prints a, b;

    open_noted(&l, script);
    call(&l, one, &a);
    call(&l, other, &b);
    little_close(&l);
    return conflict(&a, &b);
}

TEST_PLAIN(a_variable_of_closures_is_one_thing)
{
    little l;
    prints p, q;

    open_noted(&l, "var f, g; (function () { let total = 0, other = 1;"
                   "f = () => { total += 2 }; g = () => total + other })()");
    call(&l, "f()", &p);
    const engine_footprint *w = find(&p, ENGINE_THING_VARIABLE, true, "total");
    CHECK(w != NULL);
    CHECK(find(&p, ENGINE_THING_VARIABLE, false, "total") != NULL);
    CHECK(find(&p, ENGINE_THING_VARIABLE, false, "other") == NULL);
    call(&l, "g()", &q);
    const engine_footprint *r = find(&q, ENGINE_THING_VARIABLE, false, "total");
    CHECK(r != NULL && w != NULL && r->thing == w->thing);
    CHECK(find(&q, ENGINE_THING_VARIABLE, true, "total") == NULL);
    CHECK(conflict(&p, &q));
    call(&l, "g()", &p);
    CHECK(!conflict(&p, &q));
    little_close(&l);
}

/* The function that declares a variable has it in its frame. */
TEST_PLAIN(the_frame_that_owns_a_variable_is_noted_as_its_closures_are)
{
    little l;
    prints p, q;

    open_noted(&l, "var set, go; (async function () { let done = false;"
                   "set = () => { done = true };"
                   "await new Promise(r => { go = r }); log(done) })()");
    call(&l, "set()", &p);
    CHECK(find(&p, ENGINE_THING_VARIABLE, true, "done") != NULL);
    CHECK_INT(little_start(&l, "go()"), 0);
    while (little_turn(&l))
        ;
    q.count = 0;
    CHECK_INT(engine_footprint_take(l.e, keep, &q), 0);
    CHECK(find(&q, ENGINE_THING_VARIABLE, false, "done") != NULL);
    CHECK(conflict(&p, &q));
    little_close(&l);
}

TEST_PLAIN(two_closures_of_one_function_have_variables_of_their_own)
{
    const char *make = "const make = () => { let n = 0; return () => n++ };"
                       "var f = make(), g = make()";

    CHECK(!depend(make, "f()", "g()"));
    CHECK(depend(make, "f()", "f()"));
}

TEST_PLAIN(a_property_is_named_with_its_object_and_place)
{
    little l;
    prints p;
    engine_position at;
    char text[64];

    open_noted(&l, "var cart = { items: 1 };\n"
                   "function add() {\n    cart.items = cart.items + 1;\n}");
    call(&l, "add()", &p);
    const engine_footprint *w = find(&p, ENGINE_THING_OBJECT, true, "items");
    CHECK(w != NULL && w->value != 0);
    CHECK(find(&p, ENGINE_THING_OBJECT, false, "items") != NULL);
    CHECK_INT(engine_resolve_site(l.e, w != NULL ? w->site : 0, &at), 0);
    CHECK_INT(at.line, 3);
    CHECK_STR(at.function, "add");
    CHECK(engine_footprint_describe(l.e, w->site, text, sizeof text) > 0);
    CHECK_STR(text, "cart.items");
    little_close(&l);
}

TEST_PLAIN(what_the_callback_made_itself_is_not_noted)
{
    little l;
    prints p;

    open_noted(&l, "function f() { const o = { a: 1 }, list = []; o.b = o.a;"
                   "list.push(o); list[0].a = 2; let n = 0;"
                   "[1, 2].forEach(x => { n += x }); o.n = n;"
                   "for (let i = 0; i < 1e5; i++) list.push({ i });"
                   "return o } var kept");
    call(&l, "f()", &p);
    for (size_t i = 0; i < p.count; i++)
        CHECK_STR(p.f[i].name, "f"); /* the variable of the script */
    call(&l, "kept = f()", &p);
    call(&l, "kept.b = 5", &p);
    CHECK(find(&p, ENGINE_THING_OBJECT, true, "b") != NULL);
    little_close(&l);
}

TEST_PLAIN(objects_are_known_after_a_collection_within_the_callback)
{
    little l;
    prints p;

    open_noted(&l, "var a = { x: 1 }, b");
    CHECK_INT(little_start(&l, "b = { x: 1 }; b.self = b;"), 0);
    engine_collect(l.e);
    CHECK_INT(engine_footprint_take(l.e, NULL, NULL), 0);
    call(&l, "a.x = 2; b.x = 2", &p);
    size_t count = 0;
    for (size_t i = 0; i < p.count; i++)
        count += p.f[i].write && strcmp(p.f[i].name, "x") == 0;
    CHECK_INT(count, 2);
    little_close(&l);
}

/* Memory is used again; a number is not. */
TEST_PLAIN(an_object_in_the_place_of_another_is_another_thing)
{
    little l;
    prints p;
    uint64_t things[20];

    open_noted(&l, "var o");
    for (int i = 0; i < 20; i++) {
        call(&l, "o = null; o = { x: 0 }", &p);
        call(&l, "o.x = 1", &p);
        const engine_footprint *w = find(&p, ENGINE_THING_OBJECT, true, "x");
        CHECK(w != NULL);
        things[i] = w != NULL ? w->thing : 0;
        for (int j = 0; j < i; j++)
            CHECK(things[j] != things[i]);
    }
    little_close(&l);
}

TEST_PLAIN(elements_and_length_of_an_array_depend_as_they_should)
{
    const char *list = "var list = [1, 2, 3]";

    CHECK(!depend(list, "list[0] = 5", "list[1]"));
    CHECK(depend(list, "list[1] = 5", "list[1]"));
    CHECK(depend(list, "list.push(1)", "list.length"));
    CHECK(depend(list, "list.push(1)", "list.push(2)"));
    CHECK(depend(list, "list.shift()", "list[0]"));
    CHECK(depend(list, "list[3] = 5", "list.length"));
    CHECK(!depend(list, "list[2] = 5", "list.length"));
    CHECK(depend(list, "list.length = 0", "list[1]"));
    CHECK(depend(list, "list[0] = 5", "for (const x of list);"));
    CHECK(depend(list, "list[0] = 5", "list.map(x => x)"));
    CHECK(depend(list, "list[0] = 5", "[...list]"));
    CHECK(depend(list, "list.push(...[1, 2])", "list.length"));
    CHECK(depend(list, "list.push.apply(list, [1])", "list.length"));
    CHECK(depend(list, "Array.prototype.push.call(list, 1)", "list.length"));
    CHECK(depend(list, "list.push.bind(list)(1)", "list.length"));
    CHECK(!depend(list, "list.map(x => x)", "list.slice()"));
    CHECK(depend(list, "list.splice(0, 1)", "list.slice()"));
}

TEST_PLAIN(entries_of_maps_and_sets_depend_by_key)
{
    const char *map = "var m = new Map([['a', 1], [7, 2]]), s = new Set(),"
                      "k = {}, j = {}, w = new WeakMap([[k, 1]])";

    CHECK(depend(map, "m.set('a', 2)", "m.get('a')"));
    CHECK(!depend(map, "m.set('a', 2)", "m.get('b')"));
    CHECK(!depend(map, "m.get('a')", "m.has('a')"));
    CHECK(depend(map, "m.delete(7)", "m.has(7)"));
    CHECK(!depend(map, "m.delete(7)", "m.has(8)"));
    CHECK(depend(map, "m.set('c', 2)", "m.size"));
    CHECK(depend(map, "m.set('c', 2)", "for (const x of m);"));
    CHECK(depend(map, "m.clear()", "m.get('b')"));
    CHECK(depend(map, "s.add(k)", "s.has(k)"));
    CHECK(!depend(map, "s.add(k)", "s.has(j)"));
    CHECK(depend(map, "w.set(k, 2)", "w.get(k)"));
    CHECK(!depend(map, "w.set(k, 2)", "w.get(j)"));
}

TEST_PLAIN(objects_as_tables_depend_by_key)
{
    const char *table = "var t = { a: 1 }, key = 'a'";

    CHECK(depend(table, "t[key] = 2", "t.a"));
    CHECK(depend(table, "delete t.a", "'a' in t"));
    CHECK(!depend(table, "delete t.b", "'a' in t"));
    CHECK(depend(table, "t.b = 1", "Object.keys(t)"));
    CHECK(depend(table, "t.b = 1", "for (const k in t);"));
    CHECK(depend(table, "t.b = 1", "({ ...t })"));
    CHECK(depend(table, "Object.assign(t, { a: 3 })", "t.a"));
    CHECK(depend(table, "t.a = 3", "JSON.stringify({ deep: { t } })"));
    CHECK(depend(table, "Object.defineProperty(t, 'z', { value: 1 })",
                 "t.z"));
    CHECK(depend(table, "t.b = 1", "t.hasOwnProperty('b')"));
    CHECK(depend(table, "t.nothing = 1", "if (t.nothing) log('x')"));
}

TEST_PLAIN(globals_and_properties_of_the_global_object_are_one_thing)
{
    const char *script = "var a = 1; let b = 2; globalThis.c = 3";

    CHECK(depend(script, "a = 2", "globalThis.a"));
    CHECK(depend(script, "b = 2", "b"));
    CHECK(depend(script, "b += 2", "b"));
    CHECK(depend(script, "c++", "globalThis.c"));
    CHECK(!depend(script, "a = 2", "b"));
}

TEST_PLAIN(members_of_classes_depend_by_instance)
{
    const char *script =
        "class A { #n = 0; m = 1; bump() { this.#n++ }"
        "read() { return this.#n } static s = 0; set() { this.m = 2 } }"
        "class B extends A { set() { super.m = 3 } get() { return this.m } }"
        "var x = new A, y = new A, z = new B";

    CHECK(depend(script, "x.bump()", "x.read()"));
    CHECK(!depend(script, "x.bump()", "y.read()"));
    CHECK(depend(script, "A.s++", "A.s"));
    CHECK(depend(script, "z.set()", "z.get()"));
    CHECK(depend(script, "A.prototype.read = () => 1", "x.read()"));
}

TEST_PLAIN(a_proxy_stands_for_its_target)
{
    CHECK(depend("var t = { a: 1 }, p = new Proxy(t, {})", "p.a = 2", "t.a"));
}

TEST_PLAIN(bytes_belong_to_their_buffer)
{
    const char *script = "var b = new ArrayBuffer(8), u = new Uint8Array(b),"
                         "v = new Uint8Array(b, 4), o = new Uint8Array(8)";

    CHECK(depend(script, "u[4] = 1", "v[0]"));
    CHECK(depend(script, "u.fill(1)", "v[0]"));
    CHECK(!depend(script, "u[4] = 1", "o[4]"));
    CHECK(!depend(script, "u.slice()", "v[0]"));
}

/* The first call settles a promise, so two of them depend. */
TEST_PLAIN(settling_a_promise_is_a_write)
{
    const char *script = "var a, b; new Promise((x, y) => { a = x; b = y })"
                         ".catch(() => {}); var c; new Promise(x => { c = x })";

    CHECK(depend(script, "a(1)", "b(2)"));
    CHECK(!depend(script, "a(1)", "c(2)"));
}

/* A constant of a later callback can be looked at too early. */
TEST_PLAIN(constants_are_noted_only_if_they_come_late)
{
    little l;
    prints p;

    open_noted(&l, "var go, read, other; (async () => {"
                   "const early = 1; other = () => early;"
                   "read = () => { try { return late } catch {} };"
                   "await new Promise(r => { go = r });"
                   "const late = 2 })()");
    call(&l, "other()", &p);
    CHECK(find(&p, ENGINE_THING_VARIABLE, false, "early") == NULL);
    call(&l, "read()", &p);
    CHECK(find(&p, ENGINE_THING_VARIABLE, false, "late") != NULL);
    CHECK_INT(little_start(&l, "go()"), 0);
    while (little_turn(&l))
        ;
    p.count = 0;
    CHECK_INT(engine_footprint_take(l.e, keep, &p), 0);
    CHECK(find(&p, ENGINE_THING_VARIABLE, true, "late") != NULL);
    call(&l, "read()", &p);
    CHECK(find(&p, ENGINE_THING_VARIABLE, false, "late") != NULL);
    little_close(&l);
}

TEST_PLAIN(equal_values_have_equal_hashes)
{
    little l;
    prints p, q;
    static const char *const same[][2] = {
        { "o.x = 1", "o.x = 2 / 2" },
        { "o.x = 'ab'", "o.x = 'a' + 'b'.trim()" },
        { "o.x = null", "o.x = null" },
        { "o.x = 7; o.x = true", "o.x = !0" },
    };
    static const char *const other[][2] = {
        { "o.x = 1", "o.x = '1'" },
        { "o.x = null", "o.x = undefined" },
        { "o.x = 1.5", "o.x = 1" },
    };

    open_noted(&l, "var o = {}");
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        call(&l, same[i][0], &p);
        call(&l, same[i][1], &q);
        CHECK(find(&p, ENGINE_THING_OBJECT, true, "x")->value ==
              find(&q, ENGINE_THING_OBJECT, true, "x")->value);
    }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        call(&l, other[i][0], &p);
        call(&l, other[i][1], &q);
        CHECK(find(&p, ENGINE_THING_OBJECT, true, "x")->value !=
              find(&q, ENGINE_THING_OBJECT, true, "x")->value);
    }
    call(&l, "o.x = {}", &p);
    CHECK(find(&p, ENGINE_THING_OBJECT, true, "x")->value == 0);
    little_close(&l);
}

static void count(void *arg, const engine_footprint *f)
{
    (void)f;
    ++*(uint64_t *)arg;
}

TEST_PLAIN(a_callback_that_touches_too_much_says_so)
{
    little l;
    uint64_t n = 0;

    open_noted(&l, "var all = []; for (let i = 0; i < 1e5; i++)"
                   "all.push({ x: 1 })");
    CHECK_INT(little_start(&l, "for (const o of all) o.x = 2"), 0);
    CHECK_INT(engine_footprint_take(l.e, count, &n), 1);
    CHECK(n > 10000 && n < 100000);
    n = 0;
    CHECK_INT(little_start(&l, "all[0].x = 3"), 0);
    CHECK_INT(engine_footprint_take(l.e, count, &n), 0);
    CHECK(n > 0 && n < 10);
    little_close(&l);
}

/* Errors name expressions by following the bytecode. */
TEST_PLAIN(programs_see_nothing_of_it)
{
    static const char *const scripts[] = {
        "try { let o = {}; o.a.b.c } catch (e) { log(e.message) }",
        "try { const { a: { b } } = { a: null } } catch (e) { log(e.message) }",
        "try { const { x } = null } catch (e) { log(e.message) }",
        "try { const [y] = {} } catch (e) { log(e.message) }",
        "try { [].x.y() } catch (e) { log(e.message) }",
        "try { let f = 1; f(...[1]) } catch (e) { log(e.message) }",
        "try { Math.max(...5) } catch (e) { log(e.message) }",
        "try { [...5] } catch (e) { log(e.message) }",
        "let n = 0, s = ''; for (let i = 0; i < 300; i++) { n += i; s += i;"
        "[n].forEach(x => { n = x - 1 }) } log(n, s.length)",
        "function* g() { let i = 0; const f = () => i++; yield f(); yield f() }"
        "log([...g()].join())",
        "label: for (const a of [1, 2]) for (const b in { x: 1, y: 2 }) {"
        "if (b === 'y') continue label; log(a + b) }",
        "const o = { get a() { return this.b ?? 1 }, set a(v) { this.b = v } };"
        "o.a++; o.a **= 2; log(o.a, delete o.b, 'b' in o, o?.z?.y)",
        "(async () => { let x = 1; const f = () => { x++ }; for await (const y "
        "of [1, 2]) { f(); await null; x += y } log(x) })()",
        "try { eval('let q = 1; (() => q = 2)(); log(q)'); throw log } catch "
        "(e) { log(typeof e) } finally { log('f') }",
    };

    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        little plain, noted;
        char said[512];

        little_open(&plain, NULL);
        snprintf(said, sizeof said, "%s", little_run(&plain, scripts[i]));
        CHECK(said[0] != '\0');
        little_close(&plain);
        little_open(&noted, NULL);
        CHECK_INT(engine_footprint_open(noted.e), 0);
        CHECK_STR(little_run(&noted, scripts[i]), said);
        little_close(&noted);
    }
}
