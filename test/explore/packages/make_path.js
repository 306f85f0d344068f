'use strict';
/* Two folders with the same new parent. */
const { load, inside, check, after } = require('./common');
const fs = require('fs');
const path = require('path');
path.exists ??= fs.exists; // of Node 0.4

const made = load();
const make = made.native ? // with promises
    (name) => made(name).catch(check) :
    (name) => (made.mkdirp ?? made)(name, 0o755, check);

make(inside('a', 'one'));
after(4, () => make(inside('a', 'two')));
