'use strict';
/*
 * internal/fs/write_file - writeFile() and appendFile(), with a callback and at
 * once: open, write until all is written, fsync if asked to, close.
 */

const binding = internalBinding('fs');
const fs = require('fs');
const { AbortError, aggregateTwoErrors } = require('internal/errors');
const { startOther, table } = require('internal/fs/calls');
const { makeError, toFd, toOptions } = require('internal/fs/utils');
const { toBytes, toWriteOptions } = require('internal/fs/whole_file');

function writeAllSync(fd, bytes) {
    for (let at = 0; at < bytes.length;) {
        const n = binding.write(fd, bytes, at, bytes.length - at, -1);
        if (n < 0)
            throw makeError(n, 'write');
        at += n;
    }
}

function openSync(path, { flag, mode }) {
    const args = table.open[1](path, flag, mode);
    const fd = binding.open(...args);
    if (fd < 0)
        throw makeError(fd, 'open', args[0], undefined, writeFileSync);
    return fd;
}

function writeFileSync(path, data, options, flag) {
    const own = toWriteOptions(toOptions, options, flag);
    const bytes = toBytes(data, own.encoding);
    const isGiven = Number.isInteger(path);
    const fd = isGiven ? toFd(path) : openSync(path, own);
    try {
        writeAllSync(fd, bytes);
        if (own.flush)
            fs.fsyncSync(fd);
    } finally {
        if (!isGiven)
            fs.closeSync(fd);
    }
}

/* The descriptor is closed unless the program gave it. */
class Writing {
    at = 0;

    constructor(fd, isGiven, bytes, { flush, signal }, callback) {
        this.fd = fd;
        this.isGiven = isGiven;
        this.bytes = bytes;
        this.flush = flush;
        this.signal = signal;
        this.callback = callback;
    }

    write() {
        if (this.signal?.aborted) {
            this.finish(new AbortError(undefined,
                                       { cause: this.signal.reason }));
            return;
        }
        const { fd, bytes, at } = this;
        startOther('write', [fd, bytes, at, bytes.length - at, -1], 'write',
                   undefined, (error, n) => {
                       if (error)
                           this.finish(error);
                       else if ((this.at += n) < bytes.length)
                           this.write();
                       else
                           this.sync();
                   });
    }

    sync() {
        if (this.flush)
            fs.fsync(this.fd, (error) => this.finish(error));
        else
            this.finish(null);
    }

    finish(error) {
        if (this.isGiven) {
            this.callback(error);
            return;
        }
        fs.close(this.fd, (notClosed) => {
            this.callback(aggregateTwoErrors(notClosed, error));
        });
    }
}

function writeFile(path, data, options, flag, callback) {
    const own = toWriteOptions(toOptions, options, flag);
    const bytes = toBytes(data, own.encoding);
    if (Number.isInteger(path)) {
        new Writing(toFd(path), true, bytes, own, callback).write();
        return;
    }
    if (own.signal?.aborted) {
        callback(new AbortError(undefined, { cause: own.signal.reason }));
        return;
    }
    fs.open(path, own.flag, own.mode, (error, fd) => {
        if (error)
            callback(error);
        else
            new Writing(fd, false, bytes, own, callback).write();
    });
}

module.exports = { writeFile, writeFileSync };
