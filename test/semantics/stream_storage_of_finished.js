// The callback of finished() has the store of its caller; listeners have that of
// the code that caused the event.
// prints: data-pusher finished-caller
const { AsyncLocalStorage } = require('async_hooks');
const { Readable, finished } = require('stream');
const storage = new AsyncLocalStorage();
const source = new Readable({ read() {} });
storage.run('caller', () => {
    finished(source, () => console.log(`finished-${storage.getStore()}`));
    source.on('data', () => console.log(`data-${storage.getStore()}`));
});
setImmediate(() => storage.run('pusher', () => {
    source.push('x');
    source.push(null);
}));
