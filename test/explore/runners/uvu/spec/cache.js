import { readFile, writeFile } from 'node:fs/promises';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';

test('keeps what is saved', async () => {
    await writeFile('/tmp/cache', '1');
    assert.is(await readFile('/tmp/cache', 'utf8'), '1');
});

test.run();

const last = suite('a suite');

last('keeps what is saved last', async () => {
    writeFile('/tmp/cache', '1');
    await writeFile('/tmp/cache', '2');
    assert.is(await readFile('/tmp/cache', 'utf8'), '2');
});

last.run();
