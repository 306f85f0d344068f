'use strict';

/*
 * internal/explore/lines - which line of its file a line of code is that was made of it.
 *
 * TypeScript, and what runners of tests do with modules before they run them, gives code
 * with other lines than the file has. Such code mostly ends with its source map. An
 * order, a sentence and a race name lines of the file that the user has, so the map is
 * given to the engine as a list of segments: line and column of the code, and the line of
 * the file. What comes from nowhere belongs to the segment before.
 */

const { mapLines } = internalBinding('explore');

const MAP = /\/\/[#@] sourceMappingURL=data:application\/json[^,\n]*;base64,([\w+/=]+)/g;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const MORE = 32; // of a digit: the number goes on

// The numbers of a segment, in base 64, the lowest five bits first and a sign last.
function readSegment(text) {
    const numbers = [];
    let value = 0, shift = 0;
    for (const digit of text) {
        const bits = DIGITS.indexOf(digit);
        value += (bits & (MORE - 1)) << shift;
        shift += 5;
        if (bits & MORE)
            continue;
        numbers.push(value & 1 ? -(value >> 1) : value >> 1);
        value = shift = 0;
    }
    return numbers;
}

// All segments that have a source: three numbers each, all from 1.
function readMappings(mappings) {
    const segments = [];
    let source = 0, line = 0;
    mappings.split(';').forEach((text, n) => {
        let column = 0;
        for (const segment of text === '' ? [] : text.split(',')) {
            const [inColumn, inSource, inLine] = readSegment(segment);
            column += inColumn;
            if (inLine === undefined)
                continue; // from nowhere
            source += inSource;
            line += inLine;
            if (source === 0)
                segments.push(n + 1, column + 1, line + 1);
        }
    });
    return Uint32Array.from(segments);
}

function segmentsOf(code) {
    const found = [...code.matchAll(MAP)].at(-1);
    if (found === undefined)
        return undefined;
    try {
        const map = JSON.parse(Buffer.from(found[1], 'base64').toString());
        return typeof map.mappings === 'string' ? readMappings(map.mappings) : undefined;
    } catch {
        return undefined; // it is no source map, and none is needed
    }
}

function noteCode(code, file) {
    if (typeof code !== 'string' || !code.includes('sourceMappingURL=data:'))
        return;
    const segments = segmentsOf(code);
    if (segments !== undefined)
        mapLines(file.replace(/^file:\/\/|\?.*$/gs, ''), segments);
}

function wrap(binding, name) {
    const compile = binding[name];
    binding[name] = (code, file, ...rest) => {
        noteCode(code, `${file}`);
        return compile(code, file, ...rest);
    };
}

let isWatched = false;

// From now on the lines of all code that is compiled are noted.
function watch() {
    if (isWatched)
        return;
    isWatched = true;
    const modules = internalBinding('modules');
    const contexts = internalBinding('contexts');
    for (const name of ['compileFunction', 'compileModule', 'compileScript'])
        wrap(modules, name);
    for (const name of ['compileFunction', 'compileScript'])
        wrap(contexts, name);
}

module.exports = { watch };
