'use strict';
/*
 * internal/worker/atomics - Atomics.waitAsync(). A promise is resolved when another
 * thread, or this one, calls Atomics.notify(), or when the time is up. As in
 * Node, waiting keeps no program alive.
 */

const { clearTimeout, setTimeout } = internalBinding('order');
const binding = internalBinding('atomics');
const { isBigInt64Array, isInt32Array, isSharedArrayBuffer } =
    require('internal/util/types');

const EAGAIN = -11;
const waiting = new Map(); // number -> { resolve, timer }

function finish(number, result) {
    const { resolve, timer } = waiting.get(number);
    waiting.delete(number);
    clearTimeout(timer);
    resolve(result);
}

binding.setOnCalled((number) => finish(number, 'ok'));

/* For a wrong array Atomics.wait() throws the same error. */
function check(array, realm) {
    const isRight = isInt32Array(array) || isBigInt64Array(array);
    if (!isRight || !isSharedArrayBuffer(array.buffer))
        realm.Atomics.wait(array, 0, 0, 0);
}

function toIndex(value, array, realm) {
    const index = Math.trunc(Number(value)) || 0;
    if (index < 0 || index >= array.length)
        throw new realm.RangeError('Invalid atomic access index');
    return index;
}

function toTimeout(value) {
    const ms = Number(value);
    return Number.isNaN(ms) ? Infinity : Math.max(ms, 0);
}

/* The longest delay of a timer; a longer timeout never ends. */
const longest = 2 ** 31 - 1;

function startTimer(number, ms) {
    if (ms > longest)
        return undefined;
    return setTimeout(() => {
        if (binding.stop(number))
            finish(number, 'timed-out');
    }, ms).unref();
}

/* Resolve later, with 'ok' or 'timed-out', or return the result. `realm` has the
 * classes of the errors. */
function begin(array, index, value, timeout, resolve, realm) {
    check(array, realm);
    const at = toIndex(index, array, realm);
    const isBig = isBigInt64Array(array);
    const wanted = isBig ? BigInt.asIntN(64, value) : value | 0;
    const ms = toTimeout(timeout);
    if (ms === 0) {
        const isSame = Atomics.load(array, at) === wanted;
        return isSame ? 'timed-out' : 'not-equal';
    }
    const number = binding.wait(array, at, wanted, isBig ? 8 : 4);
    if (number === EAGAIN)
        return 'not-equal';
    if (number < 0)
        throw new realm.RangeError('Invalid atomic access index');
    waiting.set(number, { resolve, timer: startTimer(number, ms) });
    return undefined;
}

module.exports = { begin };
