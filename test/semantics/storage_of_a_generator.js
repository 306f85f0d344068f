// Code of a generator has the store of the code that resumes it.
// prints: 1 2
// also: node18
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
function* generate() {
    for (;;)
        yield storage.getStore();
}
const g = generate();
console.log(storage.run(1, () => g.next().value),
            storage.run(2, () => g.next().value));
