'use strict';
/*
 * internal/util/style_text - util.styleText(): a text between the escape codes
 * of its styles.
 */

const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } =
    require('internal/errors');
const { validateBoolean, validateOneOf, validateString } =
    require('internal/validators');
const { inspect } = require('internal/util/inspect');

function isStream(value) {
    return value !== null && typeof value === 'object' &&
           (typeof value.write === 'function' ||
            typeof value.pipe === 'function' ||
            typeof value.getWriter === 'function' ||
            typeof value.getReader === 'function');
}

/* Whether the stream shows colours, and what the environment says to it. */
function takesColors(stream) {
    const { FORCE_COLOR, NO_COLOR, NODE_DISABLE_COLORS } = process.env;
    if (FORCE_COLOR !== undefined) {
        return FORCE_COLOR === '' || FORCE_COLOR === 'true' ||
               Number(FORCE_COLOR) > 0;
    }
    if (NO_COLOR !== undefined && NO_COLOR !== '')
        return false;
    if (NODE_DISABLE_COLORS !== undefined && NODE_DISABLE_COLORS !== '')
        return false;
    return Boolean(stream?.isTTY && (typeof stream.getColorDepth ===
        'function' ? stream.getColorDepth() > 2 : true));
}

const hexColor = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

function readHex(name) {
    if (!hexColor.test(name)) {
        throw new ERR_INVALID_ARG_VALUE(
            'format', name, 'must be a valid hex color (#RGB or #RRGGBB)');
    }
    const digits = name.length === 4
        ? name[1] + name[1] + name[2] + name[2] + name[3] + name[3]
        : name.slice(1);
    const number = parseInt(digits, 16);
    return [`38;2;${number >> 16};${(number >> 8) & 255};${number & 255}`,
            39];
}

function getCodes(name) {
    if (typeof name === 'string' && name[0] === '#')
        return readHex(name);
    const codes = inspect.colors[name];
    if (codes === undefined)
        validateOneOf(name, 'format', Object.keys(inspect.colors));
    return codes;
}

/* An inner style ends with the code that ends this one too: begin anew. Bold
 * and dim share theirs, so it is kept. */
function restart(text, open, close, keepClose) {
    if (!text.includes(close))
        return text;
    const last = text.length - close.length;
    let result = '';
    let from = 0;
    let at;
    while ((at = text.indexOf(close, from)) !== -1) {
        result += text.slice(from, at);
        if (at < last)
            result += keepClose ? close + open : open;
        else
            result += close;
        from = at + close.length;
    }
    return result + text.slice(from);
}

function styleText(style, text, options) {
    const validateStream = options?.validateStream ?? true;
    validateString(text, 'text');
    if (options !== undefined && (options === null ||
        typeof options !== 'object'))
        throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
    validateBoolean(validateStream, 'options.validateStream');
    let skip = false;
    if (validateStream) {
        const stream = options?.stream ?? process.stdout;
        if (!isStream(stream)) {
            throw new ERR_INVALID_ARG_TYPE(
                'stream', ['ReadableStream', 'WritableStream', 'Stream'],
                stream);
        }
        skip = !takesColors(stream);
    }
    const names = Array.isArray(style) ? style : [style];
    let open = '';
    let close = '';
    let body = text;
    for (let i = 0; i < names.length; i++) {
        if (names[i] === 'none')
            continue;
        const codes = getCodes(names[i]);
        const start = `\u001b[${codes[0]}m`;
        const end = `\u001b[${codes[1]}m`;
        open += start;
        close = end + close;
        body = restart(body, start, end, codes[1] === 22);
    }
    return skip ? text : open + body + close;
}

module.exports = styleText;
