// AVA over a file of tests.
const { run, write: w } = require('../files/tool.js');
w('package.json', '{"type":"module"}');
w(
    'a.test.js',
    "import test from 'ava';test('adds',t=>t.is(1+1,2));test('async',async t=>{t.deepEqual(await Promise.resolve([1]),[1])});test('fails',t=>{t.is(1,2)});test.todo('later');test('throws',async t=>{const e=await t.throwsAsync(async()=>{throw new TypeError('x')});t.is(e.message,'x')})",
);
console.log(run('ava/entrypoints/cli.mjs', '--tap'));
