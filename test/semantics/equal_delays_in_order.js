// Timers of one duration fire in the order they were made.
// prints: 0 1 2 3 4
// also: node18 node10
for (let i = 0; i < 5; i++)
    setTimeout(() => console.log(i), 3);
