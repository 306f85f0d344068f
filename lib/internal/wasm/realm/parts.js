'use strict';
/*
 * internal/wasm/realm/parts - WebAssembly.Memory, Table and Global.
 */

const binding = internalBinding('wasm');
const { isObject, nulls, readLimits, references, toAddress, types } =
    require('internal/wasm/realm/convert');
const { isOpaque, keepValue, nativeOf, refuseClone, setNative } =
    require('internal/wasm/native');
const { isSharedArrayBuffer } = require('internal/util/types');
const { kClone, markCloneable } = require('internal/worker/js_transferable');

const MAX_PAGES = 65536;
const MAX_PAGES_64 = 262144;
const MAX_TABLE = 10000000;
const memoryLimits = {
    short: [MAX_PAGES, MAX_PAGES], long: [MAX_PAGES_64, 2 ** 48],
};
const tableLimits = {
    short: [MAX_TABLE, 0xffffffff], long: [MAX_TABLE, 2 ** 64],
};
/* Types of 32 bits, as src/wasm has them: the number of a type that a module
 * names has INDEXED, one without null has NON_NULL. */
const NON_NULL = 0x40000000;
const INDEXED = 0x80000000;
const NOT_A_FUNCTION = 'function-typed object must be null (if nullable) or a ' +
    'Wasm function object';

/* What V8 calls a type of which JavaScript has no values; undefined: it has. */
function opaqueName(type) {
    const isNullable = (type & NON_NULL) === 0;
    switch (type - (isNullable ? 0 : NON_NULL)) {
        case types.exnref:
            return isNullable ? 'exnref' : '(ref exn)';
        case nulls.exn:
            return isNullable ? 'nullexnref' : '(ref noexn)';
        default:
            return undefined;
    }
}

/* The native object of `this`. */
function receiver(self, kind, where) {
    const native = nativeOf(self, kind);
    if (native === undefined) {
        throw new TypeError(
            `${where}: Receiver is not a WebAssembly.${kind}`);
    }
    return native;
}

function needNew(target, kind) {
    if (target === undefined) {
        throw new TypeError(`WebAssembly.${kind}(): WebAssembly.${kind} must ` +
                            "be invoked with 'new'");
    }
}

/* Methods and accessors, and the tag that toString() shows. */
function define(Class, name, members) {
    Object.defineProperties(Class.prototype,
                            Object.getOwnPropertyDescriptors(members));
    Object.defineProperty(Class.prototype, Symbol.toStringTag, {
        __proto__: null, value: `WebAssembly.${name}`, configurable: true,
    });
    Object.defineProperty(Class, 'prototype', {
        __proto__: null, writable: false,
    });
    if (name === 'Module')
        return;
    markCloneable(Class.prototype);
    Object.defineProperty(Class.prototype, kClone, {
        __proto__: null, configurable: true,
        value() {
            refuseClone(name);
        },
    });
}

/* An object of a class for a native that exists already. */
function wrap(Class, kind, native) {
    const object = setNative(Object.create(Class.prototype), kind, native);
    binding.setObject(native, object);
    return object;
}

function take(object, kind, native) {
    setNative(object, kind, native);
    binding.setObject(native, object);
}

/* ---- Memory ------------------------------------------------------------- */

function Memory(descriptor) {
    const where = 'WebAssembly.Memory()';
    needNew(new.target, 'Memory');
    if (!isObject(descriptor)) {
        throw new TypeError(
            `${where}: Argument 0 must be a memory descriptor`);
    }
    const { initial, maximum, is64 } =
        readLimits(descriptor, memoryLimits, where);
    const shared = !!descriptor.shared;
    if (shared && maximum === undefined) {
        throw new TypeError(
            `${where}: If shared is true, maximum property should be defined.`);
    }
    const native = binding.newMemory(initial, maximum, is64, shared);
    if (typeof native === 'number')
        throw new RangeError(`${where}: could not allocate memory`);
    take(this, 'Memory', native);
}

define(Memory, 'Memory', {
    grow(delta) {
        const where = 'WebAssembly.Memory.grow()';
        const native = receiver(this, 'Memory', where);
        const { is64, maximum, size } = binding.memoryLimits(native);
        const max = is64 ? MAX_PAGES_64 : MAX_PAGES;
        const pages = toAddress(is64, delta, 'Argument 0', where);
        if (size + pages > (maximum ?? max) && (maximum ?? max) < max)
            throw new RangeError(`${where}: Maximum memory size exceeded`);
        const before = binding.growMemory(native, pages);
        if (before < 0)
            throw new RangeError(`${where}: Unable to grow instance memory`);
        return is64 ? BigInt(before) : before;
    },
    get buffer() {
        const buffer = binding.getBuffer(
            receiver(this, 'Memory', 'WebAssembly.Memory.buffer'));
        return isSharedArrayBuffer(buffer) ? Object.freeze(buffer) : buffer;
    },
});

