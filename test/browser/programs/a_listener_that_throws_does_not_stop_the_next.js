window.onerror = (message) => { console.log(message); return true; };
const target = new EventTarget();
target.addEventListener('go', () => { console.log('one'); throw new Error('first'); });
target.addEventListener('go', () => console.log('two'));
console.log(String(target.dispatchEvent(new Event('go'))));
console.log('after');
