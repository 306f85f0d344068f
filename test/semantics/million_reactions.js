// A long chain of awaits takes no memory.
// prints: true
// also: node18 node10
(async () => {
    await null;
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 3e5; i++)
        await null;
    console.log(process.memoryUsage().rss - before < 64e6);
})();
