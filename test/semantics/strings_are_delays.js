// A delay is multiplied by one.
// prints: 5 7 0 1 1
// also: node18 node10
const timers = ['5', [7], null, {}, 'x']
    .map((delay) => setTimeout(() => {}, delay));
process.removeAllListeners('warning');
console.log(timers[0]._idleTimeout, timers[1]._idleTimeout,
            timers[2]._idleTimeout - 1, timers[3]._idleTimeout,
            timers[4]._idleTimeout);
timers.forEach(clearTimeout);
