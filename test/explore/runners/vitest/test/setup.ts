import { beforeEach } from 'vitest';
import { mkdir, rm } from 'node:fs/promises';

beforeEach(async () => {
    await rm('/tmp/orrery-runners', { recursive: true, force: true });
    await mkdir('/tmp/orrery-runners');
});
