'use strict';
/*
 * Modules of WebAssembly as ES modules, and on their way to other threads.
 *
 * (module (import "node:process" "uptime" (func $up (result f64)))
 *  (func (export "a b") (result f64) (call $up))
 *  (global (export "k") i32 (i32.const 9)))
 */
const assert = require('assert');
const { Worker, isMainThread, parentPort, workerData } =
    require('worker_threads');

const text =
    'AGFzbQEAAAABBQFgAAF8AhcBDG5vZGU6cHJvY2VzcwZ1cHRpbWUAAAMCAQAGBgF/AEEJCw' +
    'cLAgNhIGIAAQFrAwAKBgEEABAACw==';

if (!isMainThread) {
    const { exports } = new WebAssembly.Instance(
        workerData.module, { 'node:process': process });
    parentPort.postMessage([exports.k.value, exports['a b']() > 0]);
    return;
}

const module_ = new WebAssembly.Module(Buffer.from(text, 'base64'));

function refuses(value, name) {
    assert.throws(() => structuredClone(value), {
        name: 'DataCloneError', message: `#<${name}> could not be cloned.`,
    });
}

(async () => {
    const url = `data:application/wasm;base64,${text}`;
    const namespace = await import(url);
    assert.deepStrictEqual(Object.keys(namespace), ['a b', 'k']);
    assert.strictEqual(namespace.k, 9);
    assert.strictEqual(typeof namespace['a b'](), 'number');
    assert.strictEqual(await import(url), namespace);
    await assert.rejects(import('data:application/wasm;base64,AAAAAAA='),
                         { name: 'CompileError' });

    const copy = structuredClone({ module_ }).module_;
    assert(copy instanceof WebAssembly.Module);
    assert.notStrictEqual(copy, module_);
    assert.deepStrictEqual(WebAssembly.Module.exports(copy),
                           WebAssembly.Module.exports(module_));
    refuses(new WebAssembly.Memory({ initial: 1 }), 'Memory');
    refuses(new WebAssembly.Global({ value: 'i32' }), 'Global');
    refuses(new WebAssembly.Instance(module_, { 'node:process': process }),
            'Instance');

    const worker = new Worker(__filename, { workerData: { module: module_ } });
    worker.on('message', (message) => {
        assert.deepStrictEqual(message, [9, true]);
    });
    worker.on('exit', (code) => assert.strictEqual(code, 0));
})();
