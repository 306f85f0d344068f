const parent = document.createElement('div');
const [a, b, c] = ['a', 'b', 'c'].map((id) => Object.assign(document.createElement('p'), { id }));
parent.append(a, 'text', c);
parent.insertBefore(b, c);
const names = () => [...parent.childNodes].map((n) => n.id || n.nodeName).join(' ');
console.log(names());
parent.appendChild(a);
console.log(names(), a.previousSibling.id, String(a.nextSibling));
b.remove();
parent.replaceChild(b, c);
console.log(names(), String(c.parentNode), String(parent.contains(b)), String(parent.isConnected));
try { parent.removeChild(c); } catch (error) { console.log(error.name); }
try { b.appendChild(parent); } catch (error) { console.log(error.name); }
