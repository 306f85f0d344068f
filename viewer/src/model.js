// model.js - what a trace means: slices that nest, records, causes.
//
// A slice is something with a beginning and an end: a turn, a phase, a callback,
// a tick, a microtask. A record is something that was scheduled; it may run never
// (cleared), once, or many times (a socket). The page asks two questions all the
// time, and both must be quick with 100,000 events: what runs at event k
// (`at[k]`), and who asked for it (`causeOf(slice)`).
//
// Callbacks by which the runtime ties its own queues to the loop (`own`) are no
// slices of their own: what is in them counts as part of the phase.

import { bisect } from './bisect.js';
import { parsePlace } from './trace.js';
import { PageReading } from './runs.js';
import traceWords from '../../lib/internal/trace/words.js';

const BEGINS = {
    'iter+': 'turn', 'phase+': 'phase', 'cb+': 'callback', 'tick+': 'tick',
    'micro+': 'microtask',
};
const ENDS = {
    'iter-': 'turn', 'phase-': 'phase', 'cb-': 'callback', 'tick-': 'tick',
    'micro-': 'microtask',
};
export const STORM_MIN = 24; // ticks or microtasks in a row that are folded
const QUIET_MIN = 3; // the same, if only the runtime's own code ran in them

/** Is it a file of the program, not of the runtime or of a package? */
export function isMine(loc) {
    return loc !== undefined && !loc.startsWith('node:') &&
        !loc.includes('/node_modules/');
}

function newSlice(model, type, k, event, parent) {
    return {
        n: model.slices.length, type, begin: k, end: -1, parent,
        id: event.id, kind: event.kind ?? type, phase: event.phase,
        cause: event.c, trigger: event.tr, loc: event.loc, what: event.what,
        fn: event.fn, track: event.t ?? 0, depth: parent ? parent.depth + 1 : 0,
        far: event.far, message: event.message, role: undefined, name: undefined,
        threw: false, mine: isMine(event.loc), runs: 0, storm: null,
        requests: undefined, response: null, // of HTTP
        delivered: -1, // the event by which its operation came back
        rest: undefined, // of which request, if it came with an earlier run
        entries: undefined, // functions of the program that it came to
        handler: undefined, // the first of them
    };
}

// ---- Slices ----------------------------------------------------------------

function beginSlice(model, stack, k, event, type) {
    if (event.own === true) {
        stack.push(null);
        return;
    }
    const parent = stack.findLast((slice) => slice !== null) ?? null;
    const slice = newSlice(model, type, k, event, parent);
    model.slices.push(slice);
    stack.push(slice);
    if (type !== 'turn' && type !== 'phase') {
        for (let up = parent; up !== null; up = up.parent)
            up.runs++;
        recordOf(model, event.id, event).slices.push(slice);
        slice.rest = model.reading.openRequest(event)?.slice;
        slice.delivered = deliveryOf(model, slice);
        if (slice.message !== undefined)
            model.taken.set(slice.message, slice);
    }
}

// The event by which its operation came back. Several callbacks of a phase may follow
// one: those of a socket.
function deliveryOf(model, slice) {
    const k = model.records.get(slice.id).delivered;
    return k !== -1 && enclosing(sliceAt(model, k), 'phase') ===
        enclosing(slice.parent, 'phase') ? k : -1;
}

function endSlice(model, stack, k, event) {
    const slice = stack.pop();
    if (slice) {
        slice.end = k;
        slice.threw = event.threw === true;
    }
    return slice;
}

// What a trace that was cut short left open ends with its last event.
function endAll(model, stacks) {
    for (const stack of stacks.values())
        for (const slice of stack)
            if (slice && slice.end < 0)
                slice.end = model.events.length - 1;
}

function addSlices(model) {
    const stacks = new Map();
    model.events.forEach((event, k) => {
        const track = event.t ?? 0;
        let stack = stacks.get(track);
        if (stack === undefined)
            stacks.set(track, stack = []);
        const type = BEGINS[event.e];
        if (type !== undefined)
            beginSlice(model, stack, k, event, type);
        let inside = stack.findLast((slice) => slice !== null);
        if (ENDS[event.e] !== undefined)
            inside = endSlice(model, stack, k, event) ?? inside;
        model.at[k] = inside ? inside.n : -1;
        threadOf(model, track).steps.push(k);
        addToThread(model, k, event);
        if (inside && isMine(event.loc))
            inside.mine = true;
        if (inside)
            addToRun(model, inside, event);
        addToRecord(model, k, event);
    });
    endAll(model, stacks);
    model.tracks = [...model.threads.keys()].sort((a, b) => a - b);
}

