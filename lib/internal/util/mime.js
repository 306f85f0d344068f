'use strict';
/*
 * internal/util/mime - util.MIMEType and util.MIMEParams, by the rules of the WHATWG
 * MIME Sniffing Standard: text/html;charset=utf-8 read, checked and written.
 */

const { codes: { ERR_INVALID_MIME_SYNTAX } } = require('internal/errors');

/* The characters of names, and those that a value may have in quotes. */
const notToken = /[^\w!#$%&'*+.^`|~-]/;
const notQuotable = /[^\t\u0020-~\u0080-\u00ff]/;
const whiteStart = /^[\r\n\t ]+/;
const whiteEnd = /[\r\n\t ]+$/;

function toLower(text) {
    return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/* Throws if it is empty or has a character that does not belong there. */
function checkToken(text, production, whole = text) {
    const at = text.search(notToken);
    if (text === '' || at !== -1)
        throw new ERR_INVALID_MIME_SYNTAX(production, whole, at);
}

/* ---- Parameters ------------------------------------------------------- */

function unescape(text) {
    return text.replace(/\\([^])/g, '$1');
}

function writeValue(value) {
    return value === '' || notToken.test(value)
        ? `"${value.replace(/[\\"]/g, '\\$&')}"` : value;
}

/* A value in quotes from the start of the text, to the quote that ends it, or
 * to the end if there is none; what follows up to a semicolon is dropped. */
const quoted = /^"((?:[^"\\]|\\[^])*)(\\?)"?[^;]*/;

/* The value, and how long it was. A plain one that is empty counts as none. */
function readValue(text) {
    const match = quoted.exec(text);
    if (match !== null)
        return [unescape(match[1]) + match[2], match[0].length];
    const [plain] = /^[^;]*/.exec(text);
    const value = plain.replace(whiteEnd, '');
    return [value === '' ? undefined : value, plain.length];
}

let fill;

class MIMEParams {
    #list = new Map();

    static {
        fill = (params, text) => params.#fill(text);
    }

    delete(name) {
        this.#list.delete(name);
    }

    get(name) {
        const list = this.#list;
        return list.get(toLower(`${name}`)) ?? null;
    }

    has(name) {
        return this.#list.has(name);
    }

    set(name, value) {
        const list = this.#list;
        const key = toLower(`${name}`);
        const text = `${value}`;
        checkToken(key, 'parameter name', name);
        const at = text.search(notQuotable);
        if (at !== -1)
            throw new ERR_INVALID_MIME_SYNTAX('parameter value', value, at);
        list.set(key, text);
    }

    *entries() {
        yield* this.#list.entries();
    }

    *keys() {
        yield* this.#list.keys();
    }

    *values() {
        yield* this.#list.values();
    }

    toString() {
        const pairs = [];
        for (const [name, value] of this.#list)
            pairs.push(`${name}=${writeValue(value)}`);
        return pairs.join(';');
    }

    /* Invalid parameters and duplicates are ignored. */
    #fill(rest) {
        while (rest !== '') {
            rest = rest.replace(whiteStart, '');
            const [raw] = /^[^;=]*/.exec(rest);
            const name = toLower(raw);
            rest = rest.slice(raw.length);
            if (rest[0] === '=') {
                const [value, length] = readValue(rest.slice(1));
                rest = rest.slice(1 + length);
                this.#take(name, value);
            }
            rest = rest.slice(1);
        }
    }

    #take(name, value) {
        if (name !== '' && !notToken.test(name) && value !== undefined &&
            !notQuotable.test(value) && !this.#list.has(name))
            this.#list.set(name, value);
    }
}

Object.defineProperties(MIMEParams.prototype, {
    [Symbol.iterator]: {
        __proto__: null, value: MIMEParams.prototype.entries, writable: true,
        enumerable: false, configurable: true,
    },
    toJSON: {
        __proto__: null, value: MIMEParams.prototype.toString,
        writable: true, enumerable: false, configurable: true,
    },
});

/* ---- Types ------------------------------------------------------------ */

/* [type, subtype, the rest]. */
function readType(given) {
    const text = given.replace(whiteStart, '').replace(whiteEnd, '');
    const slash = text.indexOf('/');
    const type = slash === -1 ? text : text.slice(0, slash);
    const at = type.search(notToken);
    if (type === '' || slash === -1 || at !== -1)
        throw new ERR_INVALID_MIME_SYNTAX('type', given, at);
    const [raw] = /^[^;]*/.exec(text.slice(slash + 1));
    const subtype = raw.replace(whiteEnd, '');
    checkToken(subtype, 'subtype', given);
    return [toLower(type), toLower(subtype),
            text.slice(slash + 1 + raw.length + 1)];
}

class MIMEType {
    #type;
    #subtype;
    #params;

    constructor(given) {
        const [type, subtype, rest] = readType(`${given}`);
        this.#type = type;
        this.#subtype = subtype;
        this.#params = new MIMEParams();
        fill(this.#params, rest);
    }

    static parse(given) {
        try {
            return new MIMEType(given);
        } catch {
            return null;
        }
    }

    get type() {
        return this.#type;
    }

    set type(value) {
        const text = `${value}`;
        checkToken(text, 'type');
        this.#type = toLower(text);
    }

    get subtype() {
        return this.#subtype;
    }

    set subtype(value) {
        const text = `${value}`;
        checkToken(text, 'subtype');
        this.#subtype = toLower(text);
    }

    get essence() {
        return `${this.#type}/${this.#subtype}`;
    }

    get params() {
        return this.#params;
    }

    toString() {
        const params = this.#params.toString();
        return `${this.#type}/${this.#subtype}` +
               (params === '' ? '' : `;${params}`);
    }
}

Object.defineProperty(MIMEType.prototype, 'toJSON', {
    __proto__: null, value: MIMEType.prototype.toString, writable: true,
    enumerable: false, configurable: true,
});

module.exports = { MIMEParams, MIMEType };
