'use strict';
/*
 * internal/fetch/body - the body of a request or a response: what it can be
 * made of, and the methods that read it.
 *
 * A Body keeps what it was made of, so that it can be sent again after a
 * redirect, and makes its stream when somebody asks for it.
 */

const { queueMicrotask } = internalBinding('order');
const { Buffer } = require('buffer');
const { isBlob } = require('internal/blob/blob');
const { makeIllegalInvocation, toDOMString } =
    require('internal/fetch/webidl');
const { isAnyArrayBuffer } = require('internal/util/types');
const { PromiseRequest, ReaderCore } =
    require('internal/webstreams/readable_core');
const { ReadableStream, coreOfReadable } =
    require('internal/webstreams/readablestream');
/* Loaded when first used: internal/fetch/form_data, internal/fetch/multipart,
 * internal/url/url, internal/util/mime, internal/webstreams/tee,
 * internal/webstreams/transformstream. */

/* ---- Streams ---------------------------------------------------------- */

/* Close a stream of bytes, unless it was cancelled meanwhile. */
function closeBytes(controller) {
    try {
        controller.close();
        controller.byobRequest?.respond(0);
    } catch (error) {
        if (error?.code !== 'ERR_INVALID_STATE')
            throw error;
    }
}

/* All of it is there at once. */
function streamBytes(bytes) {
    return new ReadableStream({
        type: 'bytes',
        start(controller) {
            if (bytes.byteLength > 0)
                controller.enqueue(bytes);
            queueMicrotask(() => closeBytes(controller));
        },
    });
}

/* Chunks are bytes or text. */
function streamIterable(iterable) {
    let iterator;
    return new ReadableStream({
        type: 'bytes',
        start() {
            iterator = iterable[Symbol.asyncIterator]();
        },
        pull(controller) {
            return iterator.next().then(({ value, done }) => {
                if (done) {
                    queueMicrotask(() => closeBytes(controller));
                    return undefined;
                }
                const bytes = new Uint8Array(Buffer.from(value));
                if (bytes.byteLength === 0)
                    return this.pull(controller);
                controller.enqueue(bytes);
                return undefined;
            });
        },
        cancel() {
            return iterator.return();
        },
    });
}

async function* readFormParts(parts) {
    for (const part of parts) {
        if (isBlob(part))
            yield* part.stream();
        else
            yield part;
    }
}

/* The stream of a form. It is filled at once, without waiting for a reader. */
function streamForm(parts) {
    let controller;
    const stream = new ReadableStream({
        type: 'bytes',
        start(given) { controller = given; },
    });
    (async () => {
        for await (const bytes of readFormParts(parts)) {
            if (coreOfReadable(stream).state !== 'readable')
                return;
            if (bytes.length > 0)
                controller.enqueue(new Uint8Array(bytes));
        }
        queueMicrotask(() => closeBytes(controller));
    })().catch((error) => controller.error(error));
    return stream;
}

/* ---- The body --------------------------------------------------------- */

class Body {
    #stream;
    #open;
    source;
    length;

    /* open() makes the stream; `source` is null if that works once only. */
    constructor(open, source, length) {
        this.#open = open;
        this.source = source;
        this.length = length;
    }

    static ofStream(stream, source = null, length = null) {
        return new Body(() => stream, source, length);
    }

    get stream() {
        this.#stream ??= this.#open();
        return this.#stream;
    }

