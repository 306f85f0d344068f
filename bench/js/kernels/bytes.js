// What do typed arrays, DataView and Buffer cost, element by element and whole?
'use strict';
const { kernel } = require('./kernel.js');

const bytes = new Uint8Array(20000).map((_, i) => i * 31);
const words = new Int32Array(5000).map((_, i) => i * 7919);
const doubles = new Float64Array(5000).map((_, i) => i / 3);
const buffer = Buffer.from(bytes);

kernel('bytes_sum', 50, () => {
    let n = 0;
    for (let i = 0; i < bytes.length; i++)
        n += bytes[i];
    return n;
});
kernel('bytes_write', 50, () => {
    const b = new Uint8Array(5000);
    for (let i = 0; i < b.length; i++)
        b[i] = i ^ 85;
    return b[4999];
});
kernel('bytes_for_of', 20, () => {
    let n = 0;
    for (const b of bytes)
        n += b;
    return n;
});
kernel('bytes_crc', 20, () => {
    let crc = -1;
    for (let i = 0; i < bytes.length; i++)
        crc = (crc >>> 8) ^ words[(crc ^ bytes[i]) & 255];
    return crc;
});
kernel('buffer_sum', 50, () => {
    let n = 0;
    for (let i = 0; i < buffer.length; i++)
        n += buffer[i];
    return n;
});
kernel('int32_mix', 50, () => {
    let n = 0;
    for (let i = 0; i < words.length; i++) {
        words[i] += i;
        n ^= words[i];
        words[i] -= i;
    }
    return n;
});
kernel('float64_scale', 50, () => {
    const out = new Float64Array(doubles.length);
    for (let i = 0; i < doubles.length; i++)
        out[i] = doubles[i] * 0.5 + 1;
    return out[4999];
});
kernel('bytes_methods', 50, () => bytes.slice(10).indexOf(256) +
    bytes.subarray(5).length + Number(bytes.includes(-1)) +
    new Uint8Array(bytes).fill(3)[7]);
kernel('bytes_subarray', 50, () => {
    let n = 0;
    for (let i = 0; i < 1000; i++)
        n += bytes.subarray(i % 50, 60).length;
    return n;
});
const halves = new Float64Array(1000).fill(7.5);
kernel('bytes_set_doubles', 50, () => {
    const b = new Int32Array(1000);
    b.set(halves);
    return b[5];
});
kernel('bytes_map', 20, () => bytes.map((v) => v ^ 1)[10] +
    bytes.reduce((x, v) => x + v, 0));
kernel('dataview', 20, () => {
    const view = new DataView(bytes.buffer);
    let n = 0;
    for (let i = 0; i + 4 <= view.byteLength; i += 4)
        n += view.getUint32(i) + view.getInt16(i, true);
    return n;
});
kernel('buffer_strings', 20, () => {
    let n = 0;
    for (let i = 0; i < 500; i++)
        n += Buffer.from(`line ${i} of a text`).toString().length;
    return n;
});
