// Lines of the file are named, not those of babel's.
const { readFile } = require('fs/promises');
const { save } = require('../src/cache');

const FILE = '/tmp/cache';

test('keeps what is saved', async () => {
    await save(FILE, 1);
    expect(await readFile(FILE, 'utf8')).toBe('1');
    expect(isSetUp).toBe(true);
});

test('keeps what is saved last', async () => {
    save(FILE, 1);
    await save(FILE, 2);
    expect(await readFile(FILE, 'utf8')).toBe('2');
});
