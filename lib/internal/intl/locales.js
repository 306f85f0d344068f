'use strict';
/*
 * internal/intl/locales - language tags: read, made canonical, and matched with
 * the locale that is there.
 *
 * A tag is a Unicode BCP 47 locale identifier (UTS #35):
 *
 *      language [-script] [-region] {-variant} {-singleton extension} [-x ...]
 *
 * What must stay true: a tag that this file hands out is canonical.
 */

/* ---- Reading ------------------------------------------------------------ */

const isLanguage = /^(?:[a-z]{2,3}|[a-z]{5,8})$/;
const isScript = /^[a-z]{4}$/;
const isRegion = /^(?:[a-z]{2}|[0-9]{3})$/;
const isVariant = /^(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3})$/;
const isExtensionPart = /^[a-z0-9]{2,8}$/;
const isPrivatePart = /^[a-z0-9]{1,8}$/;
const isKey = /^[a-z0-9][a-z]$/;
const isTransformedKey = /^[a-z][0-9]$/;

/* Languages that have another code now. */
const languageAliases = {
    __proto__: null, iw: 'he', in: 'id', ji: 'yi', jw: 'jv', mo: 'ro',
    tl: 'fil', cmn: 'zh',
};
const regionAliases = {
    __proto__: null, UK: 'GB', BU: 'MM', DD: 'DE', FX: 'FR', TP: 'TL',
    YD: 'YE', ZR: 'CD',
};

class Reader {
    constructor(tag) {
        this.parts = tag.toLowerCase().split('-');
        this.at = 0;
    }

    get part() {
        return this.parts[this.at];
    }

    get isAtEnd() {
        return this.at === this.parts.length;
    }

    take(pattern) {
        return !this.isAtEnd && pattern.test(this.part)
            ? this.parts[this.at++] : undefined;
    }

    takeAll(pattern) {
        const start = this.at;
        while (this.take(pattern) !== undefined);
        return this.parts.slice(start, this.at);
    }
}

function capitalize(text) {
    return text[0].toUpperCase() + text.slice(1);
}

/* undefined if there are two of a kind. */
function sortVariants(variants) {
    return new Set(variants).size === variants.length
        ? variants.sort() : undefined;
}

/* { attributes, keywords: Map } of what follows '-u-', or undefined. */
function readUnicodeExtension(reader) {
    const attributes = reader.takeAll(/^[a-z0-9]{3,8}$/);
    const keywords = new Map();
    for (let key; (key = reader.take(isKey)) !== undefined;) {
        const value = reader.takeAll(/^[a-z0-9]{3,8}$/).join('-');
        if (!keywords.has(key))
            keywords.set(key, value === 'true' || value === 'yes' ? '' : value);
    }
    return attributes.length + keywords.size === 0
        ? undefined : { attributes: attributes.sort(), keywords };
}

function writeUnicodeExtension({ attributes, keywords }) {
    const parts = ['u', ...attributes];
    for (const key of [...keywords.keys()].sort()) {
        parts.push(key);
        if (keywords.get(key) !== '')
            parts.push(keywords.get(key));
    }
    return parts.join('-');
}

/* What follows '-t-': a language and fields; the text, or undefined. */
function readTransformed(reader) {
    const parts = ['t', ...reader.takeAll(/^(?![a-z][0-9]$)[a-z0-9]{2,8}$/)];
    const fields = [];
    for (let key; (key = reader.take(isTransformedKey)) !== undefined;) {
        const values = reader.takeAll(/^[a-z0-9]{3,8}$/);
        if (values.length === 0)
            return undefined;
        fields.push(`${key}-${values.join('-')}`);
    }
    parts.push(...fields.sort());
    return parts.length > 1 ? parts.join('-') : undefined;
}

/* Read one extension into `tag`; false if there is none. */
function readExtension(reader, tag) {
    const singleton = reader.take(/^[a-z0-9]$/);
    if (singleton === undefined || tag.extensions.has(singleton))
        return false;
    let text;
    if (singleton === 'u') {
        tag.unicode = readUnicodeExtension(reader);
        text = tag.unicode && writeUnicodeExtension(tag.unicode);
    } else if (singleton === 't') {
        text = readTransformed(reader);
    } else {
        const parts = reader.takeAll(singleton === 'x' ? isPrivatePart
                                                       : isExtensionPart);
        text = parts.length > 0 ? `${singleton}-${parts.join('-')}` : undefined;
    }
    tag.extensions.set(singleton, text);
    return text !== undefined;
}

function baseNameOf({ language, script, region, variants }) {
    return [language, script, region, ...variants]
        .filter((part) => part !== undefined).join('-');
}

/* Also gives the parts of a tag, with `baseName` and `text`; undefined if it
 * is invalid. */
