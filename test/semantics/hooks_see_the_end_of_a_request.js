// A request is over after the ticks of its callback.
// prints: before called after tick destroy
// also: node18
const { createHook } = require('async_hooks');
const words = [];
let request;
const tell = (word) => (id) => {
    if (id === request)
        words.push(word);
};
createHook({
    init(id, type) {
        if (type === 'FSREQCALLBACK')
            request = id;
    },
    before: tell('before'),
    after: tell('after'),
    destroy: tell('destroy'),
}).enable();
require('fs').stat('.', () => {
    words.push('called');
    process.nextTick(() => words.push('tick'));
});
process.on('exit', () => console.log(words.join(' ')));
