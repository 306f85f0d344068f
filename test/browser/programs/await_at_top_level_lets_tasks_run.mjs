setTimeout(() => console.log('timer'));
window.addEventListener('load', () => setTimeout(() => console.log('loaded'), 30));
console.log('before');
await null;
console.log('after a microtask');
await new Promise((resolve) => setTimeout(resolve, 200));
console.log('after a timer');
const { late } = await import('./parts/awaits.mjs');
console.log(late);
