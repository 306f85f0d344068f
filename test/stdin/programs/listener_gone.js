'use strict';
/* It flows on without its listener. */
const { stdin } = process;
const listener = () => {
    console.log('data');
    stdin.off('data', listener);
};
stdin.on('data', listener);
stdin.on('end', () => console.log('end'));
process.on('exit', () => console.log(stdin.readableFlowing));
