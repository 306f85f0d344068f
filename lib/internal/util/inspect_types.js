'use strict';
/*
 * internal/util/inspect_types - what util.inspect() shows of each kind of
 * object: the entries of collections, the contents of promises and buffers,
 * the headline of functions.
 *
 * A formatter gets (ctx, value, recurseTimes, shape) and returns the entries,
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
    joinOutput,
    kArrayExtrasType,
    kArrayType,
    stylizeNoColor,
} = require('internal/util/inspect');
const { getStringWidth } = require('internal/util/string_width');
const { kindOf, kinds, getPromiseDetails,
        previewEntries } = internalBinding('inspect');

const ReflectApply = Reflect.apply;
const ObjectKeys = Object.keys;
const ObjectGetPrototypeOf = Object.getPrototypeOf;
const ObjectGetOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const HasOwn = Object.prototype.hasOwnProperty;
const FunctionToString = Function.prototype.toString;
const MapEntries = Map.prototype.entries;
const MapSize = ObjectGetOwnPropertyDescriptor(Map.prototype, 'size').get;
const SetValues = Set.prototype.values;
const SetSize = ObjectGetOwnPropertyDescriptor(Set.prototype, 'size').get;
const MapIteratorNext = ObjectGetPrototypeOf(new Map().entries()).next;
const SetIteratorNext = ObjectGetPrototypeOf(new Set().values()).next;
const TypedArrayPrototype = ObjectGetPrototypeOf(Uint8Array.prototype);
const TypedArrayLength =
    ObjectGetOwnPropertyDescriptor(TypedArrayPrototype, 'length').get;
const BufferByteLength = ObjectGetOwnPropertyDescriptor(
    ArrayBuffer.prototype, 'byteLength').get;
const SharedByteLength = ObjectGetOwnPropertyDescriptor(
    SharedArrayBuffer.prototype, 'byteLength').get;
const Bytes = Uint8Array;

function plural(count) {
    return count > 1 ? 's' : '';
}

function remainingText(remaining) {
    return `... ${remaining} more item${plural(remaining)}`;
}

/* How many of so many may be shown. */
function limit(ctx, length) {
    return Math.min(Math.max(0, ctx.maxArrayLength), length);
}

/* ---- Arrays ----------------------------------------------------------- */

function formatArray(ctx, value, recurseTimes) {
    const length = value.length;
    const shown = limit(ctx, length);
    const output = [];
    for (let i = 0; i < shown; i++) {
        const desc = ObjectGetOwnPropertyDescriptor(value, i);
        if (desc === undefined)
            return formatSparse(ctx, value, recurseTimes, shown, output, i);
        output[i] = formatProperty(ctx, value, recurseTimes, i, kArrayType,
                                   desc);
    }
    if (length > shown)
        output[output.length] = remainingText(length - shown);
    return output;
}

const isDigits = /^(0|[1-9][0-9]*)$/;

/* From the first hole on: runs of missing elements count as one entry. */
function formatSparse(ctx, value, recurseTimes, maxLength, output, i) {
    const keys = ObjectKeys(value);
    let index = i;
    for (; i < keys.length && output.length < maxLength; i++) {
        const key = keys[i];
        if (key > 4294967294 || !isDigits.test(key))
            break;
        if (`${index}` !== key) {
            const empty = key - index;
            output[output.length] = ctx.stylize(
                `<${empty} empty item${plural(empty)}>`, 'undefined');
            index = +key;
            if (output.length === maxLength)
                break;
        }
        output[output.length] = formatProperty(ctx, value, recurseTimes, key,
                                               kArrayType);
        index++;
    }
    const remaining = value.length - index;
    if (output.length !== maxLength) {
        if (remaining > 0) {
            output[output.length] = ctx.stylize(
                `<${remaining} empty item${plural(remaining)}>`,
                'undefined');
        }
    } else if (remaining > 0) {
        output[output.length] = remainingText(remaining);
    }
    return output;
}

const typedFields = ['BYTES_PER_ELEMENT', 'length', 'byteLength',
                     'byteOffset', 'buffer'];
