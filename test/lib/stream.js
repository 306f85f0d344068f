'use strict';
/*
 * stream: one behaviour each, with objects as chunks. What depends on the order
 * of events and ticks is in test/semantics; bytes and text are in
 * stream_bytes.js.
 */

const assert = require('assert');
const stream = require('stream');
const { Duplex, PassThrough, Readable, Transform, Writable, finished,
        pipeline } = stream;
const { later } = require('./support/later.js');

function counter(limit) {
    let n = 0;
    return new Readable({
        objectMode: true,
        read() { this.push(n < limit ? n++ : null); },
    });
}

function collector(list, options) {
    return new Writable({
        objectMode: true,
        write(chunk, encoding, callback) {
            list.push(chunk);
            callback();
        },
        ...options,
    });
}

function doubler() {
    return new Transform({
        objectMode: true,
        transform(chunk, encoding, callback) { callback(null, chunk * 2); },
    });
}

/* The module is the class of old streams and has the others as properties. */
{
    assert.strictEqual(stream, stream.Stream);
    assert.ok(new Readable() instanceof stream);
    assert.ok(new Duplex() instanceof Readable);
    assert.ok(new Duplex() instanceof Writable);
    assert.ok(!(new Readable() instanceof Writable));
    assert.ok(Transform() instanceof Duplex); /* without new */
}

/* pipeline() passes all chunks, and calls back once without an error. */
{
    const seen = [];
    pipeline(counter(5), doubler(), collector(seen), later((error) => {
        assert.strictEqual(error, undefined);
        assert.deepStrictEqual(seen, [0, 2, 4, 6, 8]);
    }));
}

/* An error in the middle destroys the others. */
{
    const source = counter(100);
    const broken = new Transform({
        objectMode: true,
        transform(chunk, encoding, callback) { callback(new Error('broken')); },
    });
    const sink = collector([]);
    pipeline(source, broken, sink, later((error) => {
        assert.strictEqual(error.message, 'broken');
        assert.ok(source.destroyed && broken.destroyed && sink.destroyed);
    }));
}

/* for await reads all; leaving the loop destroys the stream. */
(async () => {
    const seen = [];
    for await (const chunk of counter(3))
        seen.push(chunk);
    assert.deepStrictEqual(seen, [0, 1, 2]);
    const left = counter(100);
    for await (const chunk of left) {
        if (chunk === 1)
            break;
    }
    assert.ok(left.destroyed);
})().then(later(() => {}));

/* Back pressure: write() says no at the high water mark, then comes drain. */
{
    const slow = new Writable({
        objectMode: true,
        highWaterMark: 2,
        write(chunk, encoding, callback) { setImmediate(callback); },
    });
    assert.strictEqual(slow.write(1), true);
    assert.strictEqual(slow.write(2), false);
    assert.strictEqual(slow.writableNeedDrain, true);
    assert.strictEqual(slow.writableLength, 2);
    slow.on('drain', later(() => {
        assert.strictEqual(slow.writableLength, 0);
        assert.strictEqual(slow.writableNeedDrain, false);
    }));
}

/* cork() holds chunks for one _writev(). */
{
    const calls = [];
    const sink = new Writable({
        objectMode: true,
        writev(chunks, callback) {
            calls.push(chunks.map(({ chunk }) => chunk));
            callback();
        },
    });
    sink.cork();
    sink.write('a');
    sink.write('b');
    assert.strictEqual(sink.writableCorked, 1);
    assert.deepStrictEqual(sink.writableBuffer.map((entry) => entry.chunk),
                           ['a', 'b']);
    sink.uncork();
    assert.deepStrictEqual(calls, [['a', 'b']]);
}

/* What must not be written says so. */
{
    const sink = collector([]);
    assert.throws(() => sink.write(null), { code: 'ERR_STREAM_NULL_VALUES' });
    sink.end();
    sink.on('error', later((error) => {
        assert.strictEqual(error.code, 'ERR_STREAM_WRITE_AFTER_END');
    }));
    assert.strictEqual(sink.write(1), false);
    assert.throws(() => new Readable({ highWaterMark: -1 }),
                  { code: 'ERR_INVALID_ARG_VALUE' });
    assert.throws(() => new Readable()._read(),
                  { code: 'ERR_METHOD_NOT_IMPLEMENTED' });
}

/* A push after the end is an error. */
{
    const source = new Readable({ objectMode: true, read() {} });
    source.push(null);
    source.on('error', later((error) => {
        assert.strictEqual(error.code, 'ERR_STREAM_PUSH_AFTER_EOF');
    }));
    assert.strictEqual(source.push(1), false);
}

/* read(), unshift() and the state that programs look at. */
{
    const source = new Readable({ objectMode: true, read() {} });
    source.push('b');
    source.unshift('a');
    const state = source._readableState;
    assert.strictEqual(state.length, 2);
    assert.strictEqual(state.objectMode, true);
    assert.strictEqual(state.ended, false);
    assert.strictEqual(state.flowing, null);
    assert.strictEqual(source.readableFlowing, null);
    assert.strictEqual(source.read(), 'a');
    assert.strictEqual(source.read(), 'b');
    assert.strictEqual(source.read(), null);
    assert.strictEqual(source.readableDidRead, true);
    const sink = collector([]);
    assert.deepStrictEqual(
        Object.keys(sink._writableState).includes('length'), true);
    assert.strictEqual(sink._writableState.finished, false);
    assert.strictEqual(sink._writableState.getBuffer().length, 0);
}

