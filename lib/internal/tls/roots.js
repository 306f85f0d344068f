'use strict';
/*
 * internal/tls/roots - the certificates that are trusted without being named:
 * those of the system (ca-certificates), which take the place of the list that
 * Node has in itself, and those of NODE_EXTRA_CA_CERTS.
 */

const binding = internalBinding('tls');
const { codes, makePlainError } = require('internal/errors');
const options = require('internal/options');
const { isArrayBufferView } = require('internal/util/types');
const { validateString } = require('internal/validators');
/* Loaded when first used: fs, path. */

/* Where Debian's package has its bundle, and where other systems have theirs. */
const bundles = [
    '/etc/ssl/certs/ca-certificates.crt',
    '/etc/pki/tls/certs/ca-bundle.crt',
    '/etc/ssl/cert.pem',
];

function readText(path) {
    try {
        return require('fs').readFileSync(path, 'latin1');
    } catch {
        return undefined;
    }
}

function toPem(certificate) {
    const { raw } = internalBinding('crypto').certificateInfo(certificate);
    const lines = raw.toString('base64').match(/.{1,64}/g).join('\n');
    return `-----BEGIN CERTIFICATE-----\n${lines}\n` +
        '-----END CERTIFICATE-----\n';
}

/* Every certificate of a text by itself, each once. */
function split(text) {
    const found = new Set();
    for (const one of binding.splitCertificates(text))
        found.add(toPem(one));
    return [...found];
}

const lists = {
    bundled: null, system: null, extra: null, default: null,
};

function systemText() {
    const { SSL_CERT_FILE, SSL_CERT_DIR } = process.env;
    let text = '';
    if (SSL_CERT_FILE)
        text += readText(SSL_CERT_FILE) ?? '';
    if (SSL_CERT_DIR)
        text += textOfFolder(SSL_CERT_DIR);
    if (SSL_CERT_FILE || SSL_CERT_DIR)
        return text;
    return bundledText();
}

function textOfFolder(folder) {
    const fs = require('fs');
    const path = require('path');
    let text = '';
    for (const part of folder.split(':')) {
        let names = [];
        try {
            names = fs.readdirSync(part);
        } catch {
            // A folder that is not there has no certificates.
        }
        for (const name of names)
            text += `${readText(path.join(part, name)) ?? ''}\n`;
    }
    return text;
}

function bundledText() {
    for (const path of bundles) {
        const text = readText(path);
        if (text !== undefined)
            return text;
    }
    return undefined;
}

function extraText() {
    const path = process.env.NODE_EXTRA_CA_CERTS;
    return path ? readText(path) : undefined;
}

const makers = {
    // Those that Node brings along have no line end behind them.
    bundled: () => split(bundledText() ?? '').map((pem) => pem.trimEnd()),
    system: () => split(systemText() ?? ''),
    extra: () => splitExtra(),
    default: () => makeDefault(),
};

/* An extra file that cannot be read is warned about, once, at start. */
function splitExtra() {
    const text = extraText();
    if (text === undefined)
        return [];
    try {
        return split(text);
    } catch {
        return [];
    }
}

function usesSystem() {
    const [last] = options.inOrder(['use-system-ca', 'no-use-system-ca'])
        .at(-1) ?? [];
    if (last !== undefined)
        return last === 'use-system-ca';
    return process.env.NODE_USE_SYSTEM_CA === '1';
}

function makeDefault() {
    const all = new Set();
    const add = (kind) => getList(kind).forEach((pem) => {
        if (!all.has(pem.trimEnd()))
            all.add(pem);
    });
    if (options.has('use-openssl-ca')) {
        add('system');
    } else {
        add('bundled');
        if (usesSystem())
            add('system');
    }
    if (process.env.NODE_EXTRA_CA_CERTS)
        add('extra');
    return [...all];
}

function getList(kind) {
    lists[kind] ??= Object.freeze(makers[kind]());
    return lists[kind];
}

/* The texts as they are, which C reads in one go; a program that only connects
 * does not pay for a list. */
function textsOfDefault() {
    if (lists.default !== null)
        return [lists.default.join('\n')];
    const texts = [];
    const opensslOnly = options.has('use-openssl-ca');
    const own = opensslOnly ? systemText() : bundledText();
    if (own !== undefined)
        texts.push(own);
    if (!opensslOnly && usesSystem())
        texts.push(systemText() ?? '');
    const extra = extraText();
    if (extra !== undefined)
        texts.push(extra);
    return texts;
}

/* Without any certificate nothing can be trusted: each connection says so by
 * its error, and this once by a warning. */
function load() {
    if (binding.hasRoots())
        return;
    warnOfExtra();
    const count = binding.setRoots(textsOfDefault());
    if (count === 0 && lists.default === null)
        process.emitWarning(
            'No root certificates were found, so that no certificate of a ' +
            'public server can be trusted; install the package ' +
            'ca-certificates', 'SecurityWarning');
}

let hasWarned = false;

function warnOfExtra() {
    const path = process.env.NODE_EXTRA_CA_CERTS;
    if (!path || hasWarned)
        return;
    hasWarned = true;
    const text = readText(path);
    let problem;
    if (text === undefined) {
        problem = 'error:80000002:system library::No such file or directory';
    } else {
        try {
            split(text);
        } catch (error) {
            problem = error.message;
        }
    }
    if (problem !== undefined)
        process._rawDebug(
            `Warning: Ignoring extra certs from \`${path}\`, load failed: ${problem}`);
}

// ---- What programs see -----------------------------------------------------

function getCACertificates(type = 'default') {
    validateString(type, 'type');
    if (!Object.hasOwn(makers, type))
        throw new codes.ERR_INVALID_ARG_VALUE('type', type);
    return getList(type);
}

function toText(value, index) {
    if (typeof value === 'string')
        return value;
    if (isArrayBufferView(value))
        return Buffer.from(value.buffer, value.byteOffset,
                           value.byteLength).toString('latin1');
    throw new codes.ERR_INVALID_ARG_TYPE(
        `certs[${index}]`, ['string', 'ArrayBufferView'], value);
}

function setDefaultCACertificates(certs) {
    if (!Array.isArray(certs))
        throw new codes.ERR_INVALID_ARG_TYPE('certs', 'Array', certs);
    const texts = certs.map(toText);
    const all = new Set();
    for (const text of texts)
        split(text).forEach((pem) => all.add(pem));
    if (texts.length > 0 && all.size === 0)
        throw makePlainError(Error, 'ERR_CRYPTO_OPERATION_FAILED',
            'No valid certificates found in the provided array');
    lists.default = Object.freeze([...all]);
    binding.setRoots([lists.default.join('\n')]);
}

module.exports = {
    getCACertificates, load, setDefaultCACertificates, warnOfExtra,
    get rootCertificates() { return getList('bundled'); },
};
