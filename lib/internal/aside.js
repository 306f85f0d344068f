'use strict';
/*
 * internal/aside - the way between the program's world and the one beside it,
 * in which the hooks of module.register() run. Both ends load this file.
 *
 * What is sent is cloned, and the other end has it at once. A port that moves
 * over leaves its peer behind. From then on the two know each other by a number:
 *
 *     port -> RemotePeer(7)  ===  7 -> port of the other world, and back
 *
 * Numbers of the program's are even and those of the aside's odd, so that both
 * can give them out.
 */

const binding = internalBinding('aside');
const { options } = require('internal/process/object');

const step = 2;
let nextNumber = options.isAside ? 1 : 0;
const ends = new Map(); // number -> the port on this side
let onMessage;          // what is no message between ports

/* What a port has for a peer if that is in the other world. */
class RemotePeer {
    constructor(number) {
        this.number = number;
    }

    post(value, list) {
        send({ port: this.number, value }, list);
        if (!options.isAside)
            wakeAside();
    }

    close() {
        ends.delete(this.number);
        send({ port: this.number, isClosed: true }, []);
    }
}

/* The aside may answer by a port before the call is over that sent it there, so
 * the peers have their numbers first. */
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

/* The hook of the runtime: ports in the place of those that are coming. */
function adopt(first, count) {
    const { makeEnd } = require('internal/message_channel');
    return Array.from({ length: count }, (_, i) => {
        const number = first + i * step;
        const port = makeEnd(new RemotePeer(number));
        ends.set(number, port);
        return port;
    });
}

/* Likewise: a message has come. */
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

/* What was posted there is looked at when the program comes to its loop. */
let isWaking = false;

function wakeAside() {
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
