'use strict';
// serialization: 'advanced' sends what JSON cannot. The file is its own child.

const assert = require('assert');
const { fork, spawn } = require('child_process');

if (process.argv[2] === 'child') {
    process.on('message', (message) => process.send(message));
    return;
}

for (const serialization of ['xml', null, 1]) {
    assert.throws(() => spawn(process.execPath, [], { serialization }),
                  { code: 'ERR_INVALID_ARG_VALUE' });
}

const circle = { name: 'circle' };
circle.self = circle;

const messages = [
    'text', 42, true, null, { zero: -0 }, NaN, { big: 1n << 70n }, [1, , 3], circle,
    new Map([['a', { b: new Set([1]) }]]), new Date(86400000), /x+/gi,
    Buffer.from('bytes'), new Uint8Array([1, 2, 3]),
    new Float64Array([Math.PI]), new Uint8Array([1, 2, 3]).buffer,
    new RangeError('too far'), { undef: undefined, emoji: '\u{1f600}' },
    'x'.repeat(300000), Buffer.alloc(300000, 7),
];

const child = fork(__filename, ['child'], { serialization: 'advanced' });
let next = 0;

function send() {
    if (next < messages.length)
        child.send(messages[next]);
    else
        child.disconnect();
}

child.on('message', (message) => {
    assert.deepStrictEqual(message, messages[next++]);
    send();
});
child.on('exit', (code) => assert.strictEqual(code, 0));
process.on('exit', () => assert.strictEqual(next, messages.length));
send();
