'use strict';
/*
 * internal/tls/socket - tls.TLSSocket: a net.Socket whose handle is a TLSWrap.
 *
 *      created --_start()--> handshake --'secure'--> established --> destroyed
 *
 * What goes wrong before a server's program has the socket (_controlReleased)
 * is reported by the server, as 'tlsClientError'; later by the socket itself.
 */

const binding = internalBinding('tls');
const { Pipe, TCP } = internalBinding('stream');
const net = require('net');
const { codes, makePlainError } = require('internal/errors');
const { kOwner } = require('internal/owner');
const { isArrayBufferView } = require('internal/util/types');
const {
    validateBoolean, validateBuffer, validateFunction, validateInt32,
    validateObject, validateString, validateUint32,
} = require('internal/validators');
const { initHandle, kReinitialize } = require('internal/net/socket');
const { SecureContext, contextOf, createSecureContext } =
    require('internal/tls/context');
const { TLSWrap, wrapHandle } = require('internal/tls/handle');
const { JSStreamSocket } = require('internal/tls/js_stream');
const { convertALPNProtocols } = require('internal/tls/identity');
const { unwrapSession, wrapSession } = require('internal/tls/session_state');
/* Loaded when first used: internal/crypto/x509, internal/options,
 * internal/tls/keylog, internal/tls/legacy, perf_hooks, tls. */

const { Socket } = net;
const kIsVerified = Symbol('verified');
const kPendingSession = Symbol('pendingSession');
const kErrorEmitted = Symbol('errorEmitted');
const kConnectOptions = Symbol('connectOptions');
const kPskCallback = Symbol('pskCallback');
const kHandshakes = Symbol('handshakes');
const kTraces = Symbol('enableTrace');

/* The second argument of wrapEnable(), and of wrapGet(). */
const CERT_CB = 0;
const HELLO = 1;
const SESSIONS = 2;
const KEYLOG = 3;
const ALPN_CALLBACK = 4;
const PSK = 5;
const OCSP = 6;
const TRACE = 7;
const GET = {
    cipher: 0, protocol: 1, ephemeralKey: 2, session: 3, ticket: 4,
    finished: 5, peerFinished: 6, alpn: 7, servername: 8, sigalgs: 9,
    reused: 10,
};

function hangUp(message) {
    return makePlainError(Error, 'ECONNRESET', message);
}

// ---- Events of the handle --------------------------------------------------

function onhandshakestart() {
    const socket = this[kOwner];
    const { CLIENT_RENEG_LIMIT, CLIENT_RENEG_WINDOW } = require('tls');
    const now = require('perf_hooks').performance.now();
    const seen = socket[kHandshakes] ??= { count: 0, since: now };
    if (now - seen.since >= CLIENT_RENEG_WINDOW * 1000) {
        seen.count = 0;
        seen.since = now;
    }
    seen.count++;
    if (seen.count > CLIENT_RENEG_LIMIT)
        socket._emitTLSError(new codes.ERR_TLS_SESSION_ATTACK());
    else if (socket.noRenegotiation)
        socket._emitTLSError(new codes.ERR_TLS_RENEGOTIATION_DISABLED());
}

function onhandshakedone() {
    const socket = this[kOwner];
    if (socket !== null && socket !== undefined && !socket.destroyed)
        socket._finishInit();
}

function onkeylog(line) {
    this[kOwner].emit('keylog', line);
}

function ontrace(text) {
    process._rawDebug(text.latin1Slice().replace(/\n$/, ''));
}

/* A client keeps the session for its next connection; a server may store it
 * under its id. */
function onnewsession(id, session) {
    const socket = this[kOwner];
    if (!socket._tlsOptions.isServer) {
        const named = wrapSession(session, socket[kConnectOptions]);
        if (socket[kIsVerified])
            socket.emit('session', named);
        else
            socket[kPendingSession] = named;
        return;
    }
    const { server } = socket._tlsOptions;
    let isDone = false;
    const done = () => {
        if (isDone)
            return;
        isDone = true;
        if (socket.destroyed || socket._handle !== this)
            return;
        socket._newSessionPending = false;
        binding.newSessionDone(this);
        if (socket._securePending) {
            socket._securePending = false;
            socket._finishInit();
        }
    };
    socket._newSessionPending = true;
    let isKept = false;
    try {
        isKept = server?.emit('newSession', id, session, done);
    } catch (error) {
        server.emit('error', error);
    }
    if (!isKept)
        done();
}

