'use strict';
/*
 * What the drivers share: the package, which is the program's first argument,
 * and a folder of its own.
 */
const fs = require('fs');
const os = require('os');
const path = require('path');

const name = process.argv[2];
const load = () => require(require.resolve(name, { paths: [process.cwd()] }));

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'explore-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

const inside = (...parts) => path.join(dir, ...parts);
const check = (error) => {
    if (error)
        throw error;
};

// Something else the program has to do first: so many steps.
const after = (steps, then) =>
    fs.stat(dir, () => (steps > 1 ? after(steps - 1, then) : then()));

module.exports = { name, load, dir, inside, check, after };
