'use strict';
// v8.serialize() writes the bytes that Node 24 writes, and reads them, too.

const assert = require('assert');
const v8 = require('v8');

function hex(value) {
    return v8.serialize(value).toString('hex');
}

const cycle = {};
cycle.c = cycle;
cycle.l = [cycle, cycle];

function withStack(error) {
    error.stack = 'ST';
    return error;
}

// What Node 24 writes for each.
const written = [
    [undefined, '5f'], [null, '30'], [true, '54'], [false, '46'],
    [0, '4900'], [-1, '4901'], [2 ** 31 - 1, '49feffffff0f'],
    [-(2 ** 31), '49ffffffff0f'], [2 ** 31, '4e000000000000e041'],
    [-0, '4e0000000000000080'], [1.5, '4e000000000000f83f'],
    [NaN, '4e000000000000f87f'],
    [0n, '5a00'], [-1n, '5a110100000000000000'],
    [-(2n ** 70n), '5a2100000000000000004000000000000000'],
    ['', '2200'], ['é', '2201e9'], ['\u0101', '63020101'],
    ['a\u0101', '630461000101'],
    [[], '4100240000'], [[1, 2], '410249024904240002'],
    [[1.5, 2], '41024e000000000000f83f4e0000000000000040240002'],
    [[1, 'a', 2.5], '410349022201614e0000000000000440240003'],
    [[1, , 3], '61034900490249044906400203'],
    [Object.assign([1, 2], { x: 1 }), '4102490249042201784902240102'],
    [{}, '6f7b00'],
    [{ 1: 2, b: 3, '-1': 4, 3000000000: 1, 4294967295: 2 },
     '6f490249044e000000c00b5ae6414902220162490622022d314908220a3432393439' +
         '363732393549047b05'],
    [new Date(1e12), '44000000a2941a6d42'],
    [Object(1), '6e000000000000f03f'], [Object('\u0101'), '730063020101'],
    [Object(true), '79'], [Object(5n), '7a100500000000000000'],
    [/a(b)/dgimsuy, '52220461286229bf01'], [/a/v, '522201618002'],
    [new Map([[1, { a: 1 }], ['x', new Set([1, 2])]]),
     '3b49026f22016149027b0122017827490249042c023a04'],
    [new ArrayBuffer(3), '4203000000'],
    [new ArrayBuffer(3, { maxByteLength: 8 }), '7e0308000000'],
    [new Uint8Array([1, 2]), '5c01020102'],
    [Buffer.from('ab'), '5c0a026162'],
    [new BigInt64Array([1n]), '5c0b080100000000000000'],
    [new DataView(new ArrayBuffer(2)), '5c09020000'],
    [withStack(new TypeError('m', { cause: 5 })),
     '72546d22016d732202535463490a2e'],
    [withStack(new Error()), '7273220253542e'],
    [cycle, '6f2201635e0022016c41025e005e002400027b02'],
];

for (const [value, bytes] of written) {
    assert.strictEqual(hex(value), `ff0f${bytes}`);
    assert.deepStrictEqual(v8.deserialize(Buffer.from(`ff0f${bytes}`, 'hex')),
                           value);
}

// A Serializer by itself writes whole buffers, each before its views.
{
    const bytes = new Uint8Array(2);
    const serializer = new v8.Serializer();
    serializer.writeValue([bytes, bytes, bytes.buffer]);
    const buffer = serializer.releaseBuffer();
    assert.strictEqual(buffer.toString('hex'),
                       '41034202000056420002005e025e01240003');
    assert.strictEqual(serializer.releaseBuffer().length, 0);
    const read = new v8.Deserializer(
        Buffer.concat([Buffer.from([0xff, 15]), buffer]));
    assert.strictEqual(read.readHeader(), true);
    const list = read.readValue();
    assert.strictEqual(list[0], list[1]);
    assert.strictEqual(list[0].buffer, list[2]);
}

