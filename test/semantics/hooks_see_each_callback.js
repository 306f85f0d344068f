// before and after surround each callback, and its ticks have their own.
// prints: cb:Immediate tick:TickObject cb:Timeout
// also: node18 node10
const hooks = require('async_hooks');
const types = new Map();
hooks.createHook({ init(id, type) { types.set(id, type); } }).enable();
const say = (name) =>
    console.log(name + ':' + types.get(hooks.executionAsyncId()));
setImmediate(() => {
    say('cb');
    process.nextTick(() => say('tick'));
    setTimeout(() => say('cb'), 5);
});
