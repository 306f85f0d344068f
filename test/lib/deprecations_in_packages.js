'use strict';
// What is deprecated warns in a program, and not in a package, which is not the
// program's to mend: the innermost file on the stack says which of both it is.

const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'deprecations-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true }));
fs.mkdirSync(path.join(dir, 'node_modules', 'old'), { recursive: true });

/* The code that a program prints as a warning, or ''. */
function warningOf(program, inPackage) {
    fs.writeFileSync(path.join(dir, 'node_modules', 'old', 'index.js'),
                     inPackage);
    fs.writeFileSync(path.join(dir, 'program.js'), program);
    const { stderr, status } = spawnSync(
        process.execPath, [path.join(dir, 'program.js')],
        { encoding: 'utf8' });
    assert.strictEqual(status, 0);
    return /DEP\d+/.exec(stderr)?.[0] ?? '';
}

for (const { 0: use, 1: code } of [
    ["require('punycode')", 'DEP0040'],
    ["require('url').parse('http://a/b')", 'DEP0169'],
    ['new Buffer(1)', 'DEP0005'],
]) {
    assert.strictEqual(warningOf(use, ''), code);
    assert.strictEqual(warningOf("require('old')", use), '');
    assert.strictEqual(
        warningOf(`require('old')(() => ${use})`,
                  'module.exports = (callback) => callback()'), code);
}