// What a run was about: the request that came with it, and the first line of the
// program that it called. An answer belongs to the request of its number, also if
// another run gives it.
function addToRun(model, slice, event) {
    if (event.e === 'answer') {
        const request = model.requests.get(event.req);
        if (request !== undefined)
            request.status = event.status;
    } else if (event.e === 'response') {
        slice.response ??= event;
        slice.mine = true;
    } else if (event.e === 'emit' && event.url !== undefined) {
        addRequest(model, slice, event);
    }
    const place = event.e === 'enter' ? event.loc : event.e === 'emit' ? event.at :
        undefined;
    if (isMine(place)) {
        slice.mine = true;
        event.fn ??= model.reading.functionAt(place);
        slice.fn ??= slice.handler === undefined ? event.fn : undefined;
        slice.handler ??= place;
        if (slice.type !== 'turn' && slice.type !== 'phase') {
            (slice.entries ??= []).push({ loc: place, fn: event.fn, what: event.what });
            model.reading.noteHandler(model.reading.run(slice), place);
        }
        if (event.e === 'enter' && slice.track === 0 && place.endsWith(':1:1'))
            model.reading.noteFile(model.reading.run(slice), place);
    }
}

function addRequest(model, slice, { req, method, url }) {
    if (model.requests.has(req))
        return;
    const request = { method: method ?? '', url, status: undefined };
    (slice.requests ??= []).push(request);
    slice.rest = undefined;
    model.reading.noteRequest(model.reading.run(slice));
    if (req !== undefined)
        model.requests.set(req, request);
}

// ---- Threads ---------------------------------------------------------------

function threadOf(model, id) {
    let thread = model.threads.get(id);
    if (thread === undefined) {
        thread = { id, name: id === 0 ? 'main' : `worker ${id}`, given: '', steps: [],
            exit: undefined, firstTurn: Infinity, lastTurn: -1, script: null };
        model.threads.set(id, thread);
    }
    return thread;
}

function addToThread(model, k, event) {
    const thread = threadOf(model, event.t ?? 0);
    if (event.e === 'thread.start' && event.what && event.what !== 'WorkerThread') {
        thread.given = event.what;
    } else if (event.e === 'thread.exit') {
        thread.exit = event.code;
    } else if (event.e === 'post') {
        model.posts.set(event.m, k);
    } else if (event.e === 'iter+') {
        thread.firstTurn = Math.min(thread.firstTurn, k);
        thread.lastTurn = k;
    }
}

// The first message that a worker takes from another thread is its script. The
// callback of the handle that stands for a worker is that worker's end.
function addRoles(model) {
    for (const run of model.runs) {
        const thread = model.threads.get(run.track);
        if (run.kind !== 'async')
            continue;
        if (run.parent?.phase === 'closing') {
            run.role = 'close';
        } else if (run.far !== undefined && run.track !== 0 && thread.script === null) {
            thread.script = run;
            run.role = 'script';
        } else if (run.far !== undefined &&
            /^worker thread/.test(model.records.get(run.id)?.handle ?? '')) {
            run.role = 'end';
        }
    }
}

/** The last event of a thread at or before k, or its first one. */
export function lastOfThread(model, track, k) {
    const { steps } = model.threads.get(track);
    return steps[Math.max(0, bisect(steps.length, (n) => steps[n] <= k) - 1)];
}

/** Has the thread begun, and not ended? */
export function isThreadAlive(model, track, k) {
    const { steps, exit } = model.threads.get(track);
    return track === 0 || (steps[0] <= k && (exit === undefined || steps.at(-1) > k));
}

/** "main", "worker 1", with the name that the program gave it "worker 1 (low)". */
export function threadName(model, track) {
    const { name, given } = model.threads.get(track);
    return given ? `${name} (${given})` : name;
}

// ---- Records ---------------------------------------------------------------

function recordOf(model, id, event) {
    let record = model.records.get(id);
    if (record === undefined) {
        record = {
            id, kind: event.kind, made: -1, cause: event.c, loc: event.loc,
            what: event.what, fn: event.fn, ms: undefined, slices: [], handle: undefined,
            delivered: -1, // the last event by which an operation of it came back
            arms: undefined, // of a timer: the events that started it
        };
        model.records.set(id, record);
    }
    return record;
}

const MAKES = new Set(['schedule', 'tick.queue', 'imm.queue', 'timer.arm',
    'micro.queue']);

