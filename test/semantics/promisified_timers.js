// prints: v i
// also: node18 node10
const { promisify } = require('util');
promisify(setTimeout)(1, 'v').then((v) => {
    console.log(v);
    return promisify(setImmediate)('i');
}).then(console.log);
