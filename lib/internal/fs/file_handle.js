'use strict';
/*
 * internal/fs/file_handle - FileHandle: an open file with methods that return
 * promises. promises.open() makes them.
 *
 * A handle counts who uses it: itself, each call under way, each stream. The
 * descriptor is closed when the last of them is done, so that no call ever uses
 * a number that belongs to another file by then. After close() `fd` is -1 at
 * once if nobody else uses it.
 *
 * A handle that is collected is closed with a warning: FinalizationRegistry
 * tells, with the record that the handle shares with it.
 */

const { Buffer } = require('buffer');
const EventEmitter = require('events');
const { codes } = require('internal/errors');
const { ask, askOther, toLength } = require('internal/fs/calls');
const { toMode, toOptions, toTime } =
    require('internal/fs/utils');
const { defineTransfer } = require('internal/worker/js_transferable');
const pieces = require('internal/fs/pieces').shared;
const whole = require('internal/fs/whole_file');
const {
    validateBoolean, validateBuffer, validateInteger, validateObject,
} = require('internal/validators');
/* Loaded when first used: internal/async/hooks, internal/fs/given_buffer,
 * internal/fs/streams, internal/webstreams/readablestream, readline,
 * stream/web. */

const kRef = Symbol('kRef');
const kUnref = Symbol('kUnref');
const kReason = Symbol('kReason');
const kMove = Symbol('kMove');

/* ---- Handles that were forgotten -------------------------------------- */

const warning = 'Closing a FileHandle object on garbage collection is ' +
    'deprecated. Please close FileHandle objects explicitly using ' +
    'FileHandle.prototype.close(). In the future, an error will be thrown if ' +
    'a file descriptor is closed during garbage collection.';
let hasWarned = false;

function closeForgotten(record) {
    const { fd } = record;
    if (fd === -1)
        return;
    internalBinding('fs').close(fd);
    process.emitWarning(`Closing file descriptor ${fd} on garbage collection`);
    if (hasWarned)
        return;
    hasWarned = true;
    process.emitWarning(warning, 'DeprecationWarning', 'DEP0137');
}

let forgotten;

/* ---- Calls of a handle ------------------------------------------------ */

/* Each runs with the handle and its arguments. The names are those of the
 * errors' `syscall`. */
const calls = {
    __proto__: null,

    async fchmod({ fd }, mode) {
        return await ask('fchmod', [fd, toMode(mode, 'mode')]);
    },
    async fchown({ fd }, uid, gid) {
        validateInteger(uid, 'uid', -1, 4294967295);
        validateInteger(gid, 'gid', -1, 4294967295);
        return await ask('fchown', [fd, uid, gid]);
    },
    async fdatasync({ fd }) {
        return await ask('fdatasync', [fd]);
    },
    async fsync({ fd }) {
        return await ask('fsync', [fd]);
    },
    async fstat({ fd }, options) {
        return await askOther('fstat', [fd, options?.bigint ? true : undefined],
                              'fstat');
    },
    async ftruncate({ fd }, len) {
        return await ask('ftruncate', [fd, toLength(len)]);
    },
    async futimes({ fd }, atime, mtime) {
        return await ask('futimes', [fd, toTime(atime, 'atime'),
                                     toTime(mtime, 'mtime')]);
    },
    async read({ fd }, buffer, offset, length, position) {
        let piece = { offset, length, position };
        if (!ArrayBuffer.isView(buffer)) {
            const options = buffer;
            if (options !== undefined)
                pieces.checkOptions(options);
            buffer = options?.buffer === undefined ? pieces.newBuffer()
                                                   : options.buffer;
            validateBuffer(buffer);
            piece = pieces.pieceOf(buffer, options);
        } else if (offset !== null && typeof offset === 'object') {
            piece = pieces.pieceOf(buffer, offset);
        }
        piece.length ??= buffer.byteLength - (piece.offset ?? 0);
        const args = pieces.toReading(buffer, piece);
        const bytesRead = args === null
            ? 0 : await askOther('read', [fd, ...args], 'read');
        return { __proto__: null, bytesRead, buffer };
    },
    async readv({ fd }, buffers, position) {
        const list = pieces.toBuffers(buffers);
        const bytesRead = await askOther(
            'readBuffers', [fd, list, pieces.toPlace(position)], 'read');
        return { __proto__: null, bytesRead, buffers };
    },
    async write({ fd }, buffer, offset, length, position) {
        if (buffer?.byteLength === 0)
            return { __proto__: null, bytesWritten: 0, buffer };
        const args = ArrayBuffer.isView(buffer)
            ? pieces.toWriting(buffer, offset, length, position)
            : pieces.toWritingText(buffer, offset, length);
        const bytesWritten = await askOther('write', [fd, ...args], 'write');
        return { __proto__: null, bytesWritten, buffer };
    },
    async writev({ fd }, buffers, position) {
        const list = pieces.toBuffers(buffers);
        const bytesWritten = list.length === 0 ? 0 : await askOther(
            'writeBuffers', [fd, list, pieces.toPlace(position)], 'write');
        return { __proto__: null, bytesWritten, buffers };
    },
    async readFile({ fd }, options) {
        const own = toOptions(options, {});
        if (own.buffer !== undefined)
            require('internal/fs/given_buffer').checkBufferOption(own);
        return whole.readAll(fd, own);
    },
    async writeFile({ fd }, data, options) {
        const own = whole.toWriteOptions(toOptions, options, 'w');
        if (!whole.isIterable(data))
            data = whole.toBytes(data, own.encoding);
        return whole.writeAll(fd, data, own);
    },
};

