'use strict';
/*
 * internal/process/finalization - process.finalization: call a function for an
 * object when the program ends, unless the object was collected before.
 */

const { codes } = require('internal/errors');
const { emitExperimentalWarning } = require('internal/util');

const refs = { __proto__: null, exit: [], beforeExit: [] };
const functions = new WeakMap(); // ref -> fn
let isInstalled = false;

const registry = new FinalizationRegistry((ref) => {
    forget((other) => other === ref);
});

function forget(isGone) {
    for (const event in refs)
        refs[event] = refs[event].filter((ref) => !isGone(ref));
}

function runAll(event) {
    const list = refs[event];
    refs[event] = [];
    for (const ref of list) {
        const object = ref.deref();
        if (object !== undefined)
            functions.get(ref)(object, event);
    }
}

function install() {
    if (isInstalled)
        return;
    isInstalled = true;
    process.on('exit', () => runAll('exit'));
    process.on('beforeExit', () => runAll('beforeExit'));
}

/*
 * An unreachable object is freed at once here, by reference counting. In Node
 * it lives until the next collection, and most programs end before there is
 * one: they rely on their function being called. So the object gets a hidden
 * reference to itself, a cycle that only a collection frees.
 */
class Same {
    constructor(object) {
        return object;
    }
}

class HoldsItself extends Same {
    #self;

    static hold(object) {
        if (!(#self in object) && Object.isExtensible(object))
            new HoldsItself(object).#self = object;
    }
}

function isObject(value) {
    return value !== null &&
        (typeof value === 'object' || typeof value === 'function');
}

function add(event, object, fn) {
    if (!isObject(object))
        throw new codes.ERR_INVALID_ARG_TYPE('obj', 'object', object);
    install();
    HoldsItself.hold(object);
    const ref = new WeakRef(object);
    functions.set(ref, fn);
    refs[event].push(ref);
    registry.register(object, ref, object);
}

function register(object, fn) {
    emitExperimentalWarning('process.finalization.register');
    add('exit', object, fn);
}

function registerBeforeExit(object, fn) {
    emitExperimentalWarning('process.finalization.registerBeforeExit');
    add('beforeExit', object, fn);
}

function unregister(object) {
    emitExperimentalWarning('process.finalization.unregister');
    registry.unregister(object);
    forget((ref) => ref.deref() === object);
}

module.exports = { register, registerBeforeExit, unregister };
