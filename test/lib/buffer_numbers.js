'use strict';
/* Numbers in a Buffer: every width, order and sign, and what is refused. */

const { check, finish } = require('./support/check.js');

const bytes = Buffer.from('0102030405060708f9fafbfcfdfeff00', 'hex');

function readAll(offset) {
    return ['UInt8', 'Int8', 'UInt16LE', 'UInt16BE', 'Int16LE', 'Int16BE',
            'UInt32LE', 'UInt32BE', 'Int32LE', 'Int32BE']
        .map((name) => bytes[`read${name}`](offset));
}

check(() => readAll(0),
      '[1,1,513,258,513,258,67305985,16909060,67305985,16909060]');
check(() => readAll(8),
      '[249,-7,64249,63994,-1287,-1542,4244372217,4193975292,-50595079,' +
      '-100992004]');
check(() => [1, 2, 3, 4, 5, 6].map((size) => bytes.readIntBE(8, size)),
      '[-7,-1542,-394501,-100992004,-25853952771,-6618611909122]');
check(() => [1, 2, 3, 4, 5, 6].map((size) => bytes.readUIntLE(8, size)),
      '[249,64249,16513785,4244372217,1090871098105,280366824553209]');
check(() => String(bytes.readBigInt64LE(8)), '72056485885770489');
check(() => String(bytes.readBigInt64BE(7)), '646823981692616447');
check(() => String(bytes.readBigUInt64BE(8)), '18012986723633397504');
check(() => [bytes.readFloatLE(0), bytes.readFloatBE(0), bytes.readDoubleBE(0),
             bytes.readDoubleLE(0)],
      '[1.539989614439558e-36,2.387939260590663e-38,' +
      '8.20788039913184e-304,5.447603722011605e-270]');

function write(method, ...args) {
    const buffer = Buffer.alloc(8);
    const end = buffer[`write${method}`](...args);
    return `${buffer.toString('hex')} ${end}`;
}

check(() => write('UInt8', 255, 3), '000000ff00000000 4');
check(() => write('UInt32BE', 0xdeadbeef, 1), '00deadbeef000000 5');
check(() => write('Int32LE', -2, 4), '00000000feffffff 8');
check(() => write('Int16BE', -2.7), 'fffe000000000000 2');
check(() => write('UInt16LE', NaN), '0000000000000000 2');
check(() => write('UInt16LE', '513'), '0102000000000000 2');
check(() => write('IntBE', -0.5, 0, 6), 'ffff000000000000 6');
check(() => write('UIntLE', 0x123456789abc, 1, 6), '00bc9a7856341200 7');
check(() => write('BigInt64LE', -2n), 'feffffffffffffff 8');
check(() => write('BigUInt64BE', 0x0102030405060708n), '0102030405060708 8');
check(() => write('FloatBE', 1.1, 2), '00003f8ccccd0000 6');
check(() => write('DoubleLE', 1.1), '9a9999999999f13f 8');
check(() => Buffer.prototype.readUint8 === Buffer.prototype.readUInt8, 'true');

/* Elements of what is no Uint8Array count as bytes. */
check(() => Buffer.prototype.readUInt16BE.call([1, 2]), '258');
check(() => {
    const list = new Int8Array(3);
    return [Buffer.prototype.writeUInt16BE.call(list, 0x102, 1), [...list]];
}, '[3,[0,1,2]]');

/* ---- What is refused -------------------------------------------------- */

check(() => bytes.readUInt8(16),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "offset" is out of range. ' +
      'It must be >= 0 and <= 15. Received 16');
check(() => bytes.readUInt16LE(-1),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "offset" is out of range. ' +
      'It must be >= 0 and <= 14. Received -1');
check(() => bytes.readInt32LE(0.5),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "offset" is out of range. ' +
      'It must be an integer. Received 0.5');
check(() => bytes.readInt32LE('0'),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "offset" argument must be of ' +
      "type number. Received type string ('0')");
check(() => bytes.readIntLE(),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "offset" argument must be of ' +
      'type number. Received undefined');
check(() => bytes.readIntLE(0, 7),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "byteLength" is out of ' +
      'range. It must be >= 1 and <= 6. Received 7');
check(() => Buffer.alloc(1).readDoubleLE(),
      'RangeError [ERR_BUFFER_OUT_OF_BOUNDS]: Attempt to access memory ' +
      'outside buffer bounds');
check(() => write('UInt8', 256),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "value" is out of range. ' +
      'It must be >= 0 and <= 255. Received 256');
check(() => write('Int32BE', 2 ** 31),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "value" is out of range. ' +
      'It must be >= -2147483648 and <= 2147483647. Received 2147483648');
check(() => write('IntLE', 2 ** 47, 0, 6),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "value" is out of range. ' +
      'It must be >= -(2 ** 47) and < 2 ** 47. Received 140_737_488_355_328');
check(() => write('BigUInt64LE', -1n),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "value" is out of range. ' +
      'It must be >= 0n and < 2n ** 64n. Received -1n');
check(() => write('BigInt64LE', 1),
      'TypeError: Cannot mix BigInt and other types, use explicit conversions');

finish();
