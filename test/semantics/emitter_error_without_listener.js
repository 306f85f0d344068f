// An 'error' event without a listener is thrown.
// exit: 1
// says: Error: unheard
// prints:
// also: node18 node10
const EventEmitter = require('events');
setImmediate(() => new EventEmitter().emit('error', new Error('unheard')));
