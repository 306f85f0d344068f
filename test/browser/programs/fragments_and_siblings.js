const ul = document.createElement('ul');
for (const t of ['a', 'b', 'c']) { const li = document.createElement('li'); li.textContent = t; ul.append(li); }
document.body.append(ul);
console.log(ul.innerHTML, ul.children.length, ul.firstChild.nextSibling.textContent, ul.lastElementChild.previousElementSibling.textContent);
ul.insertBefore(ul.lastChild, ul.firstChild);
console.log(ul.textContent);
ul.firstChild.replaceWith('text', document.createElement('hr'));
console.log(ul.innerHTML);
ul.querySelector('li').remove();
console.log(ul.outerHTML, ul.contains(ul.lastChild), ul.isConnected);
const frag = document.createDocumentFragment();
frag.append('x', 'y');
ul.prepend(frag);
console.log(ul.childNodes.length, frag.childNodes.length);
console.log(ul.cloneNode(true).outerHTML === ul.outerHTML, ul.matches('ul'), ul.lastChild.closest('body') === document.body);
