'use strict';
/*
 * internal/net/connect - how a socket gets its connection.
 *
 *      connect(options) --path--------------------------------> Pipe
 *                       --host is an address------------------> TCP
 *                       --host is a name--> lookup --one------> TCP
 *                                                  --several--> TCP, TCP, ...
 *
 * With several addresses each gets `autoSelectFamilyAttemptTimeout` ms before
 * the next one is tried, families in turn; the first that answers wins.
 *
 * Everything that can fail does so after connect() has returned.
 */

const { clearTimeout, setTimeout } = internalBinding('order');
const {
    ExceptionWithHostPort, UVExceptionWithHostPort, codes,
} = require('internal/errors');
const {
    validateBoolean, validateFunction, validateInt32, validateNumber,
    validatePort, validateString,
} = require('internal/validators');
const { Pipe, TCP, isPipe } = require('internal/net/handle');
const { isIP } = require('internal/net/address');
const perf = require('internal/perf/timing');
const { Socket, applyOptions, initHandle, kBound, kReinitialize } =
    require('internal/net/socket');
/* Loaded when first used: dns. */

const MIN_ATTEMPT_MS = 10;
const defaults = { autoSelectFamily: true, attemptTimeout: 250 };

// ---- Arguments -------------------------------------------------------------

const kNormalized = Symbol('normalizedArgs');

function toPort(x) {
    if (typeof x === 'number')
        return x;
    if (typeof x !== 'string' || x.trim() === '')
        return false;
    const n = Number(x);
    return n >= 0 ? n : false;
}

/* (port, host, cb), (path, cb), (options, cb): gives [options, cb or null]. */
function normalizeArgs(args) {
    if (args.length === 0)
        return mark([{}, null]);
    let options = {};
    const [first, second] = args;
    if (typeof first === 'object' && first !== null) {
        options = first;
    } else if (typeof first === 'string' && toPort(first) === false) {
        options.path = first;
    } else {
        options.port = first;
        if (args.length > 1 && typeof second === 'string')
            options.host = second;
    }
    const last = args[args.length - 1];
    return mark([options, typeof last === 'function' ? last : null]);
}

function mark(list) {
    list[kNormalized] = true;
    return list;
}

// ---- connect() -------------------------------------------------------------

Socket.prototype.connect = function(...args) {
    const [options, callback] = args[0]?.[kNormalized] ? args[0] :
        normalizeArgs(args);
    if (this.write !== Socket.prototype.write)
        this.write = Socket.prototype.write;
    if (this.destroyed) {
        // A socket can be used again: all that the last connection left goes.
        this._handle = null;
        this._peername = undefined;
        this._sockname = undefined;
    }
    const { path } = options;
    if (path !== undefined && path !== null)
        validateString(path, 'options.path');
    // What was bound before knows better what it is.
    const isPath = this[kBound] && this._handle ? isPipe(this._handle) :
        Boolean(path);
    this._handle ??= isPath ? new Pipe(false) : new TCP();
    initHandle(this);
    if (callback !== null)
        this.once('connect', callback);
    this._unrefTimer();
    this.connecting = true;
    if (isPath)
        connectPath(this, path);
    else
        connectHost(this, options);
    return this;
};

function connectPath(socket, path) {
    const req = { oncomplete: afterConnect, socket, handle: socket._handle,
                  path };
    const error = socket._handle.connect(req, path);
    if (error)
        process.nextTick(() => {
            fail(socket, new ExceptionWithHostPort(error, 'connect', path));
        });
}

function readHostOptions(options) {
    const { localAddress, localPort } = options;
    if (options.host) {
        validateString(options.host, 'options.host');
        if (options.host.includes('\0'))
            throw new codes.ERR_INVALID_ARG_VALUE(
                'options.host', options.host,
                'must be a string without null bytes');
    }
    if (localAddress && !isIP(localAddress))
        throw new codes.ERR_INVALID_IP_ADDRESS(localAddress);
    if (localPort)
        validateNumber(localPort, 'options.localPort');
    let { port } = options;
    if (port !== undefined) {
        if (typeof port !== 'number' && typeof port !== 'string')
            throw new codes.ERR_INVALID_ARG_TYPE(
                'options.port', ['number', 'string'], port);
        validatePort(port);
    }
    if (port === undefined)
        throw new codes.ERR_MISSING_ARGS(['options', 'port', 'path']);
    port |= 0;
    let { autoSelectFamily, autoSelectFamilyAttemptTimeout: ms } = options;
    if (autoSelectFamily !== undefined)
        validateBoolean(autoSelectFamily, 'options.autoSelectFamily');
    else
        autoSelectFamily = defaults.autoSelectFamily;
    if (ms !== undefined) {
        validateInt32(ms, 'options.autoSelectFamilyAttemptTimeout', 1);
        ms = Math.max(ms, MIN_ATTEMPT_MS);
    } else {
        ms = defaults.attemptTimeout;
    }
    return { host: options.host || 'localhost', port, localAddress, localPort,
             autoSelectFamily, ms };
}

