'use strict';
/*
 * internal/tls/server - tls.Server: a net.Server that makes a TLSSocket of each
 * connection, and emits 'secureConnection' when its handshake is done.
 */

const { captureRejectionSymbol } = require('events');
const net = require('net');
const { codes, makePlainError } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const {
    validateFunction, validateNumber, validateObject, validateString,
} = require('internal/validators');
const { SecureContext, createSecureContext } =
    require('internal/tls/context');
const { convertALPNProtocols } = require('internal/tls/identity');
const { TLSSocket, hangUp, kErrorEmitted, verifyError } =
    require('internal/tls/socket');
/* Loaded when first used: crypto. */

const kTimeout = Symbol('handshakeTimeout');
const kSNICallback = Symbol('snicallback');
const kTrace = Symbol('enableTrace');
const kPause = Symbol('pauseOnConnect');
const kPsk = Symbol('pskCallback');
const kPskHint = Symbol('pskIdentityHint');

function Server(options, listener) {
    if (!(this instanceof Server))
        return new Server(options, listener);
    if (typeof options === 'function') {
        listener = options;
        options = {};
    } else if (options === null || options === undefined) {
        options = {};
    } else if (typeof options !== 'object') {
        throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    }
    this._contexts = [];
    this.requestCert = options.requestCert === true;
    this.rejectUnauthorized = options.rejectUnauthorized !== false;
    this.ALPNCallback = options.ALPNCallback;
    if (options.ALPNCallback && options.ALPNProtocols)
        throw new codes.ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS();
    if (options.ALPNProtocols)
        convertALPNProtocols(options.ALPNProtocols, this);
    readOptions(this, options);
    this[kTimeout] = options.handshakeTimeout || 120_000;
    validateNumber(this[kTimeout], 'options.handshakeTimeout');
    this[kSNICallback] = options.SNICallback;
    if (options.SNICallback)
        validateFunction(options.SNICallback, 'options.SNICallback');
    Reflect.apply(net.Server, this, [options, onConnection]);
    this[kTrace] = options.enableTrace;
    this[kPause] = options.pauseOnConnect;
    this[kPsk] = options.pskCallback;
    this[kPskHint] = options.pskIdentityHint;
    if (this[kPsk])
        validateFunction(this[kPsk], 'options.pskCallback');
    if (this[kPskHint])
        validateString(this[kPskHint], 'options.pskIdentityHint');
    if (listener)
        this.on('secureConnection', listener);
}
Object.setPrototypeOf(Server.prototype, net.Server.prototype);
Object.setPrototypeOf(Server, net.Server);

/* Options that a context is made of; setSecureContext() names them anew. */
const contextOptions = [
    'pfx', 'key', 'passphrase', 'cert', 'clientCertEngine', 'ca',
    'minVersion', 'maxVersion', 'secureProtocol', 'crl', 'sigalgs', 'ciphers',
    'ecdhCurve', 'dhparam', 'honorCipherOrder', 'secureOptions',
    'sessionIdContext', 'ticketKeys', 'sessionTimeout', 'privateKeyIdentifier',
    'privateKeyEngine', 'allowPartialTrustChain', 'certificateCompression',
];

function readOptions(server, options) {
    server.setSecureContext(options);
}

Server.prototype.setSecureContext = function(options) {
    validateObject(options, 'options');
    // What is empty is not given, but for two options that are checked.
    for (const name of contextOptions)
        this[name] = options[name] || undefined;
    this.sigalgs = options.sigalgs;
    this.ecdhCurve = options.ecdhCurve;
    // The server chooses, unless the program says otherwise.
    this.honorCipherOrder = options.honorCipherOrder !== undefined ?
        Boolean(options.honorCipherOrder) : true;
    if (!options.sessionIdContext)
        this.sessionIdContext = ownId();
    const given = {};
    for (const name of contextOptions)
        given[name] = this[name];
    this._sharedCreds = createSecureContext(given);
};

