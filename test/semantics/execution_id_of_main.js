// The main script runs as id 1, without a trigger.
// prints: 1 0
// also: node18 node10
const { executionAsyncId, triggerAsyncId } = require('async_hooks');
console.log(executionAsyncId(), triggerAsyncId());
