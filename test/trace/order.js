/*
 * order.js TRACE STDOUT: what the trace says was printed, in its order, is what
 * was printed, and what each worker printed is in its own order; and every
 * callback has a cause that ran before it.
 */
'use strict';

const fs = require('fs');
const assert = require('assert');

const [, , tracePath, outputPath] = process.argv;
const events = fs.readFileSync(tracePath, 'utf8').trimEnd().split('\n')
    .map((line) => JSON.parse(line)).filter((line) => 'i' in line);

function printedBy(test) {
    return events.filter((event) => event.e === 'console' && event.fd === 1 &&
        test(event)).map(({ text }) => text).join('');
}
assert.strictEqual(printedBy(({ t }) => t === undefined),
                   fs.readFileSync(outputPath, 'utf8'));
/* A worker may be ended before its parent prints the rest. */
for (const id of new Set(events.map(({ t }) => t).filter(Boolean))) {
    const passed = printedBy(({ relay }) => relay === id);
    assert.ok(printedBy(({ t }) => t === id).startsWith(passed), passed);
}

const known = new Set();
for (const { e, t = 0, id, kind, c, tr, from } of events) {
    known.add(`${t}:0`);
    if (kind !== undefined && id !== undefined)
        known.add(`${t}:${id}`);
    if (!/^(cb|tick|micro)\+$/.test(e))
        continue;
    assert.ok(known.has(`${t}:${c}`),
              `${e} ${id} was caused by ${c}, which never was`);
    assert.ok(known.has(`${t}:${tr}`), `${e} ${id} was made ready by ${tr}`);
    if (from !== undefined)
        assert.ok(known.has(`${from.t}:${from.id}`),
                  `${e} ${id} came from ${from.t}:${from.id}`);
}
assert.strictEqual(events.at(-1).e, 'exit');
