'use strict';
// Which peers TLS trusts, and what it says of the others: certificates, names,
// revocation, purposes, weak keys, versions and ciphers. Each row has the answer
// that Node gives. `--print` shows the answers.

const assert = require('assert');
const tls = require('tls');
const {
    altNames, caExtensions, constraints, extension, issue, keyOf,
    nameConstraints, purpose, revoke, usage, utf8,
} = require('./support/certificates.js');

const dns = (...names) => altNames(...names.map((name) => ['dns', name]));
const host = dns('host.test');
const leafOf = (by, more) => issue({ name: 'leaf', by, extensions: [host],
                                     ...more });

const root = issue({ name: 'root', extensions: caExtensions });
const other = issue({ name: 'other root', extensions: caExtensions });
const middle = issue({ name: 'middle', by: root, extensions: caExtensions });
const leaf = leafOf(root);
const deep = leafOf(middle);
const ip = (...bytes) => altNames(['ip', bytes]);

/* A row of a certificate of the server alone. */
const served = (made, client, chain = []) => ({ made, chain, client });
const named = (extensions, servername, more) => served(
    issue({ name: 'leaf', by: root, extensions, ...more }), { servername });

function tamperName(der) {
    const at = der.indexOf('host.test');
    der[at] ^= 1;
}

