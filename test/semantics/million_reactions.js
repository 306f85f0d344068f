// A long chain of awaits takes no memory. (A sanitizer keeps back what was freed.)
// prints: true
// also: node18 node10
// not with: san-
(async () => {
    await null;
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 3e5; i++)
        await null;
    console.log(process.memoryUsage().rss - before < 64e6);
})();
