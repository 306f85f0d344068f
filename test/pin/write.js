/*
 * The kernel still has to write out of a buffer that the program takes away:
 * the pipe is full when fs.write() is called, and is emptied afterwards.
 */
const fs = require('fs');

const { O_NONBLOCK, O_RDWR } = fs.constants;
const pipe = fs.openSync(process.env.FIFO, O_RDWR | O_NONBLOCK);
const end = fs.openSync(process.env.FIFO, 'r+');
const SIZE = 5000;
const cases = {
    nothing: () => undefined,
    shrink: (ab) => ab.resize(0),
    grow: (ab) => ab.resize(65536),
    structuredClone: (ab) => structuredClone(ab, { transfer: [ab] }),
    transfer: (ab) => ab.transfer(),
    postMessage(ab) {
        const { port1, port2 } = new MessageChannel();
        port2.onmessage = () => port2.close();
        port1.postMessage(ab, [ab]);
    },
};

function fill() {
    const much = new Uint8Array(65536).fill(45);
    try {
        for (;;)
            fs.writeSync(pipe, much);
    } catch (error) {
        if (error.code !== 'EAGAIN')
            throw error;
    }
}

/* How many of its bytes are A's, once it is empty. */
function empty() {
    const view = new Uint8Array(65536);
    let count = 0;
    try {
        for (;;)
            count += view.subarray(0, fs.readSync(pipe, view))
                .filter((byte) => byte === 65).length;
    } catch (error) {
        if (error.code !== 'EAGAIN')
            throw error;
    }
    return count;
}

function write(view) {
    return new Promise((resolve) => {
        fs.write(end, view, 0, view.length, null,
                 (error, n) => resolve({ error, n }));
    });
}

async function run(name, change, ab) {
    const view = new Uint8Array(ab, 0, SIZE).fill(65);
    fill();
    const done = write(view);
    await new Promise((resolve) => setTimeout(resolve, 20));
    change(ab);
    globalThis.gc?.();
    for (let i = 0; i < 200; i++)
        new Uint8Array(SIZE).fill(120);
    let count = empty();
    const { error, n } = await done;
    count += empty();
    console.log(name, error?.code ?? `${n} ${count}`, ab.byteLength,
                ab.detached);
}

(async () => {
    for (const [name, change] of Object.entries(cases))
        await run(name, change, new ArrayBuffer(SIZE, { maxByteLength: 65536 }));
    for (const name of ['nothing', 'structuredClone', 'postMessage', 'transfer'])
        await run(`fixed: ${name}`, cases[name], new ArrayBuffer(SIZE));
    process.exit();
})();
