// Messages are callbacks of their own, each with its ticks behind it. What made
// one ready is its trigger: who posted it, or who began to listen.
const { port1, port2 } = new MessageChannel();      // <- async+*5 handle.open*2
port1.postMessage('early');
port1.postMessage('early too');
setImmediate(() => {                                // <- immediate+ async<*2
    port2.onmessage = ({ data }) => {
        console.log(data);                          // <- console*5
        process.nextTick(() => {});                 // <- tick.queue*5 tick+*5
        if (data === 'last')
            port2.close();                          // <- async+ handle.close
    };
    setTimeout(() => port1.postMessage('a'), 5);    // <- timer+ async<
    setTimeout(() => port1.postMessage('b'), 5);    // <- timer+ async<
    setTimeout(() => port1.postMessage('last'), 9); // <- timer+ async<
});
