// What does a microtask cost that is queued by the one before?
'use strict';
const { measure, size } = require('./measure.js');
const n = size(1e6);
const stop = measure('microtask_chain');
let i = 0;
function next() {
    if (++i < n)
        queueMicrotask(next);
    else
        stop(n);
}
queueMicrotask(next);
