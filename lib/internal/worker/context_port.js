'use strict';
/*
 * internal/worker/context_port - a MessagePort of a vm context
 * (moveMessagePortToContext() of worker_threads).
 *
 * The program has an object of a class that was compiled in that context: it
 * inherits from that context's Object and is no EventTarget. Behind it is a port
 * of this context, whose messages are made of the other's objects. Ports that
 * come with a message are those of this context.
 */

const binding = internalBinding('message');
const {
    Port, arrivedAt, checkIsPort, isDetached, kContext, kFailed, kMovedByUs, movePort,
    nativeError, outside,
} = require('internal/worker/message_channel');
const { kDispatch } = require('internal/events/event_target');
const { codes } = require('internal/errors');
const { compilePlain, getHandle, runScript } = require('internal/vm/vm');

/* Compiled there from its text: built-in functions keep no source. */
const kClasses = `(function() {
    'use strict';
    let made;
    class MessagePort {
        #port = made;
        constructor() {
            if (made === undefined) {
                throw Object.assign(
                    new TypeError('Constructor cannot be called'),
                    { code: 'ERR_CONSTRUCT_CALL_INVALID' });
            }
            made = undefined;
        }
        postMessage(...args) { return this.#port.postMessage(...args); }
        start() { this.#port.start(); }
        close(callback) { this.#port.close(callback); }
        ref() { this.#port.ref(); }
        unref() { this.#port.unref(); }
        hasRef() { return this.#port.hasRef(); }
    }
    class MessageEvent {
        constructor(data, target, type, ports) {
            this.data = data;
            this.target = target;
            this.type = type;
            this.ports = ports;
        }
    }
    return {
        make(port) {
            made = port;
            return new MessagePort();
        },
        fail() {
            return Object.assign(
                new Error('A message object could not be deserialized ' +
                    'successfully in the target vm.Context'),
                { code: 'ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE' });
        },
        emit(target, data, type, ports) {
            const listener = type === 'message' ? target.onmessage :
                type === 'messageerror' ? target.onmessageerror : undefined;
            if (typeof listener === 'function') {
                Reflect.apply(listener, target,
                              [new MessageEvent(data, target, type, ports)]);
            }
        },
    };
})()`;

class ContextPort extends Port {
    #classes;
    #object;

    constructor(context) {
        super();
        this[kContext] = getHandle(context);
        const script = compilePlain(
            kClasses, 'node:internal/worker/context_port', context);
        this.#classes = runScript(script, 0, false);
        this.#object = this.#classes.make(this);
        outside.set(this.#object, this);
        binding.mark(this.#object, kMovedByUs);
    }

    static objectOf(port) {
        return port.#object;
    }

    [kFailed]() {
        return this.#classes.fail();
    }

    [kDispatch](value, type) {
        this.#classes.emit(this.#object, value, type, arrivedAt(this));
    }
}

function movePortToContext(given, context) {
    const port = checkIsPort(given);
    if (isDetached(port))
        throw new codes.ERR_CLOSED_MESSAGE_PORT();
    if (context === null || typeof context !== 'object' ||
        getHandle(context) === undefined)
        throw nativeError('Invalid context argument', 'ERR_INVALID_ARG_TYPE');
    const moved = movePort(port, () => new ContextPort(context));
    moved.ref();
    return ContextPort.objectOf(moved);
}

module.exports = { movePortToContext };
