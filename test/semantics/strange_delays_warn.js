// Too long a delay is told each time, a negative one and NaN once.
// prints: TimeoutOverflowWarning TimeoutNegativeWarning TimeoutNaNWarning TimeoutOverflowWarning
// node18 prints: TimeoutOverflowWarning TimeoutOverflowWarning
// node10 prints: TimeoutOverflowWarning TimeoutOverflowWarning
process.removeAllListeners('warning');
process.on('warning', (warning) => console.log(warning.name));
for (const delay of [2 ** 31, -1, NaN, -2, NaN, undefined, null, Infinity])
    clearTimeout(setTimeout(() => {}, delay));
