const controller = new AbortController();
const target = new EventTarget();
target.addEventListener('x', () => console.log('heard'), { signal: controller.signal });
target.dispatchEvent(new Event('x'));
controller.abort();
target.dispatchEvent(new Event('x'));
console.log('end');
