// dns.lookup() has at most half of the threads: of four lookups the third one
// cannot be first, and a file is never behind all of them.
// orders: 10
'use strict';
const dns = require('dns');
const fs = require('fs');
const order = [];
for (let i = 0; i < 4; i++)
    dns.lookup('localhost', () => order.push(`dns${i}`));
for (let i = 0; i < 4; i++)
    fs.stat('/', () => order.push(`fs${i}`));
process.on('exit', () => {
    console.log(order.join(' '));
    const names = order.filter((name) => name.startsWith('dns'));
    names.forEach((name, p) => {
        if (Number(name.slice(3)) > p + 1)
            throw new Error(`three lookups at a time: ${order}`);
    });
    // The files have the other two threads to themselves.
    const files = order.filter((name) => name.startsWith('fs'));
    files.forEach((name, p) => {
        if (Number(name.slice(2)) > p + 3)
            throw new Error(`four files: ${order}`);
    });
});
