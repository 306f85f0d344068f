'use strict';
/*
 * events: one behaviour each, in the order of the documentation. A failed
 * assertion ends the program with a code other than zero; so does a check that
 * was promised (later) and never ran.
 */

const assert = require('assert');
const EventEmitter = require('events');
const { on, once, getEventListeners, getMaxListeners, setMaxListeners,
        addAbortListener, errorMonitor, captureRejectionSymbol } =
    EventEmitter;
const { later } = require('./support/later.js');

function record(emitter, name, list, mark) {
    const listener = () => { list.push(mark); };
    emitter.on(name, listener);
    return listener;
}

/* Listeners run in the order they were added, with the emitter as this. */
{
    const emitter = new EventEmitter();
    const seen = [];
    record(emitter, 'x', seen, 1);
    record(emitter, 'x', seen, 2);
    emitter.prependListener('x', function(...args) {
        assert.strictEqual(this, emitter);
        seen.push(args.length);
    });
    assert.strictEqual(emitter.emit('x', 'a', 'b', 'c'), true);
    assert.deepStrictEqual(seen, [3, 1, 2]);
    assert.strictEqual(emitter.emit('y'), false);
}

/* A listener added while an event runs waits for the next one; a removed one
 * still runs this time. */
{
    const emitter = new EventEmitter();
    const seen = [];
    const second = () => { seen.push('second'); };
    emitter.on('x', () => {
        emitter.off('x', second);
        emitter.on('x', () => { seen.push('added'); }); // not reached
    });
    emitter.on('x', second);
    emitter.emit('x');
    assert.deepStrictEqual(seen, ['second']);
}

/* Nor does it matter how many arguments there are, or what one returns. The next
 * in a listener's stack is emit(). */
{
    const emitter = new EventEmitter();
    const seen = [];
    emitter.on('x', (...args) => seen.push(args.length));
    emitter.on('x', function(a, b) {
        a = b;
        arguments[1] = 'other';
        return Promise.resolve(a);
    });
    emitter.on('x', (...args) => { seen.push(args.join('')); });
    emitter.on('x', function last() {
        seen.push(new Error().stack.split('\n')[2].includes('emit'));
    });
    for (let n = 0; n < 12; n++) {
        seen.length = 0;
        emitter.emit('x', ...Array(n).keys());
        assert.deepStrictEqual(seen, [n, [...Array(n).keys()].join(''), true]);
    }
}

/* emit() finds its arguments, in whatever way it was called. */
{
    class Loud extends EventEmitter {
        emit(type, ...args) { return super.emit(type, ...args, '!'); }
        pass() { return super.emit(...arguments); }
    }
    const emitter = new Loud();
    const { emit } = EventEmitter.prototype;
    const ways = [
        [(...args) => emitter.emit(...args), '!'],
        [(...args) => emitter.pass(...args), ''],
        [(...args) => emit.apply(emitter, args), ''],
        [(...args) => emit.call(emitter, ...args), ''],
        [(...args) => Reflect.apply(emit, emitter, args), ''],
        [(...args) => emit.bind(emitter, ...args)(), ''],
        [(type, ...args) => emit.bind(emitter, type)(...args), ''],
        [(...args) => new Proxy(emit, {}).apply(emitter, args), ''],
    ];
    const seen = [];
    emitter.on('x', function(a) { a = 'own'; seen.push([...arguments].join('')); });
    for (const count of [1, 2]) {
        for (const [call, end] of ways) {
            for (let n = 0; n < 12; n++) {
                const args = [...Array(n).keys()];
                assert.strictEqual(call('x', ...args), true);
                const expected = Array(count).fill(args.join('') + end);
                assert.deepStrictEqual(seen.splice(0), expected);
            }
        }
        emitter.on('x', (...args) => { seen.push(args.join('')); });
    }
    [7].forEach(emit.bind(emitter, 'x'));
    assert.deepStrictEqual(seen.splice(0), ['707', '707', '707']);
    emitter.on(undefined, (...args) => { seen.push(args.length); });
    emit.call(emitter);
    assert.deepStrictEqual(seen, [0]);
    assert.strictEqual(emit.length, 1);
}

