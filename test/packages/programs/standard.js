// standard finds.
const { run, write: w } = require('../files/tool.js');
w('a.js', 'var a = 1;\nif (a == 2) { b() }\n');
w('package.json', '{}');
console.log(run('standard/bin/cmd.cjs', 'a.js'));
