const node = document.createElement('div');
node.addEventListener('x', (e) => e.preventDefault());
console.log(String(node.dispatchEvent(new Event('x', { cancelable: true }))));
console.log(String(node.dispatchEvent(new Event('x'))));
node.onclick = () => false;
node.addEventListener('click', (e) => console.log('prevented', String(e.defaultPrevented)));
node.click();
node.addEventListener('y', (e) => e.preventDefault(), { passive: true });
console.log(String(node.dispatchEvent(new Event('y', { cancelable: true }))));
