'use strict';
/*
 * internal/streams/operator_methods - the methods that a Readable has in common
 * with iterators, as properties of its prototype. They exist as soon as there is
 * a Readable, since a program that opens a file never asks for node:stream; what
 * they do is loaded with the first call.
 */

const { codes } = require('internal/errors');
/* Loaded when first used: internal/streams/operators. */

/* Each with the number of arguments that Node's shows. */
const operators = {
    __proto__: null,
    drop: 1, filter: 2, flatMap: 2, map: 2, take: 1, every: 1, forEach: 2,
    reduce: 3, toArray: 1, some: 1, find: 2,
};

function defineOperator(prototype, name, length) {
    const method = function(...args) {
        if (new.target)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        return require('internal/streams/operators')[name](this, ...args);
    };
    Object.defineProperties(method, {
        name: { __proto__: null, value: name },
        length: { __proto__: null, value: length },
    });
    Object.defineProperty(prototype, name, {
        __proto__: null, value: method, enumerable: false, configurable: true,
        writable: true,
    });
}

module.exports = function defineOperators(prototype) {
    for (const name in operators)
        defineOperator(prototype, name, operators[name]);
};
