// A long chain of immediates takes no memory.
// prints: true
// also: node18 node10
let n = 0;
let before = 0;
setImmediate(function next() {
    if (n === 1000)
        before = process.memoryUsage().rss;
    if (n++ < 2e5)
        setImmediate(next);
    else
        console.log(process.memoryUsage().rss - before < 64e6);
});
