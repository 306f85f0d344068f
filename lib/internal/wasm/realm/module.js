'use strict';
/*
 * internal/wasm/realm/module - WebAssembly.Module and WebAssembly.Instance.
 */

const binding = internalBinding('wasm');
const { isObject, toBytes, types } = require('internal/wasm/realm/convert');
const { LinkError, RuntimeError, makeCompileError } =
    require('internal/wasm/realm/errors');
const { exportsOf, joinFamily, keep, nativeOf, setNative } =
    require('internal/wasm/native');
const { kClone, markCloneable } = require('internal/worker/js_transferable');
const { Tag } = require('internal/wasm/realm/exceptions');
const { Global, Memory, Table, define, misfit, needNew, receiver, wrap } =
    require('internal/wasm/realm/parts');
const { functionOf, isConstant, isOwn, optionsOf, readOptions, useOptions } =
    require('internal/wasm/realm/strings');
require('internal/wasm/hooks');

/* ---- Modules ------------------------------------------------------------ */

/* The native of a module of these bytes. */
function compile(bytes, where, options) {
    const native = binding.compile(bytes);
    if (Array.isArray(native))
        throw makeCompileError(where, native);
    useOptions(native, options, where);
    return native;
}

function Module(bytes, options = undefined) {
    const where = 'WebAssembly.Module()';
    needNew(new.target, 'Module');
    setNative(this, 'Module', compile(toBytes(bytes, where), where,
                                      readOptions(options)));
}
Object.defineProperty(Module, 'length', {
    __proto__: null, value: 1, configurable: true,
});

function makeModule(bytes, where, options) {
    return setNative(Object.create(Module.prototype), 'Module',
                     compile(bytes, where, options));
}

function moduleOf(value, where) {
    const native = nativeOf(value, 'Module');
    if (native === undefined) {
        throw new TypeError(
            `${where}: Argument 0 must be a WebAssembly.Module`);
    }
    return native;
}

define(Module, 'Module', {});

/* What all kinds of modules that are imported as sources would inherit from. */
function AbstractModuleSource() {
    throw new TypeError('Illegal invocation');
}
Object.defineProperty(AbstractModuleSource.prototype, Symbol.toStringTag,
                      Object.getOwnPropertyDescriptor({
                          get [Symbol.toStringTag]() {
                              return nativeOf(this, 'Module') === undefined ?
                                  undefined : 'WebAssembly.Module';
                          },
                      }, Symbol.toStringTag));
Object.defineProperty(AbstractModuleSource.prototype, Symbol.toStringTag, {
    __proto__: null, enumerable: false,
});
Object.defineProperty(AbstractModuleSource, 'prototype', {
    __proto__: null, writable: false,
});
Object.setPrototypeOf(Module, AbstractModuleSource);
Object.setPrototypeOf(Module.prototype, AbstractModuleSource.prototype);
Object.defineProperties(Module, Object.getOwnPropertyDescriptors({
    imports(module) {
        const native = moduleOf(module, 'WebAssembly.Module.imports()');
        const flat = binding.getImports(native);
        const list = [];
        for (let i = 0; i < flat.length; i += 5) {
            if (isOwn(native, flat[i], flat[i + 1]))
                continue;
            list.push({ module: flat[i], name: flat[i + 1],
                        kind: flat[i + 2] });
        }
        return list;
    },
    exports(module) {
        const flat = binding.getExports(
            moduleOf(module, 'WebAssembly.Module.exports()'));
        const list = [];
        for (let i = 0; i < flat.length; i += 2)
            list.push({ name: flat[i], kind: flat[i + 1] });
        return list;
    },
    customSections(module, name) {
        const where = 'WebAssembly.Module.customSections()';
        const native = moduleOf(module, where);
        if (name === undefined)
            throw new TypeError(`${where}: Argument 1 is required`);
        const wanted = `${name}`;
        const flat = binding.getCustoms(native);
        const list = [];
        for (let i = 0; i < flat.length; i += 2) {
            if (flat[i] === wanted)
                list.push(flat[i + 1].buffer);
        }
        return list;
    },
}));

/* Structured clone: the bytes are checked again where they arrive. */
Object.defineProperty(Module.prototype, kClone, {
    __proto__: null,
    value() {
        const native = nativeOf(this, 'Module');
        return { data: [binding.getBytes(native), optionsOf.get(native)],
                 deserializeInfo: 'internal/wasm/realm/module:toModule' };
    },
});
markCloneable(Module.prototype);

function toModule([bytes, options]) {
    return makeModule(bytes, 'WebAssembly.Module()', options);
}

/* ---- Imports ------------------------------------------------------------ */

const numbers = new Set([types.i32, types.i64, types.f32, types.f64]);

/* The value of a global that is imported as a plain value. */
function globalOf(value, type, isMutable, refuse) {
    if (isMutable) {
        refuse('imported mutable global must be a WebAssembly.Global object');
    } else if (type === types.v128) {
        refuse('global import of type v128 must be a WebAssembly.Global');
    } else if (!numbers.has(type)) {
        const why = misfit(type, value);
        if (why !== undefined)
            refuse(why);
    } else if (typeof value !== (type === types.i64 ? 'bigint' : 'number')) {
        refuse('global import must be a number, valid Wasm reference, or ' +
               'WebAssembly.Global object');
    }
    return binding.newGlobal(type, false, value);
}

