'use strict';
/*
 * internal/url/pattern_parts - what a pattern of one part of a URL says:
 * tokens, the parts made of them, and from those the regular expression that
 * matches and the text in normal form. The words are those of the URL Pattern
 * standard.
 *
 * A part is fixed text, or a group: ":name", "*", "(regexp)", or all of that in
 * braces with text before and after; each with "?", "*" or "+" after it.
 */

const FULL = '.*';
const firstOfName = /[\p{ID_Start}$_]/u;
const restOfName = /[\p{ID_Continue}$\u200c\u200d]/u;

/* ---- Tokens ------------------------------------------------------------- */

function isAscii(char) {
    return char.codePointAt(0) < 128;
}

/* Where the group that begins at `at` ends; what is wrong with it is thrown. */
function findRegexpEnd(chars, at) {
    let depth = 1;
    for (let i = at + 1; i < chars.length; i++) {
        const char = chars[i];
        if (!isAscii(char) || (i === at + 1 && char === '?'))
            throw new TypeError('Invalid regular expression in pattern');
        if (char === '\\') {
            i++;
            if (i === chars.length || !isAscii(chars[i]))
                throw new TypeError('Invalid regular expression in pattern');
        } else if (char === ')' && --depth === 0) {
            return i;
        } else if (char === '(') {
            depth++;
            if (chars[i + 1] !== '?')
                throw new TypeError('Capturing group in pattern');
        }
    }
    throw new TypeError('Unterminated group in pattern');
}

function findNameEnd(chars, at) {
    let i = at + 1;
    if (i < chars.length && firstOfName.test(chars[i])) {
        do
            i++;
        while (i < chars.length && restOfName.test(chars[i]));
    }
    if (i === at + 1)
        throw new TypeError('Missing name in pattern');
    return i;
}

const single = { '__proto__': null, '*': 'asterisk', '+': 'modifier',
                 '?': 'modifier', '{': 'open', '}': 'close' };

/* [type, value, where the next one begins] */
function readToken(chars, i) {
    const char = chars[i];
    if (char in single)
        return [single[char], char, i + 1];
    if (char === '\\') {
        if (i + 1 === chars.length)
            throw new TypeError('Missing character after backslash');
        return ['escaped', chars[i + 1], i + 2];
    }
    if (char === ':') {
        const end = findNameEnd(chars, i);
        return ['name', chars.slice(i + 1, end).join(''), end];
    }
    if (char === '(') {
        const end = findRegexpEnd(chars, i);
        if (end === i + 1)
            throw new TypeError('Empty group in pattern');
        return ['regexp', chars.slice(i + 1, end).join(''), end + 1];
    }
    return ['char', char, i + 1];
}

/* With `lenient`, what cannot be read is a token "invalid". */
function tokenize(input, lenient = false) {
    const chars = [...input];
    const tokens = [];
    let i = 0;
    while (i < chars.length) {
        let token;
        try {
            token = readToken(chars, i);
        } catch (error) {
            if (!lenient)
                throw error;
            token = ['invalid', chars[i], i + 1];
        }
        const [type, value, next] = token;
        tokens.push({ type, value, index: i });
        i = next;
    }
    tokens.push({ type: 'end', value: '', index: chars.length });
    return { tokens, chars };
}

/* ---- Parts --------------------------------------------------------------- */

function escapeRegexp(text) {
    return text.replace(/[.+*?^${}()[\]|/\\]/g, '\\$&');
}

function escapePattern(text) {
    return text.replace(/[+*?:{}()\\]/g, '\\$&');
}

function segmentOf(options) {
    return `[^${escapeRegexp(options.delimiter)}]+?`;
}

class Parser {
    #tokens;
    #at = 0;
    #options;
    #encode;
    #pending = '';
    #nextNumber = 0;
    parts = [];

    constructor(input, options, encode) {
        ({ tokens: this.#tokens } = tokenize(input));
        this.#options = options;
        this.#encode = encode;
    }

    #try(type) {
        return this.#tokens[this.#at].type === type
            ? this.#tokens[this.#at++] : undefined;
    }

    #tryGroup(name) {
        return this.#try('regexp') ??
            (name === undefined ? this.#try('asterisk') : undefined);
    }

    #takeModifier() {
        return (this.#try('modifier') ?? this.#try('asterisk'))?.value ?? '';
    }

    #takeText() {
        let text = '';
        let token;
        while ((token = this.#try('char') ?? this.#try('escaped')))
            text += token.value;
        return text;
    }

    #addPending() {
        if (this.#pending === '')
            return;
        this.parts.push({ type: 'text', value: this.#encode(this.#pending),
                          modifier: '', prefix: '', suffix: '' });
        this.#pending = '';
    }

    #nameOf(name) {
        const own = name?.value ?? `${this.#nextNumber++}`;
        if (this.parts.some((part) => part.name === own))
            throw new TypeError(`Duplicate name in pattern: ${own}`);
        return own;
    }

    #addText(prefix, modifier) {
        if (prefix === '')
            return;
        this.parts.push({ type: 'text', value: this.#encode(prefix), modifier,
                          prefix: '', suffix: '' });
    }

