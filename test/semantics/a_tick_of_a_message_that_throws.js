// What a tick after a message left waits for another callback: not the same one.
// prints: message caught destroyed micro immediate
// also: node18
const { createHook } = require('async_hooks');
const words = [];
let tick;
createHook({
    init(id, type) {
        if (type === 'TickObject')
            tick = id;
    },
    destroy(id) {
        if (id === tick)
            words.push('destroyed');
    },
}).enable();
process.on('uncaughtException', () => words.push('caught'));
const { port1, port2 } = new MessageChannel();
port2.on('message', () => {
    words.push('message');
    setImmediate(() => words.push('immediate'));
    Promise.resolve().then(() => words.push('micro'));
    port2.close();
    process.nextTick(() => { throw new Error('of the tick'); });
});
port1.postMessage(1);
process.on('exit', () => console.log(words.join(' ')));