/* A listener that throws has made the connection useless. Undefined then. */
function tryEmit(socket, server, ...args) {
    try {
        return server?.emit(...args) ?? false;
    } catch (error) {
        socket.destroy(error);
        return undefined;
    }
}

function onocspresponse(response) {
    this[kOwner].emit('OCSPResponse', response);
}

/* Does the server know the session that a client asks for? */
function onclienthello(hello) {
    const socket = this[kOwner];
    const { server } = socket._tlsOptions;
    let isDone = false;
    const answer = (error, session) => {
        if (isDone) {
            socket.destroy(new codes.ERR_MULTIPLE_CALLBACK());
            return;
        }
        isDone = true;
        if (error)
            socket.destroy(error);
        else if (socket._handle === this)
            binding.endParser(this, isArrayBufferView(session) ? session :
                undefined);
    };
    const isAsked = hello.sessionId.length > 0 && !hello.tlsTicket &&
        tryEmit(socket, server, 'resumeSession', hello.sessionId, answer);
    if (isAsked === false)
        answer(null, null);
}

/* Which certificate is for the name that a client asks for, and what is known
 * of its revocation? */
function oncertcb(request) {
    const socket = this[kOwner];
    chooseContext(socket, this, request, (error, context) => {
        if (error) {
            socket.destroy(error);
            return;
        }
        askForOcsp(socket, this, request, context, (failed) => {
            if (failed)
                socket.destroy(failed);
            else if (socket._handle === this)
                binding.certCbDone(this, context && contextOf(context));
        });
    });
}

function once(fn, socket) {
    let isDone = false;
    return (...args) => {
        if (isDone) {
            socket.destroy(new codes.ERR_MULTIPLE_CALLBACK());
            return;
        }
        isDone = true;
        fn(...args);
    };
}

function chooseContext(socket, handle, { servername }, callback) {
    if (!servername || !socket._SNICallback) {
        callback(null, undefined);
        return;
    }
    const onContext = once((error, context) => {
        if (error || !context || socket._handle !== handle) {
            callback(error);
            return;
        }
        const native = context.context || context;
        if (typeof native === 'object' && contextOf(native) === undefined)
            callback(new TypeError('Invalid SNI context'));
        else
            callback(null, typeof native === 'object' ? native : undefined);
    }, socket);
    try {
        socket._SNICallback(servername, onContext);
    } catch (error) {
        socket.destroy(error);
    }
}

function askForOcsp(socket, handle, request, context, callback) {
    const { server } = socket._tlsOptions;
    if (!request.OCSPRequest || !(server?.listenerCount('OCSPRequest') > 0)) {
        callback();
        return;
    }
    const native = context ?? socket._tlsOptions.secureContext.context;
    tryEmit(socket, server, 'OCSPRequest', native.getCertificate(),
            native.getIssuer(), once((error, response) => {
            if (response && socket._handle === handle)
                binding.wrapSetOcsp(handle, response);
            callback(error);
        }, socket));
}

/* [length, name, ...]: where the name that the callback chose begins. */
function onalpn(bytes) {
    const socket = this[kOwner];
    const names = [];
    const places = [];
    for (let i = 0; i < bytes.length; i += bytes[i] + 1) {
        names.push(bytes.latin1Slice(i + 1, i + 1 + bytes[i]));
        places.push(i);
    }
    const servername = binding.wrapGet(this, GET.servername) || undefined;
    let chosen;
    try {
        chosen = socket._tlsOptions.ALPNCallback.call(
            socket, { servername, protocols: names });
    } catch (error) {
        failAt(socket, error);
        return undefined;
    }
    if (chosen === undefined)
        return undefined;
    const at = names.indexOf(chosen);
    if (at === -1) {
        failAt(socket, new codes.ERR_TLS_ALPN_CALLBACK_INVALID_RESULT(
            chosen, names));
        return undefined;
    }
    return places[at];
}

