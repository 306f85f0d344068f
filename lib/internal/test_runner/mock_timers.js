'use strict';
/*
 * internal/test_runner/mock_timers - MockTimers: timers and Date that go only
 * as far as tick() lets them.
 *
 * `#due` is kept in the order in which timers fire: by time, and by number for
 * those of the same time. An immediate is a timer of time -1.
 */

const {
    codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE }, AbortError,
} = require('internal/errors');
const {
    validateAbortSignal, validateFunction, validateNumber, validateStringArray,
} = require('internal/validators');
/* Loaded when first used: events, internal/util/types, timers,
 * timers/promises. */

const RealDate = Date;
const apis = ['setTimeout', 'setInterval', 'setImmediate', 'Date',
              'scheduler.wait', 'AbortSignal.timeout'];
const TIMEOUT_MAX = 2 ** 31 - 1;

class MockTimeout {
    constructor(clock, fn, at, every, args) {
        this.clock = clock;
        this.fn = fn;
        this.at = at;
        this.every = every;
        this.args = args;
        this.number = ++clock.lastNumber;
    }

    [Symbol.toPrimitive]() {
        return this.number;
    }

    hasRef() {
        return true;
    }

    ref() {
        return this;
    }

    unref() {
        return this;
    }

    close() {
        this.clock.remove(this);
        return this;
    }

    refresh() {
        this.clock.remove(this);
        this.at = this.clock.now + this.delay;
        this.clock.insert(this);
        return this;
    }

    [Symbol.dispose]() {
        this.close();
    }
}

/* The queue, shared by all functions that are mocked. */
class Clock {
    now = 0;
    lastNumber = 0;
    due = [];

    insert(timer) {
        const before = this.due.findIndex(({ at, number }) => at > timer.at ||
            (at === timer.at && number > timer.number));
        if (before < 0)
            this.due.push(timer);
        else
            this.due.splice(before, 0, timer);
    }

    remove(timer) {
        const at = this.due.indexOf(timer);
        if (at >= 0)
            this.due.splice(at, 1);
    }

    add(fn, delay, isRepeating, args) {
        const ms = Number(delay) >= 1 && Number(delay) <= TIMEOUT_MAX ?
            Math.trunc(Number(delay)) : 1;
        const timer = new MockTimeout(this, fn, this.now + ms,
                                      isRepeating ? ms : undefined, args);
        timer.delay = ms;
        this.insert(timer);
        return timer;
    }

    addImmediate(fn, args) {
        const timer = new MockTimeout(this, fn, -1, undefined, args);
        timer.delay = 0;
        this.insert(timer);
        return timer;
    }

    clear(timer) {
        if (timer instanceof MockTimeout)
            this.remove(timer);
        else if (timer != null)
            this.due = this.due.filter(({ number }) =>
                number !== Number(timer));
    }

    /* Fires what is due at `end`. As in Node, callbacks see `end` as the time
     * of now. */
    advance(end) {
        let timer;
        this.now = end;
        while ((timer = this.due[0]) !== undefined && timer.at <= end) {
            this.due.shift();
            if (timer.every !== undefined) {
                timer.at += timer.every;
                this.insert(timer);
            }
            Reflect.apply(timer.fn, undefined, timer.args);
        }
    }
}

function makeDate(clock) {
    function MockDate(...args) {
        if (new.target === undefined)
            return new RealDate(clock.now).toString();
        const given = args.length === 0 ? [clock.now] : args;
        return Reflect.construct(RealDate, given,
                                 new.target === MockDate ? RealDate :
                                     new.target);
    }
    Object.defineProperties(MockDate,
                            Object.getOwnPropertyDescriptors(RealDate));
    const define = (name, value, more) => Object.defineProperty(
        MockDate, name, { __proto__: null, value, ...more });
    define('now', function now() { return clock.now; },
           { writable: true, configurable: true });
    define('isMock', true, { writable: false, configurable: false,
                             enumerable: true });
    define('toString', function toString() {
        return Function.prototype.toString.call(RealDate);
    }, { writable: true, configurable: true });
    return MockDate;
}

/* Code of lib/ sees the real Date, so its property is read. */
function isDateMocked() {
    return Boolean(Object.getOwnPropertyDescriptor(globalThis, 'Date').value
        .isMock);
}

/* The functions of timers/promises. */
function makePromised(clock, add) {
    return (ms, value, options = {}) => new Promise((resolve, reject) => {
        const { signal } = options;
        if (signal !== undefined)
            validateAbortSignal(signal, 'options.signal');
        const fail = () => reject(new AbortError(undefined,
                                                 { cause: signal.reason }));
        if (signal?.aborted) {
            fail();
            return;
        }
        const onAbort = () => {
            clock.remove(timer);
            fail();
        };
        const timer = add(() => {
            signal?.removeEventListener('abort', onAbort);
            resolve(value);
        }, ms);
        signal?.addEventListener('abort', onAbort, { once: true });
    });
}

async function* makeTicks(clock, ms, value, options = {}) {
    const { signal } = options;
    if (signal !== undefined)
        validateAbortSignal(signal, 'options.signal');
    const EventEmitter = require('events');
    const emitter = new EventEmitter();
    const timer = clock.add(() => emitter.emit('tick', clock.now), ms, true, []);
    try {
        for await (const [now] of EventEmitter.on(emitter, 'tick', { signal }))
            yield value === undefined ? now : value;
    } finally {
        clock.remove(timer);
    }
}

