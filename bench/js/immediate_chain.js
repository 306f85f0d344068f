// What does a turn of the loop cost that runs one immediate?
'use strict';
const { measure, size } = require('./measure.js');
const n = size(1e6);
const stop = measure('immediate_chain');
let i = 0;
function next() {
    if (++i < n)
        setImmediate(next);
    else
        stop(n);
}
setImmediate(next);
