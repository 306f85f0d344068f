// Without a listener a late handler is a warning.
// prints: UR1 PromiseRejectionHandledWarning
// also: node18 node10
process.removeAllListeners('warning');
process.on('warning', (warning) => console.log(warning.name));
process.on('unhandledRejection', (reason) => console.log('UR' + reason));
const late = Promise.reject(1);
setImmediate(() => late.catch(() => {}));
