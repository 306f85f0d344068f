'use strict';
/* A pause from elsewhere does, and the program ends. */
process.stdin.resume();
setTimeout(() => {
    process.stdin.pause();
    console.log('paused');
}, 20);
process.on('exit', (code) => console.log('exit', code));
