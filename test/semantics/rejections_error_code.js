// A warning, and exit code 1.
// options: --unhandled-rejections=warn-with-error-code
// exit: 1
// says: UnhandledPromiseRejectionWarning
// prints: end
// also: node18
Promise.reject(new Error('x'));
setImmediate(() => console.log('end'));
