'use strict';
/*
 * internal/http2/settings - settings as programs have them, as numbers, and as
 * the bytes of a frame.
 */

const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const { validateObject } = require('internal/validators');

const UINT32 = 2 ** 32 - 1;

/* name -> [number of the setting, least, most]; a boolean has no range. */
const known = {
    __proto__: null,
    headerTableSize: [1, 0, UINT32],
    enablePush: [2],
    maxConcurrentStreams: [3, 0, UINT32],
    initialWindowSize: [4, 0, 2 ** 31 - 1],
    maxFrameSize: [5, 16384, 2 ** 24 - 1],
    maxHeaderListSize: [6, 0, UINT32],
    maxHeaderSize: [6, 0, UINT32],
    enableConnectProtocol: [8],
};
const CUSTOM_MAX = 10;

function badValue(Base, ...args) {
    const error = new codes.ERR_HTTP2_INVALID_SETTING_VALUE(...args);
    if (Base === RangeError)
        return error;
    const other = new TypeError(error.message);
    other.code = error.code;
    other.actual = error.actual;
    return other;
}

function checkOne(name, value) {
    const [, min, max] = known[name];
    if (min === undefined) {
        if (typeof value !== 'boolean')
            throw badValue(TypeError, name, value);
    } else if (typeof value !== 'number' || !(value >= min) ||
               !(value <= max)) {
        throw badValue(RangeError, name, value, min, max);
    }
}

function checkCustom(custom) {
    validateObject(custom, 'settings.customSettings');
    const entries = Object.entries(custom);
    if (entries.length > CUSTOM_MAX)
        throw new codes.ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
    for (const [id, value] of entries) {
        const range = { id: [Number(id), 0, 0xffff],
                        value: [value, 0, UINT32] };
        for (const [number, min, max] of Object.values(range)) {
            if (typeof number !== 'number' || !(number >= min) ||
                !(number <= max))
                throw badValue(RangeError, `customSettings:${
                    number === value ? 'value' : 'id'}`, number, min, max);
        }
    }
}

function checkSettings(settings) {
    if (settings === undefined)
        return;
    for (const name of Object.keys(known)) {
        if (settings[name] !== undefined)
            checkOne(name, settings[name]);
    }
    if (settings.customSettings !== undefined)
        checkCustom(settings.customSettings);
}

/* [number, value, ...] */
function toNumbers(settings) {
    const numbers = new Map();
    for (const name of Object.keys(known)) {
        if (settings[name] !== undefined)
            numbers.set(known[name][0], Number(settings[name]));
    }
    for (const id of Object.keys(settings.customSettings ?? {}))
        numbers.set(Number(id), settings.customSettings[id]);
    return [...numbers].flat();
}

/* Of the list that a session gives: numbers 1 to 6, and 8. */
function fromList(list) {
    const [table, push, streams, window, frame, header, protocol] = list;
    return {
        headerTableSize: table,
        enablePush: Boolean(push),
        initialWindowSize: window,
        maxFrameSize: frame,
        maxConcurrentStreams: streams,
        maxHeaderListSize: header,
        maxHeaderSize: header,
        enableConnectProtocol: Boolean(protocol),
    };
}

function getDefaultSettings() {
    return {
        __proto__: null,
        headerTableSize: 4096,
        enablePush: true,
        initialWindowSize: 65535,
        maxFrameSize: 16384,
        maxConcurrentStreams: UINT32,
        maxHeaderSize: 65535,
        maxHeaderListSize: 65535,
        enableConnectProtocol: false,
    };
}

function getPackedSettings(settings = {}) {
    validateObject(settings, 'settings');
    checkSettings(settings);
    const numbers = toNumbers(settings);
    const packed = Buffer.alloc(numbers.length * 3);
    for (let i = 0; i < numbers.length; i += 2) {
        packed.writeUInt16BE(numbers[i], i * 3);
        packed.writeUInt32BE(numbers[i + 1], i * 3 + 2);
    }
    return packed;
}

function getUnpackedSettings(bytes, options = {}) {
    if (!isArrayBufferView(bytes) || bytes.length === undefined)
        throw new codes.ERR_INVALID_ARG_TYPE(
            'buf', ['Buffer', 'TypedArray'], bytes);
    if (bytes.length % 6 !== 0)
        throw new codes.ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH();
    const view = Buffer.from(bytes); // an element is a byte
    const settings = {};
    for (let at = 0; at < view.length; at += 6)
        unpackOne(settings, view.readUInt16BE(at), view.readUInt32BE(at + 2));
    if (options !== null && options !== undefined && options.validate)
        checkSettings(settings);
    return settings;
}

function unpackOne(settings, id, value) {
    const names = Object.keys(known).filter((name) => known[name][0] === id);
    for (const name of names)
        settings[name] = known[name].length === 1 ? value !== 0 : value;
    if (names.length === 0) {
        settings.customSettings ??= {};
        settings.customSettings[id] = value;
    }
}

module.exports = {
    checkSettings, fromList, getDefaultSettings, getPackedSettings,
    getUnpackedSettings, toNumbers,
};
