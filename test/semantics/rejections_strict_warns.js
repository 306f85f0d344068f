// strict: handled as an exception, without a listener of rejections: a warning.
// options: --unhandled-rejections=strict
// prints: U x UnhandledPromiseRejectionWarning UnhandledPromiseRejectionWarning
// also: node18 node10
process.removeAllListeners('warning');
process.on('warning', (warning) => console.log(warning.name));
process.on('uncaughtException', (error) => console.log('U', error.message));
Promise.reject(new Error('x'));
