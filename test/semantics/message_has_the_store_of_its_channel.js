// Listeners run where the channel was made, whoever posts.
// prints: message 1 tick 1
const { AsyncLocalStorage } = require('async_hooks');
const { MessageChannel } = require('worker_threads');
const storage = new AsyncLocalStorage();
const { port1, port2 } = storage.run(1, () => new MessageChannel());
storage.run(2, () => {
    port2.once('message', () => {
        console.log('message', storage.getStore());
        process.nextTick(() => console.log('tick', storage.getStore()));
        port2.close();
    });
    port1.postMessage(0);
});