function addToRecord(model, k, event) {
    if (MAKES.has(event.e)) {
        const record = recordOf(model, event.id, event);
        if (record.made < 0)
            record.made = k;
        if (event.ms !== undefined) {
            record.ms = event.ms;
            (record.arms ??= []).push(k);
        }
        record.kind ??= event.kind;
    } else if (event.e === 'op.submit') {
        recordOf(model, event.id, event).what ??= event.what;
    } else if (event.e === 'op.deliver') {
        recordOf(model, event.id, event).delivered = k;
    } else if (event.e === 'handle.open') {
        recordOf(model, event.id, event).handle = event.what;
    }
}

// ---- Steps -----------------------------------------------------------------

const STOPS = {
    'iter+': 'turn', 'phase+': 'phase', 'console': 'output', 'choice': 'choice',
};

// The runs of a callback, tick or microtask, in the order in which they began.
function addSteps(model) {
    model.runs = model.slices.filter((s) => s.type !== 'turn' && s.type !== 'phase');
    const stops = model.stops = {
        event: Uint32Array.from({ length: model.events.length }, (_, k) => k),
        microtask: model.runs.map((s) => s.begin),
        callback: model.runs.filter((s) => s.type === 'callback')
            .map((s) => s.begin),
    };
    for (const name of Object.values(STOPS))
        stops[name] = [];
    model.events.forEach((event, k) => {
        const name = STOPS[event.e];
        if (name !== undefined && !event.relay)
            stops[name].push(k);
    });
}

// Ticks or microtasks that run one after the other after the same callback. A few of
// the runtime alone, such as those of the loader of modules, are folded, too.
function addStorms(model) {
    const named = new Map(); // is what is asked for in a line a step with a name?
    for (const track of model.tracks) {
        const runs = model.runs.filter((run) => run.track === track);
        addStormsOf(model, runs, STORM_MIN, isDrained);
        addStormsOf(model, runs, QUIET_MIN, (run) => run.storm === null &&
            isDrained(run) && isQuiet(model, run, named));
    }
}

const isDrained = ({ type }) => type === 'tick' || type === 'microtask';

function isNamedStep(model, loc, named) {
    if (!named.has(loc))
        named.set(loc, !/\bmicrotask$/.test(
            traceWords.microtaskName(model.reading, { loc })));
    return named.get(loc);
}

// Did nothing of the program run in it, or of a package? Steps inside of a function
// that was called, such as readFile(), have the place of that call.
function isQuiet(model, run, named) {
    if (run.threw || run.response !== null || run.requests !== undefined ||
        run.entries !== undefined)
        return false;
    const isOwn = run.loc === undefined ?
        !run.mine && run !== model.reading.body?.slice :
        run.type === 'microtask' && !isNamedStep(model, run.loc, named) &&
            traceWords.isInternal(model.reading, model.reading.run(run));
    return isOwn && !model.events.slice(run.begin + 1, run.end)
        .some(({ e }) => e === 'console');
}

function addStormsOf(model, runs, min, belongs) {
    let from = 0;
    const close = (to) => {
        if (to - from < min)
            return;
        const storm = {
            first: runs[from], last: runs[to - 1], count: to - from,
            quiet: min === QUIET_MIN,
        };
        model.storms.push(storm);
        for (let k = from; k < to; k++)
            runs[k].storm = storm;
    };
    for (let k = 0; k < runs.length; k++) {
        if (belongs(runs[k]) &&
            (k === from || runs[k].parent === runs[from].parent))
            continue;
        close(k);
        from = belongs(runs[k]) ? k : k + 1;
    }
    close(runs.length);
}

// The phases in the order of the ring. Phases without any event are not in a
// trace, so Node's are known by name; those of another profile are taken as
// they come. A phase that comes twice in a turn (pending) has one place.
const BROWSER_PHASES = ['task', 'render', 'idle'];
const NODE_PHASES = ['timers', 'pending', 'idle', 'prepare', 'poll', 'check',
    'closing'];

function phasesOf(model) {
    if ((model.header.profile ?? 'node').startsWith('node'))
        return NODE_PHASES;
    const order = new Set(
        model.header.profile.startsWith('browser') ? BROWSER_PHASES : []);
    for (const slice of model.slices)
        if (slice.type === 'phase')
            order.add(slice.phase);
    return [...order];
}

