'use strict';
/*
 * internal/test_runner/test - the tree of tests: Test, Suite, and the order in
 * which they run and are reported.
 *
 *   new -> queued -> running -> ended (test:complete) -> reported (test:pass)
 *
 * A test starts as many of its children as its concurrency allows. Results are
 * reported in the order in which tests were started, parents after children:
 * `reportNext` is the number of the child whose turn it is, and `ended` keeps
 * those that are done before their turn.
 *
 * What must stay true: a test ends once, and its first error is the one that
 * is reported.
 */

const { AsyncLocalStorage } = require('async_hooks');
const {
    codes: { ERR_INVALID_ARG_TYPE, ERR_TEST_FAILURE }, AbortError,
} = require('internal/errors');
const {
    validateAbortSignal, validateNumber, validateUint32,
} = require('internal/validators');
const expected = require('internal/test_runner/expect_failure');
const { channels, enterChannel } = require('internal/test_runner/channel');
const { unionTags } = require('internal/test_runner/tags');
/* Loaded when first used: internal/test_runner/clock,
 * internal/test_runner/context, internal/test_runner/explored,
 * internal/util/types, os. */

const TIMEOUT_MAX = 2 ** 31 - 1;
const current = new AsyncLocalStorage(); // the Test or hook that is running

function noop() {}

function now() {
    return process.hrtime.bigint();
}

function isFailure(error) {
    return error?.code === 'ERR_TEST_FAILURE';
}

function toFailure(error, type) {
    return isFailure(error) ? error : new ERR_TEST_FAILURE(error, type);
}

function readConcurrency(value, parent) {
    if (typeof value === 'number') {
        validateUint32(value, 'options.concurrency', true);
        return value;
    }
    if (typeof value === 'boolean' && value) {
        return parent !== null ? Infinity :
            Math.max(require('os').availableParallelism() - 1, 1);
    }
    if (value != null && typeof value !== 'boolean') {
        throw new ERR_INVALID_ARG_TYPE('options.concurrency',
                                       ['boolean', 'number'], value);
    }
    return value === false ? 1 : parent?.concurrency ?? 1;
}

function readTimeout(value, inherited) {
    if (value == null)
        return inherited;
    if (value === Infinity)
        return null;
    validateNumber(value, 'options.timeout', 0, TIMEOUT_MAX);
    return value;
}

/*
 * A promise that is rejected when time is up or the signal says so. The timer
 * does not keep the program alive: the harness does that while tests wait.
 */
function makeStop(timeout, signal) {
    const { promise, reject } = Promise.withResolvers();
    promise.catch(noop);
    const onAbort = () => reject(new AbortError(undefined,
                                                { cause: signal.reason }));
    signal.addEventListener('abort', onAbort, { once: true });
    let timer;
    if (timeout !== null && timeout !== Infinity) {
        timer = require('internal/test_runner/clock').setTimeout(() => {
            reject(new ERR_TEST_FAILURE(`test timed out after ${timeout}ms`,
                                        'testTimeoutFailure'));
        }, require('internal/test_runner/clock').limitOf(timeout));
        timer.unref();
    }
    return {
        promise,
        dispose() {
            signal.removeEventListener('abort', onAbort);
            if (timer !== undefined)
                require('internal/test_runner/clock').clearTimeout(timer);
        },
    };
}

/* Calls a function of a program, in either form. */
async function callBody(fn, self, args, stop, onBoth) {
    const waits = [stop.promise];
    if (fn.length === args.length + 1) {
        const { promise, resolve, reject } = Promise.withResolvers();
        let calls = 0;
        const done = (error) => {
            if (++calls === 2) {
                throw new ERR_TEST_FAILURE('callback invoked multiple times',
                                           'multipleCallbackInvocations');
            }
            if (calls > 1)
                return;
            if (error)
                reject(error);
            else
                resolve();
        };
        const result = Reflect.apply(fn, self, [...args, done]);
        const isPromise = require('internal/util/types').isPromise(result);
        if (isPromise)
            onBoth();
        waits.push(isPromise ? result : promise);
    } else {
        waits.push(Reflect.apply(fn, self, args));
    }
    await Promise.race(waits);
}

class Hook {
    constructor(owner, kind, fn, options) {
        this.owner = owner;
        this.hookType = kind;
        this.fn = typeof fn === 'function' ? fn : noop;
        this.timeout = readTimeout(options.timeout, null);
        this.outerSignal = options.signal;
        this.loc = options.loc;
        this.result = undefined;
        validateAbortSignal(this.outerSignal, 'options.signal');
    }

