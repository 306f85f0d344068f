'use strict';

/*
 * internal/explore/server - the processes that run the program, one order at a time.
 *
 *     pool.run(order) -> { end, wall, stdout, stderr, log }
 *
 * A server of the kind "loop" has run the main script once and forks a child for each
 * order when the loop begins; one of the kind "start" forks before the program begins,
 * and records what each callback reads and writes, which takes its time. One whose kind
 * is a number has run the usual order up to that question (point.js).
 * src/cli/explore_server.c has the other end, and the format of the messages.
 *
 * A server that ends without an answer cannot serve at its point: then the promise is
 * rejected with an Unserved.
 */

const { spawn } = require('child_process');
const { withChildCache } = require('internal/explore/child_cache');

const HEAD_BYTES = 24;
const SIGNALLED = 0x100;
const TIMED_OUT = 0x200;
const LOG_IS_CUT = 1;
const CANNOT_FORK = 71; // exit code of a server
const NO_MORE = 'no more processes or descriptors can be had';

class Unserved extends Error {}

function endOf(number) {
    if (number === TIMED_OUT)
        return { code: null, signal: null, isEndless: true };
    if (number >= SIGNALLED)
        return { code: null, signal: number - SIGNALLED, isEndless: false };
    return { code: number, signal: null, isEndless: false };
}

class Server {
    constructor(kind, command) {
        this.kind = kind;
        this.waiting = [];
        this.chunks = [];
        this.size = 0;
        this.needed = HEAD_BYTES;
        this.isOver = false;
        this.child = spawn(process.execPath,
            [`--explore-server=${kind}`, ...(kind === 'start' ? ['--footprints'] : []),
                ...command.options, ...command.words],
            { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], cwd: command.cwd,
                env: withChildCache(command.env) });
        this.complaint = '';
        this.child.on('error', (error) => this.end(error.message));
        this.isOver = this.child.stdio === undefined; // it could not be started
        if (this.isOver)
            return;
        this.child.stderr.on('data', (text) => {
            this.complaint += text;
        });
        this.channel = this.child.stdio[3];
        this.channel.on('data', (chunk) => this.read(chunk));
        this.channel.on('error', () => {});
        this.child.on('close', (code) => {
            this.end(code === CANNOT_FORK ? NO_MORE : this.complaint);
        });
    }

    run(order) {
        if (this.isOver)
            return Promise.reject(new Unserved(this.complaint || NO_MORE));
        const text = Buffer.from(order);
        const head = Buffer.alloc(4);
        head.writeUInt32LE(text.length);
        this.channel.write(Buffer.concat([head, text]));
        return new Promise((resolve, reject) => {
            this.waiting.push({ order, resolve, reject });
        });
    }

    read(chunk) {
        this.chunks.push(chunk);
        this.size += chunk.length;
        while (this.size >= this.needed && this.waiting.length > 0) {
            const all = this.chunks.length === 1 ?
                this.chunks[0] : Buffer.concat(this.chunks);
            const taken = this.answer(all);
            this.chunks = taken < all.length ? [all.subarray(taken)] : [];
            this.size = all.length - taken;
        }
    }

    // How many bytes were an answer: 0 if it is not whole yet.
    answer(all) {
        const field = (n) => all.readUInt32LE(n * 4);
        const outEnd = HEAD_BYTES + field(2);
        const errEnd = outEnd + field(3);
        const logEnd = errEnd + field(4);
        this.needed = logEnd; // a log of megabytes is put together once
        if (all.length < logEnd)
            return 0;
        this.needed = HEAD_BYTES;
        const { order, resolve } = this.waiting.shift();
        resolve({
            order,
            ...endOf(field(0)),
            wall: field(1),
            stdout: all.latin1Slice(HEAD_BYTES, outEnd),
            stderr: all.utf8Slice(outEnd, errEnd),
            log: all.utf8Slice(errEnd, logEnd),
            isCut: (field(5) & LOG_IS_CUT) !== 0,
        });
        return logEnd;
    }

    end(complaint) {
        this.isOver = true;
        this.complaint = complaint;
        for (const { reject } of this.waiting.splice(0))
            reject(new Unserved(this.complaint));
    }

    close() {
        this.channel?.destroy();
    }
}

/*
 * All servers of a search: `jobs` of each kind that is asked for, started when they are
 * first needed. An order that bears on the main script needs a server that forks before
 * it, and so do all if the program does not come to its loop.
 */
class Pool {
    constructor(command, jobs) {
        this.command = command;
        this.jobs = jobs;
        this.servers = { start: [], loop: [] };
        this.serves = { loop: true };
    }

    serverOf(kind) {
        const list = this.servers[kind] ??= [];
        const idle = list.find((server) => server.waiting.length === 0);
        if (idle !== undefined)
            return idle;
        if (list.length < this.jobs) {
            list.push(new Server(kind, this.command));
            return list.at(-1);
        }
        let min = list[0];
        for (const server of list)
            if (server.waiting.length < min.waiting.length)
                min = server;
        return min;
    }

    // By a server of this kind, or undefined: it does not serve there.
    async tryKind(kind, order) {
        if (this.serves[kind] === false)
            return undefined;
        try {
            return await this.serverOf(kind).run(order);
        } catch (error) {
            if (!(error instanceof Unserved))
                throw error;
            this.serves[kind] = false;
            return undefined;
        }
    }

    // point: the number of a question before which the order is the usual one.
    async run(order, { fromStart = false, point } = {}) {
        return (point !== undefined && await this.tryKind(`${point}`, order)) ||
            (!fromStart && await this.tryKind('loop', order)) ||
            this.serverOf('start').run(order);
    }

    close() {
        for (const list of Object.values(this.servers))
            for (const server of list)
                server.close();
    }
}

module.exports = { Pool, Unserved };
