'use strict';
/* The callbacks have the store in which the input was made. */
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
const tell = (what) => () => console.log(what, als.getStore());
als.run('made', () => process.stdin);
als.run('listens', () => {
    process.stdin.on('data', tell('data')).on('end', tell('end'))
        .on('close', tell('close'));
});
