// _repeat makes a timeout an interval, null the reverse.
// prints: a a end b
// also: node18 node10
let n = 0;
const a = setTimeout(() => {
    console.log('a');
    if (++n === 2) {
        clearInterval(a);
        console.log('end');
        const b = setInterval(() => {
            console.log('b');
            b._repeat = null;
        }, 1);
    }
}, 1);
a._repeat = 1;
