import { mkdir, rm } from 'node:fs/promises';

export const mochaHooks = {
    async beforeEach() {
        await rm('/tmp/orrery-runners', { recursive: true, force: true });
        await mkdir('/tmp/orrery-runners');
    },
};
