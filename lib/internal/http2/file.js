'use strict';
/*
 * internal/http2/file - respondWithFile() and respondWithFD(): the bytes of a
 * file, or a part of it, as the body of a response.
 */

const fs = require('fs');
const { setImmediate } = internalBinding('order');
const { codes } = require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
const { prepareResponse } = require('internal/http2/server_stream');
const { checkOpen, queueBytes, shutDown } =
    require('internal/http2/stream');

function readOptions(stream, given, options) {
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
    const { headers, status } = prepareResponse(given, own);
    if (status === 204 || status === 205 || status === 304 ||
        stream.headRequest)
        throw new codes.ERR_HTTP2_PAYLOAD_FORBIDDEN(status);
    return { own, headers };
}

function send(stream, fd, headers, own, closes) {
    if (stream.destroyed || stream.closed) {
        if (closes)
            fs.close(fd, () => {});
        return;
    }
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
    const start = own.offset > 0 ? own.offset : undefined;
    const source = fs.createReadStream(null, {
        fd, start: start ?? (own.length >= 0 ? 0 : undefined),
        autoClose: false,
        end: own.length >= 0 ? (start ?? 0) + own.length - 1 : undefined,
    });
    source.on('error', (error) => stream.destroy(error));
    stream.once('close', () => {
        source.removeAllListeners('data');
        source.pause();
        if (closes)
            closeAfterRead(source, fd);
    });
    const end = () => shutDown(stream, () => {});
    if (own.length === 0) {
        end();
        return;
    }
    source.on('data', (chunk) => {
        source.pause();
        queueBytes(stream, chunk, () => source.resume());
    });
    source.on('end', end);
}

/* A read may be under way. */
function closeAfterRead(source, fd) {
    if (source.readableEnded || !source._readableState.reading)
        fs.close(fd, () => {});
    else
        setImmediate(closeAfterRead, source, fd);
}

/* The program looks at the file, and may change the headers or refuse. */
function afterStat(stream, fd, stat, headers, own, closes) {
    const isFile = stat.isFile();
    if (!isFile && (own.offset !== 0 || own.length !== -1))
        throw new codes.ERR_HTTP2_SEND_FILE_NOSEEK();
    const part = { offset: own.offset, length: own.length };
    if (own.statCheck?.call(stream, stat, headers, part) === false)
        return false;
    own.offset = part.offset;
    own.length = part.length;
    if (isFile) {
        const left = Math.max(stat.size - own.offset, 0);
        own.length = own.length < 0 ? left : Math.min(left, own.length);
        if (!Array.isArray(headers))
            headers['content-length'] = own.length;
    }
    send(stream, fd, headers, own, closes);
    return true;
}

function respondWithFD(stream, fd, given, options) {
    const { own, headers } = readOptions(stream, given, options);
    if (fd instanceof Object && typeof fd.fd === 'number')
        fd = fd.fd;
    if (typeof fd !== 'number')
        throw new codes.ERR_INVALID_ARG_TYPE('fd', ['number', 'FileHandle'],
                                             fd);
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
    const { own, headers } = readOptions(stream, given, options);
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
