// An async function that returns a promise takes three microtasks.
// prints: 1 2 returned 3
// also: node18 node10
(async () => Promise.resolve())().then(() => console.log('returned'));
Promise.resolve().then(() => console.log('1')).then(() => console.log('2'))
    .then(() => console.log('3'));
