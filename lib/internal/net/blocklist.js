'use strict';
/*
 * internal/net/blocklist - net.SocketAddress and net.BlockList.
 *
 * An address is compared as 32 hexadecimal digits, in which an IPv4 address is
 * the IPv6 address ::ffff:a.b.c.d: so texts of equal length have the order of
 * the addresses, and both spellings of an IPv4 address are one.
 *
 * Rules are kept newest first, as `rules` shows them.
 */

const { codes } = require('internal/errors');
const { inspect } = require('internal/util/inspect');
const {
    validateInt32, validateObject, validatePort, validateString,
    validateUint32,
} = require('internal/validators');
const { isIP } = require('internal/net/address');

const kInspect = Symbol.for('nodejs.util.inspect.custom');
const MAPPED = '00000000000000000000ffff';

// ---- Texts of addresses ----------------------------------------------------

function hexOfIPv4(text) {
    return text.split('.').map((n) => Number(n).toString(16).padStart(2, '0'))
        .join('');
}

function hexOfWords(text) {
    return text === '' ? '' : text.split(':').map((word) =>
        (word.includes('.') ? hexOfIPv4(word) : word.padStart(4, '0')))
        .join('').toLowerCase();
}

/* The text is a valid address; what is behind % is not compared. */
function hexOfIPv6(text) {
    const [head, tail] = text.split('%', 1)[0].split('::').map(hexOfWords);
    return tail === undefined ? head :
        head + '0'.repeat(32 - head.length - tail.length) + tail;
}

function textOfIPv4(hex) {
    return hex.match(/../g).map((byte) => parseInt(byte, 16)).join('.');
}

function longestZeros(words) {
    let best = { at: -1, n: 1 };
    for (let i = 0, n = 0; i < words.length; i++) {
        n = words[i] === '0' ? n + 1 : 0;
        if (n > best.n)
            best = { at: i - n + 1, n };
    }
    return best;
}

/* As inet_ntop() writes it: the old forms of IPv4 addresses have dots. */
function textOfIPv6(hex) {
    const words = hex.match(/..../g).map((w) => parseInt(w, 16).toString(16));
    const { at, n } = longestZeros(words);
    if (at === 0 && (n === 6 || (n === 5 && words[5] === 'ffff')))
        words.splice(6, 2, textOfIPv4(hex.slice(24)));
    if (at === -1)
        return words.join(':');
    return `${words.slice(0, at).join(':')}::${words.slice(at + n).join(':')}`;
}

// ---- SocketAddress ---------------------------------------------------------

function readFamily(family) {
    const lower = typeof family === 'string' ? family.toLowerCase() : '';
    if (lower !== 'ipv4' && lower !== 'ipv6')
        throw new codes.ERR_INVALID_ARG_VALUE('options.family', family);
    return lower;
}

class SocketAddress {
    #hex;
    #family;
    #port;
    #flowlabel;

    static isSocketAddress(value) {
        return typeof value === 'object' && value !== null && #hex in value;
    }

    /* The text is what stands in a URL for host and port. */
    static parse(input) {
        validateString(input, 'input');
        const url = URL.parse(`http://${input}`);
        if (url === null)
            return undefined;
        const port = Number(url.port);
        if (url.hostname.startsWith('['))
            return new SocketAddress({
                address: url.hostname.slice(1, -1), port, family: 'ipv6' });
        return isIP(url.hostname) === 4 ?
            new SocketAddress({ address: url.hostname, port }) : undefined;
    }

    constructor(options = {}) {
        validateObject(options, 'options');
        const { family: given = 'ipv4', port = 0, flowlabel = 0 } = options;
        const family = readFamily(given);
        const isIPv4 = family === 'ipv4';
        const { address = isIPv4 ? '127.0.0.1' : '::' } = options;
        validateString(address, 'options.address');
        validatePort(port, 'options.port');
        validateUint32(flowlabel, 'options.flowlabel', false);
        if (isIP(address) !== (isIPv4 ? 4 : 6))
            throw new codes.ERR_INVALID_ADDRESS();
        this.#hex = isIPv4 ? MAPPED + hexOfIPv4(address) : hexOfIPv6(address);
        this.#family = family;
        this.#port = port | 0;
        this.#flowlabel = flowlabel;
    }

