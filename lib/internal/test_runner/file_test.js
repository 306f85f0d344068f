'use strict';
/*
 * internal/test_runner/file_test - a file of tests in a child process. It is a
 * test itself, but is only reported if nothing in it was, or if it ended for
 * another reason than a test that failed.
 */

const { codes: { ERR_TEST_FAILURE } } = require('internal/errors');
const { Test } = require('internal/test_runner/test');
const { FrameReader } = require('internal/test_runner/wire');
/* Loaded when first used: child_process, path. */

// These come when they happen; all others wait for the file's turn.
const atOnce = ['test:enqueue', 'test:dequeue', 'test:complete'];
const cancelled = ['cancelledByParent', 'testAborted', 'testTimeoutFailure'];
const summary =
    /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \S+$/;

// Options of the parent's that its children do not get.
const ownOptions = ['--test', '--watch', '--experimental-test-coverage',
                    '--experimental-default-config-file'];
const ownValues = ['--test-reporter', '--test-reporter-destination',
                   '--test-shard', '--test-concurrency', '--test-name-pattern',
                   '--test-skip-pattern', '--test-timeout', '--test-isolation',
                   '--experimental-test-tag-filter'];

function inheritedOptions() {
    const kept = [];
    const words = process.execArgv;
    for (let i = 0; i < words.length; i++) {
        if (ownOptions.includes(words[i]))
            continue;
        const name = words[i].split('=', 1)[0];
        if (!ownValues.includes(name))
            kept.push(words[i]);
        else if (!words[i].includes('='))
            i++;
    }
    return kept;
}

class FileTest extends Test {
    #waiting = [];
    #reported = 0;
    hasFailed = false;

    constructor(parent, options) {
        super(parent, options);
        this.timeout = null;
        this.fn = () => this.spawn(options.settings);
        this.loc = {
            __proto__: null, line: 1, column: 1,
            file: require('path').resolve(options.settings.cwd, this.name),
        };
    }

    argumentsOf(settings) {
        const words = inheritedOptions();
        if (settings.forceExit)
            words.push('--test-force-exit');
        if (settings.only)
            words.push('--test-only');
        for (const pattern of settings.namePatterns ?? [])
            words.push(`--test-name-pattern=${pattern}`);
        for (const pattern of settings.skipPatterns ?? [])
            words.push(`--test-skip-pattern=${pattern}`);
        for (const tag of settings.tagFilters ?? [])
            words.push(`--experimental-test-tag-filter=${tag}`);
        if (settings.timeout != null && settings.timeout !== Infinity)
            words.push(`--test-timeout=${settings.timeout}`);
        return [...words, ...settings.execArgv, this.name, ...settings.argv];
    }

    async spawn(settings) {
        const { spawn } = require('child_process');
        const worker = settings.workers.take();
        const child = spawn(process.execPath, this.argumentsOf(settings), {
            cwd: settings.cwd,
            env: {
                ...(settings.env ?? process.env),
                NODE_TEST_CONTEXT: 'child-v8', NODE_TEST_WORKER_ID: `${worker}`,
            },
            stdio: ['ignore', 'pipe', 'pipe'],
            signal: this.signal,
        });
        let problem;
        child.on('error', (error) => { problem ??= error; });
        this.listen(child);
        const [code, signal] = await new Promise((resolve) =>
            child.on('close', (...ending) => resolve(ending)));
        settings.workers.give(worker);
        this.judge(code, signal, problem);
    }

    listen(child) {
        const reader = new FrameReader(
            (event) => this.onEvent(event), (message) => this.onEvent({
                type: 'test:stdout',
                data: { __proto__: null, file: this.name, message },
            }));
        child.stdout.on('data', (chunk) => reader.push(chunk));
        child.stdout.on('end', () => reader.end());
        child.stderr.setEncoding('utf8');
        child.stderr.on('data', (message) => this.onEvent({
            type: 'test:stderr',
            data: { __proto__: null, file: this.name, message },
        }));
    }

    judge(code, signal, problem) {
        if (code === 0 && signal === null)
            return;
        if (problem !== undefined)
            throw problem;
        const failure = new ERR_TEST_FAILURE(
            'test failed',
            this.hasFailed ? 'subtestsFailed' : 'testCodeFailure');
        throw Object.assign(failure, {
            exitCode: code, signal, stack: undefined,
        });
    }

    // ---- Events of the child -----------------------------------------------

    onEvent(event) {
        if (atOnce.includes(event.type)) {
            this.forward(event);
            return;
        }
        if (event.type === 'test:pass' || event.type === 'test:fail') {
            this.#reported++;
            if (event.type === 'test:fail' && event.data.nesting === 0)
                this.hasFailed = true;
        }
        this.#waiting.push(event);
        if (this.isItsTurn())
            this.drain();
    }

    drain() {
        const events = this.#waiting;
        this.#waiting = [];
        for (const event of events)
            this.forward(event);
    }

    isLeftOut() {
        return this.#reported > 0 && (this.error === null ||
            this.error.failureType === 'subtestsFailed');
    }

    forward({ type, data }) {
        if (data.nesting === 0) {
            if (type === 'test:plan' && this.isLeftOut())
                return;
            if (type === 'test:diagnostic' && summary.test(data.message))
                return;
        }
        if (type === 'test:pass' || type === 'test:fail')
            this.countChild(type, data);
        this.reporter.report(type, data);
    }

    countChild(type, data) {
        if (data.nesting === 0)
            data.testNumber = this.harness.counters.topLevel + 1;
        this.harness.count({
            nesting: data.nesting, type: data.details?.type,
            passed: type === 'test:pass', skipped: data.skip !== undefined,
            isTodo: data.todo !== undefined,
            cancelled: cancelled.includes(data.details?.error?.failureType),
        });
    }

    showStart() {
        // Its tests have no parent in the report.
    }

    report() {
        this.drain();
        if (this.isLeftOut())
            return;
        super.showStart();
        super.report();
    }
}

module.exports = { FileTest };
