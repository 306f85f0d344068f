'use strict';
/*
 * internal/url_parser - URLs as the WHATWG standard parses them
 * (https://url.spec.whatwg.org).
 *
 * The standard describes a machine that goes over the text character by
 * character. Here the text is cut instead: fragment and query first, since
 * nothing before them may contain "#" or "?", then scheme, authority and path.
 * The results are the same, and an interpreter likes it better.
 *
 * A record is { scheme, username, password, host, port, path, query,
 * fragment }.
 * host, port, query and fragment may be null; path is an array, or a string if
 * it is opaque ("mailto:x"). A failure is null.
 */

const specialPorts = { '__proto__': null, 'http': 80, 'https': 443, 'ws': 80,
                       'wss': 443, 'ftp': 21, 'file': null };

function isSpecial(scheme) {
    return specialPorts[scheme] !== undefined;
}

/* ---- Percent-encoding ------------------------------------------------- */

/* A set is a table of 128 flags; all above is always encoded. */
function makeSet(base, chars) {
    const set = base === null ? new Uint8Array(128) : base.slice();
    if (base === null) {
        set.fill(1, 0, 32);
        set[127] = 1;
    }
    for (let i = 0; i < chars.length; i++)
        set[chars.charCodeAt(i)] = 1;
    return set;
}

const controlSet = makeSet(null, '');
const fragmentSet = makeSet(controlSet, ' "<>`');
const querySet = makeSet(controlSet, ' "#<>');
const specialQuerySet = makeSet(querySet, '\'');
const pathSet = makeSet(querySet, '?^`{}');
const userinfoSet = makeSet(pathSet, '/:;=@[\\]|');

const hex = '0123456789ABCDEF';

function encodeByte(byte) {
    return `%${hex[byte >> 4]}${hex[byte & 15]}`;
}

function encodeCodePoint(code) {
    if (code < 0x80)
        return encodeByte(code);
    if (code < 0x800)
        return encodeByte(0xc0 | (code >> 6)) + encodeByte(0x80 | (code & 63));
    if (code < 0x10000) {
        return encodeByte(0xe0 | (code >> 12)) +
               encodeByte(0x80 | ((code >> 6) & 63)) +
               encodeByte(0x80 | (code & 63));
    }
    return encodeByte(0xf0 | (code >> 18)) +
           encodeByte(0x80 | ((code >> 12) & 63)) +
           encodeByte(0x80 | ((code >> 6) & 63)) +
           encodeByte(0x80 | (code & 63));
}

/* The text is well-formed: lone surrogates were replaced before. */
function percentEncode(text, set) {
    let result = '';
    let from = 0;
    for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit < 128 && set[unit] === 0)
            continue;
        const code = unit < 128 ? unit : text.codePointAt(i);
        result += text.slice(from, i) + encodeCodePoint(code);
        if (code > 0xffff)
            i++;
        from = i + 1;
    }
    return from === 0 ? text : result + text.slice(from);
}

function hexValue(code) {
    if (code >= 48 && code <= 57)
        return code - 48;
    code |= 32;
    return code >= 97 && code <= 102 ? code - 87 : -1;
}

/* Text from UTF-8; what is not UTF-8 becomes U+FFFD, one for each
 * longest start that cannot go on. */
function decodeUtf8(bytes) {
    let text = '';
    let i = 0;
    while (i < bytes.length) {
        const lead = bytes[i++];
        if (lead < 0x80) {
            text += String.fromCharCode(lead);
            continue;
        }
        let more = lead >= 0xc2 && lead <= 0xdf ? 1
            : (lead & 0xf0) === 0xe0 ? 2
                : lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
        let code = more === 1 ? lead & 31 : more === 2 ? lead & 15 : lead & 7;
        let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
        let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
        let ok = more > 0;
        while (ok && more > 0) {
            const next = bytes[i];
            ok = next >= low && next <= high;
            if (ok) {
                code = (code << 6) | (next & 63);
                i++;
                more--;
            }
            low = 0x80;
            high = 0xbf;
        }
        text += ok ? String.fromCodePoint(code) : '\ufffd';
    }
    return text;
}

