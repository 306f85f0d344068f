// A handler added by a tick or a microtask is in time.
// prints: caught caught caught end
// also: node18 node10
process.on('unhandledRejection', () => console.log('never'));
const [a, b, c] = [1, 2, 3].map((n) => Promise.reject(n));
const caught = () => console.log('caught');
process.nextTick(() => a.catch(caught));
Promise.resolve().then(() => b.catch(caught));
Promise.resolve().then(() => process.nextTick(() => c.catch(caught)));
setImmediate(() => console.log('end'));
