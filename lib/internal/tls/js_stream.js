'use strict';
/*
 * internal/tls/js_stream - any Duplex as the stream below TLS: a socket whose
 * handle is not the kernel's, but another stream.
 */

const { ASYNC, EOF } = internalBinding('stream');
const { Socket } = require('net');
const { setImmediate } = internalBinding('order');

const { EPIPE, ECANCELED } = internalBinding('constants').os.errno;

/* The functions of a handle, done by a Duplex. */
class JSHandle {
    constructor(stream) {
        this.stream = stream;
        this.bytesRead = 0;
        this.bytesWritten = 0;
        this.isReading = false;
        this.isClosed = false;
        this.waiting = []; // read, while nobody read
        this.hasEnded = false;
        this.listen();
    }

    listen() {
        const { stream } = this;
        stream.pause?.();
        stream.on('data', (chunk) => {
            this.give(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
        });
        stream.once('end', () => this.end(EOF));
        // One that is destroyed has no end.
        stream.once('close', () => this.end(EOF));
        stream.pause?.();
    }

    give(buffer) {
        if (this.isClosed || buffer.length === 0)
            return;
        this.bytesRead += buffer.length;
        if (this.isReading)
            this.onread(buffer.length, buffer, false);
        else
            this.waiting.push(buffer);
    }

    end(status) {
        if (this.hasEnded || this.isClosed)
            return;
        this.hasEnded = true;
        this.status = status;
        if (this.isReading)
            this.onread(status);
    }

    readStart() {
        if (this.isReading)
            return 0;
        this.isReading = true;
        while (this.waiting.length > 0 && this.isReading && !this.isClosed) {
            const buffer = this.waiting.shift();
            this.onread(buffer.length, buffer, false);
        }
        if (this.hasEnded && !this.isClosed)
            this.onread(this.status);
        else
            this.stream.resume?.();
        return 0;
    }

    readStop() {
        this.isReading = false;
        this.stream.pause?.();
        return 0;
    }

    writeBuffer(buffer) {
        if (this.isClosed || this.stream.destroyed)
            return -EPIPE;
        this.bytesWritten += buffer.length;
        this.stream.write(buffer, (error) => {
            if (!this.isClosed)
                this.onwrite(error ? -EPIPE : 0);
        });
        return ASYNC;
    }

    writeString(text, codec) {
        return this.writeBuffer(Buffer.from(text,
            codec === 4 ? 'latin1' : 'utf8'));
    }

    writev(list) {
        const parts = [];
        for (let i = 0; i < list.length; i += 2)
            parts.push(typeof list[i] === 'string' ? Buffer.from(list[i]) :
                list[i]);
        return this.writeBuffer(Buffer.concat(parts));
    }

    shutdown(req) {
        const { stream } = this;
        let isDone = false;
        const done = (status) => {
            if (isDone)
                return;
            isDone = true;
            req.oncomplete(status);
        };
        if (stream.destroyed || stream.writableFinished) {
            setImmediate(done, 0);
            return 0;
        }
        stream.once('close', () => done(-ECANCELED));
        stream.end(() => done(0));
        return 0;
    }

    close(callback) {
        if (this.isClosed)
            return;
        this.isClosed = true;
        this.stream.destroy?.();
        setImmediate(() => callback?.());
    }

    getBytesRead() { return this.bytesRead; }
    getBytesWritten() { return this.bytesWritten; }
    getWriteQueueSize() { return this.stream.writableLength ?? 0; }
    getLastWriteSize() { return this.stream.writableLength ?? 0; }
    getAsyncId() { return -1; }
    ref() { this.stream.ref?.(); }
    unref() { this.stream.unref?.(); }
    onread() {}
    onwrite() {}
}

class JSStreamSocket extends Socket {
    constructor(stream) {
        super({ handle: new JSHandle(stream), manualStart: true,
                allowHalfOpen: stream.allowHalfOpen });
        this.stream = stream;
        stream.on('error', (error) => {
            // TLS above hears of it; the program's own listeners did already.
            this.emit('error', error);
        });
        stream.once('close', () => this.destroy());
    }
}

module.exports = { JSHandle, JSStreamSocket };
