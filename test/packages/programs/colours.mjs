import chalk, { Chalk } from 'chalk';
import kleur from 'kleur';
import pc from 'picocolors';
const c = new Chalk({ level: 3 });
console.log(JSON.stringify(c.red.bold('x') + c.hex('#ff8800')('y')), chalk.level);
console.log(JSON.stringify(kleur.green('z')), JSON.stringify(pc.createColors(true).blue('w')));
