// fs.readdir() is sorted (libuv sorts it), fs.opendir() is not.
// orders: 3
'use strict';
const fs = require('fs');
const assert = require('assert');
fs.mkdirSync('/tmp/never-readdir', { recursive: true });
for (const name of ['c', 'a', 'd', 'b'])
    fs.writeFileSync(`/tmp/never-readdir/${name}`, '');
fs.readdir('/tmp/never-readdir', (error, names) => {
    assert.strictEqual(names.join(''), 'abcd');
});
(async () => {
    let names = '';
    for await (const entry of await fs.promises.opendir('/tmp/never-readdir'))
        names += entry.name;
    console.log(names);
    assert.strictEqual([...names].sort().join(''), 'abcd');
})();
