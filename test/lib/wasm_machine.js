'use strict';
/*
 * WebAssembly by machine code does what it does by the interpreter: loops in
 * which one changes over to the other, calls both ways, traps and their frames,
 * and what ends a loop. Each way is run by a child with --wasm-code, and the
 * output compared.
 *
 * (module
 *   (import "env" "f" (func $f (param i32) (result i32)))
 *   (memory (export "memory") 1 8)
 *   (table funcref (elem $odd $even))
 *   (type $ii (func (param i32) (result i32)))
 *   (func $even (param i32) (result i32) (i32.and (local.get 0) (i32.const 1)))
 *   (func $odd (param i32) (result i32)
 *     (i32.xor (i32.and (local.get 0) (i32.const 1)) (i32.const 1)))
 *   (func (export "sum") (param $n i32) (result f64) (local $i i32) (local
 *       $s f64)
 *     (loop $l
 *       (local.set $s (f64.add (local.get $s)
 *         (f64.div (f64.const 1) (f64.convert_i32_s
 *           (local.tee $i (i32.add (local.get $i) (i32.const 1)))))))
 *       (br_if $l (i32.lt_u (local.get $i) (local.get $n))))
 *     (local.get $s))
 *   (func (export "count") (param $n i32) (result i32 i64) (local $i i32)
 *       (local $s i64)
 *     (loop $l
 *       (local.set $s (i64.add (local.get $s) (i64.extend_i32_u
 *         (call_indirect (type $ii) (local.get $i)
 *           (i32.and (i32.shr_u (local.get $i) (i32.const 3)) (i32.const
 *               1))))))
 *       (br_if $l (i32.lt_u
 *         (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get
 *             $n))))
 *     (local.get $i) (local.get $s))
 *   (func (export "grow") (param $n i32) (result i32) (local $i i32)
 *     (loop $l
 *       (if (i32.eq (local.get $i) (i32.const 30000))
 *         (then (drop (memory.grow (i32.const 1)))))
 *       (i32.store (local.get $i) (i32.add (local.get $i) (i32.load
 *           (local.get $i))))
 *       (local.set $i (i32.add (local.get $i) (i32.const 1)))
 *       (br_if $l (i32.lt_u (local.get $i) (local.get $n))))
 *     (i32.load (i32.const 65532)))
 *   (func (export "nan") (param $n i32) (result i64) (local $i i32) (local
 *       $x f64)
 *     (local.set $x (f64.const inf))
 *     (loop $l
 *       (local.set $x (f64.sub (local.get $x) (f64.const inf)))
 *       (br_if $l (i32.lt_u
 *         (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get
 *             $n))))
 *     (i64.reinterpret_f64 (local.get $x)))
 *   (func (export "host") (param $n i32) (result i32) (local $i i32)
 *     (loop $l
 *       (local.set $i (call $f (local.get $i)))
 *       (br_if $l (i32.lt_u (local.get $i) (local.get $n))))
 *     (local.get $i))
 *   (func $deep (export "deep") (param i32 i32 i32) (result i32)
 *     (i32.add (call $deep (i32.add (local.get 0) (i32.const 1)) (local.get 2)
 *       (local.get 1)) (local.get 0)))
 *   (func (export "spin") (loop (br 0)))
 *   (func (export "store") (param i32 i32) (i64.store offset=4294967295
 *       (local.get 0) (i64.const -1)))
 *   (func (export "table") (param i32) (result i32)
 *     (block (block (block (block (br_table 0 1 2 3 (local.get 0)))
 *       (return (i32.const 10))) (return (i32.const 20))) (return (i32.const
 *           30)))
 *     (i32.const 40))
 *   (func $inner (param i32) (result i32) (i32.load8_u (local.get 0)))
 *   (func (export "walk") (param i32) (result i32) (local $s i32)
 *     (loop $l
 *       (local.set $s (i32.add (local.get $s) (call $inner (local.get 0))))
 *       (local.set 0 (i32.add (local.get 0) (i32.const 1)))
 *       (br $l))
 *     (local.get $s)))
 */
const assert = require('assert');
const { spawnSync } = require('child_process');
const vm = require('vm');

