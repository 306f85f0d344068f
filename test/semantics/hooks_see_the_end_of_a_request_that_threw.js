// If its callback throws, a request is over before the ticks that it left.
// prints: before called caught after destroy tick
// also: node18
const { createHook, executionAsyncId } = require('async_hooks');
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
process.on('uncaughtException', () => tell('caught')(executionAsyncId()));
require('fs').stat('.', () => {
    words.push('called');
    process.nextTick(() => words.push('tick'));
    throw new Error('of the callback');
});
process.on('exit', () => console.log(words.join(' ')));
