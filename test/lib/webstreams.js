'use strict';
/* stream/web: readable, writable and transform streams of chunks of any kind.
 * Bytes are in webstreams_bytes.js, Node's streams in webstreams_adapters.js. */

const assert = require('assert');
const util = require('util');
const web = require('stream/web');
const { run } = require('./support/cases.js');

function count(limit) {
    let n = 0;
    return new ReadableStream({
        pull(controller) {
            if (n < limit)
                controller.enqueue(n++);
            else
                controller.close();
        },
    });
}

function collect(list, strategy) {
    return new WritableStream({ write(chunk) { list.push(chunk); } }, strategy);
}

async function readAll(stream) {
    const chunks = [];
    for await (const chunk of stream)
        chunks.push(chunk);
    return chunks;
}

const invalidState = { name: 'TypeError', code: 'ERR_INVALID_STATE' };
const invalidThis = { name: 'TypeError', code: 'ERR_INVALID_THIS' };

run({
    'the globals are the classes of the module': () => {
        for (const name of Object.keys(web)) {
            if (name === 'ReadableStreamTee')
                continue;
            const { enumerable, value } =
                Object.getOwnPropertyDescriptor(globalThis, name).get
                    ? { enumerable: false, value: globalThis[name] }
                    : Object.getOwnPropertyDescriptor(globalThis, name); // not reached
            assert.strictEqual(value, web[name]);
            assert.strictEqual(enumerable, false);
        }
        assert.strictEqual(Object.keys(web).length, 18);
    },

    'a reader gets chunks in order, then the end': async () => {
        const reader = count(2).getReader();
        assert.deepStrictEqual(await reader.read(), { value: 0, done: false });
        assert.deepStrictEqual(await reader.read(), { value: 1, done: false });
        assert.deepStrictEqual(await reader.read(),
                               { value: undefined, done: true });
        assert.strictEqual(await reader.closed, undefined);
        const filled = new ReadableStream({
            start(controller) { controller.enqueue('a'); },
        });
        const queued = await filled.getReader().read();
        assert.deepStrictEqual(Object.keys(queued), ['done', 'value']);
    },

    'a locked stream can be neither read, cancelled nor piped': async () => {
        const stream = count(1);
        const reader = stream.getReader();
        assert.ok(stream.locked);
        assert.throws(() => stream.getReader(), invalidState);
        assert.throws(() => stream.tee(), invalidState);
        assert.throws(() => stream.values(), invalidState);
        await assert.rejects(stream.cancel(), invalidState);
        await assert.rejects(stream.pipeTo(new WritableStream()), {
            ...invalidState,
            message: 'Invalid state: The ReadableStream is locked',
        });
        reader.releaseLock();
        assert.ok(!stream.locked);
        await assert.rejects(reader.read(), invalidState);
        await assert.rejects(reader.closed, invalidState);
    },

    'releasing the lock rejects the reads that wait': async () => {
        const reader = new ReadableStream().getReader();
        const read = reader.read();
        reader.releaseLock();
        await assert.rejects(read, {
            ...invalidState, message: 'Invalid state: Releasing reader',
        });
    },

    'methods refuse other objects': async () => {
        const get = (C, name) =>
            Object.getOwnPropertyDescriptor(C.prototype, name).get;
        assert.throws(() => get(ReadableStream, 'locked').call({}), invalidThis);
        assert.throws(() => get(WritableStream, 'locked').call({}), invalidThis);
        assert.throws(() => get(TransformStream, 'readable').call({}),
                      invalidThis);
        const { getReader, cancel } = ReadableStream.prototype;
        assert.throws(() => getReader.call({}), invalidThis);
        await assert.rejects(cancel.call(null), invalidThis);
        const { write } = WritableStreamDefaultWriter.prototype;
        await assert.rejects(write.call({}), invalidThis);
        await assert.rejects(
            ReadableStreamDefaultReader.prototype.read.call({}), invalidThis);
    },

    'controllers cannot be made by a program': () => {
        for (const C of [ReadableStreamDefaultController,
                         ReadableByteStreamController,
                         ReadableStreamBYOBRequest,
                         WritableStreamDefaultController,
                         TransformStreamDefaultController]) {
            assert.throws(() => new C(), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
        }
    },

    'bad arguments are refused before anything happens': async () => {
        const type = { code: 'ERR_INVALID_ARG_TYPE' };
        const value = { code: 'ERR_INVALID_ARG_VALUE' };
        assert.throws(() => new ReadableStream(1), type);
        assert.throws(() => new ReadableStream(null), type);
        assert.throws(() => new ReadableStream({}, 1), type);
        assert.throws(() => new ReadableStream({ type: 'x' }), value);
        assert.throws(() => new ReadableStream({ pull: 1 }), type);
        assert.throws(() => new ReadableStream({}, { highWaterMark: -1 }),
                      { name: 'RangeError', ...value });
        assert.throws(() => new ReadableStream({}, { size: 1 }), type);
        assert.throws(() => new ReadableStream().getReader({ mode: 'x' }),
                      value);
        assert.throws(() => new WritableStream({ type: 'x' }),
                      { name: 'RangeError', ...value });
        assert.throws(() => new TransformStream({ readableType: 'x' }),
                      { name: 'RangeError', ...value });
        assert.throws(() => new ReadableStreamDefaultReader({}), type);
        assert.throws(() => new WritableStreamDefaultWriter({}), type);
        assert.throws(() => new CountQueuingStrategy(), type);
        assert.throws(() => new CountQueuingStrategy({}),
                      { code: 'ERR_MISSING_OPTION' });
        assert.throws(() => ReadableStream.from({}),
                      { code: 'ERR_ARG_NOT_ITERABLE' });
        await assert.rejects(count(1).pipeTo({}), type);
        assert.throws(() => count(1).pipeThrough({}), type);
        await assert.rejects(
            count(1).pipeTo(new WritableStream(), { signal: {} }), type);
    },

    'a source is pulled only while there is room': async () => {
        let pulls = 0;
        const stream = new ReadableStream({
            pull(controller) { controller.enqueue(pulls++); },
        }, { highWaterMark: 3 });
        await new Promise(setImmediate);
        assert.strictEqual(pulls, 3);
        await stream.getReader().read();
        await new Promise(setImmediate);
        assert.strictEqual(pulls, 4);
    },

    'an error of the source reaches reads and closed': async () => {
        const error = new Error('broken');
        const reader = new ReadableStream({
            pull() { throw error; },
        }).getReader();
        await assert.rejects(reader.read(), error);
        await assert.rejects(reader.closed, error);
        const failed = new ReadableStream({
            start: (controller) => controller.error(error),
        });
        await assert.rejects(readAll(failed), error);
    },

    'cancel() tells the source and closes the stream': async () => {
        let reason;
        const stream = new ReadableStream({ cancel(given) { reason = given; } });
        const reader = stream.getReader();
        assert.strictEqual(await reader.cancel('enough'), undefined);
        assert.strictEqual(reason, 'enough');
        assert.deepStrictEqual(await reader.read(),
                               { value: undefined, done: true });
    },

    'leaving a loop cancels the stream, but not with preventCancel': async () => {
        let cancelled = 0;
        const make = () => new ReadableStream({
            pull(controller) { controller.enqueue(1); },
            cancel() { cancelled++; },
        });
        for await (const chunk of make()) {
            assert.strictEqual(chunk, 1);
            break;
        }
        assert.strictEqual(cancelled, 1);
        const kept = make();
        for await (const chunk of kept.values({ preventCancel: true })) {
            assert.strictEqual(chunk, 1);
            break;
        }
        assert.strictEqual(cancelled, 1);
        assert.ok(!kept.locked);
    },

    'from() takes iterables, also asynchronous ones': async () => {
        assert.deepStrictEqual(
            await readAll(ReadableStream.from([1, Promise.resolve(2)])), [1, 2]);
        async function* letters() { yield 'a'; yield 'b'; }
        assert.deepStrictEqual(await readAll(ReadableStream.from(letters())),
                               ['a', 'b']);
        assert.deepStrictEqual(await readAll(ReadableStream.from('xyz')),
                               ['x', 'y', 'z']);
    },

    'tee() gives all chunks to both, and cancels with both reasons': async () => {
        const [a, b] = count(3).tee();
        assert.deepStrictEqual(await Promise.all([readAll(a), readAll(b)]),
                               [[0, 1, 2], [0, 1, 2]]);
        let reasons;
        const [c, d] = new ReadableStream({
            cancel(given) { reasons = given; },
        }).tee();
        await Promise.all([c.cancel(1), d.cancel(2)]);
        assert.deepStrictEqual(reasons, [1, 2]);
        const object = {};
        const [e, f] = web.ReadableStreamTee(ReadableStream.from([object]), true);
        assert.strictEqual((await readAll(e))[0], object);
        const [copy] = await readAll(f);
        assert.ok(copy !== object);
    },

    'a writer writes one chunk at a time, then closes': async () => {
        const log = [];
        const writer = new WritableStream({
            async write(chunk) {
                log.push(`> ${chunk}`);
                await null;
                log.push(`< ${chunk}`);
            },
            close() { log.push('close'); },
        }).getWriter();
        assert.strictEqual(writer.desiredSize, 1);
        writer.write('a');
        assert.strictEqual(writer.desiredSize, 0);
        writer.write('b');
        assert.strictEqual(await writer.close(), undefined);
        assert.strictEqual(await writer.closed, undefined);
        assert.deepStrictEqual(log, ['> a', '< a', '> b', '< b', 'close']);
        await assert.rejects(writer.write('c'), invalidState);
        await assert.rejects(writer.close(), invalidState);
    },

    'ready waits while the sink has enough': async () => {
        let finish;
        const writer = new WritableStream({
            write: () => new Promise((resolve) => { finish = resolve; }),
        }).getWriter();
        await writer.ready;
        writer.write('a');
        let isReady = false;
        writer.ready.then(() => { isReady = true; });
        await new Promise(setImmediate);
        assert.ok(!isReady);
        finish();
        await new Promise(setImmediate);
        assert.ok(isReady);
    },

    'an error of the sink rejects what waits': async () => {
        const error = new Error('full');
        const writer = new WritableStream({
            write() { throw error; },
        }).getWriter();
        const writes = [writer.write(1), writer.write(2)];
        await assert.rejects(writes[0], error);
        await assert.rejects(writes[1], error);
        await assert.rejects(writer.closed, error);
        await assert.rejects(writer.ready, error);
        assert.strictEqual(writer.desiredSize, null);
    },

    'abort() waits for the write under way, and shows in the signal': async () => {
        const log = [];
        let signal;
        const writer = new WritableStream({
            start(controller) { ({ signal } = controller); },
            async write() {
                log.push('write');
                await new Promise(setImmediate);
                log.push('written', signal.aborted);
            },
            abort(reason) { log.push(reason); },
        }).getWriter();
        writer.write(1).catch(() => log.push('not rejected'));
        const second = writer.write(2);
        await new Promise(queueMicrotask);
        const aborted = writer.abort('enough');
        await assert.rejects(second, (reason) => reason === 'enough');
        await aborted;
        assert.deepStrictEqual(log, ['write', 'written', true, 'enough']);
        assert.strictEqual(signal.reason, 'enough');
    },

    'a transform may give none or several chunks, and more at the end': async () => {
        const odd = new TransformStream({
            transform(chunk, controller) {
                for (let i = 0; i < chunk; i++)
                    controller.enqueue(chunk);
            },
            flush(controller) { controller.enqueue('end'); },
        });
        assert.deepStrictEqual(await readAll(count(4).pipeThrough(odd)),
                               [1, 2, 2, 3, 3, 3, 'end']);
        assert.deepStrictEqual(
            await readAll(count(3).pipeThrough(new TransformStream())),
            [0, 1, 2]);
    },

    'terminate() ends the one side and fails the other': async () => {
        const transform = new TransformStream({
            transform(chunk, controller) {
                controller.enqueue(chunk);
                controller.terminate();
            },
        });
        const writer = transform.writable.getWriter();
        writer.write(1).catch(() => {});
        assert.deepStrictEqual(await readAll(transform.readable), [1]);
        await assert.rejects(writer.closed, {
            ...invalidState,
            message: 'Invalid state: TransformStream has been terminated',
        });
    },

    'an error of a transformer fails both sides': async () => {
        const error = new Error('odd');
        const transform = new TransformStream({
            transform() { throw error; },
        });
        const writer = transform.writable.getWriter();
        const read = transform.readable.getReader().read();
        await assert.rejects(writer.write(1), error);
        await assert.rejects(read, error);
    },

    'pipeTo() moves all, closes the destination and frees both': async () => {
        const seen = [];
        const from = count(20);
        const to = collect(seen, { highWaterMark: 4 });
        assert.strictEqual(await from.pipeTo(to), undefined);
        assert.strictEqual(seen.length, 20);
        assert.ok(!from.locked && !to.locked);
        await assert.rejects(to.getWriter().write(1), invalidState);
    },

    'pipeTo() leaves the destination open with preventClose': async () => {
        const seen = [];
        const to = collect(seen);
        await count(1).pipeTo(to, { preventClose: true });
        await count(2).pipeTo(to);
        assert.deepStrictEqual(seen, [0, 0, 1]);
    },

    'pipeTo() passes errors on, both ways': async () => {
        const error = new Error('broken');
        let aborted, cancelled;
        await assert.rejects(new ReadableStream({
            pull() { throw error; },
        }).pipeTo(new WritableStream({
            abort(reason) { aborted = reason; },
        })), error);
        assert.strictEqual(aborted, error);
        await assert.rejects(new ReadableStream({
            pull(controller) { controller.enqueue(1); },
            cancel(reason) { cancelled = reason; },
        }).pipeTo(new WritableStream({ write() { throw error; } })), error);
        assert.strictEqual(cancelled, error);
    },

    'a signal ends a pipe': async () => {
        const abort = new AbortController();
        const reasons = [];
        const pipe = new ReadableStream({
            cancel(reason) { reasons.push(reason.name); },
        }).pipeTo(new WritableStream({
            abort(reason) { reasons.push(reason.name); },
        }), { signal: abort.signal });
        abort.abort();
        await assert.rejects(pipe, { name: 'AbortError' });
        assert.deepStrictEqual(reasons, ['AbortError', 'AbortError']);
        await assert.rejects(
            count(1).pipeTo(new WritableStream(),
                            { signal: AbortSignal.abort('no') }),
            (reason) => reason === 'no');
    },

    'strategies measure chunks': async () => {
        const bytes = new ByteLengthQueuingStrategy({ highWaterMark: 8 });
        assert.strictEqual(bytes.size(new Uint8Array(3)), 3);
        assert.strictEqual(bytes.size.name, 'size');
        const counting = new CountQueuingStrategy({ highWaterMark: 8 });
        assert.strictEqual(counting.size(), 1);
        assert.strictEqual(counting.highWaterMark, 8);
        const writer = new WritableStream({}, bytes).getWriter();
        writer.write(new Uint8Array(5));
        assert.strictEqual(writer.desiredSize, 3);
        await assert.rejects(
            new WritableStream({}, { size: () => NaN }).getWriter().write(1),
            { name: 'RangeError', code: 'ERR_INVALID_ARG_VALUE' });
    },

    'console.log() shows their states': () => {
        assert.strictEqual(
            util.inspect(new ReadableStream()),
            "ReadableStream { locked: false, state: 'readable', " +
            'supportsBYOB: false }');
        assert.strictEqual(
            util.inspect(new WritableStream()),
            "WritableStream { locked: false, state: 'writable' }");
        assert.strictEqual(
            util.inspect(new CountQueuingStrategy({ highWaterMark: 1 })),
            'CountQueuingStrategy { highWaterMark: 1 }');
        assert.strictEqual(
            util.inspect(new TransformStream(), { depth: 0 }),
            'TransformStream [Object]');
        assert.strictEqual(String(new ReadableStream()),
                           '[object ReadableStream]');
    },

    'members are enumerable, as in a browser': () => {
        assert.deepStrictEqual(Object.keys(ReadableStream.prototype).sort(), [
            'cancel', 'getReader', 'locked', 'pipeThrough', 'pipeTo', 'tee',
            'values']);
        assert.deepStrictEqual(
            Object.keys(WritableStreamDefaultWriter.prototype).sort(),
            ['abort', 'close', 'closed', 'desiredSize', 'ready', 'releaseLock',
             'write']);
        assert.strictEqual(ReadableStream.prototype[Symbol.asyncIterator],
                           ReadableStream.prototype.values);
    },

    'text is encoded and decoded across chunks': async () => {
        const halves = ReadableStream.from(['a\ud83d', '\ude00b', '\ud83d']);
        const text = await readAll(
            halves.pipeThrough(new TextEncoderStream())
                .pipeThrough(new TextDecoderStream()));
        assert.strictEqual(text.join(''), 'a\u{1f600}b\ufffd');
        const decoder = new TextDecoderStream('utf-16le', { fatal: true });
        assert.strictEqual(decoder.encoding, 'utf-16le');
        assert.strictEqual(decoder.fatal, true);
        assert.strictEqual(decoder.ignoreBOM, false);
        assert.strictEqual(new TextEncoderStream().encoding, 'utf-8');
        await assert.rejects(
            readAll(ReadableStream.from([new Uint8Array([0xff])])
                .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))),
            { code: 'ERR_ENCODING_INVALID_ENCODED_DATA' });
    },

    'what is compressed can be decompressed': async () => {
        for (const format of ['gzip', 'deflate', 'deflate-raw']) {
            const text = 'again and again '.repeat(1000);
            const chunks = await readAll(
                ReadableStream.from([Buffer.from(text)])
                    .pipeThrough(new CompressionStream(format))
                    .pipeThrough(new DecompressionStream(format)));
            assert.strictEqual(Buffer.concat(chunks).toString(), text);
            assert.ok(chunks[0] instanceof Uint8Array);
        }
        assert.throws(() => new CompressionStream('zip'), {
            name: 'TypeError', code: 'ERR_INVALID_ARG_VALUE',
        });
        await assert.rejects(
            readAll(ReadableStream.from([Buffer.from('no gzip at all')])
                .pipeThrough(new DecompressionStream('gzip'))),
            { name: 'TypeError', code: 'Z_DATA_ERROR' });
    },

    'replacing methods of classes changes nothing inside': async () => {
        const { read } = ReadableStreamDefaultReader.prototype;
        const { then } = Promise.prototype;
        ReadableStreamDefaultReader.prototype.read = () => assert.fail();
        let calls = 0;
        Promise.prototype.then = function(...args) {
            calls++;
            return Reflect.apply(then, this, args);
        };
        try {
            const [a, b] = count(2).tee();
            a.pipeTo(new WritableStream());
            b.pipeThrough(new TransformStream());
            assert.strictEqual(calls, 0);
        } finally {
            ReadableStreamDefaultReader.prototype.read = read;
            Promise.prototype.then = then;
        }
        await null;
    },
});
