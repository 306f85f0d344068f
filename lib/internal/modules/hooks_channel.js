'use strict';
/*
 * internal/modules/hooks_channel - messages between the program's runtime and
 * the hooks runtime, in which the hooks of module.register() run. Both load
 * this file.
 *
 * A message is cloned, and the other end receives it at once. A MessagePort
 * that is transferred leaves its peer behind. From then on the two know each
 * other by a number:
 *
 *     port -> RemotePeer(7)  ===  7 -> port of the other runtime, and back
 *
 * The program gives out even numbers and the hooks runtime odd ones.
 */

const binding = internalBinding('hooks_runtime');
const { options } = require('internal/process/object');

const step = 2;
let nextNumber = options.isHooksRuntime ? 1 : 0;
const ends = new Map(); // number -> the port on this side
let onMessage;          // gets messages that are not for a port

/* The peer of a port whose other end is in the other runtime. */
class RemotePeer {
    constructor(number) {
        this.number = number;
    }

    post(value, list) {
        send({ port: this.number, value }, list);
        if (!options.isHooksRuntime)
            wakeHooksRuntime();
    }

    close() {
        ends.delete(this.number);
        send({ port: this.number, isClosed: true }, []);
    }
}

/* The other runtime may answer through a port before binding.send() returns, so
 * the peers get their numbers first. */
function keepPeers(ports, first) {
    const { peerOf } = require('internal/message_channel');
    ports.forEach((port, i) => {
        if (peerOf(port) !== null)
            ends.set(first + i * step, peerOf(port));
    });
}

function forgetPeers(ports, first) {
    ports.forEach((port, i) => ends.delete(first + i * step));
}

function send(message, list) {
    const { MessagePort, leaveFor, checkMoved } =
        require('internal/message_channel');
    const ports = list.filter((item) => item instanceof MessagePort);
    const buffers = list.filter((item) => !(item instanceof MessagePort));
    checkMoved(ports);
    const first = nextNumber;
    nextNumber += ports.length * step;
    keepPeers(ports, first);
    let err = -1;
    try {
        err = binding.send(message, buffers, ports, first);
    } finally {
        if (err < 0)
            forgetPeers(ports, first);
    }
    if (err === 0) {
        ports.forEach((port, i) =>
            leaveFor(port, new RemotePeer(first + i * step)));
    }
}

/* Called by the runtime before a message is read: make the ports it brings. */
function adopt(first, count) {
    const { makeEnd } = require('internal/message_channel');
    return Array.from({ length: count }, (_, i) => {
        const number = first + i * step;
        const port = makeEnd(new RemotePeer(number));
        ends.set(number, port);
        return port;
    });
}

/* Called by the runtime with each message. */
function receive(message) {
    if (message.port === undefined) {
        onMessage(message);
        return;
    }
    const end = ends.get(message.port);
    if (end === undefined)
        return;
    const { arrive } = require('internal/message_channel');
    arrive(end, message);
    if (message.isClosed)
        ends.delete(message.port);
}

function setOnMessage(fn) {
    onMessage = fn;
}

/* The hooks runtime sees what was posted when the program's loop turns. */
let isWaking = false;

function wakeHooksRuntime() {
    if (isWaking)
        return;
    isWaking = true;
    setImmediate(() => {
        isWaking = false;
        if (!binding.turn())
            process.exit(binding.exitCode());
    }).unref();
}

module.exports = { RemotePeer, adopt, receive, send, setOnMessage };