/** Everything that the page knows about a trace. */
export function buildModel(trace) {
    const model = {
        header: trace.header, events: trace.events, sources: trace.sources,
        lines: trace.lines, slices: [], records: new Map(), storms: [],
        at: new Int32Array(trace.events.length), threads: new Map(),
        requests: new Map(), // of HTTP, by number
        posts: new Map(), taken: new Map(), // a message: its post, its callback
    };
    threadOf(model, 0);
    model.reading = new PageReading(model);
    addSlices(model);
    addSteps(model);
    addRoles(model);
    model.microtasks = Map.groupBy(
        model.runs.filter((run) => run.type === 'microtask'), (run) => run.cause);
    addStorms(model);
    model.phases = phasesOf(model);
    model.hasClock = trace.events.some((event) => event.rt !== undefined);
    return model;
}

// ---- Questions -------------------------------------------------------------

/** The slice in which event k happened, or null between all of them. */
export function sliceAt(model, k) {
    return model.at[k] < 0 ? null : model.slices[model.at[k]];
}

/** The same, of callbacks, ticks and microtasks only. */
export function runAt(model, k) {
    let slice = sliceAt(model, k);
    while (slice !== null && (slice.type === 'turn' || slice.type === 'phase'))
        slice = slice.parent;
    return slice;
}

export function enclosing(slice, type) {
    while (slice !== null && slice.type !== type)
        slice = slice.parent;
    return slice;
}

/** The last run of record `id` that began before event k. */
export function runOfBefore(model, id, k) {
    const runs = model.records.get(id)?.slices ?? [];
    return runs[countBefore(runs, k) - 1] ?? null;
}

// How many of the slices begin before event k.
function countBefore(slices, k) {
    return bisect(slices.length, (n) => slices[n].begin < k);
}

/** The run that asked for this one; null for the main script. What another
 * thread made runnable was asked for there. */
export function causeOf(model, slice) {
    if (slice.rest !== undefined)
        return slice.rest;
    const far = slice.far === undefined ? null :
        runOfBefore(model, slice.far, slice.begin);
    if (far !== null)
        return far;
    const record = model.records.get(slice.id);
    if (record !== undefined && record.made >= 0 && record.made < slice.begin) {
        const run = runAt(model, record.made);
        if (run !== null && run !== slice)
            return run;
    }
    return slice.cause ? runOfBefore(model, slice.cause, slice.begin) : null;
}

/** The event in `cause` by which it asked for the run. */
export function madeAt(model, slice, cause) {
    const made = slice.far !== undefined ? model.posts.get(slice.message) ?? -1 :
        model.records.get(slice.id)?.made ?? -1;
    return made >= cause.begin && made <= cause.end ? made :
        Math.max(cause.begin, Math.min(cause.end, slice.begin - 1));
}

/** From this run back to the main script, or `most` links of that. */
export function chainOf(model, slice, max = Infinity) {
    const chain = [];
    let at = slice;
    // A cause begins before what it caused, so this ends.
    while (at !== null && chain.length < max &&
        (chain.length === 0 || at.begin < chain.at(-1).begin)) {
        chain.push(at);
        if (at === model.reading.body?.slice) // before it is only the loader of modules
            break;
        at = causeOf(model, at);
    }
    return chain;
}

// A microtask has no event when it is queued, only its cause.
function microtasksOf(model, slice, limit) {
    const runs = model.microtasks.get(slice.id) ?? [];
    const from = countBefore(runs, slice.begin);
    return runs.slice(from, from + limit)
        .filter((run) => causeOf(model, run) === slice)
        .map((run) => ({ made: Math.min(slice.end, run.begin), run }));
}

/** What this run scheduled and what came of it, at most `limit` of them. */
export function effectsOf(model, slice, limit) {
    const found = microtasksOf(model, slice, limit);
    for (let k = slice.begin + 1; k < slice.end && found.length < limit; k++) {
        const event = model.events[k];
        if ((event.t ?? 0) !== slice.track)
            continue;
        const taken = event.e === 'post' ? model.taken.get(event.m) : undefined;
        if (taken !== undefined)
            found.push({ made: k, run: taken });
        if (!MAKES.has(event.e) || event.own === true)
            continue;
        const runs = model.records.get(event.id)?.slices ?? [];
        const run = runs[countBefore(runs, k + 1)];
        if (run !== undefined)
            found.push({ made: k, run });
    }
    return found.sort((a, b) => a.run.begin - b.run.begin);
}

/** The first of the sorted numbers that is above k, or the last below it. */
export function nextStop(stops, k, forward) {
    const n = forward ? bisect(stops.length, (at) => stops[at] <= k) :
        bisect(stops.length, (at) => stops[at] < k) - 1;
    return stops[n] ?? -1;
}

/** The name of a file without its folders. */
export function baseName(file) {
    return file.slice(file.lastIndexOf('/') + 1);
}
