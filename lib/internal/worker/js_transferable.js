'use strict';
/*
 * internal/worker/js_transferable - structured clone of objects of classes that
 * are written in JavaScript: Blob, File and the like.
 *
 * Such a class calls markCloneable(its prototype) and has a method kClone, which
 * returns { data, deserializeInfo }: a value that can be cloned, and the name
 * of a function, 'module:export', that makes an object of it. The function is
 * called in the thread that reads.
 */

const kClone = Symbol('kClone');

/* As engine_clone_mark of src/engine/engine.h has it. */
const packed = 5;

function markCloneable(prototype) {
    internalBinding('message').mark(prototype, packed);
}

/* Who made an object with such a prototype by himself has no method. */
function pack(object) {
    if (typeof object[kClone] !== 'function') {
        throw new DOMException(`${object} could not be cloned.`,
                               'DataCloneError');
    }
    const { data, deserializeInfo } = object[kClone]();
    return [deserializeInfo, data];
}

function unpack([deserializeInfo, data]) {
    const [id, name] = deserializeInfo.split(':');
    return require(id)[name](data);
}

module.exports = { kClone, markCloneable, pack, unpack };
