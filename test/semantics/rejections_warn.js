// warn: always the warning.
// options: --unhandled-rejections=warn
// prints: UR UnhandledPromiseRejectionWarning UnhandledPromiseRejectionWarning
// also: node18 node10
process.removeAllListeners('warning');
process.on('warning', (warning) => console.log(warning.name));
process.on('unhandledRejection', () => console.log('UR'));
Promise.reject(new Error('x'));