/* finished() tells of a close that came too early. */
{
    const source = new Readable({ read() {} });
    finished(source, later((error) => {
        assert.strictEqual(error.code, 'ERR_STREAM_PREMATURE_CLOSE');
    }));
    source.destroy();
}

/* _construct() comes first, whatever was asked for meanwhile. */
{
    const calls = [];
    const sink = new Writable({
        objectMode: true,
        construct(callback) {
            calls.push('construct');
            setImmediate(callback);
        },
        write(chunk, encoding, callback) {
            calls.push(chunk);
            callback();
        },
        final(callback) {
            calls.push('final');
            callback();
        },
    });
    sink.end('chunk', later(() => {
        assert.deepStrictEqual(calls, ['construct', 'chunk', 'final']);
    }));
}

/* unpipe() stops the flow to that one only. */
{
    const source = new Readable({ objectMode: true, read() {} });
    const seen = [[], []];
    const sinks = seen.map((list) => collector(list));
    sinks.forEach((sink) => source.pipe(sink));
    source.push(1);
    setImmediate(later(() => {
        source.unpipe(sinks[0]);
        source.push(2);
        setImmediate(later(() => {
            assert.deepStrictEqual(seen, [[1], [1, 2]]);
            assert.strictEqual(source._readableState.pipes.length, 1);
            assert.deepStrictEqual(source.eventNames(),
                                   ['data', 'end']);
        }));
    }));
}

/* The methods of iterators. */
(async () => {
    assert.deepStrictEqual(await counter(5).map((n) => n * n).toArray(),
                           [0, 1, 4, 9, 16]);
    assert.deepStrictEqual(
        await counter(9).filter((n) => n % 2).drop(1).take(2).toArray(),
        [3, 5]);
    assert.strictEqual(await counter(5).reduce((a, b) => a + b), 10);
    assert.strictEqual(await counter(5).some((n) => n === 3), true);
    assert.strictEqual(await counter(5).every((n) => n < 3), false);
    assert.strictEqual(await counter(5).find((n) => n > 2), 3);
    assert.deepStrictEqual(
        await counter(3).flatMap((n) => [n, n]).toArray(),
        [0, 0, 1, 1, 2, 2]);
    const seen = [];
    await counter(3).forEach((n) => { seen.push(n); });
    assert.deepStrictEqual(seen, [0, 1, 2]);
    assert.throws(() => counter(1).map(1), { code: 'ERR_INVALID_ARG_TYPE' });
    await assert.rejects(counter(0).reduce((a, b) => a + b),
                         { code: 'ERR_MISSING_ARGS' });
})().then(later(() => {}));

/* compose() and Duplex.from(). */
(async () => {
    const composed = stream.compose(doubler(), async function*(source) {
        for await (const n of source)
            yield n + 1;
    });
    composed.end(3);
    assert.deepStrictEqual(await composed.toArray(), [7]);
    assert.deepStrictEqual(await Duplex.from([1, 2]).toArray(), [1, 2]);
    assert.deepStrictEqual(
        await Duplex.from(Promise.resolve('x')).toArray(), ['x']);
})().then(later(() => {}));

/* A signal destroys the stream. */
{
    const controller = new AbortController();
    const source = new Readable({ read() {}, signal: controller.signal });
    source.on('error', later((error) => {
        assert.strictEqual(error.name, 'AbortError');
        assert.strictEqual(stream.isErrored(source), true);
        assert.strictEqual(stream.isReadable(source), false);
    }));
    controller.abort();
}

/* A PassThrough of a mark of 0 has one for both sides. */
{
    const pass = new PassThrough({ highWaterMark: 0 });
    assert.strictEqual(pass.readableHighWaterMark, 0);
    assert.strictEqual(pass.writableHighWaterMark, 0);
    assert.strictEqual(stream.getDefaultHighWaterMark(true), 16);
    assert.strictEqual(stream.getDefaultHighWaterMark(false), 65536);
}

/* A rejected async listener destroys a stream that captures rejections. */
{
    const source = new Readable({
        captureRejections: true, objectMode: true, read() {},
    });
    source.push(1);
    source.on('data', async () => { throw new Error('late'); });
    source.on('error', later((error) => {
        assert.strictEqual(error.message, 'late');
    }));
}

/* A stream that flows and waits for its source needs 'readable', and a read()
 * that a listener puts in place is the one that finds nothing more. */
{
    const source = new Readable({ read() {} });
    let calls = 0;
    source.push('a');
    source.once('data', () => {
        source.read = function(n) {
            calls++;
            return Readable.prototype.read.call(this, n);
        };
    });
    source.resume();
    setImmediate(later(() => {
        const { emittedReadable, needReadable, reading } =
            source._readableState;
        assert.strictEqual(calls, 1);
        assert.deepStrictEqual([emittedReadable, needReadable, reading],
                               [false, true, true]);
    }));
}
