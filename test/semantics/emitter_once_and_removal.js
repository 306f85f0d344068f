// Listeners removed while an event is emitted are still called this time.
// prints: a b a
// also: node18 node10
const EventEmitter = require('events');
const e = new EventEmitter();
const b = () => console.log('b');
e.on('x', () => {
    console.log('a');
    e.removeListener('x', b);
});
e.on('x', b);
e.emit('x');
e.emit('x');
