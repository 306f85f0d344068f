// What settles a promise again is told of by a tick.
// prints: sync tick1 reject:2 resolve:3 tick2 then:1
// also: node18 node10
process.on('multipleResolves', (type, promise, value) =>
    console.log(`${type}:${value}`));
process.nextTick(() => console.log('tick1'));
new Promise((resolve, reject) => {
    resolve(1);
    reject(2);
    resolve(3);
}).then((value) => console.log('then:' + value));
process.nextTick(() => console.log('tick2'));
console.log('sync');
