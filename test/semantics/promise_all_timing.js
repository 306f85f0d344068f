// Promise.all settles one microtask after its last member's reaction.
// prints: 1 all 2 3
// also: node18 node10
Promise.all([Promise.resolve(), 5]).then(() => console.log('all'));
Promise.resolve().then(() => console.log('1')).then(() => console.log('2'))
    .then(() => console.log('3'));
