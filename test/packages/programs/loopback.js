// Bindings and injection with @loopback/core.
const {
    Context,
    Binding,
    BindingScope,
    inject,
    Application,
    Component,
} = require('@loopback/core');
(async () => {
    const c = new Context('app');
    c.bind('a').to(1);
    c.bind('d')
        .toDynamicValue(async () => 'dyn')
        .inScope(BindingScope.SINGLETON);
    class G {
        constructor(a) {
            this.a = a;
        }
        hi() {
            return 'hi' + this.a;
        }
    }
    inject('a')(G, undefined, 0);
    c.bind('g').toClass(G);
    console.log(await c.get('d'), (await c.get('g')).hi());
    const ch = new Context(c, 'ch');
    ch.bind('a').to(2);
    console.log(
        ch.getSync('a'),
        c.find('*').map((b) => b.key),
    );
    const app = new Application();
    app.onStart(() => console.log('start'));
    await app.start();
    console.log(app.state);
    await app.stop();
    await c.get('zz').catch((e) => console.log(e.message));
})();