/* The handle is in use until the call is done. */
async function fsCall(name, handle, ...args) {
    if (typeof handle?.[kRef] !== 'function') {
        throw new codes.ERR_INTERNAL_ASSERTION(
            'handle must be an instance of FileHandle');
    }
    if (handle.fd === -1) {
        throw Object.assign(
            new Error(handle[kReason] ?? 'file closed'),
            { code: 'EBADF', syscall: name });
    }
    try {
        handle[kRef]();
        return await calls[name](handle, ...args);
    } finally {
        handle[kUnref]();
    }
}

/* ---- The class -------------------------------------------------------- */

class FileHandle extends EventEmitter {
    #record; // { fd }: the descriptor, -1 once it is closed
    #users = 1;
    #closing = null; // the promise of close(), while it is under way
    #settleClose = null; // of a close() that waits for other users
    #isLocked = false; // a web stream reads it
    #asyncId = 0;

    constructor(fd = -1) {
        super();
        this.#record = { fd };
        const hooks = require('internal/async/hooks');
        if (hooks.isActive())
            hooks.emitInit(this.getAsyncId(), 'FILEHANDLE',
                           hooks.executionAsyncId(), this);
        forgotten ??= new FinalizationRegistry(closeForgotten);
        if (fd !== -1)
            forgotten.register(this, this.#record, this.#record);
    }

    getAsyncId() {
        if (this.#asyncId === 0)
            this.#asyncId = internalBinding('async').newId();
        return this.#asyncId;
    }

    get fd() {
        return this.#record.fd;
    }

    appendFile(data, options) {
        return fsCall('writeFile', this, data, options);
    }

    chmod(mode) {
        return fsCall('fchmod', this, mode);
    }

    chown(uid, gid) {
        return fsCall('fchown', this, uid, gid);
    }

    datasync() {
        return fsCall('fdatasync', this);
    }

    sync() {
        return fsCall('fsync', this);
    }

    read(buffer, offset, length, position) {
        return fsCall('read', this, buffer, offset, length, position);
    }

    readv(buffers, position) {
        return fsCall('readv', this, buffers, position);
    }

    readFile(options) {
        return fsCall('readFile', this, options);
    }

    readLines(options = undefined) {
        const { Interface } = require('readline');
        return new Interface({ input: this.createReadStream(options),
                               crlfDelay: Infinity });
    }

    stat(options) {
        return fsCall('fstat', this, options);
    }

    truncate(len = 0) {
        return fsCall('ftruncate', this, len);
    }

    utimes(atime, mtime) {
        return fsCall('futimes', this, atime, mtime);
    }

    write(buffer, offset, length, position) {
        return fsCall('write', this, buffer, offset, length, position);
    }

    writev(buffers, position) {
        return fsCall('writev', this, buffers, position);
    }

    writeFile(data, options) {
        return fsCall('writeFile', this, data, options);
    }

    /* An own property, since it is often handed on without its handle. */
    close = () => {
        if (this.#record.fd === -1)
            return Promise.resolve();
        if (this.#closing)
            return this.#closing;
        this.#users--;
        const work = this.#users === 0 ? this.#closeFd()
            : new Promise((resolve, reject) => {
                this.#settleClose = { resolve, reject };
            });
        this.#closing = whole.finish(work, () => {
            this.#closing = null;
            this.#settleClose = null;
        });
        this.emit('close');
        return this.#closing;
    };

    async [Symbol.asyncDispose]() {
        await this.close();
    }

    readableWebStream(options = {}) {
        if (this.#record.fd === -1)
            throw new codes.ERR_INVALID_STATE('The FileHandle is closed');
        if (this.#closing)
            throw new codes.ERR_INVALID_STATE('The FileHandle is closing');
        if (this.#isLocked)
            throw new codes.ERR_INVALID_STATE('The FileHandle is locked');
        this.#isLocked = true;
        validateObject(options, 'options');
        const { type = 'bytes', autoClose = false } = options;
        validateBoolean(autoClose, 'options.autoClose');
        if (type !== 'bytes') {
            process.emitWarning(
                'A non-"bytes" options.type has no effect. A byte-oriented ' +
                'steam is always created.', 'ExperimentalWarning');
        }
        return openWebStream(this, autoClose);
    }

    createReadStream(options = undefined) {
        const { ReadStream } = require('internal/fs/streams');
        return new ReadStream(undefined, { ...options, fd: this });
    }

    createWriteStream(options = undefined) {
        const { WriteStream } = require('internal/fs/streams');
        return new WriteStream(undefined, { ...options, fd: this });
    }

    #closeFd() {
        const { fd } = this.#record;
        this.#record.fd = -1;
        forgotten.unregister(this.#record);
        return whole.requestClose(fd);
    }

    /* Give the descriptor to another thread. */
    [kMove]() {
        if (this.#closing || this.#users > 1) {
            throw new DOMException('Cannot transfer FileHandle while in use',
                                   'DataCloneError');
        }
        return {
            items: [],
            data: this.#record.fd,
            deserializeInfo: 'internal/fs/file_handle:receive',
            undo() {},
            finish: () => {
                this.#record.fd = -1;
                this.#users = 0;
                this[kReason] = 'The FileHandle has been transferred';
                forgotten.unregister(this.#record);
            },
        };
    }

    [kRef]() {
        this.#users++;
    }

    [kUnref]() {
        this.#users--;
        if (this.#users === 0) {
            this.#closeFd().then(this.#settleClose?.resolve,
                                 this.#settleClose?.reject);
        }
    }
}

defineTransfer(FileHandle.prototype, (handle) => handle[kMove]());

/* The stream counts as a user of the handle until its end. */
function openWebStream(handle, autoClose) {
    const { ReadableStream } = require('stream/web');
    const finish = async () => {
        handle[kUnref]();
        if (autoClose)
            await handle.close();
    };
    const stream = new ReadableStream({
        type: 'bytes',
        autoAllocateChunkSize: 16384,
        async pull(controller) {
            const { view } = controller.byobRequest;
            const { bytesRead } =
                await handle.read(view, view.byteOffset, view.byteLength);
            if (bytesRead === 0) {
                controller.close();
                await finish();
            }
            controller.byobRequest.respond(bytesRead);
        },
        cancel: finish,
    });
    handle[kRef]();
    handle.once('close', () => cancelWebStream(stream));
    return stream;
}

/* The handle is being closed: cancel its web stream, also if it is locked. */
function cancelWebStream(stream) {
    const { coreOfReadable } = require('internal/webstreams/readablestream');
    coreOfReadable(stream).cancel();
}

module.exports = {
    FileHandle,
    kRef,
    kUnref,
    receive: (fd) => new FileHandle(fd),
};
