'use strict';
/* A cached value is deleted while it is loaded: who asks then wants a new one. */
const { load } = require('./common');
const fs = require('fs');

const Cache = load();
let loads = 0;
const cache = new Cache({
    max: 10,
    load: (key, then) => fs.readFile(__filename, () => then(null, ++loads)),
});
cache.get('a', () => {});
setTimeout(() => {
    cache.del('a');
    cache.get('a', (error, value) => {
        if (value < 2)
            throw new Error('an old value');
    });
}, 20);
