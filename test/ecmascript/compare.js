'use strict';
/*
 * compare.js NODE ORRERY EXCEPTIONS: two outputs of calls.js, line by line. Prints
 * each call that came out otherwise and is not excepted, and in the last line how
 * many were the same, differed, and were excepted.
 *
 * A line of EXCEPTIONS is `PATH: why`, where * stands for any text, or
 * `PATH /regexp/: why`, which is for calls whose line in either output matches.
 * Texts of errors are compared with MESSAGES=1 only: those that programs rely on
 * are tested in test/errors.
 */

const { readFileSync } = require('fs');

/* A map from `PATH NUMBER` to the line. */
function read(file) {
    const lines = new Map();
    for (const line of readFileSync(file, 'utf8').split('\n')) {
        if (line !== '')
            lines.set(line.slice(0, line.indexOf(': ')), line);
    }
    return lines;
}

function escape(text) {
    return text.replace(/[\\^$.|?+()[\]{}/]/g, '\\$&').replaceAll('*', '.*');
}

function read_exceptions(file) {
    const result = [];
    for (const line of readFileSync(file, 'utf8').split('\n')) {
        if (line === '' || line.startsWith('#'))
            continue;
        const [, path, pattern] = /^(.*?)(?: \/(.*)\/)?: /.exec(line);
        result.push({ path: new RegExp(`^${escape(path)}$`),
                      pattern: new RegExp(pattern || ''), line, used: 0 });
    }
    return result;
}

/* The path that a key begins with: `Array.of 3` or `function Array.of`. */
function path_of(key) {
    return key.replace(/^function /, '').replace(/ \d+$/, '');
}

/* Of a function that one of them lacks only its own line is compared. */
function is_missing(lines, key) {
    return !key.startsWith('function ') && !lines.has(`function ${path_of(key)}`);
}

const messages = Boolean(process.env.MESSAGES);

function comparable(line) {
    return messages || line === undefined ? line :
        line.replace(/(! |rejected )(\w*Error): .*?(?= \| |$)/gs, '$1$2')
            .replace(/("message"\/h:)".*?"(?=[,}])/gs, '$1');
}

function excepted(exceptions, key, lines) {
    const path = path_of(key);
    const found = exceptions.find((e) => e.path.test(path) &&
        lines.some((line) => line !== undefined && e.pattern.test(line)));
    if (found)
        found.used++;
    return found !== undefined;
}

function main([node_file, here_file, exceptions_file]) {
    const node = read(node_file);
    const here = read(here_file);
    const exceptions = read_exceptions(exceptions_file);
    let same = 0;
    let other = 0;
    let known = 0;
    for (const key of new Set([...node.keys(), ...here.keys()])) {
        const [a, b] = [node.get(key), here.get(key)];
        if (is_missing(node, key) || is_missing(here, key))
            continue;
        if (comparable(a) === comparable(b)) {
            same++;
        } else if (excepted(exceptions, key, [a, b])) {
            known++;
        } else {
            other++;
            console.log(`node:   ${a}\norrery: ${b}\n`);
        }
    }
    if (process.env.USED)
        exceptions.forEach((e) => console.log(`${e.used} ${e.line}`));
    console.log(`${same} ${other} ${known}`);
}

main(process.argv.slice(2));
