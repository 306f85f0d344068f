// trace.js - reads a trace file: text in, header and events out.
//
// This is the only file that knows how a trace is written down
// (docs/trace-format.md). The rest of the page works on what parseTrace()
// returns. A file that is damaged is refused with the number of the line, and
// nothing of it is shown: half a trace would tell a wrong story.

const NEWEST = 2;
const BLOCK = 1 << 20; // characters that are parsed at once

// The members that the page relies on, by event.
const NEEDED = {
    'iter+': { id: 'number' },
    'phase+': { phase: 'string' },
    'phase-': { phase: 'string' },
    'cb+': { id: 'number', kind: 'string' },
    'cb-': { id: 'number' },
    'tick+': { id: 'number' },
    'tick-': { id: 'number' },
    'micro+': { id: 'number' },
    'micro-': { id: 'number' },
    'schedule': { id: 'number', kind: 'string' },
    'tick.queue': { id: 'number' },
    'imm.queue': { id: 'number' },
    'timer.arm': { id: 'number', ms: 'number' },
    'op.submit': { id: 'number', what: 'string' },
    'op.effect': { id: 'number' },
    'op.deliver': { id: 'number' },
    'timer.clear': { id: 'number' },
    'imm.clear': { id: 'number' },
    'promise.init': { p: 'number' },
    'promise.settle': { p: 'number' },
    'choice': { kind: 'string', n: 'number', k: 'number' },
    'console': { text: 'string' },
    'post': { m: 'number' },
    'thread.start': { t: 'number' },
    'thread.exit': { t: 'number' },
};

// Members that may be missing but, if they are there, are of this type.
const OPTIONAL = {
    id: 'number', kind: 'string', c: 'number', tr: 'number', vt: 'number',
    rt: 'number', loc: 'string', fn: 'string', what: 'string', text: 'string',
    phase: 'string', ms: 'number', p: 'number', parent: 'number', t: 'number',
    at: 'string', url: 'string', method: 'string', status: 'number', req: 'number',
    relay: 'number', m: 'number', code: 'number', signal: 'string', n: 'number',
    k: 'number', fd: 'number',
};
const OPTIONS_MAX = 100000; // of a choice

export class TraceError extends Error {
    constructor(line, message) {
        super(`line ${line}: ${message}`);
        this.line = line;
    }
}

function parseLine(text, line) {
    let value;
    try {
        value = JSON.parse(text);
    } catch {
        throw new TraceError(line, 'this is not a whole JSON object');
    }
    return value;
}

