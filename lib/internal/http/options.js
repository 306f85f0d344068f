'use strict';
/*
 * internal/http/options - the limit of a head's size, how strictly messages are
 * checked and how long a server waits, by the options of a server or a request
 * and the command line.
 */

const options = require('internal/options');
const { codes } = require('internal/errors');
const { validateBoolean, validateInteger, validateOneOf } =
    require('internal/validators');

const DEFAULT = 16384;
/* The third argument of Parser.init(); see http/parser.c. */
const STRICT = 0;
const INSECURE = 1;
const RELAXED = 2;

function maxHeaderSize() {
    return Number(options.get('max-http-header-size') ?? DEFAULT);
}

function checkValidation({ httpValidation, insecureHTTPParser }) {
    if (insecureHTTPParser !== undefined)
        validateBoolean(insecureHTTPParser, 'options.insecureHTTPParser');
    if (httpValidation === undefined)
        return;
    validateOneOf(httpValidation, 'options.httpValidation',
                  ['strict', 'relaxed', 'insecure']);
    if (insecureHTTPParser !== undefined)
        throw new codes.ERR_INVALID_ARG_VALUE(
            'options.httpValidation', httpValidation,
            'cannot be set together with insecureHTTPParser');
}

function leniency(httpValidation, insecureHTTPParser) {
    if (httpValidation !== undefined) {
        return { strict: STRICT, relaxed: RELAXED, insecure: INSECURE }[
            httpValidation];
    }
    insecureHTTPParser ??= options.has('insecure-http-parser');
    return insecureHTTPParser ? INSECURE : STRICT;
}

/* The times that a server waits. */
function readTimes(server, options) {
    const { headersTimeout, requestTimeout, keepAliveTimeout,
            connectionsCheckingInterval } = options;
    for (const name of ['maxHeaderSize', 'requestTimeout', 'headersTimeout',
                        'keepAliveTimeout', 'connectionsCheckingInterval']) {
        if (options[name] !== undefined)
            validateInteger(options[name], name, 0);
    }
    server.requestTimeout = requestTimeout ?? 300000;
    server.headersTimeout = headersTimeout ??
        Math.min(60000, server.requestTimeout || 60000);
    if (server.requestTimeout > 0 && server.headersTimeout > 0 &&
        server.headersTimeout > server.requestTimeout)
        throw new codes.ERR_OUT_OF_RANGE('headersTimeout', '<= requestTimeout',
                                         headersTimeout);
    server.keepAliveTimeout = keepAliveTimeout ?? 5000;
    server.keepAliveTimeoutBuffer = options.keepAliveTimeoutBuffer ?? 1000;
    server.connectionsCheckingInterval = connectionsCheckingInterval ?? 30000;
}

module.exports = { checkValidation, leniency, maxHeaderSize, readTimes };
