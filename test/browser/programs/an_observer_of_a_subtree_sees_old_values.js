const root = document.createElement('div');
const leaf = root.appendChild(document.createElement('p'));
const text = leaf.appendChild(document.createTextNode('one'));
new MutationObserver((records) => {
    for (const { type, attributeName, oldValue, target } of records)
        console.log(type, String(attributeName), String(oldValue), target.nodeName);
}).observe(root, { subtree: true, attributeOldValue: true, characterDataOldValue: true, childList: true });
leaf.setAttribute('title', 'a');
leaf.setAttribute('title', 'b');
text.data = 'two';
leaf.textContent = '';
