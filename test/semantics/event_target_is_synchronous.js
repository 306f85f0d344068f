// dispatchEvent() calls at once; a listener that throws does so by a tick.
// prints: l1 l2 true U
// also: node18
process.on('uncaughtException', () => console.log('U'));
const target = new EventTarget();
target.addEventListener('x', () => {
    console.log('l1');
    throw new Error('x');
});
target.addEventListener('x', () => console.log('l2'));
console.log(target.dispatchEvent(new Event('x')));
