'use strict';
/* Neither takes effect before the other. */
process.stdin.resume();
process.stdin.pause();
process.on('exit', (code) => console.log('exit', code));
