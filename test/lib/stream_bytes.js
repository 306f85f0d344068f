'use strict';
/* stream: chunks of bytes and of text; one behaviour each. */

const assert = require('assert');
const { Duplex, PassThrough, Readable, Transform, Writable, duplexPair } =
    require('stream');
const consumers = require('stream/consumers');
const { finished, pipeline } = require('stream/promises');
const { later } = require('./support/later.js');

function idle(options) {
    return new Readable({ read() {}, ...options });
}

/* read(n) gives n bytes, across chunks, or nothing. */
{
    const source = idle();
    source.push('abc');
    source.push(Buffer.from('def'));
    source.push(new Uint8Array([0x67, 0x68]));
    assert.strictEqual(source.readableLength, 8);
    assert.strictEqual(source.read(2).toString(), 'ab');
    assert.strictEqual(source.read(3).toString(), 'cde');
    assert.strictEqual(source.read(9), null);
    assert.strictEqual(source.read().toString(), 'fgh');
    assert.strictEqual(source.read(), null);
}

/* At the end, what is left is given, whatever was asked for. */
{
    const source = idle();
    source.push('rest');
    source.push(null);
    assert.strictEqual(source.read(100).toString(), 'rest');
    assert.strictEqual(source.readableHighWaterMark, 65536);
    assert.throws(() => source.read(0x40000001), { code: 'ERR_OUT_OF_RANGE' });
}

/* setEncoding() makes text of what is there, and of a cut character. */
{
    const source = idle();
    const bytes = Buffer.from('aé€');
    source.push(bytes.subarray(0, 2));
    source.setEncoding('utf8');
    assert.strictEqual(source.readableEncoding, 'utf8');
    source.push(bytes.subarray(2, 4));
    source.push(bytes.subarray(4));
    assert.strictEqual(source.read(), 'aé€');
    assert.throws(() => source.setEncoding('nothing'),
                  { code: 'ERR_UNKNOWN_ENCODING' });
}

/* What is not a chunk destroys a readable, and is refused by a writable. */
{
    const source = idle();
    assert.strictEqual(source.push(5), false);
    source.on('error', later((error) => {
        assert.strictEqual(error.code, 'ERR_INVALID_ARG_TYPE');
    }));
    const sink = new Writable({ write() {} });
    assert.throws(() => sink.write({}), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => sink.write('a', 'nothing'),
                  { code: 'ERR_UNKNOWN_ENCODING' });
    assert.throws(() => sink.write('a', 'buffer'),
                  { code: 'ERR_UNKNOWN_ENCODING' });
    assert.throws(() => new Writable({ defaultEncoding: 'nothing' }),
                  { code: 'ERR_UNKNOWN_ENCODING' });
    assert.throws(() => sink.setDefaultEncoding({}),
                  { code: 'ERR_UNKNOWN_ENCODING' });
}

/* _write() gets Buffers, or the text if it wants that. */
{
    const seen = [];
    const write = (chunk, encoding, callback) => {
        seen.push([Buffer.isBuffer(chunk), `${chunk}`, encoding]);
        callback();
    };
    new Writable({ write }).write('6162', 'hex');
    const plain = new Writable({ write, decodeStrings: false });
    plain.write('6162', 'hex');
    plain.setDefaultEncoding('latin1');
    plain.write('x');
    plain.write(new Uint16Array([0x6161]));
    assert.deepStrictEqual(seen, [
        [true, 'ab', 'buffer'], [false, '6162', 'hex'],
        [false, 'x', 'latin1'], [true, 'aa', 'buffer'],
    ]);
}

/* writableLength counts what is not written yet, in bytes. */
{
    const callbacks = [];
    const sink = new Writable({
        highWaterMark: 4,
        write(chunk, encoding, callback) { callbacks.push(callback); },
    });
    assert.strictEqual(sink.write('ab'), true);
    assert.strictEqual(sink.write('cd'), false);
    assert.strictEqual(sink.writableLength, 4);
    assert.strictEqual(sink._writableState.bufferedRequestCount, 1);
    callbacks[0]();
    assert.strictEqual(sink.writableLength, 2);
}

