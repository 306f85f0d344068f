'use strict';
/*
 * internal/readline/keypress - the keys in what a terminal sends.
 *
 * A key is a character, or a sequence that begins with an escape character:
 *
 *     ESC [ A            up              ESC O P         f1
 *     ESC [ 3 ~          delete          ESC [ 1 ; 5 C   ctrl right
 *     ESC [ [ A          f1 (Linux)      ESC a           meta a
 *
 * Characters are collected until they are a whole sequence. An escape at the end
 * of the input may be the key itself: that is known when nothing has followed
 * for a while.
 */

const { clearTimeout, setTimeout } = internalBinding('order');
const { StringDecoder } = require('string_decoder');

const kEscape = '\x1b';
const kTimeoutMs = 500;
const kDecoder = Symbol('keypress-decoder');

// A sequence that needs more characters, and the parts of one that is whole.
const kUnfinished =
    // eslint-disable-next-line no-control-regex
    /^\x1b{1,2}(?:O\d?|\[\[?\d{0,3}(?:;\d?)?)?$/;
// eslint-disable-next-line no-control-regex
const kSequence = /^\x1b{1,2}(?:(O)(\d?)(.)|(\[\[?)(.*))$/s;
const kWithTilde = /^(?:(\d\d?)(?:;(\d))?([~^$])|(\d{3}~))$/;
const kWithLetter = /^(?:(?:\d;)?(\d))?([A-Za-z])$/;

/* Names of keys by code; those after '/' are with shift, after '!' with ctrl. */
const kNames = new Map();

function addNames(text, flags) {
    for (const pair of text.split(' ')) {
        const [code, name] = pair.split('=');
        kNames.set(code, { name, ...flags });
    }
}

addNames('OP=f1 OQ=f2 OR=f3 OS=f4 [P=f1 [Q=f2 [R=f3 [S=f4 [11~=f1 [12~=f2 ' +
    '[13~=f3 [14~=f4 [[A=f1 [[B=f2 [[C=f3 [[D=f4 [[E=f5 [15~=f5 [17~=f6 ' +
    '[18~=f7 [19~=f8 [20~=f9 [21~=f10 [23~=f11 [24~=f12');
addNames('[A=up [B=down [C=right [D=left [E=clear [F=end [H=home OA=up ' +
    'OB=down OC=right OD=left OE=clear OF=end OH=home [1~=home [2~=insert ' +
    '[3~=delete [4~=end [5~=pageup [6~=pagedown [[5~=pageup [[6~=pagedown ' +
    '[7~=home [8~=end [200~=paste-start [201~=paste-end');
addNames('[a=up [b=down [c=right [d=left [e=clear [2$=insert [3$=delete ' +
    '[5$=pageup [6$=pagedown [7$=home [8$=end [Z=tab', { shift: true });
addNames('Oa=up Ob=down Oc=right Od=left Oe=clear [2^=insert [3^=delete ' +
    '[5^=pageup [6^=pagedown [7^=home [8^=end', { ctrl: true });

/* The code of what follows "[", and its modifiers as a number. */
function readBracket(start, rest) {
    let match = kWithTilde.exec(rest);
    if (match !== null) {
        if (match[4] !== undefined)
            return { code: start + match[4], modifier: 0 };
        return { code: start + match[1] + match[3],
                 modifier: (match[2] ?? 1) - 1 };
    }
    match = kWithLetter.exec(rest);
    if (match !== null)
        return { code: start + match[2], modifier: (match[1] ?? 1) - 1 };
    return { code: start + rest, modifier: 0 };
}

function readSequence(key, match) {
    const { code, modifier } = match[1] !== undefined ?
        { code: match[1] + match[3], modifier: match[2] ? match[2] - 1 : 0 } :
        readBracket(match[4], match[5]);
    key.ctrl = !!(modifier & 4);
    key.meta = !!(modifier & 10);
    key.shift = !!(modifier & 1);
    key.code = code;
    Object.assign(key, kNames.get(code) ?? { name: 'undefined' });
}

const kByCharacter = new Map([
    ['\r', 'return'], ['\n', 'enter'], ['\t', 'tab'], ['\b', 'backspace'],
    ['\x7f', 'backspace'], [kEscape, 'escape'], [' ', 'space'],
]);

function readCharacter(key, character, escaped) {
    const name = kByCharacter.get(character);
    if (name !== undefined) {
        key.name = name;
        key.meta = escaped;
    } else if (!escaped && character <= '\x1a') {
        key.name = String.fromCharCode(character.charCodeAt(0) + 96);
        key.ctrl = true;
    } else if (/^[0-9A-Za-z]$/.test(character)) {
        key.name = character.toLowerCase();
        key.shift = /^[A-Z]$/.test(character);
        key.meta = escaped;
    } else if (escaped) {
        key.name = character === '' ? 'escape' : undefined;
        key.meta = true;
    }
}

function emitKey(stream, text) {
    const key = { sequence: text, name: undefined, ctrl: false, meta: false,
                  shift: false };
    const escaped = text[0] === kEscape;
    const match = kSequence.exec(text);
    if (match !== null)
        readSequence(key, match);
    else
        readCharacter(key, escaped ? text.replace(/^\x1b{1,2}/, '') : text,
                      escaped);
    if (key.name !== undefined || escaped)
        stream.emit('keypress', escaped ? undefined : text, key);
    else if (text.length === String.fromCodePoint(text.codePointAt(0)).length)
        stream.emit('keypress', text, key);
}

/* Takes characters, and emits keys on the stream. */
class KeyReader {
    #stream;
    #pending = '';

    constructor(stream) {
        this.#stream = stream;
    }

    take(character) {
        const text = this.#pending + character;
        if (kUnfinished.test(text)) {
            this.#pending = text;
            return;
        }
        this.#pending = '';
        emitKey(this.#stream, text);
    }

    /* Nothing more follows what is there. */
    end() {
        const text = this.#pending;
        this.#pending = '';
        if (text !== '')
            emitKey(this.#stream, text);
    }
}

/* Feed a text to the reader; `target` is the interface that wants to know
 * whether a key came alone, and whether it is the last one of many. */
function takeText(reader, text, target) {
    let taken = 0;
    for (const character of text) {
        taken += character.length;
        if (taken === text.length)
            target.isCompletionEnabled = true;
        reader.take(character);
    }
}

function emitKeypressEvents(stream, target = {}) {
    if (stream[kDecoder])
        return;
    const decoder = stream[kDecoder] = new StringDecoder('utf8');
    const reader = new KeyReader(stream);
    let timer;

    function onData(chunk) {
        if (stream.listenerCount('keypress') === 0) {
            stream.removeListener('data', onData);
            stream.on('newListener', onNewListener);
            return;
        }
        const text = decoder.write(chunk);
        if (text === '')
            return;
        clearTimeout(timer);
        const first = String.fromCodePoint(text.codePointAt(0));
        target[Symbol.for('orrery.sawKeyPress')] = first.length === text.length;
        target.isCompletionEnabled = false;
        try {
            takeText(reader, text, target);
        } finally {
            target.isCompletionEnabled = true;
        }
        if (text.endsWith(kEscape)) {
            timer = setTimeout(() => reader.end(),
                               target.escapeCodeTimeout ?? kTimeoutMs);
        }
    }

    function onNewListener(event) {
        if (event !== 'keypress')
            return;
        stream.on('data', onData);
        stream.removeListener('newListener', onNewListener);
    }

    if (stream.listenerCount('keypress') > 0)
        stream.on('data', onData);
    else
        stream.on('newListener', onNewListener);
}

module.exports = { emitKeypressEvents };
