'use strict';
/*
 * internal/encoding/bytes - encodings with several bytes a character, for
 * TextDecoder, by the rules of the Encoding standard.
 *
 * The characters come from the tables of iconv-lite (see tools/deps): lists of
 * [address, text, count, ...], where an address is the bytes in hex, a text is
 * the characters from there on, and a count continues the one before. They are
 * put into an array by the last two bytes when an encoding is first used.
 *
 * A decoder is an object with `take(byte)`, called for each one, and `end()`.
 * Both call `this.put(codePoint)` or `this.fail()`; take() returns true if the
 * byte is to be taken again: what was no character ends before an ASCII byte.
 */

const labels = {
    '__proto__': null,
    'gbk': 'chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk ' +
           'iso-ir-58 x-gbk',
    'gb18030': 'gb18030',
    'big5': 'big5 big5-hkscs cn-big5 csbig5 x-x-big5',
    'euc-jp': 'cseucpkdfmtjapanese euc-jp x-euc-jp',
    'iso-2022-jp': 'csiso2022jp iso-2022-jp',
    'shift_jis': 'csshiftjis ms932 ms_kanji shift-jis shift_jis sjis ' +
                 'windows-31j x-sjis',
    'euc-kr': 'cseuckr csksc56011987 euc-kr iso-ir-149 korean ' +
              'ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949',
};

/* The encoding of this label, in lower case; undefined. */
function findEncoding(label) {
    for (const encoding in labels) {
        if (labels[encoding].split(' ').includes(label))
            return encoding;
    }
    return undefined;
}

/* ---- Tables ----------------------------------------------------------- */

function load(name) {
    return require(`internal/deps/iconv-lite/${name}`);
}

/* Two letters for one address are announced by a mark. */
const SEQUENCE_OF_TWO = 0xfff;

function addText(table, at, text) {
    for (let i = 0; i < text.length; at++) {
        const code = text.codePointAt(i);
        i += code > 0xffff ? 2 : 1;
        if (code === SEQUENCE_OF_TWO)
            i += 2; // Big5 has four of them: see takeBig5()
        else
            table[at] = code;
    }
    return at;
}

function addCount(table, at, count) {
    for (let i = 0; i < count; i++, at++)
        table[at] = table[at - 1] + 1;
    return at;
}

/* Only addresses of as many bytes, which start with `prefix`. */
function fillTable(lists, bytes = 2, prefix = '') {
    const table = new Uint32Array(0x10000);
    for (const [address, ...parts] of lists.flat()) {
        if (address.length !== 2 * bytes || !address.startsWith(prefix))
            continue;
        let at = parseInt(address.slice(-4), 16);
        for (const part of parts) {
            at = typeof part === 'string' ? addText(table, at, part)
                : addCount(table, at, part);
        }
    }
    return table;
}

/* What the standard has changed since: GB 18030 of 2022. */
const newer = 'a6d9:fe10 a6da:fe12 a6db:fe11 a6dc:fe13 a6dd:fe14 a6de:fe15 ' +
              'a6df:fe16 a6ec:fe17 a6ed:fe18 a6f3:fe19 fe59:9fb4 fe61:9fb5 ' +
              'fe66:9fb6 fe67:9fb7 fe6d:9fb8 fe7e:9fb9 fe90:9fba fea0:9fbb';

function fillChinese() {
    const table = fillTable([load('cp936'), load('gbk-added')]);
    for (const change of newer.split(' ')) {
        const [address, code] = change.split(':');
        table[parseInt(address, 16)] = parseInt(code, 16);
    }
    return table;
}

const fill = {
    '__proto__': null,
    'chinese': fillChinese,
    'big5': () => fillTable([load('cp950'), load('big5-added')]),
    'korean': () => fillTable([load('cp949')]),
    'shift_jis': () => fillTable([load('shiftjis')]),
    'jis0208': () => fillTable([load('eucjp')]),
    'jis0212': () => fillTable([load('eucjp')], 3, '8f'),
};
const filled = new Map();

function getTable(name) {
    let table = filled.get(name);
    if (table === undefined) {
        table = fill[name]();
        filled.set(name, table);
    }
    return table;
}

/* ---- Decoders --------------------------------------------------------- */

function isIn(byte, first, last) {
    return byte >= first && byte <= last;
}

/* Bytes that are half a character wait in `lead`. */
class Decoder {
    lead = 0;

    constructor(put, fail) {
        this.put = put;
        this.fail = fail;
    }

    /* A character or an error; then an ASCII byte is taken again. */
    finish(code, byte) {
        this.lead = 0;
        if (code) {
            this.put(code);
            return false;
        }
        this.fail();
        return byte < 0x80;
    }

