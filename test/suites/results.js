'use strict';
/*
 * What a run of a file of tests says, as a Map from the name of a test to whether
 * it passed. Tests that were skipped or are to be done are not in it.
 *
 *   nested   TAP of node:test and mocha: a line for each test, under the names of
 *            those that contain it
 *   top      TAP of tap, brittle and ava: only the lines that are not indented are tests,
 *            those below them are assertions
 *   grouped  TAP of tape: a test is a comment, and the assertions that follow
 *   ticked   what micro-should prints: a tree, in which a test that ended has a tick
 *   jest     the file that jest writes
 *
 * Numbers of four and more digits are ports, processes or times: they are left out
 * of the names.
 */

const line_of_result = /^( *)(not )?ok(?: \d+)?(?: -)? ?(.*?)(?: # (.*))?$/;

function plain(name) {
    return name.replace(/\\#/g, '#').replace(/\d{4,}/g, 'N')
        .replace(/ *# ?time ?=.*$/, '').trim();
}

function is_left_out(directive) {
    return directive !== undefined && /^(skip|todo)/i.test(directive);
}

/* The second of two tests of one name is called so. */
function add(results, name, passed) {
    let key = name;
    for (let i = 2; results.has(key); i++)
        key = `${name} (${i})`;
    results.set(key, passed);
}

function read_nested(text) {
    const results = new Map();
    const path = [];
    for (const line of text.split('\n')) {
        const subtest = /^( *)# Subtest: (.*)$/.exec(line);
        if (subtest) {
            const depth = subtest[1].length / 4;
            path.length = Math.min(path.length, depth);
            path[depth] = plain(subtest[2]);
            continue;
        }
        const result = line_of_result.exec(line);
        if (!result || is_left_out(result[4]))
            continue;
        const names = path.slice(0, result[1].length / 4);
        add(results, [...names, plain(result[3])].join(' > '), !result[2]);
    }
    return results;
}

function read_top(text) {
    const results = new Map();
    for (const line of text.split('\n')) {
        const result = line_of_result.exec(line);
        if (result && result[1] === '' && !is_left_out(result[4]))
            add(results, plain(result[3]), !result[2]);
    }
    return results;
}

function read_grouped(text) {
    const results = new Map();
    let name = 'before the first test';
    let passed;
    const end = () => {
        if (passed !== undefined)
            add(results, name, passed);
        passed = undefined;
    };
    for (const line of text.split('\n')) {
        const result = line_of_result.exec(line);
        if (result && !is_left_out(result[4])) {
            passed = (passed ?? true) && !result[2];
        } else if (line.startsWith('# ')) {
            end();
            name = plain(line.slice(2));
        }
    }
    end();
    return results;
}

/* The depth of a line is that of the bars before it; a test that ended is a line
   below the one that announced it. */
function read_ticked(text) {
    const results = new Map();
    const path = [];
    for (const line of text.split('\n')) {
        const [, bars, rest] = /^((?:\u2502 )*)(.*)$/.exec(
            line.replace(/\x1b\[\d+m/g, ''));
        const depth = bars.length / 2;
        const ended = /^(.*): \u2713$/.exec(rest);
        if (ended)
            add(results, [...path.slice(0, depth), ended[1]].join(' > '), true);
        else if (rest.startsWith('\u251c\u2500') && !rest.endsWith(': \u2606'))
            path.splice(depth, path.length, rest.slice(2));
    }
    return results;
}

function read_jest(text, dir) {
    const results = new Map();
    let report;
    try {
        report = JSON.parse(text);
    } catch {
        return results;
    }
    for (const { name: file, assertionResults } of report.testResults) {
        for (const { fullName, status } of assertionResults) {
            if (status === 'passed' || status === 'failed')
                add(results, `${file.replace(`${dir}/`, '')}: ${plain(fullName)}`,
                    status === 'passed');
        }
    }
    return results;
}

module.exports = { nested: read_nested, top: read_top, grouped: read_grouped,
                   ticked: read_ticked, jest: read_jest };
