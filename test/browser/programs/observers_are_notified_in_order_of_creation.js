const node = document.createElement('div');
const first = new MutationObserver(() => console.log('first'));
const second = new MutationObserver(() => console.log('second'));
second.observe(node, { attributes: true });
first.observe(node, { attributes: true });
Promise.resolve().then(() => console.log('promise before?'));
node.id = 'x';
Promise.resolve().then(() => console.log('promise after'));
