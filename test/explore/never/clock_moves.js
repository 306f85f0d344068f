// Two reads of the clock with work between them differ, and a timer never
// comes before its time, in whole milliseconds.
// orders: 2
'use strict';
const assert = require('assert');
const times = [];
function read() {
    const t = process.hrtime.bigint();
    assert.ok(times.length === 0 || t > times.at(-1), 'the clock stands still');
    times.push(t);
    const p = performance.now();
    JSON.stringify({ a: [1, 2, 3] });
    assert.ok(performance.now() > p, 'performance.now() stands still');
}
const start = [process.hrtime.bigint(), performance.now(), Date.now()];
read();
read();
const late = [];
for (const ms of [1, 5, 30]) {
    setTimeout(() => {
        read();
        const passed = [Number(process.hrtime.bigint() - start[0]) / 1e6,
                        performance.now() - start[1], Date.now() - start[2]];
        for (const p of passed)
            assert.ok(p > ms - 1, `${ms} ms took ${p}`);
        late.push(passed[2]);
    }, ms);
}
setImmediate(read);
process.nextTick(read);
process.on('exit', () => console.log(late.join(' ')));
