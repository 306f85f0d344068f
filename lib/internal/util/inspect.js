'use strict';
/*
 * internal/util/inspect - util.inspect(): any value as text for people.
 *
 * One context (ctx) goes through the whole recursion. It holds the options and:
 *   seen            the objects that are being formatted, outermost first
 *   circular        object -> number, for those that were met inside themselves
 *   indentationLvl  how far nested lines are indented
 *   currentDepth    the depth of the object formatted last
 *
 * Every object goes the same way: formatValue() (proxies, custom inspection,
 * circles) -> formatRaw() (choose braces, base text and a formatter by what it
 * is) -> the formatter's entries and the properties -> joinOutput() (one line
 * or many). The formatters are in inspect_types, those of errors in
 * inspect_error, which is loaded when the first error is shown.
 *
 * Nothing of the value is trusted: constructors, tags and getters may lie or
 * throw. What an object is comes from the engine.
 */

const { kindOf, kinds, getProxyDetails, getOwnNonIndexProperties,
        getConstructorName: getClassName,
        getExternalValue } = internalBinding('inspect');
const { customInspectSymbol, removeColors } = require('internal/util');
const { escapeAll, formatBigInt, formatNumber, formatPrimitive, strEscape } =
    require('internal/util/inspect_primitive');

const ReflectApply = Reflect.apply;
const ReflectOwnKeys = Reflect.ownKeys;
const ObjectKeys = Object.keys;
const ObjectGetOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const ObjectGetOwnPropertyNames = Object.getOwnPropertyNames;
const ObjectGetOwnPropertySymbols = Object.getOwnPropertySymbols;
const ObjectGetPrototypeOf = Object.getPrototypeOf;
const ObjectAssign = Object.assign;
const HasOwn = Object.prototype.hasOwnProperty;
const IsEnumerable = Object.prototype.propertyIsEnumerable;
const ArrayIsArray = Array.isArray;
const ArraySort = Array.prototype.sort;
const SymbolToString = Symbol.prototype.toString;
const SymbolIterator = Symbol.iterator;
const SymbolToStringTag = Symbol.toStringTag;
const RegExpToString = RegExp.prototype.toString;
const RegExpTest = RegExp.prototype.test;
const RegExpCtor = RegExp;
const DateToISOString = Date.prototype.toISOString;
const DateToString = Date.prototype.toString;
const DateGetTime = Date.prototype.getTime;
const MapSize = ObjectGetOwnPropertyDescriptor(Map.prototype, 'size').get;
const SetSize = ObjectGetOwnPropertyDescriptor(Set.prototype, 'size').get;
const TypedArrayPrototype = ObjectGetPrototypeOf(Uint8Array.prototype);
const TypedArrayLength =
    ObjectGetOwnPropertyDescriptor(TypedArrayPrototype, 'length').get;
const TypedArrayTag = ObjectGetOwnPropertyDescriptor(
    TypedArrayPrototype, SymbolToStringTag).get;
const ObjectCtor = Object;
const isView = ArrayBuffer.isView;

/* What a list of entries belongs to: decides on names and grouping. */
const kObjectType = 0;
const kArrayType = 1;
const kArrayExtrasType = 2;

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

/* Names of the language's own classes. */
const builtInObjects = new Set([
    'Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol',
    'Date', 'Promise', 'RegExp', 'Error', 'AggregateError', 'EvalError',
    'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError',
    'SuppressedError', 'InternalError', 'ArrayBuffer', 'Uint8Array',
    'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array',
    'Float16Array', 'Float32Array', 'Float64Array', 'Uint8ClampedArray',
    'BigUint64Array', 'BigInt64Array', 'DataView', 'Map', 'BigInt', 'Set',
    'Iterator', 'WeakMap', 'WeakSet', 'WeakRef', 'Proxy', 'Reflect',
    'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics',
    'DisposableStack', 'AsyncDisposableStack', 'JSON', 'Math', 'Intl',
    'WebAssembly',
]);