    /* before and after run once: the first caller starts them. */
    run(args) {
        if (this.hookType.endsWith('Each'))
            return this.runOnce(args);
        return this.result ??= this.runOnce(args);
    }

    async runOnce({ ctx, args }) {
        const signal = this.outerSignal ?? new AbortController().signal;
        if (signal.aborted)
            throw signal.reason;
        const stop = makeStop(this.timeout, signal);
        try {
            await current.run(this, () => callBody(
                this.fn, ctx, args, stop, () => {
                    throw new ERR_TEST_FAILURE(
                        'passed a callback but also returned a Promise',
                        'callbackAndPromisePresent');
                }));
        } finally {
            stop.dispose();
        }
    }
}

class Test {
    type = 'test';
    subtests = [];
    queue = []; // { test, resolve } that wait for their turn
    active = 0;
    unfinished = new Set();
    allDone = null; // of its subtests
    ended = new Map();
    reportNext = 1;
    lastOrder = 0;
    order = 0;
    testNumber = 0;
    numbered = 0; // subtests that have a number
    startShown = false;
    diagnostics = [];
    hooks = { before: [], after: [], beforeEach: [], afterEach: [] };
    plan = null;
    mock = null;
    passed = false;
    error = null;
    cancelled = false;
    filtered = false;
    finished = false;
    startTime = null;
    endTime = null;
    hasOnlyTests = false;
    runOnlySubtests = false;
    attempt = undefined;
    #ctx;

    constructor(parent, options) {
        this.parent = parent;
        this.root = parent === null ? this : parent.root;
        this.harness = parent === null ? options.harness : parent.harness;
        this.reporter = parent === null ? options.reporter : parent.reporter;
        this.nesting = parent === null || parent.parent === null ? 0 :
            parent.nesting + 1;
        this.testId = this.harness.nextId++;
        this.setBody(options);
        this.loc = options.loc;
        this.file = parent === null ? options.file :
            this.harness.entryFile ?? parent.file;
        this.tags = unionTags(parent?.tags, options.tags);
        this.concurrency = readConcurrency(options.concurrency, parent);
        this.timeout = readTimeout(options.timeout, parent?.timeout ??
            this.harness.config.timeout ?? null);
        this.setSignal(options.signal);
        this.setMarks(options);
        if (parent !== null)
            this.harness.filter?.add(this);
    }

    setBody({ fn, name, skip }) {
        const body = typeof fn === 'function' ? fn : noop;
        this.name = typeof name === 'string' && name !== '' ? name :
            body.name || '<anonymous>';
        this.fn = skip ? noop : body;
    }

    setSignal(signal) {
        validateAbortSignal(signal, 'options.signal');
        this.abortController = new AbortController();
        this.signal = this.abortController.signal;
        this.outerSignal = signal;
        this.onOuterAbort = () => this.cancel(this.abortReason());
        signal?.addEventListener('abort', this.onOuterAbort, { once: true });
    }

    setMarks({ skip, todo, only, plan, expectFailure }) {
        this.skipped = skip !== undefined && skip !== false;
        this.isTodo = (todo !== undefined && todo !== false) ||
            Boolean(this.parent?.isTodo);
        this.only = only;
        this.expectedAssertions = plan;
        this.expectFailure = expected.read(expectFailure) ||
            this.parent?.expectFailure;
        this.message = typeof skip === 'string' ? skip :
            typeof todo === 'string' ? todo : null;
        const { config } = this.harness;
        if (only && this.parent !== null && !config.only && !config.byOnly) {
            this.diagnostic("'only' and 'runOnly' require the --test-only " +
                            'command-line option.');
        }
    }

    get ctx() {
        return this.#ctx ??=
            new (require('internal/test_runner/context').TestContext)(this);
    }

    get hookArgs() {
        return { ctx: this.ctx, args: [this.ctx] };
    }

    get fullName() {
        return this.parent === null || this.parent === this.root ? this.name :
            `${this.parent.fullName} > ${this.name}`;
    }

    // ---- Children ----------------------------------------------------------