/* As in Node, the alert that OpenSSL would send does not leave any more. */
function failAt(socket, error) {
    socket._hadError = true;
    socket.destroy(error);
}

function checkPskLength(value, max, what) {
    if (value.byteLength > max)
        throw new codes.ERR_INVALID_ARG_VALUE(what, value,
            `${what === 'psk' ? 'Pre-shared key' : 'PSK identity'} exceeds ` +
            `${max} bytes`);
}

function onpskclient(hint, maxKey, maxIdentity) {
    const socket = this[kOwner];
    try {
        const found = socket[kPskCallback](hint);
        if (found === null || found === undefined)
            return undefined;
        validateObject(found, 'ret');
        const { psk, identity } = found;
        checkPsk(psk, maxKey);
        validateString(identity, 'identity');
        if (Buffer.byteLength(identity) > maxIdentity)
            throw new codes.ERR_INVALID_ARG_VALUE('identity', identity,
                `PSK identity exceeds ${maxIdentity} bytes`);
        return [psk, identity];
    } catch (error) {
        failAt(socket, error);
        return undefined;
    }
}

function checkPsk(psk, max) {
    if (!isArrayBufferView(psk))
        throw new codes.ERR_INVALID_ARG_TYPE(
            'psk', ['Buffer', 'TypedArray', 'DataView'], psk);
    checkPskLength(psk, max, 'psk');
}

function onpskserver(identity, max) {
    const socket = this[kOwner];
    try {
        const found = socket[kPskCallback](socket, identity);
        if (found === null || found === undefined)
            return undefined;
        const isBytes = isArrayBufferView(found);
        const psk = isBytes ? found : found.psk;
        if (!isBytes)
            validateObject(found, 'ret');
        checkPsk(psk, max);
        return psk;
    } catch (error) {
        failAt(socket, error);
        return undefined;
    }
}

/* OpenSSL has given up. */
function onerror(error) {
    const socket = this[kOwner];
    if (socket._hadError)
        return;
    socket._hadError = true;
    if (!socket._secureEstablished) {
        socket.destroy(error);
    } else if (socket._tlsOptions.isServer && socket._rejectUnauthorized &&
               /peer did not return a certificate/.test(error.message)) {
        socket.destroy();
    } else {
        socket._emitTLSError(error);
    }
}

const events = {
    onhandshakestart, onhandshakedone, onkeylog, ontrace, onnewsession,
    onocspresponse, onclienthello, oncertcb, onalpn, onpskclient, onpskserver, onerror,
};

// ---- Construction ----------------------------------------------------------

/* Of what the stream below is made: a socket of the kernel's, or any other. What
 * the program has written to a socket, and has not left, leaves before TLS. */
function socketBelow(stream) {
    if (stream === undefined || stream === null)
        return undefined;
    if (typeof stream.pipe !== 'function' || typeof stream.write !== 'function')
        throw new codes.ERR_INVALID_ARG_TYPE('socket', 'Duplex', stream);
    const handle = stream._handle;
    const isPlain = stream instanceof Socket &&
        (handle instanceof TCP || handle instanceof Pipe ||
         handle instanceof TLSWrap);
    if ((isPlain && !(stream.writableLength > 0)) ||
        stream instanceof JSStreamSocket)
        return stream;
    return new JSStreamSocket(stream);
}

let hasWarnedOfTrace = false;

/* --trace-tls */
function tracesAll() {
    const isOn = require('internal/options').has('trace-tls');
    if (isOn && !hasWarnedOfTrace) {
        hasWarnedOfTrace = true;
        process.emitWarning('Enabling --trace-tls can expose sensitive data ' +
                            'in the resulting log.');
    }
    return isOn;
}