let typesModule;
function formatters() {
    typesModule ??= require('internal/util/inspect_types');
    return typesModule;
}

/* ---- Options ---------------------------------------------------------- */

function stylizeNoColor(text) {
    return text;
}

function stylizeWithColor(text, styleType) {
    const style = inspect.styles[styleType];
    if (style === undefined)
        return text;
    if (typeof style === 'function')
        return style(text);
    const color = inspect.colors[style];
    if (color === undefined)
        return text;
    return `\u001b[${color[0]}m${text}\u001b[${color[1]}m`;
}

function makeContext() {
    const defaults = inspectDefaultOptions;
    return {
        budget: {},
        indentationLvl: 0,
        seen: [],
        currentDepth: 0,
        stylize: stylizeNoColor,
        showHidden: defaults.showHidden,
        depth: defaults.depth,
        colors: defaults.colors,
        customInspect: defaults.customInspect,
        showProxy: defaults.showProxy,
        maxArrayLength: defaults.maxArrayLength,
        maxStringLength: defaults.maxStringLength,
        breakLength: defaults.breakLength,
        compact: defaults.compact,
        sorted: defaults.sorted,
        getters: defaults.getters,
        numericSeparator: defaults.numericSeparator,
        circular: undefined,
        userOptions: undefined,
    };
}

