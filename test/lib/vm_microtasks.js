'use strict';
// vm: microtaskMode 'afterEvaluate', promises of a context, measureMemory().

const assert = require('assert');
const { execFileSync } = require('child_process');
const vm = require('vm');

const microtaskMode = 'afterEvaluate';

// Microtasks of such a context have run when its script returns.
{
    const context = vm.createContext({ seen: [] }, { microtaskMode });
    vm.runInContext(`
        Promise.resolve().then(() => seen.push(1)).then(() => seen.push(2));
        (async () => { await null; seen.push('awaited'); })();
    `, context);
    assert.deepStrictEqual(context.seen, [1, 'awaited', 2]);
}

// A promise that is resolved from outside waits for the next script.
{
    const context = vm.createContext({ seen: [] }, { microtaskMode });
    vm.runInContext(`
        var resolve;
        new Promise((r) => { resolve = r; }).then((v) => seen.push(v));
    `, context);
    context.resolve('later');
    setImmediate(() => {
        assert.deepStrictEqual(context.seen, []);
        vm.runInContext('', context);
        assert.deepStrictEqual(context.seen, ['later']);
    });
}

// They run within the time of the script.
assert.throws(() => vm.runInNewContext(
    'Promise.resolve().then(() => { for (;;); })', {},
    { microtaskMode, timeout: 5 }), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });

// What waits in such a context does not keep the program, nor the context.
vm.runInNewContext('new Promise(() => {}).then(() => {})', {},
                   { microtaskMode });

// The handler decides which queue it is: one of the program runs as always.
{
    let isDone = false;
    const promise = vm.runInNewContext('Promise.resolve(5)', {},
                                       { microtaskMode });
    Promise.prototype.then.call(promise, (value) => {
        isDone = value === 5;
    });
    assert.strictEqual(isDone, false);
    process.on('exit', () => assert.ok(isDone));
}

// The promise of an async function is of the context that the function is of.
{
    const context = vm.createContext({});
    const calls = vm.runInContext(
        '[async () => 1, async () => { await 1; }]', context);
    for (const call of calls) {
        const promise = call();
        assert.ok(!(promise instanceof Promise));
        assert.ok(vm.runInContext('(p) => p instanceof Promise',
                                  context)(promise));
    }
}

// measureMemory() gives a figure with its range.
{
    process.on('warning', ({ name }) => {
        assert.strictEqual(name, 'ExperimentalWarning');
    });
    vm.measureMemory({ mode: 'detailed', execution: 'eager' })
        .then(({ total, current, other }) => {
            for (const { jsMemoryEstimate: n, jsMemoryRange: [low, high] } of
                [total, current, ...other])
                assert.ok(low <= n && n <= high);
            assert.ok(other.length > 0);
        });
    assert.throws(() => vm.measureMemory({ mode: 'random' }),
                  { code: 'ERR_INVALID_ARG_VALUE' });
}

// A context whose promise has called back may go while what was called runs:
// nothing of it is used after that.
{
    const program = `
        const kept = [];
        const script = "(async () => { (await import('fs')).no(); })()";
        (async () => {
            for (let i = 0; i < 5; i++) {
                let waited = require('vm').runInNewContext(script, {});
                try { await waited; } catch { /* it is no function */ }
                waited = null;
                for (let j = 0; j < 4; j++)
                    gc();
                for (let j = 400; j < 1200; j += 8)
                    kept.push(Buffer.alloc(j, 'y').toString('latin1'));
            }
            console.log('done');
        })();`;
    assert.strictEqual(execFileSync(process.execPath, [
        '--expose-gc', '-e', program]).toString(), 'done\n');
}