function connectHost(socket, options) {
    const { localAddress, localPort } = options;
    if (socket[kBound] && socket._handle &&
        (localAddress !== undefined || localPort !== undefined))
        throw new codes.ERR_INVALID_ARG_VALUE('options', options,
            'localAddress and localPort cannot be used with an adopted ' +
            'bound socket');
    const way = readHostOptions(options);
    if (options.lookup !== undefined && options.lookup !== null)
        validateFunction(options.lookup, 'options.lookup');
    const family = isIP(way.host);
    socket._host = way.host;
    if (family !== 0) {
        process.nextTick(() => {
            if (socket.connecting)
                connectAddress(socket, way, way.host, family);
        });
        return;
    }
    lookUp(socket, way, options);
}

function lookUp(socket, way, options) {
    const lookup = options.lookup || require('dns').lookup;
    const hints = { family: options.family, hints: options.hints || 0 };
    if (hints.family !== 4 && hints.family !== 6 && hints.hints === 0)
        hints.hints = require('dns').ADDRCONFIG ?? 0;
    const several = way.autoSelectFamily && hints.family !== 4 &&
        hints.family !== 6 && !options.localAddress && !socket[kBound];
    hints.all = several;
    lookup(way.host, hints, function onLookup(error, addresses, family) {
        // Of several addresses each is reported, below.
        if (!several)
            socket.emit('lookup', error, addresses, family, way.host);
        if (!socket.connecting)
            return;
        if (several && (error || !Array.isArray(addresses)))
            socket.emit('lookup', error, undefined, undefined, way.host);
        if (error) {
            process.nextTick(fail, socket, error);
        } else if (several && Array.isArray(addresses)) {
            for (const one of addresses) {
                socket.emit('lookup', null, one.address, one.family, way.host);
                if (!socket.connecting)
                    return;
            }
            connectAny(socket, way, addresses);
        } else {
            connectLookedUp(socket, way, addresses, family);
        }
    });
}

function connectLookedUp(socket, way, address, family) {
    if (typeof address !== 'string' || isIP(address) === 0) {
        process.nextTick(fail, socket,
                         new codes.ERR_INVALID_IP_ADDRESS(address));
    } else if (family !== 4 && family !== 6) {
        process.nextTick(fail, socket, new codes.ERR_INVALID_ADDRESS_FAMILY(
            family, way.host, way.port));
    } else {
        socket._unrefTimer();
        connectAddress(socket, way, address, family);
    }
}

// ---- One address -----------------------------------------------------------

function bindLocal(handle, way, family) {
    if (!way.localAddress && !way.localPort)
        return 0;
    const address = way.localAddress || (family === 4 ? '0.0.0.0' : '::');
    return handle.bind(address, way.localPort | 0, 0);
}

/* As Node has it, also for a handle without a socket: undefined:undefined. */
function localPlace(handle) {
    const name = {};
    handle.getsockname(name);
    return `${name.address}:${name.port}`;
}

function connectAddress(socket, way, address, family) {
    const handle = socket._handle;
    let error = bindLocal(handle, way, family);
    if (error) {
        const place = way.localAddress || (family === 4 ? '0.0.0.0' : '::');
        fail(socket, new ExceptionWithHostPort(error, 'bind', place,
                                               way.localPort));
        return;
    }
    if (socket._events.connectionAttempt !== undefined) {
        socket.emit('connectionAttempt', address, way.port, family);
        if (!socket.connecting || socket._handle !== handle)
            return;
    }
    if (isBlocked(socket, address, family))
        return;
    const req = { oncomplete: afterConnect, socket, handle, address, family,
                  way, port: way.port,
                  timing: beginTiming(address, way.port) };
    error = handle.connect(req, address, way.port);
    if (error)
        fail(socket, new ExceptionWithHostPort(error, 'connect', address,
                                               way.port, localPlace(handle)));
}

function isBlocked(socket, address, family) {
    const list = socket.blockList;
    if (!list?.check(address, family === 6 ? 'ipv6' : 'ipv4'))
        return false;
    // A lookup may have called back at once, before anybody listens.
    process.nextTick(fail, socket, new codes.ERR_IP_BLOCKED(address));
    return true;
}

function fail(socket, error) {
    socket.destroy(error);
}

function beginTiming(host, port) {
    return perf.watched.net
        ? perf.begin('net', 'connect', () => ({ host, port })) : undefined;
}

function afterConnect(status, readable, writable) {
    const { socket, handle } = this;
    if (socket.destroyed || socket._handle !== handle)
        return;
    socket._sockname = undefined;
    if (status === 0) {
        perf.end(this.timing);
        becomeOpen(socket, readable, writable);
        return;
    }
    socket.connecting = false;
    const place = this.address ?? this.path;
    const error = connectError(status, place, this.port, this.way);
    socket.emit('connectionAttemptFailed', place, this.port, this.family,
                error);
    fail(socket, error);
}

