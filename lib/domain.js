'use strict';
/*
 * domain - groups of callbacks and emitters that share one handler of errors.
 *
 * Domains that were entered and not left are on a stack, `_stack`; the last of
 * them is the active one. What is made meanwhile belongs to it:
 *
 *     callbacks, promises   an async hook notes the domain in `init`, enters it
 *                           in `before` and leaves it in `after`
 *     emitters              get it as their property `domain`; emit() enters it
 *
 * An uncaught exception finds the stack as the code that threw has left it, so
 * nothing here leaves a domain in a `finally`. The handler of the innermost
 * domain is called outside of that domain; what it throws goes to the next one.
 *
 * What must stay true:
 * - A program that does not load this module pays nothing: EventEmitter is
 *   changed, and the hooks are set, when it is loaded or when the first domain
 *   is made.
 * - After an uncaught exception the stack is empty.
 * - A domain lives no longer than what belongs to it: resources hold their
 *   domain weakly or by their own property.
 */

const EventEmitter = require('events');
const { createHook, executionAsyncResource } = require('internal/async/hooks');
const { codes } = require('internal/errors');
const execution = require('internal/process/execution');
const promiseEvents = require('internal/promises');
const { setDomainOf } = require('internal/process/promises');

const { apply } = Reflect;

if (process.hasUncaughtExceptionCaptureCallback())
    throw new codes.ERR_DOMAIN_CALLBACK_NOT_AVAILABLE();

const stack = [];
exports._stack = stack;
exports.active = null;

function setActive(domain) {
    exports.active = domain;
    process.domain = domain;
}

function leaveAll() {
    stack.length = 0;
    setActive(null);
}

/* Not enumerable, so that console.log() does not show a domain everywhere. */
function assign(object, domain) {
    Object.defineProperty(object, 'domain', {
        __proto__: null, configurable: true, enumerable: false,
        value: domain, writable: true,
    });
}

function isObject(value) {
    return (typeof value === 'object' && value !== null) ||
        typeof value === 'function';
}

// ---- What is made in a domain ----------------------------------------------

const domains = new WeakMap(); // by resource
const domainsOfTicks = new Map(); // by id: their resource is their function
const rejectedIn = new WeakMap(); // by promise

function noteDomain(id, type, trigger, resource) {
    const { domain } = process;
    if (domain === null || domain === undefined) {
        domains.delete(resource); // some resources are used again
    } else if (typeof resource === 'function') {
        domainsOfTicks.set(id, domain);
    } else {
        domains.set(resource, domain);
        /* A promise of another context must not lead out of it. */
        if (type !== 'PROMISE' || resource instanceof Promise)
            assign(resource, domain);
    }
}

function domainOfRunning(id) {
    return domainsOfTicks.get(id) ?? domains.get(executionAsyncResource());
}

const hook = createHook({
    init: noteDomain,
    before(id) {
        domainOfRunning(id)?.enter();
    },
    after(id) {
        domainOfRunning(id)?.exit();
        domainsOfTicks.delete(id);
    },
});

/* A rejection belongs to the domain in which it happened, which need not be
 * that of the promise. */
function noteSettled(event, promise) {
    if (event === promiseEvents.RESOLVE && process.domain)
        rejectedIn.set(promise, process.domain);
}

let following = false;

function startFollowing() {
    hook.enable();
    if (following)
        return;
    following = true;
    promiseEvents.follow(noteSettled);
    setDomainOf((promise) => rejectedIn.get(promise));
}

// ---- Uncaught exceptions ---------------------------------------------------

function hasHandler(domain) {
    return domain.listenerCount('error') > 0;
}

function handleUncaught(error) {
    return process.domain._errorHandler(error);
}

execution.setDomains({
    findHandler: () => (stack.some(hasHandler) ? handleUncaught : null),
    leaveAll,
});

const loadedAt = new Error('require(`domain`) at this point').stack;

process.setUncaughtExceptionCaptureCallback = function(fn) {
    const error = new codes.ERR_DOMAIN_CANNOT_SET_UNCAUGHT_EXCEPTION_CAPTURE();
    error.stack += `\n${'-'.repeat(40)}\n${loadedAt}`;
    throw error;
};

function markError(error, domain, isThrown) {
    assign(error, domain);
    error.domainThrown = isThrown;
}

