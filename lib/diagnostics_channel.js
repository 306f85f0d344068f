'use strict';
/*
 * diagnostics_channel - named channels that report what a module does.
 *
 * A channel without subscribers is the common case and must cost next to
 * nothing, so it is a plain Channel whose publish() is empty. The first
 * subscriber or bound store turns it into an ActiveChannel by changing its
 * prototype, the last one that leaves turns it back.
 *
 * What must stay true:
 * 1. The registry holds channels weakly, but one with subscribers stays: it is
 *    also in `active`, which holds it.
 * 2. The list of subscribers is never changed, only replaced: a subscriber may
 *    leave while a message is published.
 */

const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');
/* Loaded when first used: internal/console/console. */

const registry = new Map(); // name -> WeakRef of the channel
const active = new Set();
const forgotten = new FinalizationRegistry((name) => {
    if (registry.get(name)?.deref() === undefined)
        registry.delete(name);
});

// What a subscriber throws is an uncaught exception, but not the publisher's.
function throwLater(error) {
    process.nextTick(() => {
        internalBinding('errors').triggerUncaughtException(error, false);
    });
}

/* The console asks for channels only after one of its own had a subscriber. */
const consoleMethods = new Set(['log', 'info', 'debug', 'warn', 'error'].map(
    (method) => `console.${method}`));

function publishLine(method, args) {
    registry.get(`console.${method}`)?.deref()?.publish(args);
}

function activate(channel) {
    if (channel._subscribers !== undefined)
        return;
    Object.setPrototypeOf(channel, ActiveChannel.prototype);
    channel._subscribers = [];
    channel._stores = new Map();
    active.add(channel);
    if (consoleMethods.has(channel.name))
        require('internal/console/console').listeners.publish = publishLine;
}

function deactivateIfUnused(channel) {
    if (channel._subscribers.length > 0 || channel._stores.size > 0)
        return;
    active.delete(channel);
    Object.setPrototypeOf(channel, Channel.prototype);
    channel._subscribers = undefined;
    channel._stores = undefined;
}

class Channel {
    constructor(name) {
        this._subscribers = undefined;
        this._stores = undefined;
        this.name = name;
        this._index = undefined;
        registry.set(name, new WeakRef(this));
        forgotten.register(this, name);
    }

    static [Symbol.hasInstance](instance) {
        const prototype = Object.getPrototypeOf(instance);
        return prototype === Channel.prototype ||
            prototype === ActiveChannel.prototype;
    }

    subscribe(subscription) {
        validateFunction(subscription, 'subscription');
        activate(this);
        this.subscribe(subscription);
    }

    unsubscribe() {
        return false;
    }

    bindStore(store, transform) {
        activate(this);
        this.bindStore(store, transform);
    }

    unbindStore() {
        return false;
    }

    get hasSubscribers() {
        return false;
    }

    publish() {}

    runStores(data, fn, thisArg, ...args) {
        return Reflect.apply(fn, thisArg, args);
    }
}

// Run `next` with the store set to what the transform makes of the data; one
// that throws leaves the store as it is.
function runWithStore(store, transform, data, next) {
    let context = data;
    if (transform !== undefined) {
        try {
            context = transform(data);
        } catch (error) {
            throwLater(error);
            return next();
        }
    }
    return store.run(context, next);
}

class ActiveChannel {
    subscribe(subscription) {
        validateFunction(subscription, 'subscription');
        this._subscribers = [...this._subscribers, subscription];
    }

    unsubscribe(subscription) {
        const index = this._subscribers.indexOf(subscription);
        if (index === -1)
            return false;
        this._subscribers = this._subscribers.toSpliced(index, 1);
        deactivateIfUnused(this);
        return true;
    }

    bindStore(store, transform) {
        this._stores.set(store, transform);
    }

    unbindStore(store) {
        if (!this._stores.delete(store))
            return false;
        deactivateIfUnused(this);
        return true;
    }

    get hasSubscribers() {
        return true;
    }

    publish(data) {
        for (const onMessage of this._subscribers ?? []) {
            try {
                onMessage(data, this.name);
            } catch (error) {
                throwLater(error);
            }
        }
    }

    runStores(data, fn, thisArg, ...args) {
        let run = () => {
            this.publish(data);
            return Reflect.apply(fn, thisArg, args);
        };
        for (const [store, transform] of this._stores) {
            const next = run;
            run = () => runWithStore(store, transform, data, next);
        }
        return run();
    }
}

