import { expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { Cache, type Entry } from '@/cache';

const FILE: string = '/tmp/orrery-runners/cache';

async function load(): Promise<Entry> {
    return JSON.parse(await readFile(FILE, 'utf8'));
}

test('keeps what is saved', async () => {
    const cache = new Cache(FILE);
    await cache.save({ value: 1 });
    expect(await load()).toEqual({ value: 1 });
});

test('keeps what is saved last', async () => {
    const cache = new Cache(FILE);
    void cache.save({ value: 1 });
    await cache.save({ value: 2 });
    expect(await load()).toEqual({ value: 2 });
});
