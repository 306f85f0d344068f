'use strict';
/* A stream has the iterator helpers, even if nobody loaded node:stream. */

const assert = require('assert');
const fs = require('fs');

const stream = fs.createReadStream(__filename, { encoding: 'latin1' });
const names = ['map', 'filter', 'forEach', 'toArray', 'some', 'find', 'every',
               'flatMap', 'drop', 'take', 'reduce'];
for (const name of names)
    assert.strictEqual(typeof stream[name], 'function', name);

stream.map((chunk) => chunk.length).toArray().then((lengths) => {
    const sum = lengths.reduce((a, b) => a + b, 0);
    assert.strictEqual(sum, fs.statSync(__filename).size);
});
