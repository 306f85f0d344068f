// captureRejections brings a listener's rejection to 'error', by a tick.
// prints: sync m1 error:x
// also: node18
const EventEmitter = require('events');
const e = new EventEmitter({ captureRejections: true });
e.on('x', async () => { throw new Error('x'); });
e.on('error', (error) => console.log('error:' + error.message));
e.emit('x');
Promise.resolve().then(() => console.log('m1'));
console.log('sync');
