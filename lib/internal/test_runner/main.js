'use strict';
/* internal/test_runner/main - `orrery --test [files]`. */

const { get, getAll, has } = require('internal/options');
/* Loaded when first used: internal/errors, internal/test_runner/config,
 * internal/test_runner/reporters, internal/test_runner/run, util. */

function readNumber(name) {
    const given = get(name);
    return given === undefined ? undefined : Number(given);
}

function readShard() {
    const given = get('test-shard');
    if (given === undefined)
        return undefined;
    const parts = /^(\d+)\/(\d+)$/.exec(given);
    if (parts === null) {
        const { codes } = require('internal/errors');
        throw new codes.ERR_INVALID_ARG_VALUE(
            '--test-shard', given, 'must be in the form of <index>/<total>');
    }
    return { index: Number(parts[1]), total: Number(parts[2]) };
}

function orNothing(list) {
    return list.length === 0 ? undefined : list;
}

function run(args) {
    const isolation = get('test-isolation') ?? 'process';
    const options = {
        concurrency: isolation === 'none' ? 1 :
            readNumber('test-concurrency') ?? true,
        timeout: readNumber('test-timeout') ?? Infinity,
        globPatterns: orNothing(args),
        isolation,
        forceExit: has('test-force-exit'), only: has('test-only'),
        shard: readShard(),
        testTagFilters: orNothing(getAll('experimental-test-tag-filter')),
        testNamePatterns: orNothing(getAll('test-name-pattern')),
        testSkipPatterns: orNothing(getAll('test-skip-pattern')),
    };
    require('util').debuglog('test_runner')('test runner configuration:',
                                            options);
    const { readConfig } = require('internal/test_runner/config');
    const config = readConfig();
    const stream = require('internal/test_runner/run').run(options, {
        setsExitCode: true, isRunner: true,
    });
    require('internal/test_runner/reporters').attach({
        config, reporter: stream,
    });
}

module.exports = { run };
