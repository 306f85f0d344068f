/*
 * check.js TRACE PROGRAM STDOUT CODE: is this trace true and whole?
 *
 * What holds for every trace (docs/trace-format.md) is checked of every line. What the
 * program did is said by the program itself: a line that ends in
 *
 *     // <- timer.arm timer+ console*2
 *
 * is where those events happen, and for each name that a program uses the trace
 * must have exactly those lines. `timer+` is the beginning of a callback of
 * that kind, and `timer<` is where its trigger was made. */
'use strict';

const fs = require('fs');

const [, , tracePath, programPath, outputPath, exitCode] = process.argv;
const text = fs.readFileSync(tracePath, 'utf8');
const problems = [];

function check(condition, ...words) {
    if (!condition && problems.length < 10)
        problems.push(words.map((w) => typeof w === 'string' ?
            w : JSON.stringify(w)).join(' '));
}

function parse(line) {
    try {
        return JSON.parse(line);
    } catch {
        check(false, 'no JSON:', line);
        return { e: '' };
    }
}

check(text.endsWith('\n'), 'the last line is not whole');
const [head, ...lines] = text.trimEnd().split('\n').map(parse);
const events = lines.filter((line) => !('s' in line));

/* ---- Every trace ---- */

const PHASES = {
    node: 'pending idle prepare poll pending check closing timers',
    node18: 'timers pending idle prepare poll pending check closing',
    node10: 'timers pending idle prepare poll check closing',
    browser: 'pending poll pending timers task render idle closing',
    'browser-72': 'pending poll pending timers task render idle closing',
};

function checkHead() {
    check(head.v === 2, 'version', head);
    check(Array.isArray(head.argv), 'argv', head);
    check(typeof head.cwd === 'string', 'cwd', head);
    check((head.mode === 'real') === ('start' in head), 'start', head);
    check(head.mode === (head.backend === 'sim' ? 'virtual' : 'real'),
          'mode', head);
}

/* Ids, nesting and clocks are those of a thread. */
class Thread {
    known = new Set([0]);
    promises = new Map();
    submitted = new Set();
    open = [];
    phasesLeft = [];
    before = undefined;
    places = new Map();
}

const threads = new Map([[0, new Thread()]]);

function threadOf(ev) {
    const id = ev.t ?? 0;
    if (!threads.has(id)) {
        check(ev.e === 'thread.start', 'a thread that never began:', ev);
        threads.set(id, new Thread());
    }
    return threads.get(id);
}

function checkTimes(ev, { before }) {
    check(Number.isInteger(ev.vt) && ev.vt >= (before?.vt ?? 0),
          'the clock goes back:', ev);
    if (head.mode === 'virtual')
        check(!('rt' in ev), 'real time in a virtual run:', ev);
    else
        check(ev.rt >= (before?.rt ?? 0), 'real time goes back:', ev);
}

/* What made it runnable in another thread, and was there before. */
function checkFrom(ev) {
    if (!('from' in ev))
        return;
    check(ev.from.t !== (ev.t ?? 0), 'from its own thread:', ev);
    check(threads.get(ev.from.t)?.known.has(ev.from.id),
          'from what never was:', ev);
    check(ev.tr === undefined || ev.tr === 0, 'two triggers:', ev);
}

function checkIds(ev, { known, submitted }) {
    if ('kind' in ev && 'id' in ev)
        known.add(ev.id);
    check(!('c' in ev) || known.has(ev.c), 'a cause that never was:', ev);
    check(!('tr' in ev) || known.has(ev.tr), 'a trigger that never was:', ev);
    if (ev.e.endsWith('+') && ev.e !== 'iter+' && ev.e !== 'phase+')
        check('c' in ev && 'tr' in ev && 'id' in ev, 'not a whole record:', ev);
    if (ev.e === 'op.submit')
        submitted.add(ev.id);
    if (ev.e === 'op.effect' || ev.e === 'op.deliver')
        check(submitted.has(ev.id), 'an operation that never began:', ev);
}

function checkPromise(ev, { promises }) {
    if (ev.e === 'promise.init') {
        check(!promises.has(ev.p), 'made twice:', ev);
        check(!('parent' in ev) || promises.has(ev.parent), 'parent', ev);
        promises.set(ev.p, 'pending');
    } else if (ev.e === 'promise.settle') {
        check(promises.get(ev.p) === 'pending', 'settled before it was:', ev);
        promises.set(ev.p, ev.state);
    }
}

/* Turns hold phases, phases hold callbacks, callbacks nest. */
function checkNesting(ev, thread) {
    const { open } = thread;
    const outer = open.at(-1);
    if (ev.e.endsWith('+')) {
        if (ev.e === 'iter+') {
            check(outer === undefined, 'a turn in something:', ev);
            thread.phasesLeft = PHASES[head.profile].split(' ');
        } else if (ev.e === 'phase+') {
            check(outer === undefined || outer.e === 'iter+', 'nesting', ev);
            checkPhase(ev, outer, thread);
        }
        open.push(ev);
    } else if (ev.e.endsWith('-')) {
        const begun = open.pop();
        check(begun !== undefined && begun.e.slice(0, -1) === ev.e.slice(0, -1),
              'the end of what is not innermost:', ev);
        check(begun?.id === ev.id && begun?.phase === ev.phase,
              'the end of another:', ev);
    }
}