function addTimer(clock, isRepeating) {
    return (fn, delay, ...args) => {
        validateFunction(fn, 'callback');
        return clock.add(fn, delay, isRepeating, args);
    };
}

function addImmediate(clock) {
    return (fn, ...args) => {
        validateFunction(fn, 'callback');
        return clock.addImmediate(fn, args);
    };
}

/* [object, name, replacement] of each function that an API stands for. */
function replacementsOf(api, clock) {
    const timers = require('timers');
    const promises = require('timers/promises');
    const clear = (timer) => clock.clear(timer);
    const both = (name, fn) => [[globalThis, name, fn], [timers, name, fn]];
    switch (api) {
    case 'setTimeout':
        return [...both('setTimeout', addTimer(clock, false)),
                ...both('clearTimeout', clear),
                [promises, 'setTimeout', makePromised(
                    clock, (fn, ms) => clock.add(fn, ms, false, []))]];
    case 'setInterval':
        return [...both('setInterval', addTimer(clock, true)),
                ...both('clearInterval', clear),
                [promises, 'setInterval', (ms, value, options) =>
                    makeTicks(clock, ms, value, options)]];
    case 'setImmediate':
        return [...both('setImmediate', addImmediate(clock)),
                ...both('clearImmediate', clear),
                [promises, 'setImmediate', (value, options) => makePromised(
                    clock, (fn) => clock.addImmediate(fn, []))(
                    0, value, options)]];
    case 'scheduler.wait':
        return [[promises.scheduler, 'wait', (ms, options) => makePromised(
            clock, (fn, delay) => clock.add(fn, delay, false, []))(
            ms, undefined, options)]];
    case 'AbortSignal.timeout':
        return [[AbortSignal, 'timeout', (ms) => makeSignal(clock, ms)]];
    default:
        return [[globalThis, 'Date', makeDate(clock)]];
    }
}

function makeSignal(clock, ms) {
    const controller = new AbortController();
    clock.add(() => controller.abort(new DOMException(
        'The operation was aborted due to timeout', 'TimeoutError')),
              ms, false, []);
    return controller.signal;
}

function readNow(now) {
    if (require('internal/util/types').isDate(now))
        return RealDate.prototype.getTime.call(now);
    validateNumber(now, 'initialTime');
    if (!(now >= 0)) {
        throw new ERR_INVALID_ARG_VALUE('now', now,
                                        'epoch must be a positive integer');
    }
    return now;
}

class MockTimers {
    #clock = new Clock();
    #replaced = [];
    #isEnabled = false;
    #hasDate = false;

    #check() {
        if (!this.#isEnabled) {
            throw new ERR_INVALID_STATE(
                'You should enable MockTimers first by calling the .enable ' +
                'function');
        }
    }

    enable(options = {}) {
        if (this.#isEnabled) {
            throw new ERR_INVALID_STATE(
                'MockTimers is already enabled!');
        }
        const chosen = options.apis ?? apis;
        validateStringArray(chosen, 'options.apis');
        for (const api of chosen) {
            if (!apis.includes(api)) {
                throw new ERR_INVALID_ARG_VALUE(
                    'options.apis', api, `option ${api} is not supported`);
            }
        }
        if (chosen.includes('Date') && isDateMocked())
            throw new ERR_INVALID_STATE('Date is already being mocked!');
        this.#clock.now = readNow(options.now ?? 0);
        this.#isEnabled = true;
        this.#hasDate = chosen.includes('Date');
        for (const api of chosen)
            this.#replace(replacementsOf(api, this.#clock));
    }

    #replace(list) {
        for (const [object, name, value] of list) {
            const descriptor = Object.getOwnPropertyDescriptor(object, name);
            this.#replaced.push([object, name, descriptor]);
            Object.defineProperty(object, name, {
                __proto__: null, value, writable: true, configurable: true,
                enumerable: descriptor?.enumerable ?? false,
            });
        }
    }

    tick(time = 1) {
        this.#check();
        if (!(time >= 0)) {
            throw new ERR_INVALID_ARG_VALUE('time', 'positive integer', time);
        }
        this.#clock.advance(this.#clock.now + time);
    }

    setTime(time = 0) {
        validateNumber(time, 'time');
        if (!(time >= 0))
            throw new ERR_INVALID_ARG_VALUE('time', 'positive integer', time);
        this.#check();
        if (!this.#hasDate) {
            throw new ERR_INVALID_STATE(
                'You should enable MockTimers first by calling the .enable ' +
                'function');
        }
        this.#clock.now = time;
    }

    runAll() {
        this.#check();
        const last = this.#clock.due.at(-1);
        if (last !== undefined)
            this.#clock.advance(Math.max(last.at, this.#clock.now));
    }

    reset() {
        if (!this.#isEnabled)
            return;
        for (const [object, name, descriptor] of this.#replaced.reverse()) {
            if (descriptor === undefined)
                delete object[name];
            else
                Object.defineProperty(object, name, descriptor);
        }
        this.#replaced = [];
        this.#clock = new Clock();
        this.#isEnabled = false;
    }

    [Symbol.dispose]() {
        this.reset();
    }
}

module.exports = { MockTimers };
