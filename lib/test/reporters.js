'use strict';
/* node:test/reporters. Each is loaded when it is first read. */

const { load } = require('internal/test_runner/reporters');

function defineReporter(name) {
    Object.defineProperty(module.exports, name, {
        __proto__: null, configurable: true, enumerable: true,
        get: () => load(name),
    });
}

defineReporter('dot');
defineReporter('junit');

/* It can be called with and without `new`. */
module.exports.spec = function spec(...args) {
    return new (load('spec'))(...args);
};

defineReporter('tap');

module.exports.lcov = function lcov(...args) {
    return new (load('lcov'))(...args);
};
