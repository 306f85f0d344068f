const { Command } = require('commander');
const program = new Command().exitOverride().configureOutput({ writeErr: (s) => console.log('err', s) });
program.name('tool').option('-n, --number <n>', 'a number', parseInt).argument('<file>').action((file, o) => console.log(file, o));
program.parse(['node', 'tool', '-n', '3', 'a.txt']);
console.log(program.helpInformation());
try { program.parse(['node', 'tool']); } catch (e) { console.log(e.code); }
