'use strict';
/* An archive of two files, of which one does not exist: it ends all the same. */
const { load, inside, check } = require('./common');
const assert = require('assert');
const fs = require('fs');

fs.writeFileSync(inside('there'), 'text');
let isEnded = false;
const archive = load()('zip');
archive.on('error', check);
archive.on('warning', () => {});
archive.on('end', () => { isEnded = true; });
archive.resume();
archive.file(inside('missing'), { name: 'missing' });
archive.file(inside('there'), { name: 'there' });
archive.finalize();
process.on('exit', () => assert(isEnded, 'the archive never ends'));
