'use strict';
/*
 * v8 - values as bytes in V8's own format, and figures about the heap.
 *
 * Serializer and Deserializer are written in C (src/engine/wire_*.c) and write
 * the bytes that Node 24 writes. The heap is one space here, which is shown as
 * V8's old space. There are no heap snapshots, no profiles and no coverage;
 * these functions say so.
 */

const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer/buffer');
const { Serializer, Deserializer } = internalBinding('serdes');
const { codes: { ERR_NOT_BUILDING_SNAPSHOT } } = require('internal/errors');
const { defineMissing, notThereYet } = require('internal/modules/missing');
const { validateFunction, validateString, validateUint32 } =
    require('internal/validators');
const { defineLazy } = require('internal/util');
/* Loaded when first used: internal/async/promise_hooks, internal/util/inspect,
 * internal/vm/vm. */

// ---- Values as bytes --------------------------------------------------------

Serializer.prototype._getDataCloneError = Error;

Deserializer.prototype.readRawBytes = function readRawBytes(length) {
    const start = this._readRawBytes(length);
    const { buffer, byteOffset } = this.buffer;
    return new FastBuffer(buffer, byteOffset + start, length);
};

// The numbers of views in what DefaultSerializer writes.
const kViews = [
    Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array,
    Int32Array, Uint32Array, Float32Array, Float64Array, DataView, FastBuffer,
    BigInt64Array, BigUint64Array, Float16Array,
];
const kBufferView = kViews.indexOf(FastBuffer);
const kNumberOfTag = new Map(kViews.map((view, i) => [view.name, i]));
kNumberOfTag.delete('FastBuffer');

function numberOfView(view) {
    if (view.constructor === Buffer)
        return kBufferView;
    const tag = ArrayBuffer.isView(view) ?
        view[Symbol.toStringTag] : undefined;
    return kNumberOfTag.get(tag);
}

/* Views are written with the bytes that they show, not with their whole buffer:
 * that of a Buffer may be a pool with bytes of others. */
class DefaultSerializer extends Serializer {
    constructor() {
        super();
        this._setTreatArrayBufferViewsAsHostObjects(true);
    }

    _writeHostObject(view) {
        const number = numberOfView(view);
        if (number === undefined) {
            const { inspect } = require('internal/util/inspect');
            throw new this._getDataCloneError(
                `Unserializable host object: ${inspect(view)}`);
        }
        const { buffer, byteOffset, byteLength } = view;
        this.writeUint32(number);
        this.writeUint32(byteLength);
        this.writeRawBytes(new Uint8Array(buffer, byteOffset, byteLength));
    }
}

class DefaultDeserializer extends Deserializer {
    /* A view on the bytes where they are, or on a copy if they are not aligned
     * for it. */
    _readHostObject() {
        const View = kViews[this.readUint32()];
        const length = this.readUint32();
        const start = this._readRawBytes(length);
        const width = View.BYTES_PER_ELEMENT || 1;
        let { buffer, byteOffset } = this.buffer;
        byteOffset += start;
        if (byteOffset % width !== 0) {
            buffer = buffer.slice(byteOffset, byteOffset + length);
            byteOffset = 0;
        }
        return new View(buffer, byteOffset, length / width);
    }
}

function serialize(value) {
    const serializer = new DefaultSerializer();
    serializer.writeHeader();
    serializer.writeValue(value);
    return serializer.releaseBuffer();
}

function deserialize(buffer) {
    const deserializer = new DefaultDeserializer(buffer);
    deserializer.readHeader();
    return deserializer.readValue();
}

// ---- The heap ---------------------------------------------------------------

function getHeapStatistics() {
    const [, total, used, external, limit, available] =
        internalBinding('process').memory(true);
    const max = limit || available + used;
    return {
        total_heap_size: total,
        total_heap_size_executable: 0,
        total_physical_size: total,
        total_available_size: Math.max(0, max - used),
        used_heap_size: used,
        heap_size_limit: max,
        malloced_memory: 0,
        peak_malloced_memory: 0,
        does_zap_garbage: 0,
        number_of_native_contexts: 1,
        number_of_detached_contexts: 0,
        total_global_handles_size: 0,
        used_global_handles_size: 0,
        external_memory: external,
    };
}

const kSpaces = [
    'read_only_space', 'new_space', 'old_space', 'code_space', 'shared_space',
    'trusted_space', 'shared_trusted_space', 'new_large_object_space',
    'large_object_space', 'code_large_object_space',
    'shared_large_object_space', 'shared_trusted_large_object_space',
    'trusted_large_object_space',
];

