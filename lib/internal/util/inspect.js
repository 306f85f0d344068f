'use strict';
/*
 * internal/util/inspect - util.inspect(): any value as text for people.
 *
 * One context (ctx) goes through the whole recursion. It holds the options and:
 *   seen            the objects that are being formatted, outermost first
 *   circular        object -> number, for those that were met inside themselves
 *   indent          how far nested lines are indented
 *   deepest         the level of the object formatted last
 *   lengths         how much text there is so far, by indentation
 *
 * Every object goes the same way: formatValue() (proxies, custom inspection,
 * circles) -> formatObject() (choose braces, base text and a formatter by what
 * it is) -> the formatter's entries and the properties -> joinOutput() (one
 * line or many, inspect_lines). The formatters are in inspect_types, those of errors
 * in inspect_error, which is loaded when the first error is shown; what an object is
 * called is in inspect_names.
 *
 * Nothing of the value is trusted: constructors, tags and getters may lie or
 * throw. What an object is comes from the engine.
 */

const { kindOf, kinds, getProxyDetails, getOwnNonIndexProperties,
        getExternalValue } = internalBinding('inspect');
const { immediatePrototype, timeoutPrototype } = internalBinding('order');
const { customInspectSymbol } = require('internal/util');
const { joinOutput, visibleLength, BEHIND, ELEMENT, NAMED } =
    require('internal/util/inspect_lines');
const { builtInObjects, getConstructorName, getPrefix, getTag, isInstanceof } =
    require('internal/util/inspect_names');
const { escapeAll, formatBigInt, formatNumber, formatPrimitive, quote } =
    require('internal/util/inspect_primitive');
/* Loaded when first used: internal/errors, internal/util/colors,
 * internal/util/inspect_error, internal/util/inspect_timers,
 * internal/util/inspect_types, internal/util/string_width,
 * internal/validators. */

const ReflectApply = Reflect.apply;
const ObjectKeys = Object.keys;
const ObjectGetOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const ObjectGetOwnPropertyNames = Object.getOwnPropertyNames;
const ObjectGetOwnPropertySymbols = Object.getOwnPropertySymbols;
const ObjectGetPrototypeOf = Object.getPrototypeOf;
const ObjectAssign = Object.assign;
const IsEnumerable = Object.prototype.propertyIsEnumerable;
const ArrayIsArray = Array.isArray;
const ArraySort = Array.prototype.sort;
const SymbolToString = Symbol.prototype.toString;
const SymbolIterator = Symbol.iterator;
const SymbolToStringTag = Symbol.toStringTag;
const RegExpToString = RegExp.prototype.toString;
const RegExpCtor = RegExp;
const DateToISOString = Date.prototype.toISOString;
const DateToString = Date.prototype.toString;
const DateGetTime = Date.prototype.getTime;
const TypedArrayPrototype = ObjectGetPrototypeOf(Uint8Array.prototype);
const ObjectCtor = Object;
const isView = ArrayBuffer.isView;

const ONLY_ENUMERABLE = 2;
const ALL_PROPERTIES = 0;

const inspectDefaultOptions = Object.seal({
    showHidden: false,
    depth: 2,
    colors: false,
    customInspect: true,
    showProxy: false,
    maxArrayLength: 100,
    maxStringLength: 10000,
    breakLength: 80,
    compact: 3,
    sorted: false,
    getters: false,
    numericSeparator: false,
});

let typesModule;
function formatters() {
    typesModule ??= require('internal/util/inspect_types');
    return typesModule;
}

/* ---- Options ---------------------------------------------------------- */

function stylePlain(text) {
    return text;
}

function styleInColor(text, styleType) {
    const style = inspect.styles[styleType];
    if (typeof style === 'function')
        return style(text);
    const color = style === undefined ? undefined : inspect.colors[style];
    return color === undefined
        ? text : `\u001b[${color[0]}m${text}\u001b[${color[1]}m`;
}

/* What a context begins with. It inherits this, and by it the options that were
 * not given: one is made for every call, and most fields are never written. */
const blankContext = {
    __proto__: inspectDefaultOptions,
    stylize: stylePlain,
    userOptions: undefined,
    circular: undefined,
    indent: 0,
    deepest: 0,
    lengths: undefined,
};

function makeContext() {
    return { __proto__: blankContext, seen: [] };
}

