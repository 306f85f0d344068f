'use strict';

/*
 * internal/vitest/fork - a worker of vitest that is none: it stands where vitest's main
 * process would have forked one, keeps what it is sent, and asks what a worker would ask.
 *
 *     vitest 2, 3   tinypool: { source: 'pool' } once, then { source: 'port' } with a
 *                   task; a question is v8.serialize({ t: 'q', i, m, a })
 *     vitest 4, 5   { type: 'start' }, { type: 'run' }, { type: 'stop' }; a question is
 *                   the object itself
 */

const EventEmitter = require('events');
const v8 = require('v8');
const { isUint8Array } = require('util').types;

const PID = 2; // of no process that could be asked for

class Fork extends EventEmitter {
    // onTask(fork, task): resolves when the file is done with.
    constructor(script, options, onTask) {
        super();
        this.script = script;
        this.env = options.env;
        this.execArgv = options.execArgv ?? [];
        this.isAdvanced = options.serialization === 'advanced';
        this.onTask = onTask;
        this.messages = [];
        this.questions = new Map();
        this.asked = 0;
        this.pid = PID;
        this.exitCode = null;
        this.connected = true;
        this.stdout = this.stderr = null;
    }

    // ---- From the main process ------------------------------------------------------

    send(message) {
        if (message?.__tinypool_worker_message__ === true)
            this.receivePool(message);
        else if (message?.__vitest_worker_request__ === true)
            this.receiveRequest(message);
        else
            this.receiveAnswer(isUint8Array(message) ?
                v8.deserialize(Buffer.from(message)) : message);
        return true;
    }

    reply(message) {
        setImmediate(() => this.emit('message', message));
    }

    async receivePool(message) {
        const { source, taskId, task } = message;
        const mark = { source, __tinypool_worker_message__: true };
        this.isTinypool = true;
        this.messages.push(message);
        if (source === 'pool') {
            this.reply({ ...mark, ready: true });
            return;
        }
        if (task?.files !== undefined)
            await this.onTask(this, task);
        this.reply({ ...mark, taskId, error: null, usedMemory: 0 });
    }

    async receiveRequest(message) {
        const types = { start: 'started', run: 'testfileFinished', stop: 'stopped' };
        this.messages.push(message);
        if (message.type === 'start')
            this.config = message.context.config;
        else if (message.type === 'run')
            await this.onTask(this, { config: this.config, ...message.context });
        this.reply({ type: types[message.type], __vitest_worker_response__: true });
    }

    receiveAnswer({ t, i, r, e }) {
        const question = this.questions.get(i);
        if (t !== 's' || question === undefined)
            return;
        this.questions.delete(i);
        if (e !== undefined)
            question.reject(e);
        else
            question.resolve(r);
    }

    // ---- To it ----------------------------------------------------------------------

    ask(m, a) {
        const i = `orrery-${++this.asked}`;
        const question = { t: 'q', i, m, a };
        const { promise, resolve, reject } = Promise.withResolvers();
        this.questions.set(i, { resolve, reject });
        this.emit('message', this.isTinypool ? v8.serialize(question) : question);
        return promise;
    }

    kill() {
        this.exitCode ??= 0;
        setImmediate(() => this.emit('exit', 0, null));
        return true;
    }

    ref() {}
    unref() {}
    disconnect() {}
}

module.exports = { Fork };
