'use strict';
/*
 * What build/test/forms has written to the file that ORRERY_COVER names
 * (src/engine/quickjs/cover.c), and what a program of test/lib did not reach.
 *
 * A check that never runs cannot fail: a callback that is never called, and what
 * stands behind an `await` that never ends. So each program must have run
 *
 * - each of its lines, but for those that only say that something is wrong;
 * - each of its functions in which something is checked or counted.
 *
 * A line with the words `not reached` in a comment is excepted; a comment
 * `// not reached: some text` excepts all lines with that text. What stands behind a
 * line `// from OpenSSL 3.2` or `// before OpenSSL 3.2` is asked for with such a one
 * only, up to the next line of this kind or `// any OpenSSL`.
 */
const fs = require('fs');

const reportsFailure =
    /\bthrow\b|assert\.fail|reject|console\.|exitCode|FAIL|wrong\.push/;
const checks = /assert\.(?!fail)|assert\(|\bcheck\(|\bdone\b|seen\.push|counts?\+\+/;

/* Map of file -> { lines: Map(number -> did it run), functions: ... }; the file may
 * have the notes of several processes, and one of them may still be writing: the
 * last line is whole only if a newline follows. */
function read(path, into = new Map()) {
    for (const row of fs.readFileSync(path, 'latin1').split('\n').slice(0, -1)) {
        const [kind, name, ...rest] = row.split('\t');
        if (kind !== 'L' && kind !== 'F')
            continue;
        if (!into.has(name))
            into.set(name, { lines: new Map(), functions: new Map() });
        const file = into.get(name);
        if (kind === 'F') {
            file.functions.set(rest[0], rest[1] === 'ran' ||
                                        file.functions.get(rest[0]) === true);
            continue;
        }
        for (let i = 0; i < rest[0].length; i++) {
            if (rest[0][i] !== '.')
                file.lines.set(i + 1, rest[0][i] === '1' ||
                                      file.lines.get(i + 1) === true);
        }
    }
    return into;
}

/* The text of the function that begins there: to the end of its body, or of the
 * argument or statement that it is. */
function textAt(source, line, column) {
    let at = 0;
    for (let i = 1; i < line; i++)
        at = source.indexOf('\n', at) + 1;
    at += column - 1;
    let depth = 0;
    for (let end = at; end < source.length; end++) {
        const c = source[end];
        if ('([{'.includes(c))
            depth++;
        else if (')]}'.includes(c) && (--depth < 0 || depth === 0 && c === '}'))
            return source.slice(at, end);
        else if ((c === ',' || c === ';') && depth === 0)
            return source.slice(at, end);
    }
    return source.slice(at);
}

/* "3.2" as a number that can be compared. */
function numberOf(version) {
    const { 0: major, 1: minor } = version.split('.').map(Number);
    return major * 1000 + minor;
}

/* Whether each line can be reached with the OpenSSL that is here. */
function linesFor(text) {
    const here = numberOf(process.versions.openssl);
    let isHere = true;
    return text.map((line) => {
        const edge = /^\s*\/\/ (?:(from|before) OpenSSL (\d+\.\d+)|any OpenSSL)$/.exec(line);
        if (edge !== null)
            isHere = edge[1] === undefined ||
                     here >= numberOf(edge[2]) === (edge[1] === 'from');
        return isHere;
    });
}

/* Sentences about what the program at `path` did not reach. */
function unreached(path, covered) {
    const source = fs.readFileSync(path, 'utf8');
    const text = source.split('\n');
    const file = covered.get(path);
    if (file === undefined)
        return source.includes('process.execve(') ? [] : ['nothing of it ran'];
    const found = [];
    const isHere = linesFor(text);
    const texts = [...source.matchAll(/\/\/ not reached: (.+)/g)].map((m) => m[1]);
    // What eval() and vm name after this file is no line of it.
    const isExcepted = (line) => line === undefined ||
        line.includes('not reached') ||
        texts.some((excepted) => line.includes(excepted));
    for (const [line, ran] of file.lines) {
        if (!ran && isHere[line - 1] && !isExcepted(text[line - 1]) &&
            !reportsFailure.test(text[line - 1]))
            found.push(`line ${line} never ran: ${text[line - 1].trim()}`);
    }
    for (const [place, ran] of file.functions) {
        const [line, column] = place.split(':').map(Number);
        if (!ran && file.lines.get(line) !== false && isHere[line - 1] &&
            !isExcepted(text[line - 1]) &&
            checks.test(textAt(source, line, column)))
            found.push(`a function was never called, line ${line}: ` +
                       text[line - 1].trim());
    }
    return found;
}

module.exports = { read, unreached };
