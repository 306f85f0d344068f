// words.js - names and sentences: how the page says what a slice, a record or
// an event is. All wording is here, so that the ring, the chain, the text view
// and the timeline say the same thing in the same words.

import { bisect } from './bisect.js';
import { parsePlace } from './trace.js';
import { busiest, duration, timeAt, tookOf } from './time.js';
import { causeOf, enclosing, runOfBefore, shortPlace, threadName } from './model.js';

const KIND_WORDS = {
    script: 'script', tick: 'nextTick', microtask: 'microtask', timer: 'timer',
    immediate: 'setImmediate', tcp: 'socket', pipe: 'pipe', udp: 'datagram',
    addrinfo: 'dns lookup', fs: 'file', work: 'thread pool', signal: 'signal',
    async: 'message', process: 'child process', connect: 'connect',
    shutdown: 'shutdown', write: 'write', task: 'task',
    raf: 'animation frame', idle: 'idle callback',
};

const HUES = {
    script: 'main', tick: 'tick', microtask: 'micro', timer: 'timer',
    immediate: 'check', raf: 'timer', idle: 'check', task: 'poll',
};

const PHASE_HUES = {
    timers: 'timer', check: 'check', closing: 'close', poll: 'poll',
    pending: 'poll', idle: 'dim', prepare: 'dim', tasks: 'poll', task: 'poll',
    microtasks: 'micro', render: 'timer', rendering: 'timer', frame: 'timer',
    'idle callbacks': 'check',
};

/** The colour of a slice or record: the name of a CSS variable without --. */
export function hueOf(thing) {
    if (thing.type === 'turn')
        return 'dim';
    if (thing.type === 'phase')
        return phaseHue(thing.phase);
    if (thing.parent?.phase === 'closing')
        return 'close';
    return HUES[thing.kind] ?? 'poll';
}

export function phaseHue(phase) {
    return PHASE_HUES[phase] ?? 'poll';
}

export function isInternalPhase(phase) {
    return phase === 'idle' || phase === 'prepare';
}

// The word of the program at a place: setTimeout, await, then, readFile.
export function wordAt(model, loc) {
    const place = parsePlace(loc);
    if (place === null)
        return '';
    const line = sourceLine(model, place.file, place.line);
    const word = /^[A-Za-z_$][\w$]*/.exec(line.slice(place.column - 1));
    return word ? word[0] : '';
}

export function sourceLine(model, file, number) {
    const lines = sourceLines(model, file);
    return lines ? lines[number - 1] ?? '' : '';
}

const split = new WeakMap();

// The same as it is called in a sentence: "for await" for its variable,
// "Promise.all" for all.
function callAt(model, loc) {
    const place = parsePlace(loc);
    const word = wordAt(model, loc);
    if (place === null || word === '' || word === 'await')
        return word;
    const before = sourceLine(model, place.file, place.line).slice(0, place.column - 1);
    return /\bfor\s+await\s*\([^)]*$/.test(before) ? 'for await' :
        /\bPromise\s*\.\s*$/.test(before) ? `Promise.${word}` : word;
}

/** The lines of a file, or null if the trace does not have it. */
export function sourceLines(model, file) {
    let known = split.get(model.sources);
    if (known === undefined)
        split.set(model.sources, known = new Map());
    if (!known.has(file)) {
        const text = model.sources.get(file);
        known.set(file, text === undefined ? null : text.split(/\r?\n/));
    }
    return known.get(file);
}

/** Sources were added after the trace was loaded. */
export function forgetLines(model) {
    split.delete(model.sources);
}

// A call of the program may take several requests (readFile: open, fstat, read,
// close), of which only the first was made at one of its lines. Where that is.
const REQUESTS_MOST = 12;

export function placeOf(model, thing) {
    let at = thing;
    for (let n = 0; n < REQUESTS_MOST && at !== undefined; n++) {
        if (at.loc !== undefined)
            return at.loc;
        const cause = model.records.get(at.cause ?? at.c);
        at = thing.kind === 'fs' && cause?.kind === 'fs' ? cause : undefined;
    }
    return undefined;
}

function scriptName(what) {
    return what === 'main' || what === undefined ? 'main script' : `'${what}'`;
}

// What messages of a worker's ports are for.
const ROLES = {
    script: () => 'worker script',
    close: () => 'close',
    end: (model, thing) => `end of ${threadName(model,
        causeOf(model, thing)?.track ?? 0)}`,
};

