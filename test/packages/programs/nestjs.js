// A module with a controller, a service, a guard and a pipe.
require('reflect-metadata');
const {
    Module,
    Controller,
    Get,
    Post,
    Injectable,
    Param,
    Body,
    Inject,
    HttpException,
    UseGuards,
    UsePipes,
    ParseIntPipe,
    Logger,
} = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
class S {
    constructor() {
        this.l = ['a'];
    }
    all() {
        return this.l;
    }
}
Injectable()(S);
class C {
    constructor(s) {
        this.s = s;
    }
    all() {
        return this.s.all();
    }
    one(id) {
        return { id, t: typeof id };
    }
    add(b) {
        this.s.l.push(b.n);
        return b;
    }
    bad() {
        throw new HttpException('nope', 418);
    }
}
Reflect.defineMetadata('design:paramtypes', [S], C);
Controller('c')(C);
const d = (n, ...ds) =>
    ds.forEach((x) => x(C.prototype, n, Object.getOwnPropertyDescriptor(C.prototype, n)));
d('all', Get());
d('one', Get(':id'));
Param('id', ParseIntPipe)(C.prototype, 'one', 0);
d('add', Post());
Body()(C.prototype, 'add', 0);
d('bad', Get('x/bad'));
class G {
    canActivate(c) {
        return !c.switchToHttp().getRequest().headers['x-no'];
    }
}
UseGuards(new G())(C);
class M {
    onModuleInit() {
        console.log('init');
    }
    onModuleDestroy() {
        console.log('destroy');
    }
}
Module({ controllers: [C], providers: [S] })(M);
(async () => {
    const a = await NestFactory.create(M, { logger: false });
    await a.listen(0, '127.0.0.1');
    const b = 'http://127.0.0.1:' + a.getHttpServer().address().port + '/c';
    for (const [u, o] of [
        ['', {}],
        ['/5'],
        ['/x'],
        ['/x/bad'],
        [
            '',
            { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":"q"}' },
        ],
        ['', { headers: { 'x-no': '1' } }],
        [''],
    ]) {
        const r = await fetch(b + u, o);
        console.log(u, r.status, await r.text());
    }
    await a.close();
})();
