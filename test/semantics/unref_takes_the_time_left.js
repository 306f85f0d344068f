// In Node 10 an unref'd timer leaves its list for a handle of its own, with the
// time that is left: it is another callback, with its ticks, but no later one.
// prints: a tick b c
// also: node18
// node10 prints: a c tick b
const spin = (ms) => { for (const end = Date.now() + ms; Date.now() < end;); };
setTimeout(() => {
    console.log('a');
    process.nextTick(() => console.log('tick'));
}, 5);
const b = setTimeout(() => console.log('b'), 5);
setTimeout(() => console.log('c'), 5);
spin(10);
b.unref();
setTimeout(() => {}, 1);
spin(10);
