'use strict';
/* Settings are saved twice, the second time with one more. */
const { load, inside, check } = require('./common');
const fs = require('fs');

const file = inside('settings.json');
const nconf = load();
fs.writeFileSync(file, '{}');
nconf.use('file', { file });
nconf.load((error) => {
    check(error);
    nconf.set('a', 1);
    nconf.save(check);
    setTimeout(() => {
        nconf.set('b', 2);
        nconf.save(check);
    }, 10);
    setTimeout(() => {
        if (JSON.parse(fs.readFileSync(file)).b !== 2)
            throw new Error('the second setting is lost');
    }, 4000);
});
