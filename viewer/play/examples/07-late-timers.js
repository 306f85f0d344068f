// A timer is never early, but it can be late
const start = Date.now();

setTimeout(() => console.log('10 ms'), 10);
setTimeout(() => console.log('5 ms'), 5);
setTimeout(() => {
    console.log('1 ms, and then busy');
    while (Date.now() - start < 20)
        ; // nothing else runs meanwhile
}, 1);
