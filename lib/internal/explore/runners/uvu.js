'use strict';

/*
 * internal/explore/runners/uvu - uvu: a line of dots a suite, and then what failed. A
 * test that passes has no name in it.
 *
 *      named  • ✘ •   (2 / 3)
 *
 *        FAIL  named  "the name of the test"
 *         Expected values to be strictly equal:  (is)
 */

const { firstLine, linesOf, findFiles } = require('internal/explore/runners/common');
const { scriptOf, pick } = require('internal/explore/runners/script');

function tests(run) {
    const found = new Map();
    const lines = linesOf(run);
    lines.forEach((line, n) => {
        // eslint-disable-next-line no-control-regex
        const text = line.replace(/\x1b\[\d+m/g, '').trim();
        const total = /^(.*?)(?:[•✘] )+ *\((\d+) \/ \d+\)$/.exec(text);
        const failed = /^FAIL +(?:(.*?) +)?"(.*)"$/.exec(text);
        for (let k = 1; total && k <= Number(total[2]); k++)
            found.set(`${total[1].trim()} (passed ${found.size + 1})`.trim(), null);
        if (failed)
            found.set(failed[1] ? `${failed[1]} > ${failed[2]}` : failed[2],
                firstLine(lines[n + 1]));
    });
    return found;
}

// `uvu [folder] [pattern]`, the pattern a regular expression.
function list(dir, named) {
    const { after } = scriptOf(dir, 'uvu');
    const first = pick(after, ['-r', '--require']);
    const [folder, pattern] = after.filter((word, n) =>
        !word.startsWith('-') && !/^(?:-r|--require|-i|--ignore|-C)$/.test(after[n - 1]));
    const all = findFiles(dir, folder === undefined ?
        ['{test,tests}/**/*.{js,cjs,mjs}', '**/*.test.{js,cjs,mjs}'] :
        [`${folder}/**/*.{js,cjs,mjs}`]);
    const wanted = new RegExp(pattern ?? '');
    const files = named.length > 0 ? named : all.filter((file) => wanted.test(file));
    return files.map((file) => ({ file, first }));
}

module.exports = {
    words: (bin, file) => [file],
    tests,
    limits: [], // it has none
    onNode: { options: [], tests },
    list,
};
