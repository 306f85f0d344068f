'use strict';
/* internal/test_runner/assert - the methods of t.assert: those of node:assert,
 * and what a program registered. */

const { notThereYet } = require('internal/modules/missing');
const { validateFunction, validateString } = require('internal/validators');
/* Loaded when first used: assert. */

const left = ['AssertionError', 'CallTracker', 'strict', 'Assert', 'options'];
let methods;

function missing() {
    throw notThereYet('snapshots of node:test');
}

function getMethods() {
    if (methods === undefined) {
        methods = new Map();
        const assert = require('assert');
        for (const name of Object.keys(assert)) {
            if (!left.includes(name))
                methods.set(name, assert[name]);
        }
        methods.set('snapshot', missing);
        methods.set('fileSnapshot', missing);
    }
    return methods;
}

function register(name, fn) {
    validateString(name, 'name');
    validateFunction(fn, 'fn');
    getMethods().set(name, fn);
}

module.exports = { getMethods, register };
