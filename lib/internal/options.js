'use strict';
/*
 * internal/options - the options of the command line that only lib/ reads.
 * The command line has checked their names, and which of them have a value.
 */

const { options } = require('internal/process/object');

const values = new Map(); // name without dashes -> what was given, in order
for (let i = 0; i < options.named.length; i += 2) {
    const [name, value] = [options.named[i], options.named[i + 1]];
    if (!values.has(name))
        values.set(name, []);
    values.get(name).push(value);
}

function has(name) {
    return values.has(name);
}

/* All that were given, in the order of the command line. */
function getAll(name) {
    return values.get(name) ?? [];
}

/* The last one, which wins. */
function get(name) {
    return getAll(name).at(-1);
}

/*
 * --plain WORD,WORD... or --plain all, for tests: things that are done in two ways
 * are done in the plain one. `word` names one of these things:
 *
 *     http-head     heads of responses by C: makeHead(), else _storeHeader()
 *     http-whole    head and body in one write of C: internal/http/whole
 *     http-consume  bytes from the handle to the parser: internal/http/consume
 *     http-request  messages copied from samples: internal/http/samples
 *     http-timer    the timeout between two requests is used again, and
 *     http-close    the list of listeners to 'close': internal/http/connection
 *     http-finish   'finish' and 'end' that nobody listens to: _http_server
 *     fs-read       readFile() by C up to its end: internal/fs/read/context
 */
function isPlain(word) {
    const words = get('plain')?.split(',') ?? [];
    return words.includes(word) || words.includes('all');
}

/* [name, value] of several options, in the order of the command line. */
function inOrder(names) {
    const found = [];
    for (let i = 0; i < options.named.length; i += 2) {
        if (names.includes(options.named[i]))
            found.push([options.named[i], options.named[i + 1]]);
    }
    return found;
}

module.exports = { get, getAll, has, inOrder, isPlain };
