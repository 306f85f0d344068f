'use strict';
// async_hooks: the trigger ids that `init` gets.

const assert = require('assert');
const { createHook, executionAsyncId } = require('async_hooks');

// A microtask is nothing by itself: what it makes has no trigger, unless hooks
// have followed the promises that led there.
Promise.resolve().then(() => {
    const triggers = [];
    const hook = createHook({
        init(id, type, trigger) {
            if (type !== 'PROMISE')
                triggers.push(`${type} ${trigger}`);
        },
    }).enable();
    assert.strictEqual(executionAsyncId(), 0);
    setTimeout(() => {}, 1);
    setImmediate(() => {});
    process.nextTick(() => {});
    hook.disable();
    assert.deepStrictEqual(triggers, ['Timeout 0', 'Immediate 0',
                                      'TickObject 0']);
});

// In a callback it is that callback.
setImmediate(() => {
    const triggers = new Set();
    const hook = createHook({
        init(id, type, trigger) {
            triggers.add(trigger);
        },
    }).enable();
    setTimeout(() => {}, 1);
    process.nextTick(() => {});
    hook.disable();
    assert.deepStrictEqual([...triggers], [executionAsyncId()]);
});
