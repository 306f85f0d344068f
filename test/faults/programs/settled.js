// Promises that are settled from a callback of fs, with so many reactions that
// memory for their jobs is asked for in the middle of it.
const fs = require('fs');
const waiting = Promise.withResolvers();
const thenables = [];
let count = 0;

for (let i = 0; i < 300; i++)
    waiting.promise.then(() => count++);
for (let i = 0; i < 100; i++)
    thenables.push(Promise.withResolvers());

fs.stat('/', (err) => {
    if (err)
        throw err;
    waiting.resolve();
    for (const one of thenables)
        one.resolve(waiting.promise);
    Promise.all(thenables.map((one) => one.promise)).then(
        () => console.log(count));
});
