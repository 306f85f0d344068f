'use strict';

/*
 * internal/vitest/worker - `vitest run test/a.test.ts` on the simulator: this process is
 * the worker that vitest's main process would have forked.
 *
 *     vitest's own worker script ---- process.send() ----> here: answers from a list
 *            |                                              | what is not in it
 *            v                                              v
 *     the test file, mocks, hooks            a child process of the real system, which
 *                                            ends when it has answered (main.js)
 *
 * An answer is an event of the loop, as a message of the main process would be: it comes
 * in a turn of its own. The child runs once in a search.
 */

const path = require('path');
const v8 = require('v8');
const { isUint8Array } = require('util').types;
/* Loaded when first used: child_process, internal/explore/lines,
 * internal/modules/esm, internal/modules/helpers, internal/modules/run_main,
 * internal/vitest/modules, internal/vitest/results,
 * internal/worker/message_channel. */

const MAX_BYTES = 1 << 30;
const EXIT_CANNOT = 2;

// A test may change what is there.
const { nextTick } = process;
const exit = process.exit.bind(process);
const cwd = process.cwd();
const write = { stdout: process.stdout.write.bind(process.stdout),
    stderr: process.stderr.write.bind(process.stderr) };

// ---- The main process ---------------------------------------------------------------

function askParent(words, questions) {
    const { spawnSync } = require('child_process');
    const { ORRERY_BACKEND, ...env } = process.env; // it is not to be simulated
    const child = spawnSync(process.execPath,
        ['--vitest-parent', JSON.stringify(questions), ...words],
        { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: MAX_BYTES,
            cwd, env });
    if (child.status !== 0) {
        process.stderr.write(child.stderr ?? `${child.error?.message}\n`);
        exit(EXIT_CANNOT);
    }
    return v8.deserialize(child.stdout);
}

// What a worker tells its main process, and what it is answered.
function makeListener(results) {
    const nothing = () => undefined;
    return {
        __proto__: null,
        onCollected: (files) => results.collect(files),
        onTaskUpdate: (packs) => results.update(packs),
        onUnhandledError: (error, type) => results.addError(error, type),
        onUserConsoleLog: ({ type, content }) => write[type](content),
        onTaskAnnotate: (id, annotation) => annotation,
        onTaskArtifactRecord: (id, artifact) => artifact,
        getCountOfFailedTests: () => results.countFailed(),
        fetchWarmModules: () => ({}),
        prewarmModuleGraph: nothing,
        snapshotSaved: nothing,
        ensureModuleGraphEntry: nothing,
        readBenchmarkResult: () => null,
        writeBenchmarkResult: nothing,
    };
}

class Channel {
    constructor(words) {
        const { Results } = require('internal/vitest/results');
        this.words = words;
        const { worker, answers } = askParent(words, []);
        this.worker = worker;
        this.answers = answers;
        this.unsent = [...worker.messages];
        this.isTinypool = this.unsent[0].__tinypool_worker_message__ === true;
        this.results = new Results(path.relative('', worker.file),
            worker.ignoresErrors, write.stdout);
        this.listener = makeListener(this.results);
        this.underWay = [];
        this.openPort();
    }

    // ---- Messages -------------------------------------------------------------------

    // The port is what an IPC channel would be: it keeps the process alive (the timers of
    // vitest's time limits do not), and each message comes by the loop.
    openPort() {
        const { MessageChannel } = require('internal/worker/message_channel');
        const { port1, port2 } = new MessageChannel();
        port1.on('message', () => this.underWay.shift()());
        this.port = port2;
    }

    deliver(message) {
        this.post(() => process.emit('message', message));
    }

    post(fn) {
        this.underWay.push(fn);
        this.port.postMessage(0);
    }

    // The next one of the main process; after the last one the run is over.
    next() {
        if (this.unsent.length > 0)
            this.deliver(this.unsent.shift());
        else
            this.post(() => exit(this.results.finish() ? 1 : 0));
    }

    send(message) {
        if (message?.__tinypool_worker_message__ === true ||
            message?.__vitest_worker_response__ === true) {
            this.noteProblem(message.error);
            this.next();
            return;
        }
        const question = isUint8Array(message) ? v8.deserialize(message) : message;
        if (question?.t !== 'q')
            return;
        const { i, m, a } = question;
        const answer = this.answerTo(m, a);
        if (i === undefined)
            return;
        const bytes = v8.serialize({ t: 's', i, ...answer });
        this.deliver(this.isTinypool ? bytes : v8.deserialize(bytes));
    }

    noteProblem(error) {
        if (error !== undefined && error !== null)
            this.results.addError(error, 'Unhandled Error');
    }

    answerTo(method, args) {
        if (method in this.listener)
            return { r: this.listener[method](...args) };
        if (/^on[A-Z]/.test(method))
            return {};
        const { keyOf } = require('internal/vitest/modules');
        const given = method === 'fetch' && !this.isTinypool ? args.slice(0, 3) : args;
        const key = keyOf(method, given);
        if (!this.answers.has(key))
            this.askMore(key, [method, ...given]);
        return this.answers.get(key);
    }

    // What nobody could foresee, such as an import of a name that is computed.
    askMore(key, question) {
        const { answers } = askParent(this.words, [question]);
        this.answers.set(key, answers.get(key) ?? {});
    }
}

// ---- The worker ---------------------------------------------------------------------

const CONDITION = /^(?:--conditions|-C)$/;

// Options that a worker is started with: those that say how modules are found.
async function applyOptions(args) {
    const { options, setOptions } = require('internal/modules/helpers');
    const { preload, preloadImports } = require('internal/modules/run_main');
    const conditions = [...options.conditions];
    for (let n = 0; n < args.length; n++) {
        const [name, joined] = args[n].split(/=(.*)/s);
        const value = joined ?? args[n + 1];
        if (CONDITION.test(name))
            conditions.push(value);
        else if (name === '--require' || name === '-r')
            preload([value]);
        else if (name === '--import')
            await preloadImports([value]);
    }
    setOptions({ conditions });
}

function becomeWorker(channel) {
    const { script, env } = channel.worker;
    Object.assign(process.env, env);
    process.argv = [process.argv[0], script];
    process.connected = true;
    process.send = (message, ...rest) => {
        const done = rest.findLast((one) => typeof one === 'function');
        if (done !== undefined)
            nextTick(done, null);
        channel.send(message);
        return true;
    };
}

async function start(words) {
    require('internal/explore/lines').watch();
    const channel = new Channel(words);
    const { importFrom, cwdUrl } = require('internal/modules/esm');
    const { pathToUrl } = require('internal/modules/helpers');
    becomeWorker(channel);
    await applyOptions(channel.worker.execArgv);
    await importFrom(pathToUrl(channel.worker.script), cwdUrl());
    channel.next();
    await new Promise(() => {}); // the last message ends the process
}

module.exports = { start };
