// Files are read by a pool of four threads
const fs = require('fs');

for (let n = 1; n <= 6; n++)
    fs.stat(__filename, () => console.log(`file ${n}`));
setImmediate(() => console.log('immediate'));
