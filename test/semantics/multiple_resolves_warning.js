// The event is deprecated; who listens is told so after the first one, once.
// prints: sync reject:2 resolve:3 warning:DEP0160
process.on('multipleResolves', (type, promise, value) =>
    console.log(`${type}:${value}`));
process.removeAllListeners('warning');
process.on('warning', (warning) => console.log('warning:' + warning.code));
new Promise((resolve, reject) => {
    resolve(1);
    reject(2);
    resolve(3);
});
console.log('sync');
