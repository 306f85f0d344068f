const list = document.createElement('ul');
const seen = new MutationObserver((records, observer) => {
    console.log('records', String(records.length), String(observer === seen));
    console.log(records.map((r) => r.type).join(' '));
});
seen.observe(list, { childList: true, attributes: true });
list.appendChild(document.createElement('li'));
list.setAttribute('class', 'a');
list.removeChild(list.firstChild);
Promise.resolve().then(() => console.log('promise'));
console.log('script end');