    get address() {
        return this.#family === 'ipv4' ? textOfIPv4(this.#hex.slice(24)) :
            textOfIPv6(this.#hex);
    }

    get port() { return this.#port; }
    get family() { return this.#family; }
    get flowlabel() { return this.#flowlabel; }

    toJSON() {
        const { address, port, family, flowlabel } = this;
        return { address, port, family, flowlabel };
    }

    [kInspect](depth, options) {
        return depth < 0 ? '[SocketAddress]' :
            `SocketAddress ${inspect(this.toJSON(), options)}`;
    }

    static hexOf(address) { return address.#hex; }
}

/* Only this file looks at the digits. */
const { hexOf } = SocketAddress;
delete SocketAddress.hexOf;

// ---- BlockList -------------------------------------------------------------

function toAddress(value, family, name) {
    if (SocketAddress.isSocketAddress(value))
        return value;
    validateString(value, name);
    validateString(family, 'family');
    return new SocketAddress({ address: value, family });
}

function nameOf(address) {
    return address.family === 'ipv4' ? 'IPv4' : 'IPv6';
}

function addressRule(address) {
    const hex = hexOf(address);
    return {
        text: `Address: ${nameOf(address)} ${address.address}`,
        matches: (met) => hexOf(met) === hex,
    };
}

/* An IPv4 address is in a range of IPv6 addresses only if the range begins and
 * ends with IPv4 addresses in the form of IPv6. */
function rangeRule(start, end) {
    const first = hexOf(start), last = hexOf(end);
    const isIPv4 = first.startsWith(MAPPED) && last.startsWith(MAPPED);
    return {
        text: `Range: ${nameOf(start)} ${start.address}-${end.address}`,
        matches(met) {
            const hex = hexOf(met);
            return (isIPv4 || met.family === 'ipv6') && hex >= first &&
                hex <= last;
        },
    };
}

/* The first n bits as text: whole digits, then what is left of one. */
function prefixOf(hex, n) {
    const digits = n >> 2;
    const rest = n & 3;
    return hex.slice(0, digits) +
        (rest && parseInt(hex[digits], 16) >> (4 - rest));
}

function subnetRule(network, prefix) {
    const bits = network.family === 'ipv4' ? prefix + 96 : prefix;
    const wanted = prefixOf(hexOf(network), bits);
    return {
        text: `Subnet: ${nameOf(network)} ${network.address}/${prefix}`,
        matches: (met) => prefixOf(hexOf(met), bits) === wanted,
    };
}

const rulePattern =
    /^(Address|Range|Subnet): IPv([46]) ([\da-f.:]+)(?:[-/]([\da-f.:]+))?$/i;

function addRuleText(list, text) {
    const [, kind, version, first, second] = rulePattern.exec(text) ?? [];
    const family = `ipv${version}`;
    if (kind === 'Address')
        list.addAddress(first, family);
    else if (kind === 'Range' && second)
        list.addRange(first, second, family);
    else if (kind === 'Subnet' && second)
        list.addSubnet(first, Number(second), family);
}

class BlockList {
    #rules = [];

    static isBlockList(value) {
        return typeof value === 'object' && value !== null && #rules in value;
    }

    addAddress(address, family = 'ipv4') {
        const one = toAddress(address, family, 'address');
        this.#rules.unshift(addressRule(one));
    }

    addRange(start, end, family = 'ipv4') {
        const first = toAddress(start, family, 'start');
        const last = toAddress(end, family, 'end');
        if (first.family === last.family && hexOf(first) > hexOf(last))
            throw new codes.ERR_INVALID_ARG_VALUE('start', first,
                                                  'must come before end');
        this.#rules.unshift(rangeRule(first, last));
    }

    addSubnet(network, prefix, family = 'ipv4') {
        const one = toAddress(network, family, 'network');
        validateInt32(prefix, 'prefix', 0, one.family === 'ipv4' ? 32 : 128);
        this.#rules.unshift(subnetRule(one, prefix));
    }

    check(address, family = 'ipv4') {
        if (!SocketAddress.isSocketAddress(address)) {
            validateString(address, 'address');
            validateString(family, 'family');
            const lower = family.toLowerCase();
            if (`ipv${isIP(address)}` !== lower)
                return false;
            address = new SocketAddress({ address, family: lower });
        }
        return this.#rules.some((rule) => rule.matches(address));
    }

    get rules() {
        return this.#rules.map((rule) => rule.text);
    }

    toJSON() {
        return this.rules;
    }

    /* Texts that are no rules are passed over, as in Node. */
    fromJSON(data) {
        if (typeof data === 'string')
            data = JSON.parse(data);
        if (!Array.isArray(data) || data.some((x) => typeof x !== 'string'))
            throw new codes.ERR_INVALID_ARG_TYPE(
                'data', ['string', 'string[]'], data);
        for (const text of data)
            addRuleText(this, text);
    }

    [kInspect](depth, options) {
        return depth < 0 ? '[BlockList]' :
            `BlockList ${inspect({ rules: this.rules }, options)}`;
    }
}

module.exports = { BlockList, SocketAddress, textOfIPv6 };
