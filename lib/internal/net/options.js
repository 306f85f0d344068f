'use strict';
/*
 * internal/net/options - the options of a net.Socket that belong to the
 * kernel's socket: setNoDelay(), setKeepAlive(), setTypeOfService(). What is
 * asked for before there is a connection is kept, and applied when there is one.
 */

const { ErrnoException, codes } = require('internal/errors');
const { defineDefaults } = require('internal/streams/bits');
/* Loaded when first used: internal/validators. */

const kNoDelay = Symbol('kNoDelay');
const kKeepAlive = Symbol('kKeepAlive'); // on, seconds, seconds, count
const kTypeOfService = Symbol('kTypeOfService');

function toSeconds(ms) {
    return ~~(ms / 1000);
}

function checkTypeOfService(value, name) {
    require('internal/validators').validateInt32(value, name, 0, 255);
}

/* What new Socket() was given. */
function keepOptions(socket, options) {
    if (options.noDelay)
        socket[kNoDelay] = true;
    if (options.keepAlive || options.keepAliveInitialDelay > 0)
        socket[kKeepAlive] = [Boolean(options.keepAlive),
                              toSeconds(Math.max(
                                  options.keepAliveInitialDelay ?? 0, 0))];
    if (options.typeOfService !== undefined) {
        checkTypeOfService(options.typeOfService, 'options.typeOfService');
        socket[kTypeOfService] = options.typeOfService;
    }
}

function setNoDelay(enable) {
    const isOn = enable === undefined || Boolean(enable);
    const handle = this._handle;
    const isNew = this[kNoDelay] !== isOn && handle?.setNoDelay;
    if (isNew || !handle)
        this[kNoDelay] = isOn;
    if (isNew)
        handle.setNoDelay(isOn);
    return this;
}

function setKeepAlive(enable, initialDelay, interval, count) {
    if (enable !== null && typeof enable === 'object')
        ({ enable, initialDelay, interval, count } = enable);
    const wish = [
        Boolean(enable), toSeconds(initialDelay),
        interval === undefined ? undefined : toSeconds(interval), count,
    ];
    const last = this[kKeepAlive];
    const isNew = wish[0] !== last[0] ||
        (wish[0] && wish.some((value, i) => value !== last[i]));
    if (!this._handle) {
        this[kKeepAlive] = wish;
    } else if (this._handle.setKeepAlive && isNew) {
        this[kKeepAlive] = wish;
        this._handle.setKeepAlive(...wish);
    }
    return this;
}

/* A server's options for a new connection. */
function beginOptions(socket, { noDelay, keepAlive, keepAliveInitialDelay }) {
    const handle = socket._handle;
    if (noDelay && handle.setNoDelay) {
        socket[kNoDelay] = true;
        handle.setNoDelay(true);
    }
    if (keepAlive && handle.setKeepAlive) {
        socket[kKeepAlive] = [true, keepAliveInitialDelay];
        handle.setKeepAlive(true, keepAliveInitialDelay);
    }
}

function setTypeOfService(tos) {
    if (Number.isNaN(tos))
        throw new codes.ERR_INVALID_ARG_TYPE('tos', 'number', tos);
    checkTypeOfService(tos, 'tos');
    const isNew = tos !== this[kTypeOfService];
    this[kTypeOfService] = tos;
    const error = isNew ? this._handle?.setTypeOfService?.(tos) : 0;
    if (error)
        throw new ErrnoException(error, 'setTypeOfService');
    return this;
}

function getTypeOfService() {
    const value = this._handle?.getTypeOfService?.() ??
        this[kTypeOfService] ?? 0;
    if (value < 0)
        throw new ErrnoException(value, 'getTypeOfService');
    return value;
}

/* There is a connection now. */
function applyOptions(socket) {
    const handle = socket._handle;
    if (socket[kNoDelay])
        handle.setNoDelay?.(true);
    if (socket[kKeepAlive][0])
        handle.setKeepAlive?.(...socket[kKeepAlive]);
    // Whether it works is not known either way: there is no call to fail.
    if (socket[kTypeOfService] !== undefined)
        handle.setTypeOfService?.(socket[kTypeOfService]);
}

/* Most sockets set none of these: they are on the prototype. */
function defineOptions(prototype) {
    defineDefaults(prototype, [
        [kNoDelay, false],
        [kKeepAlive, [false, 0]],
        [kTypeOfService, undefined],
    ]);
    Object.assign(prototype, {
        setNoDelay, setKeepAlive, setTypeOfService, getTypeOfService,
    });
}

module.exports = {
    applyOptions, beginOptions, defineOptions, keepOptions, toSeconds,
};
