'use strict';
/*
 * internal/streams/legacy - Stream, the class under all others, with the pipe()
 * of streams that have no state: they only emit 'data' and 'end'.
 */

const EventEmitter = require('events');

const { ownKeys } = Reflect;
const ArrayIsArray = Array.isArray;

function Stream(options) {
    EventEmitter.call(this, options);
}
Object.setPrototypeOf(Stream.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Stream, EventEmitter);

/* Emitters that are not ours may not have prependListener(). */
function prependListener(emitter, name, listener) {
    if (typeof emitter.prependListener === 'function')
        return emitter.prependListener(name, listener);
    const slot = emitter._events?.[name];
    if (!slot)
        emitter.on(name, listener);
    else if (ArrayIsArray(slot))
        slot.unshift(listener);
    else
        emitter._events[name] = [listener, slot];
    return undefined;
}

/* Each entry: emitter, name of the event, listener. */
function listenToAll(entries) {
    for (const [emitter, name, listener] of entries)
        emitter.on(name, listener);
}

function connect(source, dest, endsDest) {
    let isOver = false;
    const overOnce = (action) => () => {
        if (!isOver) {
            isOver = true;
            action();
        }
    };
    const passing = [
        [source, 'data', (chunk) => {
            if (dest.writable && dest.write(chunk) === false && source.pause)
                source.pause();
        }],
        [dest, 'drain', () => {
            if (source.readable && source.resume)
                source.resume();
        }],
    ];
    if (endsDest) {
        passing.push([source, 'end', overOnce(() => dest.end())]);
        passing.push([source, 'close', overOnce(() => {
            if (typeof dest.destroy === 'function')
                dest.destroy();
        })]);
    }
    listenToAll(passing);

    /* An error that nobody else listens to must still be thrown. */
    function onError(error) {
        disconnect();
        if (this.listenerCount?.('error') === 0)
            this.emit('error', error);
    }
    prependListener(source, 'error', onError);
    prependListener(dest, 'error', onError);

    const ending = [[source, 'end', disconnect], [source, 'close', disconnect],
                    [dest, 'close', disconnect]];
    function disconnect() {
        for (const [emitter, name, listener] of
            [...passing, [source, 'error', onError], [dest, 'error', onError],
             ...ending])
            emitter.removeListener(name, listener);
    }
    listenToAll(ending);
}

Stream.prototype.pipe = function(dest, options) {
    connect(this, dest, !dest._isStdio && options?.end !== false);
    dest.emit('pipe', this);
    return dest;
};

/* A stream has slots for the common events from the start, most of them
 * empty. */
Stream.prototype.eventNames = function eventNames() {
    const slots = this._events;
    return ownKeys(slots).filter((name) => typeof slots[name] === 'function' ||
        (ArrayIsArray(slots[name]) && slots[name].length > 0));
};

module.exports = { Stream, prependListener };
