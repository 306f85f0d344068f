// prints: undefined 1 2 1 undefined 3 3
// also: node18
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const say = () => console.log(storage.getStore());
say();
storage.run(1, () => {
    say();
    storage.run(2, say);
    say();
    storage.exit(say);
});
storage.enterWith(3);
say();
setImmediate(say);
