'use strict';
/*
 * An editor checks the text after each change and shows the result that comes
 * last. The check of the old text takes longer than that of the new one, and
 * wins.
 *
 * Fixed: this one has no such order.
 */
const assert = require('assert');
const fs = require('fs');

let shown = '';
let version = 0;

function check(text) {
    const mine = ++version;
    fs.readFile(__filename, () => {
        show(`checked ${text}`, mine);
    });
}

function show(result, from) {
    if (from === version)
        shown = result;
}

check('old');
setTimeout(() => check('new'), 10);
process.on('exit', () => assert.strictEqual(shown, 'checked new'));