/* The error of a connection that was tried; it names the local end if the
 * program chose it. */
function connectError(status, address, port, way) {
    const { localAddress, localPort } = way ?? {};
    const isChosen = localAddress && localPort;
    const error = new ExceptionWithHostPort(
        status, 'connect', address, port,
        isChosen ? `${localAddress}:${localPort}` : undefined);
    if (isChosen) {
        error.localAddress = localAddress;
        error.localPort = localPort;
    }
    return error;
}

function becomeOpen(socket, readable, writable) {
    socket.connecting = false;
    if (socket.readable && !readable) {
        socket.push(null);
        socket.read();
    }
    if (socket.writable && !writable)
        socket.end();
    socket._unrefTimer();
    applyOptions(socket);
    socket.emit('connect');
    socket.emit('ready');
    // The first read, whatever the listeners did; not if it was paused.
    if (readable && !socket.isPaused() && socket._handle)
        socket.read(0);
}

// ---- Several addresses -----------------------------------------------------

/* IPv6 and IPv4 in turn, beginning with the family that came first. */
function interleave(addresses) {
    const valid = addresses.filter(({ address, family }) =>
        isIP(address) !== 0 && (family === 4 || family === 6));
    const first = valid.filter((a) => a.family === valid[0]?.family);
    const second = valid.filter((a) => a.family !== valid[0]?.family);
    const order = [];
    for (let i = 0; i < Math.max(first.length, second.length); i++) {
        if (i < first.length)
            order.push(first[i]);
        if (i < second.length)
            order.push(second[i]);
    }
    return order;
}

function connectAny(socket, way, addresses) {
    const order = interleave(addresses);
    if (order.length === 0) {
        const { address, family } = addresses[0] ?? {};
        connectLookedUp(socket, way, address, family);
    } else if (order.length === 1) {
        socket._unrefTimer();
        connectAddress(socket, way, order[0].address, order[0].family);
    } else {
        socket.autoSelectFamilyAttemptedAddresses = [];
        socket._unrefTimer();
        tryNext({ socket, way, order, at: 0, errors: [], timer: null });
    }
}

function tryNext(attempts) {
    const { socket, way, order } = attempts;
    clearTimeout(attempts.timer);
    if (!socket.connecting)
        return;
    if (attempts.at === order.length) {
        giveUp(attempts);
        return;
    }
    const { address, family } = order[attempts.at];
    if (attempts.at > 0) {
        if (socket[kReinitialize] !== undefined) {
            socket[kReinitialize](new TCP());
        } else {
            socket._handle.close();
            socket._handle = new TCP();
            initHandle(socket);
        }
    }
    attempts.at++;
    attempt(attempts, address, family, way.port);
}

function attempt(attempts, address, family, port) {
    const { socket, way } = attempts;
    const handle = socket._handle;
    socket.autoSelectFamilyAttemptedAddresses.push(`${address}:${port}`);
    socket.emit('connectionAttempt', address, port, family);
    if (socket.blockList?.check(address, `ipv${family}`)) {
        noteError(attempts, { address, family, port },
                  new codes.ERR_IP_BLOCKED(address));
        tryNext(attempts);
        return;
    }
    let error = bindLocal(handle, way, family);
    const timing = beginTiming(address, port);
    error ||= handle.connect({
        oncomplete(status, readable, writable) {
            if (status === 0)
                perf.end(timing);
            afterAttempt(attempts, handle, { address, family, port }, status,
                         readable, writable);
        },
    }, address, port);
    if (error) {
        noteFailure(attempts, { address, family, port }, error);
        tryNext(attempts);
        return;
    }
    if (attempts.at === attempts.order.length)
        return;
    attempts.timer = setTimeout(() => {
        if (!socket.connecting || socket._handle !== handle)
            return;
        socket.emit('connectionAttemptTimeout', address, port, family);
        attempts.errors.push(timedOut(address, port));
        tryNext(attempts);
    }, way.ms);
}

function timedOut(address, port) {
    const { ETIMEDOUT } = internalBinding('constants').os.errno;
    return new UVExceptionWithHostPort(-ETIMEDOUT, 'connect', address, port);
}

function noteFailure(attempts, place, status) {
    noteError(attempts, place, connectError(
        status, place.address, place.port, attempts.way));
}

function noteError({ errors, socket }, { address, family, port }, error) {
    errors.push(error);
    socket.emit('connectionAttemptFailed', address, port, family, error);
}

function afterAttempt(attempts, handle, place, status, readable, writable) {
    const { socket } = attempts;
    if (socket.destroyed || socket._handle !== handle)
        return;
    clearTimeout(attempts.timer);
    if (status === 0) {
        socket._sockname = undefined;
        becomeOpen(socket, readable, writable);
        return;
    }
    noteFailure(attempts, place, status);
    tryNext(attempts);
}

function giveUp({ socket, errors }) {
    const error = new AggregateError(errors);
    error.code = errors[0].code;
    fail(socket, error);
}

module.exports = { defaults, normalizeArgs, toPort };
