// none: the event only.
// options: --unhandled-rejections=none
// prints: end
Promise.reject(new Error('x'));
setImmediate(() => console.log('end'));
