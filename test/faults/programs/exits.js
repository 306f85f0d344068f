// Unhandled rejections, warnings, beforeExit, exit, an exit code.
// It listens to errors, so that others than its own are printed, too.
process.on('warning', w => console.log(w.name));
process.emitWarning('careful', 'OwnWarning');
process.on('unhandledRejection', reason => console.log('unhandled', reason));
process.on('rejectionHandled', () => console.log('handled'));
const p = Promise.reject(1);
setImmediate(() => p.catch(() => console.log('late')));
process.once('beforeExit', () => setImmediate(() => console.log('once more')));
process.on('exit', code => console.log('exit', code));
process.on('uncaughtException', e => {
    console.log('uncaught', e.message);
    if (e.message !== 'mine')
        throw e;
});
setTimeout(() => { throw new Error('mine'); }, 1);
process.exitCode = 3;
