'use strict';
/* internal/fetch/local - what fetch() can read without a network: data: and
 * blob: URLs. */

const { Buffer } = require('buffer');
const { extractBody } = require('internal/fetch/body');
const { HeadersList } = require('internal/fetch/headers');
/* Loaded when first used: internal/blob/blob, internal/util/mime. */

function makeHeaderList(fields) {
    const list = new HeadersList();
    for (const [name, value] of fields)
        list.append(name, value);
    return list;
}

function decodePercent(text) {
    const decoded = text.replace(/%([\da-f]{2})/gi, (escape, digits) =>
        String.fromCharCode(Number.parseInt(digits, 16)));
    return Buffer.from(decoded, 'latin1');
}

function readDataType(text) {
    const { MIMEType } = require('internal/util/mime');
    try {
        return `${new MIMEType(text.startsWith(';') ? `text/plain${text}`
                                                    : text)}`;
    } catch {
        return 'text/plain;charset=US-ASCII';
    }
}

/* data:[type][;base64],text */
function readData(url) {
    const text = url.href.split('#')[0].slice('data:'.length);
    const comma = text.indexOf(',');
    if (comma < 0)
        throw new Error('invalid data: URL');
    const head = text.slice(0, comma).trim();
    const isBase64 = /; *base64$/i.test(head);
    let bytes = decodePercent(text.slice(comma + 1));
    if (isBase64) {
        const { atob } = require('buffer');
        try {
            bytes = Buffer.from(atob(bytes.toString('latin1')), 'latin1');
        } catch {
            throw new Error('invalid data: URL');
        }
    }
    const type = readDataType(head.replace(/; *base64$/i, ''));
    return {
        body: extractBody(new Uint8Array(bytes), 'Response').body,
        headersList: makeHeaderList([['Content-Type', type]]),
    };
}

function readBlob(url, method) {
    const { resolveObjectURL } = require('internal/blob/blob');
    const blob = resolveObjectURL(url.href);
    if (method !== 'GET' || blob === undefined)
        throw new Error('invalid method');
    return {
        body: extractBody(blob, 'Response').body,
        headersList: makeHeaderList([['content-length', `${blob.size}`],
                                     ['content-type', blob.type]]),
    };
}

/* { body, headersList }; throws an error that gives the reason. */
function readLocal(url, method) {
    switch (url.protocol) {
    case 'data:':
        return readData(url);
    case 'blob:':
        return readBlob(url, method);
    case 'about:':
        throw new Error('about scheme is not supported');
    case 'file:':
        throw new Error('not implemented... yet...');
    default:
        throw new Error('unknown scheme');
    }
}

module.exports = { readLocal };
