// fuzz.mjs TRACE [ROUNDS]: the reader of traces never does anything but return a
// trace or refuse one with the number of a line, whatever the file holds. What it
// returns can be shown: slices, queues and chains are made of it.

import { readFileSync } from 'fs';
import { parseTrace, TraceError } from '../../viewer/src/trace.js';
import { buildModel, chainOf } from '../../viewer/src/model.js';
import { buildQueues, queuesAt } from '../../viewer/src/queues.js';
import { eventWords, labelOf, whyOf } from '../../viewer/src/words.js';

const text = readFileSync(process.argv[2], 'utf8');
const rounds = Number(process.argv[3] ?? 400);
let seed = 1;

function chance(n) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % n;
}

// ---- What can go wrong with a file -----------------------------------------

const VALUES = ['null', '-1', '1e99', '"x"', '[]', '{}', 'true', '9999999', '""'];

function changeValue(line) {
    const members = [...line.matchAll(/"[a-z]+":("[^"]*"|-?\d+)/g)];
    const [member] = members[chance(members.length || 1)] ?? [''];
    const value = VALUES[chance(VALUES.length)];
    return line.replace(member, () => member.replace(/:.*/, () => `:${value}`));
}

const CHANGES = [
    (lines, n) => lines.toSpliced(n, 1),
    (lines, n) => lines.toSpliced(n, 0, lines[chance(lines.length)]),
    (lines, n) => lines.with(n, changeValue(lines[n])),
    (lines, n) => lines.with(n, lines[n].slice(0, chance(lines[n].length))),
    (lines, n) => lines.with(n, lines[n].replace(/"[a-z]+":/, '"zz":')),
    (lines, n) => lines.slice(0, n),
];

// ---- What is done with it ---------------------------------------------------

function showAll(trace) {
    const model = buildModel(trace);
    const queues = buildQueues(model);
    for (let k = 0; k < model.events.length; k += 7) {
        eventWords(model, k);
        queuesAt(queues, k, model.events[k].t ?? 0);
    }
    for (const run of model.runs) {
        chainOf(model, run, 50);
        labelOf(model, run);
        whyOf(model, run);
    }
}

function read(bad, options) {
    let trace;
    try {
        trace = parseTrace(bad, options);
    } catch (error) {
        if (!(error instanceof TraceError) || !(error.line >= 1))
            throw error;
        return false;
    }
    showAll(trace);
    return true;
}

let shown = 0;
const whole = text.trimEnd().split('\n');
for (let round = 0; round < rounds; round++) {
    let lines = whole;
    for (let n = chance(3); n >= 0 && lines.length > 0; n--)
        lines = CHANGES[chance(CHANGES.length)](lines, chance(lines.length));
    const bad = lines.join('\n');
    shown += read(bad, {});
    shown += read(bad, { incomplete: true });
}
let cut = 0;
for (let n = 0; n < text.length - 1; n += 1 + chance(60))
    cut += read(text.slice(0, n), {});
if (cut > 0)
    throw new Error('a trace that was cut is not refused');
console.log(`${rounds} damaged traces, each read as whole and as cut: ${shown} of ` +
    `${2 * rounds} can be shown`);
