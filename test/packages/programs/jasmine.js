// Jasmine over a file of tests.
const { dir, run, write: w } = require('../files/tool.js');
const fs = require('fs');
fs.mkdirSync(dir + '/spec');
w(
    'spec/a.spec.js',
    "describe('A',()=>{let n=0;beforeEach(()=>n++);it('one',()=>expect(n).toBe(1));it('two',async()=>{await expectAsync(Promise.reject(new Error('q'))).toBeRejectedWithError('q')});it('spy',()=>{const o={f(){return 1}};spyOn(o,'f').and.returnValue(5);expect(o.f(1)).toBe(5);expect(o.f).toHaveBeenCalledWith(1)});it('bad',()=>expect({a:1}).toEqual({a:2}));xit('skip',()=>{})})",
);
console.log(
    run('jasmine/bin/jasmine.js', '--random=false', '--no-color', 'spec/a.spec.js')
        .replace(/^ +at .*\n/gm, '')
        .replace(/Finished in .*/, ''),
);
