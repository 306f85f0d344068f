/*
 * The kernel still reads into a buffer that the program takes away: what the
 * callback is told, and who has the bytes then. FIFO is a pipe with a name.
 */
const fs = require('fs');

const pipe = fs.openSync(process.env.FIFO, 'r+');
const cases = {
    nothing: () => undefined,
    shrink: (ab) => ab.resize(0),
    grow: (ab) => ab.resize(65536),
    'shrink and grow': (ab) => { ab.resize(0); ab.resize(65536); },
    'structuredClone': (ab) => structuredClone(ab, { transfer: [ab] }),
    transfer: (ab) => ab.transfer(),
    'transfer to another length': (ab) => ab.transfer(10),
    postMessage(ab) {
        const { port1, port2 } = new MessageChannel();
        const moved = new Promise((resolve) => { port2.onmessage = resolve; });
        port1.postMessage(ab, [ab]);
        return moved.then((event) => { port2.close(); return event.data; });
    },
};

function show(name, error, n, ab, view, moved) {
    const text = (v) => v.length === 0 ? '-' :
        String.fromCharCode(...v.subarray(0, 5)).replaceAll('\0', '.');
    console.log(name, error?.code ?? n, ab.byteLength, ab.detached,
                text(view), moved ? text(new Uint8Array(moved)) : '');
}

function read(view) {
    return new Promise((resolve) => {
        fs.read(pipe, view, 0, view.length, null,
                (error, n) => resolve({ error, n }));
    });
}

async function run(name, change, ab) {
    const view = new Uint8Array(ab, 0, 64);
    const done = read(view);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const moved = await change(ab);
    globalThis.gc?.();
    for (let i = 0; i < 200; i++) // what uses freed memory meets it again
        new Uint8Array(64).fill(120);
    fs.writeSync(pipe, 'hello');
    const { error, n } = await done;
    show(name, error, n, ab, view, moved);
    if (error) // the bytes are still in the pipe, or were lost with the buffer
        await drain();
}

async function drain() {
    fs.writeSync(pipe, 'end');
    for (let text = ''; !text.endsWith('end');) {
        const view = new Uint8Array(64);
        text += String.fromCharCode(...view.subarray(0, fs.readSync(pipe, view)));
    }
}

(async () => {
    for (const [name, change] of Object.entries(cases))
        await run(name, change, new ArrayBuffer(64, { maxByteLength: 65536 }));
    for (const name of ['nothing', 'structuredClone', 'postMessage', 'transfer'])
        await run(`fixed: ${name}`, cases[name], new ArrayBuffer(64));
    process.exit();
})();
