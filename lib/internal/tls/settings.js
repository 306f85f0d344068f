'use strict';
/*
 * internal/tls/settings - what all connections begin with: versions, ciphers
 * and curves, as the command line has them.
 */

const { codes } = require('internal/errors');
const options = require('internal/options');
/* Loaded when first used: internal/crypto/constants. */

const versions = {
    '__proto__': null,
    'TLSv1': 0x301,
    'TLSv1.1': 0x302,
    'TLSv1.2': 0x303,
    'TLSv1.3': 0x304,
};

/* The lowest of the --tls-min options that were given wins, and the highest of
 * the --tls-max ones. */
function minVersion() {
    for (const v of ['1.0', '1.1', '1.2', '1.3']) {
        if (options.has(`tls-min-v${v}`))
            return v === '1.0' ? 'TLSv1' : `TLSv${v}`;
    }
    return 'TLSv1.2';
}

function maxVersion() {
    if (options.has('tls-max-v1.3'))
        return 'TLSv1.3';
    return options.has('tls-max-v1.2') ? 'TLSv1.2' : 'TLSv1.3';
}

/* What tls.DEFAULT_... are to begin with; programs may assign those. */
const defaults = {
    ciphers: options.get('tls-cipher-list') ??
        require('internal/crypto/constants').defaultCipherList,
    curve: 'auto',
    min: minVersion(),
    max: maxVersion(),
};

function toVersion(which, given, fallback) {
    const version = given ?? fallback;
    const number = versions[version];
    if (number === undefined)
        throw new codes.ERR_TLS_INVALID_PROTOCOL_VERSION(version, which);
    return number;
}

/* Numbers of src/bind/tls/context.c. */
const sides = { '__proto__': null, '_client': 1, '_server': 2 };

/* [least, most] of a name that older programs use. */
const methods = {
    '__proto__': null,
    'SSLv23': [0x301, 0x303],
    'TLS': [0x301, 0x304],
    'TLSv1': [0x301, 0x301],
    'TLSv1_1': [0x302, 0x302],
    'TLSv1_2': [0x303, 0x303],
};

/* And the side that its contexts are for: 0 is both. */
function rangeOfMethod(name) {
    const [, family, side] =
        /^(.*?)(_server|_client)?_method$/.exec(name) ?? [];
    if (family === 'SSLv2' || family === 'SSLv3')
        throw new codes.ERR_TLS_INVALID_PROTOCOL_METHOD(
            `${family} methods disabled`);
    const range = methods[family];
    if (range === undefined)
        throw new codes.ERR_TLS_INVALID_PROTOCOL_METHOD(
            `Unknown method: ${name}`);
    return [...range, sides[side] ?? 0];
}

module.exports = { defaults, rangeOfMethod, toVersion, versions };
