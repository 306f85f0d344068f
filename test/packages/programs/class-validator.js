// class-validator and class-transformer, with reflect-metadata.
require('reflect-metadata');
const {
    IsEmail,
    Length,
    IsInt,
    Min,
    validate,
    ValidateNested,
    IsOptional,
} = require('class-validator');
const { plainToInstance, instanceToPlain, Type, Expose, Exclude } = require('class-transformer');
function deco(ds, t, k) {
    ds.forEach((d) => d(t, k));
}
class A {}
deco([IsInt(), Min(3)], A.prototype, 'n');
class U {}
deco([IsEmail()], U.prototype, 'email');
deco([Length(2, 5)], U.prototype, 'name');
deco([ValidateNested(), Type(() => A), IsOptional()], U.prototype, 'a');
deco([Exclude({ toPlainOnly: true })], U.prototype, 'pw');
(async () => {
    const u = plainToInstance(U, { email: 'bad', name: 'x', a: { n: 1 }, pw: 's' });
    console.log(u);
    const e = await validate(u);
    console.log(e.map((x) => [x.property, x.constraints, x.children.map((c) => c.constraints)]));
    console.log(instanceToPlain(u));
    console.log(String(e[0]));
    console.log(await validate(plainToInstance(U, { email: 'a@b.co', name: 'abc' })));
    Reflect.defineMetadata('k', 1, U);
    console.log(Reflect.getMetadata('k', U));
})();
