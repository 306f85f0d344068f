'use strict';
/*
 * internal/test_runner/harness - the root of all tests of a program: made by
 * the first test, reported when the program has nothing more to do.
 *
 * Tests start after the main script and its microtasks, and after the
 * functions of its suites. A test that waits keeps the program alive.
 *
 * What must stay true: a program that does not require node:test has no
 * listener of this file on process.
 */

const { codes: { ERR_TEST_FAILURE } } = require('internal/errors');
const { Suite, Test, TIMEOUT_MAX, current } =
    require('internal/test_runner/test');
const { validateString } = require('internal/validators');
const { TestsStream } = require('internal/test_runner/stream');
const { getLocation } = require('internal/test_runner/location');
const { enterChannel } = require('internal/test_runner/channel');
const clock = require('internal/test_runner/clock');
/* Loaded when first used: internal/test_runner/config,
 * internal/test_runner/filter, internal/test_runner/ordered,
 * internal/test_runner/reporters, path. */

let globalHarness;

function makeCounters() {
    return {
        __proto__: null, tests: 0, failed: 0, passed: 0, cancelled: 0,
        skipped: 0, todo: 0, topLevel: 0, suites: 0,
    };
}

class Harness {
    nextId = 0;
    counters = makeCounters();
    success = true;
    isHeld = true; // no test starts yet
    released = Promise.withResolvers();
    isReported = false;
    filter = null;
    #listeners;

    constructor(config, file) {
        this.config = config;
        this.reporter = new TestsStream();
        if (config.only || config.byOnly || config.namePatterns ||
            config.skipPatterns || config.tagFilters) {
            const { Filter } = require('internal/test_runner/filter');
            this.filter = new Filter(config);
        }
        this.root = new Test(null, {
            harness: this, reporter: this.reporter, name: '<root>', file,
            concurrency: config.concurrency,
        });
        this.root.startTime = process.hrtime.bigint();
    }

    /* The signal of run() cancels all that has not ended. */
    followSignal() {
        const { outerSignal } = this.root;
        const cancel = () => {
            for (const test of this.root.subtests)
                test.cancel(this.root.abortReason());
        };
        outerSignal?.addEventListener('abort', cancel, { once: true });
    }

    /* Lets the tests go when all suites are built. */
    async release() {
        for (const { building } of this.root.subtests)
            await building;
        this.isHeld = false;
        this.released.resolve();
        this.root.runQueued();
    }

    releaseSoon() {
        process.nextTick(() => queueMicrotask(() => this.release()));
    }

    count(test) {
        const { counters } = this;
        if (test.nesting === 0)
            counters.topLevel++;
        if (!test.passed && !test.isTodo)
            this.fail();
        if (test.type === 'suite') {
            counters.suites++;
            return;
        }
        counters.tests++;
        const kind = test.skipped ? 'skipped' : test.isTodo ? 'todo' :
            test.cancelled ? 'cancelled' : test.passed ? 'passed' : 'failed';
        counters[kind]++;
    }

    fail() {
        this.success = false;
        if (this.config.setsExitCode)
            process.exitCode = 1;
    }

    /* More tests and hooks may come: of what a callback made that is still to
     * come. Each hook runs once, as soon as no test is left at that time. */
    onAllReported() {
        if (this.root.subtests.length > 0)
            this.afterHooks = this.runAfterHooks(this.afterHooks);
    }

    async runAfterHooks(earlier) {
        const { root } = this;
        await earlier;
        const hooks = root.hooks.after.splice(0);
        try {
            await enterChannel(root, () => root.runHooks(
                'after', hooks, root.hookArgs));
        } catch (error) {
            this.reportHook(hooks[0], error);
        }
        if (this.config.forceExit) {
            await this.finish(true);
            await require('internal/test_runner/reporters')
                .whenWritten(this.reporter);
            process.exit();
        }
    }

    reportHook(hook, error) {
        this.fail();
        this.reporter.report('test:fail', {
            name: hook.loc?.file, nesting: 0,
            testNumber: this.root.subtests.length + 1,
            details: { __proto__: null, duration_ms: 0, error },
        }, hook.loc);
    }

    async finish(isKilled = false) {
        if (this.isReported)
            return;
        const { root } = this;
        if (root.subtests.length === 0 && this.afterHooks === undefined &&
            !isKilled) {
            await root.runHooks('before', root.hooks.before, root.hookArgs);
            this.afterHooks = this.runAfterHooks();
        }
        if (!isKilled && root.unfinished.size > 0)
            await this.waitForTests();
        if (!isKilled)
            await this.afterHooks;
        if (this.isReported)
            return;
        this.isReported = true;
        root.end(new ERR_TEST_FAILURE(
            'Promise resolution is still pending but the event loop has ' +
            'already resolved', 'cancelledByParent'));
        this.summarize();
        this.unlisten();
    }

    async waitForTests() {
        const alive = clock.setInterval(() => {}, TIMEOUT_MAX);
        await this.root.allDone.promise;
        clock.clearInterval(alive);
    }

