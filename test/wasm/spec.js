'use strict';
/*
 * spec.js FILE.json...: play the commands that wasm-tools (json-from-wast), or
 * wast2json, made of WebAssembly's own tests, here or in a real Node. The last line says how many assertions held;
 * each that did not has a line before. Values are compared by their bits.
 *
 * What only the host decides is left alone: which message an error has, and
 * texts that are no module (`module_type: text`).
 */
const fs = require('fs');
const path = require('path');

let passed = 0;
let failed = 0;
let skipped = 0;

const view = new DataView(new ArrayBuffer(8));
const spectest = {
    print() {}, print_i32() {}, print_i64() {}, print_f32() {}, print_f64() {},
    print_i32_f32() {}, print_f64_f64() {},
    global_i32: 666, global_i64: 666n, global_f32: 666.6, global_f64: 666.6,
    table: new WebAssembly.Table({ initial: 10, maximum: 20,
                                   element: 'anyfunc' }),
    memory: new WebAssembly.Memory({ initial: 1, maximum: 2 }),
};
const make = (fn) => {
    try {
        return fn();
    } catch {
        return undefined; // the host has none
    }
};
spectest.table64 = make(() => new WebAssembly.Table(
    { initial: 10n, maximum: 20n, element: 'anyfunc', address: 'i64' }));
spectest.shared_memory = make(() => new WebAssembly.Memory(
    { initial: 1, maximum: 2, shared: true }));

/* References of the host, by their numbers. */
const externs = new Map();
function externOf(number) {
    if (!externs.has(number))
        externs.set(number, { extern: number });
    return externs.get(number);
}

/* A value as the language has it. A float goes in with its bits: by a module, as
 * JavaScript may change those of a NaN. */
function toValue({ type, value }) {
    switch (type) {
        case 'i32': return Number(value) | 0;
        case 'i64': return BigInt.asIntN(64, BigInt(value));
        case 'f32':
            view.setUint32(0, Number(value));
            return view.getFloat32(0);
        case 'f64':
            view.setBigUint64(0, BigInt(value));
            return view.getFloat64(0);
        case 'externref':
        case 'anyref':
            return value === 'null' ? null : externOf(value);
        default:
            return value === 'null' ? null : undefined;
    }
}

function leb(n) {
    const bytes = [];
    do {
        bytes.push(n & 0x7f | (n > 0x7f ? 0x80 : 0));
        n >>>= 7;
    } while (n > 0);
    return bytes;
}

const code = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b,
               funcref: 0x70, externref: 0x6f };
/* Bytes of what callExact() can compare. */
const lengths = { __proto__: null, i32: 4, i64: 8, f32: 4, f64: 8, v128: 16 };
const section = (id, bytes) => [id, ...leb(bytes.length), ...bytes];

function lanesOf({ lane_type: lane, value }) {
    const bytes = new DataView(new ArrayBuffer(16));
    const size = 16 / value.length;
    value.forEach((text, i) => {
        const number = /^nan/.test(text) ? 0n :
            BigInt.asUintN(size * 8, BigInt(text));
        for (let k = 0; k < size; k++)
            bytes.setUint8(i * size + k, Number(number >> BigInt(8 * k) & 255n));
    });
    return [...new Uint8Array(bytes.buffer)];
}

const asUint = (text, size) => BigInt.asUintN(size, BigInt(text));

/* The instruction that makes a constant of numbers. */
function constant(arg) {
    const { type, value } = arg;
    const bytes = (size) => {
        const list = [];
        for (let k = 0; k < size; k++)
            list.push(Number(asUint(value, 64) >> BigInt(8 * k) & 255n));
        return list;
    };
    switch (type) {
        case 'i32': case 'i64': {
            const list = [];
            let n = BigInt.asIntN(type === 'i32' ? 32 : 64, BigInt(value));
            for (;;) {
                const low = Number(n & 127n);
                n >>= 7n;
                const done = n === (low & 64 ? -1n : 0n);
                list.push(done ? low : low | 128);
                if (done)
                    break;
            }
            return [type === 'i32' ? 0x41 : 0x42, ...list];
        }
        case 'f32': return [0x43, ...bytes(4)];
        case 'f64': return [0x44, ...bytes(8)];
        default: return [0xfd, 12, ...lanesOf(arg)];
    }
}

/*
 * Call an export with exact bits, in both directions: a small module has the
 * arguments as constants and stores the results in its memory.
 */
