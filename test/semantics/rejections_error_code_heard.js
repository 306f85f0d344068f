// warn-with-error-code: neither warning nor code with a listener.
// options: --unhandled-rejections=warn-with-error-code
// prints: UR x exit 0
// also: node18
process.on('warning', () => console.log('never'));
process.on('unhandledRejection', (error) => console.log('UR', error.message));
process.on('exit', (code) => console.log('exit', code));
Promise.reject(new Error('x'));
