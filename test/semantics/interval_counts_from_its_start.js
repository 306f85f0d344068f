// The time of its own callback is not added.
// prints: 20 40 60 80
// on: sim
const start = Date.now();
let n = 0;
const interval = setInterval(() => {
    console.log(Date.now() - start);
    if (++n === 4)
        clearInterval(interval);
}, 20);
