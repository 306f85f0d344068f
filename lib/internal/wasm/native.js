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

/* Objects that no structured clone has a copy for. */
function refuseClone(name) {
    throw new DOMException(`#<${name}> could not be cloned.`, 'DataCloneError');
}

module.exports = {
    exportsOf: Symbol('exports'),
    nativeOf,
    keep,
    refuseClone,
    setNative(object, kind, native) {
        new Inside(object, kind, native); // eslint-disable-line no-new
        return object;
    },
};
