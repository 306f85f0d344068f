'use strict';
/* Each item of a stream is looked up; the last look-up is the end. */
const assert = require('assert');
const fs = require('fs');
const { Readable } = require('stream');

const found = [];
let open = 1;
const items = Readable.from(['a', 'b', 'c']);
const close = () => --open === 0 && assert.strictEqual(found.length, 3);
items.on('data', (item) => {
    open++;
    fs.stat('.', () => {
        found.push(item);
        close();
    });
});
items.on('end', () => fs.readFile(__filename, close));
