'use strict';
/*
 * internal/ipc - messages between a process and its forked children, as lines
 * of JSON over a pipe. Both ends are alike: the target is a ChildProcess here
 * and `process` there.
 *
 * In a child the channel keeps the program alive only while somebody listens to
 * 'message' or 'disconnect'.
 */

const { Pipe, ASYNC } = internalBinding('stream');
const { ErrnoException, codes } = require('internal/errors');
const { StringDecoder } = require('string_decoder');
const { codecs } = require('internal/buffer');

class Control {
    #pipe;
    #count = 0;

    constructor(pipe) {
        this.#pipe = pipe;
    }

    refCounted() {
        if (++this.#count === 1)
            this.#pipe.ref();
    }

    unrefCounted() {
        if (--this.#count === 0)
            this.#pipe.unref();
    }

    ref() {
        this.#pipe.ref();
    }

    unref() {
        this.#pipe.unref();
    }

    hasRef() {
        return this.#pipe.hasRef();
    }

    get fd() {
        return this.#pipe.getFd();
    }
}

function isInternal(message) {
    return message !== null && typeof message === 'object' &&
        typeof message.cmd === 'string' && message.cmd.startsWith('NODE_');
}

function receive(target, line) {
    const message = JSON.parse(line);
    const event = isInternal(message) ? 'internalMessage' : 'message';
    process.nextTick(() => {
        target.emit(event, message, undefined);
    });
}

function makeReader(target, state) {
    const decoder = new StringDecoder('utf8');
    let text = '';
    return function(n, bytes) {
        if (n <= 0) {
            close(target, state);
            return;
        }
        text += decoder.write(bytes);
        let from = 0;
        for (let to; (to = text.indexOf('\n', from)) !== -1; from = to + 1)
            receive(target, text.slice(from, to));
        text = text.slice(from);
    };
}

function close(target, state) {
    if (state.isClosed)
        return;
    state.isClosed = true;
    target.connected = false;
    target.channel = null;
    state.pipe.close();
    process.nextTick(() => {
        target.emit('disconnect');
        state.onClosed?.();
    });
}

const types = ['string', 'object', 'number', 'boolean'];

function checkMessage(message) {
    if (message === undefined)
        throw new codes.ERR_MISSING_ARGS('message');
    if (!types.includes(typeof message))
        throw new codes.ERR_INVALID_ARG_TYPE('message', types, message);
}

function fail(target, error, callback) {
    if (typeof callback === 'function')
        process.nextTick(callback, error);
    else
        process.nextTick(() => target.emit('error', error));
    return false;
}

function send(target, state, message, callback) {
    const result = state.pipe.writeString(`${JSON.stringify(message)}\n`,
                                          codecs.utf8, undefined);
    if (result < 0)
        return fail(target, new ErrnoException(result, 'write'), callback);
    if (result === ASYNC)
        state.callbacks.push(callback);
    else if (typeof callback === 'function')
        process.nextTick(callback, null);
    return state.pipe.getWriteQueueSize() < 65536 * 2;
}

/* onClosed, if given, is called after 'disconnect'. */
function setupChannel(target, pipe, mode, onClosed) {
    if (mode !== 'json')
        throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM(
            `serialization: '${mode}'`);
    const state = { pipe, isClosed: false, callbacks: [], onClosed };
    target.channel = new Control(pipe);
    target._channel = target.channel;
    target.connected = true;
    pipe.onread = makeReader(target, state);
    pipe.onwrite = (status) => {
        const callback = state.callbacks.shift();
        if (typeof callback === 'function')
            callback(status < 0 ? new ErrnoException(status, 'write') : null);
    };
    target.send = function(message, handle, options, callback) {
        if (typeof handle === 'function')
            callback = handle;
        else if (typeof options === 'function')
            callback = options;
        if (!this.connected)
            return fail(target, new codes.ERR_IPC_CHANNEL_CLOSED(), callback);
        checkMessage(message);
        if (handle && typeof handle !== 'function')
            throw new codes.ERR_INVALID_HANDLE_TYPE();
        return send(target, state, message, callback);
    };
    target._send = target.send;
    target.disconnect = function() {
        if (!this.connected) {
            this.emit('error', new codes.ERR_IPC_DISCONNECTED());
            return;
        }
        this._disconnect();
    };
    target._disconnect = function() {
        target.connected = false;
        close(target, state);
    };
    pipe.readStart();
}

/* In a child that was forked: NODE_CHANNEL_FD says where the channel is. */
function openChannel() {
    const fd = Number(process.env.NODE_CHANNEL_FD);
    const mode = process.env.NODE_CHANNEL_SERIALIZATION_MODE || 'json';
    delete process.env.NODE_CHANNEL_FD;
    delete process.env.NODE_CHANNEL_SERIALIZATION_MODE;
    const pipe = new Pipe(true);
    if (pipe.open(fd) !== 0)
        return;
    setupChannel(process, pipe, mode);
    const control = process.channel;
    pipe.unref();
    const isHeard = (name) => name === 'message' || name === 'disconnect';
    process.on('newListener', (name) => {
        if (isHeard(name))
            control.refCounted();
    });
    process.on('removeListener', (name) => {
        if (isHeard(name))
            control.unrefCounted();
    });
}

module.exports = { openChannel, setupChannel };