/* Structured clone, of shared memory alone: its buffer says which it is. */
Object.defineProperty(Memory.prototype, kClone, {
    __proto__: null,
    value() {
        const native = nativeOf(this, 'Memory');
        if (!binding.memoryLimits(native).shared)
            refuseClone('Memory');
        return { data: binding.getBuffer(native),
                 deserializeInfo: 'internal/wasm/realm/parts:toMemory' };
    },
});

function toMemory(buffer) {
    return wrap(Memory, 'Memory', binding.sharedMemory(buffer));
}

/* ---- Table -------------------------------------------------------------- */

const wanted = {
    __proto__: null,
    [types.i31ref]: ' or a Number that fits in i31ref range',
    [types.structref]: ' or a wasm struct',
    [types.arrayref]: ' or a wasm array',
    [types.eqref]: ', or a wasm struct/array, or a Number that fits in i31ref ' +
        'range',
};

/* Why a value is not of a type that a module names. */
function misfitOfIndexed(type, value) {
    const isFunction = nativeOf(value, 'function') !== undefined;
    if (!isFunction && !isOpaque(value))
        return 'JS object does not match expected wasm type';
    if (binding.isReference(value, type))
        return undefined;
    return isFunction ?
        'assigned exported function has to be a subtype of the expected type' :
        'object is not a subtype of expected type';
}

/* Why a value is not of a type of references; undefined: it is. */
function misfit(type, value) {
    const isNullable = (type & NON_NULL) === 0;
    const heap = type - (isNullable ? 0 : NON_NULL);
    if (opaqueName(type) !== undefined) {
        return 'invalid type (ref ' +
            `${value === null && isNullable ? 'null ' : ''}` +
            `${heap === types.exnref ? 'exn' : 'noexn'})`;
    }
    if (value === null && isNullable)
        return undefined;
    if (heap === types.externref || heap === types.anyref) {
        return value !== null ? undefined :
            `null is not allowed for (ref ${heap === types.anyref ? 'any' :
                'extern'})`;
    }
    if (heap === types.anyfunc) {
        return nativeOf(value, 'function') === undefined ? NOT_A_FUNCTION :
            undefined;
    }
    if (heap === nulls.any || heap === nulls.extern || heap === nulls.func)
        return 'only null allowed for null types';
    if (heap >= INDEXED)
        return misfitOfIndexed(type, value);
    return heap in references && !binding.isReference(value, type) ?
        `${references[heap]} object must be null (if nullable)${wanted[heap]}` :
        undefined;
}

/* A value for a table, or a global. */
function checkValue(native, value, message) {
    const why = misfit(binding.partType(native), value);
    if (why !== undefined)
        throw new TypeError(message + why);
}

/* What a table is filled with if nothing is said. */
function emptyOf(type) {
    return type === types.externref ? undefined : null;
}

function Table(descriptor, value) {
    const where = 'WebAssembly.Table()';
    needNew(new.target, 'Table');
    if (!isObject(descriptor))
        throw new TypeError(`${where}: Argument 0 must be a table descriptor`);
    const element = `${descriptor.element}`;
    if (!(types[element] in references)) {
        throw new TypeError(`${where}: Descriptor property 'element' must be a ` +
                            'WebAssembly reference type');
    }
    const type = types[element];
    const { initial, maximum, is64 } =
        readLimits(descriptor, tableLimits, where);
    const isGiven = arguments.length > 1 && value !== undefined;
    const init = isGiven ? value : emptyOf(type);
    const why = misfit(type, init);
    if (why !== undefined) {
        throw new TypeError(`${where}: Argument 2 must be undefined or a value ` +
                            'of type compatible with the type of the new ' +
                            `table: ${why}.`);
    }
    const native = binding.newTable(type, initial, maximum, init, is64);
    if (typeof native === 'number')
        throw new RangeError(`${where}: could not allocate table`);
    take(this, 'Table', native);
    keepValue(this, init);
}

function readIndex(native, index, where) {
    const number =
        toAddress(binding.tableIs64(native), index, 'Argument 0', where);
    const size = binding.tableSize(native);
    if (number >= size) {
        const type = binding.partType(native);
        const name = references[type] ?? opaqueName(type) ?? 'reference';
        throw new RangeError(`${where}: invalid address ${number} in ${name} ` +
                             `table of size ${size}`);
    }
    return number;
}

