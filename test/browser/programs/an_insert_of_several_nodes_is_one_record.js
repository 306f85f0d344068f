// Several nodes that are put in at once, by a fragment or by the methods that take
// any number of nodes, are one record with the siblings around all of them.
const name = (node) => node === null ? 'null' :
    node.nodeType === 3 ? `"${node.data}"` :
    node.nodeType === 11 ? 'fragment' : node.id || node.nodeName;
const names = (list) => [...list].map(name).join(' ') || '-';

function make(id) {
    const element = document.createElement('p');
    element.id = id;
    return element;
}

function makeFragment(...nodes) {
    const fragment = document.createDocumentFragment();
    fragment.append(...nodes);
    return fragment;
}

function show(title, change) {
    const root = make('root');
    const other = make('other');
    const [a, b, c] = ['a', 'b', 'c'].map(make);
    root.append(a, b, c);
    other.append(make('x'), make('y'));
    const observer = new MutationObserver(() => {});
    for (const node of [root, other])
        observer.observe(node, { childList: true });
    const fragment = makeFragment(make('f'), make('g'));
    observer.observe(fragment, { childList: true });
    let error = '';
    try {
        change({ root, other, a, b, c, fragment });
    } catch (e) {
        error = e.name;
    }
    console.log(title, error);
    for (const r of observer.takeRecords()) {
        console.log(`  ${name(r.target)} +${names(r.addedNodes)} ` +
            `-${names(r.removedNodes)} ${name(r.previousSibling)} ` +
            `${name(r.nextSibling)}`);
    }
    console.log(`  = ${names(root.childNodes)} / ${names(other.childNodes)} / ${
        names(fragment.childNodes)}`);
}

show('appendChild', ({ root, fragment }) => root.appendChild(fragment));
show('insertBefore', ({ root, b, fragment }) => root.insertBefore(fragment, b));
show('first', ({ root, a, fragment }) => root.insertBefore(fragment, a));
show('an empty one', ({ root }) => root.append(makeFragment()));
show('append', ({ root }) => root.append(make('n'), 'text', make('m')));
show('append one', ({ root }) => root.append(make('n')));
show('append none', ({ root }) => root.append());
show('append moved', ({ root, other }) =>
    root.append(make('n'), other.firstChild, 'text'));
show('append own', ({ root, a, b }) => root.append(b, a));
show('append a fragment and a node', ({ root, fragment }) =>
    root.append(fragment, make('n')));
show('prepend', ({ root }) => root.prepend(make('n'), 'text'));
show('prepend own', ({ root, a, c }) => root.prepend(c, a));
show('before', ({ b }) => b.before(make('n'), 'text'));
show('before itself', ({ a, b }) => b.before(a, b, make('n')));
show('after', ({ b }) => b.after(make('n'), 'text'));
show('after itself', ({ b, c }) => b.after(c, b, make('n')));
show('replaceWith', ({ b }) => b.replaceWith(make('n'), 'text'));
show('replaceWith itself', ({ a, b }) => b.replaceWith(b, a));
show('replaceWith none', ({ b }) => b.replaceWith());
show('replaceChild', ({ root, b, fragment }) => root.replaceChild(fragment, b));
show('replaceChild by one', ({ root, b }) => root.replaceChild(make('n'), b));
show('replaceChild by the next', ({ root, b, c }) => root.replaceChild(c, b));
show('replaceChildren', ({ root, other, a }) =>
    root.replaceChildren(other.firstChild, make('n'), a));
show('replaceChildren by a fragment', ({ root, fragment }) =>
    root.replaceChildren(fragment));
show('textContent', ({ root }) => { root.textContent = 'text'; });
show('a node moves', ({ root, other, b }) => other.insertBefore(b,
    other.firstChild));
show('not a child', ({ root, other, fragment }) =>
    root.insertBefore(fragment, other.firstChild));
show('into itself', ({ root, a }) => a.append(make('n'), root));
