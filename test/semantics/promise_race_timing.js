// How many microtasks Promise.race takes to settle.
// prints: 1 race 2
// also: node18 node10
Promise.race([Promise.resolve(), new Promise(() => {})])
    .then(() => console.log('race'));
Promise.resolve().then(() => console.log('1')).then(() => console.log('2'))
