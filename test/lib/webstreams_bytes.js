'use strict';
/* stream/web: readable streams of bytes. */

const assert = require('assert');
const util = require('util');
const { run } = require('./support/cases.js');

function bytes(...list) {
    return new Uint8Array(list);
}

/* Gives each array as a chunk, then ends. */
function give(...chunks) {
    return new ReadableStream({
        type: 'bytes',
        pull(controller) {
            const chunk = chunks.shift();
            if (chunk !== undefined) {
                controller.enqueue(chunk);
                return;
            }
            controller.close();
            controller.byobRequest?.respond(0);
        },
    });
}

const invalidState = { name: 'TypeError', code: 'ERR_INVALID_STATE' };

run({
    'chunks come as Uint8Arrays, and what was given is detached': async () => {
        const chunk = new Uint16Array([0x0201, 0x0403]);
        const reader = give(chunk).getReader();
        const { value } = await reader.read();
        assert.deepStrictEqual(value, bytes(1, 2, 3, 4));
        assert.strictEqual(chunk.length, 0);
    },

    'a reader with a buffer gets as much as fits': async () => {
        const reader = give(bytes(1, 2, 3)).getReader({ mode: 'byob' });
        const buffer = new ArrayBuffer(2);
        const first = await reader.read(new Uint8Array(buffer));
        assert.deepStrictEqual(first, { value: bytes(1, 2), done: false });
        assert.strictEqual(buffer.byteLength, 0);
        const second = await reader.read(new Uint8Array(first.value.buffer));
        assert.deepStrictEqual(second, { value: bytes(3), done: false });
        const last = await reader.read(new Uint8Array(2));
        assert.deepStrictEqual(last, { value: bytes(), done: true });
    },

    'the source may write into the reader\'s buffer': async () => {
        const reader = new ReadableStream({
            type: 'bytes',
            pull(controller) {
                const { view } = controller.byobRequest;
                assert.strictEqual(view.byteLength, 4);
                view[0] = 7;
                controller.byobRequest.respond(1);
            },
        }).getReader({ mode: 'byob' });
        const { value } = await reader.read(new Uint8Array(4));
        assert.deepStrictEqual(value, bytes(7));
        assert.strictEqual(value.buffer.byteLength, 4);
    },

    'a view of the same buffer can be the answer': async () => {
        const reader = new ReadableStream({
            type: 'bytes',
            pull(controller) {
                const { view } = controller.byobRequest;
                const { buffer } = view;
                const moved = structuredClone(buffer, { transfer: [buffer] });
                controller.byobRequest.respondWithNewView(
                    new Uint8Array(moved, view.byteOffset, 2));
            },
        }).getReader({ mode: 'byob' });
        const { value } = await reader.read(new Uint8Array(4));
        assert.strictEqual(value.length, 2);
    },

    'min waits for that many elements': async () => {
        const reader = give(bytes(1), bytes(2), bytes(3, 4))
            .getReader({ mode: 'byob' });
        const { value } = await reader.read(new Uint8Array(8), { min: 3 });
        assert.deepStrictEqual(value, bytes(1, 2, 3, 4));
        await assert.rejects(reader.read(new Uint8Array(1), { min: 2 }),
                             { code: 'ERR_OUT_OF_RANGE' });
        await assert.rejects(reader.read(new Uint8Array(1), { min: 0 }),
                             { code: 'ERR_INVALID_ARG_VALUE' });
    },

    'elements of more than a byte are whole': async () => {
        const reader = give(bytes(1, 2, 3), bytes(4))
            .getReader({ mode: 'byob' });
        const first = await reader.read(new Uint16Array(4));
        assert.deepStrictEqual(first.value, new Uint16Array([0x0201]));
        const second = await reader.read(new Uint16Array(4));
        assert.deepStrictEqual(second.value, new Uint16Array([0x0403]));
        const last = await reader.read(new DataView(new ArrayBuffer(2)));
        assert.ok(last.done && last.value instanceof DataView);
    },

    'autoAllocateChunkSize brings a buffer for other readers': async () => {
        const reader = new ReadableStream({
            type: 'bytes',
            autoAllocateChunkSize: 16,
            pull(controller) {
                assert.strictEqual(controller.byobRequest.view.length, 16);
                controller.byobRequest.view.fill(9);
                controller.byobRequest.respond(2);
            },
        }).getReader();
        assert.deepStrictEqual((await reader.read()).value, bytes(9, 9));
        assert.throws(
            () => new ReadableStream({ type: 'bytes',
                                       autoAllocateChunkSize: 0 }),
            { code: 'ERR_INVALID_ARG_VALUE' });
    },

    'bad chunks and views are refused': async () => {
        let controller;
        const stream = new ReadableStream({
            type: 'bytes', start(given) { controller = given; },
        });
        assert.throws(() => controller.enqueue('text'),
                      { code: 'ERR_INVALID_ARG_TYPE' });
        assert.throws(() => controller.enqueue(bytes()), invalidState);
        assert.throws(
            () => controller.enqueue(new Uint8Array(new SharedArrayBuffer(1))),
            { code: 'ERR_INVALID_ARG_VALUE' });
        const reader = stream.getReader({ mode: 'byob' });
        await assert.rejects(reader.read(), { code: 'ERR_INVALID_ARG_TYPE' });
        await assert.rejects(reader.read(bytes()), invalidState);
        const read = reader.read(new Uint8Array(2));
        const request = controller.byobRequest;
        assert.throws(() => request.respond(3),
                      { name: 'RangeError', code: 'ERR_INVALID_ARG_VALUE' });
        assert.throws(() => request.respond(0),
                      { name: 'TypeError', code: 'ERR_INVALID_ARG_VALUE' });
        request.respond(2);
        assert.throws(() => request.respond(1), {
            ...invalidState,
            message: 'Invalid state: This BYOB request has been invalidated',
        });
        assert.strictEqual((await read).value.length, 2);
        controller.close();
        assert.throws(() => controller.close(), invalidState);
        assert.throws(() => controller.enqueue(bytes(1)), invalidState);
        assert.throws(() => new ReadableStreamBYOBReader(new ReadableStream()),
                      { code: 'ERR_INVALID_ARG_VALUE' });
        assert.throws(
            () => new ReadableStream({ type: 'bytes' }, { size: () => 1 }),
            { name: 'RangeError', code: 'ERR_INVALID_ARG_VALUE' });
    },

    'bytes that a reader left behind go to the next': async () => {
        let controller;
        const stream = new ReadableStream({
            type: 'bytes', start(given) { controller = given; },
        });
        const first = stream.getReader({ mode: 'byob' });
        const read = first.read(new Uint8Array(4), { min: 4 });
        controller.byobRequest.view[0] = 1;
        controller.byobRequest.respond(1);
        first.releaseLock();
        await assert.rejects(read, invalidState);
        const second = stream.getReader();
        controller.enqueue(bytes(2));
        assert.deepStrictEqual((await second.read()).value, bytes(1));
        assert.deepStrictEqual((await second.read()).value, bytes(2));
    },

    'closing in the middle of an element is an error': async () => {
        let controller;
        const reader = new ReadableStream({
            type: 'bytes', start(given) { controller = given; },
        }).getReader({ mode: 'byob' });
        const read = reader.read(new Uint16Array(1));
        controller.enqueue(bytes(1));
        assert.throws(() => controller.close(), {
            ...invalidState, message: 'Invalid state: Partial read',
        });
        await assert.rejects(read, invalidState);
    },

    'branches of a tee have buffers of their own': async () => {
        const [a, b] = give(bytes(1, 2), bytes(3)).tee();
        const first = await a.getReader().read();
        const second = await b.getReader({ mode: 'byob' })
            .read(new Uint8Array(1));
        assert.deepStrictEqual(first.value, bytes(1, 2));
        assert.deepStrictEqual(second.value, bytes(1));
        first.value[0] = 9;
        assert.strictEqual(second.value[0], 1);
    },

    'a tee hands a branch\'s buffer on to the source': async () => {
        let offered;
        const [a, b] = new ReadableStream({
            type: 'bytes',
            pull(controller) {
                offered = controller.byobRequest.view.length;
                controller.byobRequest.view[0] = 5;
                controller.byobRequest.respond(1);
            },
        }).tee();
        const { value } = await a.getReader({ mode: 'byob' })
            .read(new Uint8Array(3));
        assert.strictEqual(offered, 3);
        assert.deepStrictEqual(value, bytes(5));
        assert.deepStrictEqual((await b.getReader().read()).value, bytes(5));
    },

    'a Blob is a stream of bytes': async () => {
        const stream = new Blob(['abc', 'def']).stream();
        assert.strictEqual(
            util.inspect(stream),
            "ReadableStream { locked: false, state: 'readable', " +
            'supportsBYOB: true }');
        const chunks = [];
        for await (const chunk of stream)
            chunks.push(chunk);
        assert.strictEqual(Buffer.concat(chunks).toString(), 'abcdef');
        const reader = new Blob(['abc']).stream().getReader({ mode: 'byob' });
        const { value } = await reader.read(new Uint8Array(8));
        assert.deepStrictEqual(value, bytes(97, 98, 99));
        const end = await reader.read(new Uint8Array(8));
        assert.ok(end.done);
    },

    'a Buffer stays a Buffer': async () => {
        const reader = give(bytes(1)).getReader({ mode: 'byob' });
        const { value } = await reader.read(Buffer.alloc(4));
        assert.ok(Buffer.isBuffer(value));
        assert.strictEqual(value.length, 1);
    },
});
