'use strict';
/*
 * internal/test_runner/mock - MockTracker: functions, methods, accessors and
 * properties that count how they are used, and can be put back.
 */

const {
    codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE },
} = require('internal/errors');
const {
    validateBoolean, validateFunction, validateInteger, validateObject,
} = require('internal/validators');
/* Loaded when first used: internal/modules/missing,
 * internal/test_runner/mock_timers. */

/* What a mock does now, next, and at a given call. */
class Behaviour {
    #once = new Map();

    constructor(original, implementation, times) {
        this.original = original;
        this.implementation = implementation;
        this.times = times;
    }

    setOnce(what, onCall, count) {
        validateInteger(onCall, 'onCall', count);
        this.#once.set(onCall, what);
    }

    /* For the call number `at`. The original comes back after `times`. */
    take(at) {
        const once = this.#once.get(at);
        this.#once.delete(at);
        if (this.times !== undefined && at + 1 === this.times)
            this.isSpent = true;
        return once ?? this.implementation;
    }
}

class MockFunctionContext {
    #calls = [];
    #behaviour;
    #putBack;

    constructor(behaviour, putBack) {
        this.#behaviour = behaviour;
        this.#putBack = putBack;
    }

    get calls() {
        return this.#calls.slice();
    }

    callCount() {
        return this.#calls.length;
    }

    mockImplementation(implementation) {
        validateFunction(implementation, 'implementation');
        this.#behaviour.implementation = implementation;
    }

    mockImplementationOnce(implementation, onCall) {
        validateFunction(implementation, 'implementation');
        const next = this.#calls.length;
        this.#behaviour.setOnce(implementation, onCall ?? next, next);
    }

    restore() {
        this.#putBack?.();
        this.#behaviour.implementation = this.#behaviour.original;
        this.#behaviour.times = undefined;
    }

    resetCalls() {
        this.#calls = [];
    }

    static track(context, call) {
        context.#calls.push(call);
    }

    static next(context) {
        const behaviour = context.#behaviour;
        const fn = behaviour.take(context.#calls.length);
        if (behaviour.isSpent)
            context.restore();
        return fn;
    }
}

const { track, next } = MockFunctionContext;
delete MockFunctionContext.track;
delete MockFunctionContext.next;

/* Runs `work` and keeps what came of it. */
function record(context, args, self, target, work) {
    const call = {
        arguments: args, error: undefined, result: undefined,
        stack: new Error(), target, this: self,
    };
    try {
        call.result = work();
        if (target !== undefined)
            call.this = call.result;
        return call.result;
    } catch (error) {
        call.error = error;
        throw error;
    } finally {
        track(context, call);
    }
}

function makeMock(original, context) {
    return new Proxy(original, {
        __proto__: null,
        apply(fn, self, args) {
            const implementation = next(context);
            return record(context, args, self, undefined,
                          () => Reflect.apply(implementation, self, args));
        },
        construct(fn, args, target) {
            const implementation = next(context);
            return record(context, args, undefined, target, () =>
                Reflect.construct(implementation, args, target));
        },
        get(fn, name, receiver) {
            return name === 'mock' ? context : Reflect.get(fn, name, receiver);
        },
    });
}

class MockPropertyContext {
    #object;
    #name;
    #descriptor;
    #value;
    #accesses = [];
    #once = new Map();

    constructor(object, name, value) {
        this.#object = object;
        this.#name = name;
        this.#descriptor = findDescriptor(object, name);
        if (this.#descriptor === undefined) {
            throw new ERR_INVALID_ARG_VALUE(
                'propertyName', name, 'is not a property of the object');
        }
        this.#value = value === undefined ? object[name] : value;
        const { configurable = true, enumerable = true } = this.#descriptor;
        Object.defineProperty(object, name, {
            __proto__: null, configurable, enumerable,
            get: () => this.#access('get', this.#value),
            set: (given) => this.mockImplementation(
                this.#access('set', given)),
        });
    }

    #access(type, value) {
        const at = this.#accesses.length;
        const once = this.#once.has(at);
        const seen = once ? this.#once.get(at) : value;
        this.#once.delete(at);
        this.#accesses.push({ type, value: seen, stack: new Error() });
        return seen;
    }

    get accesses() {
        return this.#accesses.slice();
    }

    accessCount() {
        return this.#accesses.length;
    }

