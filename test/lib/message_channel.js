'use strict';
/*
 * MessageChannel and its ports: one behaviour each. A failed assertion ends the
 * program with a code other than zero; so does a check that was promised
 * (later) and never ran. All of it holds for Node 24 as well.
 */

const assert = require('assert');
const { MessageChannel, MessagePort, receiveMessageOnPort } =
    require('worker_threads');
const { later } = require('./support/later.js');

function refuses(fn, message, name = 'DataCloneError') {
    assert.throws(fn, { name, message });
}

/* ---- Messages ---- */

{
    const { port1, port2 } = new MessageChannel();
    assert.strictEqual(port1.postMessage({ a: 1 }), true);
    port1.postMessage(undefined);
    assert.deepStrictEqual(receiveMessageOnPort(port2), { message: { a: 1 } });
    assert.deepStrictEqual(receiveMessageOnPort(port2), { message: undefined });
    assert.strictEqual(receiveMessageOnPort(port2), undefined);
    refuses(() => receiveMessageOnPort({}),
            'The "port" argument must be a MessagePort instance', 'TypeError');
    refuses(() => port1.postMessage(() => {}),
            '() => {} could not be cloned.');
    refuses(() => port1.postMessage(1, [{}]),
            'Found invalid value in transferList.');
    refuses(() => port1.postMessage(1, 5),
            'Optional transferList argument must be an iterable', 'TypeError');
    const bytes = new ArrayBuffer(3);
    port1.postMessage({ bytes }, [bytes]);
    assert.strictEqual(bytes.byteLength, 0);
    assert.strictEqual(receiveMessageOnPort(port2).message.bytes.byteLength, 3);
}

/* ---- Moving a port ---- */

{
    const { port1, port2 } = new MessageChannel();
    port2.postMessage('early');
    const moved = structuredClone({ port1 }, { transfer: [port1] }).port1;
    assert.ok(moved instanceof MessagePort);
    assert.notStrictEqual(moved, port1);
    assert.strictEqual(receiveMessageOnPort(moved).message, 'early');
    port2.postMessage('late');
    assert.strictEqual(receiveMessageOnPort(moved).message, 'late');
    moved.postMessage('back');
    assert.strictEqual(receiveMessageOnPort(port2).message, 'back');
    assert.strictEqual(port1.postMessage('lost'), undefined);
    assert.strictEqual(receiveMessageOnPort(port2), undefined);
    refuses(() => structuredClone(1, { transfer: [port1] }),
            'MessagePort in transfer list is already detached');
}
{
    const { port1, port2 } = new MessageChannel();
    const other = new MessageChannel();
    const needed = 'Object that needs transfer was found in message but not ' +
        'listed in transferList';
    refuses(() => port1.postMessage(other.port1), needed);
    refuses(() => structuredClone({ a: [port1] }), needed);
    refuses(() => port1.postMessage(1, [port1]),
            'Transfer list contains source port');
    refuses(() => port1.postMessage(1, [other.port1, other.port1]),
            'Transfer list contains duplicate MessagePort');
    /* What fails has moved nothing. */
    refuses(() => port1.postMessage(() => {}, [other.port1]),
            '() => {} could not be cloned.');
    other.port2.postMessage('still there');
    assert.strictEqual(receiveMessageOnPort(other.port1).message,
                       'still there');
    port2.once('message', later(({ port }) => {
        port.postMessage('from where it went');
        port1.close();
    }));
    other.port2.once('message', later((text) => {
        assert.strictEqual(text, 'from where it went');
        other.port2.close();
    }));
    port1.postMessage({ port: other.port1 }, [other.port1]);
}

/* ---- The end ---- */

{
    /* What was sent before the other side closed still arrives. */
    const { port1, port2 } = new MessageChannel();
    const seen = [];
    port2.on('message', (text) => seen.push(text));
    port2.on('close', later(() => assert.deepStrictEqual(seen, ['a', 'b'])));
    port1.postMessage('a');
    port1.postMessage('b');
    port1.close();
    assert.strictEqual(port1.postMessage('c'), undefined);
}
{
    /* The one that closes is told first, and both once. */
    const { port1, port2 } = new MessageChannel();
    const seen = [];
    port1.on('close', () => seen.push('port1'));
    port2.on('close', () => seen.push('port2'));
    port1.close(() => seen.push('callback'));
    port1.close();
    process.once('exit', () => {
        assert.deepStrictEqual(seen, ['port1', 'callback', 'port2']);
    });
}

/* ---- Alive or not ---- */

{
    const { port1, port2 } = new MessageChannel();
    assert.strictEqual(port1.hasRef(), false);
    port1.ref();
    assert.strictEqual(port1.hasRef(), true);
    port1.unref();
    assert.strictEqual(port1.hasRef(), false);
    port1.onmessage = () => {};
    assert.strictEqual(port1.hasRef(), true);
    port1.onmessage = null;
    assert.strictEqual(port1.hasRef(), false);
    const listener = () => {};
    port2.on('message', listener);
    assert.strictEqual(port2.hasRef(), true);
    port2.off('message', listener);
    assert.strictEqual(port2.hasRef(), false);
}
{
    /* A port that is listened to and unref'd keeps nothing alive. */
    const { port1 } = new MessageChannel();
    port1.on('message', () => {});
    port1.unref();
}
{
    /* Not before it is started. */
    const { port1, port2 } = new MessageChannel();
    port1.postMessage('waits');
    setImmediate(() => setImmediate(later(() => {
        assert.strictEqual(receiveMessageOnPort(port2).message, 'waits');
        port1.postMessage('comes');
        port2.onmessage = later(({ data, target, ports, isTrusted }) => {
            assert.deepStrictEqual([data, target, ports, isTrusted],
                                   ['comes', port2, [], false]);
            port2.close();
        });
    })));
}

// A getter of the message moves or closes a port that goes along with it: the
// port arrives once, or nowhere.
{
    const { receiveMessageOnPort } = require('worker_threads');
    const inner = new MessageChannel();
    const outer = new MessageChannel();
    const refused = {
        name: 'DataCloneError',
        message: 'Cannot clone object of unsupported type.',
    };

    assert.throws(() => outer.port1.postMessage({
        get moved() { return outer.port1.postMessage('by it', [inner.port1]); },
        port: inner.port1,
    }, [inner.port1]), refused);
    assert.deepStrictEqual(receiveMessageOnPort(outer.port2), { message: 'by it' });
    assert.strictEqual(receiveMessageOnPort(outer.port2), undefined);

    assert.throws(() => outer.port1.postMessage({
        get closed() { return inner.port2.close(); },
        port: inner.port2,
    }, [inner.port2]), refused);

    const third = new MessageChannel();
    assert.throws(() => structuredClone({
        get moved() { return structuredClone(1, { transfer: [third.port1] }); },
        port: third.port1,
    }, { transfer: [third.port1] }), refused);
    third.port2.close();
    outer.port1.close();
}

// Ports that come with a message are listed in the event.
{
    const inner = new MessageChannel();
    const outer = new MessageChannel();
    outer.port2.onmessage = ({ data, ports }) => {
        assert.deepStrictEqual(ports.length, 1);
        assert.strictEqual(ports[0], data.port);
        assert.ok(Object.isFrozen(ports));
        inner.port2.close();
        outer.port2.close();
    };
    outer.port1.postMessage({ port: inner.port1 }, [inner.port1]);
}
