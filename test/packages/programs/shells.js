// concurrently and shelljs.
const { dir, run, write: w } = require('../files/tool.js');
w('a.js', 'console.log("out a")');
w('package.json', '{"scripts":{}}');
console.log(
    run('concurrently/dist/bin/concurrently.js', '--raw', 'echo one', 'echo two')
        .split('\n')
        .sort()
        .join('\n'),
);
console.log(
    run('concurrently/dist/bin/concurrently.js', '-k', '-s', 'first', 'exit 3').replace(
        / exit 3/,
        '',
    ),
);
const sh = require('shelljs');
sh.config.silent = true;
sh.cd(dir);
console.log(
    sh.ls().join(),
    sh.echo('x').to('q.txt').code,
    sh.cat('q.txt').stdout,
    sh.grep('out', 'a.js').stdout,
    sh.exec('echo hi; exit 2').code,
    sh.which('sh').toString(),
    sh.test('-f', 'a.js'),
    sh.sed('x', 'y', 'q.txt').stdout,
    sh.find('.').length,
);
sh.mkdir('-p', 'm/n');
sh.cp('a.js', 'm');
sh.rm('-rf', 'm');
console.log(sh.ls('-A').join());
