import { test } from 'vitest';
import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

test('is slow if the machine is', async () => {
    await wait(30);
    await stat('/tmp');
}, 60);

test('waits for ever in one order', async () => {
    let isFirst = false;
    await new Promise<void>((done) => {
        stat('/tmp').then(() => {
            isFirst = true;
        });
        stat('/usr').then(() => isFirst && done());
    });
}, 100);