const viewFields = ['byteLength', 'byteOffset', 'buffer'];

/* What such an object has from its prototype and is still worth showing. */
function addFields(ctx, value, recurseTimes, output, fields) {
    ctx.indentationLvl += 2;
    for (let i = 0; i < fields.length; i++) {
        output.push(`${ctx.stylize(`[${fields[i]}]`, 'string')}: ` +
                    formatValue(ctx, value[fields[i]], recurseTimes, true));
    }
    ctx.indentationLvl -= 2;
}

function formatDataView(ctx, value, recurseTimes) {
    const output = [];
    ctx.indentationLvl += 2;
    for (let i = 0; i < viewFields.length; i++) {
        output[i] = `${ctx.stylize(`[${viewFields[i]}]`, 'string')}: ` +
                    formatValue(ctx, value[viewFields[i]], recurseTimes);
    }
    ctx.indentationLvl -= 2;
    return output;
}

function formatTypedArray(ctx, value, recurseTimes) {
    const length = ReflectApply(TypedArrayLength, value, []);
    const shown = limit(ctx, length);
    const format = length > 0 && typeof value[0] === 'bigint'
        ? formatBigInt : formatNumber;
    const output = [];
    for (let i = 0; i < shown; i++)
        output[i] = format(ctx.stylize, value[i], ctx.numericSeparator);
    if (length > shown)
        output[shown] = remainingText(length - shown);
    if (ctx.showHidden)
        addFields(ctx, value, recurseTimes, output, typedFields);
    return output;
}

function getByteLength(value) {
    const isShared = kindOf(value) === kinds.SharedArrayBuffer;
    return ReflectApply(isShared ? SharedByteLength : BufferByteLength,
                        value, []);
}

function formatByteLength(ctx, value) {
    return `${ctx.stylize('[byteLength]', 'string')}: ` +
           formatNumber(ctx.stylize, getByteLength(value), false);
}

