// A callback longer than the period is not caught up: immediates come between.
// prints: i imm i imm i imm
// also: node18 node10
let n = 0;
const interval = setInterval(() => {
    console.log('i');
    setImmediate(() => console.log('imm'));
    const end = Date.now() + 8;
    while (Date.now() < end);
    if (++n === 3)
        clearInterval(interval);
}, 2);
