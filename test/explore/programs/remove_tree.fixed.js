'use strict';
/*
 * Two patterns match a folder and a file in it, and both are removed at the
 * same time. The file is gone with its folder between the listing and its own
 * removal.
 *
 * Fixed: this one has no such order.
 */
const fs = require('fs');
const os = require('os');
const path = require('path');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'explore-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

const file = path.join(dir, 'a', 'file');
fs.mkdirSync(path.join(dir, 'a'));
fs.writeFileSync(file, '');

const check = (error) => {
    if (error)
        throw error;
};

function remove(name, callback) {
    fs.lstat(name, (error) => {
        if (error)
            callback(error.code === 'ENOENT' ? null : error);
        else
            fs.rm(name, { recursive: true, force: true }, callback);
    });
}

remove(file, check);
fs.stat(dir, () => fs.stat(dir, () => {
    remove(path.join(dir, 'a'), check);
}));
