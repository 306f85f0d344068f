// `return await` takes one less of them.
// prints: 1 returned 2 3
// node10 prints: 1 2 3 returned
// also: node18
(async () => await Promise.resolve())().then(() => console.log('returned'));
Promise.resolve().then(() => console.log('1')).then(() => console.log('2'))
    .then(() => console.log('3'));
