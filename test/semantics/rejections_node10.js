// Before Node 15: a warning, and exit code 0.
// options: --profile node10
// says: [DEP0018] DeprecationWarning: Unhandled promise rejections are deprecated
// prints: end
Promise.reject(new Error('x'));
setImmediate(() => console.log('end'));
