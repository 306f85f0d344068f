const test = require('tape');
const { readFile, writeFile } = require('fs/promises');

test('a cache', async (t) => {
    t.ok(isSetUp, 'is set up');
    writeFile('/tmp/cache', '1');
    await writeFile('/tmp/cache', '2');
    t.equal(await readFile('/tmp/cache', 'utf8'), '2', 'keeps what is saved last');
});

test.skip('a test that is skipped', (t) => t.fail());
