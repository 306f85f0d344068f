'use strict';
/*
 * internal/util/inspect_types - what util.inspect() shows of each kind of
 * object: the entries of collections, the contents of promises and buffers,
 * the headline of functions.
 *
 * A formatter gets (ctx, value, level, shape) and returns the entries,
 * each already text; inspect.js adds the properties and joins all. Entries are
 * indented while they are formatted, since long strings and nested objects
 * break lines by it.
 */

const {
    formatBigInt,
    formatNumber,
    formatPrimitive,
    formatProperty,
    formatValue,
    getPrefix,
    indented,
    isTooDeep,
    joinOutput,
    BEHIND,
    ELEMENT,
    NAMED,
    stylePlain,
} = require('internal/util/inspect');
const { getStringWidth } = require('internal/util/string_width');
const { kindOf, kinds, getPromiseDetails,
        isCompiled, previewEntries } = internalBinding('inspect');
/* Loaded when first used: internal/errors. */

const ReflectApply = Reflect.apply;
const ObjectKeys = Object.keys;
const ObjectHasOwn = Object.hasOwn;
const ObjectGetPrototypeOf = Object.getPrototypeOf;
const ObjectGetOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const HasOwn = Object.prototype.hasOwnProperty;
const FunctionToString = Function.prototype.toString;
const MapEntries = Map.prototype.entries;
const SetValues = Set.prototype.values;
const MapIteratorNext = ObjectGetPrototypeOf(new Map().entries()).next;
const SetIteratorNext = ObjectGetPrototypeOf(new Set().values()).next;
const TypedArrayPrototype = ObjectGetPrototypeOf(Uint8Array.prototype);
const Bytes = Uint8Array;

function plural(count) {
    return count > 1 ? 's' : '';
}

function remainingText(remaining) {
    return `... ${remaining} more item${plural(remaining)}`;
}

/* How many of `length` entries may be shown. */
function limit(ctx, length) {
    return Math.min(Math.max(0, ctx.maxArrayLength), length);
}

/* The entries that `format` makes of 0, 1 and so on, and a last line about
 * those that are too many. `finish` may change their order. */
function formatSome(ctx, length, format, finish) {
    const shown = limit(ctx, length);
    const output = [];
    for (let i = 0; i < shown; i++)
        output[i] = format(i);
    finish?.(output);
    if (length > shown)
        output.push(remainingText(length - shown));
    return output;
}

/* ---- Arrays ----------------------------------------------------------- */

function formatArray(ctx, value, level) {
    const shown = limit(ctx, value.length);
    for (let i = 0; i < shown; i++) {
        if (!ObjectHasOwn(value, i))
            return formatSparse(ctx, value, level, shown);
    }
    return formatSome(ctx, value.length,
                      (i) => formatProperty(ctx, value, level, i, ELEMENT));
}

function isIndex(key) {
    return `${key >>> 0}` === key && key >>> 0 !== 0xffffffff;
}

/* With holes: a run of missing elements counts as one entry. */
function formatSparse(ctx, value, level, max) {
    const output = [];
    let next = 0; /* the first index that was not shown */
    function addHole(end) {
        const count = end - next;
        if (count > 0) {
            output.push(ctx.stylize(`<${count} empty item${plural(count)}>`,
                                    'undefined'));
        }
        next = end;
    }
    for (const key of ObjectKeys(value).filter(isIndex)) {
        if (output.length < max)
            addHole(Number(key));
        if (output.length >= max)
            break;
        output.push(formatProperty(ctx, value, level, key, ELEMENT));
        next = Number(key) + 1;
    }
    if (output.length < max)
        addHole(value.length);
    else if (value.length > next)
        output.push(remainingText(value.length - next));
    return output;
}

const typedFields = ['BYTES_PER_ELEMENT', 'length', 'byteLength',
                     'byteOffset', 'buffer'];
const viewFields = ['byteLength', 'byteOffset', 'buffer'];

/* A DataView throws if its buffer is detached or has become too short. */
function readField(value, field) {
    try {
        return value[field];
    } catch {
        return field === 'byteLength' ? 0 : undefined;
    }
}

/* What such an object has from its prototype and is still worth showing. */
function formatFields(ctx, value, level, fields, typedArray) {
    return indented(ctx, 2, () => fields.map(
        (field) => `${ctx.stylize(`[${field}]`, 'string')}: ` +
                   formatValue(ctx, readField(value, field), level, typedArray)));
}

function formatDataView(ctx, value, level) {
    return formatFields(ctx, value, level, viewFields);
}

function formatTypedArray(ctx, value, level) {
    const length = Reflect.get(TypedArrayPrototype, 'length', value);
    const format = typeof value[0] === 'bigint' ? formatBigInt : formatNumber;
    const output = formatSome(
        ctx, length,
        (i) => format(ctx.stylize, value[i], ctx.numericSeparator));
    return ctx.showHidden
        ? output.concat(formatFields(ctx, value, level, typedFields, true))
        : output;
}

