const a = new BroadcastChannel('news');
const b = new BroadcastChannel('news');
const c = new BroadcastChannel('other');
for (const [name, channel] of Object.entries({ a, b, c }))
    channel.onmessage = (event) => console.log(name, event.data);
a.postMessage('hello');
