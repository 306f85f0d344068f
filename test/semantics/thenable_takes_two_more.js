// A promise resolved with a promise takes two microtasks more.
// prints: 1 2 inner 3
// also: node18 node10
new Promise((resolve) => resolve(Promise.resolve('inner')))
    .then(console.log);
Promise.resolve().then(() => console.log('1')).then(() => console.log('2'))
    .then(() => console.log('3'));
