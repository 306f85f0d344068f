// On the simulator a day is over at once.
// on: sim
// prints: 86400000
const start = Date.now();
setTimeout(() => console.log(Date.now() - start), 86400000);
