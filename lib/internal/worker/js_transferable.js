'use strict';
/*
 * internal/worker/js_transferable - structured clone of objects of classes that
 * are written in JavaScript: Blob, File and the like.
 *
 * Such a class calls markCloneable(its prototype) and has a method kClone, which
 * returns { data, deserializeInfo }: a value that can be cloned, and the name
 * of a function, 'module:export', that makes an object of it. The function is
 * called in the thread that reads.
 *
 * Streams of the web are moved and not cloned: defineTransfer() gives their
 * class the method kTransfer, which begins a transfer. That one has `items`,
 * which have to be moved too, `data` and `deserializeInfo` as above; finish() is
 * called when the message is on its way, undo() if it can't be sent.
 */

const kClone = Symbol('kClone');
const kTransfer = Symbol('kTransfer');

/* As engine_clone_mark of src/engine/engine.h has it. */
const packed = 5;

function markCloneable(prototype) {
    internalBinding('message').mark(prototype, packed);
}

/* An object that a program made with such a prototype itself may have no kClone. */
function pack(object) {
    if (typeof object[kClone] !== 'function') {
        throw new DOMException(`${object} could not be cloned.`,
                               'DataCloneError');
    }
    const { data, deserializeInfo } = object[kClone]();
    return [deserializeInfo, data];
}

/* Run `read`, which may not make objects of such classes. */
let isRefused = false;

function withoutClasses(read) {
    isRefused = true;
    try {
        return read();
    } finally {
        isRefused = false;
    }
}

function unpack([deserializeInfo, data]) {
    if (isRefused)
        throw new Error('no class of this world');
    const [id, name] = deserializeInfo.split(':');
    return require(id)[name](data);
}

/* Transfers that have begun, by object. */
const begun = new Map();

function defineMethod(prototype, key, value) {
    Object.defineProperty(prototype, key, {
        __proto__: null, configurable: true, enumerable: false,
        writable: true, value,
    });
}

/* begin(object) gives a transfer, or throws. */
function defineTransfer(prototype, begin) {
    markCloneable(prototype);
    defineMethod(prototype, kTransfer, function() { return begin(this); });
    defineMethod(prototype, kClone, function() {
        const transfer = begun.get(this);
        if (transfer === undefined) {
            throw new DOMException(
                'Object that needs transfer was found in message but not ' +
                'listed in transferList', 'DataCloneError');
        }
        return transfer;
    });
}

function isTransferable(value) {
    return typeof value?.[kTransfer] === 'function';
}

/* An object may also be a part of one that is listed. */
function beginTransfer(object) {
    if (begun.has(object)) {
        const name = object[Symbol.toStringTag];
        throw new DOMException(`Transfer list contains duplicate ${name}`,
                               'DataCloneError');
    }
    const transfer = object[kTransfer]();
    begun.set(object, transfer);
    return transfer;
}

/* Call send(the list without such objects, but with what goes along) while the
 * transfers are under way. */
function sendMoving(list, send) {
    const items = list.filter((item) => !isTransferable(item));
    const transfers = new Map();
    let result;
    try {
        for (const object of list.filter(isTransferable)) {
            const transfer = beginTransfer(object);
            transfers.set(object, transfer);
            items.push(...transfer.items);
        }
        result = send(items);
    } catch (error) {
        for (const transfer of transfers.values())
            transfer.undo();
        throw error;
    } finally {
        for (const object of transfers.keys())
            begun.delete(object);
    }
    for (const transfer of transfers.values())
        transfer.finish();
    return result;
}

module.exports = { defineTransfer, isTransferable, kClone, markCloneable, pack,
                   sendMoving, unpack, withoutClasses };
