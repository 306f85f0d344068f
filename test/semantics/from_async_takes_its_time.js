// As many microtasks as in V8, for each kind of source; what fails closes it.
// prints: array:9 mapped:11 arraylike:5 iterator:8 closed rejected:5
const count = async (name, make) => {
    let n = 0;
    let isOver = false;
    (function next() {
        n++;
        if (!isOver)
            Promise.resolve().then(next);
    })();
    await make().catch(() => {});
    isOver = true;
    console.log(name + ':' + n);
};
async function* both() {
    yield 1;
    yield 2;
}
const rejects = () => ({
    next: () => Promise.reject(new Error('no more')),
    return: () => {
        console.log('closed');
        return {};
    },
});
(async () => {
    await count('array', () => Array.fromAsync([1, 2]));
    await count('mapped', () => Array.fromAsync([1, 2], async (n) => n));
    await count('arraylike', () => Array.fromAsync({ length: 2 }));
    await count('iterator', () => Array.fromAsync(both()));
    await count('rejected', () =>
        Array.fromAsync({ [Symbol.asyncIterator]: rejects }));
})();
