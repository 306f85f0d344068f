'use strict';

/*
 * internal/explore/failure - why a run is a failure, in a line.
 *
 * Two runs fail in the same way if these lines are equal, so that numbers that differ
 * from run to run are not in them: ports, times, names of temporary files.
 */

const EXIT_UNSETTLED = 13;
const ERROR = /^\[?(?:Uncaught )?[\w$.]*(?:Error|Exception)\b/;

// "Error: text" of what was printed to standard error, with or without a stack.
function errorLine(stderr) {
    const lines = stderr.split('\n');
    const stack = lines.findIndex((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
    for (let n = stack - 1; n >= 0; n--)
        if (ERROR.test(lines[n]))
            return plain(lines, n);
    const n = lines.findIndex((line) => ERROR.test(line));
    return n >= 0 ? plain(lines, n) : lines.find((line) => line.trim() !== '')?.trim();
}

// "[Error: ENOENT: ...] {" is an error without a stack; a message that ends with a colon
// goes on in the lines after it.
function plain(lines, n) {
    const more = lines.slice(n + 1).filter((line) => line.trim() !== '');
    const text = lines[n].trim().replace(/^\[(.*)\](?: \{)?$/, '$1');
    return /:$/.test(text) && more.length > 0 && !/^\s+at /.test(more[0]) ?
        `${text} ${more[0].trim()}` : text;
}

// Of the first line of the stack that is the program's own: "file:line".
function errorPlace(stderr) {
    for (const line of stderr.split('\n')) {
        const match = /^\s+at (?:.*\()?(?:file:\/\/)?(\/.*?):(\d+):\d+\)?$/.exec(line);
        if (match && !match[1].includes('node:'))
            return { file: match[1], line: Number(match[2]) };
    }
    return undefined;
}

function describe(run) {
    if (run.messages.length > 0)
        return run.messages[0];
    if (run.isEndless)
        return 'it never ends';
    if (run.signal !== null)
        return `ended by signal ${run.signal}`;
    const line = errorLine(run.stderr);
    if (run.code === EXIT_UNSETTLED && !/Error/.test(line ?? ''))
        return line ?? 'it hangs: a top-level await is never settled';
    return line ?? `exit code ${run.code}`;
}

// Nothing can settle what is awaited there any more.
function lost(place) {
    return `it ends while something still waits for a promise: ${place}`;
}

function signature(run) {
    return describe(run).replace(/\d{4,}/g, '#')
        .replace(/(['"])\/[^'"]*\1/g, '$1...$1');
}

module.exports = { describe, signature, lost, errorLine, errorPlace };
