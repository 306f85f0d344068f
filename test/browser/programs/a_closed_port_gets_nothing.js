const { port1, port2 } = new MessageChannel();
port1.onmessage = (event) => console.log('got', event.data);
port1.close();
port2.postMessage('lost');
setTimeout(() => console.log('end'), 60);
