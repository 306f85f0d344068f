// A chain of file calls lets an immediate in after each.
// prints: f1 i1 f2 i2
// also: node18 node10
const fs = require('fs');
fs.stat('.', () => {
    console.log('f1');
    setImmediate(() => console.log('i1'));
    fs.stat('.', () => {
        console.log('f2');
        setImmediate(() => console.log('i2'));
    });
});
