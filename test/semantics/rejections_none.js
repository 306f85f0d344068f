// none: the event only.
// options: --unhandled-rejections=none
// prints: end
// also: node18 node10
Promise.reject(new Error('x'));
setImmediate(() => console.log('end'));