function percentDecode(text) {
    if (!text.includes('%'))
        return text;
    const bytes = [];
    for (let i = 0; i < text.length; i++) {
        const code = text.codePointAt(i);
        if (code === 37) {
            const high = hexValue(text.charCodeAt(i + 1));
            const low = hexValue(text.charCodeAt(i + 2));
            if (high >= 0 && low >= 0) {
                bytes.push(high * 16 + low);
                i += 2;
                continue;
            }
        }
        pushUtf8(bytes, code);
        if (code > 0xffff)
            i++;
    }
    return decodeUtf8(bytes);
}

function pushUtf8(bytes, code) {
    if (code < 0x80) {
        bytes.push(code);
    } else if (code < 0x800) {
        bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    } else if (code < 0x10000) {
        bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63),
                   0x80 | (code & 63));
    } else {
        bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63),
                   0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
}

/* ---- Hosts ------------------------------------------------------------ */

const forbiddenInHost = /[\u0000\t\n\r #/:<>?@[\\\]^|]/;
const forbiddenInDomain = /[\u0000-\u0020#%/:<>?@[\\\]^|\u007f]/;

/* A number of IPv4: decimal, octal after "0", hexadecimal after "0x". */
function parseIPv4Number(text) {
    if (text === '')
        return -1;
    if (/^0[xX]/.test(text)) {
        const digits = text.slice(2);
        if (digits === '')
            return 0;
        return /^[0-9a-fA-F]+$/.test(digits) ? parseInt(digits, 16) : -1;
    }
    if (text.length > 1 && text[0] === '0')
        return /^[0-7]+$/.test(text) ? parseInt(text, 8) : -1;
    return /^[0-9]+$/.test(text) ? parseInt(text, 10) : -1;
}

function endsInNumber(domain) {
    const parts = domain.split('.');
    if (parts[parts.length - 1] === '') {
        if (parts.length === 1)
            return false;
        parts.pop();
    }
    const last = parts[parts.length - 1];
    return /^[0-9]+$/.test(last) || /^0[xX][0-9a-fA-F]*$/.test(last);
}

function parseIPv4(domain) {
    const parts = domain.split('.');
    if (parts[parts.length - 1] === '' && parts.length > 1)
        parts.pop();
    if (parts.length > 4)
        return null;
    let address = 0;
    for (let i = 0; i < parts.length; i++) {
        const number = parseIPv4Number(parts[i]);
        const isLast = i === parts.length - 1;
        if (number < 0 || (!isLast && number > 255) ||
            (isLast && number >= 256 ** (5 - parts.length)))
            return null;
        address += isLast ? number : number * 256 ** (3 - i);
    }
    return `${Math.floor(address / 16777216)}.` +
           `${Math.floor(address / 65536) % 256}.` +
           `${Math.floor(address / 256) % 256}.${address % 256}`;
}

/* The four numbers at the end of an IPv6 address; null if they are invalid. */
function parseEmbeddedIPv4(text) {
    const parts = text.split('.');
    if (parts.length !== 4)
        return null;
    for (let i = 0; i < 4; i++) {
        if (!/^(0|[1-9][0-9]{0,2})$/.test(parts[i]) || +parts[i] > 255)
            return null;
    }
    return [+parts[0] * 256 + +parts[1], +parts[2] * 256 + +parts[3]];
}

/* Pieces between colons, the last of which may be an IPv4 address. */
function parsePieces(text, mayEmbed) {
    if (text === '')
        return [];
    const words = text.split(':');
    const pieces = [];
    for (let i = 0; i < words.length; i++) {
        if (/^[0-9a-fA-F]{1,4}$/.test(words[i])) {
            pieces.push(parseInt(words[i], 16));
        } else if (mayEmbed && i === words.length - 1) {
            const pair = parseEmbeddedIPv4(words[i]);
            if (pair === null)
                return null;
            pieces.push(pair[0], pair[1]);
        } else {
            return null;
        }
    }
    return pieces;
}

function parseIPv6(text) {
    const gap = text.indexOf('::');
    if (gap === -1) {
        const pieces = parsePieces(text, true);
        return pieces === null || pieces.length !== 8
            ? null : serializeIPv6(pieces);
    }
    if (text.indexOf('::', gap + 1) !== -1)
        return null;
    const head = parsePieces(text.slice(0, gap), false);
    const tail = parsePieces(text.slice(gap + 2), true);
    if (head === null || tail === null || head.length + tail.length > 7)
        return null;
    while (head.length + tail.length < 8)
        head.push(0);
    return serializeIPv6(head.concat(tail));
}

/* The longest run of zeros, if longer than one, becomes "::". */
function serializeIPv6(pieces) {
    let start = -1;
    let longest = 1;
    for (let i = 0; i < 8; i++) {
        let end = i;
        while (end < 8 && pieces[end] === 0)
            end++;
        if (end - i > longest) {
            start = i;
            longest = end - i;
        }
        if (end > i)
            i = end - 1;
    }
    let text = '';
    for (let i = 0; i < 8; i++) {
        if (i === start) {
            text += i === 0 ? '::' : ':';
            i += longest - 1;
            continue;
        }
        text += pieces[i].toString(16);
        if (i < 7)
            text += ':';
    }
    return `[${text}]`;
}

const plainName = /^[\0-\x7f]*$/;

/* Names in other scripts are rare, and what they need is large. One that is
 * encoded already is taken as it is, also if it means nothing. */
function toAscii(name) {
    return plainName.test(name) ? name.toLowerCase()
                                : require('internal/idna').domainToASCII(name);
}

/* The host as text, or null if it is invalid. */
function parseHost(text, special) {
    if (text[0] === '[')
        return text.endsWith(']') ? parseIPv6(text.slice(1, -1)) : null;
    if (!special) {
        return forbiddenInHost.test(text) ? null
                                          : percentEncode(text, controlSet);
    }
    const domain = toAscii(percentDecode(text));
    if (domain === '' || forbiddenInDomain.test(domain))
        return null;
    return endsInNumber(domain) ? parseIPv4(domain) : domain;
}

/* ---- Paths ------------------------------------------------------------ */

function isLetter(code) {
    code |= 32;
    return code >= 97 && code <= 122;
}

function isDriveLetter(text) {
    return text.length === 2 && isLetter(text.charCodeAt(0)) &&
           (text[1] === ':' || text[1] === '|');
}

function isNormalDriveLetter(text) {
    return text !== undefined && isDriveLetter(text) && text[1] === ':';
}

function startsWithDriveLetter(text) {
    return isDriveLetter(text.slice(0, 2)) &&
           (text.length === 2 || text[2] === '/' || text[2] === '\\');
}

function shorten(record) {
    const { path } = record;
    if (record.scheme === 'file' && path.length === 1 &&
        isNormalDriveLetter(path[0]))
        return;
    path.pop();
}

function isSingleDot(part) {
    return part === '.' || (part.length === 3 &&
                            part.toLowerCase() === '%2e');
}

function isDoubleDot(part) {
    if (part === '..')
        return true;
    if (part.length !== 4 && part.length !== 6)
        return false;
    part = part.toLowerCase();
    return part === '.%2e' || part === '%2e.' || part === '%2e%2e';
}

/* Add the parts of `text` to the path, which begins after a slash. */
function addPath(record, text) {
    const special = isSpecial(record.scheme);
    const parts = special && text.includes('\\') ? text.split(/[/\\]/)
                                                 : text.split('/');
    const { path } = record;
    const last = parts.length - 1;
    for (let i = 0; i <= last; i++) {
        const part = parts[i];
        if (part[0] === '.' || part[0] === '%') {
            if (isDoubleDot(part)) {
                shorten(record);
                if (i === last)
                    path.push('');
                continue;
            }
            if (isSingleDot(part)) {
                if (i === last)
                    path.push('');
                continue;
            }
        }
        if (record.scheme === 'file' && path.length === 0 &&
            isDriveLetter(part))
            path.push(`${part[0]}:`);
        else
            path.push(percentEncode(part, pathSet));
    }
}

/* What follows the authority. A special URL always has a path. */
function startPath(record, text) {
    const first = text[0];
    if (isSpecial(record.scheme)) {
        const isSlash = first === '/' || first === '\\';
        addPath(record, isSlash ? text.slice(1) : text);
    } else if (text !== '') {
        addPath(record, first === '/' ? text.slice(1) : text);
    }
}

/* ---- Authority -------------------------------------------------------- */

function setCredentials(record, text) {
    const colon = text.indexOf(':');
    record.username = percentEncode(
        colon === -1 ? text : text.slice(0, colon), userinfoSet);
    record.password = colon === -1 ? ''
        : percentEncode(text.slice(colon + 1), userinfoSet);
}

/* Where the port begins: a colon that is in no brackets; -1 if none. */
function findPort(text) {
    let inside = false;
    for (let i = 0; i < text.length; i++) {
        const char = text[i];
        if (char === '[')
            inside = true;
        else if (char === ']')
            inside = false;
        else if (char === ':' && !inside)
            return i;
    }
    return -1;
}

/* Undefined if it is not a port. */
function parsePort(text, scheme) {
    if (text === '')
        return null;
    if (!/^[0-9]+$/.test(text))
        return undefined;
    const port = parseInt(text, 10);
    if (port > 65535)
        return undefined;
    return port === specialPorts[scheme] ? null : port;
}

function findAuthorityEnd(text, special) {
    for (let i = 0; i < text.length; i++) {
        if (text[i] === '/' || (special && text[i] === '\\'))
            return i;
    }
    return text.length;
}

/* Parse "user:password@host:port/path"; false on failure. */
function parseAuthority(record, text) {
    const special = isSpecial(record.scheme);
    const end = findAuthorityEnd(text, special);
    let hostText = text.slice(0, end);
    const at = hostText.lastIndexOf('@');
    if (at !== -1) {
        setCredentials(record, hostText.slice(0, at));
        hostText = hostText.slice(at + 1);
        if (hostText === '')
            return false;
    }
    const colon = findPort(hostText);
    let portText = '';
    if (colon !== -1) {
        portText = hostText.slice(colon + 1);
        hostText = hostText.slice(0, colon);
        if (hostText === '')
            return false;
    }
    if (hostText === '' && special)
        return false;
    record.host = hostText === '' ? '' : parseHost(hostText, special);
    if (record.host === null)
        return false;
    record.port = parsePort(portText, record.scheme);
    if (record.port === undefined)
        return false;
    startPath(record, text.slice(end));
    return true;
}

/* ---- The whole -------------------------------------------------------- */

function skipSlashes(text) {
    let i = 0;
    while (text[i] === '/' || text[i] === '\\')
        i++;
    return text.slice(i);
}

function isSlash(char, special) {
    return char === '/' || (special && char === '\\');
}

function parseFileHost(record, text) {
    const end = findAuthorityEnd(text, true);
    const host = text.slice(0, end);
    if (isDriveLetter(host)) {
        addPath(record, text);
        return true;
    }
    if (host !== '') {
        record.host = parseHost(host, true);
        if (record.host === null)
            return false;
        if (record.host === 'localhost')
            record.host = '';
    }
    startPath(record, text.slice(end));
    return true;
}

function parseFile(record, text, base, query) {
    record.host = '';
    const fromBase = base !== null && base.scheme === 'file';
    if (isSlash(text[0], true)) {
        if (isSlash(text[1], true))
            return parseFileHost(record, text.slice(2));
        if (fromBase) {
            record.host = base.host;
            if (!startsWithDriveLetter(text.slice(1)) &&
                isNormalDriveLetter(base.path[0]))
                record.path.push(base.path[0]);
        }
        addPath(record, text.slice(1));
        return true;
    }
    if (!fromBase) {
        addPath(record, text);
        return true;
    }
    record.host = base.host;
    record.path = base.path.slice();
    if (text === '') {
        record.query = query === null ? base.query : null;
        return true;
    }
    if (startsWithDriveLetter(text))
        record.path = [];
    else
        shorten(record);
    addPath(record, text);
    return true;
}

function parseRelative(record, text, base, query) {
    const special = isSpecial(record.scheme);
    if (isSlash(text[0], special)) {
        if (special && isSlash(text[1], true))
            return parseAuthority(record, skipSlashes(text));
        if (!special && text[1] === '/')
            return parseAuthority(record, text.slice(2));
        copyAuthority(record, base);
        addPath(record, text.slice(1));
        return true;
    }
    copyAuthority(record, base);
    record.path = base.path.slice();
    if (text === '') {
        record.query = query === null ? base.query : null;
        return true;
    }
    shorten(record);
    addPath(record, text);
    return true;
}

function copyAuthority(record, base) {
    record.username = base.username;
    record.password = base.password;
    record.host = base.host;
    record.port = base.port;
}

/* Parse what follows the scheme; `base` is used only if it has the same
 * scheme. */
function parseAfterScheme(record, text, base, query, hasMore) {
    const { scheme } = record;
    if (scheme === 'file')
        return parseFile(record, text, base, query);
    if (isSpecial(scheme)) {
        if (base !== null && base.scheme === scheme &&
            !text.startsWith('//'))
            return parseRelative(record, text, base, query);
        return parseAuthority(record, skipSlashes(text));
    }
    if (text.startsWith('//'))
        return parseAuthority(record, text.slice(2));
    if (text[0] === '/') {
        addPath(record, text.slice(1));
        return true;
    }
    record.path = encodeOpaque(text, hasMore);
    return true;
}

/* Spaces at the end would be lost when the URL is parsed again: the last one
 * is encoded if something follows. */
function encodeOpaque(text, hasMore) {
    const path = percentEncode(text, controlSet);
    return hasMore && path.endsWith(' ') ? `${path.slice(0, -1)}%20` : path;
}

function parseWithoutScheme(record, text, base, query, hasFragment) {
    if (base === null)
        return false;
    record.scheme = base.scheme;
    if (typeof base.path === 'string') {
        if (text !== '' || query !== null || !hasFragment)
            return false;
        record.path = base.path;
        record.query = base.query;
        return true;
    }
    return base.scheme === 'file' ? parseFile(record, text, base, query)
                                  : parseRelative(record, text, base, query);
}

const schemeStart = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const outerSpace = /^[\u0000-\u0020]+|[\u0000-\u0020]+$/g;
const tabsAndBreaks = /[\t\n\r]/g;

function clean(input) {
    const first = input.charCodeAt(0);
    const last = input.charCodeAt(input.length - 1);
    if (first <= 32 || last <= 32)
        input = input.replace(outerSpace, '');
    return tabsAndBreaks.test(input) ? input.replace(tabsAndBreaks, '')
                                     : input;
}

function parseUrl(input, base = null) {
    tabsAndBreaks.lastIndex = 0;
    let text = clean(input);
    let fragment = null;
    let query = null;
    const hash = text.indexOf('#');
    if (hash !== -1) {
        fragment = text.slice(hash + 1);
        text = text.slice(0, hash);
    }
    const mark = text.indexOf('?');
    if (mark !== -1) {
        query = text.slice(mark + 1);
        text = text.slice(0, mark);
    }
    const record = { scheme: '', username: '', password: '', host: null,
                     port: null, path: [], query: null, fragment: null };
    const start = schemeStart.exec(text);
    let ok;
    if (start !== null) {
        record.scheme = start[1].toLowerCase();
        ok = parseAfterScheme(record, text.slice(start[0].length), base,
                              query, hash !== -1 || mark !== -1);
    } else {
        ok = parseWithoutScheme(record, text, base, query,
                                fragment !== null);
    }
    if (!ok)
        return null;
    if (query !== null)
        record.query = encodeQuery(query, record.scheme);
    if (fragment !== null)
        record.fragment = percentEncode(fragment, fragmentSet);
    return record;
}

function encodeQuery(query, scheme) {
    return percentEncode(query, isSpecial(scheme) ? specialQuerySet
                                                  : querySet);
}

/* ---- Back to text ----------------------------------------------------- */

function serializePath(record) {
    const { path } = record;
    if (typeof path === 'string')
        return path;
    return path.length === 0 ? '' : `/${path.join('/')}`;
}

function serialize(record, withoutFragment) {
    let text = `${record.scheme}:`;
    if (record.host !== null) {
        text += '//';
        if (record.username !== '' || record.password !== '') {
            text += record.username;
            if (record.password !== '')
                text += `:${record.password}`;
            text += '@';
        }
        text += record.host;
        if (record.port !== null)
            text += `:${record.port}`;
    } else if (typeof record.path !== 'string' && record.path.length > 1 &&
               record.path[0] === '') {
        /* Else the empty first part would be taken for an authority. */
        text += '/.';
    }
    text += serializePath(record);
    if (record.query !== null)
        text += `?${record.query}`;
    if (record.fragment !== null && !withoutFragment)
        text += `#${record.fragment}`;
    return text;
}

module.exports = {
    addPath,
    clean,
    controlSet,
    decodeUtf8,
    encodeQuery,
    findPort,
    fragmentSet,
    isSpecial,
    parseHost,
    parsePort,
    parseUrl,
    pathSet,
    percentDecode,
    percentEncode,
    serialize,
    serializeIPv6,
    serializePath,
    specialPorts,
    startPath,
    userinfoSet,
};
