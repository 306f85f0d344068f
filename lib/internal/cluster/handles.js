'use strict';
/*
 * internal/cluster/handles - the primary's half of a server that workers share.
 *
 *      SharedHandle      the workers get the handle and accept by themselves
 *      RoundRobinHandle  the primary accepts, and gives each connection to the
 *                        worker that has waited longest
 *
 * Both have add(worker, reply), where reply(errno, answer, handle) says how it
 * went; remove(worker), true once no worker is left and the handle is closed;
 * and has(worker).
 */

const { send } = require('internal/cluster/messages');
/* Loaded when first used: internal/net/dgram, internal/net/server, net. */

class SharedHandle {
    #workers = new Set();
    #handle = null;
    #errno = 0;

    constructor(address, { port, addressType, fd, flags }) {
        const isUdp = addressType === 'udp4' || addressType === 'udp6';
        const create = isUdp ? require('internal/net/dgram').createSocketHandle :
            require('internal/net/server').createServerHandle;
        const result = create(address, port, addressType, fd,
                              flags ?? undefined);
        if (typeof result === 'number')
            this.#errno = result;
        else
            this.#handle = result;
    }

    has(worker) {
        return this.#workers.has(worker);
    }

    add(worker, reply) {
        this.#workers.add(worker);
        reply(this.#errno, null, this.#handle);
    }

    remove(worker) {
        if (!this.#workers.delete(worker) || this.#workers.size > 0)
            return false;
        this.#handle?.close();
        this.#handle = null;
        return true;
    }
}

function listenOptions(address, query) {
    const { port, fd, flags, backlog, readableAll, writableAll } = query;
    if (fd >= 0)
        return { fd, backlog };
    if (port >= 0)
        return { port, host: address, ipv6Only: (flags & 1) !== 0, backlog };
    return { path: address, backlog, readableAll, writableAll };
}

class RoundRobinHandle {
    #key;
    #all = new Set(); // the workers that serve
    #free = new Set(); // those of them that wait, the longest first
    #connections = []; // that no worker has yet
    #handle = null;
    #server; // until it listens

    constructor(key, address, query) {
        const { Server } = require('net');
        this.#key = key;
        this.#server = new Server();
        this.#server.listen(listenOptions(address, query));
        this.#server.once('listening', () => this.#takeHandle());
    }

    #takeHandle() {
        this.#handle = this.#server._handle;
        this.#handle.onconnection = (error, connection) => {
            if (!error)
                this.#distribute(connection);
        };
        this.#server._handle = null;
        this.#server = null;
        // All workers may have gone meanwhile.
        if (this.#all.size === 0)
            this.#close();
    }

    has(worker) {
        return this.#all.has(worker);
    }

    add(worker, reply) {
        this.#all.add(worker);
        const onListening = () => {
            let answer = null;
            if (this.#handle?.getsockname) {
                answer = { sockname: {} };
                this.#handle.getsockname(answer.sockname);
            }
            reply(null, answer, null);
            this.#serve(worker);
        };
        if (this.#server === null) {
            onListening();
            return;
        }
        this.#server.once('listening', onListening);
        this.#server.once('error', (error) => reply(error.errno, null));
    }

    remove(worker) {
        if (!this.#all.delete(worker))
            return false;
        this.#free.delete(worker);
        if (this.#all.size > 0)
            return false;
        this.#close();
        return true;
    }

    #close() {
        for (const connection of this.#connections.splice(0))
            connection.close();
        this.#handle?.close();
        this.#handle = null;
    }

    #distribute(connection) {
        this.#connections.push(connection);
        for (const worker of this.#free) {
            this.#free.delete(worker);
            this.#serve(worker);
            return;
        }
    }

    /* Give the worker a connection, or note that it waits for one. */
    #serve(worker) {
        if (!this.#all.has(worker))
            return;
        const connection = this.#connections.shift();
        if (connection === undefined) {
            this.#free.add(worker);
            return;
        }
        send(worker.process, { act: 'newconn', key: this.#key }, connection,
             ({ accepted }) => {
                 if (accepted)
                     connection.close();
                 else
                     this.#distribute(connection);
                 this.#serve(worker);
             });
    }
}

module.exports = { RoundRobinHandle, SharedHandle };
