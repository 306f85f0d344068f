'use strict';
/*
 * random.js SEED COUNT: make so many modules at random, call what they export and
 * print what comes of it, as a line for each module. Run here and in a real Node,
 * the output must be the same: test/wasm/compare.
 *
 * Nothing shows the bits of a NaN, which engines are free to choose.
 */
let [state, count] = process.argv.slice(2).map(Number);

function random(n) {
    state = state + 0x9e3779b9 | 0;
    let z = Math.imul(state ^ state >>> 16, 0x85ebca6b);
    z = Math.imul(z ^ z >>> 13, 0xc2b2ae35);
    return ((z ^ z >>> 16) >>> 0) % n;
}
const pick = (list) => list[random(list.length)];
const chance = (n) => random(n) === 0;

const I32 = 0x7f;
const I64 = 0x7e;
const F32 = 0x7d;
const F64 = 0x7c;
const types = [I32, I32, I64, F32, F64];
const range = (a, b) => Array.from({ length: b - a + 1 }, (_, i) => a + i);

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
    for (let big = BigInt(n);;) {
        const low = Number(big & 127n);
        big >>= 7n;
        const done = big === (low & 64 ? -1n : 0n);
        bytes.push(done ? low : low | 128);
        if (done)
            return bytes;
    }
}

const view = new DataView(new ArrayBuffer(8));
const numbers = [0, 1, -1, 0.5, -2.75, 1e10, -1e30, 3, 255, Infinity, -0];

function constant(type) {
    switch (type) {
        case I32:
            return [0x41, ...signed(pick([0, 1, -1, 7, 65535, -40000, 1 << 31,
                                          random(2 ** 31), random(100)]))];
        case I64:
            return [0x42, ...signed(pick([0n, 1n, -1n, 1n << 40n, -5n,
                                          -(1n << 63n), BigInt(random(2 ** 31)),
                                          (1n << 63n) - 1n]))];
        case F32:
            view.setFloat32(0, pick(numbers), true);
            return [0x43, ...new Uint8Array(view.buffer, 0, 4)];
        default:
            view.setFloat64(0, pick(numbers), true);
            return [0x44, ...new Uint8Array(view.buffer)];
    }
}

/* Instructions by the type of their result: [byte, operands...]. */
const unary = {
    [I32]: [[0x45, I32], [0x50, I64], [0x67, I32], [0x68, I32], [0x69, I32],
            [0xa7, I64], [0xc0, I32], [0xc1, I32], [0xa8, F32], [0xaa, F64],
            [0xfc00, F32], [0xfc01, F32], [0xfc02, F64], [0xfc03, F64]],
    [I64]: [[0x79, I64], [0x7a, I64], [0x7b, I64], [0xac, I32], [0xad, I32],
            [0xc2, I64], [0xc3, I64], [0xc4, I64], [0xfc04, F32],
            [0xfc05, F32], [0xfc06, F64], [0xfc07, F64]],
    [F32]: [...range(0x8b, 0x91).map((b) => [b, F32]), [0xb2, I32], [0xb3, I32],
            [0xb4, I64], [0xb5, I64], [0xb6, F64], [0xbe, I32]],
    [F64]: [...range(0x99, 0x9f).map((b) => [b, F64]), [0xb7, I32], [0xb8, I32],
            [0xb9, I64], [0xba, I64], [0xbb, F32], [0xbf, I64]],
};
const binary = {
    [I32]: [...range(0x46, 0x4f).map((b) => [b, I32]),
            ...range(0x51, 0x5a).map((b) => [b, I64]),
            ...range(0x5b, 0x60).map((b) => [b, F32]),
            ...range(0x61, 0x66).map((b) => [b, F64]),
            ...range(0x6a, 0x78).map((b) => [b, I32]),
            ...range(0x46, 0x4f).map((b) => [b, I32])],
    [I64]: range(0x7c, 0x8a).map((b) => [b, I64]),
    [F32]: range(0x92, 0x97).map((b) => [b, F32]),
    [F64]: range(0xa0, 0xa5).map((b) => [b, F64]),
};
const loads = { [I32]: [0x28, ...range(0x2c, 0x2f)],
                [I64]: [0x29, ...range(0x30, 0x35)] };
const stores = { [I32]: [0x36, 0x3a, 0x3b], [I64]: [0x37, 0x3c, 0x3d, 0x3e] };

const opcode = (op) => op > 0xff ? [op >> 8, op & 0xff] : [op];

class Body {
    constructor(module, { params, results }) {
        this.module = module;
        this.results = results;
        this.locals = [...params];
        this.paramCount = params.length;
        for (let i = random(5); i > 0; i--)
            this.locals.push(pick(types));
        this.fuel = 20 + random(60);
        this.labels = [results]; // what a branch to each carries
        this.fixed = new Set();  // locals that count rounds
    }