function formatArrayBuffer(ctx, value) {
    let bytes;
    try {
        bytes = new Bytes(value);
    } catch {
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

function formatSet(ctx, value, recurseTimes) {
    const length = ReflectApply(SetSize, value, []);
    const shown = limit(ctx, length);
    const output = [];
    const iterator = ReflectApply(SetValues, value, []);
    ctx.indentationLvl += 2;
    for (let i = 0; i < shown; i++) {
        const step = ReflectApply(SetIteratorNext, iterator, []);
        if (step.done)
            break;
        output[i] = formatValue(ctx, step.value, recurseTimes);
    }
    ctx.indentationLvl -= 2;
    if (length > shown)
        output[output.length] = remainingText(length - shown);
    return output;
}

function formatMap(ctx, value, recurseTimes) {
    const length = ReflectApply(MapSize, value, []);
    const shown = limit(ctx, length);
    const output = [];
    const iterator = ReflectApply(MapEntries, value, []);
    ctx.indentationLvl += 2;
    for (let i = 0; i < shown; i++) {
        const step = ReflectApply(MapIteratorNext, iterator, []);
        if (step.done)
            break;
        output[i] = `${formatValue(ctx, step.value[0], recurseTimes)} => ` +
                    formatValue(ctx, step.value[1], recurseTimes);
    }
    ctx.indentationLvl -= 2;
    if (length > shown)
        output[output.length] = remainingText(length - shown);
    return output;
}

/* Single values. Those of weak collections have no order: sort the text. */
function formatValues(ctx, recurseTimes, entries, isWeak) {
    const shown = limit(ctx, entries.length);
    const output = [];
    ctx.indentationLvl += 2;
    for (let i = 0; i < shown; i++)
        output[i] = formatValue(ctx, entries[i], recurseTimes);
    ctx.indentationLvl -= 2;
    if (isWeak && !ctx.sorted)
        output.sort();
    const remaining = entries.length - shown;
    if (remaining > 0)
        output[output.length] = remainingText(remaining);
    return output;
}

/* Keys and values by turns, as `k => v` or as `[ k, v ]`. */
function formatPairs(ctx, recurseTimes, entries, isWeak) {
    const length = entries.length / 2;
    const shown = limit(ctx, length);
    const output = [];
    ctx.indentationLvl += 2;
    for (let i = 0; i < shown; i++) {
        const key = formatValue(ctx, entries[2 * i], recurseTimes);
        const item = formatValue(ctx, entries[2 * i + 1], recurseTimes);
        output[i] = isWeak ? `${key} => ${item}`
            : joinOutput(ctx, [key, item], '', '[', ']', kArrayExtrasType,
                         recurseTimes);
    }
    ctx.indentationLvl -= 2;
    if (isWeak && !ctx.sorted)
        output.sort();
    if (length > shown)
        output[output.length] = remainingText(length - shown);
    return output;
}

function formatIterator(ctx, value, recurseTimes, shape) {
    const { 0: entries, 1: isKeyed } = previewEntries(value, true);
    if (isKeyed) {
        shape.open = shape.open.replace(/ Iterator\] \{$/, ' Entries] {');
        return formatPairs(ctx, recurseTimes, entries, false);
    }
    return formatValues(ctx, recurseTimes, entries, false);
}

function formatWeakSet(ctx, value, recurseTimes) {
    return formatValues(ctx, recurseTimes, previewEntries(value), true);
}

function formatWeakMap(ctx, value, recurseTimes) {
    return formatPairs(ctx, recurseTimes, previewEntries(value), true);
}

function formatWeakUnknown(ctx) {
    return [ctx.stylize('<items unknown>', 'special')];
}

/* ---- Promises, proxies, namespaces ------------------------------------ */

function formatPromise(ctx, value, recurseTimes) {
    const { 0: state, 1: result } = getPromiseDetails(value);
    if (state === 0)
        return [ctx.stylize('<pending>', 'special')];
    ctx.indentationLvl += 2;
    const text = formatValue(ctx, result, recurseTimes);
    ctx.indentationLvl -= 2;
    return [state === 2 ? `${ctx.stylize('<rejected>', 'special')} ${text}`
                        : text];
}

function formatProxy(ctx, details, recurseTimes) {
    if (recurseTimes > ctx.depth && ctx.depth !== null)
        return ctx.stylize('Proxy [Array]', 'special');
    recurseTimes += 1;
    ctx.indentationLvl += 2;
    const output = [formatValue(ctx, details[0], recurseTimes),
                    formatValue(ctx, details[1], recurseTimes)];
    ctx.indentationLvl -= 2;
    return joinOutput(ctx, output, '', 'Proxy [', ']', kArrayExtrasType,
                      recurseTimes);
}

/* A binding that has no value yet throws when it is read. */
function formatNamespace(ctx, value, recurseTimes, shape) {
    const output = [];
    const { keys } = shape;
    for (let i = 0; i < keys.length; i++) {
        try {
            output[i] = formatProperty(ctx, value, recurseTimes, keys[i], 0);
        } catch (error) {
            if (!(error instanceof ReferenceError))
                throw error;
            const holder = { [keys[i]]: '' };
            const text = formatProperty(ctx, holder, recurseTimes, keys[i],
                                        0);
            output[i] = text.slice(0, text.lastIndexOf(' ') + 1) +
                        ctx.stylize('<uninitialized>', 'special');
        }
    }
    shape.keys = [];
    return output;
}

/* ---- Headlines -------------------------------------------------------- */

function getClassBase(value, name, tag) {
    const own = ReflectApply(HasOwn, value, ['name']) && value.name;
    let base = `class ${own || '(anonymous)'}`;
    if (name !== 'Function' && name !== null)
        base += ` [${name}]`;
    if (tag !== '' && name !== tag)
        base += ` [${tag}]`;
    if (name === null)
        return `[${base} extends null]`;
    const superName = ObjectGetPrototypeOf(value).name;
    return superName ? `[${base} extends ${superName}]` : `[${base}]`;
}

const comments = /(\/\/.*?\n)|(\/\*(.|\n)*?\*\/)/g;
const classHead = /^(\s+[^(]*?)\s*{/;

/* By its source: a class begins like one and has no parameter list before its
 * first brace. */
function isClass(value) {
    const source = ReflectApply(FunctionToString, value, []);
    if (!source.startsWith('class') || !source.endsWith('}'))
        return false;
    const body = source.slice(5, -1);
    const brace = body.indexOf('{');
    return brace !== -1 && (!body.slice(0, brace).includes('(') ||
           classHead.exec(body.replace(comments, '')) !== null);
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
    let base = `[${type}`;
    if (name === null)
        base += ' (null prototype)';
    if (value.name === '')
        base += ' (anonymous)';
    else if (typeof value.name === 'string')
        base += `: ${value.name}`;
    else
        base += `: ${formatValue(ctx, value.name)}`;
    base += ']';
    if (name !== type && name !== null)
        base += ` ${name}`;
    if (tag !== '' && name !== tag)
        base += ` [${tag}]`;
    return base;
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
    let base = `[${type}`;
    if (name === null)
        base += ' (null prototype)';
    else if (type !== name)
        base += ` (${name})`;
    base += `: ${formatPrimitive(stylizeNoColor, primitive, ctx)}]`;
    if (tag !== '' && tag !== name)
        base += ` [${tag}]`;
    if (keys.length !== 0 || ctx.stylize === stylizeNoColor)
        return base;
    return ctx.stylize(base, type.toLowerCase());
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

/* Fill the shape for what is none of the common things; false if there is
 * nothing special about it. */
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

/* Put more than six short elements into columns, about two and a half times as
 * wide as high. Numbers are set flush right. */
function groupArrayElements(ctx, output, value) {
    let total = 0;
    let longest = 0;
    let count = output.length;
    /* The line about what is not shown stays below. */
    if (ctx.maxArrayLength < output.length)
        count--;
    const lengths = [];
    for (let i = 0; i < count; i++) {
        const length = getStringWidth(output[i], ctx.colors);
        lengths[i] = length;
        total += length + 2;
        if (length > longest)
            longest = length;
    }
    const width = longest + 2;
    if (width * 3 + ctx.indentationLvl >= ctx.breakLength ||
        (total / width <= 5 && longest > 6))
        return output;
    const bias = Math.sqrt(width - total / output.length);
    const biased = Math.max(width - 3 - bias, 1);
    const columns = Math.min(
        Math.round(Math.sqrt(2.5 * biased * count) / biased),
        Math.floor((ctx.breakLength - ctx.indentationLvl) / width),
        ctx.compact * 4,
        15);
    if (columns <= 1)
        return output;
    return setColumns(output, value, lengths, count, columns);
}

function isNumeric(output, value) {
    if (value === undefined)
        return true;
    for (let i = 0; i < output.length; i++) {
        if (typeof value[i] !== 'number' && typeof value[i] !== 'bigint')
            return false;
    }
    return true;
}

function setColumns(output, value, lengths, count, columns) {
    const widths = [];
    for (let i = 0; i < columns; i++) {
        let widest = 0;
        for (let j = i; j < count; j += columns) {
            if (lengths[j] > widest)
                widest = lengths[j];
        }
        widths[i] = widest + 2;
    }
    const flushRight = isNumeric(output, value);
    const rows = [];
    for (let i = 0; i < count; i += columns) {
        const last = Math.min(i + columns, count) - 1;
        let row = '';
        for (let j = i; j < last; j++) {
            const padding = widths[j - i] + output[j].length - lengths[j];
            const cell = `${output[j]}, `;
            row += flushRight ? cell.padStart(padding) : cell.padEnd(padding);
        }
        row += flushRight
            ? output[last].padStart(widths[last - i] + output[last].length -
                                    lengths[last] - 2)
            : output[last];
        rows[rows.length] = row;
    }
    if (count < output.length)
        rows[rows.length] = output[count];
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
    groupArrayElements,
};
