// In Node 10 an unref'd interval restarts its handle by the clock as it was last
// read, and reads it no more: what fell due meanwhile waits for the next turn.
// prints: a immediate b a end
// also: node18 node10
let runs = 0;
const interval = setInterval(() => {
    if (++runs === 1) {
        setTimeout(() => console.log('b'), 1);
        setImmediate(() => console.log('immediate'));
        for (const end = Date.now() + 20; Date.now() < end;);
    } else {
        clearInterval(interval);
    }
    console.log('a');
}, 8).unref();
setTimeout(() => console.log('end'), 80);
