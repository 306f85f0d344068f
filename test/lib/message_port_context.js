'use strict';
/* moveMessagePortToContext(): a port whose messages belong to a vm context. */

const assert = require('assert');
const vm = require('vm');
const { later } = require('./support/later.js');
const {
    MessageChannel, MessagePort, moveMessagePortToContext, receiveMessageOnPort,
} = require('worker_threads');

const context = vm.createContext({ seen: [] });
const inside = (code) => vm.runInContext(code, context);
const invalid = { code: 'ERR_INVALID_ARG_TYPE' };

const tests = {
    'a port and a context are needed'() {
        const { port1 } = new MessageChannel();
        assert.throws(() => moveMessagePortToContext({}, context), invalid);
        assert.throws(() => moveMessagePortToContext(port1), invalid);
        assert.throws(() => moveMessagePortToContext(port1, {}), invalid);
        port1.close();
        assert.throws(() => moveMessagePortToContext(port1, context),
                      { code: 'ERR_CLOSED_MESSAGE_PORT' });
    },

    'the port is an object of the context'() {
        const { port1 } = new MessageChannel();
        const port = moveMessagePortToContext(port1, context);
        assert(port instanceof inside('Object'));
        assert(!(port instanceof Object));
        assert(!(port instanceof MessagePort));
        assert.strictEqual(port.on, undefined);
        assert.strictEqual(port.addEventListener, undefined);
        assert.throws(() => new port.constructor(),
                      { code: 'ERR_CONSTRUCT_CALL_INVALID' });
        port.close();
    },

    'what is received is made of objects of the context'() {
        const { port1, port2 } = new MessageChannel();
        const port = moveMessagePortToContext(port1, context);
        port2.postMessage({
            Array: [], Map: new Map(), Set: new Set(), Date: new Date(0),
            RegExp: /x/, TypeError: new TypeError('e'), Error: new Error('e'),
            Uint8Array: new Uint8Array(1), ArrayBuffer: new ArrayBuffer(1),
            DataView: new DataView(new ArrayBuffer(1)), Number: Object(1),
        });
        const { message } = receiveMessageOnPort(port);
        assert(message instanceof inside('Object'));
        for (const name of Object.keys(message))
            assert(message[name] instanceof inside(name), name);
        assert.strictEqual(message.TypeError.message, 'e');
        port2.close();
    },

    async 'only onmessage hears of it, once the port is started'() {
        const { port1, port2 } = new MessageChannel();
        context.port = moveMessagePortToContext(port1, context);
        inside(`port.onmessage = function(event) {
            seen.push([event.data.a, event instanceof Object,
                       event.target === port, this === port, event.type]);
            port.postMessage({ b: 2 });
        };`);
        port2.postMessage({ a: 1 });
        await new Promise((resolve) => setImmediate(resolve));
        assert.strictEqual(context.seen.length, 0);
        assert.strictEqual(context.port.hasRef(), true);
        context.port.start();
        const answer = await new Promise((resolve) =>
            port2.once('message', resolve));
        assert.deepStrictEqual(answer, { b: 2 });
        assert.strictEqual(JSON.stringify(context.seen),
                           '[[1,true,true,true,"message"]]');
        context.port.close();
        port2.ref();
        await new Promise((resolve) => port2.once('close', resolve));
    },

    'it can be moved on'() {
        const { port1, port2 } = new MessageChannel();
        const port = moveMessagePortToContext(port1, context);
        const other = new MessageChannel();
        other.port1.postMessage({ port }, [port]);
        const { message } = receiveMessageOnPort(other.port2);
        assert(message.port instanceof MessagePort);
        port2.postMessage('through');
        assert.deepStrictEqual(receiveMessageOnPort(message.port),
                               { message: 'through' });
        other.port1.close();
        port2.close();
    },
};

(async () => {
    for (const name of Object.keys(tests))
        await tests[name]();
})().then(later(() => {}));
