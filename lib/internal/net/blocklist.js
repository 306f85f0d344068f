'use strict';
/*
 * internal/net/blocklist - net.SocketAddress and net.BlockList.
 *
 * An address is compared as 32 hexadecimal digits, in which an IPv4 address is
 * the IPv6 address ::ffff:a.b.c.d: so texts of equal length have the order of
 * the addresses, and both spellings of an IPv4 address are one.
 *
 * A block list keeps single addresses by their digits, so that each is there
 * once and is found at once; ranges and subnets are asked one by one. `rules`
 * shows the addresses first, those of IPv4 before the others, each kind with
 * the newest in front.
 */

const { codes } = require('internal/errors');
const { inspect } = require('internal/util/inspect');
const {
    validateInt32, validateObject, validatePort, validateString,
    validateUint32,
} = require('internal/validators');
const { isIP } = require('internal/net/address');
const { kClone, markCloneable } = require('internal/worker/js_transferable');

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

/* The text is a valid address; what is after % is not compared. */
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

    [kClone]() {
        return { data: this.toJSON(),
                 deserializeInfo: 'internal/net/blocklist:toSocketAddress' };
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

function addressText(address) {
    return `Address: ${nameOf(address)} ${address.address}`;
}

function rangeText(start, end) {
    return `Range: ${nameOf(start)} ${start.address}-${end.address}`;
}

function subnetText(network, prefix) {
    return `Subnet: ${nameOf(network)} ${network.address}/${prefix}`;
}

/* An IPv4 address is in a range of IPv6 addresses only if the range begins and
 * ends with IPv4 addresses in the form of IPv6. */
function rangeRule(start, end) {
    const first = hexOf(start), last = hexOf(end);
    const isIPv4 = first.startsWith(MAPPED) && last.startsWith(MAPPED);
    return {
        text: rangeText(start, end),
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
        text: subnetText(network, prefix),
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

function toSubnet(network, prefix, family) {
    const one = toAddress(network, family, 'network');
    validateInt32(prefix, 'prefix', 0, one.family === 'ipv4' ? 32 : 128);
    return { one, prefix: prefix + 0 };
}

/* '10.0.0.0/8': what is after the last slash is the length of the prefix,
 * written as JavaScript writes it. */
function parseCIDR(cidr) {
    validateString(cidr, 'cidr');
    const slash = cidr.lastIndexOf('/');
    if (slash === -1)
        throw new codes.ERR_INVALID_ARG_VALUE('cidr', cidr,
            'must contain a prefix length (e.g. "10.0.0.0/8")');
    const digits = cidr.slice(slash + 1);
    const prefix = parseInt(digits, 10);
    if (`${prefix}` !== digits)
        throw new codes.ERR_INVALID_ARG_VALUE(
            'cidr', cidr, 'prefix length must be a valid integer');
    const network = cidr.slice(0, slash);
    return [network, prefix, network.includes(':') ? 'ipv6' : 'ipv4'];
}

function checkArray(value, name) {
    if (!Array.isArray(value))
        throw new codes.ERR_INVALID_ARG_TYPE(name, 'Array', value);
}

class BlockList {
    #ipv4 = new Map();
    #ipv6 = new Map();
    #rules = [];

    static isBlockList(value) {
        return typeof value === 'object' && value !== null && #rules in value;
    }

    static PRIVATE_RANGES = Object.freeze([
        '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8',
        '::1/128', '169.254.0.0/16', 'fe80::/10', 'fc00::/7',
    ]);

    #addressesLike(hex) {
        return hex.startsWith(MAPPED) ? this.#ipv4 : this.#ipv6;
    }

    #add(address) {
        const hex = hexOf(address);
        this.#addressesLike(hex).set(hex, addressText(address));
    }

    /* Of equal rules the newest. */
    #removeRule(text) {
        const at = this.#rules.findIndex((rule) => rule.text === text);
        if (at !== -1)
            this.#rules.splice(at, 1);
    }

    addAddress(address, family = 'ipv4') {
        this.#add(toAddress(address, family, 'address'));
    }

    /* All of them, or none if one is wrong. */
    addAddresses(addresses, family = 'ipv4') {
        checkArray(addresses, 'addresses');
        validateString(family, 'family');
        const all = [];
        for (let i = 0; i < addresses.length; i++)
            all.push(toAddress(addresses[i], family, `addresses[${i}]`));
        for (const one of all)
            this.#add(one);
    }

    removeAddress(address, family = 'ipv4') {
        const hex = hexOf(toAddress(address, family, 'address'));
        this.#addressesLike(hex).delete(hex);
    }

    addRange(start, end, family = 'ipv4') {
        const first = toAddress(start, family, 'start');
        const last = toAddress(end, family, 'end');
        if (first.family === last.family && hexOf(first) > hexOf(last))
            throw new codes.ERR_INVALID_ARG_VALUE('start', first,
                                                  'must come before end');
        this.#rules.unshift(rangeRule(first, last));
    }

    removeRange(start, end, family = 'ipv4') {
        const first = toAddress(start, family, 'start');
        this.#removeRule(rangeText(first, toAddress(end, family, 'end')));
    }

    addSubnet(network, prefix, family = 'ipv4') {
        const subnet = toSubnet(network, prefix, family);
        this.#rules.unshift(subnetRule(subnet.one, subnet.prefix));
    }

    removeSubnet(network, prefix, family = 'ipv4') {
        const subnet = toSubnet(network, prefix, family);
        this.#removeRule(subnetText(subnet.one, subnet.prefix));
    }

    addCIDR(cidr) {
        this.addSubnet(...parseCIDR(cidr));
    }

    addCIDRs(cidrs) {
        checkArray(cidrs, 'cidrs');
        const all = [];
        for (let i = 0; i < cidrs.length; i++) {
            validateString(cidrs[i], `cidrs[${i}]`);
            all.push(parseCIDR(cidrs[i]));
        }
        for (const one of all)
            this.addSubnet(...one);
    }

    removeCIDR(cidr) {
        this.removeSubnet(...parseCIDR(cidr));
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
        const hex = hexOf(address);
        return this.#addressesLike(hex).has(hex) ||
            this.#rules.some((rule) => rule.matches(address));
    }

    clear() {
        this.#ipv4.clear();
        this.#ipv6.clear();
        this.#rules = [];
    }

    get rules() {
        return [
            ...[...this.#ipv4.values()].reverse(),
            ...[...this.#ipv6.values()].reverse(),
            ...this.#rules.map((rule) => rule.text),
        ];
    }

    get size() {
        return this.#ipv4.size + this.#ipv6.size + this.#rules.length;
    }

    toJSON() {
        return this.rules;
    }

    /* Texts that are not rules are passed over, as in Node. */
    fromJSON(data) {
        if (typeof data === 'string')
            data = JSON.parse(data);
        if (!Array.isArray(data) || data.some((x) => typeof x !== 'string'))
            throw new codes.ERR_INVALID_ARG_TYPE(
                'data', ['string', 'string[]'], data);
        for (const text of data)
            addRuleText(this, text);
    }

    /* A copy: what is added later is not shared, as it is in Node. */
    [kClone]() {
        return { data: this.rules,
                 deserializeInfo: 'internal/net/blocklist:toBlockList' };
    }

    [kInspect](depth, options) {
        return depth < 0 ? '[BlockList]' :
            `BlockList ${inspect({ rules: this.rules }, options)}`;
    }
}

for (const { prototype } of [SocketAddress, BlockList])
    markCloneable(prototype);

/* Of what kClone gives. */
function toBlockList(rules) {
    const list = new BlockList();
    list.fromJSON(rules.reverse());
    return list;
}

function toSocketAddress(facts) {
    return new SocketAddress(facts);
}

module.exports = {
    BlockList, SocketAddress, textOfIPv6, toBlockList, toSocketAddress,
};
