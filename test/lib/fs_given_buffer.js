'use strict';
/* readFile() with the option `buffer`: into memory of the program. */

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'fs-given-'));
const file = path.join(dir, 'five');
fs.writeFileSync(file, 'hello');

/* Each manner of reading the file. */
const ways = {
    sync: async (options) => fs.readFileSync(file, options),
    callback: (options) => new Promise((resolve, reject) => {
        fs.readFile(file, options, (error, result) => {
            if (error)
                reject(error);
            else
                resolve(result);
        });
    }),
    promise: (options) => fs.promises.readFile(file, options),
    async handle(options) {
        const handle = await fs.promises.open(file);
        return handle.readFile(options).finally(() => handle.close());
    },
    async descriptor(options) {
        const fd = fs.openSync(file);
        try {
            return fs.readFileSync(fd, options);
        } finally {
            fs.closeSync(fd);
        }
    },
};

async function check(read) {
    const buffer = Buffer.alloc(10);
    const result = await read({ buffer });
    assert.strictEqual(result.buffer, buffer.buffer);
    assert.strictEqual(result.toString(), 'hello');
    assert.strictEqual(await read({ buffer, encoding: 'utf8' }), 'hello');

    const view = new DataView(new ArrayBuffer(20), 3);
    assert.strictEqual((await read({ buffer: view })).byteOffset, 3);

    const sizes = [];
    await read({ buffer: (n) => sizes.push(n) && Buffer.alloc(n) });
    assert.deepStrictEqual(sizes, [5]);

    await assert.rejects(read({ buffer: Buffer.alloc(4) }), {
        code: 'ERR_INVALID_ARG_VALUE',
        message: "The property 'options.buffer.byteLength' is smaller than " +
            'the file size of 5 bytes. Received 4',
    });
    await assert.rejects(read({ buffer: () => 1 }),
                         { code: 'ERR_INVALID_ARG_TYPE' });
    await assert.rejects(read({ buffer: () => { throw new Error('own'); } }),
                         { message: 'own' });
}

(async () => {
    for (const name of Object.keys(ways))
        await check(ways[name]);
    assert.throws(() => fs.readFileSync(file, { buffer: 1 }),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => fs.readFile(file, { buffer: 1 }, () => {}),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    fs.rmSync(dir, { recursive: true });
})();
