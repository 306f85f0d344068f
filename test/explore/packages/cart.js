'use strict';
/* Two requests of one session put something into a cart. */
const { load } = require('./common');
const assert = require('assert');
const fs = require('fs').promises;
const http = require('http');

const express = require(require.resolve('express', { paths: [process.cwd()] }));
const session = load();
const app = express();
app.use(session({ secret: 'a', resave: false, saveUninitialized: true }));
app.get('/add/:thing', async (request, response) => {
    await fs.stat('.');
    (request.session.cart ??= {})[request.params.thing] = 1;
    response.end();
});
app.get('/', (request, response) => response.json(request.session.cart ?? {}));

const server = app.listen(0, async () => {
    const get = (path, cookie) => new Promise((done) => http.get({
        port: server.address().port, path, agent: false,
        headers: cookie ? { cookie } : {},
    }, async (response) => done({ text: (await response.toArray()).join(''),
        cookie: response.headers['set-cookie']?.[0].split(';')[0] })));
    const { cookie } = await get('/');
    await Promise.all([get('/add/tea', cookie), new Promise((done) =>
        setTimeout(() => done(get('/add/milk', cookie)), 20))]);
    const { text } = await get('/', cookie);
    server.close();
    assert.deepStrictEqual(JSON.parse(text), { tea: 1, milk: 1 });
});