function getByteLength(value) {
    const { prototype } = kindOf(value) === kinds.SharedArrayBuffer
        ? SharedArrayBuffer : ArrayBuffer;
    return Reflect.get(prototype, 'byteLength', value);
}

function formatByteLength(ctx, value) {
    return `${ctx.stylize('[byteLength]', 'string')}: ` +
           formatNumber(ctx.stylize, getByteLength(value), false);
}

function formatArrayBuffer(ctx, value) {
    let bytes;
    try {
        bytes = new Bytes(value);
    } catch (error) {
        require('internal/errors').throwIfNoMemory(error);
        return [ctx.stylize('(detached)', 'special'),
                formatByteLength(ctx, value)];
    }
    const shown = limit(ctx, bytes.length);
    let text = '';
    for (let i = 0; i < shown; i++) {
        const hex = bytes[i].toString(16);
        text += (i === 0 ? '' : ' ') + (hex.length === 1 ? `0${hex}` : hex);
    }
    const remaining = bytes.length - shown;
    if (remaining > 0)
        text += ` ... ${remaining} more byte${plural(remaining)}`;
    return [`${ctx.stylize('[Uint8Contents]', 'special')}: <${text}>`,
            formatByteLength(ctx, value)];
}

/* ---- Maps, sets, iterators -------------------------------------------- */

/* The steps of a collection's original iterator, even if it was patched. */
function listSteps(iterator, next) {
    return () => ReflectApply(next, iterator, []).value;
}

function formatSet(ctx, value, level) {
    const next = listSteps(ReflectApply(SetValues, value, []),
                           SetIteratorNext);
    return indented(ctx, 2, () => formatSome(
        ctx, Reflect.get(Set.prototype, 'size', value),
        () => formatValue(ctx, next(), level)));
}

function formatMap(ctx, value, level) {
    const next = listSteps(ReflectApply(MapEntries, value, []),
                           MapIteratorNext);
    return indented(ctx, 2, () => formatSome(
        ctx, Reflect.get(Map.prototype, 'size', value), () => {
            const entry = next();
            return `${formatValue(ctx, entry[0], level)} => ` +
                   formatValue(ctx, entry[1], level);
        }));
}

/* Weak collections have no order: sort the text. */
function sorterOf(ctx, isWeak) {
    return isWeak && !ctx.sorted ? (output) => output.sort() : undefined;
}

/* Single values. */
function formatValues(ctx, level, entries, isWeak) {
    return indented(ctx, 2, () => formatSome(
        ctx, entries.length, (i) => formatValue(ctx, entries[i], level),
        sorterOf(ctx, isWeak)));
}

/* Keys and values by turns, as `k => v` or as `[ k, v ]`. */
function formatPairs(ctx, level, entries, isWeak) {
    return indented(ctx, 2, () => formatSome(ctx, entries.length / 2, (i) => {
        const key = formatValue(ctx, entries[2 * i], level);
        const item = formatValue(ctx, entries[2 * i + 1], level);
        return isWeak ? `${key} => ${item}`
            : joinOutput(ctx, [key, item], '', '[', ']', BEHIND, level);
    }, sorterOf(ctx, isWeak)));
}

function formatIterator(ctx, value, level, shape) {
    const { 0: entries, 1: isKeyed } = previewEntries(value, true);
    if (isKeyed) {
        shape.open = shape.open.replace(/ Iterator\] \{$/, ' Entries] {');
        return formatPairs(ctx, level, entries, false);
    }
    return formatValues(ctx, level, entries, false);
}

function formatWeakSet(ctx, value, level) {
    return formatValues(ctx, level, previewEntries(value), true);
}

function formatWeakMap(ctx, value, level) {
    return formatPairs(ctx, level, previewEntries(value), true);
}

function formatWeakUnknown(ctx) {
    return [ctx.stylize('<items unknown>', 'special')];
}

/* ---- Promises, proxies, namespaces ------------------------------------ */

const settled = ['<pending>', '', '<rejected>'];

function formatPromise(ctx, value, level) {
    const details = getPromiseDetails(value);
    const head = settled[details[0]];
    const shown = head ? ctx.stylize(head, 'special') : '';
    if (details[0] === 0)
        return [shown];
    const text = indented(ctx, 2, () => formatValue(ctx, details[1], level));
    return [shown ? `${shown} ${text}` : text];
}

function formatProxy(ctx, details, level) {
    if (isTooDeep(ctx, level))
        return ctx.stylize('Proxy [Array]', 'special');
    const output = indented(ctx, 2, () => [
        formatValue(ctx, details[0], level + 1),
        formatValue(ctx, details[1], level + 1)]);
    return joinOutput(ctx, output, '', 'Proxy [', ']', BEHIND, level + 1);
}

