'use strict';
/* A session is saved, and soon after it is destroyed: it must not come back. */
const { load, dir, check } = require('./common');
const { EventEmitter } = require('events');

function Store() {}
Store.prototype = Object.create(EventEmitter.prototype);
Store.prototype.createSession = (request, session) => session;
const FileStore = load()({ Store });
const store = new FileStore({ path: dir, logFn() {}, reapInterval: -1 });

store.set('abc', { cookie: {}, visits: 0 }, (error) => {
    check(error);
    store.set('abc', { cookie: {}, visits: 1 }, () => {});
    setTimeout(() => store.destroy('abc', (error) => {
        check(error);
        setTimeout(() => store.get('abc', (error, session) => {
            if (session)
                throw new Error('the session is back');
        }), 2000);
    }), 20);
});
