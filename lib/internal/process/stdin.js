'use strict';
/*
 * internal/process/stdin - process.stdin: what a Readable of node:stream is to
 * those who read from it, over a pipe, a terminal or a file. The module itself
 * comes later.
 *
 *      source --push()--> [ pieces ] --read()--> 'data', or the caller
 *
 * It is in one of three modes (`flowing`): null, nobody has asked; true, each
 * piece is told as 'data' at once; false, pieces wait for read(), up to the
 * high water mark. Changes of mode take effect in a tick, and a tick after each
 * piece asks for more: so a program that pauses inside a 'data' listener goes
 * on reading, and is kept alive by it, and one that pauses anywhere else is
 * not. Programs meet this in Node, hence `reading`, which says that the source
 * was asked and has not answered, must be kept as there.
 *
 * A source has start(), stop() and close(), and calls push().
 */

const EventEmitter = require('events');
const { codes, UVException } = require('internal/errors');
const { toResult } = require('internal/buffer');

const highWaterMark = 65536;

/* ---- Where the bytes come from ---------------------------------------- */

/* A pipe, a socket or a terminal. It reads on until it is stopped. */
class StreamSource {
    #binding = internalBinding('stdin');

    isReading = false;

    constructor(input) {
        this.input = input;
        const err = this.#binding.open(input.fd, (result) => {
            if (result === undefined)
                input._closed();
            else
                this.#take(result);
        });
        if (err < 0)
            throw new UVException({ errno: err, syscall: 'open' });
    }

    #take(result) {
        if (typeof result !== 'object') {
            this.isReading = false;
            this.input.destroy(new UVException({ errno: result,
                                                 syscall: 'read' }));
        } else if (result === null) {
            this.isReading = false;
            this.input.push(null);
            this.input.read(0);
        } else if (!this.input.push(toResult(result))) {
            this.stop();
        }
    }

    start() {
        if (this.isReading)
            return;
        this.isReading = true;
        const err = this.#binding.start();
        if (err < 0)
            this.#take(err);
    }

    stop() {
        this.isReading = false;
        this.#binding.stop();
    }

    ref(isOn) { this.#binding.ref(isOn); }

    setRaw(isOn) { return this.#binding.setRaw(isOn); }

    close() { this.#binding.close(); }
}

/* A file, or a device that is read like one: one read for each start(). The
 * first has to wait until Node's would be open. */
class FileSource {
    isReading = false;
    #isOpen = false;
    #isDue = false;

    constructor(input) {
        this.input = input;
        process.nextTick(() => process.nextTick(() => {
            this.#isOpen = true;
            if (this.#isDue && !input.destroyed)
                this.start();
        }));
    }

    start() {
        if (!this.#isOpen) {
            this.#isDue = true;
            return;
        }
        const { FSReqCallback } = require('internal/fs/utils');
        const bytes = new Uint8Array(highWaterMark);
        internalBinding('fs').read(
            this.input.fd, bytes, 0, bytes.length, -1,
            new FSReqCallback((err, n) => this.#take(err, bytes, n)));
    }

    #take(err, bytes, n) {
        if (this.input.destroyed)
            return;
        if (err !== undefined) {
            this.input.destroy(new UVException({ errno: err,
                                                 syscall: 'read' }));
        } else {
            this.input.push(n === 0 ? null : toResult(bytes.subarray(0, n)));
        }
    }

    stop() {}

    close() { process.nextTick(() => this.input._closed()); }
}

/* What is neither, a folder for example, has nothing in it. */
class EmptySource {
    isReading = false;

    constructor(input) {
        this.input = input;
        input.push(null);
    }

    start() {}

    stop() {}

    close() { process.nextTick(() => this.input._closed()); }
}

/* ---- Pieces that wait ------------------------------------------------- */

class Pieces {
    length = 0; /* of all together: bytes, or units of text */

    #list = [];

    get firstLength() { return this.#list[0].length; }

    add(piece) {
        this.#list.push(piece);
        this.length += piece.length;
    }

    putBack(piece) {
        this.#list.unshift(piece);
        this.length += piece.length;
    }

    /* The first n; a piece is cut where it must be. */
    take(n) {
        const taken = [];
        this.length -= n;
        while (n > 0) {
            const first = this.#list.shift();
            taken.push(first.slice(0, n));
            if (first.length > n)
                this.#list.unshift(first.slice(n));
            n -= taken.at(-1).length;
        }
        return join(taken);
    }

    decode(decoder) {
        const text = this.#list.map((piece) => decoder.write(piece)).join('');
        this.#list = text === '' ? [] : [text];
        this.length = text.length;
    }
}

function join(pieces) {
    if (pieces.length === 1)
        return pieces[0];
    if (typeof pieces[0] === 'string')
        return pieces.join('');
    const all = new Uint8Array(pieces.reduce((sum, { length }) =>
        sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
    }
    return toResult(all);
}

/* To a power of two, of which a gigabyte is the greatest. */
function roundUp(n) {
    return n >= 0x40000000 ? 0x40000000 : 2 ** Math.ceil(Math.log2(n));
}

/* ---- What the program sees -------------------------------------------- */

class Input extends EventEmitter {
    #source;
    #closesAtEnd = true;
    #pieces = new Pieces();
    #decoder = null;
    #pipes = [];

    #flowing = null;
    #isPaused = false;
    #reading = false;
    #ended = false; /* the source has no more */
    #endTold = false;
    #didRead = false;
    #resumeIsDue = false;
    #moreIsDue = false;

    /* For 'readable': is there a listener, does it want to be told, and will
     * it be? */
    #hasReader = false;
    #needsReadable = false;
    #readableIsDue = false;

    constructor(fd, type) {
        super();
        this.fd = fd;
        this.destroyed = false;
        this.closed = false;
        this.errored = null;
        this.readableHighWaterMark = type === 'TTY' ? 0 : highWaterMark;
        this.#source = makeSource(this, type);
        this.#closesAtEnd = type !== 'FILE';
        super.on('pause', () => process.nextTick(() => this.#stopIfPaused()));
        if (type === 'TTY')
            this.isTTY = true;
        if (this.#source.ref !== undefined)
            addHandleMethods(this, this.#source, type === 'TTY');
    }

    get readable() {
        return !this.destroyed && !this.#endTold && this.errored === null;
    }

    get readableFlowing() { return this.#flowing; }

    get readableLength() { return this.#pieces.length; }

    get readableEncoding() { return this.#decoder?.encoding ?? null; }

    get readableEnded() { return this.#endTold; }

    get readableDidRead() { return this.#didRead; }

    get readableAborted() {
        return (this.destroyed || this.errored !== null) && !this.#endTold;
    }

    get readableObjectMode() { return false; }

    isPaused() { return this.#isPaused || this.#flowing === false; }

    setEncoding(encoding) {
        const { StringDecoder } = require('string_decoder');
        this.#decoder = new StringDecoder(encoding);
        this.#pieces.decode(this.#decoder);
        return this;
    }

    /* ---- From the source ---- */

    /* True: it may go on by itself. */
    push(piece, encoding) {
        this.#reading = false;
        if (piece === null) {
            this.#sourceEnded();
            return false;
        }
        piece = this.#toPiece(piece, encoding);
        if (piece?.length > 0)
            this.#add(piece);
        this.#askSoon();
        return this.#wantsMore();
    }

    unshift(piece, encoding) {
        piece = this.#toPiece(piece, encoding);
        if (piece?.length > 0) {
            this.#pieces.putBack(piece);
            if (this.#needsReadable)
                this.#tellReadableSoon();
        }
        this.#askSoon();
        return this.#wantsMore();
    }

    #wantsMore() {
        return !this.#ended && (this.#pieces.length === 0 ||
            this.#pieces.length < this.readableHighWaterMark);
    }

    /* Text as text if that is asked for, else as bytes; undefined if it is
     * neither, and the input has failed. */
    #toPiece(piece, encoding) {
        const { encode } = require('internal/buffer');
        if (typeof piece === 'string') {
            if (this.#decoder !== null && !encoding)
                return piece;
            piece = toResult(encode(piece, encoding || 'utf8'));
        } else if (!ArrayBuffer.isView(piece)) {
            this.destroy(new codes.ERR_INVALID_ARG_TYPE(
                'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'],
                piece));
            return undefined;
        }
        return this.#decoder === null ? piece : this.#decoder.write(piece);
    }

    #add(piece) {
        if (this.#flowing && this.#pieces.length === 0 &&
            this.listenerCount('data') > 0) {
            this.#didRead = true;
            this.emit('data', piece);
            return;
        }
        this.#pieces.add(piece);
        if (this.#needsReadable)
            this.#tellReadableSoon();
    }

    #sourceEnded() {
        if (this.#ended)
            return;
        const rest = this.#decoder?.end() ?? '';
        if (rest !== '')
            this.#pieces.add(rest);
        this.#ended = true;
        this.#needsReadable = false;
        if (this.#source === undefined) {
            this.#tellReadableSoon();
            return;
        }
        this.#readableIsDue = true;
        this.#tellReadable();
    }

    /* Fill up to the high water mark, but not before what runs now is over. */
    #askSoon() {
        if (this.#moreIsDue)
            return;
        this.#moreIsDue = true;
        process.nextTick(() => {
            while (!this.#reading && !this.#ended && !this.destroyed &&
                   (this.#pieces.length < this.readableHighWaterMark ||
                    (this.#flowing && this.#pieces.length === 0))) {
                const before = this.#pieces.length;
                this.read(0);
                if (this.#pieces.length === before)
                    break;
            }
            this.#moreIsDue = false;
        });
    }

    #stopIfPaused() {
        if (this.#source.isReading && !this.#flowing && !this.destroyed) {
            this.#reading = false;
            this.#source.stop();
        }
    }

    /* ---- To the program ---- */

    /* n units, all there are without n, null if there are not that many; 0
     * only asks the source. */
    read(n) {
        const asked = n === undefined ? NaN : Number.parseInt(n, 10);
        if (asked > this.readableHighWaterMark)
            this.readableHighWaterMark = roundUp(asked);
        if (asked !== 0)
            this.#readableIsDue = false;
        if (asked === 0 && this.#needsReadable && this.#isFull()) {
            this.#tellOrEnd();
            return null;
        }
        const count = this.#countFor(asked);
        if (count === 0 && this.#ended) {
            if (this.#pieces.length === 0)
                this.#endSoon();
            return null;
        }
        if (this.#needsReadable || this.#pieces.length === 0 ||
            this.#pieces.length - count < this.readableHighWaterMark)
            this.#ask();
        /* The source may have answered at once. */
        return this.#give(asked, this.#reading ? count :
            this.#countFor(asked));
    }

    #isFull() {
        const { length } = this.#pieces;
        return this.#ended || (this.readableHighWaterMark === 0 ? length > 0 :
            length >= this.readableHighWaterMark);
    }

    #tellOrEnd() {
        if (this.#pieces.length === 0 && this.#ended)
            this.#endSoon();
        else
            this.#tellReadableSoon();
    }

    #countFor(asked) {
        const { length } = this.#pieces;
        if (asked <= 0 || (length === 0 && this.#ended))
            return 0;
        if (Number.isNaN(asked)) {
            return this.#flowing && length > 0 ? this.#pieces.firstLength :
                length;
        }
        if (asked <= length)
            return asked;
        return this.#ended ? length : 0;
    }

    #ask() {
        if (this.#ended || this.#reading || this.destroyed)
            return;
        this.#reading = true;
        if (this.#pieces.length === 0)
            this.#needsReadable = true;
        this.#source.start();
    }

    #give(asked, count) {
        const given = count > 0 ? this.#pieces.take(count) : null;
        if (given === null) {
            this.#needsReadable =
                this.#pieces.length <= this.readableHighWaterMark;
        }
        if (this.#pieces.length === 0) {
            if (!this.#ended)
                this.#needsReadable = true;
            if (asked !== count && this.#ended)
                this.#endSoon();
        }
        if (given !== null && this.errored === null) {
            this.#didRead = true;
            this.emit('data', given);
        }
        return given;
    }

    #tellReadableSoon() {
        this.#needsReadable = false;
        if (this.#readableIsDue)
            return;
        this.#readableIsDue = true;
        process.nextTick(() => this.#tellReadable());
    }

    #tellReadable() {
        if (!this.destroyed && (this.#pieces.length > 0 || this.#ended)) {
            this.emit('readable');
            this.#readableIsDue = false;
        }
        this.#needsReadable = !this.#flowing && !this.#ended &&
            this.#pieces.length <= this.readableHighWaterMark;
        this.#flow();
    }

    #flow() {
        while (this.#flowing && this.read() !== null)
            continue;
    }

    #endSoon() {
        if (this.#endTold)
            return;
        process.nextTick(() => {
            if (this.#endTold || this.errored !== null || this.closed ||
                this.#pieces.length > 0)
                return;
            this.#endTold = true;
            this.emit('end');
            if (this.#closesAtEnd)
                this.destroy();
        });
    }

    /* ---- Modes ---- */

    resume() {
        this.#isPaused = false;
        if (this.#flowing)
            return this;
        this.#flowing = !this.#hasReader;
        if (!this.#resumeIsDue) {
            this.#resumeIsDue = true;
            process.nextTick(() => this.#resumeNow());
        }
        return this;
    }

    #resumeNow() {
        if (!this.#reading)
            this.read(0);
        this.#resumeIsDue = false;
        this.emit('resume');
        this.#flow();
        if (this.#flowing && !this.#reading)
            this.read(0);
    }

    pause() {
        this.#isPaused = true;
        if (this.#flowing !== false) {
            this.#flowing = false;
            this.emit('pause');
        }
        return this;
    }

    on(name, listener) {
        super.on(name, listener);
        if (name === 'data') {
            this.#hasReader = this.listenerCount('readable') > 0;
            if (this.#flowing !== false)
                this.resume();
        } else if (name === 'readable') {
            this.#startReader();
        }
        return this;
    }

    addListener(name, listener) { return this.on(name, listener); }

    #startReader() {
        if (this.#endTold || this.#hasReader)
            return;
        this.#hasReader = true;
        this.#needsReadable = true;
        this.#flowing = false;
        this.#readableIsDue = false;
        if (this.#pieces.length > 0)
            this.#tellReadableSoon();
        else if (!this.#reading)
            process.nextTick(() => this.read(0));
    }

    removeListener(name, listener) {
        super.removeListener(name, listener);
        if (name === 'readable')
            process.nextTick(() => this.#endReader());
        return this;
    }

    off(name, listener) { return this.removeListener(name, listener); }

    removeAllListeners(...name) {
        super.removeAllListeners(...name);
        if (name.length === 0 || name[0] === 'readable')
            process.nextTick(() => this.#endReader());
        return this;
    }

    #endReader() {
        this.#hasReader = this.listenerCount('readable') > 0;
        if (this.#resumeIsDue && !this.#isPaused)
            this.#flowing = true;
        else if (this.listenerCount('data') > 0)
            this.resume();
        else if (!this.#hasReader)
            this.#flowing = null;
    }

    /* ---- The end ---- */

    destroy(error) {
        if (this.destroyed)
            return this;
        this.destroyed = true;
        this.errored = error ?? null;
        this.#source.close();
        return this;
    }

    _closed() {
        if (this.errored !== null)
            this.emit('error', this.errored);
        this.closed = true;
        this.emit('close');
    }

    /* ---- Others that read for the program ---- */

    pipe(to, { end = true } = {}) {
        const pipe = makePipe(this, to, end);
        this.#pipes.push(pipe);
        pipe.open();
        if (!this.#flowing)
            this.resume();
        return to;
    }

    unpipe(to) {
        const closed = this.#pipes.filter((pipe) =>
            to === undefined || pipe.to === to);
        this.#pipes = this.#pipes.filter((pipe) => !closed.includes(pipe));
        if (closed.length > 0 && this.#pipes.length === 0)
            this.pause();
        for (const pipe of closed)
            pipe.close();
        return this;
    }

    /* Each piece; the input is closed when the loop is left. */
    async * [Symbol.asyncIterator]() {
        let wake = () => {};
        const stir = () => wake();
        const names = ['readable', 'end', 'error', 'close'];
        for (const name of names)
            this.on(name, stir);
        try {
            while (true) {
                const piece = this.destroyed ? null : this.read();
                if (piece !== null)
                    yield piece;
                else if (this.errored !== null)
                    throw this.errored;
                else if (this.#endTold)
                    return;
                else if (this.closed)
                    throw new codes.ERR_STREAM_PREMATURE_CLOSE();
                else
                    await new Promise((resolve) => { wake = resolve; });
            }
        } finally {
            for (const name of names)
                this.off(name, stir);
            if (this.#closesAtEnd || !this.#endTold)
                this.destroy();
        }
    }
}

/* The names by which programs know them. */
class Readable extends Input {}
class ReadStream extends Input {}
class Socket extends Input {}

function makeInput(fd, type) {
    switch (type) {
    case 'PIPE':
    case 'TCP':
        return new Socket(fd, type);
    case 'TTY':
    case 'FILE':
        return new ReadStream(fd, type);
    default:
        return new Readable(fd, type);
    }
}

function makeSource(input, type) {
    switch (type) {
    case 'TTY':
    case 'PIPE':
    case 'TCP':
        return new StreamSource(input);
    case 'FILE':
        return new FileSource(input);
    default:
        return new EmptySource(input);
    }
}

/* A file has none of these in Node, and programs ask whether they are there. */
function addHandleMethods(input, source, isTerminal) {
    const methods = {
        ref() {
            source.ref(true);
            return input;
        },
        unref() {
            source.ref(false);
            return input;
        },
    };
    if (isTerminal) {
        input.isRaw = false;
        methods.setRawMode = (isOn) => {
            const err = source.setRaw(!!isOn);
            if (err < 0) {
                input.emit('error', new UVException({
                    errno: err, syscall: 'setRawMode' }));
            } else {
                input.isRaw = !!isOn;
            }
            return input;
        };
    }
    for (const [name, value] of Object.entries(methods)) {
        Object.defineProperty(input, name, {
            __proto__: null, configurable: true, value, writable: true,
        });
    }
}

/* What write() of the other side refuses for now, waits for its 'drain'. */
function makePipe(from, to, wantsEnd) {
    const mayEnd = wantsEnd && to !== process.stdout && to !== process.stderr;
    const onData = (piece) => {
        if (to.write(piece) === false)
            from.pause();
    };
    const onDrain = () => from.resume();
    const onEnd = () => {
        if (mayEnd)
            to.end();
        else
            from.unpipe(to);
    };
    return {
        to,
        open() {
            from.on('data', onData).once('end', onEnd);
            to.on('drain', onDrain);
            to.emit('pipe', from);
        },
        close() {
            from.off('data', onData).off('end', onEnd);
            to.off('drain', onDrain);
            to.emit('unpipe', from, { hasUnpiped: false });
        },
    };
}

module.exports = { makeInput };
