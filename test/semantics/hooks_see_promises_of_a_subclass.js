// then() is what a promise was made by; not so one that a constructor made.
// prints: plain:then subclass:here within:here
// also: node18 node10
const { createHook, executionAsyncId } = require('async_hooks');
const words = [];
let name;
createHook({
    init(id, type, trigger) {
        if (type === 'PROMISE' && name !== undefined)
            words.push(name + ':' +
                       (trigger === executionAsyncId() ? 'here' : 'then'));
        name = undefined;
    },
}).enable();
class Plain extends Promise {}
class Careful extends Promise {
    constructor(executor) {
        name = name && 'within';
        Promise.reject(0).catch(() => {}); // a promise within, made by nobody
        super(executor);
    }
}
const promises = [Promise.resolve(), Plain.resolve(), Careful.resolve()];
['plain', 'subclass', 'within'].forEach((word, i) => {
    name = word;
    promises[i].then(() => {});
});
console.log(words.join(' '));
