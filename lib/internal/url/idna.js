'use strict';
/*
 * internal/url/idna - host names in any script, to and from the letters that DNS
 * knows.
 *
 * UTS #46 maps each character by a large table. Most of that table is what
 * NFKC normalization and folding of case do, which the engine has or nearly has;
 * what it does beyond them is here: characters to be ignored, full stops of other
 * scripts, and what is not allowed. It agrees with Node for every code point.
 */

/* Loaded when first used: internal/url/idna_scripts, internal/url/punycode. */

let punycodeModule;
function punycode() {
    punycodeModule ??= require('internal/url/punycode');
    return punycodeModule;
}

const isAscii = /^[\0-\x7f]*$/;
const ignored = /[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2064\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0100}-\u{e01ef}]/gu;
const otherDots = /[\u3002\uff0e\uff61]/g;
/* Those that would become a full stop, or a text with one in it. */
const hiddenDots = /[\u2024-\u2026\u2488-\u249b\u33c2\u33c7\u33d8\ufe12\ufe19\ufe30\ufe52\u{1f100}]/u;
const notAllowed = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u200e\u200f\u2028-\u202e\u2066-\u2069\u2ff0-\u2fff\u31ef\ufff9-\ufffd\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{e0001}-\u{e007f}]/u;
const startsWithMark = /^\p{M}/u;
const joiners = /[\u200c\u200d]/;
/* The blocks of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/* Folding of case that is more than lower-casing. The sharp s and the final
 * sigma stay as they are; capitals of Cherokee are its plain letters. */
const foldedByCapitals = /[\u0345\u1c80-\u1c8a\u1f80-\u1ffc]/gu;
const otherSigmas = /[\u03f2\u03f9\u{1d6d3}\u{1d70d}\u{1d747}\u{1d781}\u{1d7bb}]/gu;
const smallCherokee = /[\u13f8-\u13fd\uab70-\uabbf]/g;

function foldCase(name) {
    return name
        .replace(/\u1e9e/g, '\u00df')
        .replace(/\u03a3/g, '\u03c3')
        .replace(foldedByCapitals, (c) => c.toUpperCase().toLowerCase())
        .toLowerCase()
        .replace(smallCherokee, (c) => c.toUpperCase());
}

/* Twice: normalization can bring new capitals. */
function mapName(name) {
    const plain = name.replace(ignored, '').replace(otherSigmas, '\u03c3');
    return foldCase(foldCase(plain).normalize('NFKC'))
        .normalize('NFC').replace(otherDots, '.');
}

function scripts() {
    return require('internal/url/idna_scripts');
}

function isLabelValid(label) {
    if (notAllowed.test(label) || startsWithMark.test(label))
        return false;
    if (joiners.test(label) && !scripts().isJoinedWell(label))
        return false;
    return !rightToLeft.test(label) || scripts().isBidiWell(label);
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
    if (hiddenDots.test(name))
        return '';
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