/** "GET /todos?x=1 → 200". */
export function requestName({ method, url, status }) {
    return `${method} ${url}${status ? ` → ${status}` : ''}`;
}

/** The name of the function that was called, if the trace has it. */
export function functionOf(model, thing) {
    return thing.fn ?? model.records.get(thing.id)?.fn;
}

// A short name: "setTimeout 5 ms", "await", "file open".
export function nameOf(model, thing) {
    const kind = thing.kind;
    if (thing.type === 'turn')
        return `turn ${thing.id}`;
    if (thing.type === 'phase')
        return thing.phase;
    if (kind === 'script')
        return thing.track ? 'start of the worker' : scriptName(thing.what);
    if (thing.role !== undefined)
        return ROLES[thing.role](model, thing);
    if (thing.request)
        return requestName(thing.request);
    if (thing.response)
        return `response to ${requestName(thing.response)}`;
    const word = wordAt(model, thing.loc);
    const record = model.records.get(thing.id);
    if (kind === 'timer')
        return `${/^set|^wait$/.test(word) ? word : 'timer'} ${record?.ms ?? '?'} ms`;
    if (kind === 'tick')
        return word === 'nextTick' || word === '' ? 'nextTick' : `${word}: nextTick`;
    if (kind === 'immediate')
        return 'setImmediate';
    if (kind === 'microtask')
        return callAt(model, thing.loc) || 'microtask';
    const what = record?.what ?? thing.what;
    const call = kind === 'fs' ? wordAt(model, placeOf(model, thing)) : '';
    if (call !== '')
        return call === what || what === undefined ? call : `${call}: ${what}`;
    const name = KIND_WORDS[kind] ?? kind;
    return what && what !== kind ? `${name} ${what}` : name;
}

/** The same with its function and place: "setTimeout 5 ms, poll(), app.js:6". */
export function labelOf(model, thing) {
    const fn = functionOf(model, thing);
    // The name of a script says where it is.
    const isScript = thing.kind === 'script' || thing.role === 'script';
    const handler = isScript ? undefined : thing.handler;
    return [nameOf(model, thing), fn ? `${fn}()` : '',
        shortPlace(handler ?? placeOf(model, thing))].filter(Boolean).join(', ');
}

export function time(ms) {
    return `${ms ?? 0} ms`;
}

// ---- Where and when ---------------------------------------------------------

/** "check phase of turn 3", "before the first turn"; with several threads also
 * in which: "worker 1, check phase of turn 3". */
export function whereOf(model, slice) {
    const where = whereInThread(model, slice);
    return model.tracks.length === 1 ? where :
        `${threadName(model, slice.track)}, ${where}`;
}

function whereInThread(model, slice) {
    const phase = enclosing(slice, 'phase');
    const turn = enclosing(slice, 'turn');
    if (phase !== null && turn !== null)
        return `${phase.phase} phase of turn ${turn.id}`;
    if (phase !== null)
        return `${phase.phase} phase, before the first turn`;
    if (turn !== null)
        return `turn ${turn.id}`;
    return slice.begin < model.threads.get(slice.track).firstTurn ?
        'before the first turn' : 'after the last turn';
}

// ---- Why now ----------------------------------------------------------------

// When a timer was due is by the clock of the loop; when it ran is by the real one,
// if there is one: another callback of the same phase may have taken long.
function whyTimer(model, slice) {
    const arm = lastArm(model, slice);
    if (arm === null)
        return 'Its time had come.';
    const due = (arm.vt ?? 0) + arm.ms;
    const now = Math.max(model.events[slice.begin].vt ?? 0,
        Math.floor(timeAt(model, slice.begin)));
    return `Armed for ${time(arm.ms)} at ${time(arm.vt)}, so due at ${time(due)}. It ` +
        `ran at ${time(now)}${lateness(model, slice, due, now)}.`;
}

function lateness(model, slice, due, now) {
    if (now <= due)
        return '';
    const by = busiest(model, due, now, slice.track);
    const held = by !== null && by !== slice && tookOf(model, by) >= (now - due) / 4 ?
        `${labelOf(model, by)} held the loop for ${duration(tookOf(model, by))}` :
        'the loop was busy or asleep';
    return `, ${time(now - due)} late: ${held}`;
}