/* Unknown options are kept for custom inspection functions. */
function takeOptions(ctx, options) {
    for (const name of ObjectKeys(options)) {
        if (name === 'stylize' || Object.hasOwn(inspectDefaultOptions, name))
            ctx[name] = options[name];
        else
            ctx.userOptions ??= options;
    }
}

/* The old way to call it: inspect(value, showHidden, depth, colors). */
function takeOldArguments(ctx, args) {
    if (args.length > 2) {
        if (args[2] !== undefined)
            ctx.depth = args[2];
        if (args.length > 3 && args[3] !== undefined)
            ctx.colors = args[3];
    }
    if (typeof args[1] === 'boolean')
        ctx.showHidden = args[1];
}

function inspect(value, opts) {
    const ctx = makeContext();
    if (arguments.length > 1) {
        takeOldArguments(ctx, arguments);
        if (typeof opts === 'object' && opts !== null)
            takeOptions(ctx, opts);
    }
    if (ctx.colors)
        ctx.stylize = styleInColor;
    if (ctx.maxArrayLength === null)
        ctx.maxArrayLength = Infinity;
    if (ctx.maxStringLength === null)
        ctx.maxStringLength = Infinity;
    return formatValue(ctx, value, 0);
}

inspect.custom = customInspectSymbol;

Object.defineProperty(inspect, 'defaultOptions', {
    __proto__: null,
    get() {
        return inspectDefaultOptions;
    },
    set(options) {
        require('internal/validators').validateObject(options, 'options');
        ObjectAssign(inspectDefaultOptions, options);
    },
});

/* Loaded with the first colour, or when a program looks at them. */
function defineStyleTables() {
    const { defineLazy } = require('internal/util');
    defineLazy(inspect, 'colors',
               () => require('internal/util/colors').colors);
    defineLazy(inspect, 'styles',
               () => require('internal/util/colors').styles);
}
defineStyleTables();

/* Timers have their fields behind accessors. */
function defineTimerInspection(prototype) {
    Object.defineProperty(prototype, customInspectSymbol, {
        __proto__: null,
        configurable: true,
        writable: true,
        value(depth, options) {
            return require('internal/util/inspect_timers')(this, prototype,
                                                           options);
        },
    });
}
defineTimerInspection(timeoutPrototype);
defineTimerInspection(immediatePrototype);

/* What a custom inspection function gets as options: ours, with the user's
 * own on top. */
function getUserOptions(ctx, isForeign) {
    const result = { stylize: ctx.stylize };
    for (const name of ObjectKeys(inspectDefaultOptions))
        result[name] = ctx[name];
    ObjectAssign(result, ctx.userOptions);
    return isForeign ? withoutObjects(result, ctx.stylize) : result;
}

/* Objects of ours must not reach a world that we do not belong to. */
function withoutObjects(options, stylize) {
    const result = { __proto__: null };
    for (const [name, item] of Object.entries(options)) {
        if (!isObject(item))
            result[name] = item;
    }
    result.stylize = (value, flavour) => {
        try {
            return `${stylize(value, flavour)}`;
        } catch {
            return value;
        }
    };
    return result;
}

/* ---- Any value -------------------------------------------------------- */

/* Whether objects at this level are only named. */
function isTooDeep(ctx, level) {
    return ctx.depth !== null && level > ctx.depth;
}

/* Do something with all lines indented by so much more. */
function indented(ctx, by, format) {
    ctx.indent += by;
    const result = format();
    ctx.indent -= by;
    return result;
}

function formatValue(ctx, value, level, typedArray) {
    if (value === null)
        return ctx.stylize('null', 'null');
    if (typeof value !== 'object' && typeof value !== 'function')
        return formatPrimitive(ctx.stylize, value, ctx);
    const isProxy = kindOf(value) === kinds.Proxy;
    if (isProxy && ctx.showProxy && !isRevoked(value)) {
        return formatters().formatProxy(ctx, getProxyDetails(value, true),
                                        level);
    }
    /* The target of a proxy is shown, without calling its traps. */
    const target = isProxy ? unwrapProxy(value) : value;
    if (target === null)
        return ctx.stylize('<Revoked Proxy>', 'special');
    const own = ctx.customInspect
        ? formatCustom(ctx, target, value, level, isProxy) : undefined;
    if (own !== undefined)
        return own;
    return ctx.seen.includes(target)
        ? formatCircle(ctx, target)
        : formatObject(ctx, target, level, typedArray);
}

function isRevoked(proxy) {
    return !getProxyDetails(proxy, true)?.[0];
}

