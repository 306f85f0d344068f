'use strict';
/*
 * internal/util/style_text - util.styleText(): a text between the escape codes
 * of its styles.
 */

const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } =
    require('internal/errors');
const { validateBoolean, validateObject, validateOneOf, validateString } =
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
    return Boolean(stream?.isTTY) && !(stream.getColorDepth?.() <= 2);
}

const hexColor = /^#(?:[\da-f]{3}){1,2}$/i;

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
        validateOneOf(name, 'format', Reflect.ownKeys(inspect.colors));
    return codes;
}

/* An inner style's end code ends this style, too: start it again. Bold and dim
 * share an end code, so that one is kept. */
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

/* Whether the text stays as it is, since the stream shows no colours. */
function isPlain(options) {
    if (options !== undefined)
        validateObject(options, 'options');
    const checksStream = options?.validateStream ?? true;
    validateBoolean(checksStream, 'options.validateStream');
    if (!checksStream)
        return false;
    const stream = options?.stream ?? process.stdout;
    if (isStream(stream))
        return !takesColors(stream);
    throw new ERR_INVALID_ARG_TYPE(
        'stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
}

function styleText(style, text, options) {
    validateString(text, 'text');
    const isLeft = isPlain(options);
    const result = { open: '', body: text, close: '' };
    const names = Array.isArray(style) ? style : [style];
    for (const name of names.filter((each) => each !== 'none')) {
        const [on, off] = getCodes(name);
        const open = `\u001b[${on}m`;
        const close = `\u001b[${off}m`;
        result.open += open;
        result.body = restart(result.body, open, close, off === 22);
        result.close = close + result.close;
    }
    return isLeft ? text : result.open + result.body + result.close;
}

module.exports = styleText;
