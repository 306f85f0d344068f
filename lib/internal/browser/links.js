'use strict';
/*
 * internal/browser/links - a link joins a thread of the page with a worker that
 * it has started. Everything that goes between the two goes over it, in order,
 * as { type, ... }:
 *
 *     load                     to the worker: what to run
 *     message                  postMessage() of the worker or of its scope
 *     port                     a message to a port that was transferred
 *     broadcast                a message of a BroadcastChannel
 *     print, error, failed     to the parent
 *     idle                     to the parent: the worker has nothing to do
 *
 * A message that is read makes a task; the reading itself runs no code of the
 * program. A worker is idle when it has said so and has received all that was
 * sent: see internal/browser/worker. The page ends when it and all workers are.
 */

const binding = internalBinding('message');
const { detach, endOf, entangle, readWithPorts, toCargo } =
    require('internal/browser/ports');

const links = new Set(); // those of this thread that are open

/* The end of a port whose other end is behind a link. */
class RemoteEnd {
    peer = null;
    #link;
    #id;

    constructor(link, id) {
        this.#link = link;
        this.#id = id;
    }

    accept(data, list) {
        this.#link.send({ type: 'port', id: this.#id, data }, list);
    }

    receive({ data, ports }) {
        this.accept(data, ports);
    }
}

class Link {
    #handle;
    #ends = new Map(); // id -> RemoteEnd
    #lastId = 0;
    #side;
    #onMessage;
    sent = 0;
    received = 0;
    onSend = undefined; // called after each message
    onReceive = undefined; // called before each is handled

    /* side: 'parent' or 'worker', which makes the ids of ports unique. */
    constructor(side, onMessage) {
        this.#side = side;
        this.#onMessage = onMessage;
        this.#handle = new binding.Port((isClosing) =>
            !isClosing && this.#take(false));
        links.add(this);
    }

    get handle() { return this.#handle; }

    start() {
        this.#handle.setStarted(true);
    }

    /* Does waiting for messages keep the thread alive? */
    setAlive(isAlive) {
        if (isAlive)
            this.#handle.ref();
        else
            this.#handle.unref();
    }

    send(message, list = []) {
        const cargo = toCargo(list);
        const ids = (cargo[1] ?? []).map(() => `${this.#side}${++this.#lastId}`);
        this.#handle.post({ ...message, ids }, ...cargo);
        this.sent++;
        this.onSend?.();
        ids.forEach((id, i) => this.#moveAway(detach(cargo[1][i]), id));
    }

    #moveAway(end, id) {
        const remote = this.#openEnd(id);
        if (end.peer !== null)
            entangle(remote, end.peer);
        for (const init of end.waiting)
            remote.receive(init);
    }

    #openEnd(id) {
        const remote = new RemoteEnd(this, id);
        this.#ends.set(id, remote);
        return remote;
    }

    /* One message; false if there was none. */
    #take(isForced) {
        const { data: message, ports } = readWithPorts(
            () => this.#handle.receive(isForced));
        if (message === this.#handle)
            return false;
        this.received++;
        this.onReceive?.();
        message.ids.forEach((id, i) => {
            entangle(this.#openEnd(id), endOf(ports[i]));
        });
        if (message.type === 'port') {
            const { data, id } = message;
            this.#ends.get(id)?.peer?.receive({ data, ports });
        } else {
            this.#onMessage(message, ports);
        }
        return true;
    }

    /* The other thread has ended: what it had sent, and then no more. */
    close() {
        while (this.#take(true))
            continue;
        links.delete(this);
        this.#handle.close();
    }
}

module.exports = { Link, links };
