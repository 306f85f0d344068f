const ac = new AbortController(), t = new EventTarget();
t.addEventListener('x', () => { console.log('a'); ac.abort(); }, { signal: ac.signal });
t.addEventListener('x', () => console.log('b'), { signal: ac.signal });
t.addEventListener('x', () => console.log('c'));
t.dispatchEvent(new Event('x'));
t.dispatchEvent(new Event('x'));
t.addEventListener('x', () => console.log('never'), { signal: AbortSignal.abort() });
t.dispatchEvent(new Event('x'));
