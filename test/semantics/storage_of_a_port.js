// A message is delivered in the async context in which the port was made, not in
// that of the listener or the sender.
// prints: made made
// also: node18
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const out = (word) => process.stdout.write(`${word} `);
const { port1, port2 } =
    storage.run('made', () => new MessageChannel());
storage.run('listening', () => {
    port1.on('message', () => {
        out(storage.getStore());
        port1.close();
    });
    port1.on('close', () => out(storage.getStore()));
});
storage.run('sending', () => port2.postMessage(1));