    createSubtest(Kind, name, options, fn, overrides) {
        const given = readArguments(name, options, fn);
        const late = this.finished || this.built;
        const parent = late ? this.root : this;
        const test = new Kind(parent, { ...given, ...overrides });
        if (late) {
            test.fail(new ERR_TEST_FAILURE(
                'test could not be started because its parent finished',
                'parentAlreadyFinished'));
        }
        parent.subtests.push(test);
        parent.allDone ??= Promise.withResolvers();
        test.afterCreation?.();
        return test;
    }

    createHook(kind, fn, options) {
        const hook = new Hook(this, kind, fn, options);
        this.hooks[kind].push(hook);
        // A test that runs already has its before hooks run at once.
        if (kind === 'before' && this.startTime !== null)
            hook.run(this.hookArgs).catch((error) => this.fail(toFailure(
                error, 'hookFailed')));
    }

    start() {
        // A test of a file that is loaded later may be the only one.
        if (this.harness.isHeld && this.harness.config.byOnly)
            return this.harness.released.promise.then(() => this.start());
        this.filtered = this.harness.filter?.excludes(this) ?? false;
        if (!this.filtered)
            this.testNumber = ++this.parent.numbered;
        this.parent.unfinished.add(this);
        this.note('test:enqueue', { type: this.type });
        if (this.harness.isHeld || this.parent.active >= this.parent.concurrency) {
            return new Promise((resolve) =>
                this.parent.queue.push({ test: this, resolve }));
        }
        return this.begin();
    }

    begin() {
        this.takeOrder();
        this.note('test:dequeue', { type: this.parent.type });
        this.parent.active++;
        return this.filtered ? this.passOver() : this.run();
    }

    takeOrder() {
        if (this.order === 0)
            this.order = ++this.parent.lastOrder;
    }

    async passOver() {
        this.passed = true;
        this.subtests = [];
        await undefined;
        this.end();
    }

    async runQueued() {
        while (this.queue.length > 0 && this.active < this.concurrency) {
            const { test, resolve } = this.queue.shift();
            await test.begin();
            resolve();
        }
    }

    // ---- Hooks -------------------------------------------------------------

    async runHooks(kind, list, args) {
        try {
            for (const hook of list)
                await hook.run(args);
        } catch (error) {
            const failure = new ERR_TEST_FAILURE(`failed running ${kind} hook`,
                                                 'hookFailed');
            failure.cause = isFailure(error) ? error.cause : error;
            throw failure;
        }
    }

    /* Those of all parents, the outermost first. */
    get beforeEachHooks() {
        const outer = this.parent === null ? [] : this.parent.beforeEachHooks;
        return [...outer, ...this.hooks.beforeEach];
    }

    get afterEachHooks() {
        const outer = this.parent === null ? [] : this.parent.afterEachHooks;
        return [...this.hooks.afterEach, ...outer];
    }

    async runBefore() {
        const { parent } = this;
        if (parent.hooks.before.length > 0)
            await parent.runHooks('before', parent.hooks.before,
                                  parent.hookArgs);
        const each = parent.beforeEachHooks;
        if (each.length > 0 && !this.skipped)
            await this.runHooks('beforeEach', each, this.hookArgs);
    }

    async runAfter(wasSkipped) {
        const each = wasSkipped ? [] : this.parent.afterEachHooks;
        let failure;
        try {
            if (each.length > 0)
                await this.runHooks('afterEach', each, this.hookArgs);
        } catch (error) {
            failure = error;
        }
        if (this.hooks.after.length > 0)
            await this.runHooks('after', this.hooks.after, this.hookArgs);
        if (failure !== undefined)
            throw failure;
    }

    // ---- Running -----------------------------------------------------------

    isAborted() {
        if (!this.signal.aborted && !this.outerSignal?.aborted)
            return false;
        this.cancel(this.abortReason());
        return true;
    }

    abortReason() {
        const reason = this.outerSignal?.reason ??
            new AbortError('The test was aborted');
        if (typeof reason === 'object')
            reason.failureType = 'testAborted';
        return reason;
    }

    async run() {
        this.startTime ??= now();
        if (this.isAborted()) {
            this.end();
            return;
        }
        if (this.expectedAssertions)
            this.ctx.plan(this.expectedAssertions);
        await current.run(this, () => enterChannel(this, () => this.perform()));
        this.end();
    }

