'use strict';
/* Two trees are copied into one folder. */
const { load, inside, check, after } = require('./common');
const fs = require('fs');

for (const name of ['one', 'two']) {
    fs.mkdirSync(inside(name));
    fs.writeFileSync(inside(name, name), name);
}
const made = load();
const copy = made.copy ?? made;
copy(inside('one'), inside('all'), check);
after(12, () => copy(inside('two'), inside('all'), check));
