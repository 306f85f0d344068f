import assert from 'node:assert';
import { readFile, writeFile } from 'node:fs/promises';

const FILE = '/tmp/orrery-runners/cache';

describe('a cache', () => {
    it('keeps what is saved', async () => {
        await writeFile(FILE, '1');
        assert.equal(await readFile(FILE, 'utf8'), '1');
    });

    it('keeps what is saved last', async () => {
        writeFile(FILE, '1');
        await writeFile(FILE, '2');
        assert.equal(await readFile(FILE, 'utf8'), '2');
    });

    it('is slow', async () => {
        await new Promise((done) => setTimeout(done, 2500)); // the script allows it
    });
});