function callExact(fn, args, expected) {
    const types = [0x60, ...leb(args.length), ...args.map((a) => code[a.type]),
                   ...leb(expected.length), ...expected.map((e) => code[e.type])];
    const body = [];
    for (const arg of args)
        body.push(...constant(arg));
    const locals = expected.map((e) => [1, code[e.type]]).flat();
    body.push(0x10, 0);
    for (let i = expected.length - 1; i >= 0; i--)
        body.push(0x21, i);
    const stores = { i32: [0x36, 2], i64: [0x37, 3], f32: [0x38, 2],
                     f64: [0x39, 3], v128: [0xfd, 11, 0] };
    expected.forEach(({ type }, i) => {
        body.push(...constant({ type: 'i32', value: i * 16 }), 0x20, i,
                  ...stores[type], 0);
    });
    const codes = [expected.length, ...locals, ...body, 0x0b];
    const module = new WebAssembly.Module(new Uint8Array([
        0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
        ...section(1, [2, ...types, 0x60, 0, 0]),
        ...section(2, [1, 1, 0x6d, 1, 0x66, 0, 0]),
        ...section(3, [1, 1]),
        ...section(5, [1, 0, 1]),
        ...section(7, [2, 1, 0x66, 0, 1, 1, 0x6d, 2, 0]),
        ...section(10, [1, ...leb(codes.length), ...codes]),
    ]));
    const { f, m } = new WebAssembly.Instance(module, { m: { f: fn } }).exports;
    f();
    return new DataView(m.buffer);
}

/* A function whose type has a supertype, or is of a group, is of another type
 * than the one that callExact() imports. */
function callIfTyped(fn, args, expected) {
    try {
        return callExact(fn, args, expected);
    } catch (error) {
        if (error instanceof WebAssembly.LinkError)
            return undefined;
        throw error;
    }
}

function sameFloat(bits, text, size) {
    const mantissa = size === 32 ? 23n : 52n;
    const exponent = (1n << BigInt(size) - 1n) - (1n << mantissa);
    const quiet = 1n << (mantissa - 1n);
    const value = bits & ((1n << BigInt(size - 1)) - 1n);
    if (text === 'nan:canonical')
        return value === (exponent | quiet);
    if (text === 'nan:arithmetic')
        return (value & (exponent | quiet)) === (exponent | quiet);
    return bits === asUint(text, size);
}

/* Are the bytes at `at` what is expected? */
function sameBits(data, at, expected) {
    if (expected.type === 'either')
        return expected.values.some((e) => sameBits(data, at, e));
    const { type, value, lane_type: lane } = expected;
    const read = (offset, size) => {
        let bits = 0n;
        for (let k = size / 8 - 1; k >= 0; k--)
            bits = bits << 8n | BigInt(data.getUint8(offset + k));
        return bits;
    };
    if (type === 'v128') {
        const size = 128 / value.length;
        return value.every((text, i) => {
            const bits = read(at + i * size / 8, size);
            return lane[0] === 'f' ? sameFloat(bits, text, size) :
                bits === asUint(text, size);
        });
    }
    const size = Number(type.slice(1));
    return type[0] === 'f' ? sameFloat(read(at, size), value, size) :
        read(at, size) === asUint(value, size);
}

function sameReference(got, { type, value }) {
    if (/^(ref)?null/.test(type))
        return got === null;
    if (value === undefined || value === '') {
        if (type === 'i31ref')
            return typeof got === 'number';
        return type === 'funcref' ? typeof got === 'function' : got !== null;
    }
    if (value === 'null')
        return got === null;
    return type !== 'funcref' ? got === externOf(value) :
        typeof got === 'function';
}

class File {
    constructor(name) {
        this.name = name;
        this.folder = path.dirname(name);
        this.current = undefined;
        this.named = new Map();
        this.definitions = new Map();
        this.registered = { spectest };
    }

    read(filename) {
        return fs.readFileSync(path.join(this.folder, filename));
    }

    compile({ filename, binary_filename: binary }) {
        return new WebAssembly.Module(this.read(binary ?? filename));
    }

    instantiate(command) {
        return new WebAssembly.Instance(this.compile(command), this.registered);
    }

    instanceOf(name) {
        const found = name === undefined ? this.current : this.named.get(name);
        if (found === undefined)
            throw new Error('no such module');
        return found.exports;
    }