    /* A byte that stands alone, or is the first of two. */
    start(byte, first, last) {
        if (byte < 0x80)
            this.put(byte);
        else if (isIn(byte, first, last))
            this.lead = byte;
        else
            this.fail();
        return false;
    }

    end() {
        if (this.lead !== 0)
            this.fail();
        this.lead = 0;
    }
}

/* Four characters of Big5 are two code points each. */
const pairs = new Map([[0x8862, [0xca, 0x304]], [0x8864, [0xca, 0x30c]],
                       [0x88a3, [0xea, 0x304]], [0x88a5, [0xea, 0x30c]]]);

class Big5 extends Decoder {
    #table = getTable('big5');

    take(byte) {
        if (this.lead === 0)
            return this.start(byte, 0x81, 0xfe);
        const address = this.lead << 8 | byte;
        const pair = pairs.get(address);
        if (pair !== undefined)
            this.put(pair[0]);
        return this.finish(pair?.[1] ?? this.#table[address], byte);
    }
}

class Korean extends Decoder {
    #table = getTable('korean');

    take(byte) {
        if (this.lead === 0)
            return this.start(byte, 0x81, 0xfe);
        return this.finish(this.#table[this.lead << 8 | byte], byte);
    }
}

/* From f0 to f9 are characters for private use. */
function privateCode(lead, byte) {
    if (!isIn(lead, 0xf0, 0xf9) || !isIn(byte, 0x40, 0xfc) || byte === 0x7f)
        return 0;
    return 0xe000 + (lead - 0xf0) * 188 + byte - (byte < 0x7f ? 0x40 : 0x41);
}

class ShiftJis extends Decoder {
    #table = getTable('shift_jis');

    take(byte) {
        if (this.lead !== 0) {
            return this.finish(this.#table[this.lead << 8 | byte] ||
                               privateCode(this.lead, byte), byte);
        }
        if (byte === 0x80)
            this.put(byte);
        else if (isIn(byte, 0xa1, 0xdf))
            this.put(0xff61 - 0xa1 + byte);
        else
            return this.start(byte === 0xa0 ? 0xff : byte, 0x81, 0xfc);
        return false;
    }
}

class EucJp extends Decoder {
    #table = getTable('jis0208');
    #isThird = false;

    take(byte) {
        const { lead } = this;
        if (lead === 0) {
            return this.start(isIn(byte, 0x90, 0xa0) ? 0xff : byte, 0x8e,
                              0xfe);
        }
        if (lead === 0x8f && isIn(byte, 0xa1, 0xfe) && !this.#isThird) {
            this.#isThird = true;
            this.lead = byte;
            return false;
        }
        const table = this.#isThird ? getTable('jis0212') : this.#table;
        this.#isThird = false;
        if (lead === 0x8e) {
            return this.finish(isIn(byte, 0xa1, 0xdf)
                ? 0xff61 - 0xa1 + byte : 0, byte);
        }
        return this.finish(isIn(lead, 0xa1, 0xfe) && isIn(byte, 0xa1, 0xfe)
            ? table[lead << 8 | byte] : 0, byte);
    }

    end() {
        this.#isThird = false;
        super.end();
    }
}

/* The code point of four bytes, by the ranges; 0 if there is none. */
function codeOfFour(pointer) {
    if (isIn(pointer, 39420, 188999) || pointer > 1237575)
        return 0;
    if (pointer === 7457)
        return 0xe7c7;
    if (pointer >= 189000)
        return pointer - 189000 + 0x10000;
    const { gbChars, uChars } = load('gb18030-ranges');
    let i = gbChars.length - 1;
    while (gbChars[i] > pointer)
        i--;
    return uChars[i] + pointer - gbChars[i];
}

class Chinese extends Decoder {
    #table = getTable('chinese');
    #second = 0;
    #third = 0;

    #takeFourth(byte) {
        const { lead } = this;
        const [second, third] = [this.#second, this.#third];
        this.#second = this.#third = 0;
        if (isIn(byte, 0x30, 0x39)) {
            return this.finish(codeOfFour(
                (((lead - 0x81) * 10 + second - 0x30) * 126 + third - 0x81) *
                10 + byte - 0x30), 0x80);
        }
        /* Those after the first are taken again. */
        this.finish(0, 0x80);
        this.put(second);
        this.lead = third;
        return true;
    }

    #takeThird(byte) {
        if (isIn(byte, 0x81, 0xfe)) {
            this.#third = byte;
            return false;
        }
        const second = this.#second;
        this.#second = 0;
        this.finish(0, 0x80);
        this.put(second);
        return true;
    }

