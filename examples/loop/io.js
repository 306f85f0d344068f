// Inside of I/O, the immediate is always first.
const { readFile } = require('fs');

readFile(__filename, () => {
    setTimeout(() => console.log('timeout'), 0);
    setImmediate(() => console.log('immediate'));
    console.log('file read');
});
