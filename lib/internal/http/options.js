'use strict';
/*
 * internal/http/options - the limit of a head's size and how strictly messages
 * are checked, by the options of a server or a request and the command line.
 */

const options = require('internal/options');
const { codes } = require('internal/errors');
const { validateBoolean, validateOneOf } = require('internal/validators');

const DEFAULT = 16384;
/* The third argument of Parser.init(); see http_parser.c. */
const STRICT = 0;
const INSECURE = 1;
const RELAXED = 2;

function maxHeaderSize() {
    return Number(options.get('max-http-header-size')) || DEFAULT;
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

module.exports = { checkValidation, leniency, maxHeaderSize };
