// warn: always the warning.
// options: --unhandled-rejections=warn
// prints: UR UnhandledPromiseRejectionWarning UnhandledPromiseRejectionWarning
process.removeAllListeners('warning');
process.on('warning', (warning) => console.log(warning.name));
process.on('unhandledRejection', () => console.log('UR'));
Promise.reject(new Error('x'));
