'use strict';
/*
 * internal/wasm/native - what objects of WebAssembly have inside, where no
 * program sees it: the native object that the binding made, and what else has to
 * live as long as they do.
 *
 * The binding refers to functions of the program weakly. So whatever WebAssembly
 * may reach by tables, imports and references is kept from here: an exported
 * function keeps its instance, an instance its imports and exports, and a table
 * or a global all whose functions may be in it.
 */

class Given {
    constructor(object) {
        return object;
    }
}

/* Fields for an object that exists already. */
class Inside extends Given {
    #native;
    #kind;
    #kept = null;

    constructor(object, kind, native) {
        super(object);
        this.#kind = kind;
        this.#native = native;
    }

    /* The native object; undefined if it is not of this kind. */
    static nativeOf(value, kind) {
        const isObject = value !== null &&
            (typeof value === 'object' || typeof value === 'function');
        return isObject && #kind in value && value.#kind === kind ?
            value.#native : undefined;
    }

    static keep(object, other) {
        object.#kept ??= new Set();
        object.#kept.add(other);
    }
}

const { nativeOf, keep } = Inside;

/* ---- Instances that give each other references --------------------------- */

/*
 * By a call, an exception or a structure, a function of one instance gets into
 * another, and nobody is told. So instances whose functions pass references are
 * a family: whoever has one keeps all. Those that pass values of the program
 * alone may pass structures so, as soon as there are any: they wait, and join
 * the family when there is one.
 */
let family; // a WeakRef, or undefined
let waiting = [];
let max = 100; // of those that wait, until the dead are dropped

function getFamily() {
    return family?.deref();
}

function join(all, instance) {
    keep(all, instance);
    keep(instance, all);
}

function makeFamily() {
    const all = {};
    new Inside(all, 'family', null); // eslint-disable-line no-new
    family = new WeakRef(all);
    for (const ref of waiting) {
        const instance = ref.deref();
        if (instance !== undefined)
            join(all, instance);
    }
    waiting = [];
    return all;
}

/* `sharing` is that of the binding: 0: nothing, 1: values of the program, 2:
 * other references. */
function joinFamily(instance, sharing) {
    if (sharing === 0)
        return;
    const all = getFamily() ?? (sharing === 2 ? makeFamily() : undefined);
    if (all !== undefined) {
        join(all, instance);
        return;
    }
    if (waiting.length >= max) {
        waiting = waiting.filter((ref) => ref.deref() !== undefined);
        max = waiting.length * 2 + 100;
    }
    waiting.push(new WeakRef(instance));
}

/* ---- Structures and arrays ---------------------------------------------- */

/* What the program has of a structure: nothing of it can be seen. */
const objects = new WeakMap(); // -> { native, family }

function refuse() {
    throw new TypeError('WebAssembly objects are opaque');
}

const nothing = Object.preventExtensions({ __proto__: null });
const opaque = {
    __proto__: null, defineProperty: refuse, deleteProperty: refuse,
    preventExtensions: refuse, set: refuse, setPrototypeOf: refuse,
};

function makeObject(native) {
    const object = new Proxy(nothing, opaque);
    objects.set(object, { native, family: getFamily() });
    return object;
}

/* `holder` has a reference now: whatever that leads to has to live. */
function keepValue(holder, value) {
    if (typeof value === 'function')
        keep(holder, value);
    else if (objects.has(value))
        keep(holder, getFamily());
}

function keepFamily(holder) {
    const all = getFamily();
    if (all !== undefined)
        keep(holder, all);
}

/* Objects that no structured clone has a copy for. */
function refuseClone(name) {
    throw new DOMException(`#<${name}> could not be cloned.`, 'DataCloneError');
}

module.exports = {
    exportsOf: Symbol('exports'),
    isOpaque: (value) => objects.has(value),
    joinFamily,
    keep,
    keepFamily,
    keepValue,
    makeObject,
    nativeOf,
    objectOf: (value) => objects.get(value)?.native ?? null,
    refuseClone,
    setNative(object, kind, native) {
        new Inside(object, kind, native); // eslint-disable-line no-new
        return object;
    },
};
