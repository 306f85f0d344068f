'use strict';
/*
 * A cache reads a file that it does not know yet, and writes through. The read
 * begins before a write and ends after it: the cache keeps what the file no
 * longer has.
 *
 * Fixed: this one has no such order.
 */
const fs = require('fs');
const os = require('os');
const path = require('path');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'explore-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

const assert = require('assert');
const file = path.join(dir, 'config');
fs.writeFileSync(file, 'old');

class Cache {
    entries = new Map();

    async get(name) {
        if (!this.entries.has(name)) {
            const text = await fs.promises.readFile(name, 'utf8');
            if (!this.entries.has(name))
                this.entries.set(name, text);
        }
        return this.entries.get(name);
    }

    async put(name, text) {
        this.entries.set(name, text);
        await fs.promises.writeFile(name, text);
    }
}

(async () => {
    const cache = new Cache();
    await Promise.all([cache.get(file), cache.put(file, 'new')]);
    assert.strictEqual(await cache.get(file), fs.readFileSync(file, 'utf8'));
})();
