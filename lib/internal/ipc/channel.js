'use strict';
/*
 * internal/ipc/channel - messages between a process and its forked children.
 * Both ends are alike: the target is a ChildProcess here and `process` there.
 *
 *      connected --disconnect()--> draining --queue is sent--> disconnected
 *                \---------- the other end has gone ----------/
 *
 * A message with a handle is acknowledged by NODE_HANDLE_ACK. Until then
 * whatever is sent waits in `queue`, so that the order is kept and a handle
 * that did not arrive (NODE_HANDLE_NACK) can be sent again. `queue` is null
 * while nothing waits for an acknowledgement.
 *
 * In a child the channel keeps the program alive only while somebody listens to
 * 'message' or 'disconnect', or a write is under way.
 */

const { Pipe, ASYNC } = internalBinding('stream');
const { ErrnoException, codes } = require('internal/errors');
const { codecs } = require('internal/buffer/buffer');
const { validateObject } = require('internal/validators');
const { makeFormat } = require('internal/ipc/format');
/* Loaded when first used: cluster, internal/ipc/handles, internal/util. */

const MAX_RESENDS = 3;
const FULL = 2 * 65536; // bytes that wait: two reads of the other end
const kPending = Symbol('kPendingMessages');

/* What keeps the program alive: listeners and writes are counted, unless the
 * program has said itself what it wants. */
class Control {
    #pipe;
    #count = 0;
    #isExplicit = false;
    [kPending] = []; // messages that nobody listened to yet

    constructor(pipe) {
        this.#pipe = pipe;
    }

    refCounted() {
        if (++this.#count === 1 && !this.#isExplicit)
            this.#pipe.ref();
    }

    unrefCounted() {
        if (--this.#count === 0 && !this.#isExplicit)
            this.#pipe.unref();
    }

    ref() {
        this.#isExplicit = true;
        this.#pipe.ref();
    }

    unref() {
        this.#isExplicit = true;
        this.#pipe.unref();
    }

    hasRef() {
        return this.#pipe.hasRef();
    }

    /* The child has ended: read what it has sent, and the end. A child that was
     * killed may leave its end of the channel open for a moment, if its sockets
     * are in use by io_uring. */
    finish() {
        this.#pipe.shut();
        this.#pipe.ref();
    }

    get fd() {
        return this.#pipe.getFd();
    }
}

function isInternal(message) {
    return message !== null && typeof message === 'object' &&
        typeof message.cmd === 'string' && message.cmd.length > 5 &&
        message.cmd.startsWith('NODE_');
}

function isAcknowledgement(message) {
    return message?.cmd === 'NODE_HANDLE_ACK' ||
        message?.cmd === 'NODE_HANDLE_NACK';
}

const types = ['string', 'object', 'number', 'boolean'];

function checkMessage(message) {
    if (message === undefined)
        throw new codes.ERR_MISSING_ARGS('message');
    if (!types.includes(typeof message))
        throw new codes.ERR_INVALID_ARG_TYPE('message', types, message);
}

/* Only programs that send handles load sockets and datagrams for it. */
function handles() {
    return require('internal/ipc/handles');
}

class Channel {
    sent = new Map(); // internal/ipc/socket_list, by key
    received = new Map();
    #pipe;
    #format;
    #control;
    #writes = []; // callbacks of writes that are under way
    #queue = null;
    #unacknowledged = null; // the last handle that was moved
    #hasEnded = false; // the other end has closed the channel

    constructor(target, pipe, mode) {
        this.target = target;
        this.#pipe = pipe;
        this.#format = makeFormat(mode);
        this.#control = new Control(pipe);
        pipe.onread = (n, bytes) => this.#read(n, bytes);
        pipe.onwrite = () => this.#written();
    }

    get control() {
        return this.#control;
    }

    start() {
        this.#pipe.readStart();
    }

    // ---- Receiving ---------------------------------------------------------

    #read(n, bytes) {
        if (n <= 0) {
            this.#lost();
            return;
        }
        this.#format.decode(bytes, (message) => {
            const handle = message?.cmd === 'NODE_HANDLE' ?
                handles().takeHandle(this.#pipe) : undefined;
            this.#deliver(message, handle);
        });
    }

