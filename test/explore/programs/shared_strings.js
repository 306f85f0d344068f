'use strict';
/*
 * Two parts of a document are parsed side by side; one needs the strings of the
 * other. The rows are read before the strings are there, and stay empty.
 */
const assert = require('assert');
const fs = require('fs');

const strings = [];
const rows = [];

function parseStrings(callback) {
    fs.stat('.', () => {
        strings.push('name', 'age');
        callback();
    });
}

function parseSheet() {
    fs.readFile(__filename, () => {
        for (const index of [0, 1])
            if (strings[index] !== undefined)
                rows.push(strings[index]);
    });
}

parseStrings(() => {});
parseSheet();
process.on('exit', () => assert.deepStrictEqual(rows, ['name', 'age']));
