// strict without a listener: exit code 1.
// options: --unhandled-rejections=strict
// exit: 1
// prints: exit 1
// also: node18 node10
process.on('exit', (code) => console.log('exit', code));
Promise.reject(new Error('x'));
setImmediate(() => console.log('never'));
