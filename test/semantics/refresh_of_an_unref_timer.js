// In Node 10 the handle of an unref'd timer is closed after its callback, though
// that has started it anew. Before that refresh() puts it off.
// prints: b a a end
// also: node18
// node10 prints: b a end
let runs = 0;
const timer = setTimeout(() => {
    console.log('a');
    if (++runs === 1)
        timer.refresh();
}, 3).unref();
setTimeout(() => console.log('b'), 3);
timer.refresh();
setTimeout(() => console.log('end'), 50);