/* A binding that has no value yet throws when it is read. */
function formatBinding(ctx, value, level, key) {
    try {
        return formatProperty(ctx, value, level, key, NAMED);
    } catch (error) {
        if (!(error instanceof ReferenceError))
            throw error;
        const text = formatProperty(ctx, { [key]: '' }, level, key, NAMED);
        return text.slice(0, text.lastIndexOf(' ') + 1) +
               ctx.stylize('<uninitialized>', 'special');
    }
}

function formatNamespace(ctx, value, level, shape) {
    const output = shape.keys.map(
        (key) => formatBinding(ctx, value, level, key));
    shape.keys = [];
    return output;
}

/* ---- Headlines -------------------------------------------------------- */

function getClassBase(value, name, tag) {
    const own = ReflectApply(HasOwn, value, ['name']) && value.name;
    const parent = name === null ? 'null' : ObjectGetPrototypeOf(value).name;
    const words = ['class', own || '(anonymous)'];
    if (name !== 'Function' && name !== null)
        words.push(`[${name}]`);
    if (tag !== '' && name !== tag)
        words.push(`[${tag}]`);
    if (parent)
        words.push('extends', parent);
    return `[${words.join(' ')}]`;
}

/* By its source: it begins with "class" and has no parameter list before its
 * first brace, apart from comments. Built-ins have no source; but the
 * `prototype` of a class is not writable, unlike that of an old-style
 * function. */
