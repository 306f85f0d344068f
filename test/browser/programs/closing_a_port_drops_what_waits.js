const { port1, port2 } = new MessageChannel();
port2.onmessage = (e) => { console.log(e.data); if (e.data === 2) port2.close(); };
for (let i = 1; i < 5; i++) port1.postMessage(i);
setTimeout(() => { port1.postMessage(9); console.log('end'); }, 20);
