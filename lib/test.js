'use strict';
/* node:test. It can only be required with its scheme. */

const { getTestContext, makeHookStarter, makeStarter } =
    require('internal/test_runner/harness');

const test = makeStarter(require('internal/test_runner/test').Test);
const suite = makeStarter(require('internal/test_runner/test').Suite);
/* Loaded when first used: internal/modules/missing,
 * internal/test_runner/assert, internal/test_runner/mock,
 * internal/test_runner/run. */

function run(options) {
    return require('internal/test_runner/run').run(options);
}

let mock;
let asserts;

module.exports = Object.assign(test, {
    after: makeHookStarter('after'),
    afterEach: makeHookStarter('afterEach'),
    before: makeHookStarter('before'),
    beforeEach: makeHookStarter('beforeEach'),
    describe: suite,
    getTestContext,
    it: test,
    run,
    suite,
    test,
});

function defineGetter(name, get) {
    Object.defineProperty(test, name, {
        __proto__: null, configurable: true, enumerable: true, get,
    });
}

defineGetter('mock', () => {
    const { MockTracker } = require('internal/test_runner/mock');
    return mock ??= new MockTracker();
});

defineGetter('snapshot', () => {
    const { notThereYet } = require('internal/modules/missing');
    const refuse = () => { throw notThereYet('snapshots of node:test'); };
    return { setDefaultSnapshotSerializers: refuse,
             setResolveSnapshotPath: refuse };
});

defineGetter('assert', () => {
    const { register } = require('internal/test_runner/assert');
    return asserts ??= { __proto__: null, register };
});
