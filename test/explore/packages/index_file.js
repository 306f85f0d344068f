'use strict';
/* An index is made while the file is loaded: it is there the next time. */
const { load, inside, check, after } = require('./common');
const assert = require('assert');
const fs = require('fs');

const Store = load();
const filename = inside('db');
fs.writeFileSync(filename, '{"_id":"1","n":1}\n');
const db = new Store({ filename });
let left = 2;
const ready = (error) => {
    check(error);
    if (--left === 0)
        assert.match(fs.readFileSync(filename, 'utf8'), /indexCreated/);
};
db.loadDatabase(ready);
after(40, () => db.ensureIndex({ fieldName: 'n' }, ready));
