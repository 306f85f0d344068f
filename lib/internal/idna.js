'use strict';
/*
 * internal/idna - host names in any script, to and from the letters that DNS
 * knows.
 *
 * UTS #46 maps each character by a large table. Most of that table is what
 * NFKC normalization and lower-casing do, which the engine has; what it does
 * beyond them is here: characters to be ignored, full stops of other scripts,
 * and what is not allowed.
 */

let punycodeModule;
function punycode() {
    punycodeModule ??= require('internal/punycode');
    return punycodeModule;
}

const isAscii = /^[\0-\x7f]*$/;
const ignored = /[\u00ad\u034f\u180b-\u180d\u180f\u200b\u2060\u2064\ufe00-\ufe0f\ufeff\u{e0100}-\u{e01ef}]/gu;
const otherDots = /[\u3002\uff0e\uff61]/g;
const notAllowed = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\u2028-\u202e\u2066-\u2069\u200e\u200f\u061c\ufffc\ufffd\u2ff0-\u2fff\u115f\u1160\u3164\uffa0\u{e0001}-\u{e007f}]/u;
const startsWithMark = /^\p{M}/u;
const joiners = /[\u200c\u200d]/;
const viramaBefore = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed][\u200c\u200d]/;

function mapName(name) {
    name = name.replace(ignored, '').replace(/\u1e9e/g, 'ss')
        .replace(/\u03a3/g, '\u03c3');
    /* Twice: normalization can bring new capitals. The sharp s and the final
     * sigma stay as they are. */
    return name.toLowerCase().normalize('NFKC').toLowerCase()
        .normalize('NFC').replace(otherDots, '.');
}

function isLabelValid(label) {
    if (notAllowed.test(label) || startsWithMark.test(label))
        return false;
    return !joiners.test(label) || viramaBefore.test(label);
}

/* A label that is encoded already must decode to something that would have
 * been encoded so. */
function isEncodedLabelValid(label) {
    if (!isAscii.test(label) || label.length === 4)
        return false;
    let decoded;
    try {
        decoded = punycode().decode(label.slice(4));
    } catch {
        return false;
    }
    return decoded !== '' && !isAscii.test(decoded) &&
           decoded.normalize('NFC') === decoded && isLabelValid(decoded) &&
           mapName(decoded) === decoded;
}

function encodeLabel(label) {
    if (label.startsWith('xn--'))
        return isEncodedLabelValid(label) ? label : null;
    if (isAscii.test(label))
        return label;
    return isLabelValid(label) ? `xn--${punycode().encode(label)}` : null;
}

/* Of a name that is not ASCII; the empty text if it is not allowed. */
function domainToASCII(name) {
    const labels = mapName(name).split('.');
    for (let i = 0; i < labels.length; i++) {
        const label = encodeLabel(labels[i]);
        if (label === null)
            return '';
        labels[i] = label;
    }
    return labels.join('.');
}

function domainToUnicode(name) {
    const labels = name.split('.');
    for (let i = 0; i < labels.length; i++) {
        if (labels[i].startsWith('xn--') && isEncodedLabelValid(labels[i]))
            labels[i] = punycode().decode(labels[i].slice(4));
    }
    return labels.join('.');
}

module.exports = { domainToASCII, domainToUnicode };
