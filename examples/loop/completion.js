// Nothing interrupts a callback.
setTimeout(() => console.log('timeout'), 0);
process.nextTick(() => console.log('tick'));

let sum = 0;
for (let i = 0; i < 3_000_000; i++) // takes many milliseconds
    sum += i % 2;
console.log('counted to', sum);
