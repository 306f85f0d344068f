// Timers of one duration run in order; none early; one made by a timer of the
// same pass waits. 0 is 1.
// orders: 2
'use strict';
const fs = require('fs');
const assert = require('assert');
const order = [];
const made = Date.now();
for (let i = 0; i < 4; i++) {
    for (const ms of [0, 1, 7, 20]) {
        setTimeout(() => {
            order.push(`${ms || 1}.${ms === 0 ? i * 2 : i * 2 + 1}`);
            assert.ok(Date.now() - made >= ms, 'early');
            if (i === 0)
                setTimeout(() => order.push(`again${ms}`), 0);
        }, ms);
    }
    fs.stat('/', () => {});
}
process.on('exit', () => {
    console.log(order.join(' '));
    for (const ms of [1, 7, 20]) {
        const numbers = order.filter((name) => name.startsWith(`${ms}.`))
            .map((name) => Number(name.split('.')[1]));
        assert.deepStrictEqual(numbers, numbers.toSorted((a, b) => a - b));
    }
    assert.ok(order.indexOf('again1') > order.indexOf('1.1'));
});
