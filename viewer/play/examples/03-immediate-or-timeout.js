// Immediate or timeout: inside of an I/O callback there is one answer
const fs = require('fs');

fs.readFile(__filename, () => {
    setTimeout(() => console.log('timeout'), 0);
    setImmediate(() => console.log('immediate, always first here'));
});
