'use strict';
/* A value is saved again five milliseconds later. After a while the file has that. */
const { name, load, inside, check } = require('./common');
const assert = require('assert');
const fs = require('fs');

const made = load();
const file = inside('file.json');

function streamTo(text) {
    made(file).on('error', check).end(text);
}

function saveCollection(text) {
    const store = new made(file);
    store.addCollection('notes').insert({ text });
    store.saveDatabase(check);
}

const save = {
    'fs-jetpack': (text) => made.writeAsync(file, text, { atomic: true }),
    'fs-write-stream-atomic': streamTo,
    'lokijs': saveCollection,
    'lokijs-1.4': saveCollection,
}[name] ?? ((text) => (made.writeFile ?? made)(file, text, () => {}));

save('one');
setTimeout(save, 5, 'two');
setTimeout(() => assert.match(fs.readFileSync(file, 'utf8'), /two/), 5000);