const rsa = (name, size) => keyOf(name, 'rsa', size);
const rows = {
    // ---- Chains and dates
    'a good one': served(leaf),
    'over': served(leafOf(root, { from: -9, to: -2 })),
    'not yet': served(leafOf(root, { from: 2, to: 9 })),
    'over, not asked': served(leafOf(root, { from: -9, to: -2 }),
                              { rejectUnauthorized: false }),
    'root over': (() => {
        const old = issue({ name: 'old root', from: -9, to: -2,
                            extensions: caExtensions });
        return served(leafOf(old), { ca: old.cert });
    })(),
    'root not yet': (() => {
        const young = issue({ name: 'young root', from: 2, to: 9,
                              extensions: caExtensions });
        return served(leafOf(young), { ca: young.cert });
    })(),
    'middle over': (() => {
        const old = issue({ name: 'middle', by: root, from: -9, to: -2,
                            extensions: caExtensions });
        return served(leafOf(old), {}, [old]);
    })(),
    'issued by itself': served(leafOf(undefined)),
    'issued by itself, trusted': (() => {
        const own = leafOf(undefined);
        return served(own, { ca: own.cert });
    })(),
    'root is not trusted': served(leafOf(other)),
    'root is not trusted, and sent': served(leafOf(other), {}, [other]),
    'no roots at all': served(leaf, { ca: [] }),
    'middle is sent': served(deep, {}, [middle]),
    'middle is missing': served(deep),
    'middle is trusted alone': served(deep, { ca: middle.cert }),
    'middle is trusted alone, which will do': served(
        deep, { ca: middle.cert, allowPartialTrustChain: true }),
    'middle is no authority': (() => {
        const weak = issue({ name: 'weak', by: root,
                             extensions: [constraints(false)] });
        return served(leafOf(weak), {}, [weak]);
    })(),
    'middle says nothing': (() => {
        const plain = issue({ name: 'plain', by: root });
        return served(leafOf(plain), {}, [plain]);
    })(),
    'middle may not sign certificates': (() => {
        const weak = issue({ name: 'weak', by: root,
                             extensions: [constraints(true), usage(0)] });
        return served(leafOf(weak), {}, [weak]);
    })(),
    'a leaf signs a leaf': served(leafOf(leaf, { name: 'leaf of a leaf' }), {},
                               [leaf]),
    'the path is too long': (() => {
        const first = issue({ name: 'first', by: root, extensions: [
            constraints(true, 0), usage(5)] });
        const second = issue({ name: 'second', by: first,
                               extensions: caExtensions });
        return served(leafOf(second), {}, [second, first]);
    })(),
    'signed by another key': served(issue({
        name: 'leaf', extensions: [host],
        by: { name: 'root', key: keyOf('thief') } })),
    'changed after it was signed': served(leafOf(root, { tamper: tamperName }),
                                          { servername: 'iost.test' }),
    'of an issuer with another name': served(leafOf(root, {
        issuerName: 'roof' })),
    'a root of version 1': (() => {
        const old = issue({ name: 'v1 root', version: 0 });
        return served(leafOf(old), { ca: old.cert });
    })(),
    // ---- Purposes and extensions
    'for servers': served(leafOf(root, {
        extensions: [host, purpose('server')] })),
    'for clients only': served(leafOf(root, {
        extensions: [host, purpose('client')] })),
    'for code only': served(leafOf(root, {
        extensions: [host, purpose('code')] })),
    'for anything': served(leafOf(root, {
        extensions: [host, purpose('any')] })),
    'for clients and servers': served(leafOf(root, {
        extensions: [host, purpose('client', 'server')] })),
    'root for clients only': (() => {
        const narrow = issue({ name: 'narrow', extensions: [
            ...caExtensions, purpose('client')] });
        return served(leafOf(narrow), { ca: narrow.cert });
    })(),
    'does not sign data': served(leafOf(root, {
        extensions: [host, usage(2)] })),
    'an unknown extension': served(leafOf(root, {
        extensions: [host, extension('1.2.3.4', false, utf8('x'))] })),
    'an unknown extension that matters': served(leafOf(root, {
        extensions: [host, extension('1.2.3.4', true, utf8('x'))] })),
    // ---- Weak keys and hashes
    'RSA of 2048 bits': served(leafOf(root, { key: rsa('rsa', 2048) })),
    'RSA of 1024 bits': served(leafOf(root, { key: rsa('small', 1024) }), {
        server: { ciphers: 'DEFAULT@SECLEVEL=0' },
        ciphers: 'DEFAULT@SECLEVEL=2' }),
    'RSA of 1024 bits, served': served(leafOf(root, {
        key: rsa('small', 1024) }), {
        server: { ciphers: 'DEFAULT@SECLEVEL=2' } }),
    'RSA of 1024 bits, level 1': served(leafOf(root, {
        key: rsa('small', 1024) }), {
        server: { ciphers: 'DEFAULT@SECLEVEL=0' },
        ciphers: 'DEFAULT@SECLEVEL=1' }),
    'the authority has RSA of 1024 bits': (() => {
        const weak = issue({ name: 'weak root', key: rsa('small', 1024),
                             extensions: caExtensions });
        return served(leafOf(weak), { ca: weak.cert });
    })(),
    'SHA-1': served(leafOf(root, { hash: 'sha1' }), {
        server: { ciphers: 'DEFAULT@SECLEVEL=0' },
        ciphers: 'DEFAULT@SECLEVEL=2' }),
    'SHA-1, level 0': served(leafOf(root, { hash: 'sha1' }), {
        server: { ciphers: 'DEFAULT@SECLEVEL=0' },
        ciphers: 'DEFAULT@SECLEVEL=0' }),
    'MD5': (() => {
        const authority = issue({ name: 'rsa root', key: rsa('rsa', 2048),
                                  extensions: caExtensions });
        return served(leafOf(authority, { hash: 'md5' }), {
            ca: authority.cert, server: { ciphers: 'DEFAULT@SECLEVEL=0' },
            ciphers: 'DEFAULT@SECLEVEL=1' });
    })(),
    // ---- Names
    'another name': served(leaf, { servername: 'other.test' }),
    'another name, not asked': served(leaf, { servername: 'other.test',
                                              rejectUnauthorized: false }),
    'upper case': served(leaf, { servername: 'HOST.test' }),
    'a dot at the end': served(leaf, { servername: 'host.test.' }),
    'a part of the name': served(leaf, { servername: 'ost.test' }),
    'a longer name': served(leaf, { servername: 'host.test.evil.test' }),
    'wildcard': named([dns('*.host.test')], 'a.host.test'),
    'wildcard, two levels': named([dns('*.host.test')], 'a.b.host.test'),
    'wildcard, no level': named([dns('*.host.test')], 'host.test'),
    'wildcard within a word': named([dns('f*.host.test')], 'foo.host.test'),
    'wildcard on the right': named([dns('host.*')], 'host.test'),
    'wildcard in the middle': named([dns('a.*.test')], 'a.host.test'),
    'wildcard of all': named([dns('*')], 'host'),
    'wildcard of a top level': named([dns('*.test')], 'host.test'),
    'two wildcards': named([dns('*.*.test')], 'a.host.test'),
    'wildcard and a word of another script': named(
        [dns('xn--*.host.test')], 'xn--a.host.test'),
    'the second name': named([dns('a.test', 'host.test')], 'host.test'),
    'common name alone': named([], 'leaf'),
    'common name beside names': named([host], 'leaf'),
    'common name beside an address of mail': named(
        [altNames(['email', 'a@leaf'])], 'leaf'),
    'common name beside a URI': named([altNames(['uri', 'http://x/'])],
                                      'leaf'),
    'a URI of that name': named([altNames(['uri', 'http://host.test/'])],
                                'host.test'),
    'NUL in the common name': named([], 'good.test',
                                    { name: 'good.test\0.evil.test' }),
    'NUL in a name': named([dns('good.test\0.evil.test')], 'good.test'),
    'a comma in a name': named([dns('a.test, DNS:good.test')], 'good.test'),
    'a quote in a name': named([dns('"good.test"')], 'good.test'),
    'bytes that are no text in a name': named(
        [altNames(['dns', Buffer.from([0xff, 0xfe])])], 'good.test'),
    'an empty name': named([dns('')], 'good.test'),
    'an address': { ...named([ip(127, 0, 0, 1)]), client: { host: '127.0.0.1' } },
    'another address': { ...named([ip(127, 0, 0, 2)]),
                         client: { host: '127.0.0.1' } },
    'an address as a name': { ...named([dns('127.0.0.1')]),
                              client: { host: '127.0.0.1' } },
    'an address as the common name': {
        ...named([], undefined, { name: '127.0.0.1' }),
        client: { host: '127.0.0.1' } },
    'a name of an address': { ...named([host]),
                              client: { host: '127.0.0.1' } },
    'an address of five bytes': { ...named([ip(127, 0, 0, 1, 1)]),
                                  client: { host: '127.0.0.1' } },
    'a wildcard of addresses': { ...named([dns('*.0.0.1')]),
                                 client: { host: '127.0.0.1' } },
    'checked by the program': served(leaf, {
        servername: 'other.test', checkServerIdentity: () => undefined }),
    'refused by the program': served(leaf, {
        checkServerIdentity: () => Object.assign(new Error('no'),
                                                 { code: 'MINE' }) }),
    'a name that the authority may have': (() => {
        const narrow = issue({ name: 'narrow', extensions: [
            ...caExtensions, nameConstraints([['dns', 'host.test']])] });
        return served(leafOf(narrow), { ca: narrow.cert });
    })(),
    'a name that the authority may not have': (() => {
        const narrow = issue({ name: 'narrow', extensions: [
            ...caExtensions, nameConstraints([['dns', 'good.test']])] });
        return served(leafOf(narrow), { ca: narrow.cert });
    })(),
    'a name that is taken out': (() => {
        const narrow = issue({ name: 'narrow', extensions: [
            ...caExtensions,
            nameConstraints(undefined, [['dns', 'host.test']])] });
        return served(leafOf(narrow), { ca: narrow.cert });
    })(),
    // ---- Revocation
    'revoked': served(leaf, { crl: revoke({ by: root,
                                            numbers: [leaf.number] }) }),
    'another is revoked': served(leaf, { crl: revoke({ by: root,
                                                       numbers: [99] }) }),
    'an empty list': served(leaf, { crl: revoke({ by: root, numbers: [] }) }),
    'a list of another issuer': served(leaf, { crl: revoke({
        by: other, numbers: [] }) }),
    'a list that is over': served(leaf, { crl: revoke({
        by: root, numbers: [], from: -9, to: -2 }) }),
    'a list that is not yet': served(leaf, { crl: revoke({
        by: root, numbers: [], from: 2, to: 9 }) }),
    'a list signed by another key': served(leaf, { crl: revoke({
        by: root, numbers: [], key: keyOf('thief') }) }),
    'the middle is revoked': served(deep, { crl: [
        revoke({ by: root, numbers: [middle.number] }),
        revoke({ by: middle, numbers: [] })] }, [middle]),
    'no list of the middle': served(deep, { crl: revoke({
        by: root, numbers: [] }) }, [middle]),
    // ---- Certificates of clients
    'a client': served(leaf, { from: leafOf(root) }),
    'a client without one': served(leaf, { server: { requestCert: true,
                                                     ca: root.cert } }),
    'a client of another root': served(leaf, { from: leafOf(other) }),
    'a client that is over': served(leaf, {
        from: leafOf(root, { from: -9, to: -2 }) }),
    'a client for servers only': served(leaf, {
        from: leafOf(root, { extensions: [purpose('server')] }) }),
    'a client that is revoked': (() => {
        const bad = leafOf(root);
        return served(leaf, { from: bad, server: {
            crl: revoke({ by: root, numbers: [bad.number] }) } });
    })(),
    'a client of another root, TLS 1.2': served(leaf, {
        from: leafOf(other), maxVersion: 'TLSv1.2' }),
    // ---- Versions and ciphers
    'TLS 1.2': served(leaf, { maxVersion: 'TLSv1.2' }),
    'TLS 1.3': served(leaf, { minVersion: 'TLSv1.3' }),
    'no version in common': served(leaf, {
        minVersion: 'TLSv1.3', server: { maxVersion: 'TLSv1.2' } }),
    'no version in common, the other way': served(leaf, {
        maxVersion: 'TLSv1.2', server: { minVersion: 'TLSv1.3' } }),
    'no cipher in common': served(leaf, {
        maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256',
        server: { ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' } }),
    'no suite in common': served(leaf, {
        minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_GCM_SHA256',
        server: { ciphers: 'TLS_AES_256_GCM_SHA384' } }),
    'a cipher for RSA, a key of a curve': served(leaf, {
        maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' }),
    'no curve in common': served(leaf, {
        ecdhCurve: 'P-256', server: { ecdhCurve: 'P-384' } }),
    'no signature in common': served(leaf, {
        sigalgs: 'rsa_pss_rsae_sha256' }),
    'a cipher without a key': served(leaf, {
        maxVersion: 'TLSv1.2', ciphers: 'aNULL:@SECLEVEL=0',
        server: { ciphers: 'DEFAULT@SECLEVEL=2' } }),
    'a cipher that hides nothing': served(leaf, {
        maxVersion: 'TLSv1.2', ciphers: 'eNULL:@SECLEVEL=0',
        server: { ciphers: 'DEFAULT@SECLEVEL=2' } }),
    'no protocol in common': served(leaf, {
        ALPNProtocols: ['a'], server: { ALPNProtocols: ['b'] } }),
    'a protocol in common': served(leaf, {
        ALPNProtocols: ['a', 'b'], server: { ALPNProtocols: ['b'] } }),
};

// ---- Running ---------------------------------------------------------------

/* OpenSSL 3.5 has another word for the alerts of SSL 3. */
const word = (error) => (error.code ?? error.message ?? error)
    .replace('SSL/TLS_ALERT', 'SSLV3_ALERT');

/* What the client heard; what the server did, if it said so. */
function run({ made, chain = [], client = {} }) {
    const { from, server: more, host: address, ...rest } = client;
    const asks = from !== undefined;
    return new Promise((resolve) => {
        const result = [];
        let server;
        try {
            server = tls.createServer({
                key: made.keyPem,
                cert: [made, ...chain].map((c) => c.cert).join(''),
                ...(asks ? { requestCert: true, ca: root.cert } : {}),
                ...more });
        } catch (error) {
            resolve(`server throws ${word(error)}`);
            return;
        }
        server.on('tlsClientError', (error) => {
            result[1] = `server: ${word(error)}`;
        });
        server.on('secureConnection', (socket) => {
            socket.on('error', () => {});
            socket.end('hello');
        });
        server.on('error', () => {});
        server.listen(0, '127.0.0.1', () => {
            let socket;
            const end = () => server.close(() => resolve(
                result.filter((part) => part !== undefined).join(', ')));
            try {
                socket = tls.connect({
                    port: server.address().port, host: '127.0.0.1',
                    ca: root.cert, servername: address ? '' : 'host.test',
                    ...(asks ? { key: from.keyPem, cert: from.cert } : {}),
                    ...rest });
            } catch (error) {
                result[0] = `throws ${word(error)}`; // not reached: none does
                end(); // not reached
                return;
            }
            socket.on('secureConnect', () => {
                result[0] ??= socket.authorized ? 'authorized' :
                    `not authorized: ${word(socket.authorizationError)}`;
            });
            socket.on('data', () => {});
            socket.on('error', (error) => {
                result[0] = word(error);
            });
            socket.on('close', end);
        });
    });
}

async function main() {
    const expected = require('./support/tls_table.json');
    const names = Object.keys(rows);
    const isPrinting = process.argv[2] === '--print';
    const answers = {};
    for (const name of names) {
        answers[name] = await run(rows[name]);
        if (!isPrinting)
            assert.strictEqual(answers[name], expected[name], name);
    }
    if (isPrinting)
        console.log(JSON.stringify(answers, null, 4));
    else
        assert.deepStrictEqual(names, Object.keys(expected));
}
main();
