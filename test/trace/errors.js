// What nobody caught, and who heard of it.
const { EventEmitter } = require('events');
process.on('uncaughtException', () => {         // <- emit
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
setTimeout(() => Promise.reject(new Error('rejected')), 5); // <- timer+
