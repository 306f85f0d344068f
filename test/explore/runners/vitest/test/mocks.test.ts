import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { send } from '../src/send';
import * as mail from '../src/mail';

const { domain } = vi.hoisted(() => ({ domain: 'example.org' }));
vi.mock('../src/mail', async (original) => ({
    ...await original<typeof import('../src/mail')>(),
    addressOf: vi.fn(async (name: string) => `${name}@${domain}`),
}));
vi.mock('../src/cache');

afterEach(() => {
    vi.useRealTimers();
});

describe('mocks', () => {
    it('replaces a module', async () => {
        expect(await send('joe')).toBe('to joe@example.org');
        expect(mail.addressOf).toHaveBeenCalledWith('joe');
    });

    it('replaces all that a module has', async () => {
        const { Cache } = await import('../src/cache');
        expect(new Cache('nowhere').save({ value: 1 })).toBeUndefined();
    });

    it('has the module itself', async () => {
        const real = await vi.importActual<typeof mail>('../src/mail');
        await expect(real.addressOf('/not/there')).rejects.toThrow('ENOENT');
    });
});

test('timers', () => {
    vi.useFakeTimers();
    const fn = vi.fn();
    mail.later(fn);
    vi.advanceTimersByTime(999);
    expect(fn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(fn).toHaveBeenCalledOnce();
});

test('snapshots', () => {
    expect({ b: [1], a: 'x' }).toMatchInlineSnapshot(`
      {
        "a": "x",
        "b": [
          1,
        ],
      }
    `);
});

test('a computed import', async () => {
    const name = 'se';
    const { send: again } = await import(`../src/${name}nd.ts`);
    expect(again).toBe(send);
});

test.each([[1, 2], [2, 4]])('%i doubled', (n, twice) => {
    expect(n * 2).toBe(twice);
});

test('what was set up', () => {
    expect(process.env.FROM_CONFIGURATION).toBe('yes');
    expect(process.env.FROM_GLOBAL_SETUP).toBe('yes');
    expect(import.meta.env.MODE).toBe('test');
});

test.skip('a test that is skipped', () => {});
test.todo('a test that is not there');
