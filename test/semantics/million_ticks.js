// A million ticks in a chain take no memory.
// prints: true
// also: node18 node10
let n = 0;
let before = 0;
(function next() {
    if (n === 1000)
        before = process.memoryUsage().rss;
    if (n++ < 1e6)
        process.nextTick(next);
    else
        console.log(process.memoryUsage().rss - before < 64e6);
})();
