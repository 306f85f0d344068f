'use strict';

/*
 * internal/explore/witness_text - the preload that witness.js writes, but for its head:
 * a program for stock Node, from version 18 on. It stands here as a text because it
 * does not run here.
 *
 * It wraps the calls into Node's own fs binding, which are the steps that an order
 * names (a readFile() is open, fstat, read, close), and timers and immediates.
 *
 *     call -> queue, one at a time, first come first served -> callback
 *               held: passed over until the callback it waits for has run
 *
 * So what the order does not mention comes as in a run where files are fast: a timer
 * waits while operations are under way. All of this only makes things later than
 * they would be, and that can happen to each of them anyway.
 */

const VITEST = String.raw`
// Vitest runs its tests in processes of their own (--pool=forks), and they are meant.
if (/[/\\]vitest\.mjs$/.test(process.argv[1] || '')) {
    process.env.NODE_OPTIONS = (process.env.NODE_OPTIONS || '') + ' --require ' +
        JSON.stringify(__filename);
    return;
}

`;

const NAMES = String.raw`
// ---- Names: step@file:line#n, as the order has them --------------------------------

const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const { dirname } = require('path');
const { fileURLToPath } = require('url');

const cwd = process.cwd() + '/';
const causes = new AsyncLocalStorage(); // the place of what led to this
const counts = new Map();

// The first line of the program's own that is running now; of what Node does later by
// itself, the line that led to it.
function placeNow() {
    const { prepareStackTrace, stackTraceLimit } = Error;
    Error.prepareStackTrace = (error, sites) => sites;
    Error.stackTraceLimit = 100;
    const sites = new Error().stack;
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
    let wrapper; // if there is nothing else
    for (const site of Array.isArray(sites) ? sites : []) {
        const name = site.getFileName();
        if (!name || site.isAsync() || name === __filename || name.startsWith('node:'))
            continue;
        const code = shorten(name) + ':' + site.getLineNumber();
        const place = PLACES[code] || code;
        if (!isWrapper(name))
            return place;
        wrapper = wrapper || place;
    }
    return causes.getStore() || wrapper || '?';
}

// Packages that only pass calls on: who called them is named.
const WRAPPERS = ['graceful-fs', 'universalify', 'pify', 'mz', 'thenify', 'es6-promisify'];

function isWrapper(name) {
    const match = /.*\/node_modules\/([^/]+)\//.exec(name);
    return match !== null && WRAPPERS.includes(match[1]);
}

function shorten(name) {
    const file = name.startsWith('file:') ? fileURLToPath(name) : name;
    const short = file.startsWith(cwd) ? file.slice(cwd.length) : file;
    return short.replace(/[,>+#% ]/g,
        (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase());
}

function makeThing(step, place = placeNow()) {
    const base = step + '@' + place;
    const n = (counts.get(base) || 0) + 1;
    counts.set(base, n);
    return { name: base + '#' + n, place, events: 0, number: ++made };
}

function eventName(thing, m) {
    return m > 1 ? thing.name + '.' + m : thing.name;
}
`;

const CALLBACKS = String.raw`
// ---- Callbacks: what waits for one is released when it has run ---------------------

let made = 0;
let running = null;      // the thing whose callback runs, with what was made before it
let lastEvent = performance.now();
let forcedUntil = 0;     // timers that came due while the program stood still

function spin(ms) {
    const end = performance.now() + ms;
    while (performance.now() < end);
    forcedUntil = performance.now();
}

// Clock reads: each timer that the callback sets is one.
function readClock() {
    if (!running)
        return;
    running.reads++;
    for (const stall of STALLS)
        if (stall.who === running.event && stall.read === running.reads && !stall.isOver)
            stand(stall);
}

function stand(stall) {
    stall.isOver = true;
    spin(stall.ms);
}

function begin(thing) {
    thing.events++;
    lastEvent = performance.now();
    running = { event: eventName(thing, thing.events), reads: 0, made };
    return running;
}

function end(call) {
    lastEvent = performance.now();
    for (const hold of HOLDS)
        if (hold.until === call.event && !hold.isOver)
            Object.assign(hold, { isOver: true, rank: call.made + 0.5 });
    for (const stall of STALLS)
        if (stall.who === call.event && !stall.isOver)
            afterMicrotasks(() => stall.isOver || stand(stall));
    takeTurn();
}

function afterMicrotasks(fn) {
    original.nextTick(() => queueMicrotask(() => original.nextTick(fn)));
}

function run(thing, fn, self, args) {
    const call = begin(thing);
    try {
        return fn.apply(self, args);
    } finally {
        end(call);
    }
}

function holdOn(thing, isReport) {
    const event = eventName(thing, thing.events + 1);
    return HOLDS.find((hold) => !hold.isOver && hold.who === event &&
        hold.isReport === isReport);
}
`;

