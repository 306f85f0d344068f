// uvu over a file of tests.
const { run, write: w } = require('../files/tool.js');
w(
    'a.js',
    "const {test,suite}=require('uvu');const assert=require('uvu/assert');test('ok',()=>{assert.is(1,1);assert.equal({a:[1]},{a:[1]})});test('throws',()=>assert.throws(()=>{throw new Error('x')},/x/));test('bad',()=>assert.equal({a:1,b:2},{a:1,b:3}));test.run();const s=suite('S');s.before(c=>{c.x=1});s('ctx',c=>assert.is(c.x,1));s.run()",
);
console.log(run('uvu/bin.js', '.', '^a.js$').replace(/^ +at .*\n/gm, ''));