function takeOptions(ctx, options) {
    const keys = ObjectKeys(options);
    for (let i = 0; i < keys.length; i++) {
        const key = keys[i];
        if (ReflectApply(HasOwn, inspectDefaultOptions, [key]) ||
            key === 'stylize')
            ctx[key] = options[key];
        else if (ctx.userOptions === undefined)
            ctx.userOptions = options;
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
        ctx.stylize = stylizeWithColor;
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

/* What a custom inspection function gets as options: ours, with the user's
 * own on top. */
function getUserOptions(ctx, isCrossContext) {
    const result = {
        stylize: ctx.stylize,
        showHidden: ctx.showHidden,
        depth: ctx.depth,
        colors: ctx.colors,
        customInspect: ctx.customInspect,
        showProxy: ctx.showProxy,
        maxArrayLength: ctx.maxArrayLength,
        maxStringLength: ctx.maxStringLength,
        breakLength: ctx.breakLength,
        compact: ctx.compact,
        sorted: ctx.sorted,
        getters: ctx.getters,
        numericSeparator: ctx.numericSeparator,
        ...ctx.userOptions,
    };
    if (!isCrossContext)
        return result;
    /* Objects of ours must not reach a world that we do not belong to. */
    Object.setPrototypeOf(result, null);
    const keys = ObjectKeys(result);
    for (let i = 0; i < keys.length; i++) {
        const item = result[keys[i]];
        if ((typeof item === 'object' || typeof item === 'function') &&
            item !== null)
            delete result[keys[i]];
    }
    result.stylize = (value, flavour) => {
        let text;
        try {
            text = `${ctx.stylize(value, flavour)}`;
        } catch {
            /* Then there is no style. */
        }
        return typeof text === 'string' ? text : value;
    };
    return result;
}

/* ---- Any value -------------------------------------------------------- */

function formatValue(ctx, value, recurseTimes, typedArray) {
    if (typeof value !== 'object' && typeof value !== 'function')
        return formatPrimitive(ctx.stylize, value, ctx);
    if (value === null)
        return ctx.stylize('null', 'null');

    const context = value;
    let isProxy = false;
    if (kindOf(value) === kinds.Proxy) {
        const details = getProxyDetails(value, true);
        isProxy = true;
        if (details === null || details[0] === null)
            return ctx.stylize('<Revoked Proxy>', 'special');
        if (ctx.showProxy)
            return formatters().formatProxy(ctx, details, recurseTimes);
        value = unwrapProxy(details[0]);
        if (value === null)
            return ctx.stylize('<Revoked Proxy>', 'special');
    }
    if (ctx.customInspect) {
        const custom = value[customInspectSymbol];
        if (typeof custom === 'function' && custom !== inspect &&
            !isPrototypeObject(value)) {
            const result = callCustom(ctx, custom, context, recurseTimes,
                                      isProxy);
            if (result !== undefined)
                return result;
        }
    }
    if (ctx.seen.length > 0 && isSeen(ctx.seen, value))
        return formatCircle(ctx, value);
    return formatRaw(ctx, value, recurseTimes, typedArray);
}

/* A proxy of a proxy: the innermost target, or null if one was revoked. */
function unwrapProxy(target) {
    while (kindOf(target) === kinds.Proxy) {
        const details = getProxyDetails(target, true);
        if (details === null || details[0] === null)
            return null;
        target = details[0];
    }
    return target;
}

/* The prototype of a class has the method too, but no fields to show. */
function isPrototypeObject(value) {
    const own = ObjectGetOwnPropertyDescriptor(value, 'constructor');
    return own !== undefined && typeof own.value === 'function' &&
           own.value.prototype === value;
}

/* Undefined if the function gave back the object itself. */
function callCustom(ctx, custom, context, recurseTimes, isProxy) {
    const depth = ctx.depth === null ? null : ctx.depth - recurseTimes;
    const isCrossContext = isProxy || !(context instanceof ObjectCtor);
    const result = ReflectApply(custom, context, [
        depth, getUserOptions(ctx, isCrossContext), inspect]);
    if (result === context)
        return undefined;
    return typeof result === 'string'
        ? indentLines(ctx, result) : formatValue(ctx, result, recurseTimes);
}

function indentLines(ctx, text) {
    if (ctx.indentationLvl === 0 || !text.includes('\n'))
        return text;
    return text.replaceAll('\n', `\n${' '.repeat(ctx.indentationLvl)}`);
}

function isSeen(seen, value) {
    for (let i = 0; i < seen.length; i++) {
        if (seen[i] === value)
            return true;
    }
    return false;
}

function formatCircle(ctx, value) {
    ctx.circular ??= new Map();
    let index = ctx.circular.get(value);
    if (index === undefined) {
        index = ctx.circular.size + 1;
        ctx.circular.set(value, index);
    }
    return ctx.stylize(`[Circular *${index}]`, 'special');
}

/* ---- What it calls itself --------------------------------------------- */

function isInstanceof(object, constructor) {
    try {
        return object instanceof constructor;
    } catch {
        return false;
    }
}

/* The nearest constructor in the prototype chain that the object is really an
 * instance of. Null if there is no prototype. */
function getConstructorName(object, ctx, recurseTimes, protoProps) {
    const start = object;
    let firstProto;
    while (object) {
        const own = ObjectGetOwnPropertyDescriptor(object, 'constructor');
        if (own !== undefined && typeof own.value === 'function' &&
            own.value.name !== '' && isInstanceof(start, own.value)) {
            const { name } = own.value;
            if (protoProps !== undefined &&
                (firstProto !== object || !builtInObjects.has(name))) {
                addPrototypeProperties(ctx, start, firstProto || start,
                                       recurseTimes, protoProps);
            }
            return String(name);
        }
        object = ObjectGetPrototypeOf(object);
        if (firstProto === undefined)
            firstProto = object;
    }
    if (firstProto === null)
        return null;
    return nameByPrototype(start, firstProto, ctx, recurseTimes, protoProps);
}

function nameByPrototype(start, firstProto, ctx, recurseTimes, protoProps) {
    const own = getClassName(start);
    if (recurseTimes > ctx.depth && ctx.depth !== null)
        return `${own} <Complex prototype>`;
    const parent = getConstructorName(firstProto, ctx, recurseTimes + 1,
                                      protoProps);
    if (parent !== null)
        return `${own} <${parent}>`;
    const shown = inspect(firstProto, { ...ctx, customInspect: false,
                                        depth: -1 });
    return `${own} <${shown}>`;
}

/* With showHidden: what the object has from prototypes that the program made,
 * three of them at most. */
function addPrototypeProperties(ctx, main, object, recurseTimes, output) {
    const known = new Set();
    let keys = [];
    for (let depth = 0; depth < 3; depth++) {
        if (depth !== 0 || main === object) {
            object = ObjectGetPrototypeOf(object);
            if (object === null)
                return;
            const own = ObjectGetOwnPropertyDescriptor(object,
                                                       'constructor');
            if (own !== undefined && typeof own.value === 'function' &&
                builtInObjects.has(own.value.name))
                return;
        }
        for (let i = 0; i < keys.length; i++)
            known.add(keys[i]);
        keys = ReflectOwnKeys(object);
        ctx.seen.push(main);
        for (let i = 0; i < keys.length; i++) {
            const key = keys[i];
            if (key === 'constructor' || known.has(key) ||
                ReflectApply(HasOwn, main, [key]))
                continue;
            const desc = ObjectGetOwnPropertyDescriptor(object, key);
            if (typeof desc.value === 'function')
                continue;
            const text = formatProperty(ctx, object, recurseTimes, key,
                                        kObjectType, desc, main);
            output.push(ctx.colors ? `\u001b[2m${text}\u001b[22m` : text);
        }
        ctx.seen.pop();
    }
}

function getPrefix(constructor, tag, fallback, size = '') {
    if (constructor === null) {
        const start = `[${fallback}${size}: null prototype] `;
        return tag !== '' && fallback !== tag ? `${start}[${tag}] ` : start;
    }
    if (tag !== '' && !isSaidBy(constructor, tag))
        return `${constructor}${size} [${tag}] `;
    return `${constructor}${size} `;
}

/* Whether the name has the tag in it as a word: MyMap needs no [Map], while
 * Mapped does. */
function isSaidBy(name, tag) {
    const at = name.indexOf(tag);
    if (at === -1)
        return false;
    const next = name[at + tag.length];
    return next === undefined || next !== next.toLowerCase();
}

function getTag(ctx, value) {
    let tag;
    try {
        tag = value[SymbolToStringTag];
    } catch {
        /* Then it has none. */
    }
    if (typeof tag !== 'string' || tag === '')
        return '';
    const shown = ctx.showHidden ? HasOwn : IsEnumerable;
    return ReflectApply(shown, value, [SymbolToStringTag]) ? '' : tag;
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
    } catch {
        /* A module namespace with bindings that have no value yet. */
        keys = ObjectGetOwnPropertyNames(value);
    }
    for (let i = 0; i < symbols.length; i++) {
        if (ReflectApply(IsEnumerable, value, [symbols[i]]))
            keys[keys.length] = symbols[i];
    }
    return keys;
}

const plainKey = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

function formatKey(ctx, key, isEnumerable) {
    if (typeof key === 'symbol') {
        const text = ctx.stylize(escapeAll(
            ReflectApply(SymbolToString, key, []), 39), 'symbol');
        return isEnumerable ? text : `[${text}]`;
    }
    if (key === '__proto__')
        return isEnumerable ? "['__proto__']" : "[['__proto__']]";
    if (!isEnumerable)
        return `[${escapeAll(key, 39)}]`;
    if (ReflectApply(RegExpTest, plainKey, [key]))
        return ctx.stylize(key, 'name');
    return ctx.stylize(strEscape(key), 'string');
}

function isGetterWanted(ctx, desc) {
    const { getters } = ctx;
    return getters === true || (getters === 'get' && desc.set === undefined) ||
           (getters === 'set' && desc.set !== undefined);
}

function formatAccessor(ctx, desc, original, recurseTimes) {
    const s = ctx.stylize;
    if (desc.get === undefined) {
        return desc.set !== undefined ? s('[Setter]', 'special')
                                      : s('undefined', 'undefined');
    }
    const label = desc.set !== undefined ? 'Getter/Setter' : 'Getter';
    if (!ctx.getters || !isGetterWanted(ctx, desc))
        return s(`[${label}]`, 'special');
    ctx.indentationLvl += 2;
    let text;
    try {
        const value = ReflectApply(desc.get, original, []);
        if (value === null || typeof value !== 'object') {
            const shown = value === null
                ? s('null', 'null') : typeof value === 'function'
                    ? formatValue(ctx, value, recurseTimes)
                    : formatPrimitive(s, value, ctx);
            text = `${s(`[${label}:`, 'special')} ${shown}` +
                   s(']', 'special');
        } else {
            text = `${s(`[${label}]`, 'special')} ` +
                   formatValue(ctx, value, recurseTimes);
        }
    } catch (error) {
        text = `${s(`[${label}:`, 'special')} <Inspection threw ` +
               `(${formatValue(ctx, error, recurseTimes)})>` +
               s(']', 'special');
    }
    ctx.indentationLvl -= 2;
    return text;
}

function formatProperty(ctx, value, recurseTimes, key, type, desc,
                        original = value) {
    desc ??= ObjectGetOwnPropertyDescriptor(value, key) ??
             { value: value[key], configurable: true, enumerable: true };
    let extra = ' ';
    let text;
    if (desc.value !== undefined) {
        const indent = ctx.compact !== true || type !== kObjectType ? 2 : 3;
        ctx.indentationLvl += indent;
        text = formatValue(ctx, desc.value, recurseTimes);
        if (indent === 3 && ctx.breakLength < getWidth(ctx, text))
            extra = `\n${' '.repeat(ctx.indentationLvl)}`;
        ctx.indentationLvl -= indent;
    } else {
        text = formatAccessor(ctx, desc, original, recurseTimes);
    }
    if (type === kArrayType)
        return text;
    return `${formatKey(ctx, key, desc.enumerable !== false)}:` + extra +
           text;
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
 *   format     a function for the entries that are no properties
 *   keys       the properties to show
 */
function makeShape(keys, open, close) {
    return { text: undefined, base: '', open, close, format: undefined,
             keys, extrasType: kObjectType, fallback: 'Object' };
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
    shape.extrasType = kArrayExtrasType;
    shape.format = formatters().formatArray;
    return shape;
}

function chooseCollection(ctx, value, name, tag, bare, fallback) {
    const isSet = fallback === 'Set';
    const size = ReflectApply(isSet ? SetSize : MapSize, value, []);
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
    const fallback = name === null ? ReflectApply(TypedArrayTag, value, [])
                                   : '';
    const length = ReflectApply(TypedArrayLength, value, []);
    const shape = makeShape(
        keys, `${getPrefix(name, tag, fallback, `(${length})`)}[`, ']');
    if (length === 0 && keys.length === 0 && !ctx.showHidden)
        shape.text = `${shape.open}]`;
    shape.fallback = fallback;
    shape.extrasType = kArrayExtrasType;
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

/* Undefined if it is none of those that can be iterated. */
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

function chooseRegExp(ctx, value, shape, name, tag, bare, recurseTimes) {
    shape.base = ReflectApply(RegExpToString,
                              name === null ? new RegExpCtor(value) : value,
                              []);
    const prefix = getPrefix(name, tag, 'RegExp');
    if (prefix !== 'RegExp ')
        shape.base = `${prefix}${shape.base}`;
    if (bare || (recurseTimes > ctx.depth && ctx.depth !== null))
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

function chooseOrdinary(ctx, value, shape, name, tag, bare) {
    const kind = kindOf(value);
    if (kind === kinds.Arguments && name === 'Object')
        shape.open = '[Arguments] {';
    else if (tag !== '' || name !== 'Object')
        shape.open = `${getPrefix(name, tag, 'Object')}{`;
    if (!bare)
        return;
    if (kind === kinds.External) {
        const address = getExternalValue(value).toString(16);
        shape.text = ctx.stylize(`[External: ${address}]`, 'special');
    } else {
        shape.text = `${shape.open}}`;
    }
}

/* All that is left after arrays, maps and their like. */
function chooseOther(ctx, value, name, tag, protoProps, recurseTimes,
                     typedArray) {
    const keys = getKeys(value, ctx.showHidden);
    const shape = makeShape(keys, '{', '}');
    const bare = keys.length === 0 && protoProps === undefined;
    const kind = kindOf(value);
    if (typeof value === 'function') {
        shape.base = formatters().getFunctionBase(ctx, value, name, tag);
        if (bare)
            shape.text = ctx.stylize(shape.base, 'special');
    } else if (kind === kinds.RegExp) {
        chooseRegExp(ctx, value, shape, name, tag, bare, recurseTimes);
    } else if (kind === kinds.Date) {
        chooseDate(ctx, value, shape, name, tag, bare);
    } else if (kind === kinds.Error || isErrorLike(value)) {
        const { formatError } = require('internal/util/inspect_error');
        shape.base = formatError(value, name, tag, ctx, keys);
        if (keys.length === 0 && protoProps === undefined)
            shape.text = shape.base;
    } else if (name === 'URL' && isUrl(value) &&
               !(recurseTimes > ctx.depth && ctx.depth !== null)) {
        shape.base = value.href;
        if (bare)
            shape.text = shape.base;
    } else if (kind === 0) {
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

function formatEntries(ctx, value, recurseTimes, shape, protoProps) {
    const output = shape.format === undefined
        ? [] : shape.format(ctx, value, recurseTimes, shape);
    const { keys, extrasType } = shape;
    for (let i = 0; i < keys.length; i++) {
        output[output.length] = formatProperty(ctx, value, recurseTimes,
                                               keys[i], extrasType);
    }
    if (protoProps !== undefined) {
        for (let i = 0; i < protoProps.length; i++)
            output[output.length] = protoProps[i];
    }
    return output;
}

/* Sort the entries; of an array only what stands behind the elements. */
function sortEntries(ctx, output, shape) {
    const comparator = ctx.sorted === true ? undefined : ctx.sorted;
    if (shape.extrasType === kObjectType)
        return ReflectApply(ArraySort, output, [comparator]);
    if (shape.keys.length > 1) {
        const from = output.length - shape.keys.length;
        const sorted = ReflectApply(ArraySort, output.slice(from),
                                    [comparator]);
        for (let i = 0; i < sorted.length; i++)
            output[from + i] = sorted[i];
    }
    return output;
}

function markReference(ctx, value, shape) {
    const index = ctx.circular.get(value);
    if (index === undefined)
        return;
    const reference = ctx.stylize(`<ref *${index}>`, 'special');
    if (ctx.compact !== true) {
        shape.base = shape.base === '' ? reference
                                       : `${reference} ${shape.base}`;
    } else {
        shape.open = `${reference} ${shape.open}`;
    }
}

function formatRaw(ctx, value, recurseTimes, typedArray) {
    const protoProps = ctx.showHidden &&
        (recurseTimes <= ctx.depth || ctx.depth === null) ? [] : undefined;
    const name = getConstructorName(value, ctx, recurseTimes, protoProps);
    const inherited = protoProps !== undefined && protoProps.length > 0
        ? protoProps : undefined;
    const tag = getTag(ctx, value);
    let shape;
    if (SymbolIterator in value || name === null) {
        shape = chooseIterable(ctx, value, name, tag,
                               inherited === undefined);
    }
    shape ??= chooseOther(ctx, value, name, tag, inherited, recurseTimes,
                          typedArray);
    if (shape.text !== undefined)
        return shape.text;
    if (recurseTimes > ctx.depth && ctx.depth !== null)
        return formatTooDeep(ctx, shape.fallback, name, tag);

    recurseTimes += 1;
    ctx.seen.push(value);
    ctx.currentDepth = recurseTimes;
    const { indentationLvl } = ctx;
    let output;
    try {
        output = formatEntries(ctx, value, recurseTimes, shape, inherited);
    } catch (error) {
        return handleOverflow(ctx, error, getPrefix(name, tag, 'Object'),
                              indentationLvl);
    }
    if (ctx.circular !== undefined)
        markReference(ctx, value, shape);
    ctx.seen.pop();
    if (ctx.sorted)
        output = sortEntries(ctx, output, shape);
    const result = joinOutput(ctx, output, shape.base, shape.open,
                              shape.close, shape.extrasType, recurseTimes,
                              value);
    return spendBudget(ctx, result);
}

/* Text above 16 Mi characters helps nobody: from there on only names are shown.
 * Node stops at 128; it joins strings without copying them, we do not, and
 * its own test for this (util-inspect-long-running) would take minutes. */
function spendBudget(ctx, result) {
    const spent = (ctx.budget[ctx.indentationLvl] || 0) + result.length;
    ctx.budget[ctx.indentationLvl] = spent;
    if (spent > 16777216)
        ctx.depth = -1;
    return result;
}

/* Nested too deeply for the stack: say so where it happened and go on. */
function handleOverflow(ctx, error, constructorName, indentationLvl) {
    const { isStackOverflowError } = require('internal/errors');
    ctx.seen.pop();
    if (!isStackOverflowError(error))
        throw error;
    ctx.indentationLvl = indentationLvl;
    return ctx.stylize(`[${constructorName.slice(0, -1)}: Inspection ` +
        'interrupted prematurely. Maximum call stack size exceeded.]',
        'special');
}

/* ---- One line or many ------------------------------------------------- */

function visibleLength(ctx, text) {
    return ctx.colors ? removeColors(text).length : text.length;
}

function fitsOneLine(ctx, output, start, base) {
    let total = output.length + start;
    if (total + output.length > ctx.breakLength)
        return false;
    for (let i = 0; i < output.length; i++) {
        total += visibleLength(ctx, output[i]);
        if (total > ctx.breakLength)
            return false;
    }
    return base === '' || !base.includes('\n');
}

/* Up to `compact` inner levels share a line, if it is short enough. */
function joinOutput(ctx, output, base, open, close, extrasType, recurseTimes,
                    value) {
    const start = base === '' ? open : `${base} ${open}`;
    if (ctx.compact === true)
        return joinTightly(ctx, output, base, open, close);
    if (typeof ctx.compact === 'number' && ctx.compact >= 1) {
        const entries = output.length;
        if (extrasType === kArrayExtrasType && entries > 6) {
            output = formatters().groupArrayElements(ctx, output, value);
        }
        if (ctx.currentDepth - recurseTimes < ctx.compact &&
            entries === output.length) {
            const used = output.length + ctx.indentationLvl + open.length +
                         base.length + 10;
            if (fitsOneLine(ctx, output, used, base)) {
                const joined = output.join(', ');
                if (!joined.includes('\n'))
                    return `${start} ${joined} ${close}`;
            }
        }
    }
    const indent = `\n${' '.repeat(ctx.indentationLvl)}`;
    return `${start}${indent}  ${output.join(`,${indent}  `)}${indent}` +
           close;
}

function joinTightly(ctx, output, base, open, close) {
    if (fitsOneLine(ctx, output, 0, base)) {
        return `${open}${base ? ` ${base}` : ''} ${output.join(', ')} ` +
               close;
    }
    const indent = ' '.repeat(ctx.indentationLvl);
    const gap = base === '' && open.length === 1
        ? ' ' : `${base ? ` ${base}` : ''}\n${indent}  `;
    return `${open}${gap}${output.join(`,\n${indent}  `)} ${close}`;
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
    inspect,
    inspectDefaultOptions,
    joinOutput,
    kArrayExtrasType,
    kArrayType,
    kObjectType,
    strEscape,
    stylizeNoColor,
    stylizeWithColor,
    unwrapProxy,
    visibleLength,
};
