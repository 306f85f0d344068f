// A listener that is called synchronously opens no scope of its own.
// prints: in out tick micro
// also: node18 node10
const EventEmitter = require('events');
const e = new EventEmitter();
e.on('x', () => {
    process.nextTick(() => console.log('tick'));
    Promise.resolve().then(() => console.log('micro'));
    console.log('in');
});
setImmediate(() => {
    e.emit('x');
    console.log('out');
});
