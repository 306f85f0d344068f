'use strict';
/*
 * Functions that catch, and those that end with a call in their place, do the same
 * by the interpreter and by machine code, where values are in registers when
 * something is thrown. Functions are made at random: they call each other, the
 * host (which throws, too) and themselves through a table, in loops, within blocks
 * of try_table or of the older form; what they leave depends on each local.
 *
 *     wasm_catch.js [SEED [COUNT]], wasm_catch.js child SEED COUNT
 */
const assert = require('assert');
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
const section = (id, bytes) => [id, ...unsigned(bytes.length), ...bytes];
const vector = (items) => [...unsigned(items.length), ...items.flat()];
const f64 = (x) => [0x44, ...new Uint8Array(new Float64Array([x]).buffer)];

/*
 * Types: 0 of all functions, (depth, i32, f64) -> i32; 1 of the host's, i32 ->
 * i32; 2 and 3 of tags; 4 of blocks that a tag's values leave; 5 a subtype of 0,
 * of some functions. Locals: 0 to 2 parameters, 3 i32, 4 f64, 5 i64,
 * 6 v128, 7 exnref, 8 and 9 count.
 */
const FUNCTIONS = 6;
const [I32, I64, F64, V128, EXNREF] = [0x7f, 0x7e, 0x7c, 0x7b, 0x69];
let older; /* V8 takes one of the forms in a module, not both */

const mix = [
    [0x20, 3, 0x41, 31, 0x6c, 0x41, 7, 0x6a, 0x21, 3],
    [0x20, 4, 0x20, 2, 0xa0, 0x21, 4],
    [0x20, 5, 0x20, 3, 0xac, 0x7c, 0x21, 5],
    [0x20, 6, 0x20, 3, 0xfd, 17, 0xfd, 0xae, 1, 0x21, 6],
    [0x20, 1, 0x20, 3, 0x73, 0x21, 1],
    [0x20, 3, 0x41, 0xff, 0, 0x71, 0xb7, 0x20, 4, 0xa0, 0x21, 4],
];
const args = () => [0x20, 0, 0x41, 1, 0x6b, 0x20, pick([1, 3]), 0x20,
                    pick([2, 4])];
const xor3 = [0x20, 3, 0x73, 0x21, 3];

/* Only while there is depth left: `then` may leave the function. */
const ifDeep = (then) => [0x20, 0, 0x41, 0, 0x4a, 0x04, 0x40, ...then, 0x0b];

function call() {
    const target = () => 1 + random(FUNCTIONS);
    switch (random(4)) {
    case 0:
        return [0x20, 3, 0x41, 15, 0x71, 0x10, 0, ...xor3]; /* the host */
    case 1:
        return ifDeep([...args(), 0x41, random(FUNCTIONS), 0x11,
                       pick([0, 0, 0, 0, 0, 5]), 0, ...xor3]);
    default:
        return ifDeep([...args(), 0x10, target(), ...xor3]);
    }
}

function tail() {
    switch (random(4)) {
    case 0:
        return [0x20, 3, 0x41, 15, 0x71, 0x12, 0]; /* the host */
    case 1:
        return ifDeep([...args(), 0x41, random(FUNCTIONS), 0x13, 0, 0]);
    case 2:
        return ifDeep([...args(), 0xd2, 1 + random(FUNCTIONS), 0x15, 0]);
    default:
        return ifDeep([...args(), 0x12, 1 + random(FUNCTIONS)]);
    }
}

/* If some bits of a local are a number. */
function when(then) {
    return [0x20, pick([1, 3]), 0x41, 7, 0x71, 0x41, random(8), 0x46, 0x04,
            0x40, ...then, 0x0b];
}
const throwing = () => random(2) === 0
    ? [0x20, 3, 0x20, 4, 0x20, 6, 0x08, 0] : [0x08, 1];
/* The values of tag 0 are on the stack. */
const take = [0x21, 6, 0x20, 4, 0xa0, 0x21, 4, ...xor3];
const values = [0x41, 5, ...f64(0.5), 0x20, 6];

function newer(depth) {
    const inside = block(depth - 1);
    switch (random(4)) {
    case 0:
        return [0x02, 4, 0x1f, 0x40, 1, 0, 0, 0, ...inside, 0x0b, ...values,
                0x0b, ...take];
    case 1:
        return [0x02, 0x40, 0x1f, 0x40, 1, 2, 0, ...inside, 0x0b, 0x0b,
                ...pick(mix)];
    case 2:
        return [0x02, 0x40, 0x02, EXNREF, 0x1f, 0x40, 1, 3, 0, ...inside, 0x0b,
                0x0c, 1, 0x0b, 0x21, 7, ...pick(mix),
                ...when([0x20, 7, 0x0a]), 0x0b];
    default:
        return [0x02, 0x40, 0x02, 4, 0x1f, 0x40, 2, 0, 1, 1, 0, 0, 0,
                ...inside, 0x0b, 0x0c, 1, 0x0b, ...take, 0x0b];
    }
}

function olderTry(depth) {
    const inside = block(depth - 1);
    switch (random(4)) {
    case 0:
        return [0x06, 0x40, ...inside, 0x07, 0, ...take, ...block(0), 0x0b];
    case 1:
        return [0x06, 0x40, ...inside, 0x07, 1, ...pick(mix), 0x19,
                ...when([0x09, 1]), ...pick(mix), 0x0b];
    case 2:
        return [0x06, 0x40, 0x06, 0x40, ...inside, 0x18, random(2),
                ...pick(mix), 0x19, ...pick(mix), 0x0b];
    default: /* a handler with nothing in it, behind which others arrive */
        return [0x06, 4, ...inside, ...values, 0x07, 0, 0x0b, ...take];
    }
}

