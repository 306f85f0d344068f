// Objects of a worker, by messages.
import { Worker, isMainThread, parentPort, MessageChannel } from 'worker_threads';
import * as Comlink from 'comlink';
import { createRequire } from 'module';
const nodeEndpoint = (await import('comlink/dist/esm/node-adapter.mjs')).default;
if (isMainThread) {
    const w = new Worker(new URL(import.meta.url));
    const api = Comlink.wrap(nodeEndpoint(w));
    console.log(await api.add(1, 2));
    console.log(await api.name);
    const C = await new api.Counter(5);
    await C.inc();
    console.log(await C.n);
    await api.cb(Comlink.proxy((v) => console.log('cb', v)));
    try {
        await api.bad();
    } catch (e) {
        console.log(e.message);
    }
    await w.terminate();
} else {
    class Counter {
        constructor(n) {
            this.n = n;
        }
        inc() {
            this.n++;
        }
    }
    Comlink.expose(
        {
            add: (a, b) => a + b,
            name: 'nm',
            Counter,
            async cb(f) {
                await f('x');
            },
            bad() {
                throw new Error('bad');
            },
        },
        nodeEndpoint(parentPort),
    );
}
