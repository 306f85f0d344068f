const a = document.createElement('div'), b = document.createElement('div');
a.append(b);
document.body.append(a);
a.addEventListener('x', () => console.log('a'));
b.addEventListener('x', () => { console.log('b'); b.remove(); const c = () => console.log('added'); b.addEventListener('x', c); a.addEventListener('x', () => console.log('added to a')); });
document.addEventListener('x', () => console.log('document'));
b.dispatchEvent(new Event('x', { bubbles: true }));
console.log(b.isConnected);
