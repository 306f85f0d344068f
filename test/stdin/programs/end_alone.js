'use strict';
/* Waiting for the end reads nothing, and keeps nothing alive. */
process.stdin.on('end', () => console.log('end'));
process.on('exit', (code) => console.log('exit', code));
