// Two intervals of one duration keep their order.
// prints: a b a b a b
let n = 0;
const a = setInterval(() => console.log('a'), 4);
const b = setInterval(() => {
    console.log('b');
    if (++n === 3) {
        clearInterval(a);
        clearInterval(b);
    }
}, 4);
