const node = document.createElement('div');
const observer = new MutationObserver(() => console.log('never'));
observer.observe(node, { attributes: true });
node.id = 'x';
console.log('taken', String(observer.takeRecords().length));
node.id = 'y';
observer.disconnect();
setTimeout(() => console.log('end'), 30);
