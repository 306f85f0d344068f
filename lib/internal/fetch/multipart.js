'use strict';
/*
 * internal/fetch/multipart - forms as multipart/form-data, written and read.
 *
 *     --boundary CRLF
 *     Content-Disposition: form-data; name="a"; filename="b" CRLF
 *     Content-Type: text/plain CRLF
 *     CRLF
 *     ...bytes... CRLF
 *     --boundary--
 */

const { Buffer } = require('buffer');
const { File } = require('internal/blob/file');
const { entriesOf, FormData } = require('internal/fetch/form_data');

/* ---- Writing ---------------------------------------------------------- */

function escapeName(name) {
    return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D')
        .replaceAll('"', '%22');
}

function normalizeLines(text) {
    return text.replace(/\r\n?|\n/g, '\r\n');
}

function makeBoundary() {
    const digits = `${Math.floor(Math.random() * 1e11)}`.padStart(11, '0');
    return `----formdata-orrery-0${digits}`;
}

function writeHead(name, value, boundary) {
    const disposition = 'Content-Disposition: form-data; ' +
        `name="${escapeName(normalizeLines(name))}"`;
    const start = `--${boundary}\r\n${disposition}`;
    if (typeof value === 'string')
        return `${start}\r\n\r\n`;
    return `${start}; filename="${escapeName(value.name)}"\r\n` +
        `Content-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`;
}

/* { parts, length, type }: parts are Buffers and Files. */
function writeForm(form) {
    const boundary = makeBoundary();
    const parts = [];
    for (const [name, value] of entriesOf(form)) {
        const head = writeHead(name, value, boundary);
        if (typeof value === 'string') {
            parts.push(Buffer.from(`${head}${normalizeLines(value)}\r\n`));
        } else {
            parts.push(Buffer.from(head), value, Buffer.from('\r\n'));
        }
    }
    parts.push(Buffer.from(`--${boundary}--\r\n`));
    return {
        parts,
        length: parts.reduce((sum, part) => sum + (part.length ?? part.size),
                             0),
        type: `multipart/form-data; boundary=${boundary}`,
    };
}

/* ---- Reading ---------------------------------------------------------- */

function fail(message) {
    return new TypeError('Failed to parse body as FormData.',
                         { cause: new TypeError(message) });
}

/* name="..." or name=word; undefined if there is none. */
function readParameter(header, name) {
    const found = new RegExp(
        `;[\\t ]*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i')
        .exec(header);
    if (found === null)
        return undefined;
    return (found[1] ?? found[2]).replaceAll('%0A', '\n')
        .replaceAll('%0D', '\r').replaceAll('%22', '"');
}

/* The head of a part, whose lines are UTF-8. */
function readHead(text) {
    const head = { name: undefined, fileName: undefined, type: undefined };
    for (const line of text.split('\r\n')) {
        const colon = line.indexOf(':');
        if (colon <= 0)
            throw fail('expected header name to be followed by a colon');
        const name = line.slice(0, colon).toLowerCase();
        const value = line.slice(colon + 1).trim();
        if (name === 'content-disposition') {
            if (!/^form-data;/i.test(value))
                throw fail('expected form-data; for content-disposition');
            head.name = readParameter(value, 'name');
            head.fileName = readParameter(value, 'filename');
        } else if (name === 'content-type') {
            head.type = value;
        }
    }
    if (head.name === undefined)
        throw fail('header name is null');
    return head;
}

function makeEntry(head, bytes) {
    if (head.fileName === undefined)
        return [head.name, new TextDecoder().decode(bytes)];
    return [head.name, new File([bytes], head.fileName,
                                { type: head.type ?? 'text/plain' })];
}

/* Where the first line of the body begins that is the boundary. */
function findStart(bytes, delimiter) {
    if (bytes.subarray(0, delimiter.length).equals(delimiter))
        return 0;
    const at = bytes.indexOf(Buffer.concat([Buffer.from('\r\n'), delimiter]));
    if (at < 0)
        throw fail('no boundary found in multipart body');
    return at + 2;
}

function readParts(bytes, boundary, append) {
    const delimiter = Buffer.from(`--${boundary}`, 'latin1');
    const ending = Buffer.concat([Buffer.from('\r\n'), delimiter]);
    let at = findStart(bytes, delimiter) + delimiter.length;
    while (bytes.toString('latin1', at, at + 2) !== '--') {
        if (bytes.toString('latin1', at, at + 2) !== '\r\n')
            throw fail('expected CRLF after boundary');
        const headEnd = bytes.indexOf('\r\n\r\n', at);
        if (headEnd < 0)
            throw fail('expected CRLF after headers');
        const head = readHead(bytes.toString('utf8', at + 2, headEnd));
        const end = bytes.indexOf(ending, headEnd + 2);
        if (end < 0)
            throw fail('expected boundary after body');
        append(...makeEntry(head, bytes.subarray(headEnd + 4, end)));
        at = end + ending.length;
    }
}

function readForm(bytes, type) {
    const boundary = type.params.get('boundary');
    if (boundary === null)
        throw fail('missing boundary in content-type header');
    const form = new FormData();
    const entries = entriesOf(form);
    readParts(bytes, boundary, (name, value) => entries.push([name, value]));
    return form;
}

module.exports = { readForm, writeForm };
