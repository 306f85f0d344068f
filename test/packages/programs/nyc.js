// nyc measures what a program covers.
const { dir, run, write: w } = require('../files/tool.js');
w('a.js', 'function f(x){if(x)return 1;return 2}module.exports=f');
w('t.js', 'const f=require("./a");console.log(f(1))');
w('package.json', '{}');
console.log(run('nyc/bin/nyc.js', '--reporter=text', '--cwd', dir, process.execPath, 't.js'));
