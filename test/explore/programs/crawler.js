'use strict';
/*
 * A crawler asks by interval whether its queue is empty and nothing is open.
 * Between the fetch of a page and the discovery of its links both are true.
 */
const assert = require('assert');
const fs = require('fs');

const queue = ['index'];
const links = { index: ['a', 'b'], a: [], b: [] };
const seen = [];
let open = 0;

function fetchNext() {
    const page = queue.shift();
    open++;
    fs.stat('.', () => {
        seen.push(page);
        open--;
        discover(page);
    });
}

function discover(page) {
    fs.stat('.', () => {
        queue.push(...links[page]);
    });
}

const poll = setInterval(() => {
    if (queue.length > 0)
        fetchNext();
    else if (open === 0)
        clearInterval(poll);
}, 15);
process.on('exit', () => assert.strictEqual(seen.length, 3));
