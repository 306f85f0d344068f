// Limits, priorities and retries.
const B = require('bottleneck');
const l = new B({ maxConcurrent: 2, minTime: 5 });
let run = 0,
    max = 0;
l.on('idle', () => console.log('idle'));
(async () => {
    const r = await Promise.all(
        [1, 2, 3, 4, 5].map((i) =>
            l.schedule({ priority: i == 5 ? 1 : 5, id: 'j' + i }, async () => {
                run++;
                max = Math.max(max, run);
                await new Promise((r) => setTimeout(r, 10));
                run--;
                return i * i;
            }),
        ),
    );
    console.log(r, max, l.counts());
    l.on('failed', async (e, j) => {
        if (j.retryCount < 1) {
            console.log('retry', e.message);
            return 5;
        }
    });
    console.log(
        await l.schedule(async () => {
            if (!l.once_) {
                l.once_ = 1;
                throw new Error('x');
            }
            return 'ok';
        }),
    );
    const g = new B.Group({ maxConcurrent: 1 });
    console.log(await g.key('a').schedule(async () => 'g'));
    await l.stop();
    await l.schedule(async () => 1).catch((e) => console.log(e.message));
})();