function TLSSocket(stream, given) {
    if (!(this instanceof TLSSocket))
        return new TLSSocket(stream, given);
    const options = { ...given };
    checkOptions(options);
    this._tlsOptions = options;
    this._secureEstablished = false;
    this._securePending = false;
    this._newSessionPending = false;
    this._controlReleased = false;
    this.secureConnecting = true;
    this._SNICallback = null;
    this.servername = null;
    this.alpnProtocol = null;
    this.authorized = false;
    this.authorizationError = null;
    this[kIsVerified] = false;
    this[kPendingSession] = null;
    this[kErrorEmitted] = false;
    this.encrypted = true;
    const below = socketBelow(stream);
    if (stream && !(stream instanceof Socket && stream._handle))
        options.isJsStream = true;
    const handle = this._wrapHandle(below, below?._handle);
    Reflect.apply(Socket, this, [{
        handle,
        allowHalfOpen: stream ? stream.allowHalfOpen : options.allowHalfOpen,
        pauseOnCreate: options.pauseOnConnect,
        manualStart: true,
        highWaterMark: options.highWaterMark,
        onread: stream ? undefined : options.onread,
        signal: options.signal,
        lookup: options.lookup,
    }]);
    if (options.pauseOnConnect)
        this.readableFlowing = false;
    // Until the program has the socket, its errors are for the server.
    this.on('error', this._tlsError);
    this._init(stream, below);
    if (options.enableTrace ?? tracesAll())
        this.enableTrace();
    // The program has a chance to listen, or to connect it, before.
    process.nextTick(beginReading, this, below === stream ? stream : undefined);
}
Object.setPrototypeOf(TLSSocket.prototype, Socket.prototype);
Object.setPrototypeOf(TLSSocket, Socket);

/* The handshake is read whether or not somebody reads. What was read before is
 * its beginning. */
function beginReading(socket, stream) {
    if (!socket._handle || (!socket._parent && !socket.connecting))
        return;
    if (stream?.readableLength > 0) {
        let chunk;
        while ((chunk = stream.read()) !== null)
            socket._handle.receive(chunk);
    }
    socket.read(0);
}

function checkOptions(options) {
    if (options.enableTrace !== undefined && options.enableTrace !== null)
        validateBoolean(options.enableTrace, 'options.enableTrace');
    if (options.ALPNProtocols)
        convertALPNProtocols(options.ALPNProtocols, options);
    if (options.ALPNCallback !== undefined)
        validateFunction(options.ALPNCallback, 'options.ALPNCallback');
    if (options.ALPNCallback && options.ALPNProtocols)
        throw new codes.ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS();
    if (options.isServer && options.SNICallback)
        validateFunction(options.SNICallback, 'options.SNICallback');
    if (options.requestCert !== undefined)
        options.requestCert = Boolean(options.requestCert);
}

TLSSocket.prototype._wrapHandle = function(below, parent) {
    const options = this._tlsOptions;
    parent ??= options.pipe ? new Pipe(false) : new TCP();
    options.secureContext ||= createSecureContext(options);
    const native = options.secureContext.context;
    const context = contextOf(native);
    if (context === undefined)
        throw new codes.ERR_TLS_INVALID_CONTEXT('context');
    const handle = wrapHandle(context, parent, Boolean(options.isServer));
    handle._parentWrap = below;
    handle[kOwner] = this;
    Object.assign(handle, events);
    handle.reading = false;
    this.ssl = handle;
    return handle;
};

/* Another address is tried: with a new handle below. */
TLSSocket.prototype[kReinitialize] = function(parent) {
    const { timeout } = this;
    this._handle.close();
    this._handle = this._wrapHandle(undefined, parent);
    initHandle(this);
    this[kConfigure]();
    if (this[kConnectOptions]) {
        const { session, servername } = this[kConnectOptions];
        if (session)
            this.setSession(session);
        if (servername)
            this.setServername(servername);
    }
    if (timeout)
        this.setTimeout(timeout);
};

const kConfigure = Symbol('configure');

