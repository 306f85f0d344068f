// prints: before 1 2 after
// also: node18 node10
const EventEmitter = require('events');
const emitter = new EventEmitter();
emitter.on('x', () => console.log(1));
emitter.on('x', () => console.log(2));
console.log('before');
emitter.emit('x');
console.log('after');
