// prints: true 1 2 true 3
// also: node18 node10
const t = setTimeout(function(a, b) {
    console.log(this === t, a, b);
}, 1, 1, 2);
setTimeout(() => {
    const i = setImmediate(function(c) {
        console.log(this === i, c);
    }, 3);
}, 2);
