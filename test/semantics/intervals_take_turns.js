// Two intervals of one duration keep their order.
// prints: a b a b a b
// also: node18 node10
let n = 0;
const a = setInterval(() => console.log('a'), 4);
const b = setInterval(() => {
    console.log('b');
    if (++n === 3) {
        clearInterval(a);
        clearInterval(b);
    }
}, 4);