    localOf(type, writes) {
        const found = [];
        this.locals.forEach((t, i) => {
            if (t === type && !(writes && this.fixed.has(i)))
                found.push(i);
        });
        return found.length === 0 ? undefined : pick(found);
    }

    list(wanted, depth) {
        return wanted.flatMap((type) => this.value(type, depth));
    }

    address(depth) {
        return [...this.value(I32, depth), 0x41, ...signed(0xfff), 0x71];
    }

    offset() {
        return chance(8) ? unsigned(65530 + random(20)) : unsigned(random(9000));
    }

    /* A block, whose label is there while fn makes its body. */
    inside(label, fn) {
        this.labels.push(label);
        const code = fn();
        this.labels.pop();
        return code;
    }

    value(type, depth = 0) {
        const local = this.localOf(type);
        if (--this.fuel < 0 || depth > 7) {
            return local !== undefined && chance(2) ? [0x20, local] :
                constant(type);
        }
        const next = depth + 1;
        switch (random(14)) {
            case 0: return constant(type);
            case 1: case 2:
                return local === undefined ? constant(type) : [0x20, local];
            case 3: {
                const target = this.localOf(type, true);
                return target === undefined ? constant(type) :
                    [...this.value(type, next), 0x22, target];
            }
            case 4: case 5: {
                const [op, x] = pick(unary[type]);
                return [...this.value(x, next), ...opcode(op)];
            }
            case 6: case 7: case 8: {
                const [op, x] = pick(binary[type]);
                return [...this.value(x, next), ...this.value(x, next), op];
            }
            case 9:
                return [...this.value(type, next), ...this.value(type, next),
                        ...this.value(I32, next), 0x1b];
            case 10:
                return [...this.value(I32, next), 0x04, type,
                        ...this.inside([type], () => [
                            ...this.statements(1), ...this.value(type, next),
                            0x05, ...this.statements(1),
                            ...this.value(type, next)]), 0x0b];
            case 11:
                return [0x02, type, ...this.inside([type], () => [
                    ...this.statements(1), ...this.value(type, next),
                    ...this.value(I32, next), 0x0d, 0,
                    ...this.statements(1),
                    ...(chance(3) ? [] : [0x1a, ...this.value(type, next)])]),
                        0x0b];
            case 12:
                return type in loads ?
                    [...this.address(next), pick(loads[type]), 0,
                     ...this.offset()] : constant(type);
            default:
                return this.call(type, next);
        }
    }

    /* A call of a function that comes before this one, direct or not. */
    call(type, depth) {
        const { functions } = this.module;
        const found = functions.filter(({ results }) =>
            results.length === 1 && results[0] === type);
        if (found.length === 0)
            return constant(type);
        const callee = pick(found);
        const index = functions.indexOf(callee);
        const args = this.list(callee.params, depth);
        return chance(3) ?
            [...args, 0x41, ...signed(chance(9) ? random(40) : index), 0x11,
             ...unsigned(callee.type), 0] :
            [...args, 0x10, ...unsigned(index + this.module.imports)];
    }

    statements(depth) {
        const code = [];
        for (let i = random(3); i > 0 && this.fuel > 0; i--)
            code.push(...this.statement(depth));
        return code;
    }

    /* A loop of at most five rounds, by a local of its own. */
    loop(depth) {
        const counter = this.locals.length;
        this.locals.push(I32);
        this.fixed.add(counter);
        return [0x41, 1 + random(5), 0x21, ...unsigned(counter), 0x03, 0x40,
                ...this.inside([], () => [
                    ...this.statements(depth), ...this.statements(depth),
                    0x20, ...unsigned(counter), 0x41, 1, 0x6b,
                    0x22, ...unsigned(counter), 0x0d, 0]), 0x0b];
    }

    table(depth) {
        return [0x02, 0x40, 0x02, 0x40, 0x02, 0x40,
                ...this.inside([], () => this.inside([], () =>
                    this.inside([], () => this.value(I32, depth)))),
                0x0e, 3, 0, 1, 2, 1, 0x0b,
                ...this.inside([], () => this.inside([],
                    () => this.statements(depth))), 0x0b,
                ...this.inside([], () => this.statements(depth)), 0x0b];
    }

    /* A branch outwards, with what the label wants, if a condition holds. */
    branch(depth) {
        const to = random(this.labels.length);
        const wanted = this.labels[this.labels.length - 1 - to];
        const isLoop = wanted.length === 0 && chance(2);
        if (isLoop || to === 0)
            return this.statement(depth + 1);
        return [...this.value(I32, depth), 0x04, 0x40,
                ...this.list(wanted, depth), 0x0c, ...unsigned(to + 1), 0x0b];
    }

