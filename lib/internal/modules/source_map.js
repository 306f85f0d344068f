'use strict';
/*
 * internal/modules/source_map - module.SourceMap: where a place in generated code comes
 * from, by the third revision of the source map format.
 *
 * "mappings" is a list of lines separated by ";", each a list of segments
 * separated by ",". A segment is one, four or five numbers, each the difference
 * to the previous one, in base 64 with the lowest five bits first:
 *
 *     column, source, original line, original column, name
 *
 * Only the column starts at zero with each line.
 */

const { validateObject } = require('internal/validators');

const digits =
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/* The numbers of one segment. The lowest bit of each is its sign, the highest
 * of each digit says that there are more. */
function decodeSegment(text) {
    const numbers = [];
    let value = 0;
    let shift = 0;
    for (const char of text) {
        const digit = digits.indexOf(char);
        value += (digit & 31) * 2 ** shift;
        shift += 5;
        if (digit & 32)
            continue;
        const size = Math.floor(value / 2);
        numbers.push(value & 1 ? -size : size);
        value = shift = 0;
    }
    return numbers;
}

function decodeMappings(map, lineOffset, columnOffset, entries) {
    const { sources = [], names = [], mappings = '' } = map;
    let source = 0;
    let originalLine = 0;
    let originalColumn = 0;
    let name = 0;
    mappings.split(';').forEach((line, lineNumber) => {
        /* A section's column counts from where it begins, in its first line. */
        let column = lineNumber === 0 ? columnOffset : 0;
        for (const segment of line.split(',')) {
            const [columns, ...rest] = decodeSegment(segment);
            if (columns === undefined)
                continue;
            column += columns;
            const entry = [lineNumber + lineOffset, column];
            if (rest.length >= 3) {
                source += rest[0];
                originalLine += rest[1];
                originalColumn += rest[2];
                entry.push(sources[source], originalLine, originalColumn);
            }
            if (rest.length === 4) {
                name += rest[3];
                entry.push(names[name]);
            }
            entries.push(entry);
        }
    });
}

function comparePlaces(a, b) {
    return a[0] - b[0] || a[1] - b[1];
}

class SourceMap {
    #payload;
    #entries = [];
    #lineLengths;

    constructor(payload, { lineLengths } = {}) {
        validateObject(payload, 'payload');
        this.#payload = structuredClone(payload);
        this.#lineLengths = Array.isArray(lineLengths) ? [...lineLengths]
                                                       : undefined;
        const sections = this.#payload.sections ??
            [{ offset: { line: 0, column: 0 }, map: this.#payload }];
        for (const { offset, map } of sections)
            decodeMappings(map, offset.line, offset.column, this.#entries);
        this.#entries.sort(comparePlaces);
    }

    get payload() {
        return structuredClone(this.#payload);
    }

    get lineLengths() {
        return this.#lineLengths === undefined ? undefined
                                               : [...this.#lineLengths];
    }

    /* The last entry at or before the place; both count from zero. */
    findEntry(lineOffset, columnOffset) {
        const place = [lineOffset, columnOffset];
        let from = 0;
        let to = this.#entries.length;
        while (from < to) {
            const middle = (from + to) >> 1;
            if (comparePlaces(this.#entries[middle], place) <= 0)
                from = middle + 1;
            else
                to = middle;
        }
        /* A position before the first mapping gives the first, as in Node. */
        const entry = this.#entries[Math.max(0, from - 1)];
        if (entry === undefined || (from === 0 && comparePlaces(entry, place)))
            return {};
        return {
            generatedLine: entry[0],
            generatedColumn: entry[1],
            originalSource: entry[2],
            originalLine: entry[3],
            originalColumn: entry[4],
            name: entry[5],
        };
    }

    /* The same for positions of stacks, which count from one. */
    findOrigin(lineNumber, columnNumber) {
        const { name, originalSource: fileName, ...at } =
            this.findEntry(lineNumber - 1, columnNumber - 1);
        const line = at.originalLine - at.generatedLine;
        const column = at.originalColumn - at.generatedColumn;
        // NaN: one of them is not there.
        if (fileName === undefined || line !== line || column !== column)
            return {};
        return {
            name,
            fileName,
            lineNumber: lineNumber + line,
            columnNumber: columnNumber + column,
        };
    }
}

module.exports = { SourceMap };
