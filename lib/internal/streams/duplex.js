'use strict';
/*
 * internal/streams/duplex - Duplex: a Readable that is a Writable as well. Of
 * the two it inherits from the first, and copies the methods of the second.
 */

const EventEmitter = require('events');
const Readable = require('internal/streams/readable');
const Writable = require('internal/streams/writable');
const lifecycle = require('internal/streams/destroy');
const { getAdapters } = require('internal/streams/web');
const { kOnConstructed } = require('internal/streams/bits');
const {
    ENDED: READABLE_ENDED, END_EMITTED, ReadableState,
} = require('internal/streams/readable_state');
const {
    ENDED, ENDING, FINISHED, WritableState,
} = require('internal/streams/writable_state');
/* Loaded when first used: internal/streams/duplexify. */

const { defineProperty, getOwnPropertyDescriptor, setPrototypeOf } = Object;

function applyOptions(duplex, options) {
    duplex.allowHalfOpen = options.allowHalfOpen !== false;
    if (options.readable === false)
        closeReadableSide(duplex._readableState);
    if (options.writable === false)
        closeWritableSide(duplex._writableState);
    if (typeof options.read === 'function')
        duplex._read = options.read;
    if (typeof options.write === 'function')
        duplex._write = options.write;
    if (typeof options.writev === 'function')
        duplex._writev = options.writev;
    if (typeof options.final === 'function')
        duplex._final = options.final;
    lifecycle.applyOptions(duplex, options);
}

/* A side that is not there is over from the start. */
function closeReadableSide(state) {
    state.readable = false;
    state.bits |= READABLE_ENDED | END_EMITTED;
}

function closeWritableSide(state) {
    state.writable = false;
    state.bits |= ENDING | ENDED | FINISHED;
}

function Duplex(options) {
    if (new.target === undefined && !(this instanceof Duplex))
        return new Duplex(options);
    this._events ??= {
        close: undefined, error: undefined, prefinish: undefined,
        finish: undefined, drain: undefined, data: undefined, end: undefined,
        readable: undefined,
    };
    this._readableState = new ReadableState(options, this, true);
    this._writableState = new WritableState(options, this, true);
    if (options)
        applyOptions(this, options);
    else
        this.allowHalfOpen = true;
    EventEmitter.init.call(this, options);
    if (this._construct !== undefined && this._construct !== null) {
        lifecycle.construct(this, () => {
            this._readableState[kOnConstructed](this);
            this._writableState[kOnConstructed](this);
        });
    }
    return undefined;
}
setPrototypeOf(Duplex.prototype, Readable.prototype);
setPrototypeOf(Duplex, Readable);
module.exports = Duplex;

for (const name of Object.keys(Writable.prototype))
    Duplex.prototype[name] ||= Writable.prototype[name];
Duplex.prototype.destroy = Writable.prototype.destroy;

for (const name of [
    'writable', 'writableHighWaterMark', 'writableObjectMode',
    'writableBuffer', 'writableLength', 'writableFinished', 'writableCorked',
    'writableEnded', 'writableNeedDrain',
]) {
    defineProperty(Duplex.prototype, name,
                   getOwnPropertyDescriptor(Writable.prototype, name));
}

defineProperty(Duplex.prototype, 'destroyed', {
    __proto__: null,
    get() {
        const { _readableState: r, _writableState: w } = this;
        return r !== undefined && w !== undefined && r.destroyed &&
            w.destroyed;
    },
    set(value) {
        const { _readableState: r, _writableState: w } = this;
        if (r && w)
            r.destroyed = w.destroyed = value;
    },
});

Duplex.from = function(body) {
    return require('internal/streams/duplexify')(body, 'body');
};

Duplex.fromWeb = function(pair, options) {
    return getAdapters()
        .newStreamDuplexFromReadableWritablePair(pair, options);
};

Duplex.toWeb = function(duplex, options) {
    return getAdapters().newReadableWritablePairFromDuplex(duplex, options);
};