    statement(depth = 0) {
        this.fuel--;
        const type = pick(types);
        if (depth > 4)
            return [...this.value(type, depth), 0x1a];
        switch (random(9)) {
            case 0: case 1: case 2: {
                const target = this.localOf(type, true);
                return [...this.value(type, 1),
                        ...(target === undefined ? [0x1a] : [0x21, target])];
            }
            case 3: return this.loop(depth + 1);
            case 4:
                return [...this.value(I32, 1), 0x04, 0x40,
                        ...this.inside([], () => this.statements(depth + 1)),
                        0x05,
                        ...this.inside([], () => this.statements(depth + 1)),
                        0x0b];
            case 5: return this.table(depth + 1);
            case 6: {
                const whole = pick([I32, I64]);
                return [...this.address(1), ...this.value(whole, 1),
                        pick(stores[whole]), 0, ...this.offset()];
            }
            case 7: {
                const global = random(4);
                return chance(2) ?
                    [...this.value(this.module.globals[global], 1), 0x24,
                     global] : [0x23, global, 0x1a];
            }
            default: return this.noLoopAbove() ? this.branch(depth) : [];
        }
    }

    /* A branch to a loop would begin it anew, without end. */
    noLoopAbove() {
        return this.fixed.size === 0;
    }

    code() {
        const body = [...this.statements(0), ...this.statements(0),
                      ...this.statements(0), ...this.list(this.results, 0),
                      0x0b];
        const locals = this.locals.slice(this.paramCount)
            .flatMap((type) => [1, type]);
        const whole = [...unsigned(this.locals.length - this.paramCount),
                       ...locals, ...body];
        return [...unsigned(whole.length), ...whole];
    }
}

const section = (id, bytes) => [id, ...unsigned(bytes.length), ...bytes];
const vector = (list) => [...unsigned(list.length), ...list.flat()];

function makeModule() {
    const module = { functions: [], imports: 1,
                     globals: [I32, I64, F32, F64] };
    const codes = [];
    const signatures = [[0x60, 1, I32, 1, I32]];
    for (let i = 2 + random(5); i > 0; i--) {
        const params = Array.from({ length: random(4) }, () => pick(types));
        const results = Array.from({ length: chance(5) ? 2 : 1 },
                                   () => pick(types));
        const type = signatures.length;
        signatures.push([0x60, ...vector(params), ...vector(results)]);
        codes.push(new Body(module, { params, results }).code());
        module.functions.push({ params, results, type });
    }
    const { functions } = module;
    const indices = functions.map((_, i) => [...unsigned(i + 1)]);
    return { functions, bytes: new Uint8Array([
        0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
        ...section(1, vector(signatures)),
        ...section(2, [1, 1, 0x68, 1, 0x66, 0, 0]),
        ...section(3, vector(functions.map(({ type }) => unsigned(type)))),
        ...section(4, [1, 0x70, 0, 30]),
        ...section(5, [1, 0, 1]),
        ...section(6, vector(module.globals.map((type) => [
            type, 1, ...constant(type), 0x0b]))),
        ...section(7, vector([
            [1, 0x6d, 2, 0], ...functions.map((_, i) => {
                const name = [...`f${i}`].map((c) => c.charCodeAt(0));
                return [name.length, ...name, 0, ...unsigned(i + 1)];
            })])),
        ...section(9, [1, 0, 0x41, 0, 0x0b, ...vector(indices)]),
        ...section(10, vector(codes)),
    ]) };
}

function argument(type) {
    return type === I64 ? BigInt(random(2 ** 31)) - 2n ** 30n :
        pick([0, 1, -1, 0.5, 1e9, -7.5, random(1000)]);
}

const show = (v) => Object.is(v, -0) ? '-0' : String(v);

for (; count > 0; count--) {
    const seed = state;
    const { functions, bytes } = makeModule();
    const line = [`${seed}:`];
    try {
        const { exports } = new WebAssembly.Instance(
            new WebAssembly.Module(bytes), { h: { f: (x) => x + 1 } });
        functions.forEach(({ params }, i) => {
            for (let k = 0; k < 3; k++) {
                try {
                    const got = exports[`f${i}`](...params.map(argument));
                    line.push(Array.isArray(got) ? got.map(show).join() :
                        show(got));
                } catch (error) {
                    line.push(error.message);
                }
            }
        });
        let sum = 0;
        for (const byte of new Uint8Array(exports.m.buffer))
            sum = Math.imul(sum, 31) + byte | 0;
        line.push(sum);
    } catch (error) {
        line.push(`${error}`);
    }
    console.log(line.join(' '));
}
