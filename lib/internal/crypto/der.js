'use strict';
/*
 * internal/crypto/der - as much of ASN.1's DER as keys and signatures need:
 * an element is a tag, a length and its content.
 */

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const SEQUENCE = 0x30;
const FIRST = 0xa0; // tagged [0], [1], ...

// ---- Writing ---------------------------------------------------------------

function lengthBytes(n) {
    if (n < 0x80)
        return [n];
    const bytes = [];
    for (; n > 0; n = Math.floor(n / 256))
        bytes.unshift(n % 256);
    return [0x80 | bytes.length, ...bytes];
}

function element(tag, ...parts) {
    const content = Buffer.concat(parts);
    return Buffer.concat([
        Buffer.from([tag, ...lengthBytes(content.length)]), content]);
}

function sequence(...parts) {
    return element(SEQUENCE, ...parts);
}

function withoutZeros(bytes) {
    let at = 0;
    while (at < bytes.length - 1 && bytes[at] === 0)
        at++;
    return bytes.subarray(at);
}

/* A positive number; a zero byte goes ahead of a high first bit. */
function integer(bytes) {
    const number = bytes.length === 0 ? Buffer.from([0]) : withoutZeros(bytes);
    return number[0] & 0x80 ? element(INTEGER, Buffer.from([0]), number) :
        element(INTEGER, number);
}

function bitString(bytes) {
    return element(BIT_STRING, Buffer.from([0]), bytes);
}

function octetString(bytes) {
    return element(OCTET_STRING, bytes);
}

function objectId(hex) {
    return element(OBJECT_ID, Buffer.from(hex, 'hex'));
}

// ---- Reading ---------------------------------------------------------------

/* The element at a place: its tag, its content and where the next begins;
 * undefined if there is none. */
function readElement(bytes, at) {
    if (at + 2 > bytes.length)
        return undefined;
    let length = bytes[at + 1];
    let start = at + 2;
    if (length & 0x80) {
        const count = length & 0x7f;
        if (count === 0 || count > 4 || start + count > bytes.length)
            return undefined;
        length = bytes.readUIntBE(start, count);
        start += count;
    }
    if (start + length > bytes.length)
        return undefined;
    return { tag: bytes[at], content: bytes.subarray(start, start + length),
             end: start + length };
}

/* The elements that follow each other; undefined if one is broken. */
function readAll(bytes) {
    const list = [];
    for (let at = 0; at < bytes.length;) {
        const next = readElement(bytes, at);
        if (next === undefined)
            return undefined;
        list.push(next);
        at = next.end;
    }
    return list;
}

/* What is in a sequence that is all there is. */
function readSequence(bytes) {
    const outer = readElement(bytes, 0);
    if (outer === undefined || outer.tag !== SEQUENCE ||
        outer.end !== bytes.length)
        return undefined;
    return readAll(outer.content);
}

/* A number with this many bytes, or as few as it needs. */
function readNumber(content, size) {
    const number = withoutZeros(content);
    if (size === undefined || number.length >= size)
        return Buffer.from(number);
    return Buffer.concat([Buffer.alloc(size - number.length), number]);
}

module.exports = {
    FIRST, INTEGER, bitString, element, integer, objectId, octetString,
    readNumber, readSequence, sequence,
};
