// The monitor sees it first; a capture callback takes all.
// prints: monitor x uncaughtException captured x monitor y uncaughtException listener y uncaughtException
// also: node18
process.on('uncaughtExceptionMonitor', (error, origin) =>
    console.log('monitor', error.message, origin));
process.on('uncaughtException', (error, origin) =>
    console.log('listener', error.message, origin));
process.setUncaughtExceptionCaptureCallback((error) => {
    console.log('captured', error.message);
    process.setUncaughtExceptionCaptureCallback(null);
});
setImmediate(() => { throw new Error('x'); });
setTimeout(() => { throw new Error('y'); }, 10);