    async perform() {
        const wasSkipped = this.skipped;
        let stop;
        try {
            await this.runBefore();
            stop = makeStop(this.timeout, this.signal);
            await this.runBody(stop);
            this.pass();
        } catch (error) {
            channels.error(this, error);
            this.take(error);
        }
        try {
            await this.runAfter(wasSkipped);
        } catch (error) {
            this.failLate(error);
        }
        stop?.dispose();
        this.abortController.abort();
    }

    async runBody(stop) {
        await callBody(this.fn, this.ctx, [this.ctx], stop, () => {
            this.fail(new ERR_TEST_FAILURE(
                'passed a callback but also returned a Promise',
                'callbackAndPromisePresent'));
        });
        this.isAborted();
        if (this.allDone !== null && this.unfinished.size > 0)
            await Promise.race([this.allDone.promise, stop.promise]);
        if (this.plan !== null)
            await undefined; // a microtask more, as in Node
        const planned = this.plan?.check();
        if (planned)
            await Promise.race([planned, stop.promise]);
    }

    take(error) {
        if (error?.failureType === 'testTimeoutFailure')
            this.cancel(error);
        else
            this.fail(toFailure(error, 'testCodeFailure'));
    }

    cancel(error) {
        if (this.endTime !== null || this.error !== null)
            return;
        this.fail(error ?? new ERR_TEST_FAILURE(
            'test did not finish before its parent and was cancelled',
            'cancelledByParent'));
        this.cancelled = true;
        this.abortController.abort();
    }

    pass() {
        if (this.error !== null || this.endTime !== null)
            return;
        this.endTime = now();
        if (this.expectFailure && !this.skipped) {
            this.error = new ERR_TEST_FAILURE(
                'test was expected to fail but passed', 'expectedFailure');
        } else {
            this.passed = true;
        }
    }

    fail(error) {
        if (this.error !== null)
            return;
        this.endTime ??= now();
        const mismatch = expected.check(this.expectFailure, error);
        this.passed = this.expectFailure ? mismatch === null : false;
        this.error = mismatch ?? error;
    }

    /* A hook after a test that passed. */
    failLate(error) {
        if (this.passed)
            this.fail(toFailure(error, 'hookFailed'));
    }

    skip(message) {
        this.skipped = true;
        this.message = message;
    }

    todo(message) {
        this.isTodo = true;
        this.message = message;
    }

    diagnostic(message) {
        this.diagnostics.push(message);
    }

    // ---- The end -----------------------------------------------------------

    end(pendingError) {
        this.endTime ??= now();
        this.startTime ??= this.endTime;
        this.queue = [];
        const failed = this.endSubtests(pendingError);
        if ((this.passed || this.parent === null) && failed > 0) {
            this.fail(new ERR_TEST_FAILURE(
                `${failed} subtest${failed > 1 ? 's' : ''} failed`,
                'subtestsFailed'));
        }
        this.outerSignal?.removeEventListener('abort', this.onOuterAbort);
        this.mock?.reset();
        if (this.parent !== null)
            this.endAsSubtest();
    }

    endSubtests(pendingError) {
        let failed = 0;
        for (const test of this.subtests) {
            if (!test.finished) {
                test.cancel(pendingError);
                test.end(pendingError);
            }
            if (!test.passed && !test.isTodo)
                failed++;
        }
        return failed;
    }

    endAsSubtest() {
        const { parent } = this;
        if (parent.ended.has(this.order) || this.finished)
            return;
        this.takeOrder();
        if (!this.filtered) {
            this.testNumber ||= ++parent.numbered;
            const { details, directive } = this.describe();
            details.passed = this.passed;
            this.reporter.report('test:complete', this.result(details,
                                                              directive),
                                 this.loc);
        }
        parent.active--;
        parent.ended.set(this.order, this);
        if (parent.unfinished.delete(this) && parent.unfinished.size === 0)
            parent.allDone.resolve();
        parent.reportEnded(false);
        parent.runQueued();
    }

    // ---- Reports -----------------------------------------------------------

    isItsTurn() {
        return this.parent === null ||
            (this.parent.reportNext === this.order && this.parent.isItsTurn());
    }

    reportEnded(isTurn) {
        let test;
        while ((test = this.ended.get(this.reportNext)) !== undefined) {
            if (!isTurn && !this.isItsTurn())
                return;
            this.ended.delete(this.reportNext);
            test.reportEnded(true);
            test.report();
            this.reportNext++;
            test.finished = true;
        }
        if (this.parent === null && this.reportNext > this.subtests.length)
            this.harness.onAllReported();
    }