const QUEUE = String.raw`
// ---- Operations: one at a time, in the order in which they were asked for ----------

const original = {
    setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate,
    nextTick: process.nextTick,
};
const queue = [];        // operations that have not begun
const kept = [];         // operations that are done, whose callback is held
const late = [];         // timers and immediates that are due
let current = null;      // the operation that is under way
let hasTurn = false;

function takeTurn() {
    if (hasTurn)
        return;
    hasTurn = true;
    original.setImmediate(() => {
        hasTurn = false;
        turn();
    });
}

function isBusy() {
    return current !== null || queue.some((op) => !holdOn(op.thing, false));
}

// What was asked for before the callback that released an operation comes before it.
function rankOf(op) {
    const ranks = HOLDS.filter((hold) => hold.isOver && hold.who === op.event)
        .map((hold) => hold.rank || 0);
    return Math.max(op.thing.number, ...ranks);
}

function nextOperation() {
    let next = null;
    for (const op of [...queue, ...kept])
        if (!holdOn(op.thing, op.isDone) && (!next || rankOf(op) < rankOf(next)))
            next = op;
    return next;
}

function take(list, op) {
    list.splice(list.indexOf(op), 1);
    return op;
}

function ask(thing, begin) {
    queue.push({ thing, event: eventName(thing, 1), start: begin, isDone: false,
        since: performance.now(), resource: new AsyncResource('HELD') });
    takeTurn();
}

function turn() {
    const op = current === null ? nextOperation() : null;
    if (op !== null && op.isDone)
        report(take(kept, op));
    else if (op !== null)
        start(take(queue, op));
    const due = late.findIndex((one) => !one.mustWait());
    if (due >= 0)
        late.splice(due, 1)[0].fire();
    if (late.length > 0)
        takeTurn();
    if (queue.length + kept.length > 0)
        watch();
}

function start(op) {
    current = op;
    op.start((report) => {
        op.report = report;
        if (!holdOn(op.thing, true))
            return finish(op);
        op.isDone = true;
        current = null;
        kept.push(op);
        takeTurn();
    });
}

function finish(op) {
    current = null;
    const call = begin(op.thing);
    try {
        op.report();
    } finally {
        end(call);
    }
}

// A callback that was kept comes where callbacks of files do, not among immediates.
function report(op) {
    const req = new binding.FSReqCallback();
    current = op;
    req.oncomplete = () => op.resource.runInAsyncScope(finish, null, op);
    original.access('.', 0, req);
}

// ---- The end: nothing else can run, so the first hold is over ----------------------

const CHECK_MS = 5, IDLE_MS = 40, QUIET_MS = 300;
let watcher = null;

function watch() {
    if (watcher === null)
        watcher = original.setTimeout(lookForEnd, CHECK_MS);
}

function lookForEnd() {
    watcher = null;
    const ops = [...queue, ...kept];
    if (ops.length === 0)
        return;
    const now = performance.now();
    const isIdle = !isBusy() && late.length === 0 && !hasPendingTimer();
    const quiet = others() > 0 ? QUIET_MS : IDLE_MS;
    const overdue = ops.filter((op) => now - op.since > MAX_HOLD_MS);
    if (overdue.length > 0 || (isIdle && now - lastEvent > quiet)) {
        const [op] = [...overdue, ...ops];
        const hold = holdOn(op.thing, false) || holdOn(op.thing, true);
        if (hold)
            hold.isOver = true;
        lastEvent = now;
        takeTurn();
    }
    watch();
}

// What else keeps the program alive: sockets, servers, children.
function others() {
    return process.getActiveResourcesInfo().filter((name) =>
        !/^(Timeout|Immediate|TTYWrap|CloseReq|FSReq.*)$/.test(name)).length;
}
`;

