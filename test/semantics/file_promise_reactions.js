// The promise of a file call is settled by way of one that tells of errors: so
// many reactions run until the program hears of it.
// prints: access 3 stat 4
const { createHook } = require('async_hooks');
const fs = require('fs');
const promises = new Set();
let reactions = 0;
const hook = createHook({
    init(id, type) {
        if (type === 'PROMISE')
            promises.add(id);
    },
    before(id) { reactions += promises.has(id); },
});
const seen = [];

function count(name, ...args) {
    hook.enable();
    reactions = 0;
    return fs.promises[name](...args).then((result) => {
        seen.push(name, reactions);
        hook.disable();
        return result;
    });
}

count('access', '.').then(() => count('stat', '.'))
    .then(() => console.log(seen.join(' ')));
