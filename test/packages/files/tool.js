// A tool in a process of its own, in a folder that is gone with the program.
// write(name, text) makes a file there; run(file, ...arguments) runs a file of
// node_modules and returns what it printed, without times and the folder's name.
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const modules = path.join(__dirname, '../node_modules');
const dir = fs.mkdtempSync(path.join(__dirname, '../tool-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

function write(name, text) {
    fs.writeFileSync(path.join(dir, name), text);
}

function run(file, ...args) {
    const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [path.join(modules, file), ...args],
        { cwd: dir, encoding: 'utf8', env: { ...process.env, CI: '1', NO_COLOR: '1' } },
    );
    const text = (stdout + stderr)
        .replaceAll(dir, 'DIR')
        .replace(/\d+(\.\d+)? ?m?s\b/g, 'T')
        .replace(/\(node:\d+\)/g, '')
        .trimEnd();
    return `${text}\nstatus ${status}`;
}

module.exports = { dir, modules, run, write };
