// lru-cache, keyv, node-cache, convict, nconf, cron, node-cron, node-schedule, ms, bytes.
import { LRUCache } from 'lru-cache';
import Keyv from 'keyv';
import NodeCache from 'node-cache';
import convict from 'convict';
import nconf from 'nconf';
import { CronJob, CronTime } from 'cron';
import nc from 'node-cron';
import schedule from 'node-schedule';
import ms from 'ms';
import bytes from 'bytes';
const l = new LRUCache({ max: 2, ttl: 1000, dispose: (v, k, r) => console.log('dispose', k, r) });
l.set('a', 1);
l.set('b', 2);
l.get('a');
l.set('c', 3);
console.log([...l.keys()], l.has('b'), await l.fetch('a'));
const k = new Keyv({ namespace: 'n' });
await k.set('x', { a: 1 }, 50);
console.log(await k.get('x'));
await new Promise((r) => setTimeout(r, 70));
console.log(await k.get('x'));
const n = new NodeCache({ stdTTL: 100, checkperiod: 0 });
n.on('set', (k, v) => console.log('set', k, v));
n.set('q', [1]);
console.log(n.get('q'), n.getStats(), n.keys());
const c = convict({
    port: { doc: 'p', format: 'port', default: 80, env: 'PPP' },
    e: { format: ['a', 'b'], default: 'a' },
});
c.load({ port: 99999 });
try {
    c.validate({ allowed: 'strict' });
} catch (e) {
    console.log(e.message);
}
console.log(c.get('e'));
nconf.overrides({ a: { b: 1 } }).defaults({ c: 2, a: { d: 3 } });
console.log(nconf.get('a'), nconf.get('a:d'), nconf.get('c'));
console.log(
    new CronTime('0 30 11 * * 1-5').source,
    nc.validate('* * * * *'),
    nc.validate('99 * * * *'),
    ms('2 days'),
    ms(60000, { long: true }),
    bytes('1kb'),
    bytes(1e9),
);
let t = 0;
const j = CronJob.from({
    cronTime: '* * * * * *',
    onTick() {
        if (++t == 2) {
            j.stop();
            console.log('ticked');
        }
    },
    start: true,
});
const sj = schedule.scheduleJob(new Date(Date.now() + 300), () => console.log('scheduled'));
const ct = new CronTime('0 0 1 1 *', 'UTC');
console.log(ct.getNextDateFrom(new Date(0), 'UTC').toISO());
