document.body.append(Object.assign(document.createElement('div'), { id: 'outer' }));
outer = document.getElementById('outer');
const inner = document.createElement('button');
outer.append(inner);
outer.addEventListener('click', (e) => {
    console.log('captured on the way to', e.target.tagName);
    queueMicrotask(() => console.log('microtask of outer'));
}, true);
inner.addEventListener('click', (e) => {
    console.log('target', String(e.currentTarget === inner));
    queueMicrotask(() => console.log('microtask of inner'));
});
userClick(inner);
