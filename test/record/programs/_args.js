'use strict';
console.log(JSON.stringify(process.argv.slice(2)), __filename);
process.exitCode = 7;
