// Neither 'unhandledRejection' nor 'rejectionHandled' is a resource of
// async_hooks, unless there are hooks for promises.
// prints: unhandled 0 0 handled 0 0
// also: node18
const { executionAsyncId, triggerAsyncId } = require('async_hooks');
const tell = (what) => () =>
    console.log(what, executionAsyncId(), triggerAsyncId());
process.on('unhandledRejection', tell('unhandled'));
process.on('rejectionHandled', tell('handled'));
const promise = Promise.reject(new Error('x'));
setImmediate(() => promise.catch(() => {}));
