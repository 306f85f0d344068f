const outer = document.createElement('div');
const inner = outer.appendChild(document.createElement('p'));
document.body.appendChild(outer);
for (const [name, target] of Object.entries({ window, document, outer, inner })) {
    target.addEventListener('click', (e) => console.log('capture', name, String(e.eventPhase)), true);
    target.addEventListener('click', (e) => console.log('bubble', name, String(e.eventPhase)));
}
inner.click();