// All lines of a text at once, as one array, is twice as fast as one by one.
// Returns null if that cannot be: a line is damaged, or empty.
function parseLines(text, count) {
    try {
        const values = JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`);
        return values.length === count ? values : null;
    } catch {
        return null;
    }
}

function countLines(text) {
    let count = text.endsWith('\n') ? 0 : 1;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
        count++;
    return count;
}

function checkHeader(header) {
    if (typeof header.v !== 'number')
        throw new TraceError(1, 'a trace begins with {"v":1,...}');
    if (!Array.isArray(header.argv ?? []) ||
        (header.argv ?? []).some((word) => typeof word !== 'string') ||
        typeof (header.profile ?? '') !== 'string')
        throw new TraceError(1, 'the first line is damaged');
    if (header.v > NEWEST)
        throw new TraceError(1, `version ${header.v} is newer than this page, ` +
            `which reads up to ${NEWEST}`);
    return header;
}

function checkEvent(event, before, line) {
    if (typeof event.e !== 'string')
        throw new TraceError(line, 'an event needs "e", its name');
    if (!(event.i > before))
        throw new TraceError(line, '"i" must rise from line to line');
    // A later version may have more events and members.
    const needed = NEEDED[event.e];
    for (const name in needed)
        if (typeof event[name] !== needed[name])
            throw new TraceError(line,
                `${event.e} needs "${name}", a ${needed[name]}`);
    for (const name in event) {
        const type = OPTIONAL[name];
        if (type !== undefined && typeof event[name] !== type)
            throw new TraceError(line, `"${name}" must be a ${type}`);
    }
    if (event.e === 'choice')
        checkChoice(event, line);
}

function checkChoice({ n, k, opts = [] }, line) {
    if (!(n >= 0 && n <= OPTIONS_MAX && k >= 0) || !Array.isArray(opts) ||
        opts.some((option) => option === null || typeof option !== 'object'))
        throw new TraceError(line, 'a choice needs "n", "k" and "opts"');
}

// What is in the text, line by line, without a copy of it cut into lines.
function* linesOf(text) {
    let number = 1;
    for (let from = 0; from < text.length; number++) {
        let to = text.indexOf('\n', from);
        if (to < 0)
            to = text.length;
        const end = text.charCodeAt(to - 1) === 13 ? to - 1 : to;
        if (end > from)
            yield [text.slice(from, end), number];
        from = to + 1;
    }
}

// Ids are counted per thread; in the page they are unique.
const THREAD_IDS = 1e9;

// Who made it runnable in another thread: `far` is the id of that run there, and
// `message` the number of the post.
function addFar(event, line) {
    const { t, id, m } = event.from ?? {};
    if (!(t >= 0 && id >= 0) || typeof (m ?? 0) !== 'number')
        throw new TraceError(line, '"from" must name a thread and an id');
    event.far = t * THREAD_IDS + id;
    event.message = m;
}

function addThread(event) {
    const base = event.t * THREAD_IDS;
    const isTurn = event.e === 'iter+' || event.e === 'iter-';
    for (const name of ['id', 'c', 'tr', 'p', 'parent'])
        if (event[name] && !(isTurn && name === 'id'))
            event[name] += base;
}

function addEvent(trace, event, line) {
    const before = trace.events.at(-1)?.i ?? -1;
    checkEvent(event, before, line);
    checkNesting(trace, event, line);
    if (event.t)
        addThread(event);
    if (event.from !== undefined)
        addFar(event, line);
    trace.events.push(event);
    trace.lines.push(line);
}

// Each end has its beginning, thread by thread.
function checkNesting(trace, event, line) {
    const thread = event.t ?? 0;
    const sign = event.e.at(-1);
    if (sign !== '+' && sign !== '-')
        return;
    if (!trace.open.has(thread))
        trace.open.set(thread, []);
    const open = trace.open.get(thread);
    const name = event.e.slice(0, -1);
    if (sign === '+')
        open.push(name);
    else if (open.pop() !== name)
        throw new TraceError(line, `${event.e} without its beginning`);
}

function addLine(trace, value, line) {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
        throw new TraceError(line, 'this is not a JSON object');
    if (trace.header === null)
        trace.header = checkHeader(value);
    else if (value.i !== undefined)
        addEvent(trace, value, line);
    else if (value.s === undefined)
        throw new TraceError(line, 'this is neither an event nor a source text');
    else if (typeof value.file === 'string' && typeof value.text === 'string')
        trace.sources.set(value.file, value.text);
}

function checkEnd(trace, line) {
    if (trace.header === null)
        throw new TraceError(1, 'the file is empty');
    if (trace.events.length === 0)
        throw new TraceError(line, 'there is no event in this trace');
    const last = trace.events.at(-1).e;
    if (last !== 'exit' && last !== 'stop')
        throw new TraceError(line, 'the trace is cut: its last line is missing');
}

/**
 * Takes the lines of a trace, a text at a time, each of whole lines. What end()
 * returns is { header, events, sources, lines, damage }. `events` are the lines as
 * they are, `sources` maps a file to its text, `lines[k]` is the line of events[k].
 * With `incomplete` a damaged file is read up to the damage, and `damage` is the
 * error that is thrown otherwise.
 */
export class TraceReader {
    constructor({ incomplete = false } = {}) {
        this.incomplete = incomplete;
        this.line = 0; // of the file, the last one that was read
        this.trace = {
            header: null, events: [], sources: new Map(), lines: [], open: new Map(),
            damage: null,
        };
    }

    // After the damage nothing more is read.
    guard(fn) {
        if (this.trace.damage !== null)
            return;
        try {
            fn();
        } catch (error) {
            if (!this.incomplete || this.trace.events.length === 0)
                throw error;
            this.trace.damage = error;
        }
    }

    add(text) {
        this.guard(() => {
            for (let from = 0; from < text.length;) {
                const to = text.indexOf('\n', from + BLOCK) + 1 || text.length;
                this.addBlock(text.slice(from, to));
                from = to;
            }
        });
    }

    addBlock(text) {
        const count = countLines(text);
        const values = parseLines(text, count);
        const before = this.line;
        for (let n = 0; values !== null && n < count; n++)
            addLine(this.trace, values[n], this.line = before + n + 1);
        if (values !== null)
            return;
        for (const [body, number] of linesOf(text)) {
            this.line = before + number;
            addLine(this.trace, parseLine(body, this.line), this.line);
        }
        this.line = before + count;
    }

    end() {
        this.guard(() => checkEnd(this.trace, Math.max(1, this.line)));
        return this.trace;
    }
}

/** A trace that is one text. */
export function parseTrace(text, options) {
    const reader = new TraceReader(options);
    reader.add(text);
    return reader.end();
}

/** "file:line:column" as { file, line, column }, or null. */
export function parsePlace(loc) {
    const match = /^(.*):(\d+):(\d+)$/.exec(loc ?? '');
    if (match === null)
        return null;
    return { file: match[1], line: Number(match[2]), column: Number(match[3]) };
}

const MARK = '<script id="orrery-trace" type="application/x-ndjson">';

/** The trace in the text of a saved page; any other text is a trace itself. */
export function traceInPage(text) {
    const at = text.lastIndexOf(MARK);
    if (at < 0)
        return text;
    const end = text.indexOf('<\/script', at);
    return text.slice(at + MARK.length, end < 0 ? undefined : end);
}
