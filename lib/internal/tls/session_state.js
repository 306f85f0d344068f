'use strict';
/*
 * internal/tls/session_state - the sessions of a client as programs see them: the
 * bytes of OpenSSL behind the name of the server whom they were made with, in
 * Node's form.
 *
 *      "\0nodejs:tls:session:1\0"   length of the name, 16 bits   name   session
 *
 * When a session is resumed nobody looks at a certificate. So it must not be
 * resumed with a server of another name, nor, by a client that verifies, if it
 * does not say whose it is.
 */

const { Buffer } = require('buffer');

const PREFIX = Buffer.from('\0nodejs:tls:session:1\0');
const NAME_AT = PREFIX.length + 2;

function nameOfServer(options) {
    return options?.servername || options?.host || options?.socket?._host ||
        'localhost';
}

function wrapSession(session, options) {
    if (!Buffer.isBuffer(session) || options?.isServer)
        return session;
    const name = Buffer.from(`${nameOfServer(options)}`);
    const length = Buffer.from([name.length >> 8, name.length & 255]);
    return Buffer.concat([PREFIX, length, name, session]);
}

/* undefined: it has no name. */
function readSession(bytes) {
    if (bytes.length < NAME_AT ||
        PREFIX.compare(bytes, 0, PREFIX.length) !== 0)
        return undefined;
    const end = NAME_AT + bytes.readUInt16BE(PREFIX.length);
    return bytes.length < end ? undefined :
        { name: bytes.toString('utf8', NAME_AT, end),
          session: bytes.subarray(end) };
}

/* What of it a connection with these options may resume, or undefined. */
function unwrapSession(given, options) {
    const session = typeof given === 'string' ? Buffer.from(given, 'latin1') :
        given;
    if (options?.isServer || !Buffer.isBuffer(session))
        return session;
    const named = readSession(session);
    if (named !== undefined)
        return named.name === nameOfServer(options) ? named.session : undefined;
    return options?.rejectUnauthorized !== false ? undefined : session;
}

module.exports = { unwrapSession, wrapSession };
