// A port keeps the program alive only while it has a listener; without one its
// messages wait.
// prints: false true 1 false
// also: node18
const { MessageChannel } = require('worker_threads');
const { port1, port2 } = new MessageChannel();
console.log(port2.hasRef());
port2.once('message', (value) => {
    console.log(value);
    console.log(port2.hasRef());
});
console.log(port2.hasRef());
port1.postMessage(1);
port1.postMessage(2);
