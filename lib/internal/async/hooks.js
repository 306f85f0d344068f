'use strict';
/*
 * internal/async/hooks - createHook(): the hooks, their events, and the stack
 * of async ids.
 *
 *     engine   ticks, timers, immediates      ->  onEngineEvent
 *     bind     handles and requests           ->  onEngineEvent
 *     engine   promises, by its promise hook  ->  onPromise
 *     lib/     ports and AsyncResource        ->  emitInit and others
 *
 * The engine has a listener only while there are hooks, so a program without
 * hooks pays nothing.
 *
 * What must stay true:
 * - A hook that is enabled or disabled while hooks run changes `active` at the
 *   end of the outermost one, for nested events, too.
 * - `stack` holds what has begun and not ended, innermost last. It is empty if
 *   everything that runs began before there were hooks; then the engine's own
 *   record is used.
 * - `destroy` never runs inside of what ended, but with the next immediates, or
 *   when nothing else is left to do.
 */

const { queueMicrotask } = internalBinding('order');
const binding = internalBinding('async');
const { codes } = require('internal/errors');
const promiseEvents = require('internal/promises');
const { setAtEnd } = require('internal/process/exit');
const { validateBoolean } = require('internal/validators');

// The kinds of engine.h, under Node's names.
const types = ['SCRIPT', 'TickObject', 'Microtask', 'Timeout', 'Immediate',
               'PROMISE', 'FINALIZER'];
const MICROTASK = 2; // its record is made when it runs
const FLUSH = 5; // an event that is not the engine's: see async.c
const RESOURCE = 6;
const TRIGGERED = 7;
const EVENTS = ['init', 'before', 'after', 'destroy', 'promiseResolve'];
const MANY_DESTROYED = 16384; // so many are flushed at once

const ReflectApply = Reflect.apply;

let active = []; // replaced, never changed, so that it may be walked
let wanted = active; // what it will be when the outermost hook has returned
let depth = 0;
const stack = []; // of { id, trigger, resource }
const triggers = new Map(); // by id, where the engine cannot know it
const promises = new WeakMap(); // to { id, trigger }
let destroyed = []; // ids whose `destroy` hook is to run

function isActive() {
    return active.length > 0;
}

// ---- Calling hooks ----------------------------------------------------------

/* An exception in a hook ends the program: hooks are no place to recover. But
 * that the stack has ended is the program's own fault, and it may catch
 * that. */
function die(error) {
    if (error instanceof RangeError &&
        error.message === 'Maximum call stack size exceeded')
        throw error;
    process._rawDebug(typeof error?.stack === 'string' ? error.stack :
        new Error(String(error)).stack);
    process.exit(1);
}

function settle() {
    if (active === wanted)
        return;
    active = wanted;
    listen();
}

function emit(name, ...args) {
    depth++;
    try {
        for (let i = 0; i < active.length; i++) {
            const hook = active[i];
            if (hook[name] !== undefined)
                ReflectApply(hook[name], hook, args);
        }
    } catch (error) {
        die(error);
    } finally {
        depth--;
    }
    if (depth === 0)
        settle();
}

function emitInit(id, type, trigger, resource) {
    if (active.length > 0)
        emit('init', id, type, trigger, resource);
}

function emitBefore(id, trigger, resource) {
    stack.push({ id, trigger, resource });
    if (active.length > 0)
        emit('before', id);
}

function emitAfter(id) {
    if (active.length > 0)
        emit('after', id);
    if (stack.length > 0 && stack[stack.length - 1].id === id)
        stack.pop();
}

function flushDestroyed() {
    while (destroyed.length > 0) {
        const ids = destroyed;
        destroyed = [];
        for (const id of ids)
            emit('destroy', id);
    }
}

function emitDestroy(id) {
    triggers.delete(id);
    if (active.length === 0)
        return;
    destroyed.push(id);
    if (destroyed.length === 1)
        binding.queueFlush();
    else if (destroyed.length === MANY_DESTROYED)
        queueMicrotask(flushDestroyed);
}

// ---- What runs --------------------------------------------------------------

const top = {}; // what there is outside of any resource

function executionAsyncId() {
    return stack.length > 0 ? stack[stack.length - 1].id :
        binding.executionId();
}

function triggerAsyncId() {
    return stack.length > 0 ? stack[stack.length - 1].trigger :
        binding.triggerId();
}

function executionAsyncResource() {
    return stack.length > 0 ? stack[stack.length - 1].resource : top;
}

/* Run fn in the scope of `id`, whose `init` was emitted by emitInit(). */
function runInScope(id, trigger, resource, fn, receiver, args) {
    emitBefore(id, trigger, resource);
    try {
        return ReflectApply(fn, receiver, args);
    } finally {
        emitAfter(id);
    }
}

/* The scope of a handle that was made without hooks: it emits nothing. */
const silent = { run: (fn) => fn(), close() {} };

function openScope(type, resource) {
    if (!isActive())
        return silent;
    const id = binding.newId();
    const trigger = executionAsyncId();
    emitInit(id, type, trigger, resource);
    return {
        run: (fn) => runInScope(id, trigger, resource, fn, undefined, []),
        close: () => emitDestroy(id),
    };
}

// ---- The engine's own -------------------------------------------------------

/* The engine knows which callback made a thing: not which scope within, and
 * not that a microtask is nothing by itself here. */
