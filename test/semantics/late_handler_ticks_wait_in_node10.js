// In Node 10 a round in which only late handlers are told does not repeat the
// drain: ticks of their listener wait for the next callback.
// prints: timer handled tick micro immediate
// also: node18
// node10 prints: timer handled immediate tick micro
process.on('unhandledRejection', () => {});
process.on('rejectionHandled', () => {
    console.log('handled');
    process.nextTick(() => console.log('tick'));
    Promise.resolve().then(() => console.log('micro'));
    setImmediate(() => console.log('immediate'));
});
const late = Promise.reject(new Error('x'));
setTimeout(() => {
    console.log('timer');
    late.catch(() => {});
}, 5);
