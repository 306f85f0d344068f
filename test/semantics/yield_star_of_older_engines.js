// How many microtasks async generators take: until ES2023 yield* awaited each
// value. In Node 10, where an await is three, so does the end of a generator.
// prints: plain:5 star:8 sync:9 promises:6 stopped:7 thrown:6 returned:5
// node18 prints: plain:5 star:10 sync:11 promises:8 stopped:8 thrown:7 returned:6
// node10 prints: plain:9 star:18 sync:18 promises:22 stopped:12 thrown:12 returned:14
async function* two() {
    yield 1;
    yield 2;
}
async function* star() {
    yield* two();
}
async function* sync() {
    yield* [1, 2];
}
async function* promises() {
    let n = 0;
    yield* {
        [Symbol.asyncIterator]() { return this; },
        async next() { return { value: Promise.resolve(n), done: n++ > 1 }; },
        async return(value) { return { value, done: true }; },
    };
}
const ways = {
    async plain() { for await (const _ of two()); },
    async star() { for await (const _ of star()); },
    async sync() { for await (const _ of sync()); },
    async promises() { for await (const _ of promises()); },
    async stopped() {
        for await (const _ of star())
            break;
    },
    async thrown() {
        const it = star();
        await it.next();
        await it.throw(1).catch(() => {});
    },
    async returned() {
        const it = promises();
        await it.next();
        await it.return(1);
    },
};

/* How many microtasks go by until it is over? */
async function count(way) {
    let n = 0;
    let isOver = false;
    way().then(() => { isOver = true; });
    for (await null; !isOver; n++)
        await null;
    return n;
}
(async () => {
    for (const name of Object.keys(ways))
        console.log(`${name}:${await count(ways[name])}`);
})();
