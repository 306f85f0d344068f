// A service with hooks and events, over HTTP.
const { feathers } = require('@feathersjs/feathers');
const fe = require('@feathersjs/express');
class M {
    constructor() {
        this.d = [];
    }
    async find(p) {
        return this.d;
    }
    async get(id) {
        const x = this.d[id];
        if (!x) throw new Error('nf');
        return x;
    }
    async create(x) {
        this.d.push(x);
        return x;
    }
}
const app = fe.default ? fe.default(feathers()) : fe(feathers());
app.use(fe.json());
app.configure(fe.rest());
app.use('/m', new M());
app.use(fe.notFound());
app.use(fe.errorHandler({ logger: false, html: false }));
app.service('m').hooks({
    before: {
        create: [
            async (c) => {
                c.data.h = 1;
            },
        ],
    },
});
app.service('m').on('created', (m) => console.log('created', m));
(async () => {
    await app.service('m').create({ a: 1 });
    const s = await app.listen(0);
    const b = 'http://127.0.0.1:' + s.address().port;
    console.log(await (await fetch(b + '/m')).text());
    let r = await fetch(b + '/m', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"q":2}',
    });
    console.log(r.status, await r.text());
    r = await fetch(b + '/zz', { headers: { accept: 'application/json' } });
    console.log(r.status);
    s.close();
    s.closeAllConnections();
})();
