// prints: v i
const { promisify } = require('util');
promisify(setTimeout)(1, 'v').then((v) => {
    console.log(v);
    return promisify(setImmediate)('i');
}).then(console.log);
