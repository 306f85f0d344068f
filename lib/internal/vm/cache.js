'use strict';
/* internal/vm/cache - the cached data of node:vm: a digest of a source. */

const { Buffer } = require('buffer');
/* Loaded when first used: v8. */

/* What createCachedData() writes: a tag of the engine, the length of the source
 * and a hash of it. */
function digest(code) {
    const data = Buffer.alloc(20);
    let hash = 2166136261;
    for (let i = 0; i < code.length; i++)
        hash = Math.imul(hash ^ code.charCodeAt(i), 16777619);
    data.writeUInt32LE(0xc0de0ecc, 0);
    data.writeUInt32LE(require('v8').cachedDataVersionTag(), 4);
    data.writeUInt32LE(code.length, 8);
    data.writeUInt32LE(hash >>> 0, 12);
    return data;
}

function isRejected(code, cachedData) {
    const { buffer, byteOffset, byteLength } = cachedData;
    return !digest(code).equals(new Uint8Array(buffer, byteOffset, byteLength));
}

module.exports = { digest, isRejected };