    /* The other end has gone. */
    #lost() {
        const { target } = this;
        this.#hasEnded = true;
        if (target.connected)
            target.disconnect();
        // No acknowledgement will come that it could wait for.
        if (target.channel)
            target._disconnect();
        this.#pipe.onread = () => {};
        this.#pipe.close();
        target.channel = null;
        this.onLost?.();
    }

    #deliver(message, handle) {
        if (this.target.channel)
            process.nextTick(() => this.#emit(message, handle));
    }

    #emit(message, handle) {
        const { target } = this;
        if (isInternal(message))
            target.emit('internalMessage', message, handle);
        else if (target.listenerCount('message') > 0)
            target.emit('message', message, handle);
        else
            this.#control[kPending].push([message, handle]);
    }

    /* Somebody may listen now. */
    emitPending() {
        const { target } = this;
        const pending = this.#control[kPending];
        if (!target.channel || pending.length === 0 ||
            target.listenerCount('message') === 0)
            return;
        this.#control[kPending] = [];
        for (const [message, handle] of pending)
            target.emit('message', message, handle);
    }

    /* The target's 'internalMessage'. */
    onInternal(message, handle) {
        if (isAcknowledgement(message)) {
            this.#acknowledged(message.cmd === 'NODE_HANDLE_ACK');
            return;
        }
        if (message.cmd !== 'NODE_HANDLE')
            return;
        const answer = handle ? 'NODE_HANDLE_ACK' : 'NODE_HANDLE_NACK';
        this.target._send({ cmd: answer }, null, true);
        const type = handles().types[message.type];
        if (handle && type !== undefined)
            type.give(this, message, handle, (object) => {
                this.#deliver(message.msg, object);
            });
    }

    // ---- Sending -----------------------------------------------------------

    send(message, object, options, callback) {
        checkMessage(message);
        if (typeof options === 'boolean')
            options = { swallowErrors: options };
        options ??= {};
        const type = object ? handles().typeOf(object) : undefined;
        if (this.#queue !== null && !isAcknowledgement(message)) {
            this.#queue.push({ message, object, options, callback });
            return this.#queue.length === 1;
        }
        if (type === undefined)
            this.#write(message, undefined, options, callback);
        else
            this.#sendHandle(type, message, object, options, callback);
        return this.#pipe.getWriteQueueSize() < FULL;
    }

    #sendHandle(typeName, msg, object, options, callback) {
        const type = handles().types[typeName];
        const message = { cmd: 'NODE_HANDLE', type: typeName, msg };
        const handle = type.take(this, message, object, options);
        // What was sent before has no handle any more: the text goes alone.
        if (!handle) {
            this.#write(msg, undefined, options, callback);
            return;
        }
        const isWritten = this.#write(message, handle, options, callback);
        const isMoved = type.isMoved && !options.keepOpen;
        if (!isWritten) {
            if (isMoved)
                handle.close();
            return;
        }
        this.#queue ??= [];
        if (isMoved)
            this.#unacknowledged = { message, handle, options, callback,
                                     resends: 0 };
    }

    #write(message, handle, options, callback) {
        const bytes = this.#format.encode(message);
        const result = typeof bytes === 'string' ?
            this.#pipe.writeString(bytes, codecs.utf8, handle) :
            this.#pipe.writeBuffer(bytes, handle);
        if (result < 0) {
            if (!options.swallowErrors)
                this.fail(new ErrnoException(result, 'write'), callback);
            return false;
        }
        if (result === ASYNC) {
            this.#control.refCounted();
            this.#writes.push(callback);
        } else if (typeof callback === 'function') {
            process.nextTick(callback, null);
        }
        return true;
    }

    #written() {
        const callback = this.#writes.shift();
        this.#control.unrefCounted();
        if (typeof callback === 'function')
            callback(null);
    }

    fail(error, callback) {
        if (typeof callback === 'function')
            process.nextTick(callback, error);
        else
            process.nextTick(() => this.target.emit('error', error));
        return false;
    }

    #acknowledged(hasArrived) {
        const last = this.#unacknowledged;
        if (last !== null) {
            if (hasArrived) {
                this.#closeMoved();
            } else if (last.resends++ === MAX_RESENDS) {
                this.#closeMoved();
                process.emitWarning(
                    'Handle did not reach the receiving process correctly',
                    'SentHandleNotReceivedWarning');
            }
        }
        const queue = this.#queue ?? [];
        this.#queue = null;
        if (this.#unacknowledged !== null) {
            this.#write(last.message, last.handle, last.options,
                        last.callback);
            this.#queue = [];
        }
        for (const { message, object, options, callback } of queue)
            this.target._send(message, object, options, callback);
        if (!this.target.connected && this.target.channel &&
            this.#queue === null)
            this.target._disconnect();
    }

    #closeMoved() {
        this.#unacknowledged?.handle.close();
        this.#unacknowledged = null;
    }

    // ---- The end -----------------------------------------------------------

    get isDraining() {
        return this.#queue !== null;
    }

    disconnect() {
        const { target } = this;
        target.channel = null;
        this.#closeMoved();
        let isFinished = false;
        const finish = () => {
            if (isFinished)
                return;
            isFinished = true;
            this.#pipe.close();
            target.emit('disconnect');
        };
        // A message that has arrived in part is waited for.
        if (this.#format.isPartial && !this.#hasEnded) {
            target.once('message', finish);
            target.once('internalMessage', finish);
        } else {
            process.nextTick(finish);
        }
    }
}

