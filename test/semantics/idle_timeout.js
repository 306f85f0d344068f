// The delay as it is kept.
// prints: 1 1 1 5 1.9 2147483647
// also: node18 node10
process.removeAllListeners('warning');
const timers = [0, 2 ** 31, -5, '5', 1.9, 2 ** 31 - 1]
    .map((delay) => setTimeout(() => {}, delay));
console.log(...timers.map((timer) => timer._idleTimeout));
timers.forEach(clearTimeout);
