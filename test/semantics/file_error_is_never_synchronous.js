// Nor is its error.
// prints: sync ENOENT
// also: node18 node10
require('fs').readFile('./no/such/file', (error) => console.log(error.code));
console.log('sync');
