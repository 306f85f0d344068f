const node = document.createElement('div');
node.addEventListener('click', () => console.log('one'));
node.onclick = () => console.log('handler');
node.addEventListener('click', () => console.log('two'));
node.onclick = () => console.log('another handler');
node.click();
node.onclick = null;
node.click();
console.log(String(node.onclick));