    mockImplementation(value) {
        if (this.#descriptor.writable === false) {
            throw new ERR_INVALID_ARG_VALUE(
                'propertyName', this.#name, 'cannot be set');
        }
        this.#value = value;
    }

    mockImplementationOnce(value, onAccess) {
        const at = onAccess ?? this.#accesses.length;
        validateInteger(at, 'onAccess', this.#accesses.length);
        this.#once.set(at, value);
    }

    resetAccesses() {
        this.#accesses = [];
    }

    restore() {
        Object.defineProperty(this.#object, this.#name, this.#descriptor);
    }
}

function findDescriptor(object, name) {
    for (let at = object; at !== null; at = Object.getPrototypeOf(at)) {
        const descriptor = Object.getOwnPropertyDescriptor(at, name);
        if (descriptor !== undefined)
            return descriptor;
    }
    return undefined;
}

function checkTimes(times) {
    if (times !== undefined)
        validateInteger(times, 'options.times', 1);
}

function checkKey(name) {
    if (typeof name !== 'string' && typeof name !== 'symbol') {
        throw new ERR_INVALID_ARG_TYPE('methodName', ['string', 'symbol'],
                                       name);
    }
}

/* Which part of a property's descriptor is mocked. */
function readKind({ getter = false, setter = false }) {
    validateBoolean(getter, 'options.getter');
    validateBoolean(setter, 'options.setter');
    if (getter && setter) {
        throw new ERR_INVALID_ARG_VALUE(
            'options.setter', setter, "cannot be used with 'options.getter'");
    }
    return getter ? 'get' : setter ? 'set' : 'value';
}

class MockTracker {
    #mocks = [];
    #timers;

    get timers() {
        return this.#timers ??=
            new (require('internal/test_runner/mock_timers').MockTimers)();
    }

    #make(original, implementation, times, putBack) {
        const context = new MockFunctionContext(
            new Behaviour(original, implementation, times), putBack);
        this.#mocks.push(context);
        return makeMock(original, context);
    }

    fn(original = function() {}, implementation = original, options = {}) {
        let [first, second, last] = [original, implementation, options];
        if (first !== null && typeof first === 'object') {
            last = first;
            first = function() {};
            second = first;
        } else if (second !== null && typeof second === 'object') {
            last = second;
            second = first;
        }
        validateFunction(first, 'original');
        validateFunction(second, 'implementation');
        validateObject(last, 'options');
        checkTimes(last.times);
        return this.#make(first, second, last.times);
    }

    method(object, name, implementation, options = {}) {
        checkKey(name);
        if (typeof object !== 'function')
            validateObject(object, 'object');
        let [second, last] = [implementation, options];
        if (second !== null && typeof second === 'object') {
            last = second;
            second = undefined;
        }
        validateObject(last, 'options');
        if (second !== undefined)
            validateFunction(second, 'implementation');
        checkTimes(last.times);
        return this.#replace(object, name, readKind(last), second, last.times);
    }

    #replace(object, name, kind, implementation, times) {
        const found = findDescriptor(object, name);
        const original = found?.[kind];
        if (typeof original !== 'function') {
            throw new ERR_INVALID_ARG_VALUE('methodName', original,
                                            'must be a method');
        }
        const isOwn = Object.hasOwn(object, name);
        const mock = this.#make(original, implementation ?? original, times,
                                () => putBack(object, name, found, isOwn));
        const changed = { __proto__: null, ...found, [kind]: mock };
        Object.defineProperty(object, name, changed);
        return mock;
    }

    getter(object, name, implementation, options = {}) {
        return this.#accessor('getter', object, name, implementation, options);
    }

    setter(object, name, implementation, options = {}) {
        return this.#accessor('setter', object, name, implementation, options);
    }

    #accessor(kind, object, name, implementation, options) {
        let [second, last] = [implementation, options];
        if (second !== null && typeof second === 'object') {
            last = second;
            second = undefined;
        }
        validateObject(last, 'options');
        if (last[kind] === false) {
            throw new ERR_INVALID_ARG_VALUE(`options.${kind}`, false,
                                            'cannot be false');
        }
        return this.method(object, name, second, { ...last, [kind]: true });
    }

    property(object, name, value) {
        if (typeof object !== 'function')
            validateObject(object, 'object');
        checkKey(name);
        const context = new MockPropertyContext(object, name, value);
        this.#mocks.push(context);
        return new Proxy(object, {
            __proto__: null,
            get(target, key, receiver) {
                return key === 'mock' ? context :
                    Reflect.get(target, key, receiver);
            },
        });
    }

    module() {
        const { notThereYet } = require('internal/modules/missing');
        throw notThereYet('mock.module() of node:test');
    }

    reset() {
        this.restoreAll();
        this.#timers?.reset();
        this.#mocks = [];
    }

    restoreAll() {
        for (const context of this.#mocks)
            context.restore();
    }
}

function putBack(object, name, descriptor, isOwn) {
    if (isOwn)
        Object.defineProperty(object, name, descriptor);
    else
        delete object[name];
}

module.exports = { MockTracker };
