// await in a module: a promise for what follows it, and one for who waits.
// prints: before:0 after:2
import { createHook } from 'async_hooks';
let made = 0;
createHook({
    init(id, type) {
        if (type === 'PROMISE')
            made++;
    },
}).enable();
const { promise, resolve } = Promise.withResolvers();
setImmediate(() => {
    console.log('after:' + made);
    resolve();
});
made = 0;
console.log('before:' + made);
await promise;
