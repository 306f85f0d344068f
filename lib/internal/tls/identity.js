'use strict';
/*
 * internal/tls/identity - whether a certificate is that of a host (RFC 6125),
 * and the names of protocols as ALPN has them.
 */

const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const net = require('net');
/* Loaded when first used: url. */

/* Labels of a name, in small letters; without a dot at its end. */
function labelsOf(name) {
    return name.replace(/\.$/, '').toLowerCase().split('.');
}

/* One label against a pattern that may have a star: "a*c". */
function fitsLabel(label, pattern) {
    const star = pattern.indexOf('*');
    if (star === -1)
        return label === pattern;
    // A star stands for part of a label, but not of one in Punycode.
    if (pattern.indexOf('*', star + 1) !== -1 || pattern.startsWith('xn--'))
        return false;
    const head = pattern.slice(0, star);
    const tail = pattern.slice(star + 1);
    return label.length >= head.length + tail.length &&
        label.startsWith(head) && label.endsWith(tail);
}

const printable = /^[\x21-\x7e]+$/;

function fits(host, pattern, allowsStars) {
    if (!pattern || !printable.test(pattern))
        return false;
    const wanted = labelsOf(pattern);
    if (host.length !== wanted.length || wanted.includes(''))
        return false;
    for (let i = 1; i < host.length; i++) {
        if (host[i] !== wanted[i])
            return false;
    }
    if (!wanted[0].includes('*'))
        return host[0] === wanted[0];
    // "*.com" would be too much.
    return allowsStars && wanted.length > 2 && fitsLabel(host[0], wanted[0]);
}

/* 'DNS:a.com, IP Address:1.2.3.4, DNS:"b,\\"c"': quoted ones are JSON. */
function splitNames(text) {
    const names = [];
    let at = 0;
    while (at < text.length) {
        let value = '';
        let comma = text.indexOf(', ', at);
        const quote = text.indexOf('"', at);
        if (quote !== -1 && (comma === -1 || quote < comma)) {
            const match = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(quote));
            if (match === null)
                throw new codes.ERR_TLS_CERT_ALTNAME_FORMAT();
            value = text.slice(at, quote) + JSON.parse(match[0]);
            const next = quote + match[0].length;
            comma = text.indexOf(', ', next);
            if (next !== text.length && comma !== next)
                throw new codes.ERR_TLS_CERT_ALTNAME_FORMAT();
        } else {
            value = text.slice(at, comma === -1 ? text.length : comma);
        }
        names.push(value);
        at = comma === -1 ? text.length : comma + 2;
    }
    return names;
}

function readNames(subjectaltname) {
    const dns = [];
    const ips = [];
    for (const name of splitNames(subjectaltname)) {
        if (name.startsWith('DNS:'))
            dns.push(name.slice(4));
        else if (name.startsWith('IP Address:') && net.isIP(name.slice(11)))
            ips.push(canonicalIp(name.slice(11)));
    }
    return { dns, ips };
}

/* IPv6 with all its digits, so that two spellings of one address are equal. */
function canonicalIp(text) {
    if (net.isIPv4(text) || !net.isIPv6(text))
        return text;
    const [head, tail] = text.toLowerCase().split('::');
    const left = head === '' ? [] : head.split(':');
    const right = tail === undefined || tail === '' ? [] : tail.split(':');
    const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
    return [...left, ...new Array(Math.max(zeros, 0)).fill('0'), ...right]
        .map((group) => parseInt(group, 16).toString(16)).join(':');
}

function mismatch(host, cert) {
    const { subject, subjectaltname } = cert;
    const { dns, ips } = subjectaltname ? readNames(subjectaltname) :
        { dns: [], ips: [] };
    const name = `${host}`;
    if (net.isIP(name))
        return ips.includes(canonicalIp(name)) ? undefined :
            `IP: ${name} is not in the cert's list: ${ips.join(', ')}`;
    const labels = labelsOf(toAscii(name));
    if (dns.length > 0)
        return dns.some((one) => fits(labels, one, true)) ? undefined :
            `Host: ${name}. is not in the cert's altnames: ${subjectaltname}`;
    const common = subject?.CN;
    if (!common)
        return 'Cert does not contain a DNS name';
    const isIt = Array.isArray(common) ?
        common.some((one) => fits(labels, one, true)) :
        fits(labels, common, true);
    return isIt ? undefined : `Host: ${name}. is not cert's CN: ${common}`;
}

function toAscii(name) {
    const plain = name.replace(/\.$/, '');
    return require('url').domainToASCII(plain) || plain;
}

function checkServerIdentity(host, cert) {
    const reason = mismatch(host, cert);
    return reason === undefined ? undefined :
        new codes.ERR_TLS_CERT_ALTNAME_INVALID(reason, host, cert);
}

// ---- ALPN ------------------------------------------------------------------

function encodeNames(names) {
    const parts = names.map((name, i) => {
        if (name === '')
            throw new codes.ERR_INVALID_ARG_VALUE(
                `protocols[${i}]`, name, 'must be a non-empty string');
        const length = Buffer.byteLength(name);
        if (length > 255)
            throw new codes.ERR_OUT_OF_RANGE(
                `The byte length of the protocol at index ${i} exceeds the ` +
                'maximum length.', '<= 255', length, true);
        const bytes = Buffer.from(name);
        return Buffer.concat([Buffer.from([bytes.length]), bytes]);
    });
    return Buffer.concat(parts);
}

/* [length, name], ... to the end. */
function checkEncoded(bytes) {
    for (let i = 0; i < bytes.length; i += bytes[i] + 1) {
        if (bytes[i] === 0)
            throw new codes.ERR_INVALID_ARG_VALUE(
                'ALPNProtocols', bytes,
                'must not contain zero-length protocol');
        if (i + bytes[i] + 1 > bytes.length)
            throw new codes.ERR_INVALID_ARG_VALUE(
                'ALPNProtocols', bytes, 'contains truncated protocol');
    }
}

/* A list of names, or the bytes that ALPN makes of it. They are copied: the
 * program may use its own again. */
function convertALPNProtocols(protocols, out) {
    if (Array.isArray(protocols)) {
        out.ALPNProtocols = encodeNames(protocols);
        return;
    }
    if (!isArrayBufferView(protocols))
        return;
    const { buffer, byteOffset, byteLength } = protocols;
    const copy = Buffer.alloc(byteLength);
    copy.set(new Uint8Array(buffer, byteOffset, byteLength));
    checkEncoded(copy);
    out.ALPNProtocols = copy;
}

module.exports = { checkServerIdentity, convertALPNProtocols };