TLSSocket.prototype._init = function(stream, below) {
    this.server = this._tlsOptions.server ?? null;
    this[kConfigure]();
    if (this._tlsOptions.handshakeTimeout > 0)
        this.setTimeout(this._tlsOptions.handshakeTimeout,
                        this._handleTimeout);
    if (!stream)
        return;
    this._parent = below;
    below.on('close', () => this.destroy());
    if (below !== stream)
        below.on('error', (error) => this._emitTLSError(error));
    // A socket without a handle will be connected later.
    this.connecting = Boolean(stream.connecting) ||
        (stream instanceof Socket && !stream._handle);
    if (this.connecting)
        stream.once('connect', () => {
            this.connecting = false;
            this.emit('connect');
        });
};

/* Pass the options to a new handle. */
TLSSocket.prototype[kConfigure] = function() {
    const handle = this._handle;
    const options = this._tlsOptions;
    const { isServer, server } = options;
    const requestCert = Boolean(options.requestCert) || !isServer;
    const rejectUnauthorized = Boolean(options.rejectUnauthorized);
    this._requestCert = requestCert;
    this._rejectUnauthorized = rejectUnauthorized;
    if (requestCert || rejectUnauthorized)
        binding.wrapSetVerify(handle, requestCert, rejectUnauthorized);
    if (isServer) {
        if (server && (server.listenerCount('resumeSession') > 0 ||
                       server.listenerCount('newSession') > 0)) {
            binding.wrapEnable(handle, HELLO);
            binding.wrapEnable(handle, SESSIONS);
        }
        this._SNICallback = options.SNICallback ?? this._SNICallback;
        if (this._SNICallback ||
            server?.listenerCount('OCSPRequest') > 0)
            binding.wrapEnable(handle, CERT_CB);
    } else {
        binding.wrapEnable(handle, SESSIONS);
    }
    if (options.requestOCSP && !isServer)
        binding.wrapEnable(handle, OCSP);
    listenForKeylog(this, handle, server);
    if (options.ALPNCallback)
        binding.wrapEnable(handle, ALPN_CALLBACK);
    if (options.ALPNProtocols) {
        if (!isArrayBufferView(options.ALPNProtocols))
            throw new TypeError('Must give a Buffer as first argument');
        binding.wrapSetAlpn(handle, options.ALPNProtocols);
    }
    if (options.pskCallback) {
        validateFunction(options.pskCallback, 'pskCallback');
        this[kPskCallback] = options.pskCallback;
        if (isServer && options.pskIdentityHint)
            setPskHint(handle, options.pskIdentityHint);
        binding.wrapEnable(handle, PSK);
    }
};

function setPskHint(handle, hint) {
    validateString(hint, 'pskIdentityHint');
    if (!binding.wrapSetPskHint(handle, hint))
        handle.onerror(makePlainError(Error,
            'ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED',
            'Failed to set PSK identity hint'));
}

/* Keys are only written down if somebody listens. */
function listenForKeylog(socket, handle, server) {
    const { writeKeylog } = require('internal/tls/keylog');
    if (writeKeylog !== undefined) {
        binding.wrapEnable(handle, KEYLOG);
        socket.on('keylog', writeKeylog);
    }
    if (socket.listenerCount('keylog') > 0 ||
        server?.listenerCount('keylog') > 0) {
        binding.wrapEnable(handle, KEYLOG);
        if (server?.listenerCount('keylog') > 0)
            socket.on('keylog', (line) => server.emit('keylog', line, socket));
        return;
    }
    socket.on('newListener', function enable(event) {
        if (event !== 'keylog')
            return;
        this.removeListener('newListener', enable);
        if (this._handle)
            binding.wrapEnable(this._handle, KEYLOG);
    });
}

// ---- The handshake ---------------------------------------------------------

TLSSocket.prototype._start = function() {
    if (this.connecting) {
        this.once('connect', this._start);
        return;
    }
    // It may have been destroyed before there was a connection.
    this._handle?.start();
};

TLSSocket.prototype._finishInit = function() {
    if (this._newSessionPending) {
        this._securePending = true;
        return;
    }
    const handle = this._handle;
    if (!handle)
        return;
    this.alpnProtocol = binding.wrapGet(handle, GET.alpn);
    if (this.servername === null)
        this.servername = binding.wrapGet(handle, GET.servername);
    this._secureEstablished = true;
    if (this._tlsOptions.handshakeTimeout > 0)
        this.setTimeout(0, this._handleTimeout);
    this.emit('secure');
};

