const ac = new AbortController();
ac.signal.addEventListener('abort', (e) => console.log(e instanceof Event, ac.signal instanceof EventTarget, e.target === ac.signal, e.currentTarget === ac.signal, e.bubbles));
ac.signal.addEventListener('abort', () => { throw new Error('in abort'); });
ac.signal.addEventListener('abort', () => console.log('next'));
window.onerror = (m) => { console.log('onerror', m); return true; };
ac.abort();
console.log('after');
