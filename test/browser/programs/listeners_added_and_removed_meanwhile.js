const target = new EventTarget();
const third = () => console.log('third');
target.addEventListener('x', () => {
    console.log('first');
    target.removeEventListener('x', third);
    target.addEventListener('x', () => console.log('late'));
}, { once: true });
target.addEventListener('x', () => console.log('second'));
target.addEventListener('x', third);
target.dispatchEvent(new Event('x'));
console.log('again');
target.dispatchEvent(new Event('x'));