function getHeapSpaceStatistics() {
    const [, total, used] = internalBinding('process').memory();
    return kSpaces.map((name) => {
        const all = name === 'old_space';
        return {
            space_name: name,
            space_size: all ? total : 0,
            space_used_size: all ? used : 0,
            space_available_size: all ? Math.max(0, total - used) : 0,
            physical_space_size: all ? total : 0,
        };
    });
}

/* The engine does not count bytecode separately. */
function getHeapCodeStatistics() {
    return {
        code_and_metadata_size: 0,
        bytecode_and_metadata_size: 0,
        external_script_source_size: 0,
        cpu_profiler_metadata_size: 0,
    };
}

function setHeapSnapshotNearHeapLimit(limit) {
    validateUint32(limit, 'limit', true);
    throw notThereYet('heap snapshots');
}

// ---- Flags ------------------------------------------------------------------

let flagsSet = '';

function setStackTraceLimit(value) {
    Error.stackTraceLimit = Number(value);
}

/* Contexts that are made afterwards have gc(). */
function setExposeGc(exposed) {
    require('internal/vm/vm').exposeGc(exposed);
}

const kFlags = new Map([
    ['stack-trace-limit', setStackTraceLimit],
    ['expose-gc', () => setExposeGc(true)],
    ['no-expose-gc', () => setExposeGc(false)],
]);

/* Of V8's flags these have a meaning here; a warning names any other. */
function setFlag(flag) {
    const [name, value] = flag.replace(/^-+/, '').split('=', 2);
    const set = kFlags.get(name.replaceAll('_', '-'));
    if (set !== undefined)
        set(value);
    else
        process.emitWarning(`orrery has no flag of V8 called ${flag}`);
}

function setFlagsFromString(flags) {
    validateString(flags, 'flags');
    flagsSet += ` ${flags}`;
    for (const flag of flags.split(/\s+/)) {
        if (flag !== '')
            setFlag(flag);
    }
}

/* Another number for each version of the engine and all flags. */
function cachedDataVersionTag() {
    let tag = 2166136261;
    for (const c of process.versions.orrery + process.arch + flagsSet)
        tag = Math.imul(tag ^ c.charCodeAt(0), 16777619) >>> 0;
    return tag;
}

// ---- The rest ---------------------------------------------------------------

function isStringOneByteRepresentation(content) {
    validateString(content, 'content');
    return internalBinding('inspect').isOneByte(content);
}

/* Without NODE_V8_COVERAGE there is nothing to take, in Node, either. */
function refuseCoverage() {
    if (process.env.NODE_V8_COVERAGE)
        throw notThereYet('coverage');
}

function takeCoverage() {
    refuseCoverage();
}

function stopCoverage() {
    refuseCoverage();
}

function refuseSnapshot(callback, data) {
    validateFunction(callback, 'callback');
    throw new ERR_NOT_BUILDING_SNAPSHOT();
}

const startupSnapshot = {
    addDeserializeCallback(callback, data) { refuseSnapshot(callback); },
    addSerializeCallback(callback, data) { refuseSnapshot(callback); },
    setDeserializeMainFunction(callback, data) { refuseSnapshot(callback); },
    isBuildingSnapshot() { return false; },
};

module.exports = {
    cachedDataVersionTag,
    getHeapSnapshot: undefined,
    getHeapStatistics,
    getHeapSpaceStatistics,
    getHeapCodeStatistics,
    getCppHeapStatistics: undefined,
    setFlagsFromString,
    Serializer,
    Deserializer,
    DefaultSerializer,
    DefaultDeserializer,
    deserialize,
    takeCoverage,
    stopCoverage,
    serialize,
    writeHeapSnapshot: undefined,
    promiseHooks: undefined,
    queryObjects: undefined,
    startupSnapshot,
    setHeapSnapshotNearHeapLimit,
    GCProfiler: undefined,
    isStringOneByteRepresentation,
    startCpuProfile: undefined,
};
defineMissing(module.exports, 'heap snapshots',
              ['getHeapSnapshot', 'writeHeapSnapshot', 'queryObjects']);
defineMissing(module.exports, 'heap of C++', ['getCppHeapStatistics']);
defineMissing(module.exports, 'profiler', ['GCProfiler', 'startCpuProfile']);
defineLazy(module.exports, 'promiseHooks',
           () => require('internal/async/promise_hooks'));
