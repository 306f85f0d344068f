const outer = document.createElement('div');
const inner = outer.appendChild(document.createElement('p'));
outer.addEventListener('click', () => console.log('outer'));
inner.addEventListener('click', (e) => { console.log('one'); e.stopPropagation(); });
inner.addEventListener('click', () => console.log('two'));
inner.click();
inner.addEventListener('x', (e) => { console.log('x one'); e.stopImmediatePropagation(); });
inner.addEventListener('x', () => console.log('x two'));
inner.dispatchEvent(new Event('x'));
