'use strict';
/*
 * internal/url/punycode - Unicode in host names, RFC 3492.
 *
 * The ASCII characters come first, then, after a hyphen, where to insert which
 * others, as numbers in a base of 36 whose digits carry their own weight.
 */

const maxInt = 2147483647;
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialN = 128;

const messages = {
    'overflow': 'Overflow: input needs wider integers to process',
    'not-basic': 'Illegal input >= 0x80 (not a basic code point)',
    'invalid-input': 'Invalid input',
};

function fail(kind) {
    throw new RangeError(messages[kind]);
}

/* The bias makes numbers that are likely next short to write. */
function adapt(delta, count, isFirst) {
    delta = isFirst ? Math.floor(delta / damp) : delta >> 1;
    delta += Math.floor(delta / count);
    let k = 0;
    while (delta > ((base - tMin) * tMax) >> 1) {
        delta = Math.floor(delta / (base - tMin));
        k += base;
    }
    return Math.floor(k + (base - tMin + 1) * delta / (delta + skew));
}

function threshold(k, bias) {
    if (k <= bias)
        return tMin;
    return k >= bias + tMax ? tMax : k - bias;
}

function digitValue(code) {
    if (code >= 48 && code < 58)
        return code - 22;
    if (code >= 65 && code < 91)
        return code - 65;
    return code >= 97 && code < 123 ? code - 97 : base;
}

function digitChar(value) {
    return String.fromCharCode(value < 26 ? value + 97 : value + 22);
}

function ucs2decode(text) {
    const codes = [];
    for (let i = 0; i < text.length; i++) {
        const code = text.codePointAt(i);
        codes.push(code);
        if (code > 0xffff)
            i++;
    }
    return codes;
}

function ucs2encode(codes) {
    return String.fromCodePoint(...codes);
}

/* One number, read from `input` at `at`: the new position and the sum. */
function readDelta(input, at, i, bias) {
    const result = { at, i };
    for (let weight = 1, k = base; ; k += base) {
        if (result.at >= input.length)
            fail('invalid-input');
        const digit = digitValue(input.charCodeAt(result.at++));
        if (digit >= base)
            fail('invalid-input');
        if (digit > Math.floor((maxInt - result.i) / weight))
            fail('overflow');
        result.i += digit * weight;
        const t = threshold(k, bias);
        if (digit < t)
            return result;
        if (weight > Math.floor(maxInt / (base - t)))
            fail('overflow');
        weight *= base - t;
    }
}

function decode(input) {
    const output = [];
    const basic = Math.max(0, input.lastIndexOf('-'));
    for (let j = 0; j < basic; j++) {
        if (input.charCodeAt(j) >= 0x80)
            fail('not-basic');
        output.push(input.charCodeAt(j));
    }
    let n = initialN;
    let bias = initialBias;
    let i = 0;
    for (let at = basic > 0 ? basic + 1 : 0; at < input.length;) {
        const before = i;
        ({ at, i } = readDelta(input, at, i, bias));
        const count = output.length + 1;
        bias = adapt(i - before, count, before === 0);
        if (Math.floor(i / count) > maxInt - n)
            fail('overflow');
        n += Math.floor(i / count);
        i %= count;
        output.splice(i++, 0, n);
    }
    return ucs2encode(output);
}

function writeDelta(delta, bias) {
    let text = '';
    for (let k = base; ; k += base) {
        const t = threshold(k, bias);
        if (delta < t)
            return text + digitChar(delta);
        text += digitChar(t + (delta - t) % (base - t));
        delta = Math.floor((delta - t) / (base - t));
    }
}

function smallestFrom(codes, n) {
    let smallest = maxInt;
    for (let i = 0; i < codes.length; i++) {
        if (codes[i] >= n && codes[i] < smallest)
            smallest = codes[i];
    }
    return smallest;
}

function encode(input) {
    const codes = ucs2decode(input);
    let output = '';
    for (let i = 0; i < codes.length; i++) {
        if (codes[i] < 0x80)
            output += String.fromCharCode(codes[i]);
    }
    const basic = output.length;
    let handled = basic;
    if (basic > 0)
        output += '-';
    let n = initialN;
    let delta = 0;
    let bias = initialBias;
    while (handled < codes.length) {
        const m = smallestFrom(codes, n);
        if (m - n > Math.floor((maxInt - delta) / (handled + 1)))
            fail('overflow');
        delta += (m - n) * (handled + 1);
        n = m;
        for (let i = 0; i < codes.length; i++) {
            if (codes[i] < n && ++delta > maxInt)
                fail('overflow');
            if (codes[i] === n) {
                output += writeDelta(delta, bias);
                bias = adapt(delta, handled + 1, handled === basic);
                delta = 0;
                handled++;
            }
        }
        delta++;
        n++;
    }
    return output;
}

/* Apply fn to each label; what is before "@" is not changed. */
function mapDomain(domain, fn) {
    const parts = domain.split('@');
    let head = '';
    if (parts.length > 1) {
        head = `${parts[0]}@`;
        domain = parts[1];
    }
    return head + domain.replace(/[\x2E\u3002\uFF0E\uFF61]/g, '.')
        .split('.').map(fn).join('.');
}

function toUnicode(input) {
    return mapDomain(input, (label) => /^xn--/.test(label)
        ? decode(label.slice(4).toLowerCase()) : label);
}

function toASCII(input) {
    return mapDomain(input, (label) => /[^\0-\x7F]/.test(label)
        ? `xn--${encode(label)}` : label);
}

module.exports = {
    version: '2.1.0',
    ucs2: { decode: ucs2decode, encode: ucs2encode },
    decode,
    encode,
    toASCII,
    toUnicode,
};
