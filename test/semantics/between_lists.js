// Ticks and microtasks run between two lists as well.
// prints: 5 t5 m5 9 t9 m9
// node10 prints: 5 9 t5 t9 m5 m9
// node10 prints: 5 t5 m5 9 t9 m9
// also: node18
for (const ms of [5, 9]) {
    setTimeout(() => {
        console.log(ms);
        process.nextTick(() => console.log('t' + ms));
        Promise.resolve().then(() => console.log('m' + ms));
    }, ms);
}
const end = Date.now() + 20;
while (Date.now() < end);