define(Table, 'Table', {
    get length() {
        const native = receiver(this, 'Table', 'WebAssembly.Table.length()');
        const size = binding.tableSize(native);
        return binding.tableIs64(native) ? BigInt(size) : size;
    },
    grow(delta, value = undefined) {
        const where = 'WebAssembly.Table.grow()';
        const native = receiver(this, 'Table', where);
        const is64 = binding.tableIs64(native);
        const count = toAddress(is64, delta, 'Argument 0', where);
        const init = value === undefined ?
            emptyOf(binding.partType(native)) : value;
        checkValue(native, init, `${where}: Argument 1 is invalid: `);
        const before = binding.tableGrow(native, count, init);
        if (before < 0)
            throw new RangeError(`${where}: failed to grow table by ${count}`);
        keepValue(this, init);
        return is64 ? BigInt(before) : before;
    },
    set(index, value = undefined) {
        const where = 'WebAssembly.Table.set()';
        const native = receiver(this, 'Table', where);
        const number = readIndex(native, index, where);
        const item = value === undefined && arguments.length < 2 ?
            emptyOf(binding.partType(native)) : value;
        checkValue(native, item,
                   `${where}: Argument 1 is invalid for table: `);
        binding.tableSet(native, number, item);
        keepValue(this, item);
    },
    get(index) {
        const where = 'WebAssembly.Table.get()';
        const native = receiver(this, 'Table', where);
        const number = readIndex(native, index, where);
        const opaque = opaqueName(binding.partType(native));
        if (opaque !== undefined)
            throw new TypeError(`${where}: invalid type ${opaque}`);
        return binding.tableGet(native, number);
    },
});
for (const name of ['grow', 'set']) {
    Object.defineProperty(Table.prototype[name], 'length', {
        __proto__: null, value: 1, configurable: true,
    });
}

/* ---- Global ------------------------------------------------------------- */

const zeros = {
    __proto__: null, i32: 0, i64: 0n, f32: 0, f64: 0, anyfunc: null,
    anyref: null, eqref: null, i31ref: null, structref: null, arrayref: null,
    exnref: undefined, externref: undefined,
};

function Global(descriptor, value) {
    const where = 'WebAssembly.Global()';
    needNew(new.target, 'Global');
    if (!isObject(descriptor)) {
        throw new TypeError(
            `${where}: Argument 0 must be a global descriptor`);
    }
    const isMutable = !!descriptor.mutable;
    const type = `${descriptor.value}`;
    if (types[type] === undefined) {
        throw new TypeError(`${where}: Descriptor property 'value' must be a ` +
                            'WebAssembly type');
    }
    if (type === 'v128') {
        throw new TypeError(`${where}: A global of type 'v128' cannot be ` +
                            'created in JavaScript');
    }
    const isGiven = value !== undefined ||
        (arguments.length > 1 && types[type] in references);
    const init = isGiven ? value : zeros[type];
    const why = misfit(types[type], init);
    if (why !== undefined)
        throw new TypeError(`${where}: ${why}`);
    take(this, 'Global', binding.newGlobal(types[type], isMutable, init));
    keepValue(this, init);
}
Object.defineProperty(Table, 'length', {
    __proto__: null, value: 1, configurable: true,
});
Object.defineProperty(Global, 'length', {
    __proto__: null, value: 1, configurable: true,
});

function getValue(native, where) {
    const opaque = opaqueName(binding.partType(native));
    if (opaque !== undefined)
        throw new TypeError(`${where}): invalid type ${opaque}`);
    if (binding.partType(native) === types.v128) {
        throw new TypeError(
            `${where}): Can't get the value of s128 WebAssembly.Global`);
    }
    return binding.globalGet(native);
}

define(Global, 'Global', {
    valueOf() {
        const where = 'WebAssembly.Global.valueOf()';
        return getValue(receiver(this, 'Global', where), where);
    },
    get value() {
        const where = 'get WebAssembly.Global.value';
        return getValue(receiver(this, 'Global', where), where);
    },
    set value(value) {
        const where = 'set WebAssembly.Global.value)';
        const native = receiver(this, 'Global', where);
        if (!binding.globalIsMutable(native)) {
            throw new TypeError(
                `${where}: Can't set the value of an immutable global.`);
        }
        checkValue(native, value, `${where}: `);
        binding.globalSet(native, value);
        keepValue(this, value);
    },
});

module.exports = {
    Global, Memory, Table, define, misfit, needNew, receiver, toMemory, wrap,
};
