'use strict';
// node:domain: what belongs to a domain, and where its errors go.
const assert = require('assert');
const { later } = require('./support/later.js');

// A program that has a capture callback cannot load the module.
process.setUncaughtExceptionCaptureCallback(() => {});
assert.throws(() => require('domain'),
              { code: 'ERR_DOMAIN_CALLBACK_NOT_AVAILABLE' });
process.setUncaughtExceptionCaptureCallback(null);
assert.strictEqual(process.domain, null);

const domain = require('domain');
const EventEmitter = require('events');
const fs = require('fs');

assert.throws(() => process.setUncaughtExceptionCaptureCallback(null),
              { code: 'ERR_DOMAIN_CANNOT_SET_UNCAUGHT_EXCEPTION_CAPTURE' });

// enter() and exit() are a stack; exit() leaves those inside, too.
{
    const [a, b, c] = [domain.create(), domain.create(), domain.create()];
    a.enter();
    b.enter();
    c.enter();
    assert.strictEqual(process.domain, c);
    assert.strictEqual(domain.active, c);
    b.exit();
    assert.strictEqual(domain._stack.length, 1);
    assert.strictEqual(process.domain, a);
    c.exit(); // not entered
    assert.strictEqual(process.domain, a);
    a.exit();
    assert.strictEqual(process.domain, undefined);
}

// run() calls with the domain as `this`, and gives back the result.
{
    const d = domain.create();
    const result = d.run(function(...args) {
        assert.strictEqual(this, d);
        return args;
    }, 1, 2);
    assert.deepStrictEqual(result, [1, 2]);
}

// An 'error' event without a listener goes to the emitter's domain, and the
// handler runs outside of it.
{
    const outer = domain.create();
    const d = domain.create();
    const seen = [];
    d.on('error', (error) => seen.push(error, process.domain));
    let emitter;
    outer.run(() => d.run(() => {
        emitter = new EventEmitter();
        const error = new Error('emitted');
        emitter.emit('error', error);
        assert.deepStrictEqual(seen.splice(0), [error, outer]);
        assert.strictEqual(error.domain, d);
        assert.strictEqual(error.domainEmitter, emitter);
        assert.strictEqual(error.domainThrown, false);
        assert.strictEqual(process.domain, d);
    }));
    assert.strictEqual(emitter.domain, d);
    assert.ok(!Object.keys(emitter).includes('domain'));
    emitter.on('event', () => seen.push(process.domain));
    emitter.emit('event');
    assert.deepStrictEqual(seen, [d]);
    d.remove(emitter);
    assert.throws(() => emitter.emit('error', new Error('nobody')), /nobody/);
}

// add() moves an emitter; two domains are never members of each other.
{
    const [a, b] = [domain.create(), domain.create()];
    const emitter = new EventEmitter();
    assert.strictEqual(emitter.domain, null);
    a.add(emitter);
    b.add(emitter);
    assert.deepStrictEqual([a.members.length, b.members.length], [0, 1]);
    a.add(b);
    b.add(a);
    assert.strictEqual(a.domain, null);
    assert.strictEqual(b.domain, a);
}

// intercept() takes errors out of the arguments, bind() does not.
{
    const d = domain.create();
    const seen = [];
    d.on('error', (error) => seen.push(error));
    const callback = (...args) => seen.push(args);
    const error = new Error('intercepted');
    d.intercept(callback)(error, 1);
    assert.strictEqual(error.domainBound, callback);
    d.intercept(callback)(null, 1);
    const bound = d.bind(callback);
    assert.strictEqual(bound.domain, d);
    bound(null, 1);
    assert.deepStrictEqual(seen, [error, [1], [null, 1]]);
}

// Whatever is scheduled in a domain runs in it, and its exceptions go there.
// (What a function of queueMicrotask() throws does not, in Node either.)
const ways = {
    tick: (fn) => process.nextTick(fn),
    promise: (fn) => { Promise.resolve().then(fn); },
    async: async (fn) => { await undefined; fn(); },
    timer: (fn) => { setTimeout(fn, 1); },
    immediate: (fn) => { setImmediate(fn); },
    file: (fn) => { fs.stat(__filename, fn); },
    emitter: (fn) => {
        const emitter = new EventEmitter().on('event', fn);
        setImmediate(() => emitter.emit('event'));
    },
};

function tryWay(name) {
    return new Promise((resolve) => {
        const d = domain.create();
        const error = new Error(name);
        d.on('error', (met) => {
            assert.strictEqual(met, error);
            assert.strictEqual(met.domain, name === 'promise' ||
                name === 'async' ? undefined : d);
            assert.notStrictEqual(process.domain, d);
            d.removeAllListeners('error');
            setImmediate(resolve);
        });
        d.run(() => ways[name](() => {
            assert.strictEqual(process.domain, d);
            throw error;
        }));
    });
}

// A handler that throws passes its error to the domain around.
function tryNested() {
    return new Promise((resolve) => {
        const [outer, inner] = [domain.create(), domain.create()];
        outer.on('error', (error) => {
            assert.strictEqual(error.message, 'second');
            resolve();
        });
        inner.on('error', (error) => {
            assert.strictEqual(error.message, 'first');
            throw new Error('second');
        });
        outer.run(() => setImmediate(() => {
            inner.run(() => { throw new Error('first'); });
        }));
    });
}

// Without a handler the exception is the program's, outside of all domains.
function tryUnhandled() {
    return new Promise((resolve) => {
        process.once('uncaughtException', (error) => {
            assert.strictEqual(error.message, 'nobody');
            assert.strictEqual(process.domain, null);
            assert.strictEqual(domain._stack.length, 0);
            resolve();
        });
        domain.create().run(() => setImmediate(() => {
            throw new Error('nobody');
        }));
    });
}

// What a server's listener throws is its domain's.
function tryServer() {
    const http = require('http');
    const d = domain.create();
    return new Promise((resolve) => {
        d.on('error', (error) => {
            assert.strictEqual(error.message, 'by a request');
            resolve();
        });
        const server = d.run(() => http.createServer((req, res) => {
            assert.strictEqual(process.domain, d);
            res.end();
            server.close();
            throw new Error('by a request');
        }));
        server.listen(0, '127.0.0.1', () => {
            const { port } = server.address();
            http.get({ host: '127.0.0.1', port, agent: false }, (res) => res.resume());
        });
    });
}

let done = false;
process.on('exit', () => assert.ok(done));
(async () => {
    for (const name of Object.keys(ways))
        await tryWay(name);
    await tryNested();
    await tryUnhandled();
    await tryServer();
    done = true;
})().then(later(() => {}));