// Numbers and bytes of one's own.
{
    const serializer = new v8.Serializer();
    serializer.writeUint32(300);
    serializer.writeUint64(1, 2);
    serializer.writeDouble(1.5);
    serializer.writeRawBytes(new DataView(new ArrayBuffer(1)));
    const buffer = serializer.releaseBuffer();
    assert.strictEqual(buffer.toString('hex'),
                       'ac028280808010000000000000f83f00');
    const read = new v8.Deserializer(buffer);
    assert.strictEqual(read.buffer, buffer);
    assert.strictEqual(read.getWireFormatVersion(), 0);
    assert.strictEqual(read.readUint32(), 300);
    assert.deepStrictEqual(read.readUint64(), [1, 2]);
    assert.strictEqual(read.readDouble(), 1.5);
    assert.deepStrictEqual(read.readRawBytes(1), Buffer.alloc(1));
    assert.throws(() => read.readDouble(), /^Error: ReadDouble\(\) failed$/);
    assert.throws(() => read.readRawBytes(1), /ReadRawBytes\(\) failed$/);
}

// Buffers that go another way.
{
    const buffer = new ArrayBuffer(2);
    const shared = new SharedArrayBuffer(2);
    const serializer = new v8.Serializer();
    serializer.transferArrayBuffer(9, buffer);
    serializer._getSharedArrayBufferId = () => 7;
    serializer.writeHeader();
    serializer.writeValue([buffer, shared]);
    const bytes = serializer.releaseBuffer();
    assert.strictEqual(bytes.toString('hex'), 'ff0f410274097507240002');
    const read = new v8.Deserializer(Buffer.from('ff0f7409', 'hex'));
    read.readHeader();
    read.transferArrayBuffer(9, buffer);
    assert.strictEqual(read.readValue(), buffer);
    assert.throws(() => serializer.transferArrayBuffer(1, {}),
                  { code: 'ERR_INVALID_ARG_TYPE' });
}

// What can't be written is said by an error of the Serializer's choice.
for (const [value, text] of [
    [() => 1, '() => 1'], [Symbol('q'), 'Symbol(q)'],
    [new WeakMap(), '#<WeakMap>'], [new Proxy({}, {}), '#<Object>'],
    [globalThis, '#<Object>'], [new SharedArrayBuffer(1),
                                '#<SharedArrayBuffer>'],
]) {
    assert.throws(() => v8.serialize(value), {
        constructor: Error, message: `${text} could not be cloned.`,
    });
}
{
    const serializer = new v8.Serializer();
    serializer._getDataCloneError = (text) => new RangeError(text);
    assert.throws(() => serializer.writeValue(() => 1), RangeError);
}

// What can't be read is an error, whatever the bytes are.
for (const bytes of ['ff0f', 'ff0f6f', 'ff0f4105', 'ff0f6f490149027b02',
                     'ff0f5e00', 'ff0f2205616263', 'ff0f6f5f5f7b01',
                     'ff0f522201614000', 'ff0f7401', 'ff0f5603', 'ff0f5aff']) {
    assert.throws(() => v8.deserialize(Buffer.from(bytes, 'hex')), {
        constructor: Error, message: 'Unable to deserialize cloned data.',
    });
}
for (const bytes of ['', 'ff', 'ff10', '5f']) {
    assert.throws(() => v8.deserialize(Buffer.from(bytes, 'hex')),
                  /invalid or unsupported version/);
}
{
    let seed = 1;
    const next = (n) => (seed = (seed * 16807) % 2147483647) % n;
    const all = v8.serialize(written.map(([value]) => value));
    for (let i = 0; i < 3000; i++) {
        const bytes = Buffer.from(all);
        bytes[2 + next(bytes.length - 2)] = next(256);
        try {
            v8.deserialize(bytes.subarray(0, 2 + next(bytes.length)));
        } catch (error) {
            assert.ok(error instanceof Error);
        }
    }
}

// Host objects are written and read by the subclass.
{
    class Mine extends v8.DefaultSerializer {
        _writeHostObject(view) {
            this.writeUint32(view.length);
        }
    }
    const serializer = new Mine();
    serializer.writeHeader();
    serializer.writeValue([new Uint8Array(5)]);
    const read = new v8.DefaultDeserializer(serializer.releaseBuffer());
    read._readHostObject = () => ({ length: read.readUint32() });
    read.readHeader();
    assert.deepStrictEqual(read.readValue(), [{ length: 5 }]);
}

assert.throws(() => v8.Serializer(), { code: 'ERR_CONSTRUCT_CALL_REQUIRED' });
assert.throws(() => v8.deserialize('x'), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => v8.Serializer.prototype.writeHeader.call({}),
              { name: 'TypeError', message: 'Illegal invocation' });