/* One that throws ends it, and the list can be changed in its place again. */
{
    const emitter = new EventEmitter();
    const seen = [];
    record(emitter, 'x', seen, 1);
    const listener = () => { throw new Error('no'); };
    emitter.on('x', listener);
    record(emitter, 'x', seen, 3);
    assert.throws(() => emitter.emit('x'), { message: 'no' });
    assert.deepStrictEqual(seen, [1]);
    const list = emitter._events.x;
    emitter.off('x', listener);
    assert.strictEqual(emitter._events.x, list);
    emitter.emit('x');
    assert.deepStrictEqual(seen, [1, 1, 3]);
}

/* What is in a list that a program has changed by itself. */
{
    const emitter = new EventEmitter();
    const seen = [];
    for (const mark of [1, 2, 3])
        record(emitter, 'x', seen, mark);
    emitter.prependListener('x', () => { emitter._events.x.length = 2; });
    emitter.emit('x');
    assert.deepStrictEqual(seen, [1]);
    emitter._events.x = [() => { seen.push('own'); }, () => { seen.push('list'); }];
    emitter.emit('x');
    assert.deepStrictEqual(seen, [1, 'own', 'list']);
    emitter._events.x[1] = 'odd';
    assert.throws(() => emitter.emit('x'), TypeError);
    assert.deepStrictEqual(seen, [1, 'own', 'list', 'own']);
}

/* once() removes itself before it calls. */
{
    const emitter = new EventEmitter();
    let count = 0;
    const listener = () => {
        count++;
        assert.strictEqual(emitter.listenerCount('x'), 0);
        emitter.emit('x');
    };
    emitter.once('x', listener);
    assert.deepStrictEqual(emitter.listeners('x'), [listener]);
    assert.strictEqual(emitter.rawListeners('x')[0].listener, listener);
    emitter.emit('x');
    assert.strictEqual(count, 1);
}

/* newListener comes before the adding, removeListener after the removing. */
{
    const emitter = new EventEmitter();
    const seen = [];
    emitter.on('newListener', (name) => {
        seen.push(`+${String(name)} ${emitter.listenerCount(name)}`);
    });
    emitter.on('removeListener', (name) => {
        seen.push(`-${String(name)} ${emitter.listenerCount(name)}`);
    });
    const listener = () => {};
    emitter.on('x', listener);
    emitter.removeListener('x', listener);
    assert.deepStrictEqual(seen, ['+removeListener 0', '+x 0', '-x 0']);
    emitter.removeAllListeners();
    assert.deepStrictEqual(emitter.eventNames(), []);
}

/* 'error' without a listener is thrown, wrapped if it is no Error. */
{
    const emitter = new EventEmitter();
    const error = new Error('boo');
    assert.throws(() => emitter.emit('error', error), error);
    assert.throws(() => emitter.emit('error', { a: 1 }), {
        code: 'ERR_UNHANDLED_ERROR',
        message: 'Unhandled error. ({ a: 1 })',
        context: { a: 1 },
    });
    const seen = [];
    emitter.on(errorMonitor, (e) => { seen.push(e); });
    assert.throws(() => emitter.emit('error', error), error);
    assert.deepStrictEqual(seen, [error]);
}

/* More listeners than the limit: one warning, through process. */
{
    const emitter = new EventEmitter();
    emitter.setMaxListeners(1);
    process.once('warning', later((warning) => {
        assert.strictEqual(warning.name, 'MaxListenersExceededWarning');
        assert.strictEqual(warning.emitter, emitter);
        assert.strictEqual(warning.type, 'x');
        assert.strictEqual(warning.count, 2);
    }));
    emitter.on('x', () => {});
    emitter.on('x', () => {});
    emitter.on('x', () => {});
    assert.strictEqual(getMaxListeners(emitter), 1);
    setMaxListeners(3, emitter);
    assert.strictEqual(emitter.getMaxListeners(), 3);
    assert.throws(() => emitter.setMaxListeners(-1),
                  { code: 'ERR_OUT_OF_RANGE' });
}

