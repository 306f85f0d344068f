// What does a chunk of 64 KiB cost that a read stream pipes into a write stream? In
// memory where there is /dev/shm, so that no disk is in it.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { measure, size } = require('./measure.js');
const CHUNK = 65536;
const n = size(2000);
const memory = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
const folder = fs.mkdtempSync(path.join(memory, 'orrery-bench-'));
const from = path.join(folder, 'from');
const to = path.join(folder, 'to');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const fd = fs.openSync(from, 'w');
for (let i = 0; i < n; i++)
    fs.writeSync(fd, Buffer.alloc(CHUNK, i));
fs.closeSync(fd);

const stop = measure('stream_copy');
fs.createReadStream(from).pipe(fs.createWriteStream(to)).on('finish', () => {
    stop(n);
    if (fs.statSync(to).size !== n * CHUNK)
        throw new Error('the copy is too short');
});
