const node = document.createElement('div');
new MutationObserver((records) => {
    console.log('called', node.className, String(records.length));
    if (node.className.length < 3)
        node.className += 'x';
}).observe(node, { attributes: true });
node.className = 'x';
queueMicrotask(() => console.log('microtask'));
setTimeout(() => console.log('timer'), 0);
