'use strict';
/*
 * internal/fetch/webidl - how the classes of fetch convert and refuse their
 * arguments, in the words that Node has for it. These errors have no codes, but
 * for that of a method called on another object.
 */

const { customInspectSymbol, defineEnumerable, defineTag } =
    require('internal/util');
/* Loaded when first used: internal/util/inspect. */

function makeIllegalInvocation() {
    return Object.assign(new TypeError('Illegal invocation'),
                         { code: 'ERR_INVALID_THIS' });
}

function needArguments(given, wanted, prefix) {
    if (given >= wanted)
        return;
    const plural = wanted === 1 ? '' : 's';
    const only = given === 0 ? '' : 'only ';
    throw new TypeError(`${prefix}: ${wanted} argument${plural} required, ` +
                        `but ${only}${given} found.`);
}

/* A value as messages show it. */
function describe(value) {
    switch (typeof value) {
    case 'string':
        return `"${value}"`;
    case 'bigint':
        return `${value}n`;
    case 'object':
    case 'function':
        return require('internal/util/inspect').inspect(value);
    default:
        return String(value);
    }
}

function refuseSymbol(value, prefix, name, type) {
    if (typeof value === 'symbol') {
        throw new TypeError(`${prefix}: ${name} is a symbol, which cannot be ` +
                            `converted to a ${type}.`);
    }
}

function toDOMString(value, prefix, name) {
    refuseSymbol(value, prefix, name, 'DOMString');
    return `${value}`;
}

/* Text whose characters are bytes. */
function toByteString(value, prefix, name) {
    refuseSymbol(value, prefix, name, 'ByteString');
    const text = `${value}`;
    const at = text.search(/[^\0-\xff]/);
    if (at >= 0) {
        throw new TypeError(
            'Cannot convert argument to a ByteString because the character ' +
            `at index ${at} has a value of ${text.charCodeAt(at)} which is ` +
            'greater than 255.');
    }
    return text;
}

/* Options: an object, or nothing. Node's prefix is undefined here. */
function toDictionary(value) {
    if (value === undefined || value === null)
        return {};
    if (typeof value !== 'object' && typeof value !== 'function') {
        throw new TypeError(`undefined: Expected ${describe(value)} to be ` +
                            'one of: Null, Undefined, Object.');
    }
    return value;
}

/* One of a list of words. */
function toEnum(value, words) {
    const text = `${value}`;
    if (!words.includes(text)) {
        throw new TypeError(`undefined: ${text} is not an accepted type. ` +
                            `Expected one of ${words.join(', ')}.`);
    }
    return text;
}

function refuseInstance(prefix, name, value, type) {
    throw new TypeError(`${prefix}: Expected ${name} ("${describe(value)}") ` +
                        `to be an instance of ${type}.`);
}

/* ---- Classes ---------------------------------------------------------- */

/* As engine_clone_mark of src/engine/engine.h has it. */
const kNeverCloned = 2;

/* Members as the web has them; getFields(object) gives what console.log()
 * shows. */
function defineMembers(constructor, names, getFields) {
    const { name, prototype } = constructor;
    defineEnumerable(prototype, names);
    defineTag(prototype, name);
    internalBinding('message').mark(prototype, kNeverCloned);
    const { [customInspectSymbol]: value } = {
        [customInspectSymbol](depth, options) {
            const { inspect } = require('internal/util/inspect');
            const inner = { ...options, depth: options.depth ?? depth };
            return `${name} ${inspect(getFields(this), inner)}`;
        },
    };
    Object.defineProperty(prototype, customInspectSymbol, {
        __proto__: null, configurable: true, enumerable: false,
        writable: true, value,
    });
}

const IteratorPrototype =
    Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

/* Of pairs that getPairs(target) gives at each step: what is added meanwhile is
 * seen. */
function makeIteratorClass(name, getPairs) {
    class PairIterator {
        #target;
        #choose;
        #at = 0;

        constructor(target, choose) {
            this.#target = target;
            this.#choose = choose;
        }

        next() {
            if (this === null || typeof this !== 'object' ||
                !(#target in this)) {
                throw new TypeError(
                    "'next' called on an object that does not implement " +
                    `interface ${name} Iterator.`);
            }
            const pairs = getPairs(this.#target);
            if (this.#at >= pairs.length)
                return { value: undefined, done: true };
            return { value: this.#choose(pairs[this.#at++]), done: false };
        }
    }
    const { prototype } = PairIterator;
    Object.setPrototypeOf(prototype, IteratorPrototype);
    delete prototype.constructor;
    defineEnumerable(prototype, ['next']);
    defineTag(prototype, `${name} Iterator`);
    return PairIterator;
}

/* keys(), values(), entries() and forEach() of a class. getPairs() throws for
 * objects of other classes. */
function defineIteration(constructor, getPairs) {
    const { name, prototype } = constructor;
    const PairIterator = makeIteratorClass(name, getPairs);
    const iterate = (target, choose) => {
        getPairs(target);
        return new PairIterator(target, choose);
    };
    const methods = {
        keys() { return iterate(this, ([key]) => key); },
        values() { return iterate(this, ([, value]) => value); },
        entries() { return iterate(this, ([key, value]) => [key, value]); },
        forEach(callback, thisArg = undefined) {
            getPairs(this);
            needArguments(arguments.length, 1, `${name}.forEach`);
            if (typeof callback !== 'function') {
                throw new TypeError(
                    `Failed to execute 'forEach' on '${name}': parameter 1 ` +
                    "is not of type 'Function'.");
            }
            for (const [key, value] of iterate(this, (pair) => pair))
                Reflect.apply(callback, thisArg, [value, key, this]);
        },
    };
    for (const key in methods) {
        Object.defineProperty(prototype, key, {
            __proto__: null, configurable: true, enumerable: true,
            writable: true, value: methods[key],
        });
    }
    Object.defineProperty(prototype, Symbol.iterator, {
        __proto__: null, configurable: true, enumerable: false,
        writable: true, value: methods.entries,
    });
}

module.exports = {
    defineIteration,
    defineMembers,
    describe,
    makeIllegalInvocation,
    needArguments,
    refuseInstance,
    toByteString,
    toDOMString,
    toDictionary,
    toEnum,
};