/* The outermost handler may throw: that ends the program. Without a handler
 * there is no event, since an 'error' event that nobody hears is thrown. */
function emitOutermost(domain, error) {
    return hasHandler(domain) && domain.emit('error', error);
}

/* What the handler throws is the next domain's, as is the error itself if there
 * is no handler. */
function emitInner(domain, error) {
    try {
        return domain.emit('error', error);
    } catch (next) {
        if (stack.length === 0)
            throw next;
        setActive(stack.at(-1));
        return exports.active._errorHandler(next);
    }
}

// ---- Domain ----------------------------------------------------------------

/* Two domains that are members of each other would pass an error round. */
function isWithin(inner, outer) {
    for (let at = inner.domain; at; at = at.domain) {
        if (at === outer)
            return true;
    }
    return false;
}

class Domain extends EventEmitter {
    members = [];

    constructor() {
        super();
        startFollowing();
    }

    enter() {
        setActive(this);
        stack.push(this);
    }

    /* Also leaves those that were entered since. */
    exit() {
        const index = stack.lastIndexOf(this);
        if (index === -1)
            return;
        stack.length = index;
        setActive(stack.at(-1));
    }

    run(fn, ...args) {
        this.enter();
        const result = apply(fn, this, args);
        this.exit();
        return result;
    }

    bind(callback) {
        const domain = this;
        function runBound(...args) {
            domain.enter();
            const result = apply(callback, this, args);
            domain.exit();
            return result;
        }
        assign(runBound, this);
        return runBound;
    }

    intercept(callback) {
        const domain = this;
        return function runIntercepted(error, ...args) {
            if (error instanceof Error) {
                error.domainBound = callback;
                markError(error, domain, false);
                domain.emit('error', error);
                return undefined;
            }
            domain.enter();
            const result = apply(callback, this, args);
            domain.exit();
            return result;
        };
    }

    add(emitter) {
        if (emitter.domain === this)
            return;
        if (emitter.domain)
            emitter.domain.remove(emitter);
        if (emitter instanceof Domain && isWithin(this, emitter))
            return;
        assign(emitter, this);
        this.members.push(emitter);
    }

    remove(emitter) {
        emitter.domain = null;
        const index = this.members.indexOf(emitter);
        if (index !== -1)
            this.members.splice(index, 1);
    }

    /* An uncaught exception in this domain; true if it was handled. */
    _errorHandler(error) {
        if (isObject(error))
            markError(error, this, true);
        while (exports.active === this)
            this.exit();
        const isHandled = stack.length === 0 ? emitOutermost(this, error) :
            emitInner(this, error);
        leaveAll();
        return isHandled;
    }
}

// ---- Emitters --------------------------------------------------------------

const { init: plainInit } = EventEmitter;
const { emit: plainEmit } = EventEmitter.prototype;

EventEmitter.usingDomains = true;

EventEmitter.init = function(options) {
    assign(this, this instanceof Domain ? null : exports.active || null);
    return apply(plainInit, this, [options]);
};

/* The handler runs outside of the active domain, in the one around it: an
 * emitter that it makes must not report to that same handler. */
function leaveActive() {
    let count = stack.length;
    while (count > 0 && stack[count - 1] === process.domain)
        count--;
    stack.length = count;
    setActive(count > 0 ? stack[count - 1] : null);
}

function emitToDomain(domain, emitter, given) {
    const error = given || new codes.ERR_UNHANDLED_ERROR();
    if (typeof error === 'object') {
        error.domainEmitter = emitter;
        markError(error, domain, false);
    }
    const { domain: active } = process;
    const entered = stack.slice();
    leaveActive();
    domain.emit('error', error);
    stack.splice(0, stack.length, ...entered);
    setActive(active);
    return false;
}

EventEmitter.prototype.emit = function emit(...args) {
    const { domain } = this;
    const isError = args[0] === 'error';
    if (domain === null || domain === undefined || this === process ||
        (isError && this.listenerCount('error') > 0))
        return apply(plainEmit, this, args);
    if (isError)
        return emitToDomain(domain, this, args[1]);
    domain.enter();
    const result = apply(plainEmit, this, args);
    domain.exit();
    return result;
};

function createDomain() {
    return new Domain();
}

exports.Domain = Domain;
exports.create = createDomain;
exports.createDomain = createDomain;
