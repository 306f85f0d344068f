'use strict';
/*
 * internal/http2/file - respondWithFile() and respondWithFD(): the bytes of a
 * file, or a part of it, as the body of a response.
 */

const fs = require('fs');
const { Readable } = require('stream');
const { setImmediate } = internalBinding('order');
const { codes } = require('internal/errors');
const { FileHandle } = require('internal/fs/file_handle');
const { validateFunction, validateObject } = require('internal/validators');
const { prepareResponse } = require('internal/http2/server_stream');
const { checkOpen, queueBytes, shutDown } =
    require('internal/http2/stream');
const { kState } = require('internal/http2/util');

function readOptions(stream, options) {
    checkOpen(stream);
    if (stream.headersSent)
        throw new codes.ERR_HTTP2_HEADERS_SENT();
    if (options !== undefined)
        validateObject(options, 'options');
    const own = { offset: 0, length: -1, ...options };
    for (const name of ['offset', 'length']) {
        if (typeof own[name] !== 'number')
            throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, own[name]);
    }
    if (own.statCheck !== undefined && typeof own.statCheck !== 'function')
        throw new codes.ERR_INVALID_ARG_VALUE('options.statCheck',
                                              own.statCheck);
    return own;
}

function readHeaders(stream, given, own) {
    const { headers, status } = prepareResponse(given, own);
    if (status === 204 || status === 205 || status === 304 ||
        stream.headRequest)
        throw new codes.ERR_HTTP2_PAYLOAD_FORBIDDEN(status);
    return headers;
}

function send(stream, fd, headers, own, closes) {
    if (stream.destroyed || stream.closed) {
        if (closes)
            fs.close(fd, () => {});
        return;
    }
    stream[kState].sendsFile = true;
    stream.respond(headers, { waitForTrailers: own.waitForTrailers,
                              sendDate: own.sendDate });
    if (stream.writableEnded || stream.destroyed) {
        if (closes)
            fs.close(fd, () => {});
        return;
    }
    // For the program the stream has been written to the end.
    stream._final = null;
    stream.end();
    const source = openPart(stream, fd, own);
    stream.once('close', () => {
        source.removeAllListeners('data');
        source.pause();
        if (closes)
            closeAfterRead(source, fd);
    });
    source.on('data', (chunk) => {
        source.pause();
        queueBytes(stream, chunk, () => source.resume());
    });
    source.on('end', () => shutDown(stream, () => {}));
}

/* Without an offset a descriptor is read from where it stands. What is no
 * regular file ends where it ends. */
function openPart(stream, fd, { offset, length }) {
    if (length === 0)
        return Readable.from([]);
    const start = offset > 0 ? offset : undefined;
    const source = fs.createReadStream(null, {
        fd, start: start ?? (length > 0 ? 0 : undefined),
        autoClose: false,
        end: length > 0 ? (start ?? 0) + length - 1 : undefined,
    });
    source.on('error', (error) => stream.destroy(error));
    return source;
}

/* A read may be under way. */
function closeAfterRead(source, fd) {
    if (source.readableEnded || !source._readableState.reading)
        fs.close(fd, () => {});
    else
        setImmediate(closeAfterRead, source, fd);
}

/* The program looks at the file, and may change the headers, with a descriptor
 * also the part that is sent, or refuse. A part that begins after the end makes
 * the length negative, which the client refuses. */
function afterStat(stream, fd, stat, headers, own, isPath) {
    const isFile = stat.isFile();
    if (isPath && !isFile && (own.offset !== 0 || own.length !== -1))
        throw new codes.ERR_HTTP2_SEND_FILE_NOSEEK();
    const part = isPath ? [] : [{ offset: own.offset, length: own.length }];
    if (own.statCheck?.call(stream, stat, headers, ...part) === false ||
        stream.headersSent)
        return false;
    if (!isPath) {
        own.offset = part[0].offset | 0;
        own.length = part[0].length | 0;
    } else if (isFile) {
        const left = stat.size - own.offset;
        own.length = own.length < 0 ? left : Math.min(left, own.length);
        if (!Array.isArray(headers))
            headers['content-length'] = own.length;
    }
    send(stream, fd, headers, own, isPath);
    return true;
}

function respondWithFD(stream, fd, given, options) {
    const own = readOptions(stream, options);
    if (fd instanceof FileHandle)
        fd = fd.fd;
    else if (typeof fd !== 'number')
        throw new codes.ERR_INVALID_ARG_TYPE('fd', ['number', 'FileHandle'],
                                             fd);
    const headers = readHeaders(stream, given, own);
    if (own.statCheck === undefined) {
        send(stream, fd, headers, own, false);
        return;
    }
    fs.fstat(fd, (error, stat) => {
        if (stream.destroyed || stream.closed)
            return;
        if (error) {
            stream.destroy(error);
            return;
        }
        tryStat(stream, fd, stat, headers, own, false);
    });
}

function tryStat(stream, fd, stat, headers, own, closes) {
    try {
        if (!afterStat(stream, fd, stat, headers, own, closes) && closes)
            fs.close(fd, () => {});
    } catch (error) {
        if (closes)
            fs.close(fd, () => {});
        fail(stream, own, error);
    }
}

function fail(stream, own, error) {
    if (own.onError)
        own.onError(error);
    else
        stream.destroy(error);
}

function respondWithFile(stream, path, given, options) {
    const own = readOptions(stream, options);
    const headers = readHeaders(stream, given, own);
    if (own.onError !== undefined)
        validateFunction(own.onError, 'options.onError');
    fs.open(path, 'r', 0o666, (error, fd) => {
        if (error) {
            fail(stream, own, error);
            return;
        }
        fs.fstat(fd, (failed, stat) => {
            if (failed || stat.isDirectory()) {
                fs.close(fd, () => {});
                fail(stream, own, failed ?? new codes.ERR_HTTP2_SEND_FILE());
            } else if (stream.destroyed || stream.closed) {
                fs.close(fd, () => {});
                fail(stream, own, new codes.ERR_HTTP2_INVALID_STREAM());
            } else {
                tryStat(stream, fd, stat, headers, own, true);
            }
        });
    });
}

module.exports = { respondWithFD, respondWithFile };