/* Arguments are checked. */
{
    const emitter = new EventEmitter();
    assert.throws(() => emitter.on('x', 5), {
        code: 'ERR_INVALID_ARG_TYPE',
        message: 'The "listener" argument must be of type function. ' +
                 'Received type number (5)',
    });
    assert.throws(() => getEventListeners(5, 'x'),
                  { code: 'ERR_INVALID_ARG_TYPE' });
}

/* captureRejections turns a rejected listener into 'error', or into a call of
 * the emitter's own method. */
{
    const emitter = new EventEmitter({ captureRejections: true });
    emitter.on('x', async () => { throw new Error('async'); });
    emitter.on('error', later((error) => {
        assert.strictEqual(error.message, 'async');
    }));
    emitter.emit('x');

    const own = new EventEmitter({ captureRejections: true });
    own.on('x', async () => { throw new Error('mine'); });
    own[captureRejectionSymbol] = later((error, name, argument) => {
        assert.strictEqual(error.message, 'mine');
        assert.strictEqual(name, 'x');
        assert.strictEqual(argument, 7);
    });
    own.emit('x', 7);
}

/* events.once(): the arguments, the error, the abort. */
{
    const emitter = new EventEmitter();
    once(emitter, 'x').then(later((args) => {
        assert.deepStrictEqual(args, [1, 2]);
        assert.strictEqual(emitter.listenerCount('error'), 0);
    }));
    emitter.emit('x', 1, 2);

    const deaf = { on() {}, once: (name, listener) => emitter.once(name, listener) };
    once(deaf, 'z').then(later((args) => assert.deepStrictEqual(args, [3])));
    emitter.emit('z', 3);
    emitter.removeAllListeners('error');

    once(emitter, 'y').catch(later((error) => {
        assert.strictEqual(error.message, 'failed');
        assert.strictEqual(emitter.listenerCount('y'), 0);
    }));
    emitter.emit('error', new Error('failed'));

    const controller = new AbortController();
    once(emitter, 'z', { signal: controller.signal }).catch(later((error) => {
        assert.strictEqual(error.name, 'AbortError');
        assert.strictEqual(error.code, 'ABORT_ERR');
        assert.strictEqual(emitter.listenerCount('z'), 0);
    }));
    controller.abort();
}

/* events.on(): earlier events are queued, 'close' ends it. */
{
    const emitter = new EventEmitter();
    const iterator = on(emitter, 'x', { close: ['end'] });
    emitter.emit('x', 1);
    emitter.emit('x', 2, 3);
    emitter.emit('end');
    (async () => {
        const seen = [];
        for await (const args of iterator)
            seen.push(args);
        return seen;
    })().then(later((seen) => {
        assert.deepStrictEqual(seen, [[1], [2, 3]]);
        assert.strictEqual(emitter.listenerCount('x'), 0);
    }));
}

/* Event targets: order, once, capture, stopping, handleEvent, errors. */
{
    const target = new EventTarget();
    const seen = [];
    target.addEventListener('x', {
        handleEvent(event) { seen.push(event.eventPhase); },
    });
    target.addEventListener('x', () => { seen.push('once'); },
                            { once: true });
    target.addEventListener('x', (event) => {
        seen.push(event.type, event.target === target);
        event.preventDefault();
    });
    assert.strictEqual(
        target.dispatchEvent(new Event('x', { cancelable: true })), false);
    assert.deepStrictEqual(seen, [2, 'once', 'x', true]);
    assert.strictEqual(getEventListeners(target, 'x').length, 2);

    const stopped = new EventTarget();
    stopped.addEventListener('x', (event) => {
        event.stopImmediatePropagation();
    });
    stopped.addEventListener('x', () => assert.fail('not reached'));
    stopped.dispatchEvent(new CustomEvent('x', { detail: 5 }));
    assert.throws(() => stopped.dispatchEvent({}),
                  { code: 'ERR_INVALID_ARG_TYPE' });
}