/* What is behind a proxy, or behind a proxy of a proxy; null if one of them
 * was revoked. */
function unwrapProxy(target) {
    while (kindOf(target) === kinds.Proxy) {
        if (isRevoked(target))
            return null;
        [target] = getProxyDetails(target, true);
    }
    return target;
}

/* The prototype of a class has the method too, but no fields to show. */
function isPrototypeObject(value) {
    const own = ObjectGetOwnPropertyDescriptor(value, 'constructor');
    return own !== undefined && typeof own.value === 'function' &&
           own.value.prototype === value;
}

/* What the object's own function for it says. Undefined if it has none, or if
 * that gave back the object itself. */
function formatCustom(ctx, target, value, level, isProxy) {
    const custom = target[customInspectSymbol];
    if (typeof custom !== 'function' || custom === inspect ||
        isPrototypeObject(target))
        return undefined;
    const depth = ctx.depth === null ? null : ctx.depth - level;
    const isForeign = isProxy || !(value instanceof ObjectCtor);
    const result = ReflectApply(
        custom, value, [depth, getUserOptions(ctx, isForeign), inspect]);
    if (typeof result === 'string')
        return indentLines(ctx, result);
    return result === value ? undefined : formatValue(ctx, result, level);
}

function indentLines(ctx, text) {
    return ctx.indent === 0
        ? text : text.replaceAll('\n', `\n${' '.repeat(ctx.indent)}`);
}

/* Objects inside themselves are numbered in the order in which they are met
 * again. */
function formatCircle(ctx, value) {
    const numbers = ctx.circular ??= new Map();
    if (!numbers.has(value))
        numbers.set(value, numbers.size + 1);
    return ctx.stylize(`[Circular *${numbers.get(value)}]`, 'special');
}

/* ---- Properties ------------------------------------------------------- */

function getKeys(value, showHidden) {
    const symbols = ObjectGetOwnPropertySymbols(value);
    if (showHidden) {
        const keys = ObjectGetOwnPropertyNames(value);
        for (let i = 0; i < symbols.length; i++)
            keys[keys.length] = symbols[i];
        return keys;
    }
    let keys;
    try {
        keys = ObjectKeys(value);
    } catch (error) {
        require('internal/errors').throwIfNoMemory(error);
        /* A module namespace with bindings that have no value yet. */
        keys = ObjectGetOwnPropertyNames(value);
    }
    for (let i = 0; i < symbols.length; i++) {
        if (ReflectApply(IsEnumerable, value, [symbols[i]]))
            keys[keys.length] = symbols[i];
    }
    return keys;
}

const plainKey = /^[a-z_]\w*$/i;

function formatKey(ctx, key, isEnumerable) {
    if (typeof key === 'symbol') {
        const text = ctx.stylize(escapeAll(
            ReflectApply(SymbolToString, key, []), "'"), 'symbol');
        return isEnumerable ? text : `[${text}]`;
    }
    if (key === '__proto__')
        return isEnumerable ? "['__proto__']" : "[['__proto__']]";
    if (!isEnumerable)
        return `[${escapeAll(key, "'")}]`;
    if (plainKey.test(key))
        return ctx.stylize(key, 'name');
    return ctx.stylize(quote(key), 'string');
}

function isGetterWanted({ getters }, desc) {
    return getters === true || getters === (desc.set ? 'set' : 'get');
}

function isObject(value) {
    return typeof value === 'function' ||
           (typeof value === 'object' && value !== null);
}

/* "[Getter]", and after it what it gives if that is wanted: objects behind
 * the bracket, all else within. */
