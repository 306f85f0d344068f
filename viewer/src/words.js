// words.js - names and sentences: how the page says what a slice, a record or
// an event is. What ran, and why, it says in the words of `orrery explain`
// (lib/internal/trace/words.js, traceWords); the rest is here, so that the ring, the
// chain, the text view and the timeline say the same thing in the same words.

import traceText from '../../lib/internal/trace/printable.js';
import traceWords from '../../lib/internal/trace/words.js';
import { parsePlace } from './trace.js';
import { enclosing, runAt, threadName } from './model.js';
import { errorName } from './runs.js';
import { wordAt } from './sources.js';

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

// A call of the program may take several requests (readFile: open, fstat, read,
// close), of which only the first was made at one of its lines. Where that is.
const REQUESTS_MAX = 12;

export function placeOf(model, thing) {
    let at = thing;
    for (let n = 0; n < REQUESTS_MAX && at !== undefined; n++) {
        if (at.loc !== undefined)
            return at.loc;
        const cause = model.records.get(at.cause ?? at.c);
        at = thing.kind === 'fs' && cause?.kind === 'fs' ? cause : undefined;
    }
    return undefined;
}

/** The name of the function that was called, if the trace has it. */
export function functionOf(model, thing) {
    return thing.type === 'turn' || thing.type === 'phase' ? undefined : thing.fn ?? model.records.get(thing.id)?.fn;
}

const isRun = (thing) => thing.begin !== undefined && thing.type !== 'turn' &&
    thing.type !== 'phase';

/** A short name: "setTimeout 5 ms", "after await", "GET /todos → 200". */
export function nameOf(model, thing) {
    if (thing.type === 'turn')
        return `turn ${thing.id}`;
    if (thing.type === 'phase')
        return thing.phase;
    if (!isRun(thing))
        return nameOfRecord(model, thing);
    return thing.name ??= traceText.printable(traceWords.nameOfRun(model.reading,
        model.reading.run(thing))).replace(' -> ', ' → ');
}

// Of what waits in a queue: "setTimeout 5 ms", "socket recv".
function nameOfRecord(model, thing) {
    const { kind } = thing;
    const word = wordAt(model, thing.loc);
    const record = model.records.get(thing.id);
    if (kind === 'timer')
        return `${/^set|^wait$/.test(word) ? word : 'timer'} ${record?.ms ?? '?'} ms`;
    if (kind === 'tick')
        return word === 'nextTick' || word === '' ? 'nextTick' : `${word}: tick`;
    if (kind === 'immediate')
        return 'setImmediate';
    if (kind === 'microtask')
        return traceWords.microtaskName(model.reading, thing);
    const what = record?.what ?? thing.what;
    const call = kind === 'fs' ? wordAt(model, placeOf(model, thing)) : '';
    if (call !== '')
        return call === what || what === undefined ? call : `${call}: ${what}`;
    if (what === 'accept')
        return 'connections';
    const name = traceWords.KINDS[kind] ?? kind;
    return what && what !== kind ? `${name}: ${WAITS[what] ?? what}` : name;
}

// What an operation under way waits for.
const WAITS = {
    recv: 'bytes', wait: 'its end', child: 'its end',
};

/** Where it stands in the program. */
export function originOf(model, thing) {
    return isRun(thing) ? model.reading.origin(model.reading.run(thing)) :
        placeOf(model, thing);
}

/** The same with its function and place: "setTimeout 5 ms, poll(), app.js:6". */
export function labelOf(model, thing) {
    const fn = functionOf(model, thing);
    // The name of a script says where it is.
    const place = thing.kind === 'script' || thing.role === 'script' ? '' :
        model.reading.short(originOf(model, thing));
    return traceText.printable([nameOf(model, thing), fn ? `${fn}()` : '', place]
        .filter(Boolean).join(', '));
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

/** Why this run came now and not at another moment, as `orrery explain` says it. */
export function whyOf(model, slice) {
    return `Because ${traceWords.reason(model.reading, model.reading.run(slice))}.`;
}

/** What made it runnable: of a microtask what settled its promise. */
export function triggerOf(model, slice) {
    const run = model.reading.run(slice);
    const by = slice.kind === 'microtask' ? traceWords.settler(model.reading, run) :
        run.trigger;
    return run.isBody ? undefined : by?.slice;
}

/** Is it a step inside of a function that the program called, such as readFile()? */
export function isInternalRun(model, slice) {
    return slice.kind === 'microtask' &&
        traceWords.isInternal(model.reading, model.reading.run(slice));
}

/** The rule of the loop that it is an example of, or ''. */
export function ruleOfRun(model, slice) {
    const { RULES, ruleOf } = traceWords;
    const name = ruleOf(model.reading.run(slice));
    const { [Object.hasOwn(RULES, name) ? name : enclosing(slice, 'phase')?.phase]: rule } =
        RULES;
    return rule ?? '';
}

// ---- Events -----------------------------------------------------------------

/** An option of a choice: "stat (app.js:11)", "none of them". */
export function optionWords(model, event, k) {
    const option = event.opts?.[k];
    if (option === undefined)
        return `number ${k + 1}`;
    if (event.kind === 'thread')
        return option.value ? `thread ${option.value}` : 'main thread';
    if (option.what === 'none')
        return 'none of them yet';
    const place = model.reading.short(placeOf(model, model.records.get(option.id) ?? {}));
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
    'enter': (m, e) => e.fn ? `${e.fn}() is called` : 'a function is called',
    'answer': (m, e) => `the answer is ${e.status}`,
    'response': (m, e) => `a response comes: ${e.method} ${e.url} → ${e.status}`,
    'refuse': (m, e) => `${traceWords.KINDS[e.kind] ?? e.kind} could not begin`,
    'console': (m, e) => e.relay ? `passes on the output of ${m.threads.has(e.relay) ?
        threadName(m, e.relay) : 'a worker'}` : `prints “${firstLine(e.text)}”`,
    'throw': (m, e) => `throws: ${firstLine(e.text) || 'what is no error'}`,
    'choice': (m, e) => `one of ${e.n} legal ways is taken: ${optionWords(m, e, e.k)}`,
    'schedule': (m, e) => `${traceWords.KINDS[e.kind] ?? e.kind} is scheduled`,
    'exit': (m, e) => e.signal ? `${e.signal} ends the program` :
        `the program ends with code ${e.code}`,
    'stop': () => 'the trace ends, the program goes on',
};

/** What happens at event k, as half a sentence. */
export function eventWords(model, k) {
    const event = model.events[k];
    const words = EVENT_WORDS[event.e];
    if (words !== undefined)
        return traceText.printable(words(model, event));
    if (event.own === true)
        return `the runtime's own ${event.kind} callback`;
    const end = event.e.endsWith('-');
    return `${labelOf(model, runAt(model, k) ?? event)} ${end ? 'returns' : 'runs'}`;
}

export const count = (n, one, many = `${one}s`) =>
    `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