/* Servers of the same program share sessions, those of others do not. */
function ownId() {
    return require('crypto').createHash('sha1')
        .update(process.argv.join(' ')).digest('hex').slice(0, 32);
}

function onConnection(raw) {
    const socket = new TLSSocket(raw, {
        secureContext: this._sharedCreds,
        isServer: true,
        server: this,
        requestCert: this.requestCert,
        rejectUnauthorized: this.rejectUnauthorized,
        handshakeTimeout: this[kTimeout],
        ALPNProtocols: this.ALPNProtocols,
        ALPNCallback: this.ALPNCallback,
        SNICallback: this[kSNICallback] ??
            (this._contexts.length > 0 ? findContext : undefined),
        enableTrace: this[kTrace],
        pauseOnConnect: this.pauseOnConnect,
        pskCallback: this[kPsk],
        pskIdentityHint: this[kPskHint],
    });
    socket.on('secure', onSecure);
    socket.on('close', onClose);
    socket.on('_tlsError', onError);
    socket._start();
}

/* Whether the client is who it says; false if it must not get in. */
function judgeClient(socket) {
    const error = socket._requestCert ? verifyError(socket) : null;
    socket.authorized = socket._requestCert && error === null;
    if (error !== null)
        socket.authorizationError = error.code;
    return error === null || !socket._rejectUnauthorized;
}

function onSecure() {
    if (!judgeClient(this)) {
        this.destroy();
        return;
    }
    if (!this.destroyed && this._releaseControl()) {
        this.secureConnecting = false;
        this.server.emit('secureConnection', this);
    }
}

function reportOnce(socket, error) {
    if (socket._controlReleased || socket[kErrorEmitted])
        return;
    socket[kErrorEmitted] = true;
    socket._tlsOptions.server.emit('tlsClientError', error, socket);
}

function onError(error) {
    reportOnce(this, error);
}

function onClose(hadError) {
    if (!hadError)
        reportOnce(this, hangUp('socket hang up'));
}

// ---- SNI -------------------------------------------------------------------

function patternOf(name) {
    const text = name.replace(/([.^$+?\-\\[\]{}])/g, '\\$1')
        .replaceAll('*', '[^.]*');
    return new RegExp(`^${text}$`, 'i');
}

Server.prototype.addContext = function(servername, context) {
    if (!servername)
        throw new codes.ERR_TLS_REQUIRED_SERVER_NAME();
    const secure = context instanceof SecureContext ? context :
        createSecureContext(context);
    this._contexts.push([patternOf(servername), secure.context]);
};

/* The one that was added last wins. */
function findContext(servername, callback) {
    const fits = ({ 0: pattern }) => pattern.test(servername);
    callback(null, this.server?._contexts.findLast(fits)?.[1]);
}

// ---- Tickets ---------------------------------------------------------------

Server.prototype.getTicketKeys = function() {
    return this._sharedCreds.context.getTicketKeys();
};

Server.prototype.setTicketKeys = function(keys) {
    if (!isArrayBufferView(keys))
        throw new codes.ERR_INVALID_ARG_TYPE(
            'buffer', ['Buffer', 'TypedArray', 'DataView'], keys);
    if (keys.byteLength !== 48)
        throw new codes.ERR_INTERNAL_ASSERTION(
            'Session ticket keys must be a 48-byte buffer');
    this._sharedCreds.context.setTicketKeys(keys);
};

Server.prototype._getServerData = function() {
    return { ticketKeys: this.getTicketKeys().toString('hex') };
};

Server.prototype._setServerData = function({ ticketKeys }) {
    this.setTicketKeys(Buffer.from(ticketKeys, 'hex'));
};

Server.prototype[captureRejectionSymbol] = function(
    error, event, socket) {
    if (event === 'secureConnection')
        socket.destroy(error);
    else
        net.Server.prototype[captureRejectionSymbol]
            .call(this, error, event, socket);
};

module.exports = { Server };
