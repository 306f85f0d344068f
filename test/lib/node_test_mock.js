'use strict';
// node:test's mocks: functions, methods, accessors, and timers.
const assert = require('assert');
const { mock } = require('node:test');

// A function counts its calls and keeps what came of them.
{
    const double = mock.fn((n) => n * 2);
    assert.strictEqual(double(2), 4);
    assert.strictEqual(double.mock.callCount(), 1);
    const [call] = double.mock.calls;
    assert.deepStrictEqual(call.arguments, [2]);
    assert.strictEqual(call.result, 4);
    assert.strictEqual(call.error, undefined);
    double.mock.mockImplementationOnce(() => 'once');
    assert.strictEqual(double(2), 'once');
    assert.strictEqual(double(2), 4);
    double.mock.mockImplementation(() => 'always');
    assert.strictEqual(double(2), 'always');
    double.mock.restore();
    assert.strictEqual(double(2), 4);
    double.mock.resetCalls();
    assert.strictEqual(double.mock.callCount(), 0);
    assert.throws(() => mock.fn(5), { code: 'ERR_INVALID_ARG_TYPE' });
}

// An error is kept too, and the original comes back after `times`.
{
    const fails = mock.fn(() => 1, () => { throw new Error('x'); },
                          { times: 2 });
    assert.throws(fails, { message: 'x' });
    assert.throws(fails, { message: 'x' });
    assert.strictEqual(fails(), 1);
    assert.strictEqual(fails.mock.calls[0].error.message, 'x');
}

// A constructor.
{
    class A { constructor(a) { this.a = a; } }
    const Mocked = mock.fn(A);
    const made = new Mocked(3);
    assert.ok(made instanceof A);
    assert.strictEqual(made.a, 3);
    assert.strictEqual(Mocked.mock.calls[0].this, made);
}

// Methods and accessors are put back.
{
    const object = { n: 1, get() { return this.n; },
                     get value() { return 5; } };
    mock.method(object, 'get', function() { return this.n + 1; });
    assert.strictEqual(object.get(), 2);
    mock.getter(object, 'value', () => 6);
    assert.strictEqual(object.value, 6);
    mock.restoreAll();
    assert.strictEqual(object.get(), 1);
    assert.strictEqual(object.value, 5);
    assert.throws(() => mock.method(object, 'nothing'),
                  { code: 'ERR_INVALID_ARG_VALUE' });
}

// Timers go as far as tick() lets them.
{
    const said = [];
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate',
                                'Date'], now: 1000 });
    setTimeout(() => said.push('late'), 20);
    setTimeout((word) => said.push(word), 10, 'early');
    const interval = setInterval(() => said.push(Date.now()), 15);
    const cleared = setTimeout(() => said.push('never'), 5);
    clearTimeout(cleared);
    setImmediate(() => said.push('immediate'));
    mock.timers.tick(30);
    assert.deepStrictEqual(said, ['immediate', 'early', 1030, 'late', 1030]);
    clearInterval(interval);
    assert.strictEqual(new Date().getTime(), 1030);
    mock.timers.runAll();
    assert.throws(() => mock.timers.enable(), { code: 'ERR_INVALID_STATE' });
    assert.throws(() => mock.timers.tick(-1),
                  { code: 'ERR_INVALID_ARG_VALUE' });
    mock.timers.reset();
    assert.ok(Date.now() > 1e9);
    assert.throws(() => mock.timers.tick(), { code: 'ERR_INVALID_STATE' });
}