    summarize() {
        const { root, reporter, counters } = this;
        const duration = root.durationMs();
        reporter.report('test:plan', { nesting: 0, count: counters.topLevel });
        root.reportDiagnostics();
        const lines = [
            ['tests', counters.tests], ['suites', counters.suites],
            ['pass', counters.passed], ['fail', counters.failed],
            ['cancelled', counters.cancelled], ['skipped', counters.skipped],
            ['todo', counters.todo], ['duration_ms', duration],
        ];
        for (const [name, value] of lines) {
            reporter.report('test:diagnostic', {
                nesting: 0, message: `${name} ${value}`, level: 'info',
            });
        }
        reporter.report('test:summary', {
            success: this.success, counts: counters, duration_ms: duration,
            file: process.env.NODE_TEST_CONTEXT === undefined ? undefined :
                root.file,
        });
        reporter.end();
    }

    // ---- What happens outside of tests -------------------------------------

    listen() {
        const onError = (name) => (error) => this.onError(name, error);
        this.#listeners = [
            ['uncaughtException', onError('uncaughtException')],
            ['unhandledRejection', onError('unhandledRejection')],
            ['beforeExit', () => this.finish()],
        ];
        if (this.config.isRunner) {
            this.#listeners.push(['SIGINT', () => this.onKill()],
                                 ['SIGTERM', () => this.onKill()]);
        }
        for (const [name, fn] of this.#listeners)
            process.on(name, fn);
    }

    unlisten() {
        for (const [name, fn] of this.#listeners ?? [])
            process.removeListener(name, fn);
    }

    onError(event, error) {
        const test = current.getStore();
        if (test === 'reporter' || (this.isHeld && test === undefined))
            throw error;
        if (test instanceof Test && !test.finished && test !== this.root) {
            test.fail(new ERR_TEST_FAILURE(error, event));
            test.abortController.abort();
            return;
        }
        this.root.diagnostic(describeLate(test, event, error));
        this.fail();
    }

    async onKill() {
        const tests = findRunning(this.root);
        if (tests.length > 0) {
            this.reporter.report('test:interrupted', { tests });
            await new Promise((resolve) => clock.setImmediate(resolve));
        }
        await this.finish(true);
        process.exit();
    }
}

function describeLate(test, event, error) {
    if (test === undefined) {
        return 'Error: A resource generated asynchronous activity after the ' +
            `test ended. This activity created the error "${error}" which ` +
            `triggered an ${event} event, caught by the test runner.`;
    }
    const { hookType, loc, name } = test;
    const who = hookType ? `Test hook "${hookType}"` : `Test "${name}"`;
    const where = loc === undefined ? '' : ` at ${require('path').relative(
        process.cwd(), loc.file)}:${loc.line}:${loc.column}`;
    return `Error: ${who}${where} generated asynchronous activity after the ` +
        `test ended. This activity created the error "${error}" and would ` +
        'have caused the test to fail, but instead triggered an ' +
        `${event} event.`;
}

/* The innermost ones. */
function findRunning(test, found = []) {
    if (test.startTime === null || test.finished)
        return found;
    for (const subtest of test.subtests)
        findRunning(subtest, found);
    if (test.active === 0 && test.parent !== null) {
        found.push({
            __proto__: null, name: test.name, nesting: test.nesting,
            ...test.loc,
        });
    }
    return found;
}

// ---- The program's own root -----------------------------------------------

function getHarness() {
    if (globalHarness === undefined) {
        const { readConfig } = require('internal/test_runner/config');
        globalHarness = new Harness(readConfig(), process.argv[1]);
        globalHarness.listen();
        require('internal/test_runner/reporters').attach(globalHarness);
        globalHarness.releaseSoon();
    }
    return globalHarness;
}

/* Tests of a file that run({ isolation: 'none' }) loads belong to run(). */
function setHarness(harness) {
    const previous = globalHarness;
    globalHarness = harness;
    return previous;
}

function getParent() {
    const store = current.getStore();
    if (store === undefined || store === 'reporter')
        return getHarness().root;
    return store.owner ?? store;
}

function makeStarter(Kind) {
    function add(loc, name, options, fn, marks) {
        const parent = getParent();
        const test = parent.createSubtest(Kind, name, options, fn, {
            ...marks, loc,
        });
        if (parent instanceof Suite && test.parent === parent)
            return Promise.resolve();
        return test.start();
    }
    function test(name, options, fn) {
        return add(getLocation(test), name, options, fn, undefined);
    }
    for (const mark of ['expectFailure', 'skip', 'todo', 'only']) {
        const marked = (name, options, fn) =>
            add(getLocation(marked), name, options, fn, { [mark]: true });
        Object.defineProperty(marked, 'name', { __proto__: null, value: '' });
        test[mark] = marked;
    }
    if (Kind === Suite)
        return test;
    test.order = function order(text, name, options, fn) {
        validateString(text, 'order');
        if (process.explore !== undefined)
            return add(getLocation(order), name, options, fn, undefined);
        const { runInOrder } = require('internal/test_runner/ordered');
        const given = typeof options === 'object' ? options : undefined;
        return add(getLocation(order), name, given ?? runInOrder(text),
            given && runInOrder(text), undefined);
    };
    return test;
}

function makeHookStarter(kind) {
    const hook = (fn, options) => {
        getParent().createHook(kind, fn, {
            ...options, loc: getLocation(hook),
        });
    };
    return hook;
}

function getTestContext() {
    const store = current.getStore();
    if (store === undefined || store === 'reporter')
        return undefined;
    const test = store.owner ?? store;
    return test === test.root ? undefined :
        test instanceof Suite ? test.suiteContext : test.ctx;
}

module.exports = {
    Harness, getHarness, getTestContext, makeHookStarter, makeStarter,
    setHarness,
};
