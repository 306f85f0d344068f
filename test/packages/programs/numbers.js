// mathjs, decimal.js, bignumber.js, big.js; immer.
const math = require('mathjs');
const Decimal = require('decimal.js'),
    BN = require('bignumber.js'),
    Big = require('big.js');
const { produce, enablePatches, produceWithPatches, enableMapSet } = require('immer');
console.log(
    math.evaluate('sqrt(3^2+4^2)'),
    math.evaluate('12.7 cm to inch').toString(),
    math.derivative('x^2+x', 'x').toString(),
    math.simplify('2x+x').toString(),
    math.inv([
        [1, 2],
        [3, 4],
    ]),
    math.format(math.add(math.bignumber('0.1'), math.bignumber('0.2'))),
    math.complex('2+3i').mul(2).toString(),
    math.det([
        [1, 2],
        [3, 4],
    ]),
);
const p = math.parser();
p.evaluate('f(x,y)=x^y');
console.log(p.evaluate('f(2,10)'), math.parse('a*b+c').toTex());
try {
    math.evaluate('2+');
} catch (e) {
    console.log(e.message);
}
console.log(
    new Decimal('0.1').plus('0.2').toString(),
    Decimal.sqrt(2).toPrecision(40),
    new Decimal(2).pow(200).toFixed(),
    Decimal.sin(1).toString(),
    new BN('1e500').times('3.7').toFormat().length,
    new BN(255).toString(16),
    new BN(1).div(3).toString(),
    new Big('1').div(7).round(10, Big.roundHalfUp).toString(),
    Decimal.exp(1.5).toString(),
);
enablePatches();
enableMapSet();
const s = { a: [1, { b: 2 }], m: new Map([[1, 2]]) };
const n = produce(s, (d) => {
    d.a[1].b = 3;
    d.m.set(2, 3);
    d.a.push(9);
});
console.log(s, n, n.a !== s.a);
console.log(
    produceWithPatches(s, (d) => {
        delete d.a[0];
        d.x = 1;
    })[1],
);
try {
    n.a.push(1);
} catch (e) {
    console.log(e.constructor.name);
}
