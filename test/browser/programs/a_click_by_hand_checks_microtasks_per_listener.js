const outer = document.createElement('div');
const inner = document.createElement('div');
outer.appendChild(inner);
document.body.appendChild(outer);
new MutationObserver(() => console.log('mutate')).observe(outer, { attributes: true });
function onClick() {
    console.log('click');
    setTimeout(() => console.log('timeout'), 0);
    Promise.resolve().then(() => console.log('promise'));
    outer.setAttribute('data-random', String(Math.random()));
}
inner.addEventListener('click', onClick);
outer.addEventListener('click', onClick);
userClick(inner);