    take(byte) {
        if (this.#third !== 0)
            return this.#takeFourth(byte);
        if (this.#second !== 0)
            return this.#takeThird(byte);
        if (this.lead === 0) {
            if (byte === 0x80)
                this.put(0x20ac);
            else
                this.start(byte, 0x81, 0xfe);
            return false;
        }
        if (isIn(byte, 0x30, 0x39)) {
            this.#second = byte;
            return false;
        }
        return this.finish(this.#table[this.lead << 8 | byte], byte);
    }

    end() {
        this.#second = this.#third = 0;
        super.end();
    }
}

/* ---- ISO-2022-JP: escape sequences switch between sets ---------------- */

const ASCII = 0;
const ROMAN = 1;
const KATAKANA = 2;
const KANJI = 3;
const ESCAPE = 0x1b;

const escapes = new Map([[0x2842, ASCII], [0x284a, ROMAN], [0x2849, KATAKANA],
                         [0x2440, KANJI], [0x2442, KANJI]]);

class Iso2022Jp extends Decoder {
    #set = ASCII;
    #escape = -1; // the byte after an escape, 0 before it; -1: none
    #isFresh = false; // nothing has come since the last escape sequence

    #takeEscape(byte) {
        if (this.#escape === 0 && (byte === 0x24 || byte === 0x28)) {
            this.#escape = byte;
            return false;
        }
        const first = this.#escape;
        const set = first > 0 ? escapes.get(first << 8 | byte) : undefined;
        this.#escape = -1;
        if (set !== undefined) {
            if (this.#isFresh)
                this.fail();
            this.#set = set;
            this.#isFresh = true;
            return false;
        }
        this.#isFresh = false;
        this.fail();
        if (first > 0)
            this.#takeByte(first);
        return true;
    }

    #takeSecond(byte) {
        const address = (this.lead | 0x80) << 8 | byte | 0x80;
        this.lead = 0;
        const code = isIn(byte, 0x21, 0x7e) ? getTable('jis0208')[address] : 0;
        if (code)
            this.put(code);
        else
            this.fail();
    }

    #single(byte) {
        if (this.#set === KATAKANA)
            return isIn(byte, 0x21, 0x5f) ? 0xff61 - 0x21 + byte : -1;
        if (byte > 0x7f || byte === 0x0e || byte === 0x0f)
            return -1;
        if (this.#set === ROMAN && (byte === 0x5c || byte === 0x7e))
            return byte === 0x5c ? 0xa5 : 0x203e;
        return byte;
    }

    #takeByte(byte) {
        this.#isFresh = false;
        if (this.lead !== 0) {
            this.#takeSecond(byte);
        } else if (this.#set === KANJI && isIn(byte, 0x21, 0x7e)) {
            this.lead = byte;
        } else {
            const code = this.#set === KANJI ? -1 : this.#single(byte);
            if (code < 0)
                this.fail();
            else
                this.put(code);
        }
    }

    take(byte) {
        if (this.#escape >= 0)
            return this.#takeEscape(byte);
        if (byte !== ESCAPE) {
            this.#takeByte(byte);
            return false;
        }
        if (this.lead !== 0)
            this.fail();
        this.lead = 0;
        this.#escape = 0;
        return false;
    }

    end() {
        if (this.#escape >= 0) {
            const first = this.#escape;
            this.#escape = -1;
            this.fail();
            if (first > 0)
                this.#takeByte(first);
        }
        super.end();
        this.#set = ASCII;
        this.#isFresh = false;
    }
}

const classes = {
    '__proto__': null,
    'gbk': Chinese,
    'gb18030': Chinese,
    'big5': Big5,
    'euc-jp': EucJp,
    'iso-2022-jp': Iso2022Jp,
    'shift_jis': ShiftJis,
    'euc-kr': Korean,
};

/* ---- Texts ------------------------------------------------------------ */

const PIECE = 4096;

/* decode(bytes, stream): the text, or undefined if it is none and `fatal`. */
function createDecoder(encoding, fatal) {
    let text = '';
    let units = [];
    let failed = false;

    function put(code) {
        if (code <= 0xffff)
            units.push(code);
        else
            units.push(0xd7c0 + (code >> 10), 0xdc00 | code & 0x3ff);
    }
    function fail() {
        failed = true;
        units.push(0xfffd);
    }
    function takeAll(decoder, bytes) {
        for (let i = 0; i < bytes.length && !(failed && fatal); i++) {
            while (decoder.take(bytes[i]))
                ;
            if (units.length >= PIECE) {
                text += String.fromCharCode(...units);
                units = [];
            }
        }
    }

    let decoder = new classes[encoding](put, fail);
    return function decode(bytes, stream) {
        takeAll(decoder, bytes);
        if (!stream && !(failed && fatal))
            decoder.end();
        const result = failed && fatal ? undefined
            : text + String.fromCharCode(...units);
        if (result === undefined)
            decoder = new classes[encoding](put, fail);
        text = '';
        units = [];
        failed = false;
        return result;
    };
}

module.exports = { createDecoder, findEncoding };
