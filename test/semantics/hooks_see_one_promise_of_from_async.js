// Array.fromAsync makes one promise, and what it calls has no scope.
// prints: made:1 next:within next:0 next:0 done:a,b
const { createHook, executionAsyncId } = require('async_hooks');
let made = 0;
createHook({
    init(id, type) {
        if (type === 'PROMISE')
            made++;
    },
}).enable();
const words = [];
const own = executionAsyncId();
const results = ['a', 'b'].map((value) => Promise.resolve({ value }));
results.push(Promise.resolve({ done: true }));
made = 0;
const all = Array.fromAsync({
    [Symbol.asyncIterator]: () => ({
        next() {
            const id = executionAsyncId();
            words.push('next:' + (id === own ? 'within' : id));
            return results.shift();
        },
    }),
});
words.unshift('made:' + made);
all.then((values) => console.log(words.join(' ') + ' done:' + values));