/* unshift() puts back what was read too far. */
{
    const source = idle();
    source.push('header\n\nbody');
    const all = source.read();
    source.unshift(all.subarray(8));
    assert.strictEqual(source.read().toString(), 'body');
}

/* allBuffers tells _writev() that no text is among the chunks. */
{
    const seen = [];
    const sink = new Writable({
        writev(chunks, callback) {
            seen.push(chunks.allBuffers);
            callback();
        },
    });
    sink.cork();
    sink.write('a');
    sink.write(Buffer.from('b'));
    sink.end();
    assert.deepStrictEqual(seen, [true]);
}

/* What a duplex pair is given on one side comes out on the other. */
{
    const [left, right] = duplexPair();
    right.on('data', later((chunk) => {
        assert.strictEqual(chunk.toString(), 'over');
        right.end('back');
    }));
    left.on('data', later((chunk) => {
        assert.strictEqual(chunk.toString(), 'back');
        left.end();
    }));
    left.write('over');
}

/* flush() adds to what a transform has given. */
{
    const stamp = new Transform({
        transform(chunk, encoding, callback) { callback(null, chunk); },
        flush(callback) { callback(null, '!'); },
    });
    consumers.text(stamp).then(later((text) => {
        assert.strictEqual(text, 'hi!');
    }));
    stamp.end('hi');
}

/* Standard input and output are streams. */
{
    assert.ok(process.stdin instanceof Readable);
    assert.ok(process.stdout instanceof Writable);
    assert.strictEqual(typeof process.stdin.map, 'function');
    process.stdin.destroy();
}

/* An old stream is wrapped, and pauses with the new one. */
{
    const Old = require('stream');
    const old = new Old();
    let isPaused = false;
    old.pause = () => { isPaused = true; };
    old.resume = () => { isPaused = false; };
    const source = new Readable({ highWaterMark: 2 }).wrap(old);
    old.emit('data', Buffer.from('abc'));
    assert.strictEqual(isPaused, true);
    old.emit('end');
    consumers.text(source).then(later((text) => {
        assert.strictEqual(text, 'abc');
    }));
}

(async () => {
    /* Consumers: all of it, in each form but a blob. */
    assert.deepStrictEqual(
        await consumers.json(Readable.from(['{"a"', ':1}'])), { a: 1 });
    assert.strictEqual(
        await consumers.text(Readable.from([Buffer.from('é').subarray(0, 1),
                                            Buffer.from('é').subarray(1)])),
        'é');
    /* A Buffer or a text is one chunk, not many. */
    assert.deepStrictEqual(await Readable.from('abc').toArray(), ['abc']);
    assert.strictEqual(
        (await Readable.from(Buffer.from('abc')).toArray()).length, 1);
    /* The promises of pipeline() and finished(). */
    const pass = new PassThrough();
    const all = consumers.text(pass);
    await pipeline(Readable.from(['x', 'y']), async function*(source) {
        for await (const chunk of source)
            yield chunk.toUpperCase();
    }, pass);
    assert.strictEqual(await all, 'XY');
    await finished(pass);
    assert.strictEqual(await pipeline(['a', 'b'], async (source) => {
        let text = '';
        for await (const chunk of source)
            text += chunk;
        return text;
    }), 'ab');
    await assert.rejects(
        pipeline(idle(), new PassThrough(), { signal: AbortSignal.abort() }),
        { name: 'AbortError' });
    /* await using destroys what is not over. */
    const source = idle();
    await source[Symbol.asyncDispose]();
    assert.strictEqual(source.destroyed, true);
    /* One side of a pair is a readable, the other a writable. */
    const seen = [];
    const pair = Duplex.from({
        readable: Readable.from(['r']),
        writable: new Writable({
            write(chunk, encoding, callback) {
                seen.push(chunk.toString());
                callback();
            },
        }),
    });
    pair.end('w');
    assert.deepStrictEqual(await pair.toArray(), ['r']);
    await finished(pair);
    assert.deepStrictEqual(seen, ['w']);
})().then(later(() => {}));
