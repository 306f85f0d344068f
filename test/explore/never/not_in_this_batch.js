// What is submitted during a poll is not reported in it, and nothing is
// reported inside the call that asked for it.
// orders: 5
'use strict';
const fs = require('fs');
const assert = require('assert');
let poll = 0;
const order = [];
setImmediate(function count() {
    poll++;
    if (order.length < 10)
        setImmediate(count);
});
let inside = false;
function stat(then) {
    const asked = poll;
    inside = true;
    fs.stat('/', () => {
        assert.ok(!inside, 'inside the call');
        order.push(poll - asked);
        then?.(asked);
    });
    inside = false;
}
for (let i = 0; i < 5; i++) {
    stat(() => {
        const before = poll;
        stat(() => assert.ok(poll > before, 'in the same poll'));
    });
}
process.on('exit', () => console.log(order.join(' ')));