TLSSocket.prototype._handleTimeout = function() {
    this._emitTLSError(new codes.ERR_TLS_HANDSHAKE_TIMEOUT());
};

TLSSocket.prototype._emitTLSError = function(error) {
    const own = this._tlsError(error);
    if (own)
        this.emit('error', own);
};

/* The error, if it is the socket's own to emit. */
TLSSocket.prototype._tlsError = function(error) {
    this.emit('_tlsError', error);
    return this._controlReleased ? error : null;
};

/* The program has the socket from now on. */
TLSSocket.prototype._releaseControl = function() {
    if (this._controlReleased)
        return false;
    this._controlReleased = true;
    this.removeListener('error', this._tlsError);
    return true;
};

TLSSocket.prototype._destroySSL = function() {
    this.ssl?.destroySSL();
    this.ssl = null;
};

TLSSocket.prototype.renegotiate = function(options, callback) {
    validateObject(options, 'options');
    if (callback !== undefined)
        validateFunction(callback, 'callback');
    if (this.destroyed)
        return undefined;
    let { rejectUnauthorized = this._rejectUnauthorized,
          requestCert = this._requestCert } = options;
    requestCert = Boolean(requestCert);
    rejectUnauthorized = Boolean(rejectUnauthorized);
    this._requestCert = requestCert;
    this._rejectUnauthorized = rejectUnauthorized;
    binding.wrapSetVerify(this._handle, requestCert, rejectUnauthorized);
    try {
        binding.renegotiate(this._handle);
    } catch (error) {
        if (callback)
            process.nextTick(callback, error);
        return false;
    }
    if (callback)
        this.once('secure', () => callback(null));
    return true;
};

TLSSocket.prototype.disableRenegotiation = function() {
    this.noRenegotiation = true;
    if (this._handle)
        this._handle.noRenegotiation = true;
};

// ---- What a program may ask and set ----------------------------------------

TLSSocket.prototype.setMaxSendFragment = function(size) {
    validateInt32(size, 'size');
    return Boolean(this._handle) && binding.wrapSetFragment(this._handle, size);
};

TLSSocket.prototype.setServername = function(name) {
    validateString(name, 'name');
    if (this._tlsOptions.isServer)
        throw new codes.ERR_TLS_SNI_FROM_SERVER();
    if (this._handle)
        binding.wrapSetServername(this._handle, name);
};

TLSSocket.prototype.setSession = function(given) {
    const session = unwrapSession(given, optionsOf(this));
    if (session !== undefined && !isArrayBufferView(session))
        throw makePlainError(TypeError, 'ERR_INVALID_ARG_TYPE',
                             'Session must be a buffer');
    if (session !== undefined && this._handle)
        binding.wrapSetSession(this._handle, session);
};

TLSSocket.prototype.getSession = function() {
    return this._handle ?
        wrapSession(binding.wrapGet(this._handle, GET.session),
                    optionsOf(this)) : null;
};

function optionsOf(socket) {
    return socket[kConnectOptions] || socket._tlsOptions;
}

TLSSocket.prototype.setKeyCert = function(context) {
    let secure;
    if (context instanceof SecureContext)
        secure = context;
    else
        secure = createSecureContext(context);
    if (this._handle)
        binding.setKeyCert(this._handle, contextOf(secure.context));
};

TLSSocket.prototype.enableTrace = function() {
    if (this[kTraces])
        return;
    this[kTraces] = true;
    if (this._handle)
        binding.wrapEnable(this._handle, TRACE);
};

/* A client that resumes a session is shown no certificate: none was sent. */
function hasSeenPeer(socket) {
    return socket._tlsOptions.isServer || !socket.isSessionReused();
}

