'use strict';

/*
 * internal/explore/merge - `orrery explore --merge a.json b.json`: the results of shards,
 * as one.
 */

const fs = require('fs');
const { flakyLines } = require('internal/explore/test_report');

function read(file) {
    const result = JSON.parse(fs.readFileSync(file, 'utf8'));
    if (!Array.isArray(result.files))
        throw new Error(`${file} is no result of explore --test --json`);
    return result;
}

// Prints what was found; the exit code.
function merge(names, json) {
    const files = names.flatMap((name) => read(name).files)
        .sort((a, b) => a.file < b.file ? -1 : 1);
    const found = files.flatMap(({ file, failures }) => failures
        .filter((failure) => failure.new).map((failure) => ({ file, ...failure })));
    for (const { file, command, ...failure } of found)
        process.stdout.write(`${flakyLines(file, failure, command).join('\n')}\n`);
    const explored = files.reduce((n, one) => n + one.explored, 0);
    if (json !== undefined)
        fs.writeFileSync(json, `${JSON.stringify({ explored, files }, null, 1)}\n`);
    process.stdout.write(`${files.length} files, ${explored} runs, ` +
        `${found.length} flaky tests\n`);
    return found.length > 0 ? 1 : 0;
}

module.exports = { merge };
