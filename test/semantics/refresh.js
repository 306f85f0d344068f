// refresh() arms again also after it fired, but not after clear.
// prints: fired fired done
// also: node18 node10
let n = 0;
const timer = setTimeout(() => {
    console.log('fired');
    if (++n === 1)
        timer.refresh();
    else
        console.log('done');
}, 1);
const cleared = setTimeout(() => console.log('never'), 1);
clearTimeout(cleared);
cleared.refresh();
