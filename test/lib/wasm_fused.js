'use strict';
/*
 * The interpreter joins instructions that follow each other: what it does then is
 * what it does with each alone, and what machine code does. Functions are made at
 * random of what is joined: sums and products of floats, loads from addresses
 * that are computed, stores of results, steps of loops. Some numbers are NaN or
 * infinite, and some addresses are outside, where the place of the trap and what
 * has been stored before it count, too. Bits are compared, not numbers.
 *
 *     wasm_fused.js [child SEED COUNT]
 */
const assert = require('assert');
const crypto = require('crypto');
const { spawnSync } = require('child_process');

let state = 0;

function random(n) {
    state = state + 0x9e3779b9 | 0;
    let z = Math.imul(state ^ state >>> 16, 0x85ebca6b);
    z = Math.imul(z ^ z >>> 13, 0xc2b2ae35);
    return ((z ^ z >>> 16) >>> 0) % n;
}
const pick = (list) => list[random(list.length)];

function unsigned(n) {
    const bytes = [];
    do {
        bytes.push(n & 0x7f | (n > 0x7f ? 0x80 : 0));
        n >>>= 7;
    } while (n > 0);
    return bytes;
}

function signed(n) {
    const bytes = [];
    for (;;) {
        const low = n & 0x7f;
        n >>= 7;
        if (n === (low & 0x40 ? -1 : 0))
            return [...bytes, low];
        bytes.push(low | 0x80);
    }
}
const section = (id, bytes) => [id, ...unsigned(bytes.length), ...bytes];
const vector = (items) => [...unsigned(items.length), ...items.flat()];

/* Locals: 0 and 1 are the i32 that a call gives, 2 counts; then two of each. */
const I32 = { type: 0x7f, locals: [0, 1, 2], load: 0x28, store: 0x36 };
const F32 = { type: 0x7d, locals: [3, 4], load: 0x2a, store: 0x38, add: 0x92 };
const F64 = { type: 0x7c, locals: [5, 6], load: 0x2b, store: 0x39, add: 0xa0 };
const V128 = { type: 0x7b, locals: [7, 8] };

function bytesOf(Type, number) {
    return [...new Uint8Array(new Type([number]).buffer)];
}
const numbers = [0, -0, 1, -1.5, 3, 1e300, -1e-300, 1 / 3, Infinity, -Infinity,
                 NaN];

/* The offset of an access: near, behind what fits into the word, or outside. */
function access() {
    return [0, ...unsigned(random(40) === 0 ? 0x1ff00
                                            : pick([0, 8, 64, 1000, 0x10004]))];
}

function i32(depth) {
    if (depth === 0 || random(4) === 0)
        return random(3) > 0 ? [0x20, pick(I32.locals)]
                             : [0x41, ...signed(pick([1, 2, 3, 40, 600]))];
    switch (random(8)) {
    case 0:
        return [...i32(depth - 1), 0x41, 1 + random(4), 0x74]; /* shl */
    case 1:
        return [0x20, 0, 0x20, 1, 0x6c, ...i32(0), 0x6a, 0x41, 3, 0x74];
    case 2: /* a row, a column */
        return [...i32(0), ...i32(0), 0x6c, ...i32(0), 0x6a, 0x41, 2, 0x74];
    case 3:
        return [...i32(0), 0x41, 3, 0x74, ...i32(0), 0x6a];
    case 4:
        return [0x41, ...signed(0xfff8), ...i32(depth - 1), 0x71];
    case 5:
        return [...i32(depth - 1), pick([0x2d, 0x2f, 0x28]), ...access(),
                0x41, ...signed(0xfff), 0x71];
    default:
        return [...i32(depth - 1), ...i32(depth - 1),
                pick([0x6a, 0x6a, 0x6a, 0x73])];
    }
}

function float(of, depth) {
    if (depth > 0 && random(4) > 0)
        return [...float(of, depth - 1), ...float(of, depth - 1),
                of.add + random(4)];
    switch (random(4)) {
    case 0:
        return of === F32 ? [0x43, ...bytesOf(Float32Array, pick(numbers))]
                          : [0x44, ...bytesOf(Float64Array, pick(numbers))];
    case 1:
        return [0x20, pick(of.locals)];
    default:
        return [...i32(random(3)), of.load, ...access()];
    }
}

function vectorOf(depth) {
    if (depth > 0)
        return [...vectorOf(depth - 1), ...vectorOf(0), ...vectorOf(0), 0xfd,
                230, 1, 0xfd, pick([228, 229]), 1]; /* by f32x4 */
    return random(2) > 0 ? [0x20, pick(V128.locals)]
                         : [...i32(random(3)), 0xfd, 0, ...access()];
}

