'use strict';
/*
 * Random calls of node:buffer, StringDecoder and TextDecoder give what they gave
 * in Node 24: the sum over all lines that the programs in test/fuzz make is
 * recorded here. If one is wrong, that program shows which line, run in both.
 */

const buffer = require('../fuzz/buffer.js');
const decoders = require('../fuzz/decoders.js');
const { check, finish } = require('./support/check.js');

/* FNV-1a over the units of the lines. */
function sum({ makeLines }, seed, count) {
    let hash = 0x811c9dc5;
    for (const line of makeLines(seed, count)) {
        for (let i = 0; i < line.length; i++)
            hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193);
    }
    return (hash >>> 0).toString(16);
}

check(() => sum(buffer, 1, 3000), 'cd2c814e');
check(() => sum(buffer, 2, 3000), '5728ea4a');
check(() => sum(buffer, 3, 3000), '21324790');
check(() => sum(decoders, 1, 3000), 'a7d5a688');

finish();
