/*
 * order.js TRACE STDOUT: what the trace says was printed, in its order, is what
 * was printed; and every callback has a cause that ran before it.
 */
'use strict';

const fs = require('fs');
const assert = require('assert');

const [, , tracePath, outputPath] = process.argv;
const events = fs.readFileSync(tracePath, 'utf8').trimEnd().split('\n')
    .map((line) => JSON.parse(line)).filter((line) => 'i' in line);

const printed = events.filter(({ e, fd }) => e === 'console' && fd === 1)
    .map(({ text }) => text).join('');
assert.strictEqual(printed, fs.readFileSync(outputPath, 'utf8'));

const known = new Set([0]);
for (const { e, id, kind, c, tr } of events) {
    if (kind !== undefined && id !== undefined)
        known.add(id);
    if (!/^(cb|tick|micro)\+$/.test(e))
        continue;
    assert.ok(known.has(c), `${e} ${id} was caused by ${c}, which never was`);
    assert.ok(known.has(tr), `${e} ${id} was made ready by ${tr}`);
}
assert.strictEqual(events.at(-1).e, 'exit');
