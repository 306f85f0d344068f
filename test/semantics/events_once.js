// events.once() settles by a microtask after the event.
// prints: emitted tick 5
// also: node18 node10
const { once, EventEmitter } = require('events');
const e = new EventEmitter();
once(e, 'x').then(([value]) => console.log(value));
setImmediate(() => {
    process.nextTick(() => console.log('tick'));
    e.emit('x', 5);
    console.log('emitted');
});
