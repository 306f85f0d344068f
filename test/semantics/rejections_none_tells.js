// none: listeners are called; there is no warning and no exception.
// options: --unhandled-rejections=none
// prints: UR x end
// also: node18 node10
process.on('warning', () => console.log('never'));
process.on('uncaughtException', () => console.log('never'));
process.once('unhandledRejection', (error) => console.log('UR', error.message));
Promise.reject(new Error('x'));
setImmediate(() => {
    Promise.reject(new Error('y'));
    setImmediate(() => console.log('end'));
});
