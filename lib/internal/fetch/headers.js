'use strict';
/*
 * internal/fetch/headers - Headers: names and values of a request or a
 * response.
 *
 * Names are compared without case, and keep the case in which they came first.
 * Values of the same name are joined, but for those of set-cookie when all are
 * iterated.
 */

const { defineIteration, defineMembers, describe, makeIllegalInvocation,
        needArguments, toByteString } = require('internal/fetch/webidl');

const validName = /^[\w!#$%&'*+\-.^`|~]+$/;

/* The characters that end a line, and the one that ends text in C. */
const invalidValue = /[\0\r\n]/;

function normalizeValue(value) {
    return value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
}

function checkName(name, prefix) {
    if (!validName.test(name))
        throw new TypeError(`${prefix}: "${name}" is an invalid header name.`);
}

/* ---- The list --------------------------------------------------------- */

class HeadersList {
    #entries = new Map(); /* { name, value } by lower-case name */
    #cookies = [];
    #sorted = undefined;

    get size() {
        return this.#entries.size;
    }

    has(name) {
        return this.#entries.has(name.toLowerCase());
    }

    /* null if there is none. */
    get(name) {
        return this.#entries.get(name.toLowerCase())?.value ?? null;
    }

    set(name, value) {
        const key = name.toLowerCase();
        this.#sorted = undefined;
        if (key === 'set-cookie')
            this.#cookies = [value];
        this.#entries.set(key, { name, value });
    }

    append(name, value) {
        const key = name.toLowerCase();
        this.#sorted = undefined;
        if (key === 'set-cookie')
            this.#cookies.push(value);
        const known = this.#entries.get(key);
        if (known === undefined) {
            this.#entries.set(key, { name, value });
        } else {
            const between = key === 'cookie' ? '; ' : ', ';
            known.value = `${known.value}${between}${value}`;
        }
    }

    delete(name) {
        const key = name.toLowerCase();
        this.#sorted = undefined;
        if (key === 'set-cookie')
            this.#cookies = [];
        this.#entries.delete(key);
    }

    getCookies() {
        return [...this.#cookies];
    }

    /* As they came: [{ name, value }]. */
    toList() {
        return [...this.#entries.values()];
    }

    /* By name, in lower case: [[name, value]]. */
    getSorted() {
        this.#sorted ??= this.#sort();
        return this.#sorted;
    }

    #sort() {
        const pairs = [];
        for (const key of [...this.#entries.keys()].sort()) {
            if (key === 'set-cookie')
                pairs.push(...this.#cookies.map((value) => [key, value]));
            else
                pairs.push([key, this.#entries.get(key).value]);
        }
        return pairs;
    }

    copy() {
        const list = new HeadersList();
        for (const [key, { name, value }] of this.#entries)
            list.#entries.set(key, { name, value });
        list.#cookies = [...this.#cookies];
        return list;
    }

    /* Set-Cookie comes as a list, as it does from a server. */
    toFields() {
        const fields = [];
        for (const [key, { name, value }] of this.#entries) {
            if (key === 'set-cookie')
                fields.push(...this.#cookies.map((one) => [name, one]));
            else
                fields.push([name, value]);
        }
        return fields;
    }
}

/* ---- What the constructor takes --------------------------------------- */

const what = 'Headers constructor';

function readPair(pair, i) {
    if ((typeof pair !== 'object' && typeof pair !== 'function') ||
        typeof pair?.[Symbol.iterator] !== 'function') {
        throw new TypeError(`${what}: init[${i}] (${describe(pair)}) is not ` +
                            'iterable.');
    }
    return [...pair].map(
        (value, j) => toByteString(value, what, `init[${i}][${j}]`));
}

function readSequence(init) {
    return [...init].map(readPair).map((pair) => {
        if (pair.length !== 2) {
            throw new TypeError(`${what}: expected name/value pair to be ` +
                                `length 2, found ${pair.length}.`);
        }
        return pair;
    });
}

function readRecord(init) {
    const pairs = [];
    for (const key of Reflect.ownKeys(init)) {
        if (!Reflect.getOwnPropertyDescriptor(init, key)?.enumerable)
            continue;
        const name = toByteString(key, what, 'init');
        pairs.push([name, toByteString(init[key], what, `init["${name}"]`)]);
    }
    return pairs;
}

/* A list of pairs, from anything that may stand for headers. */
function readInit(init) {
    if ((typeof init !== 'object' && typeof init !== 'function') ||
        init === null) {
        throw new TypeError(
            `${what}: Argument 1 could not be converted to one of: ` +
            'sequence<sequence<ByteString>>, record<ByteString, ByteString>.');
    }
    if (isHeaders(init) && init[Symbol.iterator] ===
        Headers.prototype[Symbol.iterator])
        return listOf(init).toFields();
    return typeof init[Symbol.iterator] === 'function' ? readSequence(init)
                                                       : readRecord(init);
}

/* ---- The class -------------------------------------------------------- */

const kMake = Symbol('kMake');
let isHeaders, listOf, fieldsOf;

class Headers {
    #list;
    #isImmutable = false;

    static {
        isHeaders = (value) => value !== null && typeof value === 'object' &&
                               #list in value;
        listOf = (headers) => headers.#list;
        fieldsOf = (value) => {
            if (!isHeaders(value))
                throw makeIllegalInvocation();
            return value.#list;
        };
    }

    constructor(init = undefined) {
        if (init === kMake)
            return;
        this.#list = new HeadersList();
        if (init !== undefined)
            this.#fill(init);
    }

    /* Around a list that is there already. */
    static [kMake](list, isImmutable) {
        const headers = new Headers(kMake);
        headers.#list = list;
        headers.#isImmutable = isImmutable;
        return headers;
    }

    #fill(init) {
        for (const [name, value] of readInit(init))
            this.#append(name, value);
    }

    #append(name, value) {
        const { text } = this.#check(name, value, 'Headers.append');
        this.#list.append(name, text);
    }

    #check(name, value, prefix) {
        const text = normalizeValue(value);
        checkName(name, prefix);
        if (invalidValue.test(text)) {
            throw new TypeError(
                `${prefix}: "${text}" is an invalid header value.`);
        }
        this.#refuseImmutable();
        return { text };
    }

    #refuseImmutable() {
        if (this.#isImmutable)
            throw new TypeError('immutable');
    }

    append(name, value) {
        fieldsOf(this);
        const prefix = 'Headers.append';
        needArguments(arguments.length, 2, prefix);
        this.#append(toByteString(name, prefix, 'name'),
                     toByteString(value, prefix, 'value'));
    }

    delete(name) {
        const list = fieldsOf(this);
        const prefix = 'Headers.delete';
        needArguments(arguments.length, 1, prefix);
        const text = toByteString(name, prefix, 'name');
        checkName(text, prefix);
        this.#refuseImmutable();
        list.delete(text);
    }

    get(name) {
        return fieldsOf(this).get(readName(arguments, 'Headers.get'));
    }

    has(name) {
        return fieldsOf(this).has(readName(arguments, 'Headers.has'));
    }

    set(name, value) {
        const list = fieldsOf(this);
        const prefix = 'Headers.set';
        needArguments(arguments.length, 2, prefix);
        const key = toByteString(name, prefix, 'name');
        const { text } =
            this.#check(key, toByteString(value, prefix, 'value'), prefix);
        list.set(key, text);
    }

    getSetCookie() {
        return fieldsOf(this).getCookies();
    }
}

function readName(given, prefix) {
    needArguments(given.length, 1, prefix);
    const name = toByteString(given[0], prefix, 'name');
    checkName(name, prefix);
    return name;
}

const makeHeaders = Headers[kMake];
delete Headers[kMake];

function showHeaders(headers) {
    return Object.fromEntries(fieldsOf(headers).toList().map(
        ({ name, value }) => [name, value]));
}

defineMembers(Headers, ['append', 'delete', 'get', 'has', 'set',
                        'getSetCookie'], showHeaders);
defineIteration(Headers, (headers) => fieldsOf(headers).getSorted());

module.exports = {
    Headers,
    HeadersList,
    listOfHeaders: (headers) => listOf(headers),
    makeHeaders,
};
