'use strict';
/* A key is set twice: the later value is the one that is found on disk. */
const { load, dir, check } = require('./common');
const assert = require('assert');

const run = async () => {
    const storage = load().create({ dir });
    await storage.init({ dir });
    await Promise.all([storage.setItem('key', 1),
        storage.setItem('key', 'the later value')]);
    const again = load().create({ dir });
    await again.init({ dir });
    assert.strictEqual(await again.getItem('key'), 'the later value');
};
run().catch(check);
