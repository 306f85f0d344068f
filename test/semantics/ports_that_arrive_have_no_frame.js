// A port that arrives in a message is made before the listener's frame is
// entered, and keeps that for its own messages.
// prints: listener:3 arrived:undefined
// also: node18
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
als.run(3, () => {
    const { port1, port2 } = new MessageChannel();
    const more = new MessageChannel();
    port2.once('message', (port) => {
        console.log('listener:' + als.getStore());
        port2.close();
        port.once('message', () => {
            console.log('arrived:' + als.getStore());
            port.close();
        });
    });
    port1.postMessage(more.port1, [more.port1]);
    more.port2.postMessage(1);
});
