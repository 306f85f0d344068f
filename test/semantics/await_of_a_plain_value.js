// await of what is no promise takes one microtask.
// prints: sync after 1 2
// also: node18 node10
(async () => {
    await 5;
    console.log('after');
})();
Promise.resolve().then(() => console.log('1')).then(() => console.log('2'));
console.log('sync');
