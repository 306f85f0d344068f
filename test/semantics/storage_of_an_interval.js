// An interval keeps its store each time.
// prints: 1 1 1
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
let n = 0;
storage.run(1, () => {
    const interval = setInterval(() => {
        console.log(storage.getStore());
        storage.enterWith(9);
        if (++n === 3)
            clearInterval(interval);
    }, 1);
});
