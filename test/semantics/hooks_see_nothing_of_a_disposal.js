// What an AsyncDisposableStack awaits has no promise and no scope in hooks.
// prints: made:1 first:within second:0
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
const promise = Promise.resolve();
const stack = new AsyncDisposableStack();
stack.defer(() => words.push('second:' + executionAsyncId()));
stack.defer(() => {
    words.push('first:' + (executionAsyncId() === own ? 'within' : 'else'));
    return promise;
});
made = 0;
stack.disposeAsync();
words.unshift('made:' + made);
process.on('exit', () => console.log(words.join(' ')));
