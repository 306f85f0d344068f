'use strict';
/*
 * internal/process/finalization - process.finalization: call a function for an
 * object when the program ends, unless the object was collected before.
 */

const { validateFunction } = require('internal/validators');
const { codes } = require('internal/errors');

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

function validate(object, fn) {
    if ((typeof object !== 'object' && typeof object !== 'function') ||
        object === null) {
        throw new codes.ERR_INVALID_ARG_TYPE('obj', ['object', 'function'],
                                             object);
    }
    validateFunction(fn, 'fn');
}

function add(event, object, fn) {
    validate(object, fn);
    install();
    const ref = new WeakRef(object);
    functions.set(ref, fn);
    refs[event].push(ref);
    registry.register(object, ref, object);
}

function register(object, fn) {
    add('exit', object, fn);
}

function registerBeforeExit(object, fn) {
    add('beforeExit', object, fn);
}

function unregister(object) {
    registry.unregister(object);
    forget((ref) => ref.deref() === object);
}

module.exports = { register, registerBeforeExit, unregister };
