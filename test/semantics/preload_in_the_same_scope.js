// What a preload queues runs after the main script, before its own ticks.
// options: -r ./fixtures/preload.cjs
// prints: preload main preload-tick main-tick preload-micro main-micro
// also: node18 node10
console.log('main');
process.nextTick(() => console.log('main-tick'));
Promise.resolve().then(() => console.log('main-micro'));
