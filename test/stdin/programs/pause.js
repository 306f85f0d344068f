'use strict';
/* A pause inside 'data' does not stop the reading that is due after it. */
const { stdin } = process;
stdin.on('data', () => {
    console.log('data');
    stdin.pause();
});
stdin.on('pause', () => console.log('pause'));
process.on('exit', () => console.log(stdin.isPaused(), stdin.readableFlowing));
