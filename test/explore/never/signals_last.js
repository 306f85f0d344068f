// A signal is the last of what a poll has found.
// orders: 2
'use strict';
const fs = require('fs');
const assert = require('assert');
let poll = '';
const polls = [];
function event(letter) {
    if (poll === '') {
        setImmediate(() => {
            polls.push(poll);
            poll = '';
        });
    }
    poll += letter;
}
process.once('SIGUSR1', () => event('!'));
const alive = setInterval(() => {}, 10000);
fs.stat('/', () => {
    event('a');
    process.kill(process.pid, 'SIGUSR1');
    fs.stat('/', () => event('b'));
    fs.stat('/', () => event('c'));
    setImmediate(() => setImmediate(() => clearInterval(alive)));
});
process.on('exit', () => {
    console.log(polls.join(' '));
    assert.ok(polls.every((one) => !/!./.test(one)), `${polls}`);
    assert.ok(polls.join('').includes('!'));
});
