// Actions, events, validation.
const { ServiceBroker } = require('moleculer');
(async () => {
    const b = new ServiceBroker({ logger: false, nodeID: 'n' });
    b.createService({
        name: 'm',
        actions: {
            add: {
                params: { a: 'number', b: 'number' },
                handler(c) {
                    return c.params.a + c.params.b;
                },
            },
            call: {
                cache: true,
                async handler(c) {
                    return (await c.call('m.add', { a: 1, b: 1 })) * 10;
                },
            },
        },
        events: {
            'x.y'(p) {
                console.log('ev', p.payload ?? p);
            },
        },
        started() {
            console.log('started');
        },
        stopped() {
            console.log('stopped');
        },
    });
    await b.start();
    console.log(await b.call('m.add', { a: 5, b: 3 }), await b.call('m.call'));
    await b.call('m.add', { a: 'x' }).catch((e) =>
        console.log(
            e.name,
            e.code,
            e.data.map((x) => x.message),
        ),
    );
    await b.call('no.no').catch((e) => console.log(e.name, e.message));
    await b.emit('x.y', { z: 1 });
    await b.stop();
})();
