// A port is a resource of its own: each message runs as it.
// prints: init init before message true after before close after
// also: node18
const { createHook, executionAsyncId, executionAsyncResource } =
    require('async_hooks');
const words = [];
const ports = new Set();
createHook({
    init(id, type) {
        if (type === 'MESSAGEPORT') {
            ports.add(id);
            words.push('init');
        }
    },
    before(id) {
        if (ports.has(id))
            words.push('before');
    },
    after(id) {
        if (ports.has(id))
            words.push('after');
    },
}).enable();
const { port1, port2 } = new MessageChannel();
port1.on('message', (message) => {
    words.push(message, ports.has(executionAsyncId()) &&
                        executionAsyncResource() === port1);
    port1.close();
});
port1.on('close', () => words.push('close'));
port2.postMessage('message');
process.on('exit', () => process.stdout.write(words.join(' ')));
