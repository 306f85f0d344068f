'use strict';
/* What is piped into standard output does not end it. */
const { stdin, stdout } = process;
stdout.on('pipe', (from) => stdout.write(`pipe ${from === stdin}\n`));
stdout.on('unpipe', (from) => stdout.write(`unpipe ${from === stdin}\n`));
console.log(stdin.pipe(stdout) === stdout);
stdin.on('end', () => console.log('end'));
