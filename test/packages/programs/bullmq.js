// Queues in Redis: bullmq and bull.
const { Queue, Worker } = require('bullmq');
const Bull = require('bull');
(async () => {
    const port = Number(process.env.REDIS_PORT);
    const connection = { host: '127.0.0.1', port, maxRetriesPerRequest: null };
    const q = new Queue('q', { connection });
    await q.obliterate({ force: true });
    const w = new Worker(
        'q',
        async (j) => {
            if (j.name == 'bad') throw new Error('bad job');
            await j.updateProgress(50);
            return j.data.x * 2;
        },
        { connection },
    );
    await new Promise(async (res) => {
        let n = 0;
        const f = () => ++n == 4 && res();
        w.on('completed', (j, v) => {
            console.log('completed', j.name, v);
            f();
        });
        w.on('failed', (j, e) => {
            console.log('failed', j.name, e.message);
            f();
        });
        await q.add('a', { x: 1 });
        await q.add('b', { x: 2 }, { delay: 50 });
        await q.add('bad', {});
        await q.add('c', { x: 9 }, { priority: 1, delay: 120 });
    });
    console.log(await q.getJobCounts('completed', 'failed', 'waiting'));
    await w.close();
    await q.close();
    const b = new Bull('b', { redis: { host: '127.0.0.1', port } });
    b.process(async (j) => j.data.n + 1);
    const j = await b.add({ n: 41 });
    console.log(await j.finished());
    await b.close();
    process.exit(0);
})();
