'use strict';
/*
 * Each item of a stream is looked up; the end of the stream is taken for the
 * end of the look-ups.
 */
const assert = require('assert');
const fs = require('fs');
const { Readable } = require('stream');

const found = [];
const items = Readable.from(['a', 'b', 'c']);
items.on('data', (item) => fs.stat('.', () => found.push(item)));
items.on('end', () => {
    fs.readFile(__filename, () => assert.strictEqual(found.length, 3));
});