    #addPart(prefix, name, group, suffix, modifier) {
        if (!name && !group && modifier === '') {
            this.#pending += prefix;
            return;
        }
        this.#addPending();
        if (!name && !group) {
            this.#addText(prefix, modifier);
            return;
        }
        let value = group === undefined ? segmentOf(this.#options)
            : group.type === 'asterisk' ? FULL : group.value;
        let type = 'regexp';
        if (value === segmentOf(this.#options) || value === FULL) {
            type = value === FULL ? 'full' : 'segment';
            value = '';
        }
        this.parts.push({ type, value, modifier, name: this.#nameOf(name),
                          prefix: this.#encode(prefix),
                          suffix: this.#encode(suffix) });
    }

    #parseBraces() {
        const prefix = this.#takeText();
        const name = this.#try('name');
        const group = this.#tryGroup(name);
        const suffix = this.#takeText();
        if (this.#try('close') === undefined)
            throw new TypeError('Unterminated braces in pattern');
        this.#addPart(prefix, name, group, suffix, this.#takeModifier());
    }

    #parseGroup(char, name, group) {
        let prefix = char?.value ?? '';
        if (prefix !== '' && prefix !== this.#options.prefix) {
            this.#pending += prefix;
            prefix = '';
        }
        this.#addPending();
        this.#addPart(prefix, name, group, '', this.#takeModifier());
    }

    #parseOne() {
        const char = this.#try('char');
        const name = this.#try('name');
        const group = this.#tryGroup(name);
        const fixed = char ?? (name ?? group ? undefined
            : this.#try('escaped'));
        if (name !== undefined || group !== undefined)
            this.#parseGroup(char, name, group);
        else if (fixed !== undefined)
            this.#pending += fixed.value;
        else if (this.#try('open') !== undefined)
            this.#parseBraces();
        else
            return false;
        return true;
    }

    parse() {
        while (this.#at < this.#tokens.length && this.#parseOne())
            continue;
        this.#addPending();
        if (this.#try('end') === undefined)
            throw new TypeError('Unexpected character in pattern');
        return this.parts;
    }
}

/* ---- What is made of them ------------------------------------------------ */

function regexpOf(part, options) {
    if (part.type === 'segment')
        return segmentOf(options);
    return part.type === 'full' ? FULL : part.value;
}

function sourceOf(part, options) {
    const { modifier } = part;
    const isMany = modifier === '*' || modifier === '+';
    if (part.type === 'text') {
        const text = escapeRegexp(part.value);
        return modifier === '' ? text : `(?:${text})${modifier}`;
    }
    const inner = regexpOf(part, options);
    const before = escapeRegexp(part.prefix);
    const after = escapeRegexp(part.suffix);
    if (before === '' && after === '') {
        return isMany ? `((?:${inner})${modifier})`
                      : `(${inner})${modifier}`;
    }
    if (!isMany)
        return `(?:${before}(${inner})${after})${modifier}`;
    return `(?:${before}((?:${inner})(?:${after}${before}(?:${inner}))*)` +
        `${after})${modifier === '*' ? '?' : ''}`;
}

function makeRegexp(parts, options) {
    const source = parts.map((part) => sourceOf(part, options)).join('');
    return new RegExp(`^${source}$`, options.ignoreCase ? 'vi' : 'v');
}

const hasOwnName = (part) => part.name !== undefined &&
    !/^\d/.test(part.name);

/* Whether it would be read as something else without braces around it. */
function needsBraces(part, before, after, options) {
    if (part.suffix !== '' ||
        (part.prefix !== '' && part.prefix !== options.prefix))
        return true;
    if (hasOwnName(part) && part.type === 'segment' && part.modifier === '' &&
        after !== undefined && after.prefix === '' && after.suffix === '') {
        const goesOn = after.type === 'text'
            ? restOfName.test([...after.value][0] ?? ' ') : !hasOwnName(after);
        if (goesOn)
            return true;
    }
    return part.prefix === '' && before?.type === 'text' &&
        options.prefix !== '' && before.value.endsWith(options.prefix);
}

function groupText(part, before, braces, options) {
    if (part.type === 'regexp')
        return `(${part.value})`;
    const own = hasOwnName(part);
    if (part.type === 'segment')
        return own ? '' : `(${segmentOf(options)})`;
    const isPlain = !own && (before === undefined || before.type === 'text' ||
        before.modifier !== '' || braces || part.prefix !== '');
    return isPlain ? '*' : `(${FULL})`;
}

function partText(part, before, after, options) {
    if (part.type === 'text') {
        const text = escapePattern(part.value);
        return part.modifier === '' ? text : `{${text}}${part.modifier}`;
    }
    const braces = needsBraces(part, before, after, options);
    let text = escapePattern(part.prefix);
    if (hasOwnName(part))
        text += `:${part.name}`;
    text += groupText(part, before, braces, options);
    if (part.type === 'segment' && hasOwnName(part) &&
        restOfName.test([...part.suffix][0] ?? ' '))
        text += '\\';
    text += escapePattern(part.suffix);
    return (braces ? `{${text}}` : text) + part.modifier;
}

function makeText(parts, options) {
    return parts.map((part, i) => partText(part, parts[i - 1], parts[i + 1],
                                           options)).join('');
}

/* One part of a URL, ready to match. */
function compile(input, options, encode) {
    const parts = new Parser(input, options, encode).parse();
    const names = [];
    for (const part of parts) {
        if (part.type !== 'text')
            names.push(part.name);
    }
    return {
        text: makeText(parts, options),
        regexp: makeRegexp(parts, options),
        names,
        hasRegexp: parts.some((part) => part.type === 'regexp'),
    };
}

module.exports = { compile, escapePattern, tokenize };
