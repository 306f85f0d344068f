// What does a tick cost that is queued by the one before?
'use strict';
const { measure, size } = require('./measure.js');
const n = size(1e6);
const stop = measure('tick_chain');
let i = 0;
function next() {
    if (++i < n)
        process.nextTick(next);
    else
        stop(n);
}
process.nextTick(next);