function block(depth) {
    const code = [];
    for (let i = 1 + random(3); i >= 0; i--) {
        switch (random(depth > 0 ? 8 : 4)) {
        case 0:
            code.push(...call());
            break;
        case 1:
            code.push(...when(throwing()));
            break;
        case 2:
        case 3:
            code.push(...pick(mix));
            break;
        case 4: {
            const count = 7 + depth;
            code.push(0x41, 0, 0x21, count, 0x03, 0x40, ...block(depth - 1),
                      0x20, count, 0x41, 1, 0x6a, 0x22, count, 0x41, 3, 0x48,
                      0x0d, 0, 0x0b);
            break;
        }
        default:
            code.push(...older ? olderTry(depth) : newer(depth));
        }
    }
    return code;
}

function body() {
    const locals = [[1, I32], [1, F64], [1, I64], [1, V128],
                    older ? [1, I32] : [1, EXNREF], [2, I32]];
    const code = [0x20, 1, 0x21, 3, ...block(2), ...block(2)];
    if (random(3) === 0)
        code.push(...random(2) === 0 ? when(tail()) : tail());
    code.push(0x20, 3, 0x20, 4, 0xfc, 2, 0x73, 0x20, 5, 0xa7, 0x73, 0x20, 6,
              0xfd, 27, 2, 0x73, 0x20, 1, 0x73, 0x0b);
    return [...vector(locals), ...code];
}

function makeModule() {
    older = random(2) === 0;
    const bodies = Array.from({ length: FUNCTIONS }, body);
    const all = [0x60, 3, I32, I32, F64, 1, I32];
    const names = bodies.map((_, i) => [1, 0x30 + i, 0, i + 1]);
    return new Uint8Array([
        0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
        ...section(1, vector([[0x50, 0, ...all], [0x60, 1, I32, 1, I32],
                              [0x60, 3, I32, F64, V128, 0], [0x60, 0, 0],
                              [0x60, 0, 3, I32, F64, V128],
                              [0x4f, 1, 0, ...all]])),
        ...section(2, vector([[1, 0x65, 1, 0x66, 0, 1]])),
        ...section(3, vector(bodies.map(() => [pick([0, 0, 0, 5])]))),
        ...section(4, [1, 0x70, 0, FUNCTIONS]),
        ...section(13, vector([[0, 2], [0, 3]])),
        ...section(7, vector([...names, [1, 0x74, 4, 1]])),
        ...section(9, [1, 0, 0x41, 0, 0x0b,
                       ...vector(bodies.map((_, i) => [i + 1]))]),
        ...section(10, vector(bodies.map(
            (b) => [...unsigned(b.length), ...b]))),
    ]);
}

/*
 * Two functions that call each other in their places, (n) -> i32, one of which is
 * too large for machine code: they need no stack, however often they do it.
 */
function alternate() {
    const large = [];
    for (let i = 0; i < 35000; i++)
        large.push(0x20, 0, 0x41, 0xff, 0xff, 3, 0x6c, 0x21, 0);
    const next = (i) => [0x20, 0, 0x45, 0x04, 0x40, 0x41, i, 0x0f, 0x0b,
                         0x20, 0, 0x41, 1, 0x6b, 0x12, 1 - i, 0x0b];
    const bodies = [[0, ...next(0)],
                    [0, 0x20, 0, 0x41, 0, 0x48, 0x04, 0x40, ...large, 0x0b,
                     ...next(1)]];
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(
        new Uint8Array([
            0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
            ...section(1, [1, 0x60, 1, I32, 1, I32]),
            ...section(3, [2, 0, 0]),
            ...section(7, [1, 1, 0x61, 0, 0]),
            ...section(10, vector(bodies.map(
                (b) => [...unsigned(b.length), ...b]))),
        ])));
    return exports.a(300001);
}

function outcome(exports, i, a, b) {
    try {
        return exports[i](3, a, b);
    } catch (error) {
        if (error instanceof WebAssembly.Exception)
            return error.is(exports.t) ? 'the second tag' : 'the first tag';
        return error.message;
    }
}

function child(seed, count) {
    state = seed;
    console.log(alternate());
    for (let i = 0; i < count; i++) {
        const bytes = makeModule();
        let { exports } = {};
        let calls = 0;
        const f = (x) => {
            if (++calls % 5 === 0)
                throw new Error(`host ${x}`);
            if (calls % 7 === 0)
                throw new WebAssembly.Exception(exports.t, []);
            return x * 3;
        };
        ({ exports } = new WebAssembly.Instance(
            new WebAssembly.Module(bytes), { e: { f } }));
        const results = [];
        for (let k = 0; k < FUNCTIONS; k++)
            results.push(outcome(exports, k, random(50), random(9) / 4));
        console.log(`${i}: ${results.join(', ')}; ${calls}`);
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
    const expected = output('single', seed, count);
    assert.match(expected, /tag/);
    assert.match(expected, /host \d/);
    for (const how of ['never', 'always', 'checked', 'warm'])
        assert.strictEqual(output(how, seed, count), expected, how);
}
