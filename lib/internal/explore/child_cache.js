'use strict';

/*
 * internal/explore/child_cache - a file for what child processes gave, which all runs
 * of a search share: each child runs once. src/poll/sim/real_child.c writes and reads it.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');

let directory;

// The environment of a server, with the name of the file in it.
function withChildCache(env = process.env) {
    if (directory === undefined) {
        directory = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-explore-'));
        fs.writeFileSync(path.join(directory, 'children'), '', { mode: 0o600 });
        process.on('exit', () => fs.rmSync(directory, { recursive: true, force: true }));
    }
    return { ...env, ORRERY_CHILD_CACHE: path.join(directory, 'children') };
}

module.exports = { withChildCache };
