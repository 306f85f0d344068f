'use strict';
/*
 * internal/streams/transform - Transform: a duplex whose readable side is made
 * of what is written.
 *
 *      write() --> _transform(chunk) --> push() --> read()
 *
 * A chunk counts as written when its result is pushed and the readable side is
 * not full. If it is full, the callback of the chunk waits (kCallback) for
 * _read(), and so the writable side fills up, too.
 */

const Duplex = require('internal/streams/duplex');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { findHighWaterMark } = require('internal/streams/state');
const { ENDED: READABLE_ENDED, SYNC } =
    require('internal/streams/readable_state');
const { ENDED } = require('internal/streams/writable_state');

const { setPrototypeOf } = Object;
const { nextTick } = process;

const kCallback = Symbol('kCallback');

/* With a mark of 0 for reading, nothing is written ahead either, unless a mark
 * for writing says so. */
function spreadZeroMark(options) {
    if (findHighWaterMark(options, 'readableHighWaterMark', true) !== 0)
        return options;
    return {
        ...options,
        highWaterMark: null,
        readableHighWaterMark: 0,
        writableHighWaterMark: options.writableHighWaterMark || 0,
    };
}

function Transform(options) {
    if (new.target === undefined && !(this instanceof Transform))
        return new Transform(options);
    if (options)
        options = spreadZeroMark(options);
    Duplex.call(this, options);
    /* What is pushed before the first _read() may be emitted at once. */
    this._readableState.bits &= ~SYNC;
    this[kCallback] = null;
    if (options) {
        if (typeof options.transform === 'function')
            this._transform = options.transform;
        if (typeof options.flush === 'function')
            this._flush = options.flush;
    }
    this.on('prefinish', prefinish);
    return undefined;
}
setPrototypeOf(Transform.prototype, Duplex.prototype);
setPrototypeOf(Transform, Duplex);
module.exports = Transform;

/* ---- The end ---------------------------------------------------------- */

/* As _final(), and without a callback for a class that has its own _final(). */
function finalize(callback) {
    if (typeof this._flush !== 'function' || this.destroyed) {
        this.push(null);
        callback?.();
        return;
    }
    this._flush((error, data) => {
        if (error) {
            if (callback)
                callback(error);
            else
                this.destroy(error);
            return;
        }
        if (data !== null && data !== undefined)
            this.push(data);
        this.push(null);
        callback?.();
    });
}

function prefinish() {
    if (this._final !== finalize)
        finalize.call(this);
}

Transform.prototype._final = finalize;

/* ---- One chunk -------------------------------------------------------- */

Transform.prototype._transform = function() {
    throw new ERR_METHOD_NOT_IMPLEMENTED('_transform()');
};

/* The chunks of a stream come one at a time, so that one callback will do for
 * all of them: `work` of the writable state has it. Only a program that calls
 * _write() by itself needs a further one. */
Transform.prototype._write = function(chunk, encoding, callback) {
    const state = this._writableState;
    let { work } = state;
    if (work === undefined || work.isBusy) {
        work = makeWork(this);
        state.work ??= work;
    }
    work.isBusy = true;
    work.callback = callback;
    work.before = this._readableState.length;
    this._transform(chunk, encoding, work.onDone);
};

/* `before`: how much the readable side had when the chunk was written. */
function makeWork(stream) {
    const { _readableState: readable, _writableState: writable } = stream;
    const work = { isBusy: false, callback: null, before: 0, onDone: null };
    work.onDone = (error, result) => {
        const { before, callback } = work;
        work.isBusy = false;
        if (error) {
            callback(error);
            return;
        }
        if (result !== null && result !== undefined)
            stream.push(result);
        if (readable.bits & READABLE_ENDED) {
            nextTick(callback);
        } else if (readable.length === before ||
                   readable.length < readable.highWaterMark ||
                   writable.bits & ENDED) {
            callback();
        } else {
            stream[kCallback] = callback;
        }
    };
    return work;
}

Transform.prototype._read = function() {
    const callback = this[kCallback];
    if (callback) {
        this[kCallback] = null;
        callback();
    }
};