/* Before the first turn Node looks at the timers once. */
function checkPhase(ev, turn, { phasesLeft }) {
    if (turn === undefined) {
        check(ev.phase === 'timers', 'outside of a turn:', ev);
        return;
    }
    const at = phasesLeft.indexOf(ev.phase);
    check(at >= 0, 'a phase out of order:', ev);
    phasesLeft.splice(0, at + 1);
}

/* Ticks and microtasks run when the outermost callback is over, or between two
 * timers or immediates: inside no callback but the loop's own. */
function checkDrain(ev, { open }) {
    if (ev.e === 'tick+' || ev.e === 'micro+')
        check(open.every((o) => o === ev || o.own || !/^(cb|tick|micro)/.test(o.e)),
              'a tick or microtask inside a callback:', ev);
}

/* A file has its text in a line of its own, before it is named. */
function checkSources() {
    const sources = new Set();
    for (const line of lines) {
        if ('s' in line) {
            check(line.s === sources.size + 1, 'source', line.s);
            check(line.file[0] === '[' || typeof line.text === 'string',
                  'no text:', line.file);
            sources.add(line.file);
        } else if ('loc' in line) {
            check(sources.has(line.loc.replace(/:\d+:\d+$/, '')),
                  'no source:', line);
        }
    }
    for (const line of lines)
        check(!('s' in line) || !line.file.endsWith(programPath) ||
              line.text === fs.readFileSync(programPath, 'utf8'),
              'another text:', line.file);
}

/* Phases and turns with nothing in them are left out. */
function checkFilled(ev, { before }) {
    if (ev.e === 'iter-' || (ev.e === 'phase-' && ev.phase !== 'poll') ||
        (ev.e === 'cb-' && ev.own))
        check(before.e !== ev.e.replace('-', '+') || before.id !== ev.id,
              'there is nothing in it:', ev);
}

function checkEvents() {
    let step = 0;
    for (const ev of events) {
        const thread = threadOf(ev);
        check(ev.i === ++step, 'numbers rise by one:', ev);
        check(thread.before?.e !== 'thread.exit', 'after its end:', ev);
        for (const test of [checkTimes, checkIds, checkFrom, checkPromise,
                            checkNesting, checkDrain, checkFilled])
            test(ev, thread);
        thread.before = ev;
    }
    for (const [id, { open, before }] of threads) {
        check(open.length === 0, 'never ended:', open);
        check(before.e === (id === 0 ? 'exit' : 'thread.exit'), 'last:', before);
    }
    const last = events.at(-1);
    check(last?.e === 'exit' && last.code === Number(exitCode),
          'the end:', last, 'code', exitCode);
}

/* ---- This program ---- */

function nameOf(ev) {
    return ev.e === 'cb+' ? `${ev.kind}+` : ev.e;
}

function wanted(source) {
    const all = new Map();
    source.split('\n').forEach((line, i) => {
        for (const word of line.match(/\/\/ <- (.*)/)?.[1].split(' ') ?? []) {
            const [name, count] = word.split('*');
            if (!all.has(name))
                all.set(name, new Map());
            all.get(name).set(i + 1, Number(count ?? 1));
        }
    });
    return all;
}

function placeOf(ev, name) {
    if (nameOf(ev) === name)
        return ev.loc;
    if (nameOf(ev) !== name.replace('<', '+'))
        return undefined;
    return threads.get(ev.from?.t ?? ev.t ?? 0).places
        .get(ev.from?.id ?? ev.tr);
}

function found(name) {
    const lines = new Map();
    const file = programPath.replace(/.*\//, '');
    for (const ev of events) {
        const { places } = threads.get(ev.t ?? 0);
        if (!places.has(ev.id))
            places.set(ev.id, ev.loc);
        const place = placeOf(ev, name);
        const [, path, line] = place?.match(/(.*):(\d+):\d+$/) ?? [];
        if (path?.endsWith(`/${file}`))
            lines.set(Number(line), (lines.get(Number(line)) ?? 0) + 1);
    }
    return lines;
}

function show(lines) {
    return [...lines].sort(([a], [b]) => a - b)
        .map(([line, n]) => `${line}${n > 1 ? `*${n}` : ''}`).join(' ');
}

function checkProgram() {
    for (const [name, lines] of wanted(fs.readFileSync(programPath, 'utf8')))
        check(show(found(name)) === show(lines),
              `${name} at lines ${show(found(name))}, not ${show(lines)}`);
    const printed = printedBy((ev) => ev.t === undefined);
    check(printed === fs.readFileSync(outputPath, 'utf8'),
          'console events are not what was printed:', printed);
    for (const id of threads.keys()) {
        const said = printedBy((ev) => ev.t === id);
        check(id === 0 || said === printedBy((ev) => ev.relay === id),
              `thread ${id} did not print:`, said);
    }
}

function printedBy(test) {
    return events.filter((ev) => ev.e === 'console' && ev.fd === 1 && test(ev))
        .map((ev) => ev.text).join('');
}

checkHead();
checkSources();
checkEvents();
checkProgram();
for (const problem of problems)
    console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
