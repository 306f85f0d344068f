// setTimeout 0 is 1, and creation order counts.
// prints: 1 0 undefined 1.9
// also: node18 node10
setTimeout(() => console.log('1'), 1);
setTimeout(() => console.log('0'), 0);
setTimeout(() => console.log('undefined'));
setTimeout(() => console.log('1.9'), 1.9);
