// abort() tells its listeners at once.
// prints: aborted true after
// also: node18
const controller = new AbortController();
controller.signal.onabort = () =>
    console.log('aborted', controller.signal.aborted);
controller.abort();
console.log('after');
