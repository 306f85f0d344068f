'use strict';
/* Error.prepareStackTrace is there from the start, and can be called, replaced
 * and restored. */
const assert = require('assert');

const usual = Error.prepareStackTrace;
assert.strictEqual(usual.name, 'ErrorPrepareStackTrace');
assert.strictEqual(usual.length, 2);
assert.deepStrictEqual(
    Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace'),
    { value: usual, writable: true, enumerable: false, configurable: true });

const error = new TypeError('wrong');
assert.strictEqual(usual(error, []), 'TypeError: wrong');
assert.strictEqual(usual(error, ['a', { toString: () => 'b' }]),
                   'TypeError: wrong\n    at a\n    at b');
assert.throws(() => usual(error), TypeError);
assert.throws(() => usual(error, [{ toString() { throw new RangeError(); } }]),
              RangeError);

function shown() {
    return new Error('here').stack;
}
const plain = shown();
Error.prepareStackTrace = (e, sites) => `mine: ${usual(e, sites)}`;
assert.strictEqual(shown().split('\n')[1].trim().slice(0, 8), 'at shown');
assert.match(shown(), /^mine: Error: here\n    at shown \(/);
Error.prepareStackTrace = usual;
assert.strictEqual(shown().split('\n')[1], plain.split('\n')[1]);
delete Error.prepareStackTrace;
assert.strictEqual(shown().split('\n')[1], plain.split('\n')[1]);