const bytes = Buffer.from(
    'AGFzbQEAAAABJQdgAX8Bf2ABfwF8YAF/An9+YAF/AX5gA39/fwF/YAAAYAJ/fwACCQEDZW52' +
    'AWYAAAMODQAAAQIAAwAEBQYAAAAEBQFwAQICBQQBAQEIB1ELBm1lbW9yeQIAA3N1bQADBWNv' +
    'dW50AAQEZ3JvdwAFA25hbgAGBGhvc3QABwRkZWVwAAgEc3BpbgAJBXN0b3JlAAoFdGFibGUA' +
    'CwR3YWxrAA0JCAEAQQALAgIBCtoCDQcAIABBAXELCgAgAEEBcUEBcwspAgF/AXwDQCACRAAA' +
    'AAAAAPA/IAFBAWoiAbejoCECIAEgAEkNAAsgAgssAgF/AX4DQCACIAEgAUEDdkEBcREAAK18' +
    'IQIgAUEBaiIBIABJDQALIAEgAgs4AQF/A0AgAUGw6gFGBEBBAUAAGgsgASABIAEoAgBqNgIA' +
    'IAFBAWohASABIABJDQALQfz/AygCAAsxAgF/AXxEAAAAAAAA8H8hAgNAIAJEAAAAAAAA8H+h' +
    'IQIgAUEBaiIBIABJDQALIAK9CxYBAX8DQCABEAAhASABIABJDQALIAELEAAgAEEBaiACIAEQ' +
    'CCAAagsHAANADAALCw0AIABCfzcD/////w8LIQACQAJAAkACQCAADgMAAQIDC0EKDwtBFA8L' +
    'QR4PC0EoCwcAIAAtAAALGwEBfwNAIAEgABAMaiEBIABBAWohAAwACyABCw==', 'base64');

/* What a call gives, or throws, with the frames of WebAssembly. */
function attempt(name, ...args) {
    const { exports } = new WebAssembly.Instance(
        new WebAssembly.Module(bytes),
        { env: { f: (x) => {
            if (x === 50000)
                throw new Error('enough');
            return x + 1;
        } } });
    try {
        return `${name}: ${exports[name](...args)}`;
    } catch (error) {
        const frames = error.stack.split('\n')
            .filter((line) => line.includes('wasm://')).slice(0, 3);
        return `${name}: ${error} ${frames.join()}`;
    }
}

function stop(name) {
    const { exports } = new WebAssembly.Instance(
        new WebAssembly.Module(bytes), { env: { f: (x) => x } });
    try {
        vm.runInNewContext('f(1)', { f: exports[name] }, { timeout: 20 });
    } catch (error) {
        return error.code;
    }
}

function child() {
    console.log(attempt('sum', 100000));
    console.log(attempt('count', 100000));
    console.log(attempt('grow', 60000));
    console.log(attempt('grow', 200000));
    console.log(attempt('nan', 20001));
    console.log(attempt('host', 40000));
    console.log(attempt('host', 60000));
    console.log(attempt('store', -1, 0));
    for (let i = 0; i < 6; i++)
        console.log(attempt('table', i - 1));
    console.log(attempt('walk', 0));
    console.log(attempt('deep', 0, 1, 2).slice(0, 60));
    console.log(stop('spin'), stop('host'));
}

if (process.argv[2] === 'child') {
    child();
} else {
    const outputs = ['never', 'single', 'warm', 'always', 'checked'].map((how) => {
        const { stdout, stderr, status } = spawnSync(
            process.execPath, [`--wasm-code=${how}`, __filename, 'child'],
            { encoding: 'utf8' });
        assert.strictEqual(stderr, '');
        assert.strictEqual(status, 0);
        return stdout;
    });
    assert.match(outputs[0], /sum: 12\.09/);
    assert.match(outputs[0], /RangeError: Maximum call stack/);
    assert.match(outputs[0], /ERR_SCRIPT_EXECUTION_TIMEOUT ERR_SCRIPT/);
    for (const output of outputs)
        assert.strictEqual(output, outputs[0]);
    const { status } = spawnSync(process.execPath,
                                 ['--jitless', __filename, 'child']);
    assert.strictEqual(status, 0);
}
