// Up to V8 7.2 it took three.
// options: --profile node10
// prints: start 1 2 3 after 4
Promise.resolve().then(() => console.log('1'));
(async () => {
    console.log('start');
    await Promise.resolve();
    console.log('after');
})();
Promise.resolve().then(() => console.log('2')).then(() => console.log('3'))
    .then(() => console.log('4'));
