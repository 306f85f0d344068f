// Nor is its error.
// prints: sync ENOENT
require('fs').readFile('./no/such/file', (error) => console.log(error.code));
console.log('sync');
