// A delay is the earliest time, and 0 means 1.
setTimeout(() => console.log('50 ms, set first'), 50);
setTimeout(() => console.log('1 ms'), 1);
setTimeout(() => console.log('0 ms'), 0);
setTimeout(() => console.log('1.9 ms'), 1.9);
