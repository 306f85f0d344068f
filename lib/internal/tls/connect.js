'use strict';
/*
 * internal/tls/connect - tls.connect(): a TLSSocket that connects, and checks
 * whom it has reached.
 */

const net = require('net');
const { codes } = require('internal/errors');
const { validateFunction, validateNumber } = require('internal/validators');
const { normalizeArgs } = require('internal/net/connect');
const {
    TLSSocket, hangUp, kConnectOptions, kIsVerified, kPendingSession,
    verifyError,
} = require('internal/tls/socket');
/* Loaded when first used: diagnostics_channel, tls. */

let hasWarned = false;

function allowsUnauthorized() {
    if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0')
        return false;
    if (!hasWarned) {
        hasWarned = true;
        process.emitWarning(
            'Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable ' +
            'to \'0\' makes TLS connections and HTTPS requests insecure by ' +
            'disabling certificate verification.');
    }
    return true;
}

/* connect(port, host, options, cb) and its like. */
function readArguments(args) {
    const [first, callback] = normalizeArgs(args);
    let options = first;
    // Options may also be the second or third argument.
    for (const arg of [args[1], args[2]]) {
        if (arg !== null && typeof arg === 'object') {
            options = { ...first, ...arg };
            break;
        }
    }
    return [options, callback];
}

let clientChannel;

function connect(...args) {
    const [given, callback] = readArguments(args);
    const isAllowed = allowsUnauthorized();
    const options = {
        rejectUnauthorized: !isAllowed,
        ciphers: require('tls').DEFAULT_CIPHERS,
        checkServerIdentity: require('tls').checkServerIdentity,
        minDHSize: 1024,
        ...given,
    };
    if (!options.keepAlive)
        options.singleUse = true;
    validateFunction(options.checkServerIdentity,
                     'options.checkServerIdentity');
    validateNumber(options.minDHSize, 'options.minDHSize', 1);
    const secureContext = options.secureContext ||
        require('tls').createSecureContext(options);
    const socket = new TLSSocket(options.socket, {
        allowHalfOpen: options.socket ? options.socket.allowHalfOpen :
            Boolean(options.allowHalfOpen),
        pipe: Boolean(options.path),
        secureContext,
        isServer: false,
        requestCert: true,
        rejectUnauthorized: options.rejectUnauthorized !== false,
        session: options.session,
        ALPNProtocols: options.ALPNProtocols,
        requestOCSP: options.requestOCSP,
        enableTrace: options.enableTrace,
        pskCallback: options.pskCallback,
        highWaterMark: options.highWaterMark,
        onread: options.onread,
        signal: options.signal,
    });
    options.rejectUnauthorized = options.rejectUnauthorized !== false;
    socket[kConnectOptions] = options;
    if (callback !== null)
        socket.once('secureConnect', callback);
    clientChannel ??= require('diagnostics_channel').channel(
        'net.client.socket');
    if (clientChannel.hasSubscribers)
        clientChannel.publish({ socket });
    if (options.signal?.aborted && !options.socket)
        return abandon(socket);
    if (!options.socket) {
        // A timeout of the options counts from here.
        if (options.timeout)
            socket.setTimeout(options.timeout);
        socket.connect(options, socket._start);
    }
    socket._releaseControl();
    if (options.session)
        socket.setSession(options.session);
    setName(socket, options.servername);
    socket.on('secure', onSecure);
    socket.prependListener('end', onEnd);
    if (options.socket)
        process.nextTick(start, socket);
    return socket;
}

/* A signal that was aborted before has destroyed the socket while it was made,
 * and its handle came after. */
function abandon(socket) {
    socket._handle.close();
    socket._handle = null;
    socket.destroyed = true;
    return socket;
}

/* Streams of the same program may answer at once: the program listens first. */
function start(socket) {
    socket._start();
}

let hasWarnedOfIp = false;

function setName(socket, servername) {
    if (!servername)
        return;
    if (!hasWarnedOfIp && net.isIP(servername)) {
        hasWarnedOfIp = true;
        process.emitWarning(
            'Setting the TLS ServerName to an IP address is not permitted by ' +
            'RFC 6066. This will be ignored in a future version.',
            'DeprecationWarning', 'DEP0123');
    }
    socket.setServername(servername);
}

/* The peer must be who the program asked for. */
function findError(socket, options) {
    const key = socket.getEphemeralKeyInfo();
    if (key?.type === 'DH' && key.size < options.minDHSize)
        return { error: new codes.ERR_TLS_DH_PARAM_SIZE(key.size),
                 isFatal: true };
    let error = verifyError(socket);
    if (error === null && !socket.isSessionReused()) {
        const host = options.servername || options.host ||
            options.socket?._host || 'localhost';
        error = options.checkServerIdentity(
            host, socket.getPeerCertificate(true));
    }
    return { error, isFatal: options.rejectUnauthorized !== false };
}

function onSecure() {
    const options = this[kConnectOptions];
    const { error, isFatal } = findError(this, options);
    if (error) {
        this.authorized = false;
        this.authorizationError = error.code || error.message;
        if (isFatal) {
            this.destroy(error);
            return;
        }
    } else {
        this.authorized = true;
    }
    this.secureConnecting = false;
    this.emit('secureConnect');
    this[kIsVerified] = true;
    const session = this[kPendingSession];
    this[kPendingSession] = null;
    if (session)
        this.emit('session', session);
    this.removeListener('end', onEnd);
}

function onEnd() {
    if (this._hadError)
        return;
    const { path, host, port, localAddress } = this[kConnectOptions];
    this._hadError = true;
    const error = hangUp('Client network socket disconnected before ' +
        'secure TLS connection was established');
    Object.assign(error, { path, host, port, localAddress });
    this.destroy(error);
}

module.exports = { connect };
