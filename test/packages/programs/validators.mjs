// validator, superstruct, io-ts, valibot, typebox; faker.
import v from 'validator';
import * as s from 'superstruct';
import * as t from 'io-ts';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as vb from 'valibot';
import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { Value } from '@sinclair/typebox/value';
import { faker } from '@faker-js/faker';
import { PathReporter } from 'io-ts/lib/PathReporter.js';
console.log(
    v.isEmail('a@b.co'),
    v.isURL('http://x.y/z'),
    v.isUUID('x'),
    v.escape('<a>'),
    v.isCreditCard('4111111111111111'),
    v.isISO8601('2020-01-01'),
    v.normalizeEmail('A.B@gmail.com'),
    v.isIBAN('DE89370400440532013000'),
    v.isMobilePhone('+491701234567', 'de-DE'),
    v.isStrongPassword('aB3$aaaa'),
    v.isCurrency('$1,000.50'),
    v.isDecimal('1.5'),
);
const S = s.object({
    id: s.number(),
    tags: s.array(s.string()),
    e: s.optional(s.enums(['a', 'b'])),
});
try {
    s.assert({ id: 1, tags: [2] }, S);
} catch (e) {
    console.log(e.message, e.path);
}
const U = t.type({ n: t.string, a: t.union([t.number, t.null]) });
console.log(
    PathReporter.report(U.decode({ n: 1, a: 'x' })),
    E.isRight(U.decode({ n: 'a', a: null })),
    pipe(
        O.some(2),
        O.map((x) => x * 2),
        O.getOrElse(() => 0),
    ),
);
const V = vb.object({ e: vb.pipe(vb.string(), vb.email()), n: vb.optional(vb.number(), 5) });
console.log(
    vb.safeParse(V, { e: 'x' }).issues.map((i) => i.message),
    vb.parse(V, { e: 'a@b.co' }),
);
const T = Type.Object({
    x: Type.Integer({ minimum: 1 }),
    y: Type.Optional(Type.Array(Type.String())),
});
const C = TypeCompiler.Compile(T);
console.log(
    C.Check({ x: 1 }),
    [...C.Errors({ x: 0, y: [1] })].map((e) => [e.path, e.message]),
    Value.Create(T),
    Value.Diff({ a: 1 }, { a: 2 }),
);
faker.seed(42);
console.log(
    faker.person.fullName(),
    faker.internet.email(),
    faker.number.int(100),
    faker.lorem.sentence(),
    faker.date.past({ refDate: '2020-01-01' }),
    faker.helpers.arrayElements([1, 2, 3, 4], 2),
    faker.string.uuid(),
);