function formatAccessor(ctx, desc, original, level) {
    const special = (text) => ctx.stylize(text, 'special');
    if (desc.get === undefined && desc.set === undefined)
        return ctx.stylize('undefined', 'undefined');
    if (desc.get === undefined)
        return special('[Setter]');
    const label = desc.set === undefined ? 'Getter' : 'Getter/Setter';
    if (!isGetterWanted(ctx, desc))
        return special(`[${label}]`);
    return indented(ctx, 2, () => {
        try {
            const value = ReflectApply(desc.get, original, []);
            const text = formatValue(ctx, value, level);
            return isObject(value)
                ? `${special(`[${label}]`)} ${text}`
                : `${special(`[${label}:`)} ${text}${special(']')}`;
        } catch (error) {
            return `${special(`[${label}:`)} <Inspection threw ` +
                   `(${formatValue(ctx, error, level)})>${special(']')}`;
        }
    });
}

/* One property with its key, or one element without. In compact mode a value
 * that is too long for the line begins a new one. */
function formatProperty(ctx, value, level, key, type, desc,
                        original = value) {
    desc ??= ObjectGetOwnPropertyDescriptor(value, key) ??
             { value: value[key], enumerable: true };
    const isTight = ctx.compact === true && type === NAMED;
    let gap = ' ';
    let text;
    if (desc.value === undefined) {
        text = formatAccessor(ctx, desc, original, level);
    } else {
        const by = isTight ? 3 : 2;
        ctx.indent += by; // not by indented(): half of all time is spent here
        text = formatValue(ctx, desc.value, level);
        ctx.indent -= by;
        if (isTight && getWidth(ctx, text) > ctx.breakLength)
            gap = `\n${' '.repeat(ctx.indent + by)}`;
    }
    if (type === ELEMENT)
        return text;
    return `${formatKey(ctx, key, desc.enumerable !== false)}:${gap}${text}`;
}

function getWidth(ctx, text) {
    const { getStringWidth } = require('internal/util/string_width');
    return getStringWidth(text, ctx.colors);
}

/* ---- Objects ---------------------------------------------------------- */

/*
 * How one object is to be shown. Chosen by choose*() below:
 *   text       the whole, if nothing more is to be done
 *   base       a text before the braces
 *   open/close the braces
 *   format     a function for the entries that are not properties
 *   keys       the properties to show
 */
function makeShape(keys, open, close) {
    return { text: undefined, base: '', open, close, format: undefined,
             keys, extrasType: NAMED, fallback: 'Object' };
}

function chooseArray(ctx, value, name, tag, bare) {
    const length = value.length;
    const prefix = name !== 'Array' || tag !== ''
        ? getPrefix(name, tag, 'Array', `(${length})`) : '';
    const keys = getOwnNonIndexProperties(
        value, ctx.showHidden ? ALL_PROPERTIES : ONLY_ENUMERABLE);
    const shape = makeShape(keys, `${prefix}[`, ']');
    if (length === 0 && keys.length === 0 && bare)
        shape.text = `${shape.open}]`;
    shape.fallback = 'Array';
    shape.extrasType = BEHIND;
    shape.format = formatters().formatArray;
    return shape;
}

function chooseCollection(ctx, value, name, tag, bare, fallback) {
    const isSet = fallback === 'Set';
    const size = Reflect.get((isSet ? Set : Map).prototype, 'size', value);
    const prefix = getPrefix(name, tag, fallback, `(${size})`);
    const keys = getKeys(value, ctx.showHidden);
    const shape = makeShape(keys, `${prefix}{`, '}');
    if (size === 0 && keys.length === 0 && bare)
        shape.text = `${prefix}{}`;
    shape.fallback = fallback;
    shape.format = isSet ? formatters().formatSet : formatters().formatMap;
    return shape;
}

function chooseTypedArray(ctx, value, name, tag) {
    const keys = getOwnNonIndexProperties(
        value, ctx.showHidden ? ALL_PROPERTIES : ONLY_ENUMERABLE);
    const fallback = name === null
        ? Reflect.get(TypedArrayPrototype, SymbolToStringTag, value) : '';
    const length = Reflect.get(TypedArrayPrototype, 'length', value);
    const shape = makeShape(
        keys, `${getPrefix(name, tag, fallback, `(${length})`)}[`, ']');
    if (length === 0 && keys.length === 0 && !ctx.showHidden)
        shape.text = `${shape.open}]`;
    shape.fallback = fallback;
    shape.extrasType = BEHIND;
    shape.format = formatters().formatTypedArray;
    return shape;
}

function chooseIterator(ctx, value, tag) {
    const own = tag === '' ? 'Iterator' : tag;
    const kind = kindOf(value) === kinds.MapIterator ? 'Map' : 'Set';
    const shown = own !== `${kind} Iterator` && tag !== ''
        ? `${kind} Iterator] [${own}` : `${kind} Iterator`;
    const shape = makeShape(getKeys(value, ctx.showHidden), `[${shown}] {`,
                            '}');
    shape.format = formatters().formatIterator;
    return shape;
}

/* Undefined if the value cannot be iterated. */
function chooseIterable(ctx, value, name, tag, bare) {
    if (ArrayIsArray(value))
        return chooseArray(ctx, value, name, tag, bare);
    const kind = kindOf(value);
    if (kind === kinds.Set)
        return chooseCollection(ctx, value, name, tag, bare, 'Set');
    if (kind === kinds.Map)
        return chooseCollection(ctx, value, name, tag, bare, 'Map');
    if (isView(value) && kind !== kinds.DataView)
        return chooseTypedArray(ctx, value, name, tag);
    if (kind === kinds.MapIterator || kind === kinds.SetIterator)
        return chooseIterator(ctx, value, tag);
    return undefined;
}

function chooseRegExp(ctx, value, shape, name, tag, bare, level) {
    shape.base = ReflectApply(RegExpToString,
                              name === null ? new RegExpCtor(value) : value,
                              []);
    const prefix = getPrefix(name, tag, 'RegExp');
    if (prefix !== 'RegExp ')
        shape.base = `${prefix}${shape.base}`;
    if (bare || isTooDeep(ctx, level))
        shape.text = ctx.stylize(shape.base, 'regexp');
}

function chooseDate(ctx, value, shape, name, tag, bare) {
    const time = ReflectApply(DateGetTime, value, []);
    shape.base = ReflectApply(time !== time ? DateToString : DateToISOString,
                              value, []);
    const prefix = getPrefix(name, tag, 'Date');
    if (prefix !== 'Date ')
        shape.base = `${prefix}${shape.base}`;
    if (bare)
        shape.text = ctx.stylize(shape.base, 'date');
}

/* What an object without a prototype is called: as it calls itself. */
function nameless(value, name) {
    const own = name === null ?
        ObjectGetOwnPropertyDescriptor(value, Symbol.toStringTag) : undefined;
    return typeof own?.value === 'string' && own.value !== '' ? own.value :
        'Object';
}

function chooseOrdinary(ctx, value, shape, name, tag, bare) {
    const kind = kindOf(value);
    if (kind === kinds.Arguments && name === 'Object')
        shape.open = '[Arguments] {';
    else if (tag !== '' || name !== 'Object')
        shape.open = `${getPrefix(name, tag, nameless(value, name))}{`;
    if (!bare)
        return;
    if (kind === kinds.External) {
        const address = getExternalValue(value).toString(16);
        shape.text = ctx.stylize(`[External: ${address}]`, 'special');
    } else {
        shape.text = `${shape.open}}`;
    }
}

/* Objects other than arrays, maps and similar. */
function chooseOther(ctx, value, name, tag, fromPrototypes, level,
                     typedArray) {
    const keys = getKeys(value, ctx.showHidden);
    const shape = makeShape(keys, '{', '}');
    const bare = keys.length === 0 && fromPrototypes === undefined;
    const kind = kindOf(value);
    if (typeof value === 'function') {
        shape.base = formatters().getFunctionBase(ctx, value, name, tag);
        if (bare)
            shape.text = ctx.stylize(shape.base, 'special');
    } else if (kind === kinds.RegExp) {
        chooseRegExp(ctx, value, shape, name, tag, bare, level);
    } else if (kind === kinds.Date) {
        chooseDate(ctx, value, shape, name, tag, bare);
    } else if (name !== 'Object' &&
               (kind === kinds.Error || isErrorLike(value))) {
        const { formatError } = require('internal/util/inspect_error');
        shape.base = formatError(value, name, tag, ctx, keys);
        /* It may have taken keys out. */
        if (keys.length === 0 && fromPrototypes === undefined)
            shape.text = shape.base;
    } else if (name === 'URL' && isUrl(value) &&
               !isTooDeep(ctx, level)) {
        shape.base = value.href;
        if (bare)
            shape.text = shape.base;
    } else if (kind === 0 || kind === kinds.Error) {
        chooseOrdinary(ctx, value, shape, name, tag, bare);
    } else if (!formatters().chooseRare(ctx, value, shape, name, tag, bare,
                                        typedArray)) {
        chooseOrdinary(ctx, value, shape, name, tag, bare);
    }
    return shape;
}

/* All that a URL has is behind getters. */
function isUrl(value) {
    return typeof value.href === 'string' &&
           typeof value.protocol === 'string' && value.auth === undefined &&
           value.path === undefined;
}

/* An object that was made with Error.prototype in its chain. */
function isErrorLike(value) {
    return isInstanceof(value, Error);
}

function formatTooDeep(ctx, fallback, name, tag) {
    let text = getPrefix(name, tag, fallback).slice(0, -1);
    if (name !== null)
        text = `[${text}]`;
    return ctx.stylize(text, 'special');
}

function formatEntries(ctx, value, level, shape, fromPrototypes) {
    const output = shape.format?.(ctx, value, level, shape) ?? [];
    const { keys } = shape; /* the formatter may have taken some */
    for (let i = 0; i < keys.length; i++) {
        output[output.length] =
            formatProperty(ctx, value, level, keys[i], shape.extrasType);
    }
    if (fromPrototypes !== undefined)
        output.push(...fromPrototypes);
    return output;
}

/* Sort the entries; of an array only what follows the elements. */
function sortEntries(ctx, output, shape) {
    const compare = typeof ctx.sorted === 'function' ? ctx.sorted : undefined;
    const from = shape.extrasType === NAMED
        ? 0 : output.length - shape.keys.length;
    const sorted = ReflectApply(ArraySort, output.slice(from), [compare]);
    return [...output.slice(0, from), ...sorted];
}

/* Say of an object that was met inside itself which number it has. */
function markReference(ctx, value, shape) {
    if (!ctx.circular?.has(value))
        return;
    const mark = ctx.stylize(`<ref *${ctx.circular.get(value)}>`, 'special');
    const where = ctx.compact === true ? 'open' : 'base';
    shape[where] = shape[where] === '' ? mark : `${mark} ${shape[where]}`;
}

function chooseShape(ctx, value, name, tag, inherited, level, typedArray) {
    const isIterable = SymbolIterator in value || name === null;
    return (isIterable ? chooseIterable(ctx, value, name, tag,
                                        inherited === undefined)
                       : undefined) ??
           chooseOther(ctx, value, name, tag, inherited, level, typedArray);
}

function formatObject(ctx, value, level, typedArray) {
    const found = ctx.showHidden && !isTooDeep(ctx, level) ? [] : undefined;
    const name = getConstructorName(value, ctx, level, found);
    const inherited = found?.length > 0 ? found : undefined;
    const tag = getTag(ctx, value);
    const shape = chooseShape(ctx, value, name, tag, inherited, level,
                              typedArray);
    if (shape.text !== undefined)
        return shape.text;
    if (isTooDeep(ctx, level))
        return formatTooDeep(ctx, shape.fallback, name, tag);
    const { indent } = ctx;
    ctx.deepest = level + 1;
    ctx.seen.push(value);
    let output;
    try {
        output = formatEntries(ctx, value, level + 1, shape, inherited);
    } catch (error) {
        return handleOverflow(ctx, error, getPrefix(name, tag, 'Object'),
                              indent);
    } finally {
        ctx.seen.pop();
    }
    markReference(ctx, value, shape);
    if (ctx.sorted)
        output = sortEntries(ctx, output, shape);
    const result = joinOutput(ctx, output, shape.base, shape.open,
                              shape.close, shape.extrasType, level + 1,
                              value);
    return spendBudget(ctx, result);
}

/* Beyond 16 Mi characters only names are shown. Node's limit is 128 Mi, but V8
 * joins strings without copying them; here Node's own test for this
 * (util-inspect-long-running) would take minutes. */
function spendBudget(ctx, result) {
    const lengths = ctx.lengths ??= { __proto__: null };
    const spent = (lengths[ctx.indent] ?? 0) + result.length;
    lengths[ctx.indent] = spent;
    if (spent > 16777216)
        ctx.depth = -1;
    return result;
}

/* Nested too deeply for the stack: say so where it happened and go on. */
function handleOverflow(ctx, error, constructorName, indent) {
    const { isStackOverflowError } = require('internal/errors');
    if (!isStackOverflowError(error))
        throw error;
    ctx.indent = indent;
    return ctx.stylize(`[${constructorName.slice(0, -1)}: Inspection ` +
        'interrupted prematurely. Maximum call stack size exceeded.]',
        'special');
}

module.exports = {
    builtInObjects,
    formatBigInt,
    formatNumber,
    formatPrimitive,
    formatProperty,
    formatValue,
    getConstructorName,
    getPrefix,
    getUserOptions,
    indented,
    inspect,
    inspectDefaultOptions,
    isTooDeep,
    joinOutput,
    BEHIND,
    ELEMENT,
    NAMED,
    quote,
    stylePlain,
    styleInColor,
    unwrapProxy,
    visibleLength,
};
