'use strict';
/* What is unref'd may read and keeps nothing alive. A file cannot be. */
const { stdin } = process;
stdin.on('data', () => {});
console.log(typeof stdin.ref, stdin.unref?.() === stdin);
process.on('exit', (code) => console.log('exit', code));
