'use strict';
/*
 * compare.js OTHER HERE EXCEPTIONS: two outputs of programs.js, line by line.
 * Prints what differs and is not excepted, and in the last line how many lines
 * are the same, differ, and are excepted. After a step that differs, the rest of
 * its program is not compared: its variables may differ, too.
 *
 * A line of EXCEPTIONS is `/regexp/: why`; it is for steps whose line in either
 * output matches, with what the variables were before it at the end, as
 * ` | was ...`. With `-` there are none, and the texts of errors are compared;
 * else they are with MESSAGES=1 only.
 */

const { readFileSync } = require('fs');

function read(file) {
    const lines = new Map();
    for (const line of readFileSync(file, 'utf8').split('\n')) {
        if (line !== '')
            lines.set(line.slice(0, line.indexOf(' ')), line);
    }
    return lines;
}

function read_exceptions(file) {
    if (file === '-')
        return [];
    return readFileSync(file, 'utf8').split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => ({ line, used: 0,
                          pattern: new RegExp(/^\/(.*)\/: /.exec(line)[1]) }));
}

const message = / ! ("\w*") (?:"[^"]*(?:".*?)??"(?:\d+#\d+)?|undefined)(?= \| |$)/;

function comparable(line, messages) {
    return messages || line === undefined || !line.includes(' ! "') ? line :
        line.replace(message, ' ! $1').replace(/\.\.\. \d+ \d+$/, '');
}

function main([other_file, here_file, exceptions_file]) {
    const other = read(other_file);
    const here = read(here_file);
    const exceptions = read_exceptions(exceptions_file);
    const messages = exceptions_file === '-' || Boolean(process.env.MESSAGES);
    const ended = new Set();
    const states = new Map();
    const counts = { same: 0, other: 0, known: 0 };
    for (const key of new Set([...other.keys(), ...here.keys()])) {
        const [a, b] = [other.get(key), here.get(key)];
        const program = key.slice(0, key.indexOf('.'));
        const was = states.get(program) ?? '';
        if (ended.has(program))
            continue;
        if (comparable(a, messages) === comparable(b, messages)) {
            counts.same++;
            states.set(program, / \| now (.*)$/s.exec(a)?.[1] ?? was);
            continue;
        }
        ended.add(program);
        const known = exceptions.find(
            (e) => [a, b].some((line) => e.pattern.test(`${line} | was ${was}`)));
        if (known) {
            known.used++;
            counts.known++;
        } else {
            counts.other++;
            console.log(`other:  ${a}\norrery: ${b}\n`);
        }
    }
    if (process.env.USED)
        exceptions.forEach((e) => console.log(`${e.used} ${e.line}`));
    console.log(`${counts.same} ${counts.other} ${counts.known}`);
}

main(process.argv.slice(2));
