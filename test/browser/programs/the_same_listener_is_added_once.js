const target = new EventTarget();
const listener = { handleEvent(event) { console.log(event.type, String(this === listener)); } };
target.addEventListener('x', listener);
target.addEventListener('x', listener);
target.addEventListener('x', listener, true);
target.dispatchEvent(new Event('x'));
