'use strict';
/*
 * internal/browser/timers - setTimeout, setInterval, animation frames and idle
 * callbacks. In which order they run is decided in src/engine/browser.c.
 */

const { cancel, now, queueFrame, queueIdle, queueTimer } =
    internalBinding('browser');
const { callProgram, defineTag } = require('internal/browser/event_target');

const NESTED = 5; // what is nested deeper takes at least this long
const NESTED_MS = 4;
const LONGEST_MS = 0x7fffffff;

const timers = new Map(); // id -> { task, ... }
let lastId = 0;
let level = 0; // of the timer that is running; 0: none is

function toDelay(value) {
    const ms = Math.trunc(Number(value)) | 0;
    return ms > 0 && ms <= LONGEST_MS ? ms : 0;
}

function run(id) {
    const timer = timers.get(id);
    level = timer.level + 1;
    if (timer.repeats) {
        timer.level++;
        arm(id, timer);
    } else {
        timers.delete(id);
    }
    const { args, handler } = timer;
    if (typeof handler === 'function')
        callProgram(handler, globalThis, args);
    else
        callProgram(() => { (0, eval)(`${handler}`); }, undefined, []);
    level = 0;
}

function arm(id, timer) {
    const { level: nesting, ms } = timer;
    const min = nesting > NESTED ? NESTED_MS : 0;
    timer.task = queueTimer(() => run(id), Math.max(ms, min));
}

function start(handler, ms, args, repeats) {
    const id = ++lastId;
    const timer = { handler, args, repeats, ms: toDelay(ms), level, task: 0 };
    timers.set(id, timer);
    arm(id, timer);
    return id;
}

function needsHandler(count, name) {
    if (count > 0)
        return;
    throw new TypeError(`Failed to execute '${name}' on 'Window': 1 argument ` +
                        'required, but only 0 present.');
}

function setTimeout(handler, ms = 0, ...args) {
    needsHandler(arguments.length, 'setTimeout');
    return start(handler, ms, args, false);
}

function setInterval(handler, ms = 0, ...args) {
    needsHandler(arguments.length, 'setInterval');
    return start(handler, ms, args, true);
}

function clearTimeout(id = 0) {
    const timer = timers.get(Number(id));
    if (timer === undefined)
        return;
    timers.delete(Number(id));
    cancel(timer.task);
}

function clearInterval(id = 0) {
    clearTimeout(id);
}

/* ---- Frames ----------------------------------------------------------- */

function needsFunction(callback, name) {
    if (typeof callback === 'function')
        return;
    throw new TypeError(`Failed to execute '${name}' on 'Window': parameter ` +
                        "1 is not of type 'Function'.");
}

function requestAnimationFrame(callback) {
    needsFunction(callback, 'requestAnimationFrame');
    return queueFrame((time) => { callProgram(callback, undefined, [time]); });
}

function cancelAnimationFrame(id) {
    cancel(Number(id) || 0);
}

/* ---- Idle callbacks --------------------------------------------------- */

class IdleDeadline {
    #end;
    #didTimeout;

    constructor(end, didTimeout) {
        this.#end = end;
        this.#didTimeout = didTimeout;
    }

    get didTimeout() { return this.#didTimeout; }
    timeRemaining() { return Math.max(0, this.#end - now()); }
}
defineTag(IdleDeadline);

const idle = new Map(); // id -> the task of its timeout

function requestIdleCallback(callback, options = undefined) {
    needsFunction(callback, 'requestIdleCallback');
    const id = queueIdle((end) => runIdle(new IdleDeadline(end, false)));
    function runIdle(deadline) {
        cancelIdleCallback(id);
        callProgram(callback, undefined, [deadline]);
    }
    const ms = toDelay(options?.timeout ?? 0);
    idle.set(id, ms === 0 ? 0 :
        queueTimer(() => runIdle(new IdleDeadline(0, true)), ms));
    return id;
}

function cancelIdleCallback(id) {
    const timeout = idle.get(id);
    if (timeout === undefined)
        return;
    idle.delete(id);
    cancel(id);
    cancel(timeout);
}

module.exports = {
    cancelAnimationFrame, cancelIdleCallback, clearInterval, clearTimeout,
    requestAnimationFrame, requestIdleCallback, setInterval, setTimeout,
};
