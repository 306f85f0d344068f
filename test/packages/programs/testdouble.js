// Functions that answer as told.
const td = require('testdouble');
const f = td.func('f');
td.when(f(1, td.matchers.isA(String))).thenReturn('x');
td.when(f('a')).thenResolve(5);
console.log(f(1, 'q'), f(2));
f('a').then((v) => console.log(v));
class K {
    m() {
        return 1;
    }
}
const k = td.instance(K);
td.when(k.m()).thenThrow(new Error('E'));
try {
    k.m();
} catch (e) {
    console.log(e.message);
}
try {
    td.verify(f(9));
} catch (e) {
    console.log(e.message);
}
console.log(td.explain(f).callCount);
const o = { z: () => 1 };
td.replace(o, 'z');
console.log(o.z());
td.reset();
console.log(o.z());
