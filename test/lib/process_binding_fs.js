'use strict';
// process.binding('fs') is for programs: what is meant for the modules alone
// refuses values that it cannot use.
const assert = require('assert');
const fs = require('fs');

const binding = process.binding('fs');
const samples = [[-1, {}], [0, {}], [0, 1], [4, {}], [5, {}], [7, { a: 1 }],
                 [9, {}], [1e6, {}, {}], [NaN, {}]];
for (const values of samples)
    assert.throws(() => binding.setSamples(...values), TypeError);

// Before the files of lib/ that define these requests are there.
binding.readFileLater?.(__filename, 0, () => {});
if (binding.readFileLater)
    binding.read(0, Buffer.alloc(1), 0, 1, 0, () => {});

// And all goes on.
assert.ok(fs.statSync('.') instanceof fs.Stats);
fs.stat('.', { bigint: true }, (error, stats) => {
    assert.ifError(error);
    assert.strictEqual(typeof stats.size, 'bigint');
});
fs.readFile(__filename, 'utf8', (error, text) => {
    assert.ifError(error);
    assert.ok(text.startsWith("'use strict'"));
});
