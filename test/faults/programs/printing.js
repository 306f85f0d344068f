// console and util.inspect over values of all kinds.
const util = require('util');
console.log({ a: [1, { b: new Map([[1, { c: new Set('xy') }]]) }], d: null });
console.log('%s is %d years and %j', 'ann', 42, { x: 1 }, [undefined]);
console.log(util.inspect(new Array(200).fill('word'), { breakLength: 60 }).length);
console.log([new Date(0), /x/g, Symbol('s'), 10n, () => {}, class A {}]);
console.table([{ a: 1, b: 2 }, { a: 3, b: 4 }]);
console.group('group');
console.log(new Uint8Array(3), new Error('shown').message, [, 1], -0);
console.groupEnd();
console.log(util.format('%o', { f() {} }).length, util.isDeepStrictEqual([1], [1]));
console.log(new URL('http://user@example.org:8080/p?q=1#h').searchParams.get('q'));