// ---- The target's methods --------------------------------------------------

function send(channel, message, handle, options, callback) {
    if (typeof handle === 'function') {
        callback = handle;
        handle = options = undefined;
    } else if (typeof options === 'function') {
        callback = options;
        options = undefined;
    } else if (options !== undefined) {
        validateObject(options, 'options');
    }
    const { target } = channel;
    if (!target.connected)
        return channel.fail(new codes.ERR_IPC_CHANNEL_CLOSED(), callback);
    return target._send(message, handle, { swallowErrors: false, ...options },
                        callback);
}

function defineMethods(target, channel) {
    target.send = function(message, handle, options, callback) {
        return send(channel, message, handle, options, callback);
    };
    target._send = function(message, handle, options, callback) {
        return channel.send(message, handle, options, callback);
    };
    target.disconnect = function() {
        if (!this.connected) {
            this.emit('error', new codes.ERR_IPC_DISCONNECTED());
            return;
        }
        this.connected = false;
        if (!channel.isDraining)
            this._disconnect();
    };
    target._disconnect = function() {
        channel.disconnect();
    };
}

function defineOldName(target) {
    const { deprecate } = require('internal/util');
    const words = '_channel is deprecated. Use ChildProcess.channel instead.';
    Object.defineProperty(target, '_channel', {
        __proto__: null,
        get: deprecate(() => target.channel, words, 'DEP0129'),
        set: deprecate((value) => { target.channel = value; }, words,
                       'DEP0129'),
        configurable: true,
        enumerable: false,
    });
}

/* onLost, if given, is called when the other end has gone. */
function setupChannel(target, pipe, mode, onLost) {
    const channel = new Channel(target, pipe, mode);
    channel.onLost = onLost;
    target.channel = channel.control;
    defineOldName(target);
    target.on('internalMessage', (message, handle) => {
        channel.onInternal(message, handle);
    });
    target.on('newListener', () => {
        process.nextTick(() => channel.emitPending());
    });
    target.connected = true;
    defineMethods(target, channel);
    channel.start();
    return channel.control;
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
    pipe.unref();
    const control = setupChannel(process, pipe, mode);
    const isHeard = (name) => name === 'message' || name === 'disconnect';
    process.on('newListener', (name) => {
        if (isHeard(name))
            control.refCounted();
    });
    process.on('removeListener', (name) => {
        if (isHeard(name))
            control.unrefCounted();
    });
    if (process.env.NODE_UNIQUE_ID !== undefined && process.argv[1]) {
        require('cluster')._setupWorker();
        delete process.env.NODE_UNIQUE_ID;
    }
}

module.exports = { openChannel, setupChannel };
