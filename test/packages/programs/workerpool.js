// Functions in threads and in processes.
const wp = require('workerpool');
const path = require('path');
const { isMainThread } = require('worker_threads');
(async () => {
    const p = wp.pool({ maxWorkers: 2, workerType: 'thread' });
    console.log(await p.exec((a, b) => a + b, [3, 4]));
    console.log(
        await Promise.all(
            [5, 10, 15].map((n) =>
                p.exec(
                    function fib(n) {
                        return n < 2 ? n : fib(n - 1) + fib(n - 2);
                    },
                    [n],
                ),
            ),
        ),
    );
    await p
        .exec(() => {
            throw new RangeError('rr');
        })
        .catch((e) => console.log(e.name, e.message));
    await p
        .exec(() => {
            for (;;);
        })
        .timeout(100)
        .catch((e) => console.log(e.constructor.name, e.message));
    console.log(p.stats());
    await p.terminate();
    const q = wp.pool({ workerType: 'process', maxWorkers: 1 });
    console.log(await q.exec((s) => s.toUpperCase() + typeof process.send, ['abc']));
    await q.terminate();
})();
