'use strict';
/* To ask for it is not to read it. */
process.stdin;
console.log('touched');
