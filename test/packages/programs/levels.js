// classic-level and leveldown.
const { ClassicLevel } = require('classic-level');
const leveldown = require('leveldown');
const fs = require('fs'),
    os = require('os'),
    path = require('path');
(async () => {
    const d = fs.mkdtempSync(path.join(os.tmpdir(), 'lv-'));
    const db = new ClassicLevel(d, { valueEncoding: 'json' });
    await db.put('a', { x: 1 });
    await db.batch([
        { type: 'put', key: 'b', value: 2 },
        { type: 'put', key: 'c', value: [3] },
    ]);
    console.log(await db.get('a'), await db.get('zz'));
    for await (const [k, v] of db.iterator({ gt: 'a' })) console.log(k, v);
    console.log(await db.keys({ reverse: true }).all());
    await db.del('a');
    const s = db.snapshot();
    await db.clear();
    console.log(await db.get('b', { snapshot: s }), await db.get('b'));
    await s.close();
    await db.close();
    const l = leveldown(d + '/2');
    l.open((e) => {
        l.put('k', 'v', (e) => {
            l.get('k', { asBuffer: false }, (e, v) => {
                console.log(e, v);
                l.get('n', (e) => {
                    console.log(e.message);
                    l.close(() => {
                        fs.rmSync(d, { recursive: true });
                        console.log('done');
                    });
                });
            });
        });
    });
})();
