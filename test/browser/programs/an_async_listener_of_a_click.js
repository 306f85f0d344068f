const b = document.createElement('button');
document.body.append(b);
b.addEventListener('click', async (e) => { console.log('a1', e.isTrusted, e.eventPhase, e.currentTarget === b); await null; console.log('a2', e.eventPhase, e.currentTarget === b); });
b.addEventListener('click', () => console.log('b'));
document.addEventListener('click', () => console.log('document'));
userClick(b);