function lastArm(model, slice) {
    const arms = model.records.get(slice.id)?.arms ?? [];
    const n = bisect(arms.length, (at) => arms[at] < slice.begin) - 1;
    return n < 0 ? null : model.events[arms[n]];
}

function whyMicrotask(model, slice) {
    const by = slice.trigger ? runOfBefore(model, slice.trigger, slice.begin) : null;
    const word = wordAt(model, slice.loc);
    const settled = by === null ? 'Its promise was settled' :
        `Its promise was settled by ${labelOf(model, by)}`;
    if (word === 'queueMicrotask')
        return 'Microtasks run as soon as the running callback has returned and ' +
            'no tick is left.';
    return `${settled}. ${isAfterMicrotask(model, slice) ? 'Microtasks run one after ' +
        'the other, new ones included, until none is left; ticks that were queued ' +
        'meanwhile come after them.' : 'Microtasks run in the order they became ready, ' +
        'after the callback has returned and the ticks are done.'}`;
}

// Did another microtask run right before this one?
function isAfterMicrotask(model, slice) {
    const n = bisect(model.runs.length, (at) => model.runs[at].begin < slice.begin);
    const before = model.runs[n - 1];
    return before !== undefined && before.type === 'microtask' &&
        before.parent === slice.parent && before.track === slice.track;
}

const WHY_IN_PHASE = {
    closing: 'Its handle was closed; close callbacks have the last phase before ' +
        'the timers.',
    pending: 'It was done at once, and its callback waited for the pending phase.',
    task: 'Of the tasks that were ready it had waited longest. One task runs, then ' +
        'its microtasks.',
    render: 'A frame was due: all callbacks that asked for it run together.',
    idle: 'Nothing else was to be done before the next frame.',
};

// Across threads: who posted it there, and at which line.
function whyMessage(model, slice) {
    const far = slice.far === undefined ? null : causeOf(model, slice);
    if (far === null)
        return 'It was posted; the loop takes messages in the poll phase.';
    const from = threadName(model, far.track);
    if (slice.role === 'end') {
        const { exit } = model.threads.get(far.track);
        return `The thread of ${from} has ended${exit === undefined ? '' :
            ` with code ${exit}`}; the loop hears of it in the poll phase.`;
    }
    const k = model.posts.get(slice.message);
    const place = k === undefined ? '' : shortPlace(model.events[k].loc);
    const verb = slice.role === 'script' ? 'started it' : 'posted it';
    const who = far.kind === 'script' ? 'The script' : far.kind === 'microtask' ?
        `A microtask (${nameOf(model, far)})` : `The ${nameOf(model, far)}`;
    return `${who} of ${from} ${verb}${place ? ` at ${place}` : ''}. ` +
        'The loop takes messages in the poll phase.';
}

function whyOperation(model, slice) {
    const record = model.records.get(slice.id);
    const phase = enclosing(slice, 'phase')?.phase;
    if (WHY_IN_PHASE[phase] !== undefined)
        return WHY_IN_PHASE[phase];
    if (slice.kind === 'async')
        return whyMessage(model, slice);
    return `The ${nameOf(model, record ?? slice)} had finished. The poll phase ` +
        'takes what the system has finished.';
}

const WHY = {
    script: (model, slice) => slice.what === 'main' || slice.what === undefined ?
        (slice.track ? 'The thread begins here, and waits for the script that it ' +
            'is to run.' : 'The program begins here.') :
        slice.what === 'beforeExit' ? 'Nothing was left to wait for.' :
            'The program ends.',
    tick: () => 'Ticks run right after the callback that queued them, before ' +
        'any microtask of it.',
    immediate: () => 'Immediates run in the check phase, right after the poll. ' +
        'Those queued during it wait for the next turn.',
    timer: whyTimer,
    microtask: whyMicrotask,
};

/** One or two sentences on why this run came now and not at another moment. */
export function whyOf(model, slice) {
    return (WHY[slice.kind] ?? whyOperation)(model, slice);
}

// ---- Events -----------------------------------------------------------------

