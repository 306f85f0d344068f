// Uncaught exceptions, and the listeners that were called.
const { AsyncResource } = require('async_hooks');
const { EventEmitter } = require('events');
process.on('uncaughtException', () => {
    console.log('handled');                     // <- console*3
});
setImmediate(() => {                            // <- imm.queue immediate+
    throw new Error('from an immediate');       // <- throw
});
process.nextTick(() => { throw 'a string'; });  // <- tick+ throw
const emitter = new EventEmitter();
emitter.on('many', () => {});
emitter.on('many', () => {});
emitter.emit('many');                           // <- emit
emitter.emit('nobody');
setTimeout(() => {                              // <- timer+
    Promise.reject(new Error('rejected'));      // <- schedule rejection+
    new AsyncResource('Mine');                  // <- schedule
}, 5);
