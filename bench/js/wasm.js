// What does WebAssembly cost: loops of integers and floats, calls, checking?
//
// The module is small enough to be here; its source, in short:
//   hash     h = (h ^ memory[i * 7 & 0xffff]) * 16777619, and a store
//   sieve    of Eratosthenes, a byte a number
//   bodies   five bodies in a plane that attract each other, in f64
//   matrix   product of two of n by n, in f32; matrix_simd: in f32x4
//   fib      recursion; nothing, back: calls from JavaScript, and back to it
'use strict';
const { measure, size } = require('./measure.js');

const bytes = Buffer.from(
    'AGFzbQEAAAABEANgAX8Bf2ABfwF8YAF/AX0CCQEDZW52AWYAAAMJCAAAAAAAAQICBQMBAEAH' +
    'UAkGbWVtb3J5AgAHbm90aGluZwABBGJhY2sAAgNmaWIAAwRoYXNoAAQFc2lldmUABQZib2Rp' +
    'ZXMABgZtYXRyaXgABwttYXRyaXhfc2ltZAAICr4GCAQAIAALBgAgABAACxwAIABBAkgEfyAA' +
    'BSAAQQFrEAMgAEECaxADagsLQQECf0HFu/KIeCECA0AgAUH//wNxIAI6AAAgAiABQQdsQf//' +
    'A3EtABBzQZODgAhsIQIgAUEBaiIBIABJDQALIAILVgEDf0EAQQAgAPwLAEECIQEDQCABLQAA' +
    'RQRAIANBAWohAyABIAFqIQICQANAIAIgAE8NASACQQE6AAAgAiABaiECDAALCwsgAUEBaiIB' +
    'IABJDQALIAMLxQICAn8DfEEAIQEDQCABQQV0IAFBA2y3OQMAIAFBBXREAAAAAAAA8D8gAUEB' +
    'arejOQMIIAFBBXREAAAAAAAAAAA5AxAgAUEFdEQAAAAAAAAAADkDGCABQQFqIgFBBUkNAAsD' +
    'QEEAIQEDQCABQSBqIQICQANAIAJBoAFPDQEgASsDACACKwMAoSEDIAErAwggAisDCKEhBET8' +
    'qfHSTWJQP0R7FK5H4XqEPyADIAOiIAQgBKKgoCIFIAWfoqMhBSABIAErAxAgAyAFoqE5AxAg' +
    'ASABKwMYIAQgBaKhOQMYIAIgAisDECADIAWioDkDECACIAIrAxggBCAFoqA5AxggAkEgaiEC' +
    'DAALCyABIAErAwAgASsDEKA5AwAgASABKwMIIAErAxigOQMIIAFBIGoiAUGgAUkNAAsgAEEB' +
    'ayIADQALQQArAwALhAECA38BfUEAIQEDQEEAIQIDQEMAAAAAIQRBACEDA0AgBCABIABsIANq' +
    'QQJ0KgIAIAIgAGwgA2pBAnQqAoCAEJSSIQQgA0EBaiIDIABJDQALIAEgAGwgAmpBAnQgBDgC' +
    'gIAgIAJBAWoiAiAASQ0ACyABQQFqIgEgAEkNAAtBwAAqAoCAIAusAQIDfwF7QQAhAQNAQQAh' +
    'AgNA/QwAAAAAAAAAAAAAAAAAAAAAIQRBACEDA0AgBCABIABsIANqQQJ0/QAEACACIABsIANq' +
    'QQJ0/QAEgIAQ/eYB/eQBIQQgA0EEaiIDIABJDQALIAEgAGwgAmpBAnQgBP0fACAE/R8BkiAE' +
    '/R8CIAT9HwOSkjgCgIAgIAJBAWoiAiAASQ0ACyABQQFqIgEgAEkNAAtBwAAqAoCAIAs=',
    'base64');
const { exports: x } = new WebAssembly.Instance(
    new WebAssembly.Module(bytes), { env: { f: (n) => n + 1 } });

function run(name, n, expected, fn) {
    fn(); /* warm */
    const stop = measure(name);
    const got = fn();
    stop(n);
    if (expected !== undefined && n > 100 && got !== expected)
        throw new Error(`${name}: ${got} is not ${expected}`);
}

const hashes = size(2e7);
run('wasm_hash', hashes, -274700160, () => x.hash(hashes));
const numbers = size(4e6);
run('wasm_sieve', numbers, 283146, () => x.sieve(numbers));
const rounds = size(1e6);
run('wasm_bodies', rounds, undefined, () => x.bodies(rounds));
const side = size(256) === 100 ? 16 : 256;
run('wasm_matrix', side ** 3, undefined, () => x.matrix(side));
run('wasm_matrix_simd', side ** 3, undefined, () => x.matrix_simd(side));
run('wasm_fib', size(1346269), undefined,
    () => x.fib(size(0) === 100 ? 10 : 30));
const calls = size(1e6);
run('wasm_call', calls, calls, () => {
    let sum = 0;
    for (let i = 0; i < calls; i++)
        sum += x.nothing(1);
    return sum;
});
run('wasm_call_back', calls, 2 * calls, () => {
    let sum = 0;
    for (let i = 0; i < calls; i++)
        sum += x.back(1);
    return sum;
});

/* A module of many functions, for the decoder: bytes a second. */
function large(count) {
    const unsigned = (n, width) => Array.from(
        { length: width },
        (_, i) => n >> 7 * i & 0x7f | (i < width - 1 ? 0x80 : 0));
    const body = [0];
    for (let i = 0; i < 50; i++)
        body.push(0x20, 0, 0x41, i, 0x6a, 0x21, 0);
    body.push(0x20, 0, 0x0b);
    const entry = [...unsigned(body.length, 2), ...body];
    return Buffer.concat([
        Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
                     1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f,
                     3, ...unsigned(count + 4, 4), ...unsigned(count, 4)]),
        Buffer.alloc(count),
        Buffer.from([10, ...unsigned(count * entry.length + 4, 4),
                     ...unsigned(count, 4)]),
        ...Array.from({ length: count }, () => Buffer.from(entry)),
    ]);
}
const many = large(size(20000));
run('wasm_validate', many.length, true, () => WebAssembly.validate(many));
