'use strict';
/*
 * internal/trace/read - a trace file, read and checked.
 *
 * docs/trace-format.md says what a trace is. One that is damaged is refused
 * with the number of its line; nothing after it is looked at. `incomplete`
 * takes what there is up to that line.
 */

/* Loaded when first used: fs, string_decoder. */

const BLOCK = 1 << 20;

class TraceError extends Error {
    constructor(line, what) {
        super(`line ${line}: ${what}`);
        this.line = line;
    }
}

/* Lines without their ends; the last is '' if the file ends as it should. */
function* readLines(fd) {
    const { readSync } = require('fs');
    const { StringDecoder } = require('string_decoder');
    const decoder = new StringDecoder('utf8');
    const block = Buffer.allocUnsafe(BLOCK);
    let rest = '';
    for (let at = 0, n; (n = readSync(fd, block, 0, BLOCK, at)) > 0; at += n) {
        const lines = (rest + decoder.write(block.subarray(0, n))).split('\n');
        rest = lines.pop();
        yield* lines;
    }
    yield rest + decoder.end();
}

/* What is there has the right type, whatever event it is in. */
const STRINGS = ['kind', 'what', 'loc', 'fn', 'phase', 'text', 'state'];
const NUMBERS = ['id', 'c', 'tr', 'p', 'parent', 'ms', 'rt', 'fd', 't',
                 'relay'];

/* What an event must have. */
const NEEDED = {
    __proto__: null,
    'phase+': 'phase', 'phase-': 'phase', 'cb+': 'kind', 'cb-': 'kind',
    'iter+': 'id', 'tick+': 'kind', 'micro+': 'kind', 'timer.arm': 'ms',
    'op.submit': 'what', 'op.deliver': 'what', 'handle.open': 'what',
    'handle.close': 'what', 'console': 'text', 'thread.start': 't',
    'thread.exit': 'code',
};

function isNumber(value) {
    return Number.isSafeInteger(value) && value >= 0;
}

class Reader {
    header = undefined;
    sources = [];
    events = [];
    #line = 0;
    #step = 0;
    #open = new Map(); // thread -> what has begun, outermost first

    fail(what) {
        throw new TraceError(this.#line, what);
    }

    parse(text) {
        let value;
        try {
            value = JSON.parse(text);
        } catch {
            this.fail('it is no JSON');
        }
        if (typeof value !== 'object' || value === null || Array.isArray(value))
            this.fail('it is no JSON object');
        return value;
    }

    add(text) {
        this.#line++;
        const value = this.parse(text);
        if (this.#line === 1)
            this.addHeader(value);
        else if ('i' in value)
            this.addEvent(value);
        else if ('s' in value)
            this.addSource(value);
        else
            this.fail('it is neither an event nor a source text');
    }

    addHeader(value) {
        if (!('v' in value) || !Array.isArray(value.argv))
            this.fail('this is not the header of a trace');
        if (value.v !== 2)
            this.fail(`this is version ${value.v} of the format, not 2`);
        this.header = value;
    }

    addSource(value) {
        if (typeof value.file !== 'string')
            this.fail('a source text without a file');
        if (value.text !== undefined && typeof value.text !== 'string')
            this.fail('"text" is no string');
        this.sources.push(value);
    }

    addEvent(event) {
        if (!isNumber(event.i) || event.i <= this.#step)
            this.fail(`step ${event.i} after step ${this.#step}`);
        if (typeof event.e !== 'string' || !isNumber(event.vt))
            this.fail('an event without its name or its time');
        this.checkMembers(event);
        this.#step = event.i;
        const sign = event.e.at(-1);
        if (sign === '+')
            this.openOf(event).push(event);
        else if (sign === '-')
            this.close(event);
        this.events.push(event);
    }

    checkMembers(event) {
        for (const name of STRINGS)
            if (event[name] !== undefined && typeof event[name] !== 'string')
                this.fail(`"${name}" is no string`);
        for (const name of NUMBERS)
            if (event[name] !== undefined && !isNumber(event[name]))
                this.fail(`"${name}" is no number`);
        const { from } = event;
        if (from !== undefined &&
            (from === null || !isNumber(from.t) || !isNumber(from.id)))
            this.fail('"from" names no step of a thread');
        const needed = NEEDED[event.e];
        if (needed !== undefined && event[needed] === undefined)
            this.fail(`${event.e} without "${needed}"`);
        if (event.rt === undefined && this.header.mode !== 'virtual')
            this.fail('an event without "rt"');
    }

    openOf(event) {
        const thread = event.t ?? 0;
        if (!this.#open.has(thread))
            this.#open.set(thread, []);
        return this.#open.get(thread);
    }

    close(event) {
        const begun = this.openOf(event).pop();
        if (begun === undefined ||
            begun.e.slice(0, -1) !== event.e.slice(0, -1) ||
            begun.id !== event.id || begun.phase !== event.phase ||
            begun.kind !== event.kind || begun.own !== event.own)
            this.fail(`${event.e} without its beginning`);
    }

    /* rest: what follows the last end of a line. */
    finish(rest) {
        const last = this.events.at(-1)?.e;
        if (rest !== '' || (last !== 'exit' && last !== 'stop')) {
            const isEmpty = rest === '' && this.#line === 0;
            if (rest !== '' || isEmpty)
                this.#line++;
            this.fail(isEmpty ? 'it is empty' :
                'the trace is cut off here (--incomplete reads what there is)');
        }
        for (const open of this.#open.values())
            if (open.length > 0)
                this.fail(`${open.at(-1).e} of step ${open.at(-1).i} has no end`);
    }

    /* Add the ends that a truncated trace lacks. */
    complete() {
        const last = this.events.at(-1);
        if (this.header === undefined || last === undefined)
            this.fail('there is nothing in it');
        for (const open of this.#open.values())
            while (open.length > 0)
                this.events.push(endOf(open.pop(), last, ++this.#step));
        this.events.push({ ...last, i: ++this.#step, e: 'stop' });
        this.header.cut = true;
    }
}

function endOf(begun, last, step) {
    const { e, id, kind, phase, own, t } = begun;
    return { i: step, e: e.replace('+', '-'), id, kind, phase, own, t,
             vt: last.vt, rt: last.rt };
}

function readAll(reader, lines) {
    let before;
    for (const text of lines) {
        if (before !== undefined)
            reader.add(before);
        before = text;
    }
    reader.finish(before ?? '');
}

/* { header, sources, events } of a file. */
function read(fd, incomplete = false) {
    const reader = new Reader();
    try {
        readAll(reader, readLines(fd));
    } catch (error) {
        if (!incomplete || !(error instanceof TraceError))
            throw error;
        reader.complete();
    }
    return reader;
}

module.exports = { TraceError, read };
