'use strict';
/* internal/process/env - the environment as an object. Every read and write is
 * made at once, so that C libraries see what the program sees. */

const binding = internalBinding('variables');
const { codes } = require('internal/errors');

function toText(value) {
    if (typeof value === 'symbol')
        throw new TypeError('Cannot convert a Symbol value to a string');
    return `${value}`;
}

function get(target, name) {
    if (typeof name === 'symbol')
        return Reflect.get(target, name);
    const value = binding.getEnv(name);
    return value === undefined ? Object.prototype[name] : value;
}

const { options } = require('internal/process/object');
let warned = !options.pendingDeprecation;

function warn() {
    warned = true;
    process.emitWarning(
        'Assigning any value other than a string, number, or boolean to a ' +
        'process.env property is deprecated. Please make sure to convert the ' +
        'value to a string before setting process.env with it.',
        'DeprecationWarning', 'DEP0104');
}

function set(target, name, value) {
    const text = toText(value);
    if (!warned && typeof value !== 'string' && typeof value !== 'number' &&
        typeof value !== 'boolean')
        warn();
    binding.setEnv(toText(name), text);
    return true;
}

function has(target, name) {
    return (typeof name === 'string' && binding.getEnv(name) !== undefined) ||
        Reflect.has(target, name);
}

function deleteProperty(target, name) {
    if (typeof name === 'string')
        binding.unsetEnv(name);
    return true;
}

function getOwnPropertyDescriptor(target, name) {
    const value = typeof name === 'string' ? binding.getEnv(name) : undefined;
    return value === undefined ? undefined :
        { value, writable: true, enumerable: true, configurable: true };
}

function defineProperty(target, name, descriptor) {
    if ('get' in descriptor || 'set' in descriptor) {
        throw new codes.ERR_INVALID_OBJECT_DEFINE_PROPERTY(
            "'process.env' does not accept an accessor(getter/setter) " +
            'descriptor');
    }
    if (!('value' in descriptor) || !descriptor.configurable ||
        !descriptor.writable || !descriptor.enumerable) {
        throw new codes.ERR_INVALID_OBJECT_DEFINE_PROPERTY(
            "'process.env' only accepts a configurable, writable, and " +
            'enumerable data descriptor');
    }
    return set(target, name, descriptor.value);
}

/* C code adds variables, too, so the object cannot be made non-extensible. */
function preventExtensions() {
    throw new TypeError('Cannot prevent extensions');
}

const env = new Proxy({}, {
    __proto__: null, get, set, has, deleteProperty, defineProperty,
    preventExtensions,
    getOwnPropertyDescriptor, ownKeys: () => [...new Set(binding.listEnv())],
});

/* The proxy is inspected and cloned as a plain object with all the variables
 * (a value of engine_clone_mark). */
const kPlain = 4;
internalBinding('message').mark(env, kPlain);

module.exports = env;
