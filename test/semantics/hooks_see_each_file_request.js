// readFile is open, fstat, read and close; each was made by the one before.
// prints: 1<main 2<1 3<2 4<3 read:4<3
// also: node18
const { createHook, executionAsyncId, triggerAsyncId } = require('async_hooks');
const names = new Map([[executionAsyncId(), 'main']]);
const words = [];
createHook({
    init(id, type, trigger) {
        if (type !== 'FSREQCALLBACK')
            return;
        names.set(id, names.size);
        words.push(names.get(id) + '<' + names.get(trigger));
    },
}).enable();
require('fs').readFile(__filename, () => {
    words.push('read:' + names.get(executionAsyncId()) +
               '<' + names.get(triggerAsyncId()));
});
process.on('exit', () => console.log(words.join(' ')));
