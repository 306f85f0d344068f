// clearTimeout and clearInterval are the same to a timer.
// prints: end
// also: node18 node10
clearInterval(setTimeout(() => console.log('never'), 1));
clearTimeout(setInterval(() => console.log('never'), 1));
setTimeout(() => console.log('end'), 4);
