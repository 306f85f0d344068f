// The monitor sees rejections too, with their origin.
// exit: 1
// prints: monitor x unhandledRejection
// also: node18
process.on('uncaughtExceptionMonitor', (error, origin) =>
    console.log('monitor', error.message, origin));
Promise.reject(new Error('x'));
