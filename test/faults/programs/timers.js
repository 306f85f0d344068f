// Timers, intervals, immediates; some are cleared, some not ref'd.
const order = [];
const note = name => order.push(name);

for (const ms of [5, 1, 3, 1])
    setTimeout(note, ms, `timer ${ms}`);
clearTimeout(setTimeout(note, 2, 'never'));
setTimeout(note, 1000, 'not ref\'d').unref();
let left = 3;
const interval = setInterval(() => {
    note(`interval ${left}`);
    if (--left === 0)
        clearInterval(interval);
}, 2);
setImmediate(note, 'immediate');
clearImmediate(setImmediate(note, 'never'));
process.on('exit', () => order.forEach(name => console.log(name)));
