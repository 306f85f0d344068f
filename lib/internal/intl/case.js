'use strict';
/*
 * internal/intl/case - toLocaleLowerCase() and toLocaleUpperCase() of a named
 * locale. Turkish and Azeri have an i with a dot and one without, in both cases;
 * every other language is written as the engine does it. What Lithuanian and Greek
 * do with accents is not done.
 */

const { canonicalizeLocaleList } = require('internal/intl/locales');

const StringToLowerCase = String.prototype.toLowerCase;
const StringToUpperCase = String.prototype.toUpperCase;

function hasDotlessI(locales) {
    const [first] = canonicalizeLocaleList(locales);
    return first !== undefined && /^(?:tr|az)(?:-|$)/.test(first);
}

/* An I takes the dot that follows it, and marks below it may come between. */
function toDottedLower(text) {
    return StringToLowerCase.call(
        text.replace(/\u0130/g, 'i')
            .replace(/I([\u0316-\u0333]*)\u0307/g, 'i$1')
            .replace(/I/g, '\u0131'));
}

function toLowerIn(text, locales) {
    return hasDotlessI(locales) ? toDottedLower(text) :
        StringToLowerCase.call(text);
}

function toUpperIn(text, locales) {
    return StringToUpperCase.call(
        hasDotlessI(locales) ? text.replace(/i/g, '\u0130') : text);
}

module.exports = { toLowerIn, toUpperIn };
