// What does a tick cost among a million that are queued at once?
'use strict';
const { measure, size } = require('./measure.js');
const n = size(1e6);
const stop = measure('tick_flat');
let i = 0;
function count() {
    if (++i === n)
        stop(n);
}
for (let k = 0; k < n; k++)
    process.nextTick(count);
