const worker = new Worker(URL.createObjectURL(new Blob([`
    postMessage(location.href.slice(0, 5));
    new Worker('relative.js');
`])));
worker.onerror = (e) => { console.log(e.message); e.preventDefault(); };
worker.onmessage = (e) => {
    console.log(e.data, JSON.stringify(e.origin), e.source === null, e.ports.length,
        Object.isFrozen(e.ports));
};
function refuse(fn) {
    try {
        fn();
    } catch (error) {
        console.log(error.name, error.message);
    }
}
const makePort = () => new MessageChannel().port1;
refuse(() => new Worker(URL.createObjectURL(new Blob([''])), { type: 'x' }));
refuse(() => new MessagePort());
refuse(() => worker.postMessage());
refuse(() => worker.postMessage(() => {}));
refuse(() => worker.postMessage(1, 5));
refuse(() => { const port = makePort(); port.postMessage(1, [port]); });
refuse(() => { const port = makePort(); worker.postMessage(1, [port, port]); });
refuse(() => {
    const port = makePort();
    worker.postMessage(1, [port]);
    worker.postMessage(1, [port]);
});
refuse(() => worker.postMessage(makePort()));
console.log(String(worker), String(makePort()), Worker.name, Worker.length);
