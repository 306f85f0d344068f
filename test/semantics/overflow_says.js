// Too long a delay becomes 1 ms, with a warning.
// says: TimeoutOverflowWarning: 2147483648 does not fit into a 32-bit signed integer.
// prints: fired
// also: node18 node10
setTimeout(() => console.log('fired'), 2 ** 31);
