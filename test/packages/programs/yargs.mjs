import yargs from 'yargs';
const argv = yargs(['serve', '--port', '80', '-v', 'x']).command('serve [file]', 'serve it', (y) => y.option('port', { type: 'number' })).help(false).version(false).parse();
console.log(argv.port, argv.v, argv._);
console.log(await yargs([]).scriptName('t').option('a', { describe: 'an option' }).getHelp());
