// What does an emit() cost, with one listener and with three?
'use strict';
const EventEmitter = require('events');
const { measure, size } = require('./measure.js');
const n = size(1e6);
const emitter = new EventEmitter();
let sum = 0;

function run(name, each) {
    const stop = measure(name);
    for (let i = 0; i < n; i++)
        emitter.emit('x', 1, 2);
    stop(n);
    if (sum !== each * n)
        throw new Error(`${name}: ${sum} is not ${each * n}`);
    sum = 0;
}

emitter.on('x', (a) => { sum += a; });
run('emit_one', 1);
emitter.on('x', (a, b) => { sum += b; });
emitter.on('x', () => { sum++; });
run('emit_three', 4);
