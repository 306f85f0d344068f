'use strict';
/*
 * internal/intl/segmenter - Intl.Segmenter.
 *
 * Grapheme clusters are found in C, all of a text at once. Words and sentences
 * follow UAX #29 in internal/intl/words; there is no dictionary, so text of
 * scripts that have no spaces between words (Thai, Chinese, Japanese) is cut
 * at each character.
 */

const { isObject, resolveLocale } = require('internal/intl/locales');
const {
    checkMatcher, finishClass, getOption, incompatible, requireOptions,
} = require('internal/intl/options');

const { findGraphemeEnds } = internalBinding('segment');
/* Loaded when first used: internal/intl/words. */

const kGranularities = ['grapheme', 'word', 'sentence'];

function findEnds(text, granularity) {
    if (granularity === 'grapheme')
        return findGraphemeEnds(text);
    const { findSentenceEnds, findWordEnds } = require('internal/intl/words');
    return granularity === 'word' ? findWordEnds(text) : findSentenceEnds(text);
}

/* What an iterator and containing() give. */
function makeSegment(text, start, end, granularity) {
    const segment = text.slice(start, end);
    const result = { segment, index: start, input: text };
    if (granularity === 'word')
        result.isWordLike = require('internal/intl/words').isWordLike(segment);
    return result;
}

/* The position in `ends` of the segment that has the index. */
function findSegment(ends, index) {
    let low = 0;
    let high = ends.length - 1;
    while (low < high) {
        const mid = (low + high) >>> 1;
        if (ends[mid] > index)
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

const IteratorPrototype =
    Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

class SegmentIterator {
    #segments;
    #next = 0;

    constructor(segments) {
        this.#segments = segments;
    }

    next() {
        if (!isObject(this) || !(#segments in this))
            throw incompatible('%SegmentIterator.prototype%.next', this);
        const { text, ends, granularity } = this.#segments;
        const i = this.#next;
        if (i === ends.length)
            return { value: undefined, done: true };
        this.#next++;
        const start = i === 0 ? 0 : ends[i - 1];
        return { value: makeSegment(text, start, ends[i], granularity),
                 done: false };
    }
}
Object.setPrototypeOf(SegmentIterator.prototype, IteratorPrototype);
delete SegmentIterator.prototype.constructor;
Object.defineProperty(SegmentIterator.prototype, Symbol.toStringTag, {
    __proto__: null, value: 'Segmenter String Iterator', writable: false,
    enumerable: false, configurable: true,
});

class Segments {
    #text;
    #granularity;
    #ends;

    constructor(text, granularity) {
        this.#text = text;
        this.#granularity = granularity;
    }

    containing(index) {
        if (!isObject(this) || !(#text in this))
            throw incompatible('%SegmentsPrototype%.containing', this);
        const at = Math.trunc(+index) || 0;
        if (at < 0 || at >= this.#text.length)
            return undefined;
        const ends = this.#findEnds();
        const i = findSegment(ends, at);
        return makeSegment(this.#text, i === 0 ? 0 : ends[i - 1], ends[i],
                           this.#granularity);
    }

    [Symbol.iterator]() {
        if (!isObject(this) || !(#text in this)) {
            throw incompatible('%SegmentsPrototype%[Symbol.iterator]', this);
        }
        return new SegmentIterator({
            text: this.#text, ends: this.#findEnds(),
            granularity: this.#granularity,
        });
    }

    #findEnds() {
        this.#ends ??= findEnds(this.#text, this.#granularity);
        return this.#ends;
    }
}
delete Segments.prototype.constructor;

class Segmenter {
    #locale;
    #granularity;

    constructor(locales = undefined, options = undefined) {
        const given = requireOptions(options);
        checkMatcher(given, 'Intl.Segmenter');
        this.#locale = resolveLocale(locales).locale;
        this.#granularity = getOption(given, 'granularity', kGranularities,
                                      'Intl.Segmenter', 'grapheme');
    }

    resolvedOptions() {
        if (!isObject(this) || !(#locale in this)) {
            throw incompatible('Intl.Segmenter.prototype.resolvedOptions',
                               this);
        }
        return { locale: this.#locale, granularity: this.#granularity };
    }

    segment(string) {
        if (!isObject(this) || !(#locale in this))
            throw incompatible('Intl.Segmenter.prototype.segment', this);
        return new Segments(`${string}`, this.#granularity);
    }
}

module.exports = { Segmenter: finishClass(Segmenter) };
