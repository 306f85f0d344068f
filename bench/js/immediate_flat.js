// What does an immediate cost, from call to end, among a million in one turn?
'use strict';
const { measure, size } = require('./measure.js');
const n = size(1e6);
const stop = measure('immediate_flat');
let i = 0;
function count() {
    if (++i === n)
        stop(n);
}
for (let k = 0; k < n; k++)
    setImmediate(count);
