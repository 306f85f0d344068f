/*
 * clone.c - structured clone: what goes through, and what does not.
 */
#include "little.h"

#include <stdio.h>
#include <string.h>

/* clone(value, transfer...) for the program. */
static JSValue js_clone(JSContext *ctx, JSValueConst self, int argc,
                        JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    napi_value value = engine__handle(e, JS_DupValue(ctx, argv[0]));
    napi_value transfer[8];
    engine_transfer moved = { .buffers = transfer };
    engine_clone *clone;
    (void)self;

    for (int i = 1; i < argc && i < 9; i++)
        transfer[moved.buffer_count++] =
            engine__handle(e, JS_DupValue(ctx, argv[i]));
    int err = engine_write_clone(e, value, &moved, &clone);
    if (err == 0)
        err = engine_read_clone(e, clone, NULL, NULL, &value);
    return err == 0 ? JS_DupValue(ctx, engine__value(value)) : JS_EXCEPTION;
}

static const char *run(little *l, const char *script)
{
    little_open(l, NULL);
    JSValue global = JS_GetGlobalObject(l->e->ctx);
    JS_SetPropertyStr(l->e->ctx, global, "clone",
                      JS_NewCFunction(l->e->ctx, js_clone, "clone", 1));
    JS_FreeValue(l->e->ctx, global);
    return little_run(l, script);
}

#define RUN(script, want)                                                      \
    do {                                                                       \
        little l;                                                              \
        CHECK_STR(run(&l, script), want);                                      \
        little_close(&l);                                                      \
    } while (0)

TEST_PLAIN(primitives_go_through_a_clone)
{
    RUN("for (const v of [undefined, null, true, false, 0, -0, 1.5, NaN,"
        "2 ** 40, 'text', '\\ud83d\\ude00\\ud800', 12345678901234567890n, -5n])"
        "log(Object.is(clone(v), v))",
        "true true true true true true true true true true true true true");
}

TEST_PLAIN(objects_and_arrays_keep_their_shape)
{
    RUN("const a = [1, , 'x', { y: [2] }]; a.extra = 5; const c = clone(a);"
        "log(JSON.stringify(c), 1 in c, c.length, c.extra, c !== a);"
        "class P { constructor() { this.q = 1 } } const p = clone(new P());"
        "log(p.q, p instanceof P)",
        "[1,null,\"x\",{\"y\":[2]}] false 4 5 true 1 false");
}

/* Four thousand million holes, written one by one, would take a minute. */
TEST_PLAIN(a_clone_of_an_array_has_its_elements_and_not_its_holes)
{
    RUN("const a = [7, , 8]; a[4e9] = 9; a.extra = 5; const c = clone(a);"
        "log(c.length, Object.keys(c))",
        "4000000001 0,2,4000000000,extra");
}

TEST_PLAIN(cycles_and_shared_parts_stay_what_they_are)
{
    RUN("const o = { n: 1 }; o.self = o; o.list = [o, o]; const m = new Map();"
        "m.set(m, o); o.map = m; const c = clone(o);"
        "log(c.self === c, c.list[1] === c, c.map.get(c.map) === c, c !== o)",
        "true true true true");
}

TEST_PLAIN(dates_regexps_boxes_maps_and_sets)
{
    RUN("const c = clone([new Date(7), /a+/gi, Object(5), Object('s'),"
        "Object(true), Object(3n), new Map([[1, { a: 2 }]]), new Set(['z'])]);"
        "log(+c[0], String(c[1]), typeof c[2], c[2] + 1, c[3].length,"
        "c[4].valueOf(), c[5].valueOf(), c[6].get(1).a, c[7].has('z'))",
        "7 /a+/gi object 6 1 true 3 2 true");
}

TEST_PLAIN(errors_keep_type_message_stack_and_cause)
{
    RUN("const e = new RangeError('m', { cause: new TypeError('c') }); e.x = 1;"
        "const c = clone(e); log(c instanceof RangeError, c.message, c.stack "
        "=== e.stack, c.cause instanceof TypeError, c.cause.message, c.x,"
        "clone(new (class E extends Error {})('q')).constructor.name)",
        "true m true true c undefined Error");
}

TEST_PLAIN(buffers_and_views_share_their_memory)
{
    RUN("const b = new Uint8Array([1, 2, 3, 4]).buffer; const c = clone({ b,"
        "u: new Uint16Array(b, 2, 1), v: new DataView(b, 1, 2) });"
        "log(c.u.buffer === c.b, c.v.buffer === c.b, c.u[0], c.v.getUint8(0),"
        "c.u.byteOffset, c.b !== b); c.u[0] = 9; log(b.byteLength, new "
        "Uint8Array(c.b)[2])",
        "true true 1027 2 2 true 4 9");
}

TEST_PLAIN(a_transferred_buffer_is_moved)
{
    RUN("const b = new Uint8Array([7, 8]).buffer; const c = clone({ b }, b);"
        "log(b.byteLength, b.detached, c.b.byteLength, new Uint8Array(c.b)[1])",
        "0 true 2 8");
}

TEST_PLAIN(a_failed_clone_detaches_nothing)
{
    RUN("const b = new ArrayBuffer(4); try { clone([b, () => 0], b) } catch (e)"
        "{ log(e.name) } log(b.byteLength); try { clone(1, b, b) } catch (e) {"
        "log(e.message) }",
        "DataCloneError 4 Transfer list contains duplicate ArrayBuffer");
}

TEST_PLAIN(shared_memory_is_shared)
{
    RUN("const s = new SharedArrayBuffer(4), c = clone(s); new Uint8Array(c)[0]"
        "= 5; log(new Uint8Array(s)[0], c !== s, c instanceof "
        "SharedArrayBuffer)",
        "5 true true");
}

TEST_PLAIN(what_cannot_be_cloned_says_so)
{
    RUN("for (const v of [() => 1, Symbol('a'), Promise.resolve(), new "
        "WeakMap(), { f: Symbol() }, new Proxy({}, {})]) try { clone(v) }"
        "catch (e) { log(e.name + ':' + e.message + (e instanceof "
        "DOMException) + e.code) }",
        "DataCloneError:() => 1 could not be cloned.true25 "
        "DataCloneError:Symbol(a) could not be cloned.true25 "
        "DataCloneError:#<Promise> could not be cloned.true25 "
        "DataCloneError:#<WeakMap> could not be cloned.true25 "
        "DataCloneError:Symbol() could not be cloned.true25 "
        "DataCloneError:#<Object> could not be cloned.true25");
}

TEST_PLAIN(getters_run_and_what_they_throw_comes_out)
{
    RUN("log(clone({ get a() { return 4 } }).a); try { clone({ get a() { throw "
        "'mine' } }) } catch (e) { log(e) }",
        "4 mine");
}

TEST_PLAIN(a_program_that_changes_map_does_not_change_clones)
{
    RUN("const m = new Map([[1, 2]]), get = m.get; Map.prototype.forEach ="
        "Map.prototype.set = null; globalThis.Map = null; log(get.call(clone(m)"
        ", 1))",
        "2");
}

TEST_PLAIN(deep_nesting_is_a_range_error)
{
    RUN("let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; try { clone(o) }"
        "catch (e) { log(e.name) }",
        "RangeError");
}

TEST_PLAIN(a_clone_that_nobody_reads_is_freed)
{
    little l;
    engine_clone *clone;
    napi_value value;

    little_open(&l, NULL);
    value = engine__handle(l.e, JS_NewArray(l.e->ctx));
    CHECK_INT(engine_write_clone(l.e, value, NULL, &clone), 0);
    engine_free_clone(clone);
    little_close(&l);
}
