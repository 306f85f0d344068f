'use strict';

/*
 * internal/explore/runners/mocha - mocha: one JSON array a line.
 *
 * Which files there are, mocha's own code says, by its configuration and by the words of
 * the script in package.json. Mocha adds the files of a configuration to those that are
 * named. So where the configuration names files, each command has the rest of it as
 * options instead.
 */

const path = require('path');
const fs = require('fs');
const { MORE_MS } = require('internal/explore/more_time');
const { TIME_LIMIT, firstLine, linesOf, findFiles, binOf } =
    require('internal/explore/runners/common');
const { scriptOf } = require('internal/explore/runners/script');
/* Loaded when first used: module. */

function* resultsOf(run) {
    for (const line of linesOf(run)) {
        const match = /\["(pass|fail)",(\{.*\})\]$/.exec(line);
        if (match)
            yield { hasFailed: match[1] === 'fail', test: JSON.parse(match[2]) };
    }
}

function tests(run) {
    const found = new Map();
    for (const { hasFailed, test } of resultsOf(run)) {
        const isHook = /^"(?:before|after)/.test(test.title);
        if (hasFailed || !isHook)
            found.set(test.fullTitle, hasFailed ? firstLine(test.err) : null);
    }
    return found;
}

// It looks at the clock itself when a test has ended.
function isSlow(run, name) {
    for (const { hasFailed, test } of resultsOf(run))
        if (hasFailed && test.fullTitle === name)
            return TIME_LIMIT.test(firstLine(test.err)) && test.duration < MORE_MS;
    return false;
}

// ---- Its configuration --------------------------------------------------------------

function loadOwn(dir, name) {
    const folder = path.join(dir, path.dirname(binOf(dir, 'mocha/package.json')),
        'lib/cli');
    const file = [`${name}.cjs`, `${name}.js`].map((one) => path.join(folder, one))
        .find((one) => fs.existsSync(one));
    return require('module').createRequire(file)(file);
}

// Options that say what is run or how it is shown, or have no use in a search.
const LEFT_OUT = new Set(['_', '$0', 'config', 'package', 'opts', 'spec', 'reporter',
    'reporter-option', 'reporter-options', 'parallel', 'jobs', 'watch', 'watch-files',
    'watch-ignore', 'diff', 'color', 'colors', 'inline-diffs', 'full-trace', 'bail',
    'ignore', 'exclude', 'sort', 'recursive', 'growl', 'slow']);

// Options as words again. A name of one letter, or in capitals, is another's alias.
function toWords(options, file) {
    const words = ['--no-config', '--no-package'];
    for (const [name, value] of Object.entries(options)) {
        if (LEFT_OUT.has(name) || name.length === 1 || /[A-Z]/.test(name) ||
            (name === 'extension' && value.includes(path.extname(file).slice(1)) &&
                value.length > 2) || (name === 'ui' && value === 'bdd') ||
            (name === 'timeout' && value === 2000))
            continue;
        if (value === true)
            words.push(`--${name}`);
        else if (value === false)
            words.push(`--no-${name}`);
        else
            for (const one of [value].flat())
                words.push(`--${name}=${one}`);
    }
    return words;
}

function hasOwnWords(options, plain, after) {
    return options._.length > 0 || after.some((word) => word.startsWith('-')) ||
        plain._.length > 0;
}

async function collect(dir, options) {
    const collectFiles = loadOwn(dir, 'collect-files');
    const { files = [] } = await (collectFiles.default ?? collectFiles)({
        ignore: [], file: [], sort: false, recursive: false, ...options,
        spec: options._.length > 0 ? options._ : ['./test'],
    });
    const first = new Set([options.file ?? []].flat().map((one) => path.resolve(one)));
    return files.filter((file) => !first.has(file))
        .map((file) => path.relative(dir, file));
}

async function list(dir, named) {
    const { after } = scriptOf(dir, 'mocha');
    let options;
    try {
        options = loadOwn(dir, 'options').loadOptions(after);
    } catch {
        return (named.length > 0 ? named : findFiles(dir, ['test/**/*.{js,cjs,mjs}']))
            .map((file) => ({ file }));
    }
    const files = named.length > 0 ? named : await collect(dir, options);
    const isPlain = !hasOwnWords(options, { _: [] }, after);
    return files.map((file) => ({ file, more: isPlain ? [] : toWords(options, file) }));
}

module.exports = {
    bins: ['mocha/bin/_mocha', 'mocha/bin/mocha.js'],
    words: (bin, file) => [bin, '--no-parallel', '--reporter', 'json-stream', file],
    tests,
    limits: ['mocha/lib/runnable.js'],
    isSlow,
    onNode: { options: [], tests },
    list,
};
