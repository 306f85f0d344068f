// A closed port takes its other end with it, but only behind the last message;
// and what was waiting when close() was called is still delivered.
// prints: false got:1 got:2 x:1 x:2 called closed:2 closed:1
// also: node18
const out = (word) => process.stdout.write(`${word} `);
const { port1, port2 } = new MessageChannel();
port1.on('message', (message) => out(`got:${message}`));
port1.on('close', () => out('closed:1'));
port2.on('close', () => out('closed:2'));
port2.postMessage(1);
port2.postMessage(2);

const other = new MessageChannel();
other.port1.once('message', () => other.port1.close(() => out('called')));
other.port1.on('message', (message) => out(`x:${message}`));
other.port2.postMessage(1);
other.port2.postMessage(2);
port2.close();
out(port2.hasRef());
