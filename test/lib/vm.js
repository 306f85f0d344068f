'use strict';
// vm: contexts show their sandbox as the global object; scripts and functions.

const assert = require('assert');
const vm = require('vm');

// What a script reads, writes, declares and deletes is in the sandbox.
{
    const sandbox = { count: 1, gone: 1, nested: { list: [] } };
    const context = vm.createContext(sandbox);
    assert.strictEqual(context, sandbox);
    assert.ok(vm.isContext(sandbox));
    assert.ok(!vm.isContext({}));
    const result = vm.runInContext(`
        count += 1;
        var declared = 'v';
        function named() { return this === globalThis; }
        implicit = 5;
        delete gone;
        let lexical = 7;
        nested.list.push(lexical);
        globalThis.self = globalThis;
        [named(), typeof process, typeof missing, Object.keys(globalThis)];
    `, context);
    assert.deepStrictEqual(
        Array.from(result.slice(0, 3)), [true, 'undefined', 'undefined']);
    assert.deepStrictEqual(Array.from(result[3]).sort(), [
        'count', 'declared', 'implicit', 'named', 'nested', 'self']);
    assert.strictEqual(sandbox.count, 2);
    assert.strictEqual(sandbox.declared, 'v');
    assert.strictEqual(sandbox.implicit, 5);
    assert.ok(!('gone' in sandbox));
    assert.ok(!('lexical' in sandbox));
    assert.deepStrictEqual(sandbox.nested.list, [7]);
    // And the other way round, later.
    sandbox.added = 3;
    assert.strictEqual(vm.runInContext('added + lexical', context), 10);
    assert.deepStrictEqual(
        Object.getOwnPropertyDescriptor(sandbox, 'declared'),
        { value: 'v', writable: true, enumerable: true, configurable: true });
}

// A context has built-ins of its own.
{
    const list = vm.runInNewContext('[1, 2]');
    assert.ok(Array.isArray(list));
    assert.ok(!(list instanceof Array));
    assert.throws(() => vm.runInNewContext('undefinedName'),
                  { name: 'ReferenceError' });
    assert.throws(() => vm.runInNewContext('"use strict"; undeclared = 1'),
                  { name: 'ReferenceError' });
    assert.strictEqual(vm.runInNewContext('eval("x + 1")', { x: 1 }), 2);
    assert.strictEqual(vm.runInNewContext('new Function("return x")()',
                                          { x: 4 }), 4);
    assert.strictEqual(vm.runInNewContext('NaN = 5; undefined'), undefined);
}

// Getters, setters, and properties that can't be written.
{
    const seen = [];
    const context = vm.createContext({
        get now() { seen.push('get'); return 1; },
        set now(value) { seen.push(value); },
    });
    vm.runInContext('now = now + 1', context);
    assert.deepStrictEqual(seen, ['get', 2]);
    vm.runInContext('Object.defineProperty(this, "x", { value: 42 }); x = 0',
                    context);
    assert.strictEqual(context.x, 42);
    assert.throws(() => vm.runInContext('"use strict"; x = 0', context),
                  /Cannot assign to read only property 'x'/);
}

// A proxy as a sandbox is asked for everything.
{
    const asked = new Set();
    const context = vm.createContext(new Proxy({ a: 1 }, {
        get(target, name, receiver) {
            asked.add(name);
            return Reflect.get(target, name, receiver);
        },
    }));
    assert.strictEqual(vm.runInContext('a', context), 1);
    assert.ok(asked.has('a'));
}

// One script in several contexts.
{
    const script = new vm.Script('total += step; total');
    const one = vm.createContext({ total: 0, step: 1 });
    const ten = vm.createContext({ total: 0, step: 10 });
    script.runInContext(one);
    script.runInContext(ten);
    assert.strictEqual(script.runInContext(one), 2);
    assert.strictEqual(script.runInContext(ten), 20);
    globalThis.total = 5;
    globalThis.step = 5;
    assert.strictEqual(script.runInThisContext(), 10);
    assert.strictEqual(script.runInNewContext({ total: 1, step: 1 }), 2);
}

// Places in stacks.
{
    const thrown = (fn) => {
        try {
            fn();
        } catch (error) {
            return error.stack;
        }
    };
    const options = { filename: 'some.js', lineOffset: 4, columnOffset: 2 };
    const stack = thrown(() => vm.runInThisContext('throw new Error("x")',
                                                   options));
    assert.match(stack, /^some\.js:5\n/);
    assert.match(stack, /\n {4}at some\.js:5:9\n/);
    assert.match(thrown(() => vm.runInThisContext('a b', 'other.js')),
                 /^other\.js:1\na b\n {2}\^\n\nSyntaxError/);
    assert.match(thrown(() => vm.runInNewContext('throw new Error("y")')),
                 /^evalmachine\.<anonymous>:1\n/);
}