function onEngineInit(id, kind, trigger, resource, type) {
    const own = executionAsyncId();
    if (own !== trigger || kind === MICROTASK)
        triggers.set(id, own);
    emitInit(id, type ?? types[kind], own, resource);
}

const resources = new Map(); // handles and requests, by id

function onResource(id, trigger, resource, type) {
    resources.set(id, resource);
    onEngineInit(id, undefined, trigger, resource,
                 type ?? resource.requestType);
}

/* The trigger of an accepted socket is its server. */
function onTriggered(id, trigger, resource, type) {
    resources.set(id, resource);
    triggers.set(id, trigger);
    emitInit(id, type, trigger, resource);
}

/* An addon's own name for what it made is `type`. */
function onEngineEvent(event, id, kind, trigger, resource, type) {
    switch (event) {
    case 0:
        onEngineInit(id, kind, trigger, resource, type);
        break;
    case 1:
        emitBefore(id, triggers.get(id) ?? trigger,
                   resource ?? resources.get(id));
        break;
    case 2:
        emitAfter(id);
        break;
    case 3:
        resources.delete(id);
        emitDestroy(id);
        break;
    case FLUSH:
        flushDestroyed();
        break;
    case RESOURCE:
        onResource(id, trigger, resource, type);
        break;
    case TRIGGERED:
        onTriggered(id, trigger, resource, type);
    }
}

const registry = new FinalizationRegistry((id) => emitDestroy(id));
let registered = 0;

/*
 * `destroy` of a promise waits for the next turn. A program that awaits without
 * end has none, and must not fill memory with ended promises: so from time to
 * time their hooks run between microtasks, as in Node.
 */
function watchEnd(promise, id) {
    registry.register(promise, id);
    if (++registered % MANY_DESTROYED === 0)
        queueMicrotask(binding.runFinalizers);
}

function identify(promise) {
    let known = promises.get(promise);
    if (known === undefined) {
        known = { id: binding.newId(), trigger: executionAsyncId() };
        promises.set(promise, known);
    }
    return known;
}

function onPromiseInit(promise, parent) {
    const trigger = parent === undefined ? executionAsyncId() :
        identify(parent).id;
    const known = { id: binding.newId(), trigger };
    promises.set(promise, known);
    if (active.some((hook) => hook.destroy !== undefined))
        watchEnd(promise, known.id);
    emitInit(known.id, 'PROMISE', trigger, promise);
}

/* Run fn in the scope of a promise: unhandled rejections are reported so. */
function runForPromise(promise, fn, args) {
    const known = promises.get(promise);
    if (known === undefined)
        return ReflectApply(fn, undefined, args);
    stack.push({ ...known, resource: promise });
    try {
        return ReflectApply(fn, undefined, args);
    } finally {
        stack.pop();
    }
}

/* For hooks an exception ends everything that runs. */
function leavePromise(promise) {
    const known = promises.get(promise);
    if (known !== undefined && active.length > 0)
        emit('after', known.id);
}

function onPromise(event, promise, other) {
    switch (event) {
    case promiseEvents.INIT:
        onPromiseInit(promise, other);
        break;
    case promiseEvents.BEFORE: {
        const { id, trigger } = identify(promise);
        emitBefore(id, trigger, promise);
        break;
    }
    case promiseEvents.AFTER:
        emitAfter(identify(promise).id);
        break;
    case promiseEvents.RESOLVE:
        emit('promiseResolve', identify(promise).id);
        break;
    default: // settled once more: not for hooks
    }
}

// ---- Listening --------------------------------------------------------------

let listening = false;
let following = false; // promises

function listen() {
    const any = active.length > 0;
    if (any !== listening) {
        listening = any;
        binding.listen(any ? onEngineEvent : undefined);
        setAtEnd(flushDestroyed);
        promiseEvents.setRunner(runForPromise, leavePromise);
    }
    const promised = active.some((hook) => hook.tracksPromises);
    if (promised !== following) {
        following = promised;
        if (promised)
            promiseEvents.follow(onPromise);
        else
            promiseEvents.unfollow(onPromise);
    }
}

class AsyncHook {
    constructor(callbacks) {
        for (const name of EVENTS) {
            const fn = callbacks[name];
            if (fn !== undefined && typeof fn !== 'function')
                throw new codes.ERR_ASYNC_CALLBACK(`hook.${name}`);
            this[name] = fn;
        }
        const { trackPromises, promiseResolve } = callbacks;
        if (trackPromises !== undefined)
            validateBoolean(trackPromises, 'trackPromises');
        if (trackPromises === false && promiseResolve !== undefined) {
            throw new codes.ERR_INVALID_ARG_VALUE(
                'trackPromises', trackPromises,
                'must not be false when promiseResolve is enabled');
        }
        Object.defineProperty(this, 'tracksPromises', {
            __proto__: null, value: trackPromises !== false,
        });
    }

    enable() {
        if (!wanted.includes(this)) {
            wanted = [...wanted, this];
            if (depth === 0)
                settle();
        }
        return this;
    }

    disable() {
        if (wanted.includes(this)) {
            wanted = wanted.filter((hook) => hook !== this);
            if (depth === 0)
                settle();
        }
        return this;
    }
}

function createHook(callbacks) {
    return new AsyncHook(callbacks);
}

module.exports = {
    createHook,
    emitDestroy,
    emitInit,
    executionAsyncId,
    executionAsyncResource,
    isActive,
    openScope,
    runInScope,
    triggerAsyncId,
};
