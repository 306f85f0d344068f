'use strict';
/*
 * internal/errors/copy - errors on their way to another runtime. A structured
 * clone of an error has its class, message and stack; Node's errors also have a
 * code and other properties, which programs read.
 */

/* Loaded when first used: internal/util/inspect. */

const classes = {
    __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError,
    TypeError, URIError,
};

function isCloneable(value) {
    try {
        structuredClone(value);
        return true;
    } catch {
        return false;
    }
}

function classOf(error) {
    for (let at = error; at !== null; at = Object.getPrototypeOf(at)) {
        const name = Object.hasOwn(at, 'constructor') && at.constructor?.name;
        if (classes[name] !== undefined)
            return name;
    }
    return 'Error';
}

/* A getter may throw; the property is left out then. */
function readProperty(error, name) {
    try {
        return error[name];
    } catch {
        return undefined;
    }
}

function write(error) {
    if (!(error instanceof Error)) {
        return isCloneable(error) ? { thrown: error } :
            { thrown: require('internal/util/inspect').inspect(error) };
    }
    const own = {};
    for (const name of Object.getOwnPropertyNames(error)) {
        const value = readProperty(error, name);
        if (value !== undefined && isCloneable(value)) {
            own[name] = { value, isShown:
                Object.prototype.propertyIsEnumerable.call(error, name) };
        }
    }
    return { class: classOf(error), name: error.name, own };
}

function read(copy) {
    if (copy.class === undefined)
        return copy.thrown;
    const { own } = copy;
    const error = Object.create(classes[copy.class].prototype);
    const made = Object.setPrototypeOf(new Error(), error);
    delete made.stack;
    Object.setPrototypeOf(made, classes[copy.class].prototype);
    for (const name in own) {
        Object.defineProperty(made, name, {
            __proto__: null, value: own[name].value, writable: true,
            enumerable: own[name].isShown, configurable: true,
        });
    }
    if (made.name !== copy.name) {
        Object.defineProperty(made, 'name', {
            __proto__: null, value: copy.name, writable: true,
            enumerable: false, configurable: true,
        });
    }
    return made;
}

module.exports = { read, write };