const FILES = String.raw`
// ---- Files: each call into the binding is a step -----------------------------------

// The binding is what all of fs and fs.promises stand on, and has the steps.
const binding = process.binding('fs');
const STEPS = {
    access: 'access', chmod: 'chmod', chown: 'chown', close: 'close',
    copyFile: 'copyfile', fchmod: 'fchmod', fchown: 'fchown', fdatasync: 'fdatasync',
    fstat: 'fstat', fsync: 'fsync', ftruncate: 'ftruncate', futimes: 'futimes',
    lchown: 'lchown', link: 'link', lstat: 'lstat', lutimes: 'lutimes', mkdir: 'mkdir',
    mkdtemp: 'mkdtemp', open: 'open', openFileHandle: 'open', read: 'read',
    readBuffers: 'read', readdir: 'scandir', readlink: 'readlink',
    realpath: 'realpath', rename: 'rename', rmdir: 'rmdir', stat: 'stat',
    statfs: 'statfs', symlink: 'symlink', unlink: 'unlink', utimes: 'utimes',
    writeBuffer: 'write', writeBuffers: 'write', writeString: 'write',
};

// With a request whose oncomplete() is called.
function askByCallback(thing, req, call) {
    const done = req.oncomplete;
    ask(thing, (whenDone) => {
        req.oncomplete = (...results) => whenDone(() => done.apply(req, results));
        call();
    });
}

// With a promise as the result.
function askByPromise(thing, call) {
    return new Promise((resolve, reject) => {
        ask(thing, (whenDone) => call().then(
            (value) => whenDone(() => resolve(value)),
            (error) => whenDone(() => reject(error))));
    });
}

for (const [key, step] of Object.entries(STEPS)) {
    const fn = binding[key];
    if (typeof fn !== 'function')
        continue;
    original[key] = fn;
    binding[key] = function(...args) {
        const req = args.find((arg) => arg === binding.kUsePromises ||
            arg instanceof binding.FSReqCallback);
        if (req === undefined)
            return fn.apply(this, args); // it is synchronous
        const call = () => fn.apply(this, args);
        const thing = makeThing(step);
        return req === binding.kUsePromises ? askByPromise(thing, call) :
            askByCallback(thing, req, call);
    };
}

// A mkdir() with recursive goes over several turns of the loop in one call: here each
// folder is a step. If one cannot be made, Node's own call says why.
function askStep(key, thing, args, then) {
    const req = new binding.FSReqCallback();
    req.oncomplete = then;
    askByCallback(thing, req, () => original[key].call(binding, ...args, req));
}

function makeTree(path, mode, done) {
    const place = placeNow();
    const missing = [path];
    let first, isParentKnown = false;
    const giveUp = () => original.mkdir.call(binding, path, mode, true,
        Object.assign(new binding.FSReqCallback(), { oncomplete: done }));
    const next = () => askStep('mkdir', makeThing('mkdir', place),
        [missing[missing.length - 1], mode, false], made);
    const oneIsThere = () => {
        missing.pop();
        return missing.length > 0 ? next() : done(null, first);
    };
    function made(error) {
        const one = missing[missing.length - 1];
        const parent = dirname(one);
        if (error && error.code === 'ENOENT' && parent !== one && !isParentKnown)
            return missing.push(parent) && next();
        isParentKnown = true;
        first = first || (error ? undefined : one);
        if (!error)
            return oneIsThere();
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
            return giveUp();
        askStep('stat', makeThing('stat', place), [one, false],
            (failed, stats) => isFolder(failed, stats) ? oneIsThere() : giveUp());
    }
    next();
}

function isFolder(error, stats) {
    return !error && (Number(stats[1]) & 0o170000) === 0o040000;
}

const mkdirOne = binding.mkdir;
binding.mkdir = function(path, mode, isRecursive, req) {
    if (!isRecursive || req === undefined || typeof path !== 'string')
        return mkdirOne.apply(this, arguments);
    if (req !== binding.kUsePromises)
        return makeTree(path, mode, (...results) => req.oncomplete(...results));
    return new Promise((resolve, reject) => makeTree(path, mode,
        (error, first) => error ? reject(error) : resolve(first)));
};

const closeHandle = binding.FileHandle.prototype.close;
binding.FileHandle.prototype.close = function() {
    return askByPromise(makeThing('close'), () => closeHandle.call(this));
};

// The later steps of a call have the line of the call.
function keepPlace(object, key) {
    const fn = object[key];
    const wrapped = function(...args) {
        return causes.run(placeNow(), () => fn.apply(this, args));
    };
    Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(fn));
    Object.defineProperty(object, key, { value: wrapped, writable: true,
        enumerable: true, configurable: true });
}

function isAsynchronous(object, key) {
    const { value } = Object.getOwnPropertyDescriptor(object, key);
    return typeof value === 'function' && !/^[A-Z_]|Sync$/.test(key);
}

const fs = require('fs');
for (const object of [fs, fs.promises])
    for (const key of Object.keys(object))
        if (isAsynchronous(object, key))
            keepPlace(object, key);
keepPlace(process, 'nextTick');
`;

