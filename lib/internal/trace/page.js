'use strict';
/*
 * internal/trace/page - the page with a long trace in it, in parts.
 *
 * A short trace stands in the page as it is (src/cli/page_file.c). A long one is
 * cut at ends of lines into parts of about a megabyte, each packed by itself: the
 * file is a tenth as long, and neither its writer nor its reader has all of it in
 * memory (docs/trace-format.md, "Inside of a page").
 */

/* Loaded when first used: fs, internal/trace/failure, zlib. */

const PART_BYTES = 1 << 20;
const LEVEL = 4; // of gzip: twice as fast as 6, and a few percent longer
const PLACE = '<script id="orrery-trace" type="application/x-ndjson"></script>';
const NEWLINE = 10;

/* Whole lines of the file, about PART_BYTES at a time. The last one may have no
 * end, if the trace was cut. */
function* partsOf(fd) {
    const fs = require('fs');
    let rest = Buffer.alloc(0);
    for (let at = 0; ;) {
        const block = Buffer.allocUnsafe(PART_BYTES);
        const n = fs.readSync(fd, block, 0, PART_BYTES, at);
        at += n;
        const have = Buffer.concat([rest, block.subarray(0, n)]);
        const end = n === 0 ? have.length : have.lastIndexOf(NEWLINE) + 1;
        rest = have.subarray(end);
        if (end > 0)
            yield have.subarray(0, end);
        if (n === 0)
            return;
    }
}

/* The first and the last step of a part, for readers that look for one. */
function stepsOf(part) {
    const first = part.indexOf('{"i":');
    const last = part.lastIndexOf('\n{"i":') + 1;
    const number = (at) => parseInt(part.toString('latin1', at + 5, at + 25), 10);
    return first < 0 ? [0, 0] : [number(first), number(Math.max(first, last))];
}

function elementOf(part) {
    const [from, to] = stepsOf(part);
    const packed = require('zlib').gzipSync(part, { level: LEVEL });
    return `<script class="orrery-part" type="application/gzip" data-from="${from}"` +
        ` data-to="${to}">${packed.toString('base64')}</script>\n`;
}

function openOutput(path) {
    const { Failure } = require('internal/trace/failure');
    try {
        return path === '-' ? 1 : require('fs').openSync(path, 'w');
    } catch (error) {
        throw new Failure(`cannot write ${path}: ${error.message}`);
    }
}

function write(fd, path) {
    const fs = require('fs');
    const page = internalBinding('page').html('viewer');
    const at = page.lastIndexOf(PLACE) + PLACE.length;
    const out = openOutput(path);
    fs.writeFileSync(out, page.slice(0, at) + '\n');
    for (const part of partsOf(fd))
        fs.writeFileSync(out, elementOf(part));
    fs.writeFileSync(out, page.slice(at));
    if (out !== 1)
        fs.closeSync(out);
}

module.exports = { write };
