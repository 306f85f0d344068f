// If the body throws, the iterator's return() is called and awaited before the
// exception goes on: a generator has cleaned up by then. If next() fails there is
// nothing to close.
// prints: cleaning clean caught:body return caught:over caught:next caught:value
// also: node18 node10
async function* generate() {
    try {
        yield 1;
    } finally {
        console.log('cleaning');
        await null;
        console.log('clean');
    }
}
const make = (next, end) => ({
    [Symbol.asyncIterator]: () => ({ next, return: end }),
});
const one = async () => ({ value: 1, done: false });
const end = () => { console.log('return'); throw new Error('ignored'); };
async function read(iterable, message) {
    try {
        for await (const _ of iterable)
            throw message;
    } catch (error) {
        console.log('caught:' + error);
    }
}
(async () => {
    await read(generate(), 'body');
    await read(make(one, end), 'over');
    await read(make(() => { throw 'next'; }, end));
    await read(make(async () => { throw 'value'; }, end));
})();
