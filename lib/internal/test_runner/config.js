'use strict';
/* internal/test_runner/config - what the command line says about tests. */

const { validateNumber } = require('internal/validators');
/* Loaded when first used: internal/options, internal/test_runner/tags. */

/* "/text/flags" is a regular expression, all else is searched as it is. */
function toPattern(text) {
    const parts = /^\/(.*)\/([a-z]*)$/s.exec(text);
    return parts === null ? new RegExp(text) : new RegExp(parts[1], parts[2]);
}

function patterns(list) {
    return list.length === 0 ? null : list.map(toPattern);
}

function readTimeoutOption(get) {
    const given = get('test-timeout');
    if (given === undefined)
        return null;
    const timeout = Number(given);
    validateNumber(timeout, '--test-timeout', 0, 2 ** 31 - 1);
    return timeout;
}

function readTagFilters(list) {
    if (list.length === 0)
        return null;
    return require('internal/test_runner/tags').readTags(
        list, '--experimental-test-tag-filter');
}

function readConfig() {
    const { get, getAll, has } = require('internal/options');
    return {
        only: has('test-only'),
        namePatterns: patterns(getAll('test-name-pattern')),
        skipPatterns: patterns(getAll('test-skip-pattern')),
        tagFilters: readTagFilters(getAll('experimental-test-tag-filter')),
        forceExit: has('test-force-exit'),
        timeout: readTimeoutOption(get),
        reporters: getAll('test-reporter'),
        destinations: getAll('test-reporter-destination'),
        setsExitCode: true,
        isRunner: has('test'),
    };
}

module.exports = { patterns, readConfig, toPattern };
