console.log(this, typeof import.meta.url, document.readyState);
const x = await new Promise((r) => setTimeout(r, 5, 'tla'));
console.log(x);
import('data:text/javascript,export default 5').then((m) => console.log(m.default, m[Symbol.toStringTag]));
import('data:text/javascript,syntax error').catch((e) => console.log(e.name));
queueMicrotask(() => console.log('micro'));
console.log('end');
