'use strict';
/* stream: its classes as streams of the web and back, and what takes either. */

const assert = require('assert');
const consumers = require('stream/consumers');
const stream = require('stream');
const { finished, pipeline } = require('stream/promises');
const { run } = require('./support/cases.js');

const { Duplex, PassThrough, Readable, Transform, Writable } = stream;

async function readAll(source) {
    const chunks = [];
    for await (const chunk of source)
        chunks.push(chunk);
    return chunks;
}

run({
    'a Readable becomes a ReadableStream': async () => {
        const web = Readable.toWeb(Readable.from(['a', 'b']));
        assert.ok(web instanceof ReadableStream);
        assert.deepStrictEqual(await readAll(web), ['a', 'b']);
        const source = new Readable({ read() {} });
        source.push('text');
        source.push(null);
        const [chunk] = await readAll(Readable.toWeb(source));
        assert.ok(!Buffer.isBuffer(chunk) && chunk instanceof Uint8Array);
    },

    'it is paused while the stream of the web is full': async () => {
        let reads = 0;
        const source = new Readable({
            highWaterMark: 2,
            read() { this.push(Buffer.from([reads++])); },
        });
        const web = Readable.toWeb(source);
        await new Promise((resolve) => setTimeout(resolve, 1));
        assert.ok(reads < 10);
        assert.ok(source.isPaused());
        await web.cancel();
        assert.ok(source.destroyed);
    },

    'a stream of bytes can be asked for': async () => {
        const source = new Readable({ read() {} });
        source.push('hello');
        const reader = Readable.toWeb(source, { type: 'bytes' })
            .getReader({ mode: 'byob' });
        const { value } = await reader.read(new Uint8Array(8));
        assert.strictEqual(Buffer.from(value).toString(), 'hello');
        const end = reader.read(new Uint8Array(8));
        source.push(null);
        assert.ok((await end).done);
    },

    'errors and early ends of a Readable are passed on': async () => {
        const error = new Error('broken');
        const source = new Readable({ read() {} });
        const web = Readable.toWeb(source);
        source.destroy(error);
        await assert.rejects(readAll(web), error);
        const other = new Readable({ read() {} });
        const early = Readable.toWeb(other);
        other.destroy();
        await assert.rejects(readAll(early), {
            code: 'ABORT_ERR', name: 'AbortError',
        });
    },

    'a ReadableStream becomes a Readable': async () => {
        const source = Readable.fromWeb(ReadableStream.from(['a', 'b']));
        assert.deepStrictEqual((await readAll(source)).map(String), ['a', 'b']);
        const objects = Readable.fromWeb(ReadableStream.from([{ n: 1 }]),
                                         { objectMode: true });
        assert.deepStrictEqual(await readAll(objects), [{ n: 1 }]);
        const text = Readable.fromWeb(ReadableStream.from([Buffer.from('x')]),
                                      { encoding: 'utf8' });
        assert.deepStrictEqual(await readAll(text), ['x']);
        assert.throws(() => Readable.fromWeb({}),
                      { code: 'ERR_INVALID_ARG_TYPE' });
        assert.throws(
            () => Readable.fromWeb(new ReadableStream(), { encoding: 'x' }),
            { code: 'ERR_INVALID_ARG_VALUE' });
    },

    'destroying such a Readable cancels the stream': async () => {
        let reason;
        const source = Readable.fromWeb(new ReadableStream({
            cancel(given) { reason = given; },
        }));
        const error = new Error('enough');
        source.on('error', () => {});
        source.destroy(error);
        await new Promise((resolve) => source.on('close', resolve));
        assert.strictEqual(reason, error);
    },

    'a Writable becomes a WritableStream': async () => {
        const chunks = [];
        const writer = Writable.toWeb(new Writable({
            highWaterMark: 1,
            write(chunk, encoding, callback) {
                chunks.push(String(chunk));
                setImmediate(callback);
            },
        })).getWriter();
        writer.write('a');
        await writer.write(new Uint8Array([98]).buffer);
        await writer.close();
        assert.deepStrictEqual(chunks, ['a', 'b']);
        const broken = Writable.toWeb(new Writable({
            write(chunk, encoding, callback) { callback(new Error('full')); },
        })).getWriter();
        broken.write('a').catch(() => {});
        await assert.rejects(broken.closed, { message: 'full' });
    },

    'a WritableStream becomes a Writable': async () => {
        const chunks = [];
        let isClosed = false;
        const sink = Writable.fromWeb(new WritableStream({
            write(chunk) { chunks.push(chunk); },
            close() { isClosed = true; },
        }));
        sink.cork();
        sink.write('a');
        sink.write('b');
        sink.uncork();
        sink.end('c');
        await finished(sink);
        assert.strictEqual(Buffer.concat(chunks).toString(), 'abc');
        assert.ok(isClosed);
        assert.ok(chunks.every((chunk) => chunk instanceof Uint8Array));
        const error = new Error('full');
        const broken = Writable.fromWeb(new WritableStream({
            write() { throw error; },
        }));
        broken.write('a');
        await assert.rejects(finished(broken), error);
    },

    'a Duplex becomes a pair, and a pair a Duplex': async () => {
        const { readable, writable } = Duplex.toWeb(new PassThrough());
        const writer = writable.getWriter();
        writer.write(Buffer.from('through'));
        writer.close();
        assert.strictEqual(Buffer.concat(await readAll(readable)).toString(),
                           'through');
        const duplex = Duplex.fromWeb(new TransformStream({
            transform(chunk, controller) {
                controller.enqueue(Buffer.from(chunk).toString().toUpperCase());
            },
        }), { encoding: 'utf8' });
        duplex.end('loud');
        assert.deepStrictEqual(await readAll(duplex), ['LOUD']);
        assert.throws(() => Duplex.fromWeb({ readable: new ReadableStream() }),
                      { code: 'ERR_INVALID_ARG_TYPE' });
    },

    'a destroyed stream gives a closed one': async () => {
        const duplex = new PassThrough();
        duplex.destroy();
        const { readable, writable } = Duplex.toWeb(duplex);
        assert.deepStrictEqual(await readAll(readable), []);
        await writable.getWriter().closed;
    },

    'pipeline() takes streams of either kind': async () => {
        const seen = [];
        await pipeline(
            ReadableStream.from(['a', 'b']),
            new TransformStream({
                transform(chunk, controller) {
                    controller.enqueue(chunk + chunk);
                },
            }),
            new Transform({
                objectMode: true,
                transform(chunk, encoding, callback) {
                    callback(null, `<${chunk}>`);
                },
            }),
            new WritableStream({ write(chunk) { seen.push(chunk); } }));
        assert.deepStrictEqual(seen, ['<aa>', '<bb>']);
        await assert.rejects(pipeline(
            new ReadableStream({ pull() { throw new Error('broken'); } }),
            new WritableStream()), { message: 'broken' });
    },

    'finished() waits for streams of the web': async () => {
        const web = ReadableStream.from([1]);
        const done = finished(web);
        await readAll(web);
        await done;
        const failed = new WritableStream({
            start(controller) { controller.error(new Error('broken')); },
        });
        await assert.rejects(finished(failed), { message: 'broken' });
    },

    'addAbortSignal() fails a stream of the web': async () => {
        const abort = new AbortController();
        const web = stream.addAbortSignal(abort.signal, new ReadableStream());
        abort.abort();
        await assert.rejects(readAll(web), { name: 'AbortError' });
    },

    'what is asked about streams holds for these too': async () => {
        const web = ReadableStream.from([1]);
        assert.ok(stream.isReadable(web) && !stream.isDisturbed(web));
        assert.ok(stream.isWritable(new WritableStream()));
        await readAll(web);
        assert.ok(stream.isDisturbed(web) && !stream.isReadable(web));
        const failed = new ReadableStream({
            start(controller) { controller.error(1); },
        });
        assert.ok(stream.isErrored(failed));
    },

    'consumers read streams of the web': async () => {
        const make = () => new Blob(['{"a":', '[1]}']).stream();
        assert.strictEqual(await consumers.text(make()), '{"a":[1]}');
        assert.deepStrictEqual(await consumers.json(make()), { a: [1] });
        assert.strictEqual((await consumers.buffer(make())).length, 9);
        assert.strictEqual((await consumers.blob(make())).size, 9);
        assert.strictEqual((await consumers.arrayBuffer(make())).byteLength, 9);
    },

    'compose() and Duplex.from() take them': async () => {
        const upper = stream.compose(new TransformStream({
            transform(chunk, controller) {
                controller.enqueue(String(chunk).toUpperCase());
            },
        }));
        upper.end('x');
        assert.deepStrictEqual((await readAll(upper)).map(String), ['X']);
        const duplex = Duplex.from(ReadableStream.from(['y']));
        assert.deepStrictEqual((await readAll(duplex)).map(String), ['y']);
    },
});
