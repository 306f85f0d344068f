'use strict';
/*
 * _tls_wrap - the old name of a part of tls, which some packages ask for.
 */

const { Server, TLSSocket, connect, createServer } = require('tls');

module.exports = { Server, TLSSocket, connect, createServer };