/* A listener for once stands there as a function named wrapper, which has
 * it; called by hand it does its work, once. */
{
    const emitter = new EventEmitter();
    const calls = [];
    function listener(...args) {
        calls.push([this === emitter, ...args]);
        return 'result';
    }
    emitter.once('x', listener);
    const [wrapper] = emitter.rawListeners('x');
    assert.strictEqual(wrapper.name, 'wrapper');
    assert.strictEqual(wrapper.length, 0);
    assert.strictEqual(wrapper.listener, listener);
    assert.strictEqual(wrapper(1, 2), 'result');
    assert.strictEqual(wrapper(3), undefined);
    assert.deepStrictEqual(calls, [[true, 1, 2]]);
    assert.strictEqual(emitter.listenerCount('x'), 0);
}

/* Invalid targets and types are errors. */
{
    const target = new EventTarget();
    const symbolType = {
        code: 'ERR_INVALID_ARG_TYPE',
        message: 'Value is a Symbol and cannot be converted to a string.',
    };
    assert.throws(() => target.addEventListener(Symbol('x'), () => {}),
                  symbolType);
    assert.throws(() => target.removeEventListener(Symbol('x'), () => {}),
                  symbolType);
    assert.throws(() => AbortSignal.prototype.onabort,
                  { code: 'ERR_INVALID_THIS' });
    const { get } = Object.getOwnPropertyDescriptor(CustomEvent.prototype,
                                                    'detail');
    assert.throws(() => get.call(undefined), { code: 'ERR_INVALID_THIS' });
}

/* Abort signals: reasons, any(), listeners that resist stopping. */
{
    const controller = new AbortController();
    const { signal } = controller;
    const any = AbortSignal.any([signal, new AbortController().signal]);
    const seen = [];
    signal.addEventListener('abort', (event) => {
        seen.push('signal', any.aborted);
        event.stopImmediatePropagation();
    });
    any.onabort = () => { seen.push('any'); };
    addAbortListener(signal, () => { seen.push('resists'); });
    controller.abort('why');
    controller.abort('again');
    assert.deepStrictEqual(seen, ['signal', true, 'resists', 'any']);
    assert.strictEqual(signal.reason, 'why');
    assert.strictEqual(any.reason, 'why');
    assert.throws(() => signal.throwIfAborted(), (e) => e === 'why');
    assert.strictEqual(AbortSignal.abort().reason.name, 'AbortError');
}

/* A list that is being walked is not changed: on() and off() change a copy. */
{
    const emitter = new EventEmitter();
    const [counter] = (emitter.on('x', later), emitter.on('x', change),
        emitter.on('x', last), Object.getOwnPropertySymbols(emitter._events.x));
    const seen = [];
    function later() { seen.push('later'); }
    function last() { seen.push('last'); } // not reached
    function change() {
        const list = emitter._events.x;
        assert.strictEqual(list[counter], 1);
        emitter.off('x', last);
        emitter.prependListener('x', last);
        assert.notStrictEqual(emitter._events.x, list);
        assert.deepStrictEqual([...list], [later, change, last]);
        throw new Error('in the middle');
    }
    assert.throws(() => emitter.emit('x'), { message: 'in the middle' });
    assert.deepStrictEqual(seen, ['later']);
    assert.deepStrictEqual([...emitter._events.x], [last, later, change]);
    assert.strictEqual(emitter._events.x[counter], 0);
    const same = emitter._events.x;
    emitter.off('x', change);
    assert.strictEqual(emitter._events.x, same);
}
