// Two ports, values of all sizes, a port that is moved through another.
const { port1, port2 } = new MessageChannel();
const inner = new MessageChannel();

port2.on('message', ({ n, text, port }) => {
    console.log(n, text.length);
    if (port)
        port.postMessage('through the moved one');
    if (n === 3)
        port2.close();
});
// A message that cannot be read for lack of memory.
for (const port of [port2, inner.port1])
    port.on('messageerror', e => { throw e; });
inner.port1.on('message', text => {
    console.log(text);
    inner.port1.close();
});
for (let n = 1; n <= 2; n++)
    port1.postMessage({ n, text: 'x'.repeat(n * 500) });
port1.postMessage({ n: 3, text: '', port: inner.port2 }, [inner.port2]);
port1.on('close', () => console.log('closed'));
