'use strict';
/*
 * Ticks run in the order in which they were queued, however many they are, and
 * also while those that run queue more than one each: the ring grows then with
 * its beginning in the middle.
 */
const assert = require('assert');

const COUNT = 20000;
let made = 0;
let ran = 0;

function queue(n) {
    for (let k = 0; k < n && made < COUNT; k++)
        process.nextTick(run, made++, `${k}`);
}

function queuePlain(n) {
    for (let k = 0; k < n && made < COUNT; k++) {
        const mine = made++;
        process.nextTick(() => run(mine, `${k}`));
    }
}

/* Three of eight queue three more each, and the others one or none. */
function run(mine, text) {
    assert.strictEqual(mine, ran++);
    assert.strictEqual(typeof text, 'string');
    (mine % 2 ? queue : queuePlain)([3, 0, 1, 3, 1, 1, 3, 1][mine % 8]);
}

queuePlain(50);
process.on('exit', () => {
    assert.strictEqual(ran, COUNT);
    assert.strictEqual(made, COUNT);
});
