// for await over an array awaits each value.
// prints: 1 2 v1 3 4 v2 end
// also: node18
// node10 prints: 1 2 3 v1 4 v2 end
Promise.resolve().then(() => console.log('1')).then(() => console.log('2'))
    .then(() => console.log('3')).then(() => console.log('4'));
(async () => {
    for await (const v of ['v1', 'v2'])
        console.log(v);
    console.log('end');
})();
