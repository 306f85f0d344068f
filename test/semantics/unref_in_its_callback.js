// In Node 10 a timer that is unref'd when it has run is over for good.
// prints: a a end
// also: node18
// node10 prints: a end
let runs = 0;
const timer = setTimeout(() => {
    console.log('a');
    if (++runs > 1)
        return;
    timer.refresh();
    timer.unref();
    timer.refresh();
}, 1);
setTimeout(() => console.log('end'), 50);
