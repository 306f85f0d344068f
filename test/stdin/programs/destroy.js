'use strict';
/* Nothing comes any more, and the program ends. */
const { stdin } = process;
stdin.on('close', () => console.log('close', stdin.destroyed));
stdin.on('error', (error) => console.log(error.message));
if (stdin.isTTY || stdin.constructor.name === 'Socket')
    stdin.resume();
process.nextTick(() => stdin.destroy(new Error('enough')));
process.on('exit', (code) => console.log('exit', code));
