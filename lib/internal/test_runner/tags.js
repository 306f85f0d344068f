'use strict';
/* internal/test_runner/tags - the option tags, in lower case, each once,
 * after those of the parent. */

const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateArray, validateString } = require('internal/validators');

const none = Object.freeze([]);
let warned = false;

function readTags(value, name) {
    if (value === undefined)
        return none;
    validateArray(value, name);
    const tags = new Set();
    for (let i = 0; i < value.length; i++) {
        validateString(value[i], `${name}[${i}]`);
        if (value[i] === '') {
            throw new ERR_INVALID_ARG_VALUE(`${name}[${i}]`, '',
                                            'must not be an empty string');
        }
        tags.add(value[i].toLowerCase());
    }
    if (tags.size > 0)
        warn();
    return [...tags];
}

function warn() {
    if (warned)
        return;
    warned = true;
    process.emitWarning('Test tags is an experimental feature and might ' +
                        'change at any time', 'ExperimentalWarning');
}

function unionTags(inherited = none, value) {
    const own = readTags(value, 'options.tags');
    if (own.length === 0)
        return inherited;
    return Object.freeze([...new Set([...inherited, ...own])]);
}

module.exports = { readTags, unionTags };