/* What the binding takes for one import; what must be kept goes to `kept`. */
function importOf(value, kind, type, isMutable, refuse) {
    let native;
    switch (kind) {
        case 'function':
            if (typeof value !== 'function')
                refuse('function import requires a callable');
            return nativeOf(value, 'function') ?? value;
        case 'table':
            native = nativeOf(value, 'Table');
            if (native === undefined)
                refuse('table import requires a WebAssembly.Table');
            return native;
        case 'memory':
            native = nativeOf(value, 'Memory');
            if (native === undefined)
                refuse('memory import must be a WebAssembly.Memory object');
            return native;
        case 'tag':
            native = nativeOf(value, 'Tag');
            if (native === undefined)
                refuse('tag import requires a WebAssembly.Tag');
            return native;
        default:
            return nativeOf(value, 'Global') ??
                globalOf(value, type, isMutable, refuse);
    }
}

/* Natives and functions, and the values of the program behind them. */
function readImports(module, imports, where) {
    const flat = binding.getImports(module);
    const natives = [];
    const values = [];
    for (let i = 0; i < flat.length; i += 5) {
        const [name, field, kind, type, isMutable] = flat.slice(i, i + 5);
        if (isConstant(module, name)) {
            natives.push(binding.newGlobal(type, false, field));
            values.push(undefined);
            continue;
        }
        const own = functionOf(module, name, field);
        if (own !== undefined) {
            natives.push(own);
            values.push(own);
            continue;
        }
        if (imports === undefined) {
            throw new TypeError(`${where}: Imports argument must be present ` +
                                'and must be an object');
        }
        const from = imports[name];
        if (!isObject(from)) {
            throw new TypeError(`${where}: Import #${i / 5} "${name}": module ` +
                                'is not an object or function');
        }
        const value = from[field];
        natives.push(importOf(value, kind, type, isMutable, (message) => {
            throw new LinkError(`${where}: Import #${i / 5} "${name}" ` +
                                `"${field}": ${message}`);
        }));
        values.push(value);
    }
    return { flat, natives, values };
}

/* ---- Instances ---------------------------------------------------------- */

const classes = { __proto__: null, Memory, Table, Global, Tag };
const classOfKind = {
    __proto__: null, memory: 'Memory', table: 'Table', global: 'Global',
    tag: 'Tag',
};

function readExports(object, module, native) {
    const flat = binding.getExports(module);
    const values = binding.readExports(native);
    const exports = Object.create(null);
    for (let i = 0; i < flat.length; i += 2) {
        let value = values[i];
        const name = classOfKind[flat[i + 1]];
        if (values[i + 1])
            value = wrap(classes[name], name, value);
        if (name === 'Table' || name === 'Global')
            keep(value, object);
        Object.defineProperty(exports, flat[i], {
            __proto__: null, value, enumerable: true,
        });
    }
    return Object.freeze(exports);
}

function failLink(result, flat, where) {
    if (typeof result === 'number') {
        throw new RangeError(
            `${where}: Out of memory: Cannot allocate Wasm memory for new ` +
            'instance');
    }
    if (result.length === 2) {
        const [i, text] = result;
        const at = /^(table import|cannot import) /.test(text) ? '' :
            `Import #${i} "${flat[i * 5]}" "${flat[i * 5 + 1]}": `;
        throw new LinkError(`${where}: ${at}${text}`);
    }
    const [text, isData, segment, offset, length, size] = result;
    throw new RuntimeError(isData ?
        `${where}: data segment ${segment} is out of bounds (offset ` +
        `${offset}, length ${length}, memory size ${size})` :
        `${where}: ${text}`);
}

/* Make an instance of `object`. */
function instantiate(object, module, imports, where) {
    const { flat, natives, values } = readImports(module, imports, where);
    const native = binding.newInstance();
    setNative(object, 'Instance', native);
    joinFamily(object, binding.sharing(module));
    for (const value of values) {
        if (!isObject(value))
            continue;
        keep(object, value);
        if (nativeOf(value, 'Table') !== undefined ||
            nativeOf(value, 'Global') !== undefined)
            keep(value, object);
    }
    const result = binding.link(native, module, natives, object);
    if (result !== undefined)
        failLink(result, flat, where);
    const exports = readExports(object, module, native);
    keep(object, exports);
    Object.defineProperty(native, exportsOf, { __proto__: null, value: exports });
    binding.start(native);
    return object;
}

function Instance(module, imports) {
    const where = 'WebAssembly.Instance()';
    needNew(new.target, 'Instance');
    const native = moduleOf(module, where);
    if (imports !== undefined && !isObject(imports))
        throw new TypeError(`${where}: Argument 1 must be an object`);
    instantiate(this, native, imports, where);
}
Object.defineProperty(Instance, 'length', {
    __proto__: null, value: 1, configurable: true,
});

function makeInstance(module, imports, where) {
    return instantiate(Object.create(Instance.prototype),
                       nativeOf(module, 'Module'), imports, where);
}

define(Instance, 'Instance', {
    get exports() {
        return receiver(this, 'Instance',
                        'WebAssembly.Instance.exports()')[exportsOf];
    },
});

module.exports = {
    Module, Instance, makeModule, makeInstance, nativeOf, toModule,
};