// The errors of Linux that programs meet most.
const ERRORS = {
    1: 'EPERM', 2: 'ENOENT', 4: 'EINTR', 5: 'EIO', 9: 'EBADF', 11: 'EAGAIN',
    12: 'ENOMEM', 13: 'EACCES', 16: 'EBUSY', 17: 'EEXIST', 18: 'EXDEV',
    20: 'ENOTDIR', 21: 'EISDIR', 22: 'EINVAL', 23: 'ENFILE', 24: 'EMFILE',
    26: 'ETXTBSY', 27: 'EFBIG', 28: 'ENOSPC', 29: 'ESPIPE', 30: 'EROFS',
    32: 'EPIPE', 36: 'ENAMETOOLONG', 39: 'ENOTEMPTY', 40: 'ELOOP', 90: 'EMSGSIZE',
    98: 'EADDRINUSE', 99: 'EADDRNOTAVAIL', 101: 'ENETUNREACH', 103: 'ECONNABORTED',
    104: 'ECONNRESET', 110: 'ETIMEDOUT', 111: 'ECONNREFUSED', 113: 'EHOSTUNREACH',
    125: 'ECANCELED',
};

const errorName = (result) => ERRORS[-result] ?? `error ${-result}`;

/** An option of a choice: "stat (app.js:11)", "none of them". */
export function optionWords(model, event, k) {
    const option = event.opts?.[k];
    if (option === undefined)
        return `number ${k + 1}`;
    if (event.kind === 'thread')
        return option.value ? `thread ${option.value}` : 'main thread';
    if (option.what === 'none')
        return 'none of them yet';
    const place = shortPlace(placeOf(model, model.records.get(option.id) ?? {}));
    const number = place === '' ? option.id || option.value : 0;
    return `${option.what ?? event.kind}${number ? ` ${number}` : ''}` +
        (place === '' ? '' : ` (${place})`);
}

const firstLine = (text) => (text ?? '').split('\n')[0];

const EVENT_WORDS = {
    'iter+': (m, e) => `turn ${e.id} begins`,
    'iter-': (m, e) => `turn ${e.id} ends`,
    'phase+': (m, e) => `the ${e.phase} phase begins`,
    'phase-': (m, e) => `the ${e.phase} phase ends`,
    'timer.arm': (m, e) => `a timer is armed for ${time(e.ms)}`,
    'timer.clear': () => 'a timer is cleared',
    'tick.queue': () => 'a tick is queued',
    'imm.queue': () => 'an immediate is queued',
    'imm.clear': () => 'an immediate is cleared',
    'micro.queue': () => 'a microtask is queued',
    'op.submit': (m, e) => `${e.what} goes to the system`,
    'op.effect': (m, e) => `${e.what} has taken effect`,
    'op.deliver': (m, e) => `${e.what ?? 'an operation'} comes back` +
        (e.result < 0 ? `: ${errorName(e.result)}` : ''),
    'handle.open': (m, e) => `${e.what} is opened`,
    'handle.close': (m, e) => `${e.what} is closed`,
    'promise.init': (m, e) => `promise ${e.p} is made`,
    'promise.settle': (m, e) => `promise ${e.p} is ${e.state}`,
    'post': () => 'a message is posted',
    'thread.start': (m, e) => `${threadName(m, e.t)} begins`,
    'thread.exit': (m, e) => `${threadName(m, e.t)} ends with code ${e.code}`,
    'emit': (m, e) => `'${e.what}' is emitted`,
    'console': (m, e) => e.relay ? `passes on the output of ${m.threads.has(e.relay) ?
        threadName(m, e.relay) : 'a worker'}` : `prints “${firstLine(e.text)}”`,
    'throw': (m, e) => `throws: ${firstLine(e.text)}`,
    'choice': (m, e) => `one of ${e.n} legal ways is taken: ${optionWords(m, e, e.k)}`,
    'schedule': (m, e) => `${KIND_WORDS[e.kind] ?? e.kind} is scheduled`,
    'exit': (m, e) => e.signal ? `${e.signal} ends the program` :
        `the program ends with code ${e.code}`,
    'stop': () => 'the trace ends, the program goes on',
};

/** What happens at event k, as half a sentence. */
export function eventWords(model, k) {
    const event = model.events[k];
    const words = EVENT_WORDS[event.e];
    if (words !== undefined)
        return words(model, event);
    if (event.own === true)
        return `the runtime's own ${event.kind} callback`;
    const end = event.e.endsWith('-');
    return `${labelOf(model, event)} ${end ? 'returns' : 'runs'}`;
}

export const count = (n, one, many = `${one}s`) =>
    `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
