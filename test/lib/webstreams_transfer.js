'use strict';
/* structuredClone() and postMessage(): streams of the web are moved. */

const assert = require('assert');
const { MessageChannel, Worker } = require('worker_threads');
const { run } = require('./support/cases.js');

function move(stream) {
    return structuredClone(stream, { transfer: [stream] });
}

async function readAll(stream) {
    const chunks = [];
    for await (const chunk of stream)
        chunks.push(chunk);
    return chunks;
}

/* The side that stays does not keep the program alive. */
async function wait(promise) {
    const timer = setInterval(() => {}, 1000);
    const result = await promise;
    clearInterval(timer);
    return result;
}

function refusal(message) {
    return { name: 'DataCloneError', code: 25, message };
}

run({
    'a readable stream goes on where it arrives': async () => {
        const stream = ReadableStream.from(['a', { b: 1 }]);
        const moved = move(stream);
        assert.ok(stream.locked && !moved.locked);
        assert.deepStrictEqual(await readAll(moved), ['a', { b: 1 }]);
    },

    'a writable stream is written from where it arrives': async () => {
        const chunks = [];
        const closed = Promise.withResolvers();
        const moved = move(new WritableStream({
            write(chunk) { chunks.push(chunk); },
            close: closed.resolve,
        }));
        const writer = moved.getWriter();
        await writer.write(1);
        await writer.write({ a: 2 });
        await writer.close();
        await wait(closed.promise);
        assert.deepStrictEqual(chunks, [1, { a: 2 }]);
    },

    'a transform stream keeps both sides': async () => {
        const moved = move(new TransformStream({
            transform(chunk, controller) { controller.enqueue(chunk * 2); },
        }));
        const writer = moved.writable.getWriter();
        writer.write(4);
        writer.close();
        assert.deepStrictEqual(await readAll(moved.readable), [8]);
    },

    'errors and cancellations are passed on': async () => {
        const failed = new ReadableStream({
            start(controller) { controller.error(new Error('broken')); },
        });
        await assert.rejects(readAll(move(failed)), { message: 'broken' });
        const cancelled = Promise.withResolvers();
        await move(new ReadableStream({ cancel: cancelled.resolve }))
            .cancel('enough');
        assert.strictEqual(await wait(cancelled.promise), 'enough');
        const aborted = Promise.withResolvers();
        await move(new WritableStream({ abort: aborted.resolve }))
            .abort('stop');
        assert.strictEqual(await wait(aborted.promise), 'stop');
    },

    'a chunk that cannot be cloned is an error': async () => {
        await assert.rejects(readAll(move(ReadableStream.from([() => {}]))),
                             refusal('() => {} could not be cloned.'));
    },

    'streams must be listed, unlocked and listed once': () => {
        const stream = new ReadableStream();
        assert.throws(() => structuredClone(stream), refusal(
            'Object that needs transfer was found in message but not listed ' +
            'in transferList'));
        assert.throws(
            () => structuredClone(stream, { transfer: [stream, stream] }),
            refusal('Transfer list contains duplicate ReadableStream'));
        const transform = new TransformStream();
        const both = [transform.readable, transform];
        assert.throws(() => structuredClone(both, { transfer: both }),
                      { name: 'DataCloneError' });
        const locked = new ReadableStream();
        locked.getReader();
        assert.throws(() => move(locked),
                      refusal('Cannot transfer a locked ReadableStream'));
        const writable = new WritableStream();
        writable.getWriter();
        assert.throws(() => move(writable),
                      refusal('Cannot transfer a locked WritableStream'));
    },

    'a message may carry one': async () => {
        const { port1, port2 } = new MessageChannel();
        const stream = ReadableStream.from([1, 2]);
        port1.postMessage({ stream, name: 'numbers' }, [stream]);
        const { promise, resolve } = Promise.withResolvers();
        port2.once('message', resolve);
        const message = await promise;
        assert.strictEqual(message.name, 'numbers');
        assert.deepStrictEqual(await readAll(message.stream), [1, 2]);
        port1.close();
    },

    'a stream can be read in another thread': async () => {
        const worker = new Worker(`
            const { parentPort } = require('worker_threads');
            parentPort.once('message', async (stream) => {
                const seen = [];
                for await (const chunk of stream)
                    seen.push(chunk);
                parentPort.postMessage(seen);
            });`, { eval: true });
        const stream = ReadableStream.from(['far', 'away']);
        worker.postMessage(stream, [stream]);
        const { promise, resolve } = Promise.withResolvers();
        worker.once('message', resolve);
        assert.deepStrictEqual(await promise, ['far', 'away']);
        await worker.terminate();
    },

    'objects of fetch are not cloned': () => {
        for (const value of [new Headers(), new FormData(), new Response(),
                             new Request('http://host/')]) {
            assert.throws(() => structuredClone(value), refusal(
                'Cannot clone object of unsupported type.'));
        }
    },
});
