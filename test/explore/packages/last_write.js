'use strict';
/* A value is saved twice: the file has the later one. */
const { load, inside, check } = require('./common');
const assert = require('assert');
const fs = require('fs');

const made = load();
const write = made.writeFile ?? made;
let left = 2;
const written = (error) => {
    check(error);
    if (--left === 0)
        assert.match(fs.readFileSync(inside('file'), 'utf8'), /two/);
};

write(inside('file'), 'one', written);
write(inside('file'), 'two', written);
