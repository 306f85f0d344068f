const outer = document.createElement('div');
const inner = outer.appendChild(document.createElement('p'));
outer.addEventListener('x', () => console.log('outer bubbles'));
outer.addEventListener('x', () => console.log('outer captures'), { capture: true });
inner.addEventListener('x', () => console.log('inner'));
inner.dispatchEvent(new Event('x'));
inner.dispatchEvent(new CustomEvent('x', { bubbles: true, detail: 1 }));