    report() {
        if (this.filtered)
            return;
        this.harness.count(this);
        if (this.numbered > 0) {
            this.reporter.report('test:plan', {
                nesting: this.subtests[0].nesting, count: this.numbered,
            }, this.loc);
        } else {
            this.showStart();
        }
        const { details, directive } = this.describe();
        if (process.explore !== undefined)
            require('internal/test_runner/explored').note(this);
        this.reporter.report(this.passed ? 'test:pass' : 'test:fail',
                             this.result(details, directive), this.loc);
        this.reportDiagnostics();
    }

    reportDiagnostics() {
        for (const message of this.diagnostics) {
            this.reporter.report('test:diagnostic', {
                nesting: this.nesting, message, level: 'info',
            }, this.loc);
        }
    }

    result(details, directive) {
        return {
            name: this.name, nesting: this.nesting,
            testNumber: this.testNumber, testId: this.testId,
            parentId: this.parent.testId, details, tags: this.tags,
            ...directive,
        };
    }

    describe() {
        const details = {
            __proto__: null, duration_ms: this.durationMs(), type: this.type,
        };
        if (!this.passed)
            details.error = this.error;
        let directive;
        if (this.skipped)
            directive = { skip: this.message ?? true };
        else if (this.isTodo)
            directive = { todo: this.message ?? true };
        else if (this.expectFailure)
            directive = { expectFailure: this.expectFailure.label ?? true };
        return { details, directive };
    }

    durationMs() {
        return Number(this.endTime - this.startTime) / 1e6;
    }

    note(type, more) {
        if (this.filtered)
            return;
        this.reporter.report(type, {
            nesting: this.nesting, name: this.name, ...more,
            testId: this.testId, parentId: this.parent.testId, tags: this.tags,
        }, this.loc);
    }

    showStart() {
        if (this.startShown || this.parent === null)
            return;
        this.startShown = true;
        this.parent.showStart();
        this.note('test:start');
    }
}

/* (name, options, fn), each of which may be left out. */
function readArguments(name, options, fn) {
    let given = options;
    let body = fn;
    if (typeof name === 'function') {
        body = name;
    } else if (name !== null && typeof name === 'object') {
        given = name;
        body = options;
    } else if (typeof options === 'function') {
        body = options;
    }
    if (given === null || typeof given !== 'object')
        given = {};
    return { name, fn: body, ...given };
}

/* Its function only makes tests; they run later, when it is its turn. */
class Suite extends Test {
    type = 'suite';
    built = false;

    constructor(parent, options) {
        super(parent, options);
        if (options.timeout == null)
            this.timeout = null;
        this.suiteContext =
            new (require('internal/test_runner/context').SuiteContext)(this);
    }

    get hookArgs() {
        return { ctx: this.suiteContext, args: [this.suiteContext] };
    }

    afterCreation() {
        this.building = current.run(this, () => enterChannel(
            this, () => this.build()));
    }

    async build() {
        try {
            await Reflect.apply(this.fn, this.suiteContext,
                                [this.suiteContext]);
        } catch (error) {
            channels.error(this, error);
            this.fail(new ERR_TEST_FAILURE(error, 'testCodeFailure'));
        }
        this.built = true;
    }

    async run() {
        await this.building;
        this.startTime = now();
        if (this.error !== null)
            this.endTime = this.startTime;
        if (this.isAborted()) {
            this.subtests = [];
            this.end();
            return;
        }
        await current.run(this, () => this.runSubtests());
        channels.end(this);
        this.end();
    }

    async runSubtests() {
        let stop;
        try {
            const { parent } = this;
            if (parent.hooks.before.length > 0)
                await parent.runHooks('before', parent.hooks.before,
                                      parent.hookArgs);
            await this.runHooks('before', this.hooks.before, this.hookArgs);
            stop = makeStop(this.timeout, this.signal);
            if (this.skipped || this.error !== null)
                this.subtests = [];
            await Promise.race([
                Promise.all(this.subtests.map((test) => test.start())),
                stop.promise,
            ]);
        } catch (error) {
            this.take(error);
        }
        try {
            await this.runHooks('after', this.hooks.after, this.hookArgs);
            this.pass();
        } catch (error) {
            this.fail(toFailure(error, 'hookFailed'));
        }
        stop?.dispose();
    }
}

module.exports = { Hook, Suite, Test, TIMEOUT_MAX, current, isFailure };