    isDisturbed() {
        return this.#stream !== undefined &&
               coreOfReadable(this.#stream).disturbed;
    }

    isUnusable() {
        return this.#stream !== undefined &&
               (this.isDisturbed() ||
                coreOfReadable(this.#stream).reader !== undefined);
    }

    clone() {
        const { tee } = require('internal/webstreams/tee');
        const [first, second] = tee(coreOfReadable(this.stream));
        this.#stream = first;
        return Body.ofStream(second, this.source, this.length);
    }

    /* A second body of the same source, if that can be opened again. */
    again() {
        return new Body(this.#open, this.source, this.length);
    }

    /* Hand the rest over to another, so that this one counts as used. */
    pass() {
        const through = new (require('internal/webstreams/transformstream')
            .TransformStream)();
        const passed = this.stream.pipeThrough(through);
        return Body.ofStream(passed, this.source, this.length);
    }
}

function refuseUsed(stream) {
    const core = coreOfReadable(stream);
    if (core.disturbed || core.reader !== undefined) {
        throw new TypeError('Response body object should not be disturbed ' +
                            'or locked');
    }
}

function ofText(text, type) {
    const bytes = Buffer.from(text);
    const body = new Body(() => streamBytes(new Uint8Array(bytes)), text,
                          bytes.length);
    return { body, type };
}

function ofBytes(value) {
    const copy = ArrayBuffer.isView(value)
        ? new Uint8Array(value.buffer, value.byteOffset,
                         value.byteLength).slice()
        : new Uint8Array(value).slice();
    const body = new Body(() => streamBytes(copy.slice()), copy, copy.length);
    return { body, type: null };
}

function ofForm(form) {
    const { writeForm } = require('internal/fetch/multipart');
    const { parts, length, type } = writeForm(form);
    const body = new Body(() => streamForm(parts), form, length);
    return { body, type };
}

/* { body, type }: the type is that of Content-Type, or null. */
function extractBody(value, prefix) {
    if (typeof value === 'object' || typeof value === 'function') {
        const found = extractObject(value);
        if (found !== undefined)
            return found;
    }
    return ofText(toDOMString(value, prefix, 'body').toWellFormed(),
                  'text/plain;charset=UTF-8');
}

function extractObject(value) {
    if (coreOfReadable(value) !== undefined) {
        refuseUsed(value);
        return { body: Body.ofStream(value), type: null };
    }
    if (isBlob(value)) {
        const body = new Body(() => value.stream(), value, value.size);
        return { body, type: value.type || null };
    }
    if (isAnyArrayBuffer(value) || ArrayBuffer.isView(value))
        return ofBytes(value);
    if (require('internal/fetch/form_data').isFormData(value))
        return ofForm(value);
    if (value instanceof require('internal/url/url').URLSearchParams) {
        return ofText(`${value}`,
                      'application/x-www-form-urlencoded;charset=UTF-8');
    }
    if (typeof value[Symbol.asyncIterator] === 'function') {
        const body = new Body(() => streamIterable(value), null, null);
        return { body, type: null };
    }
    return undefined;
}

/* ---- Reading ---------------------------------------------------------- */

function checkChunk(chunk) {
    if (!require('internal/util/types').isUint8Array(chunk))
        throw new TypeError('Received non-Uint8Array chunk');
    return chunk;
}

/* finish(bytes) or fail(error) is called in the microtask of the last read. */
async function readAll(stream, finish, fail) {
    const reader = new ReaderCore(coreOfReadable(stream), false);
    const chunks = [];
    try {
        for (;;) {
            const request = new PromiseRequest();
            reader.read(request);
            const { value, done } = await request.promise;
            if (done)
                break;
            chunks.push(checkChunk(value));
        }
    } catch (error) {
        fail(error);
        return;
    }
    finish(Buffer.concat(chunks));
}

/* A Content-Type as an object; null if it is missing or makes no sense. */
function readType(headers) {
    const text = headers.get('content-type');
    if (text === null)
        return null;
    const { MIMEType } = require('internal/util/mime');
    try {
        return new MIMEType(text);
    } catch {
        return null;
    }
}

function toText(bytes) {
    return new TextDecoder().decode(bytes);
}

function toArrayBuffer(bytes) {
    const { buffer, byteOffset, byteLength } = bytes;
    return buffer.slice(byteOffset, byteOffset + byteLength);
}

function toForm(bytes, headers) {
    const type = readType(headers);
    if (type?.essence === 'multipart/form-data')
        return require('internal/fetch/multipart').readForm(bytes, type);
    if (type?.essence === 'application/x-www-form-urlencoded') {
        const { FormData } = require('internal/fetch/form_data');
        const { URLSearchParams } = require('internal/url/url');
        const form = new FormData();
        /* A byte order mark is a part of the first name. */
        for (const [name, value] of new URLSearchParams(bytes.toString()))
            form.append(name, value);
        return form;
    }
    throw new TypeError('Content-Type was not one of "multipart/form-data" ' +
                        'or "application/x-www-form-urlencoded".');
}

function toBlob(bytes, headers) {
    const { Blob } = require('internal/blob/blob');
    return new Blob([bytes], { type: `${readType(headers) ?? ''}` });
}

/* Each with the bytes and the headers. */
const conversions = {
    __proto__: null,
    blob: toBlob,
    arrayBuffer: toArrayBuffer,
    text: toText,
    json: (bytes) => JSON.parse(toText(bytes)),
    formData: toForm,
    bytes: (bytes) => new Uint8Array(toArrayBuffer(bytes)),
};

/* `state` has a body, which may be null, a list of headers, and an error of a
 * request that was aborted. */
function consume(state, convert) {
    if (state.body?.isUnusable()) {
        return Promise.reject(new TypeError(
            'Body is unusable: Body has already been read'));
    }
    const { promise, resolve, reject } = Promise.withResolvers();
    const finish = (bytes) => {
        try {
            resolve(convert(bytes, state.headersList));
        } catch (error) {
            reject(error);
        }
    };
    if (state.body === null)
        finish(Buffer.alloc(0));
    else
        readAll(state.body.stream, finish, reject);
    return promise;
}

/* body, bodyUsed and the methods above; stateOf(object) returns undefined for
 * objects of other classes. */
function defineBody(constructor, stateOf) {
    const need = (object) => {
        const state = stateOf(object);
        if (state === undefined)
            throw makeIllegalInvocation();
        return state;
    };
    const members = {
        get body() { return need(this).body?.stream ?? null; },
        get bodyUsed() { return need(this).body?.isDisturbed() ?? false; },
    };
    for (const name in conversions) {
        members[name] = { [name]() {
            const state = stateOf(this);
            return state === undefined
                ? Promise.reject(makeIllegalInvocation())
                : consume(state, conversions[name]);
        } }[name];
    }
    Object.defineProperties(constructor.prototype,
                            Object.getOwnPropertyDescriptors(members));
}

module.exports = { Body, defineBody, extractBody };
