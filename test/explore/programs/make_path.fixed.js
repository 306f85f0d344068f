'use strict';
/*
 * Two recursive mkdir share a parent, and EEXIST of the parent is taken for a
 * failure. The second one finds the parent missing, and then already made by
 * the first.
 *
 * Fixed: this one has no such order.
 */
const fs = require('fs');
const os = require('os');
const path = require('path');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'explore-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

function makePath(name, callback) {
    fs.mkdir(name, (error) => {
        if (error?.code === 'ENOENT') {
            makePath(path.dirname(name), (failed) => {
                if (failed)
                    callback(failed);
                else
                    makePath(name, callback);
            });
        } else {
            callback(error?.code === 'EEXIST' ? null : error);
        }
    });
}

const check = (error) => {
    if (error)
        throw error;
};

makePath(path.join(dir, 'a', 'one'), check);
fs.stat(dir, () => fs.stat(dir, () => fs.stat(dir, () => {
    makePath(path.join(dir, 'a', 'two'), check);
})));
