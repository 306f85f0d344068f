'use strict';
/* Two writers of one file: afterwards it has what one of them wrote, whole. */
const { load, inside, check } = require('./common');
const assert = require('assert');
const fs = require('fs');

const made = load();
const write = made.writeFile ?? made;
const long = 'long '.repeat(8), short = 'short';
let left = 2;
const written = (error) => {
    check(error);
    if (--left > 0)
        return;
    const text = fs.readFileSync(inside('file'), 'utf8').trimEnd();
    assert([long.trimEnd(), short].includes(text), `mixed: ${text}`);
};

write(inside('file'), short, written);
write(inside('file'), long, written);