// Time limits.
assert.throws(() => vm.runInThisContext('for (;;);', { timeout: 5 }), {
    code: 'ERR_SCRIPT_EXECUTION_TIMEOUT',
    message: 'Script execution timed out after 5ms',
});
assert.throws(() => vm.runInNewContext(
    'try { for (;;); } catch { } finally { }', {}, { timeout: 5 }),
              { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
assert.strictEqual(vm.runInThisContext('6 * 7', { timeout: 10000 }), 42);

// Functions.
{
    const add = vm.compileFunction('return a + b', ['a', 'b']);
    assert.strictEqual(add(1, 2), 3);
    assert.strictEqual(add.toString(), 'function (a, b) {\nreturn a + b\n}');
    const inside = vm.compileFunction('return hidden', [],
                                      { contextExtensions: [{ hidden: 9 }] });
    assert.strictEqual(inside(), 9);
    const context = vm.createContext({ here: 'there' });
    assert.strictEqual(
        vm.compileFunction('return here', [], { parsingContext: context })(),
        'there');
    assert.throws(() => vm.compileFunction('});(function() {'), SyntaxError);
    const far = { lineOffset: 2 ** 31 - 1, columnOffset: 2 ** 31 - 1 };
    assert.strictEqual(vm.compileFunction('return 5', [], far)(), 5);
}

// Cached data fits its source only.
{
    const cachedData = new vm.Script('1 + 1').createCachedData();
    assert.strictEqual(new vm.Script('1 + 1', { cachedData })
        .cachedDataRejected, false);
    assert.strictEqual(new vm.Script('1 + 23', { cachedData })
        .cachedDataRejected, true);
    assert.strictEqual(new vm.Script('1').cachedDataRejected, undefined);
}

// A context without a sandbox; no code from strings.
{
    const global = vm.createContext(vm.constants.DONT_CONTEXTIFY);
    assert.strictEqual(vm.runInContext('globalThis', global), global);
    vm.runInContext('var own = 1', global);
    assert.strictEqual(global.own, 1);
    const context = vm.createContext({}, { codeGeneration: { strings: false } });
    assert.throws(() => vm.runInContext('eval("1")', context),
                  { name: 'EvalError' });
    assert.throws(() => vm.runInContext('new Function("1")', context),
                  { name: 'EvalError' });
}

// Promises and import().
{
    const context = vm.createContext({ seen: [] });
    vm.runInContext('Promise.resolve(1).then((n) => seen.push(n))', context);
    process.on('exit', () => assert.deepStrictEqual(context.seen, [1]));
    const refused = vm.runInThisContext('import("fs")');
    assert.rejects(refused,
                   { code: 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING' });
    const { USE_MAIN_CONTEXT_DEFAULT_LOADER } = vm.constants;
    vm.runInThisContext('import("node:fs")', {
        filename: 'loads',
        importModuleDynamically: USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }).then(({ readFileSync }) => {
        assert.strictEqual(typeof readFileSync, 'function');
    });
}

// A context has Intl, and methods that follow it, for numbers and dates of its own.
{
    const sandbox = vm.createContext({});
    const run = (code) => vm.runInContext(code, sandbox);
    assert.strictEqual(run('(1234.5).toLocaleString()'), '1,234.5');
    assert.strictEqual(run('new Number(1e3).toLocaleString()'), '1,000');
    assert.strictEqual(
        run('new Date(0).toLocaleDateString("en-US", { timeZone: "UTC" })'),
        '1/1/1970');
    assert.strictEqual(run('new Intl.NumberFormat("en").format(5e3)'), '5,000');
    assert.deepStrictEqual(Object.keys(sandbox), []);
    run('Intl = 5');
    assert.strictEqual(sandbox.Intl, 5);
    assert.strictEqual(typeof Intl, 'object');
}

for (const bad of [1, 'x', null]) {
    assert.throws(() => vm.isContext(bad), { code: 'ERR_INVALID_ARG_TYPE' });
}
assert.throws(() => vm.runInContext('1', {}), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => new vm.Script('1', { lineOffset: 'x' }),
              { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => vm.runInThisContext('1', { timeout: 0 }),
              { code: 'ERR_OUT_OF_RANGE' });
