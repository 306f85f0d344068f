// Routes, payloads, errors, states and plugins.
const Hapi = require('@hapi/hapi');
const Boom = require('@hapi/boom');
(async () => {
    const s = Hapi.server({ port: 0, host: '127.0.0.1' });
    s.route([
        { method: 'GET', path: '/h/{n?}', handler: (q, h) => 'hi ' + (q.params.n || '?') },
        {
            method: 'POST',
            path: '/p',
            handler: (q, h) => h.response({ g: q.payload }).code(201).header('x', 'y'),
        },
        {
            method: 'GET',
            path: '/b',
            handler() {
                throw Boom.teapot('t');
            },
        },
        {
            method: 'GET',
            path: '/s',
            handler: (q, h) => {
                h.state('d', { a: 1 }, { encoding: 'base64json', isSecure: false });
                return 'ok';
            },
        },
    ]);
    s.ext('onPreResponse', (q, h) => {
        console.log('pre', q.path);
        return h.continue;
    });
    s.events.on('response', (q) => console.log(q.method, q.response.statusCode));
    await s.register({
        name: 'p',
        register(srv, o) {
            srv.decorate('toolkit', 'yo', function () {
                return this.response('yo');
            });
            srv.route({ method: 'GET', path: '/yo', handler: (q, h) => h.yo() });
        },
    });
    await s.start();
    const b = s.info.uri;
    for (const [u, o] of [
        ['/h/x'],
        ['/h'],
        [
            '/p',
            { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } },
        ],
        ['/p', { method: 'POST', body: '{a', headers: { 'content-type': 'application/json' } }],
        ['/b'],
        ['/s'],
        ['/yo'],
        ['/zz'],
    ]) {
        const r = await fetch(b + u, o);
        console.log(r.status, await r.text(), r.headers.get('set-cookie'));
    }
    console.log((await s.inject('/h/in')).result);
    await s.stop({ timeout: 100 });
})();