function isClass(value) {
    const source = ReflectApply(FunctionToString, value, []);
    if (source.endsWith('[native code] }') && isCompiled(value)) {
        return ObjectGetOwnPropertyDescriptor(value, 'prototype')
            ?.writable === false;
    }
    if (!source.startsWith('class') || !source.endsWith('}'))
        return false;
    const head = source.slice(5, source.indexOf('{'));
    if (!head.includes('('))
        return true;
    const bare = source.slice(5, -1)
        .replace(/\/\*[^]*?\*\/|\/\/.*\n/g, '');
    return /^\s+[^(]*?\s*\{/.test(bare);
}

function getFunctionType(value) {
    const kind = kindOf(value);
    if (kind === kinds.AsyncGeneratorFunction)
        return 'AsyncGeneratorFunction';
    if (kind === kinds.GeneratorFunction)
        return 'GeneratorFunction';
    return kind === kinds.AsyncFunction ? 'AsyncFunction' : 'Function';
}

function getFunctionBase(ctx, value, name, tag) {
    if (isClass(value))
        return getClassBase(value, name, tag);
    const type = getFunctionType(value);
    const own = value.name;
    const isNameless = name === null;
    const shown = own === '' ? ' (anonymous)'
        : `: ${typeof own === 'string' ? own : formatValue(ctx, own)}`;
    return `[${type}${isNameless ? ' (null prototype)' : ''}${shown}]` +
           (isNameless || name === type ? '' : ` ${name}`) +
           (tag === '' || name === tag ? '' : ` [${tag}]`);
}

const boxes = new Map([
    [kinds.NumberObject, Number],
    [kinds.StringObject, String],
    [kinds.BooleanObject, Boolean],
    [kinds.BigIntObject, BigInt],
    [kinds.SymbolObject, Symbol],
]);
const valueOfs = new Map();
boxes.forEach((Box, kind) => valueOfs.set(kind, Box.prototype.valueOf));

function getBoxedBase(ctx, value, keys, name, tag) {
    const kind = kindOf(value);
    const type = boxes.get(kind).name;
    const primitive = ReflectApply(valueOfs.get(kind), value, []);
    /* The characters are not worth showing one by one. */
    if (type === 'String')
        keys.splice(0, primitive.length);
    const kin = name === null ? ' (null prototype)'
                              : type === name ? '' : ` (${name})`;
    const text = formatPrimitive(stylePlain, primitive, ctx);
    const base = `[${type}${kin}: ${text}]` +
                 (tag === '' || tag === name ? '' : ` [${tag}]`);
    /* With more to come, colours would end too early. */
    return keys.length > 0 ? base : ctx.stylize(base, type.toLowerCase());
}

/* ---- Rare kinds ------------------------------------------------------- */

function chooseBuffer(ctx, value, shape, name, tag, bare, typedArray) {
    const isShared = kindOf(value) === kinds.SharedArrayBuffer;
    const prefix = getPrefix(name, tag, isShared ? 'SharedArrayBuffer'
                                                 : 'ArrayBuffer');
    shape.open = `${prefix}{`;
    shape.format = typedArray === undefined
        ? formatArrayBuffer : (context) => [formatByteLength(context, value)];
    /* A typed array's own buffer: the bytes were shown already. */
    if (typedArray !== undefined && bare)
        shape.text = `${prefix}{ [byteLength]: ${formatNumber(
            ctx.stylize, getByteLength(value), false)} }`;
}

function setOpen(shape, name, tag, fallback) {
    shape.open = `${getPrefix(name, tag, fallback)}{`;
    shape.fallback = fallback;
}

/* Fill the shape for rare kinds of objects; false if the object is ordinary. */
function chooseRare(ctx, value, shape, name, tag, bare, typedArray) {
    const kind = kindOf(value);
    switch (kind) {
    case kinds.ArrayBuffer:
    case kinds.SharedArrayBuffer:
        chooseBuffer(ctx, value, shape, name, tag, bare, typedArray);
        return true;
    case kinds.DataView:
        setOpen(shape, name, tag, 'DataView');
        shape.format = formatDataView;
        return true;
    case kinds.Promise:
        setOpen(shape, name, tag, 'Promise');
        shape.format = formatPromise;
        return true;
    case kinds.WeakSet:
        setOpen(shape, name, tag, 'WeakSet');
        shape.format = ctx.showHidden ? formatWeakSet : formatWeakUnknown;
        return true;
    case kinds.WeakMap:
        setOpen(shape, name, tag, 'WeakMap');
        shape.format = ctx.showHidden ? formatWeakMap : formatWeakUnknown;
        return true;
    case kinds.ModuleNamespace:
        setOpen(shape, name, tag, 'Module');
        shape.format = formatNamespace;
        return true;
    case kinds.Generator:
        setOpen(shape, name, tag, 'Generator');
        if (bare)
            shape.text = `${shape.open}}`;
        return true;
    default:
        break;
    }
    if (!boxes.has(kind))
        return false;
    shape.base = getBoxedBase(ctx, value, shape.keys, name, tag);
    if (shape.keys.length === 0)
        shape.text = shape.base;
    return true;
}

/* ---- Columns ---------------------------------------------------------- */

/* How many columns: so many that the whole is about two and a half times as
 * wide as high, all characters taken as squares, but no more than fit the line
 * nor than `compact` allows. Entries that differ much in length would make the
 * columns too wide; the square root counters that. */
function countColumns(ctx, widths, entries) {
    let total = 0;
    let longest = 0;
    for (let i = 0; i < widths.length; i++) {
        total += widths[i] + 2;
        if (widths[i] > longest)
            longest = widths[i];
    }
    const widest = longest + 2;
    const isSparse = total / widest <= 5 && longest > 6;
    if (widest * 3 + ctx.indent >= ctx.breakLength || isSparse)
        return 1;
    const lean = Math.sqrt(widest - total / entries);
    const typical = Math.max(widest - 3 - lean, 1);
    return Math.min(
        Math.round(Math.sqrt(2.5 * typical * widths.length) / typical),
        Math.floor((ctx.breakLength - ctx.indent) / widest),
        ctx.compact * 4, 15);
}

/* Put more than six short elements into columns. */
function setInColumns(ctx, output, value) {
    /* The line about what is not shown stays below. */
    const hasMore = ctx.maxArrayLength < output.length;
    const cells = hasMore ? output.slice(0, -1) : output;
    const widths = [];
    for (let i = 0; i < cells.length; i++)
        widths[i] = getStringWidth(cells[i], ctx.colors);
    const columns = countColumns(ctx, widths, output.length);
    if (columns <= 1)
        return output;
    const rows = setRows(cells, widths, columns, isNumeric(output, value));
    return hasMore ? [...rows, output.at(-1)] : rows;
}

function isNumeric(output, value) {
    for (let i = 0; value !== undefined && i < output.length; i++) {
        const type = typeof value[i];
        if (type !== 'number' && type !== 'bigint')
            return false;
    }
    return true;
}

function widestOf(widths, columns) {
    const widest = [];
    for (let i = 0; i < widths.length; i++) {
        const column = i % columns;
        if (i < columns || widths[i] > widest[column])
            widest[column] = widths[i];
    }
    return widest;
}

/* Numbers are set flush right; texts flush left, the last without a pad. */
function setRows(cells, widths, columns, isFlushRight) {
    const widest = widestOf(widths, columns);
    const rows = [];
    let row = '';
    for (let i = 0; i < cells.length; i++) {
        const column = i % columns;
        const isLast = column === columns - 1 || i === cells.length - 1;
        const pad = ' '.repeat(widest[column] - widths[i]);
        const comma = isLast ? '' : ', ';
        row += isFlushRight ? pad + cells[i] + comma
                            : cells[i] + comma + (isLast ? '' : pad);
        if (isLast) {
            rows[rows.length] = row;
            row = '';
        }
    }
    return rows;
}

module.exports = {
    chooseRare,
    formatArray,
    formatIterator,
    formatMap,
    formatProxy,
    formatSet,
    formatTypedArray,
    getFunctionBase,
    setInColumns,
};
