// A port that is sent is made anew where it arrives: what waits for it comes
// with a later poll, after messages to ports that are older. If the message is
// never delivered, the port's other end is closed.
// prints: got older moved other-closed
// also: node18
const { port1, port2 } = new MessageChannel();
const moved = new MessageChannel();
const older = new MessageChannel();
const lost = new MessageChannel();
port2.once('message', (port) => {
    console.log('got');
    port2.close();
    port.once('message', () => {
        console.log('moved');
        port.close();
        const nowhere = new MessageChannel();
        nowhere.port1.postMessage(lost.port1, [lost.port1]);
        lost.port2.on('message', () => {});
        lost.port2.on('close', () => console.log('other-closed'));
        nowhere.port2.close();
    });
});
older.port2.once('message', () => {
    console.log('older');
    older.port2.close();
});
port1.postMessage(moved.port1, [moved.port1]);
moved.port2.postMessage(1);
older.port1.postMessage(1);
