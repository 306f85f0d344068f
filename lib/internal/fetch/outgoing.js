'use strict';
/*
 * internal/fetch/outgoing - the headers that fetch() sends: those of the program
 * but for a few that belong to the connection, then those that are missing. How
 * long the body is comes last, and from the exchange (internal/fetch/client).
 */

const { InvalidArgumentError, NotSupportedError } =
    require('internal/fetch/errors');

/* Headers of a request that a program does not choose. */
const managed = new Set(['host', 'connection', 'content-length']);
const refused = ['transfer-encoding', 'keep-alive', 'upgrade'];

/* A program that asks these questions does so for a cache of its own. */
const conditions = ['if-modified-since', 'if-none-match',
                    'if-unmodified-since', 'if-match', 'if-range'];

function checkHeaders(list) {
    for (const name of refused) {
        if (list.has(name))
            throw new InvalidArgumentError(`invalid ${name} header`);
    }
    if (list.has('content-length') && !/^\d+$/.test(list.get('content-length')))
        throw new InvalidArgumentError('invalid content-length header');
    if (list.has('expect'))
        throw new NotSupportedError('expect header not supported');
}

/* A server may send a body after HEAD, which is not to be the next answer. */
function getConnection({ headersList: list, method }) {
    if (method === 'HEAD')
        return 'close';
    const words = list.get('connection')?.toLowerCase().split(',') ?? [];
    return words.some((word) => word.trim() === 'close') ? 'close' :
        'keep-alive';
}

function listOfCache({ cache, headersList }) {
    if (cache === 'no-cache')
        return [['cache-control', 'max-age=0']];
    if (cache === 'no-store' || cache === 'reload' ||
        (cache === 'default' &&
         conditions.some((name) => headersList.has(name)))) {
        return [['pragma', 'no-cache'], ['cache-control', 'no-cache']];
    }
    return [];
}

/* A part of what was compressed is of no use. */
function getEncodings({ headersList, url }) {
    if (headersList.has('range'))
        return 'identity';
    return url.protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate';
}

function listOfChosen({ headersList }) {
    const isRange = headersList.has('range');
    return headersList.toList()
        .filter(({ name }) => !managed.has(name.toLowerCase()))
        .map(({ name, value }) => (
            isRange && name.toLowerCase() === 'accept-encoding' ?
                [name, `${value}, identity`] : [name, value]));
}

function listOfOthers(state) {
    return [['accept', '*/*'], ['accept-language', '*'],
            ['sec-fetch-mode', state.mode], ['user-agent', 'node'],
            ...listOfCache(state), ['accept-encoding', getEncodings(state)]]
        .filter(([name]) => !state.headersList.has(name));
}

/* As a flat list, in Node's order. */
function writeHeaders(state) {
    checkHeaders(state.headersList);
    return [['host', state.url.host], ['connection', getConnection(state)],
            ...listOfChosen(state), ...listOfOthers(state)].flat();
}

/* Undefined: there is no body; null: its length is not known. The program's
 * header counts, also where the length is known. */
function announceLength({ body, headersList: list }) {
    if (body === null)
        return undefined;
    const given = list.get('content-length');
    return given === null || given === undefined ? body.length : Number(given);
}

module.exports = { announceLength, writeHeaders };