const TIMERS = String.raw`
// ---- Timers and immediates: they wait while operations are under way ---------------

const timers = require('timers');
const timerPromises = require('timers/promises');
const GATE_MS = 500;
const things = new WeakMap(); // by the object that the program has
const pending = new Set();

function hasPendingTimer() {
    for (const { timer } of pending)
        if (timer && timer.hasRef())
            return true;
    return false;
}

// mustWait() says whether; fire() is called at once, or later.
function fireOrWait(thing, mustWait, fire) {
    if (thing.isLate || thing.isCleared)
        return;
    if (!mustWait())
        return fire();
    thing.isLate = true;
    const since = performance.now();
    late.push({
        mustWait: () => mustWait() && performance.now() - since < GATE_MS,
        fire() {
            thing.isLate = false;
            if (!thing.isCleared)
                thing.resource.runInAsyncScope(fire);
        },
    });
    takeTurn();
}

function wrapTimer(name) {
    const isOnce = name === 'setTimeout';
    const make = original[name];
    const wrapped = function(fn, ms, ...args) {
        if (typeof fn !== 'function')
            return make.apply(this, arguments);
        readClock();
        const thing = makeThing('timer');
        const delay = ms >= 1 && ms <= 0x7fffffff ? Number(ms) : 1;
        thing.due = performance.now() + delay;
        thing.resource = new AsyncResource('LATE');
        const fire = () => {
            thing.due = performance.now() + delay;
            if (isOnce)
                pending.delete(thing);
            run(thing, fn, thing.timer, args);
        };
        thing.timer = make(() => fireOrWait(thing,
            () => thing.due > forcedUntil && isBusy(), fire), ms);
        pending.add(thing);
        things.set(thing.timer, thing);
        things.set(Object(thing.timer), thing);
        return thing.timer;
    };
    publish(name, wrapped);
}

function wrapTimerPromise() {
    const make = timerPromises.setTimeout;
    timerPromises.setTimeout = async function(ms, value, options) {
        readClock();
        const thing = makeThing('timer');
        thing.due = performance.now() + ms;
        thing.resource = new AsyncResource('LATE');
        thing.timer = { hasRef: () => !options || options.ref !== false };
        pending.add(thing);
        try {
            await make.call(this, ms, value, options);
        } finally {
            pending.delete(thing);
        }
        return new Promise((resolve) => fireOrWait(thing,
            () => thing.due > forcedUntil && isBusy(),
            () => run(thing, resolve, null, [value])));
    };
}

function wrapImmediate() {
    const wrapped = function(fn, ...args) {
        if (typeof fn !== 'function')
            return original.setImmediate.apply(this, arguments);
        const thing = makeThing('immediate');
        let before = running && running.event !== MAIN ? running.made : Infinity;
        thing.resource = new AsyncResource('LATE');
        const mustWait = () => {
            before = Math.min(before, made);
            return [...queue, current].some((op) => op !== null &&
                op.thing.number <= before && !holdOn(op.thing, false));
        };
        thing.immediate = original.setImmediate(() => fireOrWait(thing, mustWait,
            () => run(thing, fn, thing.immediate, args)));
        things.set(thing.immediate, thing);
        return thing.immediate;
    };
    publish('setImmediate', wrapped);
}

function wrapClear(name) {
    publish(name, function(timer) {
        const thing = timer !== null && typeof timer === 'object' ? things.get(timer) :
            [...pending].find((one) => timer !== undefined && timer !== null &&
                +one.timer === +timer);
        if (thing) {
            thing.isCleared = true;
            pending.delete(thing);
        }
        return original[name](timer);
    });
}

function publish(name, wrapped) {
    Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original[name]));
    globalThis[name] = timers[name] = wrapped;
}
`;

const BEGINNING = String.raw`
// ---- The beginning -----------------------------------------------------------------

wrapTimer('setTimeout');
wrapTimer('setInterval');
wrapTimerPromise();
wrapImmediate();
for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate'])
    wrapClear(name);
require('module').syncBuiltinESMExports();

process.explore = {
    __proto__: null,
    fail(message = 'process.explore.fail()') {
        process.stderr.write('orrery: failure: ' + message + '\n');
        process.exitCode = process.exitCode || 1;
    },
};

const script = begin({ name: MAIN, events: 0 });
original.nextTick(() => end(script));
`;

module.exports = { VITEST, NAMES, CALLBACKS, QUEUE, FILES, TIMERS, BEGINNING };
