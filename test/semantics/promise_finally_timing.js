// finally() adds microtasks for the value to pass.
// prints: 1 fin 2 3 4 after
// also: node18 node10
Promise.resolve().then(() => console.log('1')).then(() => console.log('2'))
    .then(() => console.log('3')).then(() => console.log('4'));
Promise.resolve().finally(() => console.log('fin'))
    .then(() => console.log('after'));
