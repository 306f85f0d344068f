import { beforeAll, describe, expect, test } from 'vitest';

test('passes', () => {});

test('fails', () => {
    expect({ a: 1 }).toEqual({ a: 2 });
});

test('takes too long', async () => {
    await new Promise(() => {});
}, 50);

describe('a hook', () => {
    beforeAll(() => {
        throw new Error('it fails');
    });
    test('is not run', () => {});
});

test('leaves a rejection', () => {
    void Promise.reject(new Error('nobody hears of it'));
});