    /* Returns whether the results are as expected; without any, anything is. */
    act({ type, module, field, args }, expected, results = []) {
        const exports = this.instanceOf(module);
        const isPlain = (list) => list.every((v) => v.type in lengths);
        if (type === 'get') {
            const got = exports[field].value;
            return expected === undefined || this.sameValue(got, expected[0]);
        }
        const shown = expected?.map((e) => e.values?.[0] ?? e);
        if (expected !== undefined && isPlain(args) && isPlain(shown)) {
            const data = callIfTyped(exports[field], args, shown);
            if (data !== undefined)
                return expected.every((e, i) => sameBits(data, i * 16, e));
        }
        if (results.concat(args).some((a) => a.type === 'v128')) {
            callExact(exports[field], args, results);
            return true;
        }
        let got;
        try {
            got = exports[field](...args.map(toValue));
        } catch (error) {
            /* A trap is wanted, and only WebAssembly can call the function. */
            if (expected !== undefined || !/JS$/.test(error.message) ||
                results.length > 0)
                throw error;
            callExact(exports[field], args, [{ type: 'v128' }]);
        }
        if (expected === undefined)
            return true;
        const list = expected.length > 1 ? [...got] : [got];
        return expected.every((e, i) => this.sameValue(list[i], e));
    }

    sameValue(got, expected) {
        if (expected.type === 'either')
            return expected.values.some((v) => this.sameValue(got, v));
        if (/^ref|ref$/.test(expected.type))
            return sameReference(got, expected);
        if (/^nan/.test(expected.value))
            return Number.isNaN(got);
        return Object.is(got, toValue(expected));
    }

    /* True, false or, if there is nothing to say, undefined. */
    play(command) {
        switch (command.type) {
            case 'module':
                this.current = this.instantiate(command);
                if (command.name !== undefined)
                    this.named.set(command.name, this.current);
                return true;
            case 'module_definition':
                this.definitions.set(command.name, this.compile(command));
                return true;
            case 'module_instance':
                this.current = new WebAssembly.Instance(
                    this.definitions.get(command.module), this.registered);
                this.named.set(command.instance, this.current);
                return true;
            case 'assert_exception':
                return this.throws(() => this.act(command.action),
                                   WebAssembly.Exception);
            case 'register':
                this.registered[command.as] = this.instanceOf(command.name);
                return undefined;
            case 'action':
                return this.act(command.action);
            case 'assert_return':
                return this.act(command.action, command.expected);
            case 'assert_trap':
            case 'assert_exhaustion':
                return this.throws(() => this.act(command.action, undefined,
                                                  command.expected),
                                   command.type === 'assert_trap' ?
                                       WebAssembly.RuntimeError : RangeError);
            case 'assert_invalid':
            case 'assert_malformed':
                if (command.module_type === 'text')
                    return undefined;
                return !WebAssembly.validate(this.read(command.filename)) &&
                    this.throws(() => this.instantiate(command),
                                WebAssembly.CompileError);
            case 'assert_unlinkable':
                return this.throws(() => this.instantiate(command),
                                   WebAssembly.LinkError);
            case 'assert_uninstantiable':
                return this.throws(() => this.instantiate(command),
                                   WebAssembly.RuntimeError);
            default:
                throw new Error(`unknown command ${command.type}`);
        }
    }

    throws(fn, Class) {
        try {
            fn();
        } catch (error) {
            /* An import that is not there at all is a TypeError. */
            return error instanceof Class ||
                (Class === WebAssembly.LinkError && error instanceof TypeError);
        }
        return false;
    }

    run() {
        const { commands } = JSON.parse(fs.readFileSync(this.name, 'utf8'));
        for (const command of commands) {
            let result;
            let why = '';
            try {
                result = this.play(command);
            } catch (error) {
                result = false;
                why = `: ${error}`;
            }
            if (result === undefined) {
                skipped++;
            } else if (result) {
                passed++;
            } else {
                failed++;
                console.log(`FAIL ${path.basename(this.name, '.json')}:` +
                            `${command.line} ${command.type}${why}`);
            }
        }
    }
}

for (const name of process.argv.slice(2))
    new File(name).run();
console.log(`${passed} passed, ${failed} failed` +
            (skipped > 0 ? `, ${skipped} skipped` : ''));
process.exitCode = failed > 0 ? 1 : 0;
