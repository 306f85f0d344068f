// Those of the round that are left are told after the next callback.
// prints: H1 U tick H2 end
// also: node18 node10
const names = new Map();
process.on('uncaughtException', () => {
    console.log('U');
    process.nextTick(() => console.log('tick'));
});
process.on('unhandledRejection', () => {});
process.on('rejectionHandled', (promise) => {
    console.log(names.get(promise));
    if (names.get(promise) === 'H1')
        throw new Error('x');
});
const one = Promise.reject(1);
const two = Promise.reject(2);
names.set(one, 'H1').set(two, 'H2');
setTimeout(() => {
    one.catch(() => {});
    two.catch(() => {});
    setTimeout(() => console.log('end'), 5);
}, 1);
