'use strict';
/*
 * internal/console/more - what of the console is rarely used: tables and the
 * spelling of times.
 */

const { inspect } = require('internal/util/inspect');
const { getStringWidth } = require('internal/util/string_width');
const { isMap, isMapIterator, isSet, isSetIterator } =
    require('internal/util/types');
const { previewEntries } = internalBinding('inspect');

const ObjectKeys = Object.keys;
const HasOwn = Object.prototype.hasOwnProperty;

/* ---- Times ------------------------------------------------------------ */

function pad(value) {
    return `${value}`.padStart(2, '0');
}

/* 3.1ms, 1.050s, 1:02.003 (m:ss.mmm), 1:00:00.000
 * (h:mm:ss.mmm). */
function formatTime(ms) {
    if (ms < 1000)
        return `${Number(ms.toFixed(3))}ms`;
    const allSeconds = ms / 1000;
    if (allSeconds < 60)
        return `${(ms / 1000).toFixed(3)}s`;
    const hours = Math.floor(allSeconds / 3600);
    const minutes = Math.floor((allSeconds % 3600) / 60);
    const rest = (allSeconds % 60).toFixed(3).split('.');
    if (hours === 0)
        return `${minutes}:${pad(rest[0])}.${rest[1]} (m:ss.mmm)`;
    return `${hours}:${pad(minutes)}:${pad(rest[0])}.${rest[1]} ` +
           '(h:mm:ss.mmm)';
}

/* ---- Tables ----------------------------------------------------------- */

function renderRow(cells, widths) {
    let row = '│';
    for (let i = 0; i < widths.length; i++) {
        const cell = cells[i] ?? '';
        row += ` ${cell}${' '.repeat(widths[i] - getStringWidth(cell) - 1)}│`;
    }
    return row;
}

function drawTable(head, columns) {
    let height = 0;
    const widths = [];
    for (let i = 0; i < head.length; i++) {
        let widest = getStringWidth(head[i]);
        const column = columns[i];
        height = Math.max(height, column.length);
        for (let j = 0; j < column.length; j++) {
            if (column[j] !== undefined)
                widest = Math.max(widest, getStringWidth(column[j]));
        }
        widths[i] = widest + 2;
    }
    const lines = [];
    for (let i = 0; i < widths.length; i++)
        lines[i] = '─'.repeat(widths[i]);

    let text = `┌${lines.join('┬')}┐\n${renderRow(head, widths)}\n` +
               `├${lines.join('┼')}┤\n`;
    for (let j = 0; j < height; j++) {
        const cells = [];
        for (let i = 0; i < columns.length; i++)
            cells[i] = columns[i][j];
        text += `${renderRow(cells, widths)}\n`;
    }
    return `${text}└${lines.join('┴')}┘`;
}

function formatCell(value, options) {
    const isLarge = value !== null && typeof value === 'object' &&
        !Array.isArray(value) && ObjectKeys(value).length > 2;
    return inspect(value, {
        depth: isLarge ? -1 : 0,
        maxArrayLength: 3,
        breakLength: Infinity,
        colors: false,
        ...options,
    });
}

function indices(length, options) {
    const list = [];
    for (let i = 0; i < length; i++)
        list[i] = formatCell(i, options);
    return list;
}

/* Keys and values by turns. */
function drawPairs(entries, options) {
    const keys = [];
    const values = [];
    for (let i = 0; i < entries.length; i += 2) {
        keys.push(formatCell(entries[i], options));
        values.push(formatCell(entries[i + 1], options));
    }
    return drawTable(['(iteration index)', 'Key', 'Values'],
                     [indices(keys.length, options), keys, values]);
}

function drawValues(entries, options) {
    const values = [];
    for (let i = 0; i < entries.length; i++)
        values[i] = formatCell(entries[i], options);
    return drawTable(['(iteration index)', 'Values'],
                     [indices(values.length, options), values]);
}

function flattenMap(map) {
    const entries = [];
    for (const entry of map)
        entries.push(entry[0], entry[1]);
    return entries;
}

/* A row per element, a column per property that any of them has. */
function drawRows(data, properties, options) {
    const columns = { __proto__: null };
    const primitives = [];
    let hasPrimitives = false;
    const rows = ObjectKeys(data);
    for (let i = 0; i < rows.length; i++) {
        const item = data[rows[i]];
        const isPrimitive = item === null ||
            (typeof item !== 'function' && typeof item !== 'object');
        if (isPrimitive && properties === undefined) {
            hasPrimitives = true;
            primitives[i] = formatCell(item, options);
            continue;
        }
        const keys = properties ?? ObjectKeys(item);
        for (let j = 0; j < keys.length; j++) {
            const key = keys[j];
            columns[key] ??= [];
            columns[key][i] = isPrimitive || !HasOwn.call(item, key)
                ? '' : formatCell(item[key], options);
        }
    }
    const head = ObjectKeys(columns);
    const bodies = head.map((key) => columns[key]);
    if (hasPrimitives) {
        head.push('Values');
        bodies.push(primitives);
    }
    return drawTable(['(index)', ...head], [rows, ...bodies]);
}

function formatTable(data, properties, options) {
    if (isMapIterator(data)) {
        const { 0: entries, 1: isKeyed } = previewEntries(data, true);
        return isKeyed ? drawPairs(entries, options)
                       : drawValues(entries, options);
    }
    if (isMap(data))
        return drawPairs(flattenMap(data), options);
    if (isSetIterator(data))
        return drawValues(previewEntries(data, true)[0], options);
    if (isSet(data))
        return drawValues(Array.from(data), options);
    return drawRows(data, properties, options);
}

module.exports = { formatTable, formatTime };
