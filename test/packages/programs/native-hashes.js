// keccak, secp256k1, microtime, xxhash-addon, bigint-buffer.
const keccak = require('keccak'),
    secp = require('secp256k1'),
    mt = require('microtime'),
    XX = require('xxhash-addon'),
    bb = require('bigint-buffer');
console.log(
    keccak('keccak256').update('a').digest('hex'),
    keccak('sha3-256').update('b').digest('hex'),
);
const k = Buffer.alloc(32, 1);
const pub = secp.publicKeyCreate(k);
console.log(Buffer.from(pub).toString('hex'));
const m = Buffer.alloc(32, 2);
const s = secp.ecdsaSign(m, k);
console.log(
    Buffer.from(s.signature).toString('hex'),
    s.recid,
    secp.ecdsaVerify(s.signature, m, pub),
);
console.log(typeof mt.now(), mt.nowStruct().length);
console.log(
    XX.XXHash64.hash(Buffer.from('x')).toString('hex'),
    XX.XXHash3.hash(Buffer.from('y')).toString('hex'),
);
console.log(bb.toBigIntBE(Buffer.from('ff00', 'hex')), bb.toBufferLE(5n, 4));
try {
    secp.publicKeyCreate(Buffer.alloc(3));
} catch (e) {
    console.log(e.message);
}
