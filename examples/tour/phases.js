// From inside an I/O callback the order is certain: the check phase (immediates)
// comes right after the poll phase, the timers come a turn later.
const fs = require('fs');

fs.readFile(__filename, () => {
    console.log('poll:   the file has been read');
    setTimeout(() => console.log('timers: timeout of 0 ms'), 0);
    setImmediate(() => console.log('check:  immediate'));
    process.nextTick(() => console.log('        tick, before the loop goes on'));
});
console.log('main:   the script itself');
