// msgpackr, cbor, cbor-x, avsc, @msgpack/msgpack.
import { pack, unpack, Packr, Encoder as ME } from 'msgpackr';
import cbor from 'cbor';
import { encode as ce, decode as cd, Encoder } from 'cbor-x';
import avro from 'avsc';
import { encode, decode } from '@msgpack/msgpack';
const o = {
    a: 1,
    b: 'ü😀',
    c: [1, 2.5, -3, null, true],
    d: { e: new Date(0) },
    f: Buffer.from('hi'),
    g: 123456789012n,
};
console.log(pack(o).toString('hex'), unpack(pack(o)));
const p = new Packr({ structuredClone: true });
const cyc = {};
cyc.me = cyc;
console.log(p.unpack(p.pack(cyc)), p.unpack(p.pack(new Map([[1, new Set([2])]]))));
console.log(
    cbor.encode({ a: [1, 'x'], m: new Map([[1, 2]]), u: undefined }).toString('hex'),
    await cbor.decodeFirst(cbor.encode({ x: 1.5, y: new Date(0) })),
);
console.log(await cbor.diagnose(Buffer.from('a16161 83010203'.replace(' ', ''), 'hex')));
console.log(ce(o).toString('hex'), cd(ce(o)));
console.log(
    Buffer.from(encode({ a: 1, b: [1, 'x', new Uint8Array([1, 2])] })).toString('hex'),
    decode(encode({ z: -1.5, q: { w: null } })),
);
const T = avro.Type.forSchema({
    type: 'record',
    name: 'P',
    fields: [
        { name: 'k', type: { type: 'enum', name: 'K', symbols: ['C', 'D'] } },
        { name: 'n', type: 'string' },
        { name: 'a', type: ['null', 'int'], default: null },
    ],
});
const bf = T.toBuffer({ k: 'C', n: 'Al', a: 3 });
console.log(
    bf,
    T.fromBuffer(bf),
    T.isValid({ k: 'X', n: 'a', a: 1 }),
    String(avro.Type.forValue({ a: 1, b: ['x'] })),
);