function parseTag(text) {
    const reader = new Reader(text);
    const language = reader.take(isLanguage);
    if (language === undefined)
        return undefined;
    const script = reader.take(isScript);
    const region = reader.take(isRegion)?.toUpperCase();
    const tag = {
        language: languageAliases[language] ?? language,
        script: script && capitalize(script),
        region: regionAliases[region] ?? region,
        variants: sortVariants(reader.takeAll(isVariant)),
        extensions: new Map(),
        unicode: undefined,
    };
    if (tag.variants === undefined)
        return undefined;
    while (!reader.isAtEnd) {
        if (!readExtension(reader, tag))
            return undefined;
    }
    return writeTag(tag);
}

function compareSingletons(a, b) {
    if (a === 'x' || b === 'x')
        return a === 'x' ? 1 : -1;
    return a < b ? -1 : 1;
}

/* Set baseName and text from the other parts. */
function writeTag(tag) {
    tag.baseName = baseNameOf(tag);
    const singletons = [...tag.extensions.keys()].sort(compareSingletons);
    tag.text = [tag.baseName,
                ...singletons.map((name) => tag.extensions.get(name))]
        .join('-');
    return tag;
}

function setKeywords(tag, keywords) {
    tag.unicode ??= { attributes: [], keywords: new Map() };
    for (const [key, value] of keywords)
        tag.unicode.keywords.set(key, value === 'true' ? '' : value);
    if (tag.unicode.keywords.size + tag.unicode.attributes.length > 0)
        tag.extensions.set('u', writeUnicodeExtension(tag.unicode));
    return writeTag(tag);
}

function readTag(text) {
    const tag = parseTag(text);
    if (tag === undefined)
        throw new RangeError('Incorrect locale information provided');
    return tag;
}

/* ---- Lists -------------------------------------------------------------- */

/* Set by internal/intl/locale: the tag of an Intl.Locale, or undefined. */
let tagOfLocale = () => undefined;

function setTagOfLocale(fn) {
    tagOfLocale = fn;
}

function isObject(value) {
    return typeof value === 'object' && value !== null ||
           typeof value === 'function';
}

function canonicalizeOne(value) {
    if (typeof value !== 'string' && !isObject(value))
        throw new TypeError('Language ID should be string or object.');
    return tagOfLocale(value) ?? readTag(`${value}`).text;
}

function canonicalizeLocaleList(locales) {
    if (locales === undefined)
        return [];
    if (typeof locales === 'string' || tagOfLocale(locales) !== undefined)
        return [canonicalizeOne(locales)];
    if (locales === null)
        throw new TypeError('Cannot convert undefined or null to object');
    const list = Object(locales);
    const length = Math.min(Math.max(Math.trunc(Number(list.length)) || 0, 0),
                            Number.MAX_SAFE_INTEGER);
    const seen = new Set();
    for (let i = 0; i < length; i++) {
        if (i in list)
            seen.add(canonicalizeOne(list[i]));
    }
    return [...seen];
}

/* ---- What is there ------------------------------------------------------ */

const kDefault = 'en-US';

function isEnglish({ baseName }) {
    return baseName === 'en' || baseName === 'en-US';
}

function supportedLocales(locales, isThere = isEnglish) {
    return canonicalizeLocaleList(locales)
        .filter((text) => isThere(parseTag(text)));
}

function findMatch(list) {
    for (const text of list) {
        const tag = parseTag(text);
        if (isEnglish(tag))
            return tag;
    }
    return undefined;
}

/*
 * Resolve the locale for a class. `keys` has, for each keyword of the extension
 * 'u' that the class reads, its values; the first one is the default. `options`
 * has values that come before those of the tag. The result is { locale } and a
 * value for each keyword.
 */
function resolveLocale(locales, keys = {}, options = {}) {
    const tag = findMatch(canonicalizeLocaleList(locales));
    const asked = tag?.unicode?.keywords;
    const kept = new Map();
    const result = { __proto__: null, locale: tag?.baseName ?? kDefault };
    for (const key of Object.keys(keys)) {
        const values = keys[key];
        result[key] = values[0];
        const inTag = asked?.get(key);
        const named = inTag === '' ? 'true' : inTag;
        if (named !== undefined && values.includes(named)) {
            result[key] = named;
            kept.set(key, inTag);
        }
        const given = options[key];
        if (given !== undefined && values.includes(given) &&
            given !== result[key]) {
            result[key] = given;
            kept.delete(key);
        }
    }
    if (kept.size > 0) {
        result.locale += '-' +
            writeUnicodeExtension({ attributes: [], keywords: kept });
    }
    return result;
}

module.exports = {
    canonicalizeLocaleList, isLanguage, isObject, isRegion, isScript, parseTag,
    readTag, resolveLocale, setKeywords, setTagOfLocale, supportedLocales,
    writeTag,
};
