// A pool of workers: results, errors, aborts, transfers.
const { Piscina, isWorkerThread, move } = require('piscina');
const path = require('path');
if (!Piscina.isWorkerThread) {
    (async () => {
        const p = new Piscina({ filename: __filename, minThreads: 1, maxThreads: 2 });
        console.log(await p.run({ a: 4, b: 6 }), await p.run({ a: 1, b: 1 }, { name: 'mul' }));
        console.log(await Promise.all([1, 2, 3, 4, 5].map((i) => p.run({ a: i, b: i }))));
        try {
            await p.run({ throw: 'boom' });
        } catch (e) {
            console.log(e.name, e.message);
        }
        const ac = new AbortController();
        const q = p.run({ hang: 1 }, { signal: ac.signal });
        setTimeout(() => ac.abort(), 50);
        await q.catch((e) => console.log(e.name, e.message));
        const ab = new ArrayBuffer(8);
        console.log(
            await p.run({ buf: ab }, { transferList: [ab] }),
            ab.byteLength,
            p.completed,
            p.options.maxThreads,
        );
        await p.destroy();
        console.log('done');
    })();
}
module.exports = async ({ a, b, throw: t, hang, buf }) => {
    if (t) throw new TypeError(t);
    if (hang) await new Promise((r) => setTimeout(r, 1e5));
    if (buf) return buf.byteLength;
    return a + b;
};
module.exports.mul = ({ a, b }) => a * b + 100;
