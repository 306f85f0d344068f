// What schedules is the trigger of what is scheduled.
// prints: true true
// also: node18 node10
const { executionAsyncId, triggerAsyncId } = require('async_hooks');
setImmediate(() => {
    const outer = executionAsyncId();
    setImmediate(() => console.log(triggerAsyncId() === outer));
    process.nextTick(() => console.log(triggerAsyncId() === outer));
});
