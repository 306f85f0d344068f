'use strict';
/* A folder is listed, and a file in it removed meanwhile. */
const { name, load, inside, check } = require('./common');
const fs = require('fs');

for (const folder of ['all', 'all/some'])
    fs.mkdirSync(inside(folder));
for (const file of ['all/a', 'all/b', 'all/some/c'])
    fs.writeFileSync(inside(file), '');

const made = load();
if (name === 'klaw')
    made(inside('all')).on('error', check).resume();
else if (name === 'glob')
    made(inside('all/**'), check);
else
    made(inside('all'), check);
setTimeout(() => fs.unlink(inside('all/b'), check), 5);