TLSSocket.prototype.getPeerCertificate = function(isDetailed) {
    if (!this._handle)
        return null;
    if (!hasSeenPeer(this))
        return {};
    const list = binding.certificates(this._handle, true, Boolean(isDetailed));
    return list === null ? {} : require('internal/tls/legacy').toLegacyChain(
        list, Boolean(isDetailed));
};

TLSSocket.prototype.getCertificate = function() {
    if (!this._handle)
        return null;
    const list = binding.certificates(this._handle, false, false);
    return list === null ? {} : require('internal/tls/legacy').toLegacyChain(
        list, false);
};

/* Each with its issuer, as far as it is known. */
function toX509(list) {
    const { fromHandle } = require('internal/crypto/x509');
    let made;
    for (let i = list.length - 1; i >= 0; i--)
        made = fromHandle(list[i], made);
    return made;
}

TLSSocket.prototype.getPeerX509Certificate = function() {
    const list = this._handle && hasSeenPeer(this) &&
        binding.certificates(this._handle, true, true);
    return list ? toX509(list) : undefined;
};

TLSSocket.prototype.getX509Certificate = function() {
    const list = this._handle &&
        binding.certificates(this._handle, false, true);
    return list ? toX509(list) : undefined;
};

/* Until the handshake is done there are no keys to make others of. */
function checkEstablished(socket) {
    if (!socket._secureEstablished)
        throw new codes.ERR_TLS_INVALID_STATE();
    return socket._handle;
}

TLSSocket.prototype.exportKeyingMaterial = function(length, label, context) {
    validateUint32(length, 'length', true);
    validateString(label, 'label');
    if (context !== undefined)
        validateBuffer(context, 'context');
    return binding.exportKeys(checkEstablished(this), length, label, context);
};

TLSSocket.prototype.isSessionReused = function() {
    return this._handle ? binding.wrapGet(this._handle, GET.reused) : null;
};

TLSSocket.prototype.getProtocol = function() {
    return this._handle ? binding.wrapGet(this._handle, GET.protocol) : null;
};

TLSSocket.prototype.getCipher = function() {
    return this._handle ? binding.wrapGet(this._handle, GET.cipher) : null;
};

TLSSocket.prototype.getEphemeralKeyInfo = function() {
    return this._handle ? binding.wrapGet(this._handle, GET.ephemeralKey) :
        null;
};

const lookups = {
    getFinished: GET.finished,
    getPeerFinished: GET.peerFinished,
    getTLSTicket: GET.ticket,
};
for (const name of Object.keys(lookups)) {
    TLSSocket.prototype[name] = {
        [name]() {
            return this._handle ?
                binding.wrapGet(this._handle, lookups[name]) : null;
        },
    }[name];
}

/* By their short names in OpenSSL, which others keep. */
const signatures = {
    '__proto__': null, 'rsaEncryption': 'RSA', 'DSA': 'DSA',
    'id-ecPublicKey': 'ECDSA', 'RSASSA-PSS': 'RSA-PSS', 'ED25519': 'Ed25519',
    'ED448': 'Ed448',
};

TLSSocket.prototype.getSharedSigalgs = function() {
    if (!this._handle)
        return null;
    const list = binding.wrapGet(this._handle, GET.sigalgs) ?? [];
    const names = [];
    for (let i = 0; i < list.length; i += 2) {
        names.push(`${signatures[list[i]] ?? list[i]}+${list[i + 1]}`);
    }
    return names;
};

/* An error of the peer's certificate, or null. */
function verifyError(socket) {
    const found = binding.verifyError(socket._handle);
    if (found === null)
        return null;
    const [code, words] = found;
    return makePlainError(Error, code, words + adviceFor(code));
}

/* Packages ask the handle. */
TLSWrap.prototype.verifyError = function() {
    return verifyError({ _handle: this });
};

function adviceFor(code) {
    return code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' ||
        code === 'UNABLE_TO_GET_ISSUER_CERT' ||
        code === 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' ?
        '; if the root CA is installed locally, try running Node.js with ' +
        '--use-system-ca' : '';
}

module.exports = {
    TLSSocket, hangUp, kConnectOptions, kErrorEmitted, kIsVerified,
    kPendingSession, verifyError,
};
