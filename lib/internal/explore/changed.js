'use strict';

/*
 * internal/explore/changed - the test files that a change can matter to: those that
 * were changed, and those that load a changed file, as far as `require('./x')` and
 * `import './x'` tell. By git: what differs from the last commit, or from the commit
 * that is named, and what is new.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const LOADS = /(?:require\s*\(|import\s*\(|from|import)\s*['"](\.{1,2}\/[^'"]+)['"]/g;
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.json', '.ts', '.tsx', '.jsx', '.mts', '.cts',
    '/index.js', '/index.ts', '/index.tsx'];

function git(...args) {
    const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
    return status === 0 ? stdout.split('\0').filter((name) => name !== '') : undefined;
}

// undefined: there is no git, or no such commit.
function changedFiles(since) {
    const root = git('rev-parse', '--show-toplevel')?.[0]?.trimEnd();
    const changed = root && git('diff', '--name-only', '-z', since);
    const added = changed && git('ls-files', '-z', '--others', '--exclude-standard',
        '--full-name');
    return added && new Set([...changed, ...added].map((name) => path.join(root, name)));
}

function resolve(from, name) {
    const plain = path.resolve(path.dirname(from), name);
    // In TypeScript './a.js' may be a.ts.
    const source = plain.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
    return [...ENDINGS.map((end) => plain + end), source].find((file) =>
        fs.statSync(file, { throwIfNoEntry: false })?.isFile());
}

function loadedBy(file) {
    let text;
    try {
        text = fs.readFileSync(file, 'utf8');
    } catch {
        return [];
    }
    return [...text.matchAll(LOADS)].map((match) => resolve(file, match[1]))
        .filter((name) => name !== undefined);
}

function reaches(file, changed, seen = new Set()) {
    if (seen.has(file))
        return false;
    seen.add(file);
    return changed.has(file) ||
        loadedBy(file).some((other) => reaches(other, changed, seen));
}

// Those of the files that the change matters to; undefined if git cannot tell.
function affected(files, since) {
    const changed = changedFiles(since);
    return changed && files.filter((file) => reaches(path.resolve(file), changed));
}

module.exports = { affected };