function statement(depth) {
    const of = pick([F32, F64]);
    const p = pick(I32.locals);
    const at = access();
    switch (random(depth > 0 ? 8 : 6)) {
    case 0:
        return [...i32(1), ...float(of, 2), of.store, ...access()];
    case 1: /* a number of memory becomes itself and a product */
        return [0x20, p, 0x20, p, of.load, ...at, ...float(of, 0),
                ...float(of, 0), of.add + 2, of.add + random(2), of.store,
                ...at];
    case 2:
        return [...float(of, 2), 0x21, pick(of.locals)];
    case 3:
        return [...vectorOf(1), 0x21, pick(V128.locals)];
    case 4:
        return [...i32(1), 0x41, ...signed(0x3ff), 0x71, 0x21, pick([0, 1])];
    case 5:
        return [...i32(1), ...i32(2), pick([0x28, 0x29]) === 0x28 ? 0x36 : 0x3b,
                ...access()];
    case 6: /* if something in memory is, or is not, a number */
        return [0x02, 0x40, ...i32(1), pick([0x28, 0x2d]), ...access(),
                ...pick([[0x45], [], [0x41, 2, 0x46], [0x41, 2, 0x47]]), 0x0d,
                0, ...statement(depth - 1), 0x0b];
    default: /* a loop that counts, of at most 20 rounds */
        return [0x41, 0, 0x21, 2, 0x03, 0x40, ...statement(0), ...statement(0),
                0x20, 2, 0x41, 1 + random(3), 0x6a, 0x22, 2,
                ...pick([[0x41, 20], [0x20, 0, 0x41, 20, 0x70]]),
                pick([0x48, 0x49]), 0x0d, 0, 0x0b];
    }
}

/* (i32, i32) -> (), which leaves its floats and vectors in memory. */
function body() {
    const locals = [[1, I32.type], [2, F32.type], [2, F64.type],
                    [2, V128.type]];
    const code = [];
    for (let i = 0; i < 6; i++)
        code.push(...statement(2));
    const out = [0x41, 0, 0x20, 3, F32.store, 0, 0, 0x41, 8, 0x20, 5, F64.store,
                 0, 0, 0x41, 16, 0x20, 7, 0xfd, 11, 0, 0];
    return [...vector(locals), ...code, ...out, 0x0b];
}

function moduleOf(count) {
    const bodies = Array.from({ length: count }, body);
    const name = (i) => [...Buffer.from(String(i))];
    return new Uint8Array([
        0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
        ...section(1, [1, 0x60, 2, I32.type, I32.type, 0]),
        ...section(3, vector(bodies.map(() => [0]))),
        ...section(5, [1, 1, 2, 2]),
        ...section(7, vector([[...vector([[0x6d]]), 2, 0],
                              ...bodies.map((_, i) => [...vector(
                                  name(i).map((b) => [b])), 0,
                                                       ...unsigned(i)])])),
        ...section(10, vector(bodies.map(
            (b) => [...unsigned(b.length), ...b]))),
    ]);
}

function child(seed, count) {
    state = seed;
    const { exports } = new WebAssembly.Instance(
        new WebAssembly.Module(moduleOf(count)));
    const memory = new Uint32Array(exports.m.buffer);
    /* Small integers, and floats of a few. */
    const before = memory.map((_, at) => at % 7 === 0
        ? 0x3ff00000 + random(1 << 20) : random(64));
    for (let i = 0; i < count; i++) {
        let line = `${i}:`;
        for (let k = 0; k < 4; k++) {
            memory.set(before);
            try {
                exports[i](random(100), k === 3 ? 60000 : random(300));
            } catch (error) {
                line += ` ${error.message} ${/wasm.*0x.*/.exec(error.stack)}`;
            }
            const hash = crypto.createHash('sha1').update(memory);
            line += ` ${hash.digest('base64').slice(0, 8)}`;
        }
        console.log(line);
    }
}

function output(how, seed, count) {
    const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [`--wasm-code=${how}`, __filename, 'child', seed, count],
        { encoding: 'utf8', maxBuffer: 1 << 26 });
    assert.strictEqual(stderr, '');
    assert.strictEqual(status, 0);
    return stdout;
}

if (process.argv[2] === 'child') {
    child(Number(process.argv[3]), Number(process.argv[4]));
} else {
    const seed = process.argv[2] ?? 1;
    const count = process.argv[3] ?? 30;
    const single = output('single', seed, count);
    assert.match(single, /memory access out of bounds/);
    for (const how of ['never', 'always', 'checked'])
        assert.strictEqual(output(how, seed, count), single, how);
}
