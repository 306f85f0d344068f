window.onmessage = (event) => console.log(JSON.stringify(event.data), String(event.data === data));
const data = { list: [1, 2], date: new Date(0), nested: { map: null } };
window.postMessage(data, '*');
data.list.push(3);