function channel(name) {
    const found = registry.get(name)?.deref();
    if (found !== undefined)
        return found;
    if (typeof name !== 'string' && typeof name !== 'symbol')
        throw new codes.ERR_INVALID_ARG_TYPE(
            'channel', ['string', 'symbol'], name);
    return new Channel(name);
}

function subscribe(name, subscription) {
    return channel(name).subscribe(subscription);
}

function unsubscribe(name, subscription) {
    return channel(name).unsubscribe(subscription);
}

function hasSubscribers(name) {
    return registry.get(name)?.deref()?.hasSubscribers ?? false;
}

// ---- Tracing channels ------------------------------------------------------

const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

function channelOf(given, event) {
    if (typeof given === 'string')
        return channel(`tracing:${given}:${event}`);
    if (typeof given === 'object' && given !== null) {
        const found = given[event];
        if (!(found instanceof Channel))
            throw new codes.ERR_INVALID_ARG_TYPE(
                `nameOrChannels.${event}`, ['Channel'], found);
        return found;
    }
    throw new codes.ERR_INVALID_ARG_TYPE(
        'nameOrChannels', ['string', 'object', 'TracingChannel'], given);
}

class TracingChannel {
    constructor(nameOrChannels) {
        for (const event of events) {
            Object.defineProperty(this, event, {
                __proto__: null, value: channelOf(nameOrChannels, event),
            });
        }
    }

    get hasSubscribers() {
        return events.some((event) => this[event]?.hasSubscribers);
    }

    subscribe(handlers) {
        for (const event of events) {
            if (handlers[event])
                this[event]?.subscribe(handlers[event]);
        }
    }

    unsubscribe(handlers) {
        let done = true;
        for (const event of events) {
            if (handlers[event] && !this[event]?.unsubscribe(handlers[event]))
                done = false;
        }
        return done;
    }

    traceSync(fn, context = {}, thisArg, ...args) {
        if (!this.hasSubscribers)
            return Reflect.apply(fn, thisArg, args);
        return startTraced(this, context, () => {
            context.result = Reflect.apply(fn, thisArg, args);
            return context.result;
        });
    }

    tracePromise(fn, context = {}, thisArg, ...args) {
        if (!this.hasSubscribers)
            return Reflect.apply(fn, thisArg, args);
        return startTraced(this, context, () => {
            const given = Reflect.apply(fn, thisArg, args);
            const promise = given instanceof Promise ? given :
                Promise.resolve(given);
            return promise.then(
                (result) => {
                    context.result = result;
                    publishSettled(this, context);
                    return result;
                },
                (error) => {
                    fail(this, context, error);
                    publishSettled(this, context);
                    return Promise.reject(error);
                });
        });
    }

    traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
        if (!this.hasSubscribers)
            return Reflect.apply(fn, thisArg, args);
        const callback = args.at(position);
        validateFunction(callback, 'callback');
        args.splice(position, 1, traced(this, callback, context));
        return startTraced(this, context,
                           () => Reflect.apply(fn, thisArg, args));
    }
}

/* Run the synchronous part of what is traced: between `start` and `end`, with
 * `error` if it throws. */
function startTraced(channels, context, body) {
    return channels.start.runStores(context, () => {
        try {
            return body();
        } catch (error) {
            fail(channels, context, error);
            throw error;
        } finally {
            channels.end.publish(context);
        }
    });
}

function publishSettled(channels, context) {
    channels.asyncStart.publish(context);
    channels.asyncEnd.publish(context);
}

function fail(channels, context, error) {
    context.error = error;
    channels.error.publish(context);
}

function traced(channels, callback, context) {
    return function(error, result) {
        const args = arguments;
        if (error)
            fail(channels, context, error);
        else
            context.result = result;
        return channels.asyncStart.runStores(context, () => {
            try {
                return Reflect.apply(callback, this, args);
            } finally {
                channels.asyncEnd.publish(context);
            }
        });
    };
}

function tracingChannel(nameOrChannels) {
    return new TracingChannel(nameOrChannels);
}

const { diagnostics } = require('internal/modules/helpers');
diagnostics.require = tracingChannel('module.require');
diagnostics.import = tracingChannel('module.import');
diagnostics.spawn = tracingChannel('child_process.spawn');
diagnostics.child = channel('child_process');

module.exports = {
    channel,
    hasSubscribers,
    subscribe,
    tracingChannel,
    unsubscribe,
    Channel,
};
